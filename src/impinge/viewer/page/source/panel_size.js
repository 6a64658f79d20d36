/**
 * The panel beside the picture: as wide as it is dragged, or put away.
 */
import { byId } from "./elements.js";

const LEAST = 280;
const STEP = 24;

export function startPanel() {
  const splitter = byId("splitter");
  const panel = byId("panel");
  const button = byId("fold");
  const resize = (width) => {
    const most = Math.max(LEAST, document.body.clientWidth - 240);
    const size = Math.max(LEAST, Math.min(most, width));
    document.body.style.setProperty("--panel", `${size}px`);
    splitter.setAttribute("aria-valuenow", String(Math.round(size)));
  };
  splitter.addEventListener("pointerdown", (event) => {
    splitter.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  splitter.addEventListener("pointermove", (event) => {
    if (splitter.hasPointerCapture(event.pointerId)) resize(panel.getBoundingClientRect().right - event.clientX);
  });
  splitter.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    resize(panel.clientWidth + step);
  });
  button.addEventListener("click", () => {
    const folded = document.body.classList.toggle("folded");
    button.setAttribute("aria-pressed", String(!folded));
  });
}
