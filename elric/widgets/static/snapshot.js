// A part of the page as a picture: the map with its counters and arrows, or a battle card. It is drawn by this browser from what it
// shows already, so that nothing can be in the picture that was not on the screen.

const XHTML = "http://www.w3.org/1999/xhtml";
const SHARPEST = 2; // dots for a pixel
const MARGIN = 14; // pixels around a card
const OUTER = /url\("(https?:[^"\\]+)"\)/g; // an address that is fetched; one inside a drawing that stands in the sheet itself is none

/** The style sheets of this page with their letters inside, as one text: a picture loads nothing. */
async function stylesInside() {
  const sheets = [...document.styleSheets].flatMap((sheet) => {
    try { return [...sheet.cssRules].map((rule) => rule.cssText.replace(/url\("?(?!data:|#)([^")]+)"?\)/g, (_, at) => `url("${new URL(at, sheet.href || location.href).href}")`)); }
    catch { return []; } // of another origin
  });
  const asked = [...new Set(sheets.filter((rule) => rule.startsWith("@font-face")).flatMap((rule) => [...rule.matchAll(OUTER)].map((found) => found[1])))];
  const letters = new Map(await Promise.all(asked.map(async (at) => {
    const blob = await fetch(at).then((it) => it.blob()).catch(() => null);
    return [at, blob && await new Promise((done) => { const reader = new FileReader(); reader.onload = () => done(reader.result); reader.readAsDataURL(blob); })];
  })));
  return sheets.join("\n").replace(OUTER, (_, at) => `url("${letters.get(at) || "data:,"}")`);
}

/** An element as a PNG, as it stands on the screen. */
async function snapshot(element) {
  const root = element.closest(".elric-root"), { width, height } = element.getBoundingClientRect();
  const isMap = element.classList.contains("elric-map"), room = isMap ? 0 : MARGIN;
  const wide = Math.ceil(width + 2 * room), high = Math.ceil(height + 2 * room);
  let it = element.cloneNode(true);
  Object.assign(it.style, { position: "absolute", left: `${room}px`, top: `${room}px`, width: `${width}px`, height: `${height}px`, margin: "0", maxHeight: "none" });
  // what was drawn into a canvas is not copied with it
  const drawn = element.querySelectorAll("canvas");
  it.querySelectorAll("canvas").forEach((canvas, n) => {
    const image = document.createElementNS(XHTML, "img");
    image.setAttribute("class", canvas.getAttribute("class"));
    image.setAttribute("style", canvas.getAttribute("style"));
    image.src = drawn[n].width ? drawn[n].toDataURL() : "data:,";
    image.style.visibility = "visible";
    canvas.replaceWith(image);
  });
  for (const image of it.querySelectorAll('img[src^="blob:"], img:not([src])')) image.remove();
  // the same classes around it, so that the same styles hold, without their layout
  for (let around = element.parentElement; around !== root.parentElement; around = around.parentElement) {
    const outer = around.cloneNode(false);
    outer.append(it);
    outer.style.cssText = around === root ? `position: relative; width: ${root.clientWidth}px; height: ${high}px; overflow: visible` : "display: contents !important";
    it = outer;
  }
  it.classList.add("er-snapshot");
  it.dataset.theme = getComputedStyle(root).colorScheme.includes(" ") ? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light") : getComputedStyle(root).colorScheme;
  for (const sprite of document.querySelectorAll(".er-sprite")) it.prepend(sprite.cloneNode(true));
  // a comment may hold what XML does not allow in one
  const comments = document.createTreeWalker(it, NodeFilter.SHOW_COMMENT), found = [];
  while (comments.nextNode()) found.push(comments.currentNode);
  for (const comment of found) comment.remove();
  const style = document.createElementNS(XHTML, "style");
  style.textContent = await stylesInside();
  it.prepend(style);
  const text = new XMLSerializer().serializeToString(it);
  const svg = `<svg xmlns="${SVG}" width="${wide}" height="${high}"><foreignObject width="100%" height="100%">${text}</foreignObject></svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  await pause(150); // the letters inside it load when it is first drawn
  const canvas = document.createElement("canvas"), sharp = Math.min(SHARPEST, Math.max(1, window.devicePixelRatio || 1) * (isMap ? 1 : 2));
  [canvas.width, canvas.height] = [Math.round(wide * sharp), Math.round(high * sharp)];
  const context = canvas.getContext("2d");
  context.scale(sharp, sharp);
  context.fillStyle = getComputedStyle(root).backgroundColor;
  context.fillRect(0, 0, wide, high);
  context.drawImage(image, 0, 0, wide, high);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** The battle card that a button stands on, or else the map, into the clipboard. */
function copySnapshot(it) {
  const card = it.closest(".battlecard"), element = card || it.closest(".elric-root").querySelector(".elric-map");
  return copyAsPicture(it, snapshot(element), card ? "battle.png" : "map.png");
}
