/**
 * Saves the picture as a PNG file: what is seen, with title, answer and legend.
 */
import { cutMiddle } from "./headline.js";
import { codesOf, endsOf } from "./legend.js";
import { setScale } from "./overlay.js";

const MARGIN = 24;
/** Width of a mark of the legend [px]. */
const MARK = 18;
/** From there to its words, from line to line of the legend, and what the scale beside it takes [px]. */
const WORDS = MARK + 8;
const LINE = 20;
const SCALE = 140;
/** Length of a scale of colours, and what stands between it and its ends [px]. */
const BAR = 96;
const BESIDE_BAR = 6;
/** Names of panes stand below the title [px]. */
const PANE_NAME = 92;

function fileName(title) {
  const safe = title.normalize("NFKD").replace(/[^\w]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  return `${safe || "impinge"}.png`;
}

/** A scale of colours, with what is at its ends. */
function drawScale(sheet, entry, unit, x, y) {
  const [low, high] = endsOf(entry, unit);
  const from = x + sheet.measureText(low).width + BESIDE_BAR;
  const fill = sheet.createLinearGradient(from, 0, from + BAR, 0);
  codesOf(entry).forEach((code, k, { length }) => fill.addColorStop(k / (length - 1), code));
  sheet.fillText(low, x, y);
  sheet.fillText(high, from + BAR + BESIDE_BAR, y);
  sheet.fillStyle = fill;
  sheet.fillRect(from, y - 5, BAR, 10);
}

/** The mark of a kind of layer, as the legend shows it. */
function drawMark(sheet, kind, colour, x, y) {
  sheet.fillStyle = colour;
  sheet.strokeStyle = colour;
  sheet.lineWidth = 2;
  sheet.setLineDash(kind === "dashed" ? [5, 3] : []);
  sheet.beginPath();
  if (kind === "points" || kind === "balls") sheet.arc(x + 0.5 * MARK, y, 5, 0, 2 * Math.PI);
  else if (["lines", "strands", "dashed"].includes(kind)) {
    sheet.moveTo(x, y);
    sheet.lineTo(x + MARK, y);
  } else if (kind === "arrows") {
    sheet.moveTo(x, y);
    sheet.lineTo(x + MARK, y);
    sheet.moveTo(x + MARK - 6, y - 5);
    sheet.lineTo(x + MARK, y);
    sheet.lineTo(x + MARK - 6, y + 5);
  } else sheet.rect(x + 1, y - 5, MARK - 2, 10);
  if (["points", "things", "patches"].includes(kind)) sheet.fill();
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

/** Words in lines that are no wider. */
function linesOf(sheet, text, most) {
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines[lines.length - 1]} ${word}` : word;
    if (lines.length > 0 && sheet.measureText(longer).width <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A text without its middle, where it would be wider. */
function fitted(sheet, text, most) {
  let said = text;
  for (let letters = text.length; letters > 3 && sheet.measureText(said).width > most; letters -= 1) {
    said = cutMiddle(text, letters);
  }
  return said;
}

/** Entries of the legend in lines beside the scale, with their places. */
function legendPlaces(sheet, legend, unit, width) {
  const end = width - MARGIN - SCALE;
  let [x, line] = [MARGIN, 0];
  const placed = legend.map((entry) => {
    const text = fitted(sheet, entry.text, end - MARGIN - WORDS);
    const ends = entry.range ? endsOf(entry, unit).map((end) => sheet.measureText(end).width + BESIDE_BAR) : [];
    const wide = ends.reduce((sum, end) => sum + end, sheet.measureText(text).width + (entry.range ? BAR : 0));
    if (x > MARGIN && x + WORDS + wide > end) [x, line] = [MARGIN, line + 1];
    const place = { ...entry, text, x, line };
    x += WORDS + wide + 20;
    return place;
  });
  return placed.map((place) => ({ ...place, up: LINE * (line - place.line) }));
}

/** Draws the words and the legend; sizes are pixels of the page, `ratio` turns them into the file's. */
function writeWords(sheet, model, unit, labels, palette, { size, panes }, ratio) {
  const family = getComputedStyle(document.body).fontFamily;
  sheet.scale(ratio, ratio);
  sheet.textBaseline = "top";
  sheet.fillStyle = palette.code("ink");
  sheet.font = `600 18px ${family}`;
  sheet.fillText(model.heading, MARGIN, MARGIN, size.width - 2 * MARGIN);
  sheet.fillStyle = palette.code("quiet");
  sheet.font = `15px ${family}`;
  // As the page shows it: with long names cut.
  const { textContent: answer } = document.getElementById("answer");
  linesOf(sheet, answer, size.width - 2 * MARGIN).forEach((line, k) => {
    sheet.fillText(line, MARGIN, MARGIN + 27 + LINE * k, size.width - 2 * MARGIN);
  });
  sheet.font = `13px ${family}`;
  sheet.textBaseline = "middle";
  const y = size.height - MARGIN;
  for (const entry of legendPlaces(sheet, model.legend, unit, size.width)) {
    const { text, colour, kind, x, up } = entry;
    if (entry.range) {
      sheet.fillStyle = palette.code("quiet");
      sheet.fillText(text, x, y - up);
      drawScale(sheet, entry, unit, x + sheet.measureText(text).width + 10, y - up);
      continue;
    }
    drawMark(sheet, kind, palette.code(colour), x, y - up);
    sheet.fillStyle = palette.code("quiet");
    sheet.fillText(text, x + WORDS, y - up);
  }
  const names = panes.length > 1 ? panes.map(({ left, top }, k) => ({
    text: model.panes[k].name, start: [left + MARGIN, top + PANE_NAME], line: null,
  })) : [];
  for (const { text, start, line } of [...labels, ...names]) {
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

export function savePicture(model, unit, picture, labels, palette) {
  const { size, canvas } = picture;
  picture.draw(performance.now(), false, true);
  setScale(document.getElementById("scale"), model, unit, picture.orbit, picture.panes[0].height);
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const sheet = copy.getContext("2d");
  sheet.drawImage(canvas, 0, 0);
  writeWords(sheet, model, unit, labels, palette, picture, canvas.width / size.width);
  copy.toBlob((blob) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = fileName(model.title);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }, "image/png");
}
