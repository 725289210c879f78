// Curves that are drawn by hand before the computed ones are shown: only in pages that ask for it. What is drawn
// exists in the browser alone, so its gap to Python's accuracies is the one thing that is computed here.

const pen = { learner: 0, lines: [], last: null, isCompared: false }; // lines: percent by step
const HOW = "Draw accuracy over k: Left and Right change k, Up and Down move the point at this k by 1, with Shift by 10; "
  + "Delete clears the line, Enter switches to the other learner, Space shows the computed curves";
const NOTHING = 0.05; // points that read 0.0

const byHand = () => current().byHand;
const emptyAxes = () => document.querySelector('svg[data-panel="curves_empty"]');
const steps = (line) => [...line.keys()].sort((a, b) => a - b);

const fill = (saying, words) => filled(byHand().says[saying], words);

function drawn(line) {
  // Percent at every step, straight between the points as the axis shows them; null before the first and after the last.
  const along = (step) => (byHand().log ? Math.log(current().ks[step]) : current().ks[step]);
  const known = steps(line);
  return current().ks.map((_, step) => {
    if (line.has(step)) return line.get(step);
    const after = known.findIndex((one) => one > step);
    if (after < 1) return null;
    const [a, b] = [known[after - 1], known[after]];
    return line.get(a) + ((line.get(b) - line.get(a)) * (along(step) - along(a))) / (along(b) - along(a));
  });
}

function compare(learner) {
  const computed = byHand().computed[learner];
  const values = drawn(pen.lines[learner]);
  const isKnown = (step) => computed[step] !== null;
  const all = [...computed.keys()].filter(isKnown);
  return { computed, values, all, both: all.filter((step) => values[step] !== null) };
}

function sentence(name, learner) {
  const { computed, values, all, both } = compare(learner);
  if (!both.length) return fill("nothing", { learner: name });
  const gap = (step) => values[step] - computed[step];
  const worst = both.reduce((best, step) => (Math.abs(gap(step)) > Math.abs(gap(best)) ? step : best));
  const mean = both.reduce((sum, step) => sum + Math.abs(gap(step)), 0) / both.length;
  const { ks } = current();
  const part = both.length === all.length ? "" : fill("part", { first: ks[both[0]], last: ks[both[both.length - 1]] });
  const saying = Math.abs(gap(worst)) < NOTHING ? "met" : gap(worst) > 0 ? "high" : "low";
  const points = Math.abs(gap(worst)).toFixed(1);
  return fill(saying, { learner: name, points, k: ks[worst], mean: mean.toFixed(1), part });
}

// -- drawing -----------------------------------------------------------------------------------------------

function stroke(from, to) {
  const line = pen.lines[pen.learner];
  const [low, high] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
  for (const step of steps(line)) if (step >= low && step <= high) line.delete(step);
  for (const [step, value] of [from, to]) line.set(step, Math.min(Math.max(value, 0), 100));
  show();
}

function strokeTo(event) {
  const box = emptyAxes().getBoundingClientRect();
  const y = ((event.clientY - box.top) / box.width) * current().panels.curves_empty.width;
  const [lowest, highest] = byHand().heights;
  const point = [stepAt(emptyAxes(), event), (100 * (lowest - y)) / (lowest - highest)];
  stroke(pen.last ?? point, point);
  pen.last = point;
}

function nudge(by) {
  const places = current().cursors.curves_empty;
  const step = places.indexOf(places[state.step]); // beyond the study's last k, that one
  const line = pen.lines[pen.learner];
  const known = steps(line);
  const nearest = Math.min(Math.max(step, known[0]), known[known.length - 1]);
  const value = (known.length ? drawn(line)[nearest] : 50) + by;
  stroke([step, value], [step, value]);
}

function drawByKey(event) {
  const by = event.shiftKey ? 10 : 1;
  const keys = {
    ArrowUp: () => nudge(by),
    ArrowDown: () => nudge(-by),
    Delete: () => pen.lines[pen.learner].clear(),
    Enter: () => { pen.learner = (pen.learner + 1) % pen.lines.length; },
    " ": () => { pen.isCompared = true; },
  };
  if (!(event.key in keys)) { moveByKey(event); return; }
  event.preventDefault();
  keys[event.key]();
  show();
  if (pen.isCompared) document.querySelector('svg[data-panel="curves"]').focus();
}

// -- showing -----------------------------------------------------------------------------------------------

function outline(points) {
  const xs = current().cursors.curves_empty;
  const [lowest, highest] = byHand().heights;
  return points.map(([step, value]) => `${xs[step]} ${lowest + (value / 100) * (highest - lowest)}`).join("L");
}

function lineAndGap(learner) {
  const { computed, values, both } = compare(learner);
  const inside = [...values.keys()].filter((step) => values[step] !== null);
  const fillInk = byHand().inks[learner];
  const line = painted(shape("path", { d: `M${outline(inside.map((step) => [step, values[step]]))}` }),
    -1, fillInk, 1.8, byHand().dashes[learner], 1);
  if (!pen.isCompared || both.length < 2) return [line];
  const around = [...both.map((step) => [step, values[step]]), ...both.toReversed().map((step) => [step, computed[step]])];
  return [painted(shape("path", { d: `M${outline(around)}Z` }), fillInk, -1, 0, [], 0.13), line];
}

function showDrawing() {
  const section = document.getElementById("curves");
  section.classList.toggle("compared", pen.isCompared);
  const axes = pen.isCompared ? document.querySelector('svg[data-panel="curves"]') : emptyAxes();
  const above = axes.children[current().panels[axes.dataset.panel].static.length] ?? null; // the cursor
  for (const [learner, line] of pen.lines.entries()) if (line.size) lineAndGap(learner).forEach((one) => axes.insertBefore(one, above));
  const value = drawn(pen.lines[pen.learner])[state.step];
  const read = value === null ? "" : `, ${fill("read", { learner: byHand().learners[pen.learner], value: value.toFixed(1) })}`;
  emptyAxes().setAttribute("aria-description", `k = ${current().ks[state.step]}${read}`);
  for (const [learner, choice] of section.querySelectorAll("input").entries()) choice.checked = learner === pen.learner;
  section.querySelector(".gap").textContent = pen.isCompared ? byHand().learners.map(sentence).join(" ") : "";
}

function buildDrawing() {
  pen.lines = byHand().learners.map(() => new Map());
  const svg = svgOf("curves_empty", HOW, "application");
  svg.addEventListener("pointerdown", (event) => { pen.last = null; dragged = strokeTo; strokeTo(event); });
  svg.addEventListener("keydown", drawByKey);
  const choices = byHand().learners.map((name, learner) => {
    const choice = make("input", { type: "radio", name: "learner", id: `draw-${learner}` });
    choice.addEventListener("change", () => { pen.learner = learner; show(); });
    return make("label", {}, [choice, name]);
  });
  const compareButton = make("button", { type: "button", class: "compare" }, ["Show the curves"]);
  compareButton.addEventListener("click", () => { pen.isCompared = true; show(); });
  const again = make("button", { type: "button", class: "again" }, ["Draw again"]);
  again.addEventListener("click", () => { Object.assign(pen, { isCompared: false, lines: pen.lines.map(() => new Map()) }); show(); });
  const section = document.getElementById("curves");
  section.classList.add("by-hand");
  section.querySelector("h2").after(
    make("div", { class: "line pending" }, ["Draw accuracy over k for", ...choices, compareButton]),
    make("div", { class: "line after" }, [make("p", { class: "gap", "aria-live": "polite" }), again]), svg);
}
