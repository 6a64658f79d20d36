/**
 * What the bar of time counts: frames of a recording, or the time of a step. Both say where the
 * slider stands, and what changes when it is moved, stepped or played.
 */
import { shortNumber } from "./numbers.js";

/** The last frame that has begun at a time. */
export function frameAt(times, time) {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = Math.ceil(0.5 * (low + high));
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What changes when a step is shown at another time. */
export function timePatch(model, time) {
  const within = Math.max(0, Math.min(1, time));
  return { time: within, frame: frameAt(model.times, within) };
}

/** Frames of a recording; played in their own seconds. */
export class FrameClock {
  label = "Frame";

  step = "1";

  constructor(model) {
    this.times = model.times;
    this.last = this.times.length - 1;
    this.decimals = decimalsFor(this.times);
    this.end = this.times[this.last];
    this.said = model.clockWords;
    this.moments = model.moments;
  }

  place({ frame }) {
    return frame;
  }

  placed(frame) {
    return { frame: Math.max(0, Math.min(this.last, frame)) };
  }

  stepped({ frame }, by) {
    return this.placed(frame + by);
  }

  seconds({ frame }) {
    return this.times[frame];
  }

  played(seconds) {
    return { frame: frameAt(this.times, seconds) };
  }

  /** The next frame that is marked, or the first one again. */
  next({ frame }) {
    return this.moments.find((moment) => moment.frame > frame) ?? this.moments[0] ?? null;
  }

  words({ frame }) {
    const time = this.times[frame];
    if (this.said) {
      const [now, of] = this.said[frame];
      return { time: frame, now, of, aloud: `${of}, ${now}` };
    }
    return {
      time,
      now: `${time.toFixed(this.decimals)} s`,
      of: `frame ${frame + 1} of ${this.last + 1}`,
      aloud: `frame ${frame}, ${shortNumber(time)} seconds`,
    };
  }
}

/** The time of a step, from 0 to 1. */
export class StepClock {
  label = "Time of the step";

  step = "any";

  last = 1;

  constructor(model) {
    this.model = model;
    this.end = model.step.seconds;
    this.decimals = Math.max(4, Math.ceil(-Math.log10(model.step.stride)) + 1);
  }

  place({ time }) {
    return time;
  }

  placed(time) {
    return timePatch(this.model, time);
  }

  /** Strides on; a moment on the way is not jumped over. */
  stepped({ time }, by) {
    const there = time + by * this.model.step.stride;
    const [low, high] = [Math.min(time, there), Math.max(time, there)];
    const between = this.model.step.moments.map((moment) => moment.time).filter((t) => low < t && t < high);
    return this.placed(between.length === 0 ? there : by > 0 ? Math.min(...between) : Math.max(...between));
  }

  /** The next moment after a time, or the first one again. */
  next({ time }) {
    const { moments } = this.model.step;
    return moments.find((moment) => moment.time > time) ?? moments[0] ?? null;
  }

  seconds({ time }) {
    return time * this.end;
  }

  played(seconds) {
    return this.placed(seconds / this.end);
  }

  words({ time, frame }) {
    const { moments, words } = this.model.step;
    const here = moments.find((moment) => moment.time === time);
    const of = here?.label ?? words[frame];
    const whole = [of, ...(here ? [here.names.join(" and ")] : [])].filter(Boolean).join(": ");
    return { time, now: `t = ${time.toFixed(this.decimals)}`, of, aloud: `time ${shortNumber(time)} of the step, ${whole}` };
  }
}

/** Enough to tell neighbouring frames apart. */
function decimalsFor(times) {
  let least = Infinity;
  for (let k = 1; k < times.length; k += 1) least = Math.min(least, times[k] - times[k - 1]);
  return Number.isFinite(least) ? Math.max(0, Math.min(9, 1 - Math.floor(Math.log10(least)))) : 3;
}
