/**
 * What the address asks for after its `#`: `picture`, `dark`, `light`, `frame=12`, joined by `&`.
 *
 * @param {string} hash
 * @returns {{picture: boolean, theme: "light"|"dark"|null, frame: number|null}}
 */
export function hashOptions(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const frame = Number.parseInt(words.get("frame") ?? "", 10);
  return {
    picture: words.has("picture"),
    theme: words.has("dark") ? "dark" : words.has("light") ? "light" : null,
    frame: Number.isFinite(frame) ? frame : null,
  };
}
