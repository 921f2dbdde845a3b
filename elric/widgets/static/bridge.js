// The browser's half of the bridge: regions, messages, heartbeat, address, memory.

const SLOTS = ["top", "map", "side", "below", "foot", "over"];
const BEAT = 5000; // milliseconds between heartbeats while the page is in sight
const LOST = 15000; // without an answer for so long, the connection counts as lost
const SILENT = 1500; // and after so long it is asked whether the server is there at all
const STORE = "elric:";
const SETTLE = 400; // milliseconds in which nothing acts after the page is covered or uncovered
const LINGER = 1500; // and so long where the finger was that did it; a mouse has to move away first
const NEAR = 24; // pixels

/**
 * What the browser's half is told of where it runs:
 * - ours: whether the page is ours alone, with its address, title, theme and keyboard; in a notebook it is not
 * - findMap(model, element, signal): a Leaflet map `obj` in an element `el`, or null
 * - greeted: whether Python began with what `greeting` says, so that it need not be said again
 * The model is as anywidget gives it: get, set, on, off, send.
 */
const jupyter = { get ours() { return document.body.dataset.voila === "voila"; }, findMap: findView, greeted: false };

const lines = new WeakMap(); // model -> when Python was heard last, and whether its server was found gone

function lineOf(model) {
  if (!lines.has(model)) lines.set(model, { heard: Date.now(), gone: false, asking: 0 });
  return lines.get(model);
}

/** Sends a message to Python; when the connection is lost for good it is dropped, and the bar below says so. */
const sayer = (model) => (message) => {
  const line = lineOf(model), said = Date.now();
  line.asking ||= setTimeout(async () => {
    if (line.heard < said && await window.elricGone?.()) showLost(line.gone = true);
    line.asking = 0;
  }, SILENT);
  try { model.send(message); } catch (error) { if (error?.message !== "Cannot send") throw error; }
};

/** Set up once for each model: patches, heartbeat, the page's id, local storage. */
function initialize(model, host) {
  const stop = new AbortController();
  const say = sayer(model), line = lineOf(model);
  let beats = 0;

  inOrder(model, (message) => {
    line.heard = Date.now();
    if (line.gone) showLost(line.gone = false);
    if (message.kind === "patch") { takePatch(model, message, say); arrived(); }
    else if (message.kind === "pong") arrived();
    else if (message.kind === "remember") remember(message.key, message.text);
    else if (message.kind === "query" && host.ours) setQuery(message.values, message.push);
  }, stop.signal);
  // Back and Forward: Python shows the place, and finds nothing in the address to correct
  if (host.ours) addEventListener("popstate", () => say({ kind: "do", name: "address", value: location.search.slice(0, 2000) }), { signal: stop.signal });

  const beat = setInterval(() => {
    if (document.hidden) { line.heard = Date.now(); return; }
    say({ kind: "ping", n: ++beats });
    showLost(line.gone || Date.now() - line.heard > LOST);
  }, BEAT);
  document.addEventListener("visibilitychange", () => { line.heard = Date.now(); }, { signal: stop.signal });

  if (!host.greeted) {
    if (host.ours) depart();
    say(greeting(model, host));
  }
  return () => { clearInterval(beat); stop.abort(); };
}

/** What a browser says of itself when it comes. */
function greeting(model, host) {
  if (host.ours) ownShelf();
  return {
    kind: "hello",
    search: (host.ours ? location.search : "").slice(0, 2000),
    stored: recall(),
    dark: isDark(model.get("theme"), host),
    narrow: matchMedia("(max-width: 820px)").matches,
    inflates: "DecompressionStream" in window,
    version: model.get("version"),
  };
}

/** Set up once for each view: what is on the screen. */
async function render(model, el, host) {
  const stop = new AbortController();
  const say = sayer(model);
  const regions = new Regions(el);
  const voice = document.createElement("div");
  voice.className = "er-voice";
  voice.setAttribute("aria-live", "polite");
  el.append(voice);

  const changes = [];
  const on = (name, listener) => { model.on(name, listener); changes.push([name, listener]); };
  const told = new Told(el, stop.signal);
  let arrows = null, areas = null;
  let wanted = ""; // a control that is to have the focus and has not been drawn yet
  const focus = (key) => {
    const it = el.querySelector(`[data-key="${CSS.escape(key)}"], #${CSS.escape(key)}`);
    wanted = it ? "" : key;
    it?.focus();
    // it may have had the focus at another place; the panel is laid out first
    if (it) setTimeout(() => it.scrollIntoView({ block: "nearest" }), 60);
  };
  const draw = () => {
    regions.draw(model.get("regions"), model.get("slots"));
    told.draw();
    arrows?.draw();
    findLines();
    for (const it of el.querySelectorAll("textarea[data-address]")) it.value = wholeAddress(it.value);
    if (wanted) focus(wanted);
  };
  // the lines of the story that are about the place which was chosen last
  const findLines = (chosen) => {
    const place = areas?.chosen;
    const lines = [...el.querySelectorAll(".tale [data-look]")].filter((it) => {
      const here = it.dataset.look.split(" ").includes(place);
      if (here) it.setAttribute("aria-current", "location");
      else it.removeAttribute("aria-current");
      return here;
    });
    if (chosen && lines.length) inBox(lines.at(-1));
  };
  const dress = () => setTheme(el, model.get("theme"), host);
  const layOut = () => {
    const root = el.closest(".elric-root") || el;
    root.dataset.layout = model.get("arrangement");
    showMap(root, false);
  };
  draw();
  dress();
  if (host.ours) regions.slots.get("top").append(themeSwitch(stop.signal));
  on("change:regions", draw);
  on("change:slots", draw);
  on("change:theme", dress);
  on("change:arrangement", layOut);
  on("change:announce", () => { voice.textContent = inFingers(`>${model.get("announce")}`).slice(1); });

  guard(el, stop.signal);
  listen(el, say, () => areas, stop.signal, host);
  new Asking(el, say, stop.signal);
  new Dragging(el, say, stop.signal);
  let chart = null, pieces = null, numbers = null, board = null, awaited = host.ours && !host.greeted && boardAwaited(model);
  const light = () => {
    if (!chart) return;
    const name = isDark(model.get("theme"), host) ? "dark" : "light", picture = model.get("pictures")[name];
    if (!picture) say({ kind: "picture", name });
    else Promise.resolve(chart.setPicture(picture)).then(() => { if (!awaited) announceReady(); });
  };
  const lay = async () => {
    board?.abort();
    board = new AbortController();
    const { signal } = board;
    chart = areas = pieces = numbers = arrows = null;
    const [view] = await Promise.all([host.findMap(model, el, signal), furnish(model)]);
    if (signal.aborted) return;
    layOut();
    if (!view) { announceReady(); return; }
    const laid = chart = new Chart(view, model.get("frame"), host.ours);
    signal.addEventListener("abort", () => laid.remove());
    light();
    areas = new Areas(chart, model, say, findLines, signal);
    pieces = new Pieces(chart, model, signal);
    const told = numbers = new Numbers(chart, model);
    const drawn = arrows = new Arrows(chart, model, el);
    signal.addEventListener("abort", () => { told.remove(); drawn.remove(); });
    frame();
  };
  let asked = null; // a part of the map that is to be shown, until there is a map
  const frame = () => {
    if (!areas || !asked) return;
    const points = asked.ids.map((id) => areas.at(id)).filter(Boolean);
    if (asked.ids.length && !points.length) return; // of the board that is still to come
    areas.chart.frame(points, asked.close);
    asked = null;
  };
  if (!awaited) lay(); // of a board that is not to be seen nothing is fetched
  on("change:theme", light);
  on("change:pictures", light);
  onTheme(light, stop.signal);
  on("change:names", () => areas?.drawName());
  on("change:marks", () => areas?.drawMarks());
  on("change:pieces", () => { pieces?.draw(); numbers?.draw(); });
  on("change:badges", () => pieces?.drawBadges());
  // another game's board: the old one is removed at once, the new one shown when all of it has arrived
  on("change:outlines change:still", () => { board?.abort(); chart = areas = pieces = numbers = arrows = null; });
  stop.signal.addEventListener("abort", () => board?.abort());
  inOrder(model, (message) => {
    if (message.kind === "board") {
      awaited = false;
      if (host.ours && message.title) document.title = message.title;
      if (!chart) lay();
      else light();
    } else if (message.kind === "look") areas?.look(message.id);
    else if (message.kind === "frame") { asked = message; frame(); }
    else if (message.kind === "focus" && !areas?.focus(message.key)) focus(message.key);
  }, stop.signal);
  return () => {
    stop.abort();
    for (const [name, listener] of changes) model.off(name, listener);
  };
}

const furnished = new WeakMap(); // model -> [address, when the model has what lies there]

/** Where there is a server, the constant parts of a board have an address: they are fetched once for each model and board. */
function furnish(model) {
  const address = model.get("still");
  if (!address) return null;
  if (furnished.get(model)?.[0] !== address) furnished.set(model, [address, fetchStill(model, address)]);
  return furnished.get(model)[1];
}

async function fetchStill(model, address) {
  try {
    const answer = await fetch(new URL(address, location.href));
    if (!answer.ok) throw new Error(`${answer.status} for the board`);
    const found = await answer.json();
    if (model.get("still") === address) model.set(found, { silent: true });
  } catch (error) {
    window.elricCard?.("script");
    throw error;
  }
}

/** The sections, by slot and in order; only what changed is touched. */
class Regions {
  constructor(el) {
    this.sections = new Map();
    this.slots = new Map();
    this.modal = null;
    for (const slot of SLOTS) {
      const box = document.createElement("div");
      box.className = `er-slot er-slot-${slot}`;
      box.hidden = true;
      if (slot === "side") el.append(Object.assign(document.createElement("h2"), { className: "unseen", textContent: "Beside the map" }));
      el.append(box);
      this.slots.set(slot, box);
    }
    this.el = el;
  }

  draw(regions, slots) {
    for (const [name, { section }] of [...this.sections]) {
      if (name in regions) continue;
      section.remove();
      this.sections.delete(name);
    }
    const last = new Map();
    for (const [name, html] of Object.entries(regions)) {
      const slot = SLOTS.includes(slots[name]) ? slots[name] : "side";
      const box = this.slots.get(slot);
      let shown = this.sections.get(name);
      if (!shown) {
        const section = document.createElement("section");
        section.dataset.region = name;
        this.sections.set(name, shown = { section, html: null });
      }
      const { section } = shown;
      const previous = last.get(slot) || null;
      const expected = previous ? previous.nextSibling : box.firstChild;
      if (section !== expected) box.insertBefore(section, expected);
      last.set(slot, section);
      if (shown.html !== html) morph(section, inFingers(shown.html = html));
    }
    for (const box of this.slots.values()) box.hidden = !box.querySelector(":scope > section");
    this.holdModal();
    this.wind();
  }

  /** A control with data-after presses itself after so many milliseconds, once for each data-key it is given. */
  wind() {
    const it = this.el.querySelector("[data-after]"), key = it?.dataset.key;
    if (key === this.wound) return;
    clearTimeout(this.timer);
    this.wound = key;
    if (it) this.timer = setTimeout(() => { if (it.isConnected && it.dataset.key === key) it.click(); }, +it.dataset.after);
  }

  /** While an element with data-modal is shown, the rest of the page is inert. */
  holdModal() {
    const modal = this.slots.get("over").querySelector("[data-modal]");
    if (modal === this.modal) return;
    const root = this.el.closest(".elric-root") || this.el;
    for (const box of root.querySelectorAll(".er-slot:not(.er-slot-over), .leaflet-widgets")) box.inert = !!modal;
    if (modal && !this.modal) this.back = document.activeElement;
    const covered = (one) => one?.dataset.cover !== undefined;
    if (covered(modal) || covered(this.modal)) handOver();
    // the next player begins at the top of the panel, not on the control that the last one pressed
    const home = covered(this.modal) ? root.querySelector("[data-home]") : null;
    this.modal = modal;
    if (modal) (modal.querySelector("[autofocus], button, [href], input, select") || modal).focus();
    else if (home) home.focus({ preventScroll: true });
    else if (this.back?.isConnected) this.back.focus({ preventScroll: true });
  }
}

const shield = { until: 0, x: -1, y: -1, lasts: 0, mouse: false }, pointer = { x: -1, y: -1, keyed: false };

/** The screen changes hands: for a moment no press counts, and longer where the pointer rests. */
function handOver() {
  const now = performance.now();
  Object.assign(shield, { until: now + SETTLE, lasts: now + LINGER, mouse: shield.mouse && !pointer.keyed, x: pointer.x, y: pointer.y });
}

const isNear = (event) => Math.hypot(event.clientX - shield.x, event.clientY - shield.y) < NEAR;

/** Whether a press was meant by the player before. */
function isLate(event) {
  const now = performance.now();
  if (now < shield.until) return true;
  const held = shield.mouse ? shield.lasts > 0 : now < shield.lasts;
  return event.detail > 0 && held && isNear(event);
}

/** Such presses are swallowed, for buttons and for the map. */
function guard(el, signal) {
  const all = { capture: true, signal };
  const note = (event) => {
    if (event.type === "pointermove" && event.clientX === pointer.x && event.clientY === pointer.y) return;
    Object.assign(pointer, { x: event.clientX, y: event.clientY });
    if (event.pointerType === "mouse" && !isNear(event)) shield.lasts = 0;
    shield.mouse = event.pointerType === "mouse";
    pointer.keyed = false;
  };
  document.addEventListener("pointermove", note, all);
  document.addEventListener("pointerdown", note, all);
  const stop = (event) => {
    const root = el.closest(".elric-root") || el;
    if (!root.contains(event.target) || !isLate(event)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  for (const type of ["click", "dblclick", "submit"]) document.addEventListener(type, stop, all);
  document.addEventListener("keydown", (event) => {
    const root = el.closest(".elric-root") || el;
    const held = event.repeat && ["Enter", " "].includes(event.key) && event.target.matches?.("button, summary, path");
    pointer.keyed = true; // a mouse that only lies there was not what handed over
    if (!root.contains(event.target) || !["Enter", " "].includes(event.key)) return;
    // ignore a key that is still held down from before
    if (held || performance.now() < shield.until) { event.stopImmediatePropagation(); event.preventDefault(); }
  }, all);
}

/** What a form says; a choice left as it was given (value "") goes unsaid. */
function fieldsOf(form, submitter) {
  const fields = {};
  const said = [...new FormData(form, submitter)].filter(([name, value]) => value !== "" || !form.elements[name]?.matches?.("select"));
  for (const [name, value] of said.slice(0, 120)) fields[name] = String(value).slice(0, 400001);
  return fields;
}

const FINGERS = matchMedia("(hover: none) and (pointer: coarse)");

/** Without a mouse, “click” in texts from Python reads “tap”. */
function inFingers(html) {
  if (!FINGERS.matches || !/click/i.test(html)) return html;
  return html.replace(/>[^<]+/g, (text) => text.replace(/\b([Cc])lick(s|ed|ing)?\b/g, (_, c, end = "") =>
    `${c === "C" ? "T" : "t"}ap${/^[ei]/.test(end) ? "p" : ""}${end}`));
}

/** Clicks, changes and keys on what Python wrote. */
function listen(el, say, areas, signal, host) {
  const on = (target, type, listener) => target.addEventListener(type, listener, { signal });
  on(el, "click", (event) => {
    const it = event.target.closest("[data-act], [data-do], [data-look], [data-local]");
    if (!it || !el.contains(it)) return;
    if (it.dataset.look) for (const id of it.dataset.look.split(" ")) areas()?.look(id);
    if (it.dataset.local) doLocally(it, areas());
    if (it.dataset.act) { it.classList.add("is-pressed"); setTimeout(() => it.classList.remove("is-pressed"), 400); }
    if (it.dataset.act) say({ kind: "act", text: it.dataset.act.slice(0, 2000) });
    else if (it.dataset.do && !it.matches("input, select, textarea, form")) {
      say({ kind: "do", name: it.dataset.do, value: (it.dataset.value || "").slice(0, 2000) });
    } else return;
    event.preventDefault();
  });
  on(el, "change", (event) => {
    const it = event.target;
    if (it.matches("input[data-read]")) readFile(it);
    if (it.form && it.matches("[data-sends]")) say({ kind: "do", name: it.dataset.sends, value: fieldsOf(it.form) });
    if (!it.matches("input[data-do], select[data-do], textarea[data-do]")) return;
    const value = it.type === "checkbox" ? (it.checked ? "on" : "") : it.value;
    say({ kind: "do", name: it.dataset.do, value: value.slice(0, 2000) });
  });
  // a part of a form that is filled when it is unfolded; toggle does not bubble
  el.addEventListener("toggle", ({ target: it }) => {
    if (it.open && it.matches("details[data-sends]")) {
      say({ kind: "do", name: it.dataset.sends, value: fieldsOf(it.closest("form")) });
    }
  }, { signal, capture: true });
  let typing = 0;
  on(el, "input", (event) => {
    const it = event.target;
    if (!it.matches("[data-live]")) return;
    const send = () => { it.waits = 0; say({ kind: "do", name: it.dataset.live, value: it.value.slice(0, 2000) }); };
    if (it.type === "range") {
      // redraw while the slider moves, not only when it is released
      it.moved = performance.now();
      it.waits ||= setTimeout(send, 90);
      return;
    }
    clearTimeout(typing);
    typing = setTimeout(send, 180);
  });
  on(el, "submit", (event) => {
    const form = event.target.closest("form[data-do]");
    event.preventDefault();
    if (!form) return;
    say({ kind: "do", name: form.dataset.do, value: fieldsOf(form, event.submitter) });
  });
  for (const [start, end] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
    on(el, start, (event) => hover(event, (id) => areas()?.hint(id, "look")));
    on(el, end, (event) => hover(event, (id) => areas()?.unhint(id, "look")));
  }
  on(document, "keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !el.isConnected) return;
    if (event.repeat && event.key !== "Escape") return;
    if (performance.now() < shield.until) return;
    const root = el.closest(".elric-root") || el;
    const here = root.contains(event.target) || (host.ours && event.target === document.body);
    const slides = event.target.matches?.("input[type=range]") && /^(Arrow|Home|End|Page)/.test(event.key);
    const written = slides || event.target.matches?.("input:not([type=checkbox], [type=radio], [type=range]), textarea, select");
    if (!here) return;
    if (event.key === "Escape") say({ kind: "do", name: "escape", value: "" });
    else if (event.key === "Enter" && event.target.dataset?.enter) {
      clearTimeout(typing); // what was typed is in what Enter says
      say({ kind: "do", name: event.target.dataset.enter, value: event.target.value.slice(0, 200) });
    } else if (written) return;
    else if (event.key === "/") root.querySelector("[data-search]")?.focus();
    else {
      const over = root.querySelector("[data-modal]");
      const button = (over || root).querySelector(`[data-hotkey="${CSS.escape(event.key)}"]`);
      if (!button) return;
      button.click();
    }
    event.preventDefault();
  });
}

/** Bring a line into sight within the box that scrolls it; the page stays where it is. */
function inBox(line) {
  const box = line.closest(".tale-box"), [at, seen] = [line.getBoundingClientRect(), box.getBoundingClientRect()];
  if (at.top < seen.top + 16) box.scrollTop += at.top - seen.top - 16;
  else if (at.bottom > seen.bottom) box.scrollTop += at.bottom - seen.bottom;
}

function hover(event, then) {
  const it = event.target.closest?.("[data-look]");
  if (it && !it.contains(event.relatedTarget)) it.dataset.look.split(" ").forEach(then);
}

/** Show the folded map, or fold it again. */
function showMap(root, out) {
  root.classList.toggle("er-map-out", out);
  for (const it of root.querySelectorAll('[data-local="map"]')) it.setAttribute("aria-expanded", String(out));
}

/** What a control does in the browser alone: data-local="whole | focus-map | map | print | close | copy | picture | snapshot | file". */
function doLocally(it, areas) {
  const deeds = {
    map: () => {
      const root = it.closest(".elric-root");
      showMap(root, !root.classList.contains("er-map-out"));
    },
    whole: () => areas?.chart.fit(),
    "focus-map": () => areas?.focus(areas.current),
    print: () => window.print(),
    close: () => it.closest("[data-region] > *")?.remove(),
    copy: () => copyText(it),
    picture: () => copyPicture(it),
    snapshot: () => copySnapshot(it),
    file: () => saveFile(it),
  };
  deeds[it.dataset.local]?.();
}

/** Copy the text area beside a button; a link becomes the whole address. */
function copyText(it) {
  const from = it.closest(".take, li").querySelector("textarea");
  from.select();
  // without a clipboard the text is selected, ready for Ctrl+C
  navigator.clipboard?.writeText(from.value).then(() => {
    const was = it.textContent;
    it.textContent = "Copied";
    setTimeout(() => { it.textContent = was; }, 1500);
  }, () => {});
}

/** The picture of the position that this page's address opens, into the clipboard; without a clipboard for pictures, as a file. */
function copyPicture(it) {
  const asked = fetch(new URL(it.dataset.from + location.search, location.href));
  return copyAsPicture(it, asked.then((answer) => (answer.ok ? answer.blob() : null)), "position.png");
}

/** A picture that is still to come into the clipboard; the button says what has become of it. */
async function copyAsPicture(it, coming, name) {
  const picture = await coming.catch(() => null), words = it.firstElementChild || it, was = words.textContent;
  let done = "No picture now";
  if (picture) {
    done = "Copied";
    try { await navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]); }
    catch { download(picture, name); done = "Saved"; }
  }
  words.textContent = done;
  setTimeout(() => { words.textContent = was; }, 1500);
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A link of this page as a full address, with the name of its game. */
function wholeAddress(link) {
  const whole = new URL(link, location.href.split("?")[0]);
  const game = new URLSearchParams(location.search).get("game");
  if (game && !whole.searchParams.has("game")) whole.search += `${whole.search ? "&" : "?"}game=${encodeURIComponent(game)}`;
  return whole.href;
}

/** The text area before a button as a file. */
function saveFile(it) {
  const text = it.closest(".take").querySelector("textarea").value;
  download(new Blob([text], { type: /\.html$/.test(it.dataset.file) ? "text/html" : "text/plain" }), it.dataset.file);
}

/** A file's text into the field of its form that data-read names; the person still has to send the form. */
async function readFile(it) {
  const field = it.form?.elements[it.dataset.read];
  if (field && it.files[0]) field.value = (await it.files[0].slice(0, 400001).text());
}

const turns = new WeakMap(); // message -> when it is whole

/** Messages in order: a compressed one is unpacked before it, and any later one, is handled. */
function inOrder(model, read, signal) {
  let last = Promise.resolve();
  const take = (message, buffers) => {
    if (!turns.has(message)) turns.set(message, unpack(message, buffers));
    const whole = turns.get(message);
    last = last.then(() => whole).then(read).catch((error) => console.error(error));
  };
  model.on("msg:custom", take);
  signal?.addEventListener("abort", () => model.off("msg:custom", take));
}

async function unpack(message, buffers) {
  if (!message.packed) return message;
  const stream = new Blob([buffers[0]]).stream().pipeThrough(new DecompressionStream("deflate"));
  return { ...message, ...(await new Response(stream).json()) };
}

function takePatch(model, { version, patches }, say) {
  if (version !== model.get("version") + 1) { say({ kind: "resync" }); return; }
  model.set("version", version);
  for (const [name, { set = {}, change = {}, drop = [], order }] of Object.entries(patches)) {
    const next = { ...model.get(name), ...set };
    for (const [key, fields] of Object.entries(change)) next[key] = { ...next[key], ...fields };
    for (const key of drop) delete next[key];
    model.set(name, order ? Object.fromEntries(order.map((key) => [key, next[key]])) : next);
  }
}

/** Hide the first page until the room or the game named by the address has arrived. */
function depart() {
  const elsewhere = [...new URLSearchParams(location.search).keys()].some((name) => !["page", "game"].includes(name));
  document.documentElement.toggleAttribute("data-going", elsewhere);
  if (elsewhere) setTimeout(arrived, 4000);
}

function arrived() {
  document.documentElement.removeAttribute("data-going");
}

/** Whether the address asks for another game than the one that the page was made with: its board is on its way. */
function boardAwaited(model) {
  const asked = new URLSearchParams(location.search).get("game");
  return !!asked && !!model.get("game") && asked !== model.get("game");
}

function showLost(lost) {
  let banner = document.getElementById("elric-lost");
  if (!banner && lost) {
    banner = document.createElement("div");
    banner.id = "elric-lost";
    banner.className = "er-lost";
    banner.setAttribute("role", "alert");
    banner.innerHTML = "<p>The connection was lost. Run the cell again to go on.</p>";
    document.body.append(banner);
  }
  if (banner) banner.hidden = !lost;
}

/** The page is there when its picture is. */
function announceReady() {
  if (window.elricReady) return;
  window.elricReady = true;
  document.dispatchEvent(new CustomEvent("elric:ready"));
}

/** Light or dark: as asked for, else as the surrounding notebook, else as the page. */
function isDark(theme, host) {
  if (theme !== "auto") return theme === "dark";
  const lab = host.ours ? undefined : document.body.dataset.jpThemeLight;
  return lab ? lab === "false" : wearsDark();
}

/** Calls back whenever the theme may have changed. */
function onTheme(then, signal) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", then, { signal });
  const watcher = new MutationObserver(then);
  watcher.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
  watcher.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  signal.addEventListener("abort", () => watcher.disconnect());
}

function setTheme(el, theme, host) {
  const root = el.closest(".elric-root") || el;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  if (host.ours) wearTheme(theme);
}

/** This browser's list of games has a name that nobody can guess; all its tabs see it at once. */
function ownShelf() {
  try {
    // randomUUID is missing where the page comes over plain http from another machine.
    const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
    if (!localStorage.getItem(`${STORE}shelf`)) {
      localStorage.setItem(`${STORE}shelf`, bytes.map((byte) => byte.toString(16).padStart(2, "0")).join(""));
    }
  } catch { /* without local storage the list lives as long as the page */ }
}

function setQuery(values, push = false) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  history[push ? "pushState" : "replaceState"](null, "", url);
}

function remember(key, text) {
  try {
    if (text) localStorage.setItem(STORE + key, text);
    else localStorage.removeItem(STORE + key);
  } catch { /* without local storage nothing is remembered; that is no error */ }
}

function recall() {
  const kept = {};
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(STORE)).slice(0, 16);
    for (const key of keys) {
      const text = localStorage.getItem(key);
      if (text.length <= 50000) kept[key.slice(STORE.length)] = text;
    }
  } catch { /* as above */ }
  return kept;
}

/** The browser's half for a page that is as `host` says. */
const over = (host) => ({ initialize: ({ model }) => initialize(model, host), render: ({ model, el }) => render(model, el, host) });

export { greeting, over };
export default over(jupyter);
