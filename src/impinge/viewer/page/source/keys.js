/**
 * Keys that work wherever no text is being written.
 */

/** @param {Record<string, (event: KeyboardEvent) => void>} actions by key */
export function startKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { target } = event;
    const writing = target.matches?.("input[type=search], input[type=text], textarea, select");
    if (writing && event.key !== "Escape") return;
    // A focused control keeps the keys that work it.
    if (event.key === " " && target.closest?.("button, input, summary")) return;
    if (event.key.startsWith("Arrow") && target.closest?.("input, [role=tab], [role=separator]")) return;
    const action = actions[event.key];
    if (!action || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    action(event);
  });
}
