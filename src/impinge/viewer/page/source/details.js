/**
 * The card that tells all about what was selected, with every digit.
 */
import { byId, element, tint } from "./elements.js";
import { fullNumber, machineValue } from "./numbers.js";
import { nameIn, worldPose } from "./placing.js";
import { isUpright, rowsOfFrame } from "./table_rows.js";
import { shownUnit, shownValue } from "./units.js";

const WAIT = 1200;

function textOf(column, value) {
  if (value === null || value === undefined) return "–";
  if (column.kind === "number" || column.kind === "integer") return fullNumber(value);
  if (column.kind === "flag") return value ? "yes" : "no";
  return String(value);
}

/** Axis times angle of a rotation, in degrees: short to read, and unique but at half a turn. */
export function turnOf(pose) {
  const [xx, xy, xz, , yx, yy, yz, , zx, zy, zz] = pose;
  const axis = [zy - yz, xz - zx, yx - xy];
  const sine = 0.5 * Math.hypot(...axis);
  const cosine = 0.5 * (xx + yy + zz - 1);
  const angle = Math.atan2(sine, cosine);
  if (sine > 1e-6) return { angle: (angle * 180) / Math.PI, axis: axis.map((x) => x / (2 * sine)) };
  if (cosine > 0) return { angle: 0, axis: [0, 0, 1] };
  const squares = [xx, yy, zz].map((x) => Math.sqrt(Math.max(0, 0.5 * (x + 1))));
  const most = squares.indexOf(Math.max(...squares));
  const signs = [[1, xy, xz], [yx, 1, yz], [zx, zy, 1]][most].map((x) => (x < 0 ? -1 : 1));
  return { angle: 180, axis: squares.map((x, k) => x * signs[k]) };
}

/** Six digits: what a picture's poses are good for. */
function rounded(numbers) {
  const largest = Math.max(...numbers.map(Math.abs), 1e-300);
  const unit = 10 ** (5 - Math.floor(Math.log10(largest)));
  return numbers.map((x) => (Number.isFinite(unit) ? Math.round(x * unit) / unit : x) + 0);
}

export class Details {
  /** @param {{close: () => void, closer: () => void, search: (table: string, name: string) => void, selectThing: Function}} on */
  constructor(model, store, links, on) {
    this.model = model;
    this.store = store;
    this.links = links;
    this.on = on;
    this.card = byId("details");
    store.on(["selection", "frame", "time", "q", "openTable", "unit"], () => this.renew());
    this.renew();
  }

  renew() {
    const { selection, frame, openTable } = this.store.state;
    this.card.hidden = !selection;
    if (!selection) {
      this.card.replaceChildren();
      return;
    }
    const table = this.model.tableById.get(selection.table);
    const body = element("dl");
    // A single answer stands above already, value by value.
    body.hidden = table !== undefined && table.id === openTable && isUpright(table);
    this.card.classList.toggle("brief", body.hidden);
    if (table && selection.row === null) {
      body.append(element("p", { class: "absent", text: "Not in this frame." }));
    } else if (table) {
      const inTitle = table.things?.columns ?? [];
      table.columns.forEach((column, at) => {
        if (!inTitle.includes(column.key)) this.line(body, column, table.rows[selection.row][at]);
      });
    }
    this.pose(body, selection, frame);
    this.card.replaceChildren(this.title(table, selection, frame), body, ...this.elsewhere(table, selection, frame));
  }

  /** Names of the things, in the colours that they have in the picture. */
  title(table, selection, frame) {
    const colours = this.links.colours(selection, frame);
    const layer = this.model.layerById.get(selection.layer);
    const heading = selection.names.length > 0 ? selection.names : [layer?.name ?? table?.name ?? ""];
    const names = heading.map((name, k) => {
      const key = table?.things?.columns[k];
      const chip = element("span", {
        class: "name", text: name, title: name, data: key ? { key, value: name } : {},
      });
      if (colours[k]) return tint(chip, colours[k]);
      chip.classList.add("plain");
      return chip;
    });
    const copy = element("button", { text: "Copy", title: "Copy these numbers", attributes: { type: "button" } });
    copy.addEventListener("click", () => this.copy(copy));
    const closer = element("button", { class: "closer", text: "Zoom to", title: "Look closer (f)", attributes: { type: "button" } });
    closer.addEventListener("click", () => this.on.closer());
    const close = element("button", {
      class: "close", text: "×", title: "Unselect (Esc)", attributes: { type: "button", "aria-label": "Unselect" },
    });
    close.addEventListener("click", () => this.on.close());
    return element("header", {}, [
      element("h2", {}, names), element("div", { class: "tools" }, [closer, copy, close]),
    ]);
  }

  line(body, column, given) {
    const { unit } = this.store.state;
    const value = shownValue(column, given, unit);
    const label = element("dt", { text: column.label, title: column.about ?? column.label });
    if (column.unit) label.append(element("span", { class: "unit", text: shownUnit(column, unit) }));
    const cell = element("dd", { class: column.kind, data: { key: column.key, value: machineValue(value) } });
    if (column.kind === "vector") {
      for (const x of value ?? []) cell.append(element("span", { text: fullNumber(x) }));
    } else {
      cell.textContent = textOf(column, value);
      if (column.kind === "text" || column.kind === "name") cell.title = textOf(column, value);
    }
    body.append(label, cell);
  }

  /** Where a thing that moves is at this frame; where a step moves it, its row says so already. */
  pose(body, selection, frame) {
    if (selection.names.length !== 1) return;
    const table = this.model.tableById.get(selection.table);
    const found = this.links.thing(selection.names[0], this.links.paneOf(selection));
    if (!found?.layer.timed && !found?.layer.exact) return;
    const pose = worldPose(this.model, found.layer, found.item, frame);
    const { angle, axis } = turnOf(pose);
    const now = { unit: "m", kind: "vector" };
    if (found.layer.timed) {
      this.line(body, { ...now, key: "pose-position", label: "at this frame" }, rounded([pose[3], pose[7], pose[11]]));
    }
    this.line(body, { kind: "number", unit: "°", key: "pose-angle", label: "turned by" }, rounded([angle])[0]);
    this.line(body, { kind: "vector", unit: null, key: "pose-axis", label: "about" }, rounded(axis));
  }

  /** Rows of other tables that speak of the same thing. */
  elsewhere(table, selection, frame) {
    if (selection.names.length !== 1) return [];
    const [name] = selection.names;
    const links = [];
    for (const other of this.model.tables) {
      if (other === table || !other.things) continue;
      const [first, end] = rowsOfFrame(other, frame);
      let count = 0;
      for (let row = first; row < end; row += 1) {
        if (this.links.namesIn(other, row).includes(name)) count += 1;
      }
      if (count === 0) continue;
      const link = element("button", {
        class: "link", text: `${nameIn(this.model, other)}: ${count} ${count === 1 ? "row" : "rows"}`, attributes: { type: "button" },
      });
      link.addEventListener("click", () => this.on.search(other.id, `"${name}"`));
      links.push(link);
    }
    return links.length > 0 ? [element("p", { class: "elsewhere" }, links)] : [];
  }

  async copy(button) {
    const lines = [...this.card.querySelectorAll("[data-key]")].map((cell) => {
      const label = cell.matches("dd") ? cell.previousElementSibling.textContent : cell.dataset.key;
      return `${label}\t${cell.dataset.value}`;
    });
    const done = await copyText(lines.join("\n"), this.card);
    button.textContent = done ? "Copied" : "Select and press Ctrl+C";
    setTimeout(() => { button.textContent = "Copy"; }, WAIT);
  }
}

/** To the clipboard; pages in a frame may not reach it, then the old way. */
export async function copyText(text, home) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = element("textarea", { class: "offstage" });
    field.value = text;
    home.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
