/**
 * Moments of a step, or marked frames, on the slider: a tick each, to be seen and pressed, with what
 * happens there.
 */
import { element } from "./elements.js";

/**
 * @param {{moments: object[], last: number, say: (time: number) => string}} moments with the end of the slider
 * @param {(time: number) => void} go
 */
export function showMoments(home, { moments, last, say }, go) {
  const ticks = moments.map((moment, k) => {
    const words = [moment.label, ...(moment.names.length > 0 ? [moment.names.join(" and ")] : [])].join(": ");
    const tick = element("button", {
      class: `tick${moment.known ? "" : " open"}`,
      title: `${words}, at ${say(moment.time)}${k === 0 ? " (c)" : ""}`,
      data: { time: String(moment.time) },
      attributes: { type: "button", "aria-label": `Go to ${words}, at ${say(moment.time)}` },
    }, [element("i"), element("span", { class: "said", text: moment.label })]);
    tick.style.setProperty("--at", String(moment.time / Math.max(1, last)));
    tick.addEventListener("click", () => go(moment.time));
    return tick;
  });
  home.replaceChildren(...ticks);
  /** One label is enough: that of the moment shown, else of the first. */
  return (time) => {
    const here = Math.max(0, moments.findIndex((moment) => moment.time === time));
    ticks.forEach((tick, k) => {
      tick.classList.toggle("told", k === here);
      tick.setAttribute("aria-pressed", String(moments[k].time === time));
    });
  };
}
