/**
 * The answer at the head of the page. Where it does not fit, long names are cut in their middle: what
 * is said of them, as the time of a contact, comes after them and is what the page is about.
 */

/** Letters that are left of a name at least. */
const LEAST = 11;
/** Names become shorter by this, until all fits. */
const SHARE = 0.85;

/** The beginning and the end of a text; names of parts often differ in either only. */
export function cutMiddle(text, most) {
  const letters = [...text];
  if (letters.length <= most) return text;
  const head = Math.ceil(0.5 * (most - 1));
  return `${letters.slice(0, head).join("")}…${letters.slice(letters.length - (most - 1 - head)).join("")}`;
}

/**
 * @param {string[]} names of things, of which some are in the text
 * @returns {(text: string) => void} which writes the answer
 */
export function showHeadline(home, names) {
  // The longest first: it may contain another.
  const sorted = [...new Set(names)].filter((name) => name.length > LEAST).sort((p, q) => q.length - p.length);
  let text = "";
  const write = () => {
    const long = sorted.filter((name) => text.includes(name));
    home.textContent = text;
    let most = long[0]?.length ?? 0;
    while (most > LEAST && home.scrollHeight > home.clientHeight) {
      most = Math.max(LEAST, Math.floor(SHARE * most));
      home.textContent = long.reduce((said, name) => said.replaceAll(name, () => cutMiddle(name, most)), text);
    }
  };
  addEventListener("resize", write);
  return (said) => {
    text = said;
    home.title = said;
    write();
  };
}
