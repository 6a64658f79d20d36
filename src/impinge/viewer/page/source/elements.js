/**
 * Small elements of the page. Texts go in as text, never as HTML.
 */

/**
 * @param {string} tag
 * @param {{class?: string, text?: string, title?: string, data?: object, attributes?: object}} with_
 * @param {Node[]} children
 */
export function element(tag, with_ = {}, children = []) {
  const made = document.createElement(tag);
  if (with_.class) made.className = with_.class;
  if (with_.text !== undefined) made.textContent = with_.text;
  if (with_.title) made.title = with_.title;
  for (const [name, value] of Object.entries(with_.data ?? {})) made.dataset[name] = value;
  for (const [name, value] of Object.entries(with_.attributes ?? {})) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** @returns {HTMLElement} the element of an id, which the page must have */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** Gives an element the colour of a palette entry, in whichever theme. */
export function tint(target, colour) {
  const safe = /^#[0-9a-f]{6}$/i.test(colour ?? "") ? colour : `var(--${/^[a-z]+$/.test(colour ?? "") ? colour : "neutral"})`;
  target.style.setProperty("--tint", safe);
  return target;
}
