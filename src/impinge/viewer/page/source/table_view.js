/**
 * The table beside the picture: sorted, searched, linked with it. Only rows in view are elements.
 */
import { byId, element } from "./elements.js";
import { fullNumber, machineValue } from "./numbers.js";
import { columnLooks } from "./table_columns.js";
import { isUpright, orderedRows } from "./table_rows.js";
import { shownUnit, shownValue } from "./units.js";

/** Rows beyond the edge that are made already. */
const AHEAD = 8;

export class TableView {
  /**
   * @param {{select: (table: string, row: number) => void, selectThing: (name: string, pane: number) => void}} on
   */
  constructor(model, store, on) {
    this.model = model;
    this.store = store;
    this.on = on;
    this.sheet = byId("sheet");
    this.table = byId("table");
    this.sorts = new Map(model.tables.map((table) => [table.id, table.sort]));
    this.order = [];
    this.looks = new Map();
    this.sheet.addEventListener("scroll", () => this.window());
    new ResizeObserver(() => this.window()).observe(this.sheet);
    this.table.addEventListener("click", (event) => this.clicked(event));
    this.sheet.addEventListener("keydown", (event) => this.pressed(event));
    store.on(["unit"], () => {
      this.looks.clear();
      this.renew(true);
    });
    store.on(["openTable", "frame", "search", "byHand"], (_, changed) => {
      if (changed.includes("search")) this.sheet.scrollTop = 0;
      if (changed.every((key) => key === "frame") && !this.open?.frames) return;
      this.renew(changed.includes("openTable"));
    });
    store.on(["time", "q"], () => this.open?.live && this.renew(false));
    store.on(["selection"], () => this.window(true));
    this.renew(true);
  }

  get open() {
    return this.model.tableById.get(this.store.state.openTable) ?? null;
  }

  /** Made again: another table, other rows, another order. */
  renew(head) {
    const { open: table } = this;
    if (!table) return;
    if (head) this.head(table);
    const { frame, search } = this.store.state;
    this.order = orderedRows(table, frame, search, this.sorts.get(table.id));
    this.table.dataset.total = String(this.order.length);
    this.table.setAttribute("aria-rowcount", String(this.order.length + 1));
    if (head) this.sheet.scrollTop = 0;
    byId("empty").hidden = this.order.length > 0;
    byId("empty").textContent = search
      ? "No row contains this."
      : table.stale ? "Not known for this configuration: it was set by hand."
      : table.frames ? "Nothing to list at this frame: move the time slider." : "Nothing to list here.";
    this.window(true);
  }

  head(table) {
    if (!this.looks.has(table.id)) {
      const { fontFamily, fontSize } = getComputedStyle(this.table);
      this.looks.set(table.id, columnLooks(table, this.store.state.unit, `${fontSize} ${fontFamily}`, `600 12px ${fontFamily}`));
    }
    const looks = this.looks.get(table.id);
    const total = looks.reduce((sum, look) => sum + look.width, 0);
    const cols = looks.map(({ width }) => {
      const col = element("col");
      col.style.width = `${width}px`;
      return col;
    });
    const upright = isUpright(table);
    const heads = looks.map(({ column }) => this.headCell(table, column, upright));
    this.table.classList.toggle("upright", upright);
    this.table.style.minWidth = upright ? "" : `${total}px`;
    this.table.replaceChildren(
      ...(upright ? [] : [element("colgroup", {}, cols)]),
      element("thead", {}, [element("tr", {}, heads)]),
      element("tbody"),
    );
    this.table.setAttribute("aria-label", table.name);
  }

  headCell(table, column, upright) {
    const sort = this.sorts.get(table.id);
    const state = sort?.key !== column.key ? "none" : sort.descending ? "descending" : "ascending";
    const words = [element("span", { class: "label", text: column.label })];
    if (column.unit) words.push(element("span", { class: "unit", text: shownUnit(column, this.store.state.unit) }));
    if (upright) {
      return element("th", { title: column.about ?? "", data: { key: column.key }, attributes: { scope: "row" } }, words);
    }
    const button = element("button", {
      class: "sort", title: column.about ?? `Sort by ${column.label}`, attributes: { type: "button" },
    }, words);
    button.addEventListener("click", () => this.sortBy(table, column));
    return element("th", {
      class: column.kind, data: { key: column.key }, attributes: { scope: "col", "aria-sort": state },
    }, [button]);
  }

  sortBy(table, column) {
    const sort = this.sorts.get(table.id);
    const descending = sort?.key === column.key ? !sort.descending : false;
    this.sorts.set(table.id, { key: column.key, descending });
    for (const cell of this.table.querySelectorAll("th")) {
      const here = cell.dataset.key === column.key;
      cell.setAttribute("aria-sort", here ? (descending ? "descending" : "ascending") : "none");
    }
    this.sheet.scrollTop = 0;
    this.renew(false);
  }

  /** Height of a row, as the style sheet says for this device. */
  get rowHeight() {
    return Number.parseFloat(getComputedStyle(this.table).getPropertyValue("--row")) || 30;
  }

  /** Makes the rows in view, and space for those above and below. */
  window(force = false) {
    const { open: table } = this;
    if (!table) return;
    const height = this.rowHeight;
    const count = Math.ceil(this.sheet.clientHeight / height) + 2 * AHEAD;
    // Fewer rows than before may end above what was in view: the last ones are made then.
    const last = Math.max(0, this.order.length - count);
    const first = Math.min(last, Math.max(0, Math.floor(this.sheet.scrollTop / height) - AHEAD));
    const end = Math.min(this.order.length, first + count);
    const key = `${first} ${end}`;
    if (!force && key === this.windowed) return;
    this.windowed = key;
    const rows = [];
    const space = (size) => {
      const row = element("tr", { class: "space", attributes: { "aria-hidden": "true" } }, [element("td")]);
      row.style.height = `${size * height}px`;
      rows.push(row);
    };
    if (first > 0) space(first);
    for (let k = first; k < end; k += 1) rows.push(this.row(table, this.order[k], k));
    if (end < this.order.length) space(this.order.length - end);
    this.table.tBodies[0].replaceChildren(...rows);
  }

  row(table, row, place) {
    const { selection } = this.store.state;
    const chosen = selection?.table === table.id && selection.row === row;
    const { unit } = this.store.state;
    const cells = this.looks.get(table.id)
      .map((look) => this.cell(table, shownValue(look.column, table.rows[row][look.at], unit), look));
    return element("tr", {
      data: { row: String(row) },
      attributes: { "aria-selected": String(chosen), "aria-rowindex": String(place + 2) },
    }, cells);
  }

  cell(table, value, { column, write, part }) {
    const cell = element("td", { class: column.kind, data: { value: machineValue(value) } });
    if (column.kind === "vector") {
      for (const x of value ?? []) {
        const number = element("span", { text: write(x) });
        number.style.width = `${part}px`;
        cell.append(number);
      }
    } else if (column.kind === "name" && value !== null) {
      cell.append(element("button", {
        class: "name", text: write(value), title: String(value),
        data: { thing: String(value) }, attributes: { type: "button", tabindex: "-1" },
      }));
    } else {
      cell.textContent = write(value);
      if (column.kind === "text") cell.title = write(value);
    }
    // Where the card does not repeat them, all digits are told here.
    if (isUpright(table) && ["number", "vector"].includes(column.kind)) cell.title = [value].flat().map(fullNumber).join("  ");
    return cell;
  }

  clicked(event) {
    const { open: table } = this;
    // Of a single answer, the name of a value stands for it.
    const head = event.target.closest(".upright th");
    const row = head ? this.table.querySelector("tr[data-row]") : event.target.closest("tr[data-row]");
    if (!row || !table) return;
    const link = head ? row.cells[head.cellIndex].querySelector("button.name") : event.target.closest("button.name");
    // In a table of things the name is the row itself; elsewhere the row comes first, and a name of
    // the row that is chosen leads on to its thing.
    const own = table.things?.columns.length === 1;
    const chosen = row.getAttribute("aria-selected") === "true";
    if (link && !own && chosen) this.on.selectThing(link.dataset.thing, table.pane);
    else this.on.select(table.id, Number(row.dataset.row));
  }

  pressed(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
    if (!(event.key in steps) || event.target.closest("th")) return;
    event.preventDefault();
    this.step(steps[event.key]);
  }

  /** Selects the row that stands so many further down. */
  step(by) {
    const { open: table } = this;
    if (!table || this.order.length === 0) return;
    const { selection } = this.store.state;
    const here = selection?.table === table.id ? this.order.indexOf(selection.row) : -1;
    const next = here < 0 ? 0 : Math.max(0, Math.min(this.order.length - 1, here + by));
    this.on.select(table.id, this.order[next]);
  }

  /** Scrolls as little as needed to show a row. */
  reveal(row) {
    const place = this.order.indexOf(row);
    if (place < 0) return;
    if (isUpright(this.open)) {
      this.window(true);
      return;
    }
    const height = this.rowHeight;
    const head = this.table.tHead?.offsetHeight ?? 0;
    const [top, bottom] = [place * height, (place + 1) * height + head];
    if (top < this.sheet.scrollTop) this.sheet.scrollTop = top;
    else if (bottom > this.sheet.scrollTop + this.sheet.clientHeight) {
      this.sheet.scrollTop = bottom - this.sheet.clientHeight;
    }
    this.window(true);
  }
}
