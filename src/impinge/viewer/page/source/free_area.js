/**
 * Where in the view the model is placed: aside of the list of layers and of the words of a picture.
 * Areas are given from -1 to 1 across the view, y up: their middle, and half their sizes.
 */

/** Room for the scale below at least, and for the words above in picture mode [px]. */
const BELOW = 40;
const ABOVE = 86;
/** The legend takes at most this share of the height. */
const LEGEND_SHARE = 0.25;
/** Between the list of layers and the model [px]. */
const GAP = 12;
/** An area beside the list must keep this share of the view's width or height. */
const LEAST_SHARE = 0.45;
/** Directions along which the list and the model are tried to be told apart. */
const TRIES = Array.from({ length: 24 }, (_, k) => [Math.cos((k * Math.PI) / 12), Math.sin((k * Math.PI) / 12)]);

function areaOf(box, { width, height }) {
  return {
    x: (box.left + box.right) / width - 1,
    y: 1 - (box.top + box.bottom) / height,
    halfX: (box.right - box.left) / width,
    halfY: (box.bottom - box.top) / height,
  };
}

/**
 * @param {{width: number, height: number}} size of the view [px]
 * @param {{width: number, height: number}|null} card what covers its upper left corner, up to there [px]
 * @param {boolean} words whether title and answer stand in the view
 * @param {number} legend height of what the legend covers below [px]
 * @returns {{whole: object, others: object[]}} the view, and its parts aside of the card
 */
export function areasOf(size, card, words, legend) {
  const box = { left: 0, right: size.width, top: words ? ABOVE : 0, bottom: size.height };
  if (size.height > 6 * BELOW) box.bottom -= Math.max(BELOW, Math.min(legend, LEGEND_SHARE * size.height));
  const others = [];
  if (card) {
    const [right, below] = [card.width + GAP, card.height + GAP];
    if (right < (1 - LEAST_SHARE) * size.width) others.push(areaOf({ ...box, left: right }, size));
    if (below < (1 - LEAST_SHARE) * size.height) others.push(areaOf({ ...box, top: below }, size));
  }
  return { whole: areaOf(box, size), others };
}

/** How much of the upper left corner of the view an element covers [px]; null where it is not there. */
export function cornerOf(card) {
  if (card.offsetWidth === 0) return null;
  return { width: card.offsetLeft + card.offsetWidth, height: card.offsetTop + card.offsetHeight };
}

/** Whether a card at the upper left is free of points [px]: some line tells them apart. */
export function isAside(points, card) {
  const corners = [[0, 0], [card.width, 0], [0, card.height], [card.width, card.height]];
  return TRIES.some(([x, y]) => {
    const reach = Math.max(...corners.map((corner) => x * corner[0] + y * corner[1])) + GAP;
    return points.every((point) => x * point[0] + y * point[1] > reach);
  });
}
