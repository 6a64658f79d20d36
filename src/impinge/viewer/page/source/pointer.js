/**
 * Hands on the picture: drag, wheel, fingers, click and hover.
 */

const TURN = 0.0075;
const WHEEL = 0.0014;
/** A press that moves less is a click [px]. */
const CLICK = 4;

export class Pointer {
  /**
   * @param {HTMLElement} element
   * @param {object} orbit
   * @param {(x: number, y: number) => {x: number, y: number}} across from a place on the page to -1 ... 1
   *   across the pane that is there
   * @param {{click: Function, twice: Function, hover: Function}} on each gets x and y of the page
   */
  constructor(element, orbit, across, on) {
    this.element = element;
    this.across = across;
    this.orbit = orbit;
    this.on = on;
    this.fingers = new Map();
    this.travelled = 0;
    element.addEventListener("pointerdown", (event) => this.down(event));
    element.addEventListener("pointermove", (event) => this.move(event));
    element.addEventListener("pointerup", (event) => this.up(event));
    element.addEventListener("pointercancel", (event) => this.fingers.delete(event.pointerId));
    element.addEventListener("pointerleave", () => on.hover(null));
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    element.addEventListener("dblclick", (event) => on.twice(event.clientX, event.clientY));
  }

  down(event) {
    this.element.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) this.travelled = 0;
    this.on.hover(null);
  }

  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType === "mouse") this.on.hover([event.clientX, event.clientY]);
      return;
    }
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    this.travelled += Math.abs(dx) + Math.abs(dy);
    if (this.travelled <= CLICK) return;
    if (this.fingers.size === 2) this.pinch(event, finger, dx, dy);
    else if (event.buttons & 2 || event.buttons & 4 || event.shiftKey) {
      this.orbit.pan(dx, dy, this.element.clientHeight);
    } else this.orbit.turn(TURN * dx, TURN * dy);
    [finger.x, finger.y] = [event.clientX, event.clientY];
  }

  /** Two fingers: together they pan, apart they zoom. */
  pinch(event, finger, dx, dy) {
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)[1];
    const before = Math.hypot(finger.x - other.x, finger.y - other.y);
    const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    const middle = this.across(0.5 * (event.clientX + other.x), 0.5 * (event.clientY + other.y));
    if (before > 0 && after > 0) this.orbit.zoom(before / after, middle.x, middle.y);
    this.orbit.pan(0.5 * dx, 0.5 * dy, this.element.clientHeight);
  }

  up(event) {
    const known = this.fingers.delete(event.pointerId);
    if (known && this.fingers.size === 0 && this.travelled <= CLICK && event.button === 0) {
      this.on.click(event.clientX, event.clientY);
    }
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : 1;
    const step = Math.max(-300, Math.min(300, lines * event.deltaY));
    const { x, y } = this.across(event.clientX, event.clientY);
    this.orbit.zoom(Math.exp(WHEEL * step * (event.ctrlKey ? 4 : 1)), x, y);
  }
}
