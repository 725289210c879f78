"use strict";

// Draws what Python has composed: for every instance and every k the shapes of each panel. Nothing is computed
// here but which step is shown. Texts become text nodes, never markup.

const SVG = "http://www.w3.org/2000/svg";
const ANCHORS = ["start", "middle", "end"];
const state = { row: 0, step: 0, guesses: new Map() };
let data; // what Python packed
let dragged = null; // what follows the mouse until its button is released
let fitsFont = true; // whether texts are as wide here as Python measured them

async function unpack() {
  const packed = document.getElementById("data").textContent;
  const bytes = Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

function make(name, attributes = {}, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, attributes[key]);
  return element;
}

const ink = (number) => (number < 0 ? "none" : `var(--i${number})`);
const text = (number) => data.texts[number];
const filled = (template, words) => Object.entries(words).reduce((said, [key, value]) => said.replace(`{${key}}`, value), template);

// -- shapes ------------------------------------------------------------------------------------------------

const DRAW = {
  t([x, y, content, font, fill, anchor, upright, width]) {
    const element = shape("text", { x, y, class: `f${font}`, "text-anchor": ANCHORS[anchor], "dominant-baseline": "central" });
    element.style.fill = ink(fill);
    if (upright) element.setAttribute("transform", `rotate(-90 ${x} ${y})`);
    if (!fitsFont && width > 0) {
      element.setAttribute("textLength", width);
      element.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
    element.textContent = text(content);
    return element;
  },
  r([x, y, width, height, fill, edge, rx]) {
    const inset = edge < 0 ? 0 : 0.5; // the line lies inside
    const size = { x: x + inset, y: y + inset, width: Math.max(width - 2 * inset, 0), height: Math.max(height - 2 * inset, 0), rx };
    return painted(shape("rect", size), fill, edge, 1, [], 1);
  },
  p([points, stroke, width, fill, dash, opacity, closed]) {
    let d = "";
    for (let i = 0; i < points.length; i += 2) d += `${i ? "L" : "M"}${points[i]} ${points[i + 1]}`;
    return painted(shape("path", { d: closed ? d + "Z" : d }), fill, stroke, width, dash, opacity);
  },
  e([cx, cy, rx, ry, fill, edge, width, dash, opacity]) {
    return painted(shape("ellipse", { cx, cy, rx, ry }), fill, edge, width, dash, opacity);
  },
  i([x, y, width, height, ...addresses]) {
    const both = shape("g", {}); // of which the style sheet shows one
    const image = (address, i) => shape("image", { x, y, width, height, href: text(address), preserveAspectRatio: "none", class: ["light", "dark"][i] });
    both.append(...addresses.map(image));
    return both;
  },
  c([x, y, width, height, inside]) {
    const element = shape("svg", { x, y, width, height, viewBox: `${x} ${y} ${width} ${height}` });
    element.append(...inside.map(draw));
    return element;
  },
};

function painted(element, fill, edge, width, dash, opacity) {
  element.style.fill = ink(fill);
  if (edge >= 0) {
    element.style.stroke = ink(edge);
    element.style.strokeWidth = width;
    if (dash.length) element.style.strokeDasharray = dash.join(" ");
  }
  if (opacity < 1) element.style.opacity = opacity;
  return element;
}

function draw(number) {
  const [kind, ...values] = data.shapes[number];
  return DRAW[kind](values);
}

// -- panels ------------------------------------------------------------------------------------------------

function drawPanel(name) {
  const panel = current().panels[name];
  const svg = document.querySelector(`svg[data-panel="${name}"]`);
  const [height, shapes, spots] = panel.steps[state.step];
  svg.setAttribute("viewBox", `0 0 ${panel.width} ${height}`);
  svg.style.setProperty("--width", `${panel.width}px`);
  const areas = spots.map((number) => spot(data.shapes[number]));
  svg.replaceChildren(...panel.static.map(draw), ...shapes.map(draw), ...areas);
  const descriptions = areas.map((area) => area.dataset.description).filter(Boolean);
  if (svg.getAttribute("role") === "img") svg.setAttribute("aria-label", [svg.dataset.title, ...descriptions].join("; "));
}

function spot([x, y, width, height, tip, key, description]) {
  const area = shape("rect", { x, y, width, height, class: "spot" });
  area.dataset.tip = text(tip);
  area.dataset.key = text(key);
  area.dataset.description = text(description);
  return area;
}

const neighbourSection = () => document.getElementById(current().neighbours?.panel);

function drawNeighbours() {
  const table = current().neighbours;
  const section = neighbourSection();
  if (!table || !section) return;
  const step = table.steps[state.step];
  section.querySelector(".summary").textContent = text(table.summaries[state.step]);
  const rows = section.querySelectorAll("tbody tr");
  rows.forEach((row, i) => {
    row.hidden = i >= step.length;
    if (row.hidden) return;
    table.changing.forEach((column, j) => { row.cells[column].textContent = text(step[i][j]); });
  });
}

function listNeighbours() {
  const table = current().neighbours;
  const section = neighbourSection();
  if (!table || !section) return;
  const side = (column) => (table.left.includes(column) ? { class: "left" } : {});
  const head = make("tr", {}, table.titles.map((title, j) => make("th", { scope: "col", ...side(j) }, [text(title)])));
  const body = table.cells.map((cells, i) => make("tr", { "data-key": `n${i}` }, cells.map((cell, j) => make("td", side(j), [text(cell)]))));
  const old = section.querySelector(".wide");
  const wide = make("div", { class: "wide", tabindex: "0" }, [make("table", {}, [make("thead", {}, [head]), make("tbody", {}, body)])]);
  if (old) old.replaceWith(wide);
  else section.append(make("p", { class: "summary" }), wide);
}

// -- what belongs together ---------------------------------------------------------------------------------

function related(key) {
  const keys = new Set(key ? [key] : []);
  const links = current().neighbours?.links ?? [];
  if (key.startsWith("n")) for (const name of links[Number(key.slice(1))] ?? []) keys.add(text(name));
  else if (key.startsWith("a")) {
    for (const area of document.querySelectorAll(".spot")) {
      if (area.dataset.key.startsWith(`${key.slice(1)}.`)) keys.add(area.dataset.key);
    }
  } else if (key) {
    keys.add(`a${key.split(".")[0]}`);
    links.forEach((names, i) => names.some((name) => text(name) === key) && keys.add(`n${i}`));
  }
  return keys;
}

function highlight(key) {
  const keys = related(key);
  for (const element of document.querySelectorAll("[data-key]")) {
    element.classList.toggle("highlighted", element.dataset.key !== "" && keys.has(element.dataset.key));
  }
}

function showTip(area) {
  const tip = document.getElementById("tip");
  const content = area?.dataset.tip ?? "";
  tip.hidden = !content;
  if (!content) return;
  tip.textContent = content;
  const box = area.getBoundingClientRect();
  const left = Math.min(Math.max(box.left, 8), window.innerWidth - tip.offsetWidth - 8);
  const below = box.bottom + 8;
  const top = below + tip.offsetHeight > window.innerHeight ? box.top - tip.offsetHeight - 8 : below;
  tip.style.left = `${Math.max(left, 8)}px`;
  tip.style.top = `${Math.max(top, 8)}px`;
}

function follow(event) {
  const area = event.target.closest?.("[data-key]");
  showTip(area);
  highlight(area?.dataset.key ?? "");
}

// -- the present instance and k ----------------------------------------------------------------------------

const current = () => data.rows[state.row];

function nearest(k) {
  const ks = current().ks;
  return ks.reduce((best, value, i) => (Math.abs(value - k) < Math.abs(ks[best] - k) ? i : best), 0);
}

function show() {
  const row = current();
  for (const name of Object.keys(row.panels)) drawPanel(name);
  drawNeighbours();
  if (data.screens) showScreen();
  if (row.byHand) showDrawing();
  const spoken = text(row.spoken[state.step]);
  for (const slider of document.querySelectorAll('[role="slider"]')) {
    slider.setAttribute("aria-valuemin", row.ks[0]);
    slider.setAttribute("aria-valuemax", row.ks[row.ks.length - 1]);
    slider.setAttribute("aria-valuenow", row.ks[state.step]);
    slider.setAttribute("aria-valuetext", isHidden() ? `k = ${row.ks[state.step]}` : spoken);
  }
  document.getElementById("k").value = row.ks[state.step];
  document.getElementById("note").textContent = "";
  const chooser = document.getElementById("row");
  if (chooser) chooser.value = state.row;
  showGuess();
  // In the frame of a notebook a page has no address of its own.
  if (location.protocol !== "about:") history.replaceState(null, "", `#${data.screens ? `screen=${state.screen + 1}&` : ""}row=${row.row}&k=${row.ks[state.step]}`);
}

function goTo(step) {
  state.step = Math.min(Math.max(step, 0), current().ks.length - 1);
  show();
}

function typeK(typed) {
  goTo(typed ? nearest(Number(typed)) : state.step);
  const k = current().ks[state.step];
  const isOther = typed && Number(typed) !== k;
  document.getElementById("note").textContent = isOther ? `k = ${typed} is not on this page; the nearest one is ${k}.` : "";
}

function pick(row) {
  const k = data.rows[state.row].ks[state.step];
  state.row = row;
  listNeighbours();
  goTo(nearest(k));
}

function readAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const row = data.rows.findIndex((one) => String(one.row) === asked.get("row"));
  state.row = Math.max(row, 0);
  if (data.screens) openScreen(Number(asked.get("screen")) - 1);
  listNeighbours();
  const k = Number(asked.get("k"));
  goTo(k > 0 ? nearest(k) : current().start);
}

// -- guesses -----------------------------------------------------------------------------------------------

const isHidden = () => data.guess && !state.guesses.has(state.row);

function showGuess() {
  for (const part of document.querySelectorAll("[data-tells-answer], #controls svg")) part.classList.toggle("hidden-by-guess", isHidden());
  const place = document.getElementById("guess");
  place.replaceChildren();
  if (!data.guess) return;
  if (isHidden()) {
    const buttons = data.names.map((name, code) => {
      const button = make("button", { type: "button" }, [text(name)]);
      button.addEventListener("click", () => { state.guesses.set(state.row, code); show(); });
      return button;
    });
    place.append("Which class is it? ", ...buttons);
    return;
  }
  const said = [text(current().verdicts[state.step][state.guesses.get(state.row)])];
  const known = [...state.guesses].filter(([row]) => data.rows[row].true >= 0);
  const right = known.filter(([row, code]) => data.rows[row].true === code).length;
  if (known.length) said.push(`${filled(data.guess.score, { right, guesses: known.length })}.`);
  if (known.length === data.rows.length) said.push(data.guess.last);
  place.append(said.join(" "));
}

// -- controls ----------------------------------------------------------------------------------------------

function svgOf(name, title, role) {
  const svg = shape("svg", { role, tabindex: "0", "aria-label": title, "data-panel": name });
  svg.dataset.title = title;
  svg.addEventListener("pointermove", follow);
  svg.addEventListener("pointerleave", () => { showTip(null); highlight(""); });
  return svg;
}

function stepAt(svg, event) {
  const box = svg.getBoundingClientRect();
  const panel = current().panels[svg.dataset.panel];
  const x = ((event.clientX - box.left) / box.width) * panel.width;
  const places = current().cursors[svg.dataset.panel];
  return places.reduce((best, place, i) => (Math.abs(place - x) < Math.abs(places[best] - x) ? i : best), 0);
}

function moveByKey(event) {
  const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity };
  if (!(event.key in by)) return;
  event.preventDefault();
  goTo(state.step + by[event.key]);
}

function slider(name) {
  const svg = svgOf(name, "k, the number of neighbours", "slider");
  svg.addEventListener("pointerdown", (event) => {
    svg.setPointerCapture(event.pointerId);
    dragged = (moved) => goTo(stepAt(svg, moved));
    dragged(event);
  });
  svg.addEventListener("keydown", moveByKey);
  return svg;
}

function walkSpots(event) {
  // Arrow keys go through what can be pointed at, as in the window.
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const areas = [...event.currentTarget.querySelectorAll(".spot")];
  const now = areas.findIndex((area) => area.classList.contains("current"));
  areas.forEach((area) => area.classList.remove("current"));
  const area = areas[Math.min(Math.max(now + by, 0), areas.length - 1)];
  if (!area) return;
  area.classList.add("current");
  area.scrollIntoView({ block: "nearest", inline: "nearest" });
  showTip(area);
  highlight(area.dataset.key);
  document.getElementById("spoken").textContent = area.dataset.description || area.dataset.tip;
}

function packPanels() {
  // A panel covers as many low rows of the grid as it is high, with its margin.
  const watch = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      const margin = parseFloat(getComputedStyle(target).marginBottom);
      target.style.setProperty("--rows", Math.ceil((target.offsetHeight + margin) / 4));
    }
  });
  for (const section of document.querySelectorAll("section.panel")) watch.observe(section, { box: "border-box" });
}

function build() {
  const controls = document.getElementById("controls");
  const line = make("div", { class: "line" });
  if (data.rows.length > 1 && !data.screens) {
    const options = data.rows.map((row, i) => make("option", { value: i }, [`row ${row.row}`]));
    const chooser = make("select", { id: "row" }, options);
    chooser.addEventListener("change", () => pick(Number(chooser.value)));
    line.append(make("label", { for: "row" }, ["instance"]), chooser);
  }
  const box = make("input", { id: "k", type: "number", min: 1, step: 1, inputmode: "numeric" });
  box.addEventListener("change", () => typeK(box.value));
  line.append(make("label", { for: "k" }, ["k"]), box, make("span", { id: "note", role: "status" }), make("span", { class: "hint" }, ["neighbours: drag the line below, type a number, or use the arrow keys"]));
  controls.append(line, make("p", { id: "guess", "aria-live": "polite" }), ...["ribbon", "ribbon_medium", "ribbon_narrow"].map(slider),
    make("p", { id: "spoken", class: "for-screen-reader", "aria-live": "polite" }));
  for (const section of document.querySelectorAll("section.panel")) {
    if (section.id === "curves") { section.append(slider("curves")); continue; } // its cursor is k
    for (const name of [section.id, `${section.id}_narrow`].filter((one) => one in current().panels)) {
      const svg = svgOf(name, section.getAttribute("aria-label"), "img");
      svg.addEventListener("keydown", walkSpots);
      section.append("scrolls" in section.dataset ? make("div", { class: "scroll" }, [svg]) : svg);
    }
  }
  packPanels();
  if (current().byHand) buildDrawing();
  if (data.screens) buildScreens();
  const table = neighbourSection();
  table?.addEventListener("pointerover", follow);
  table?.addEventListener("pointerleave", () => { showTip(null); highlight(""); });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "]") goTo(state.step + 1);
    if (event.key === "[") goTo(state.step - 1);
    if (event.key === "Escape") { showTip(null); highlight(""); }
  });
  window.addEventListener("hashchange", readAddress);
  // On the window: chromium drops a capture when what was pressed is drawn anew, as it is at every step.
  window.addEventListener("pointermove", (event) => { if (dragged) dragged(event); });
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => { dragged = null; });
}

function probeFont() {
  const probe = make("span", { class: "probe" }, ["mmmmmmmmmmiiiiiiiiii0123456789"]);
  document.body.append(probe);
  const width = probe.getBoundingClientRect().width;
  probe.remove();
  fitsFont = Math.abs(width - Number(document.documentElement.dataset.probe)) < 3;
}

unpack().then((unpacked) => {
  data = unpacked;
  probeFont();
  build();
  readAddress();
});
