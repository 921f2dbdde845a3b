// The map before Python: the same picture at the same place, drawn once for both.
(() => {
  "use strict";
  const loading = document.getElementById("loading"), pane = loading.querySelector(".elric-map");
  const canvas = pane.firstElementChild, asked = new URLSearchParams(location.search).get("game");
  // another game of the house has another map, which its table knows
  if (asked && asked !== loading.dataset.game) { loading.querySelector("b").textContent = ""; return; }
  const scale = Math.min(pane.clientWidth / pane.dataset.width, pane.clientHeight / pane.dataset.height);
  const wide = Math.round(pane.dataset.width * scale), high = Math.round(pane.dataset.height * scale);
  let edge = () => {};
  const painted = drawnPicture(wearsDark() ? loading.dataset.dark : loading.dataset.light, wide, high).then((drawn) => {
    Object.assign(canvas, { width: drawn.width, height: drawn.height });
    Object.assign(canvas.style, { width: `${wide}px`, height: `${high}px` });
    paint(drawn);
    performance.mark("elric-map");
    return drawn;
  });
  painted.catch(() => {});
  function paint(drawn) {
    canvas.getContext("2d").drawImage(drawn, 0, 0);
    edge();
  }

  // The first steps of the first lesson while Python is on its way, for somebody who has never been here. They are plain data: what
  // the page says, and the outlines of the places that it asks for.
  const { title, wrong, ours, then, steps } = JSON.parse(document.getElementById("first-steps").textContent);
  if (location.search || !steps?.length || navigator.serviceWorker?.controller) return;
  const box = document.getElementById("first"), [told, goal, said] = box.querySelectorAll("p");
  const fingers = matchMedia("(hover: none) and (pointer: coarse)").matches;
  const words = (text) => (fingers ? text.replaceAll("Click", "Tap").replaceAll("click", "tap") : text);
  const inside = (outline, x, y) => canvas.getContext("2d").isPointInPath(new Path2D(outline), x, y);
  let at = 0, begun = false, sought = [];

  // our land is edged in our colour, and a place that was missed is ringed
  edge = () => {
    const it = canvas.getContext("2d");
    it.save();
    it.scale(canvas.width / pane.dataset.width / 10, canvas.height / pane.dataset.height / 10);
    for (const [outlines, color, width] of [[ours, getComputedStyle(box.querySelector(".seat")).color, 40], [sought, "#fff6d8", 90], [sought, "#2a2015", 30]]) {
      Object.assign(it, { strokeStyle: color, lineWidth: width, lineJoin: "round" });
      for (const outline of outlines) it.stroke(new Path2D(outline));
    }
    it.restore();
  };

  function show() {
    painted.then(paint, () => {});
    told.textContent = words(steps[at]?.tell ?? "");
    goal.firstChild.textContent = words(steps[at]?.goal ?? "");
  }

  pane.addEventListener("click", (event) => {
    if (at >= steps.length) return;
    const seen = canvas.getBoundingClientRect(), step = steps[at];
    // outlines count in tenths of the map's units
    const x = 10 * pane.dataset.width * (event.clientX - seen.x) / seen.width, y = 10 * pane.dataset.height * (event.clientY - seen.y) / seen.height;
    begun = true;
    if (step.there.some((outline) => inside(outline, x, y))) {
      at += 1;
      sought = [];
      said.textContent = words(step.after);
    } else {
      sought = step.there;
      said.textContent = words(step.beside.find(([outline]) => inside(outline, x, y))?.[1] ?? wrong);
    }
    show();
  });
  box.querySelector("h2").textContent = title;
  box.hidden = false;
  show();
  // where the lesson goes on once Python is there; nowhere for somebody who has only waited
  window.elricFirstLesson = () => (begun ? then[at] : "");
})();
