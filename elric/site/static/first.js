// The map before Python: the same picture at the same place, drawn once for both.
(function () {
  "use strict";
  const loading = document.getElementById("loading"), pane = loading.querySelector(".elric-map");
  const canvas = pane.firstElementChild, asked = new URLSearchParams(location.search).get("game");
  // another game of the house has another map, which its table knows
  if (asked && asked !== loading.dataset.game) { loading.querySelector("b").textContent = ""; return; }
  const scale = Math.min(pane.clientWidth / pane.dataset.width, pane.clientHeight / pane.dataset.height);
  const wide = Math.round(pane.dataset.width * scale), high = Math.round(pane.dataset.height * scale);
  drawnPicture(wearsDark() ? loading.dataset.dark : loading.dataset.light, wide, high).then((drawn) => {
    Object.assign(canvas, { width: drawn.width, height: drawn.height });
    Object.assign(canvas.style, { width: `${wide}px`, height: `${high}px` });
    canvas.getContext("2d").drawImage(drawn, 0, 0);
    performance.mark("elric-map");
  }, () => {});
})();
