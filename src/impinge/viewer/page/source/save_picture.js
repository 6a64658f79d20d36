/**
 * Saves the picture as a PNG file: what is seen, with title, answer and legend.
 */
import { setScale } from "./overlay.js";

const MARGIN = 24;

function fileName(title) {
  const safe = title.normalize("NFKD").replace(/[^\w]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return `${safe || "impinge"}.png`;
}

/** Draws the words and the legend; sizes are pixels of the page, `ratio` turns them into the file's. */
function writeWords(sheet, model, palette, size, ratio) {
  const family = getComputedStyle(document.body).fontFamily;
  sheet.scale(ratio, ratio);
  sheet.textBaseline = "top";
  sheet.fillStyle = palette.code("ink");
  sheet.font = `600 18px ${family}`;
  sheet.fillText(model.title, MARGIN, MARGIN, size.width - 2 * MARGIN);
  sheet.fillStyle = palette.code("quiet");
  sheet.font = `15px ${family}`;
  sheet.fillText(model.subtitle, MARGIN, MARGIN + 27, size.width - 2 * MARGIN);
  sheet.font = `13px ${family}`;
  sheet.textBaseline = "middle";
  let x = MARGIN;
  const y = size.height - MARGIN;
  for (const { text, colour } of model.legend) {
    sheet.fillStyle = palette.code(colour);
    sheet.beginPath();
    sheet.arc(x + 5, y, 5, 0, 2 * Math.PI);
    sheet.fill();
    sheet.fillStyle = palette.code("quiet");
    sheet.fillText(text, x + 16, y);
    x += 16 + sheet.measureText(text).width + 20;
  }
  const bar = document.querySelector("#scale .bar").getBoundingClientRect().width;
  const right = size.width - MARGIN;
  sheet.fillStyle = palette.code("quiet");
  sheet.fillRect(right - bar, y + 6, bar, 2);
  sheet.textAlign = "right";
  sheet.fillText(document.querySelector("#scale .length").textContent, right, y - 6);
}

export function savePicture(model, picture, palette) {
  const { size, canvas } = picture;
  picture.draw(performance.now(), false);
  setScale(document.getElementById("scale"), model, picture.orbit, size.height);
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const sheet = copy.getContext("2d");
  sheet.drawImage(canvas, 0, 0);
  writeWords(sheet, model, palette, size, canvas.width / size.width);
  copy.toBlob((blob) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = fileName(model.title);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }, "image/png");
}
