// A replay on a page of its own: no network, no other script. `data` holds what changes from one moment to the next.
(async () => {
  const $ = (id) => document.getElementById(id);
  const unpack = async (id) => {
    const bytes = Uint8Array.from(atob($(id).textContent), (c) => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  };
  const data = JSON.parse(await unpack("data"));
  const [width, height] = data.frame, last = data.moments.length - 1, EVERY = 50;
  const root = document.querySelector(".rp-file"), slider = root.querySelector("input[type=range]");
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // --- the map by day and by night
  const pictures = {};
  let theme = matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "day";
  async function dress() {
    document.documentElement.dataset.theme = theme === "night" ? "dark" : "light";
    $("theme").setAttribute("aria-pressed", String(theme === "night"));
    pictures[theme] ??= URL.createObjectURL(new Blob([await unpack(theme)], { type: "image/svg+xml" }));
    $("picture").src = pictures[theme];
  }
  $("theme").addEventListener("click", () => { theme = theme === "night" ? "day" : "night"; dress(); });

  // --- areas and counters
  const areas = new Map();
  for (const [id, d] of Object.entries(data.outlines)) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", d);
    $("areas").append(path);
    areas.set(id, path);
  }
  const changed = (state, [, set, drop, own, lost]) => {
    for (const [key, row] of Object.entries(set)) state.pieces.set(key, row);
    for (const key of drop) state.pieces.delete(key);
    for (const [area, mark] of Object.entries(own)) state.owned.set(area, mark);
    for (const area of lost) state.owned.delete(area);
    return state;
  };
  const copy = (state) => ({ pieces: new Map(state.pieces), owned: new Map(state.owned) });
  const kept = [];
  const walk = { pieces: new Map(), owned: new Map() };
  data.moments.forEach((moment, n) => {
    changed(walk, moment);
    if (n % EVERY === 0) kept.push(copy(walk));
  });
  function at(index) {
    const from = Math.floor(index / EVERY), state = copy(kept[from]);
    for (let n = from * EVERY + 1; n <= index; n++) changed(state, data.moments[n]);
    return state;
  }
  const drawn = new Map();
  function draw({ pieces, owned }, look) {
    for (const [key, one] of [...drawn]) {
      if (pieces.has(key)) continue;
      one.element.remove();
      drawn.delete(key);
    }
    for (const [key, row] of pieces) {
      let one = drawn.get(key);
      if (!one) {
        one = { element: document.createElement("div"), row: null };
        $("pieces").append(one.element);
        drawn.set(key, one);
      }
      if (one.row === row) continue;
      const [x, y, dx, dy, z, html, kind, label] = row, { element } = one;
      element.style.cssText = `left:${(100 * x) / width}%;top:${100 - (100 * y) / height}%;z-index:${z}`;
      element.style.setProperty("--dx", dx);
      element.style.setProperty("--dy", dy);
      element.className = `er-piece ${data.texts[kind]}`;
      if (data.texts[label]) element.dataset.label = data.texts[label];
      if (one.row?.[5] !== html) element.innerHTML = data.texts[html];
      one.row = row;
    }
    const seen = new Set(look);
    for (const [id, path] of areas) path.setAttribute("class", `${owned.get(id) || ""} ${seen.has(id) ? "look" : ""}`);
  }

  // --- going through it
  let index = -1, way = 0, timer = 0;
  const rows = [...root.querySelectorAll(".rp-log [data-do=replay-at]")];
  const turns = [...root.querySelectorAll(".rp-turns button")];
  const box = root.querySelector(".rp-words .rp-log");
  function show(to) {
    to = Math.max(0, Math.min(last, to));
    if (to === index) return;
    index = to;
    const moment = data.moments[index], row = rows[index].closest("li");
    draw(at(index), moment[5]);
    $("when").textContent = moment[0];
    $("now").replaceChildren(...[...row.childNodes].flatMap((node) => node.nodeName === "A"
      ? [...node.childNodes].map((child) => child.cloneNode(true)) : [node.cloneNode(true)]));
    slider.value = index;
    slider.setAttribute("aria-valuetext", `${moment[0]}; moment ${index + 1} of ${last + 1}`);
    root.querySelector(".rp-count").firstChild.textContent = `${index + 1} `;
    for (const old of root.querySelectorAll("li[aria-current]")) old.removeAttribute("aria-current");
    for (const one of root.querySelectorAll(`[data-do=replay-at][data-value="${index}"]`)) {
      one.closest("li").setAttribute("aria-current", "true");
    }
    const turn = turns.findLast((one) => +one.dataset.value <= index);
    turn?.closest("li").setAttribute("aria-current", "true");
    box.scrollTop = Math.max(0, row.offsetTop - box.offsetTop - box.clientHeight / 3);
    for (const [value, off] of [["first", !index], ["-1", !index], ["1", index === last], ["last", index === last]]) {
      root.querySelector(`[data-do=replay-step][data-value="${value}"]`).setAttribute("aria-disabled", String(off));
    }
    document.body.dataset.moment = index;
  }
  const signs = {};
  for (const one of root.querySelectorAll("[data-do=replay-play]")) {
    const path = one.querySelector("path");
    signs[one.dataset.value] = { one, path, play: path.getAttribute("d"), name: one.getAttribute("aria-label") };
  }
  function play(next) {
    clearTimeout(timer);
    way = next === way ? 0 : next;
    for (const [value, { one, path, play: sign, name }] of Object.entries(signs)) {
      const on = +value === way;
      path.setAttribute("d", on ? "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z" : sign);
      one.setAttribute("aria-label", on ? "Stop" : name);
    }
    if (way && index === (way > 0 ? last : 0)) show(way > 0 ? 0 : last);
    if (way) wind();
  }
  function wind() {
    const pace = root.querySelector(".rp-pace select").value;
    const read = pace === "run" ? 0 : data.moments[index][6] * 14;
    timer = setTimeout(() => {
      let to = index + way;
      while (to > 0 && to < last && !data.moments[to][6]) to += way;
      show(to);
      if (index === 0 || index === last) play(0);
      else wind();
    }, Math.min(9000, data.paces[pace] + read));
  }
  const go = (to) => { if (way) play(0); show(to); };
  const step = (value) => go({ first: 0, last, 1: index + 1, "-1": index - 1 }[value]);
  slider.addEventListener("input", () => go(+slider.value));
  root.addEventListener("click", (event) => {
    const it = event.target.closest("[data-do]");
    if (!it || it.matches("input, select")) return;
    event.preventDefault();
    if (it.dataset.do === "replay-at") go(+it.dataset.value);
    else if (it.dataset.do === "replay-step") step(it.dataset.value);
    else if (it.dataset.do === "replay-play") play(+it.dataset.value);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select")) return;
    const keys = { ArrowLeft: () => go(index - 1), ArrowRight: () => go(index + 1), Home: () => go(0), End: () => go(last),
      PageUp: () => go(data.fights.findLast((n) => n < index) ?? 0), PageDown: () => go(data.fights.find((n) => n > index) ?? last),
      p: () => play(1), r: () => play(-1), " ": event.target.matches("button, summary") ? null : () => play(1) };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  document.body.classList.toggle("still", still.matches);
  await dress();
  show(Math.min(last, Math.max(0, parseInt(location.hash.slice(1), 10) || 0)));
  document.body.dataset.ready = "1";
})();
