/**
 * Sliders of a robot's joints, in place of a table: each with its value, limits and unit; buttons
 * for named configurations, and one that copies q.
 */
import { copyText } from "./details.js";
import { byId, element } from "./elements.js";
import { anglesOf } from "./kinematics.js";
import { betweenNumbers, fullNumber } from "./numbers.js";
import { numbersOf, written } from "./robots.js";
import { matches, wordsOf } from "./table_rows.js";

/** Joints of several numbers are folded where there are more sliders. */
const MANY = 24;
/** Strides of a slider from end to end, by arrow keys. */
const STRIDES = 200;
const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };
const WAIT = 1200;
const DEGREES = 180 / Math.PI;

/** A number that stands still while it changes: always with the same decimals. */
const fixed = (value, decimals) => value.toFixed(decimals).replace(/^-(?=[0.]*$)/, "").replace("-", "\u2212");

export class JointsPanel {
  /** @param {{select: (table: string, row: number) => void, pause: () => void}} on */
  constructor(robots, store, on) {
    this.robots = robots;
    this.store = store;
    this.on = on;
    this.home = byId("joints");
    this.sheets = robots.robots.map((robot, k) => this.sheet(robot, k));
    store.on(["openTable"], () => this.open());
    store.on(["q", "openTable", "byHand"], () => this.renew());
    store.on(["search", "openTable"], () => this.search());
    store.on(["selection"], () => this.mark());
    // The headline is about what was asked, not about this.
    store.on(["byHand"], ({ byHand }) => document.body.classList.toggle("by-hand", byHand !== "" && robots.checked));
    this.open();
    this.renew();
  }

  get sheet_() {
    return this.sheets.find(({ robot }) => robot.table === this.store.state.openTable) ?? null;
  }

  open() {
    const sheet = this.sheet_;
    this.home.hidden = !sheet;
    byId("sheet").classList.toggle("sliders", Boolean(sheet));
    this.home.replaceChildren(...(sheet ? sheet.nodes : []));
  }

  sheet(robot, k) {
    const sheet = { robot, sliders: [], groups: [] };
    const total = robot.joints.reduce((sum, { parts }) => sum + parts.length, 0);
    const list = element("div", { class: "list" }, robot.joints.map((joint) => this.joint(sheet, k, joint, total)));
    sheet.given = element("button", { class: "given", text: robot.frames ? "As recorded" : "As given", attributes: { type: "button" } });
    sheet.given.addEventListener("click", () => this.set(k, this.robots.given(k, this.store.state.frame)));
    const states = robot.states.map(({ name, q }) => {
      const button = element("button", { text: name, title: name, data: { state: name }, attributes: { type: "button" } });
      button.addEventListener("click", () => this.set(k, this.kept(robot, k, q)));
      return button;
    });
    const copy = element("button", { class: "copy", text: "Copy q", title: "Copy this configuration, as a list", attributes: { type: "button" } });
    copy.addEventListener("click", async () => {
      const text = `[${robot.columns.map((at) => this.store.state.q[k][at]).join(", ")}]`;
      copy.dataset.q = text;
      copy.textContent = (await copyText(text, this.home)) ? "Copied" : "Not copied";
      setTimeout(() => { copy.textContent = "Copy q"; }, WAIT);
    });
    sheet.note = element("p", { class: "by-hand", text: "Set by hand: contacts are not known here.", attributes: { role: "status" } });
    const bar = element("div", { class: "bar" }, [element("div", { class: "states" }, [sheet.given, ...states]), copy, sheet.note]);
    sheet.nodes = [bar, list];
    return sheet;
  }

  /** A named configuration; joints without sliders stay where they are. */
  kept(robot, k, q) {
    const next = [...this.store.state.q[k]];
    for (const at of robot.columns) next[at] = q[at];
    return next;
  }

  set(k, q) {
    this.on.pause();
    this.robots.set(k, q);
  }

  joint(sheet, k, joint, total) {
    const first = sheet.sliders.length;
    const rows = joint.parts.map((part, at) => this.slider(sheet, k, joint, part, at));
    if (rows.length === 1) return rows[0];
    const says = element("span", { class: "says" });
    const name = element("summary", { title: joint.name }, [
      element("span", { class: "joint-name", text: joint.name }), element("span", { class: "kind", text: joint.kind }), says,
    ]);
    const group = element("details", { class: "group" }, [name, ...rows]);
    group.open = total <= MANY;
    sheet.groups.push({ group, says, first, count: rows.length });
    return group;
  }

  slider(sheet, k, joint, part, at) {
    const { low, high, lower, upper, unit } = part;
    const row = sheet.sliders.length;
    const label = part.label || joint.name;
    const spoken = part.label ? `${joint.name}, ${part.label}` : joint.name;
    const follows = joint.followers.length > 0 ? `, with ${joint.followers.join(", ")}` : "";
    const name = element("button", {
      class: "joint-name", text: label, title: `${spoken} (${joint.kind})${follows}: show what it moves`, attributes: { type: "button" },
    });
    name.addEventListener("click", () => this.on.select(sheet.robot.table, row));
    const range = element("input", {
      data: { row: String(row) }, attributes: { type: "range", min: String(low), max: String(high), step: "any", "aria-label": spoken },
    });
    const value = element("input", { class: "value", attributes: { type: "text", inputmode: "decimal", "aria-label": `${spoken} [${unit}]`, autocomplete: "off", spellcheck: "false" } });
    const slider = { joint, part, at, range, value, degrees: element("span", { class: "degrees" }), write: betweenNumbers(low, high) };
    const change = (number) => {
      if (Number.isFinite(number)) this.change(k, sheet, slider, Math.max(low, Math.min(high, number)));
      else this.renew();
    };
    range.addEventListener("input", () => change(Number(range.value)));
    range.addEventListener("keydown", (event) => {
      if (!(event.key in KEYS)) return;
      event.preventDefault();
      change(Number(range.value) + (KEYS[event.key] * (high - low)) / STRIDES);
    });
    value.addEventListener("change", () => change(Number(value.value.replace("\u2212", "-"))));
    value.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" || event.key === "Escape") value.blur();
    });
    const end = (limit, ends) => element("span", {
      class: `end${limit === null ? " open" : ""}`, text: slider.write(ends), title: limit === null ? "no limit" : `limit: ${fullNumber(limit)} ${unit}`,
    });
    slider.node = element("div", { class: "joint" }, [
      element("div", { class: "line" }, [name, slider.degrees, value, element("span", { class: "unit", text: unit })]),
      element("div", { class: "line" }, [end(lower, low), range, end(upper, high)]),
    ]);
    sheet.sliders.push(slider);
    return slider.node;
  }

  /** Values of the sliders of a joint. */
  values({ start, parts }, q) {
    const plain = parts.length - (numbersOf(parts) > parts.length ? 3 : 0);
    const found = q.slice(start, start + plain);
    return plain < parts.length ? [...found, ...anglesOf(q, start + plain)] : found;
  }

  change(k, sheet, { joint, at }, number) {
    const q = [...this.store.state.q[k]];
    // Angles as the sliders show them: straight up, many others are the same turn.
    const values = sheet.sliders.filter((one) => one.joint === joint).map(({ now }) => now);
    values[at] = number;
    q.splice(joint.start, numbersOf(joint.parts), ...written(joint.parts, values));
    sheet.held = { joint, values };
    this.set(k, q);
    sheet.held = null;
  }

  renew() {
    const sheet = this.sheet_;
    if (!sheet) return;
    const k = this.sheets.indexOf(sheet);
    const { state } = this.store;
    const byHand = this.robots.isByHand(k, state);
    sheet.given.setAttribute("aria-pressed", String(!byHand));
    sheet.note.hidden = !byHand || !this.robots.checked;
    for (const slider of sheet.sliders) {
      const { joint, part: { lower, upper, unit }, at, range, value, degrees, node } = slider;
      if (at === 0) sheet.values = sheet.held?.joint === joint ? sheet.held.values : this.values(joint, state.q[k]);
      const number = sheet.values[at];
      slider.now = number;
      range.value = String(number);
      if (document.activeElement !== value || sheet.held) value.value = fixed(number, 4);
      degrees.textContent = unit === "rad" ? `${fixed(DEGREES * number, 1)}°` : "";
      range.setAttribute("aria-valuetext", `${fixed(number, 4)} ${unit}`);
      node.classList.toggle("beyond", (lower !== null && number < lower) || (upper !== null && number > upper));
    }
    for (const { says, first, count } of sheet.groups) {
      says.textContent = sheet.sliders.slice(first, first + count).map(({ now }) => fixed(now, 2)).join("  ");
    }
  }

  /** Joints whose names contain what is looked for; their groups open. */
  search() {
    const sheet = this.sheet_;
    if (!sheet) return;
    const words = wordsOf(this.store.state.search);
    const table = this.robots.model.tableById.get(sheet.robot.table);
    sheet.sliders.forEach(({ node }, row) => { node.hidden = !matches(table, row, words); });
    for (const { group, first, count } of sheet.groups) {
      const found = sheet.sliders.slice(first, first + count).some(({ node }) => !node.hidden);
      group.hidden = !found;
      if (words.length > 0 && found) group.open = true;
    }
  }

  /** Shows the slider of the joint that was selected. */
  mark() {
    const sheet = this.sheet_;
    const { selection } = this.store.state;
    sheet?.sliders.forEach(({ node }, row) => {
      const chosen = selection?.table === sheet.robot.table && selection.row === row;
      node.classList.toggle("chosen", chosen);
      if (!chosen) return;
      const group = node.closest("details");
      if (group) group.open = true;
      node.scrollIntoView({ block: "nearest" });
    });
  }
}
