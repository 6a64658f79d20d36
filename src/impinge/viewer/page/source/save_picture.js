/**
 * Saves the picture as a PNG file: what is seen, with title, answer and legend.
 */
import { setScale } from "./overlay.js";

const MARGIN = 24;
/** Width of a mark of the legend [px]. */
const MARK = 18;

function fileName(title) {
  const safe = title.normalize("NFKD").replace(/[^\w]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return `${safe || "impinge"}.png`;
}

/** The mark of a kind of layer, as the legend shows it. */
function drawMark(sheet, kind, colour, x, y) {
  sheet.fillStyle = colour;
  sheet.strokeStyle = colour;
  sheet.lineWidth = 2;
  sheet.setLineDash(kind === "dashed" ? [5, 3] : []);
  sheet.beginPath();
  if (kind === "points" || kind === "balls") sheet.arc(x + 0.5 * MARK, y, 5, 0, 2 * Math.PI);
  else if (kind === "lines" || kind === "dashed") {
    sheet.moveTo(x, y);
    sheet.lineTo(x + MARK, y);
  } else if (kind === "arrows") {
    sheet.moveTo(x, y);
    sheet.lineTo(x + MARK, y);
    sheet.moveTo(x + MARK - 6, y - 5);
    sheet.lineTo(x + MARK, y);
    sheet.lineTo(x + MARK - 6, y + 5);
  } else sheet.rect(x + 1, y - 5, MARK - 2, 10);
  if (["points", "things"].includes(kind)) sheet.fill();
  else sheet.stroke();
  sheet.setLineDash([]);
}

/** The line from a place to words that stand off it. */
function drawLead(sheet, [from, to], colour) {
  sheet.lineWidth = 1.5;
  sheet.strokeStyle = colour;
  sheet.beginPath();
  sheet.moveTo(...from);
  sheet.lineTo(...to);
  sheet.stroke();
}

/** Draws the words and the legend; sizes are pixels of the page, `ratio` turns them into the file's. */
function writeWords(sheet, model, labels, palette, size, ratio) {
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
  for (const { text, colour, kind } of model.legend) {
    drawMark(sheet, kind, palette.code(colour), x, y);
    sheet.fillStyle = palette.code("quiet");
    sheet.fillText(text, x + MARK + 8, y);
    x += MARK + 8 + sheet.measureText(text).width + 20;
  }
  for (const { text, start, line } of labels) {
    if (line) drawLead(sheet, line, palette.code("ink"));
    sheet.font = `600 13px ${family}`;
    sheet.lineWidth = 4;
    sheet.lineJoin = "round";
    sheet.strokeStyle = palette.code("paper");
    sheet.fillStyle = palette.code("ink");
    sheet.strokeText(text, ...start);
    sheet.fillText(text, ...start);
  }
  sheet.font = `13px ${family}`;
  const bar = document.querySelector("#scale .bar").getBoundingClientRect().width;
  const right = size.width - MARGIN;
  sheet.fillStyle = palette.code("quiet");
  sheet.fillRect(right - bar, y + 6, bar, 2);
  sheet.textAlign = "right";
  sheet.fillText(document.querySelector("#scale .length").textContent, right, y - 6);
}

export function savePicture(model, picture, labels, palette) {
  const { size, canvas } = picture;
  picture.draw(performance.now(), false, true);
  setScale(document.getElementById("scale"), model, picture.orbit, size.height);
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const sheet = copy.getContext("2d");
  sheet.drawImage(canvas, 0, 0);
  writeWords(sheet, model, labels, palette, size, canvas.width / size.width);
  copy.toBlob((blob) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = fileName(model.title);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }, "image/png");
}
