/**
 * What the address asks for after its `#`: `picture`, `dark`, `light`, `frame=12`, `time=0.5`,
 * joined by `&`.
 *
 * @param {string} hash
 * @returns {{picture: boolean, theme: "light"|"dark"|null, frame: number|null, time: number|null}}
 */
export function hashOptions(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const frame = Number.parseInt(words.get("frame") ?? "", 10);
  const time = Number.parseFloat(words.get("time") ?? "");
  return {
    picture: words.has("picture"),
    theme: words.has("dark") ? "dark" : words.has("light") ? "light" : null,
    frame: Number.isFinite(frame) ? frame : null,
    time: Number.isFinite(time) ? time : null,
  };
}
