// The screens of a lecture: what each says at the present k, the panels that it shows, and the way through them.

const SHOW_ALL = "Show everything";
const screen = () => data.screens[state.screen];
const isLast = () => state.screen === data.screens.length - 1;

function paragraph(parts) {
  const nested = ([tags, content]) => tags.reduceRight((inside, tag) => make(tag, {}, [inside]), text(content));
  return make("p", {}, parts.map(nested));
}

function showScreen() {
  const { texts, panels, showsK, drawsFirst } = screen();
  document.getElementById("said").replaceChildren(...texts[Math.min(state.step, texts.length - 1)].map(paragraph));
  for (const section of document.querySelectorAll("section.panel")) {
    section.hidden = !state.showsAll && !panels.includes(section.id);
  }
  document.getElementById("controls").hidden = !state.showsAll && !showsK;
  if (current().byHand && panels.includes("curves") && !drawsFirst) pen.isCompared = true;
  const [back, counter, next] = document.getElementById("way").children;
  back.disabled = state.screen === 0;
  counter.textContent = `${state.screen + 1} of ${data.screens.length}`;
  next.textContent = isLast() ? SHOW_ALL : "Next";
  next.disabled = isLast() && state.showsAll;
}

function openScreen(number) {
  state.screen = Math.min(Math.max(number || 0, 0), data.screens.length - 1);
  state.showsAll = false;
  state.row = screen().row;
  data.rows[state.row].start = screen().start;
}

function turn(by) {
  if (by > 0 && isLast()) {
    state.showsAll = true;
    show();
    return;
  }
  openScreen(state.screen + by);
  listNeighbours();
  goTo(screen().start);
}

function buildScreens() {
  const button = (name, by) => {
    const made = make("button", { type: "button" }, [name]);
    made.addEventListener("click", () => turn(by));
    return made;
  };
  const way = make("p", { id: "way", class: "line" }, [button("Back", -1), make("span", {}), button("Next", 1)]);
  way.hidden = data.screens.length < 2;
  document.getElementById("lecture").replaceChildren(make("div", { id: "said", "aria-live": "polite" }), way);
  if (way.hidden) return;
  // Before the slider, whose page keys move k in other pages: a presenter's remote control sends these.
  window.addEventListener("keydown", (event) => {
    const by = { PageDown: 1, PageUp: -1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    turn(by);
  }, true);
}
