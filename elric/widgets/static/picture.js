// The picture of the map as pixels. Drawn by software, an SVG would be drawn anew for every tile of the screen; so it is
// drawn once, in the size it is seen in: a picture chooses its names by its own width. The page's template draws it while
// the scripts are still on their way (elricPicture), and the map takes that very drawing over.

/** The SVG behind an address, or the text itself. */
function pictureText(from) {
  const kept = document.elricPictureText ||= new Map();
  if (!kept.has(from)) kept.set(from, from.startsWith("<") ? Promise.resolve(from) : fetch(from).then((it) => it.text()));
  return kept.get(from);
}

/** A canvas with the picture in `wide` by `high` CSS pixels. The last one is kept: a second request gets it at once. */
function drawnPicture(from, wide, high) {
  const sharp = Math.min(window.devicePixelRatio || 1, 3);
  const key = [wide, high, sharp, from].join(" ");
  if (document.elricPicture?.key !== key) document.elricPicture = { key, canvas: drawPicture(from, wide, high, sharp) };
  return document.elricPicture.canvas;
}

async function drawPicture(from, wide, high, sharp) {
  const svg = (await pictureText(from)).replace(/ width="[\d.]+" height="[\d.]+"/, ` width="${wide}" height="${high}"`);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  // The fonts inside the picture load when it is first drawn: draw it once at the size of a pixel.
  [canvas.width, canvas.height] = [1, 1];
  context.drawImage(image, 0, 0);
  await new Promise((done) => setTimeout(done));
  [canvas.width, canvas.height] = [Math.round(wide * sharp), Math.round(high * sharp)];
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return canvas;
}
