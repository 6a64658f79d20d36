/**
 * What the reader has chosen, in one place: parts of the page change it, others listen.
 */
export class Store {
  /** @param {object} state */
  constructor(state) {
    this.state = state;
    this.listeners = [];
  }

  /** Calls `listener(state)` after any of `keys` has changed. */
  on(keys, listener) {
    this.listeners.push({ keys: new Set(keys), listener });
  }

  /** Takes over what differs and tells who listens. */
  change(patch) {
    const changed = Object.keys(patch).filter((key) => !Object.is(this.state[key], patch[key]));
    if (changed.length === 0) return;
    for (const key of changed) this.state[key] = patch[key];
    for (const { keys, listener } of this.listeners) {
      if (changed.some((key) => keys.has(key))) listener(this.state, changed);
    }
  }
}
