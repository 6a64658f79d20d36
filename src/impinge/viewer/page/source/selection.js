/**
 * What belongs together: rows of tables, items of layers, names of things.
 */

import { colourOf } from "./placing.js";
import { rowsOfFrame } from "./table_rows.js";

/** Colours of the first, second, third thing of a row, where they would look alike. */
const ROLES = ["a", "b", "c"];

/**
 * A row of a table, or a thing that has none.
 *
 * @typedef {{table: string|null, row: number|null, key: string, names: string[], layer?: string, item?: number}} Selection
 */

export class Links {
  constructor(model) {
    this.model = model;
    this.things = new Map();
    this.items = new Map();
    for (const layer of model.layers) {
      if (layer.kind === "things") {
        (layer.names ?? []).forEach((name, item) => {
          const key = `${layer.id}\n${name}`;
          if (!this.things.has(key)) this.things.set(key, item);
        });
      }
      if (layer.table) this.items.set(layer.id, itemsByRow(layer));
    }
  }

  /** Rows of things are counted from the first of the frame, where their table knows frames. */
  base(layer, frame) {
    const table = this.model.tableById.get(layer.table);
    return layer.kind === "things" && !layer.frames && table?.frames ? rowsOfFrame(table, frame)[0] : 0;
  }

  /** @returns {number} row of its table that an item belongs to; -1: none */
  rowOf(layer, item, frame) {
    if (!layer.table) return -1;
    const row = layer.rows ? layer.rows.data[item] : item;
    const table = this.model.tableById.get(layer.table);
    if (!table || row < 0) return -1;
    const at = row + this.base(layer, frame);
    return at < table.rows.length ? at : -1;
  }

  /** @returns {{layer: object, item: number}[]} things of a name: one in each pane that has it */
  thingsOf(name) {
    const found = [];
    for (const layer of this.model.layers) {
      const item = this.things.get(`${layer.id}\n${name}`);
      if (item !== undefined) found.push({ layer, item });
    }
    return found;
  }

  /** @returns {{layer: object, item: number}|null} the thing of a name, in this pane if it is there */
  thing(name, pane = 0) {
    const found = this.thingsOf(name);
    return found.find(({ layer }) => layer.pane === pane) ?? found[0] ?? null;
  }

  /** The pane that a selection was made in. */
  paneOf(selection) {
    return (this.model.tableById.get(selection?.table) ?? this.model.layerById.get(selection?.layer))?.pane ?? 0;
  }

  /** Names of things in a row, in the order of the table's columns. */
  namesIn(table, row) {
    return (table.things?.columns ?? []).map((key) => table.rows[row][table.columnAt.get(key)]);
  }

  /** @returns {Selection} */
  ofRow(tableId, row) {
    const table = this.model.tableById.get(tableId);
    const names = this.namesIn(table, row);
    return { table: tableId, row, key: rowKey(table, row), names };
  }

  /** @returns {Selection} */
  ofItem(layer, item, frame) {
    const row = this.rowOf(layer, item, frame);
    if (row >= 0) return this.ofRow(layer.table, row);
    const name = layer.names?.[item];
    return {
      table: null, row: null, key: `${layer.id} ${item}`, names: name === undefined ? [] : [name],
      layer: layer.id, item,
    };
  }

  /**
   * Colours of the things of a selection, by their place among the names: their own, unless two of
   * them look alike. Null where a name is of no thing.
   */
  colours(selection, frame) {
    const pane = this.paneOf(selection);
    const own = (selection?.names ?? []).map((name) => {
      const thing = this.thing(name, pane);
      return thing ? colourOf(thing.layer, thing.item, frame) : null;
    });
    const known = own.filter((colour) => colour !== null);
    if (new Set(known).size === known.length) return own;
    return own.map((colour, role) => (colour === null ? null : ROLES[role % ROLES.length]));
  }

  /** The same row at another frame, if it is there. */
  carried(selection, frame) {
    const table = selection?.table ? this.model.tableById.get(selection.table) : null;
    if (!table?.frames) return selection;
    const [first, end] = rowsOfFrame(table, frame);
    for (let row = first; row < end; row += 1) {
      if (rowKey(table, row) === selection.key) return { ...selection, row };
    }
    return { ...selection, row: null };
  }

  /**
   * Items that a selection means, by layer; a thing comes with its place among the names (0, 1, ...).
   *
   * @returns {Map<string, Map<number, number>>}
   */
  marked(selection, frame) {
    const found = new Map();
    const add = (id, item, role) => {
      if (!found.has(id)) found.set(id, new Map());
      if (!found.get(id).has(item)) found.get(id).set(item, role);
    };
    if (!selection) return found;
    if (selection.layer) add(selection.layer, selection.item, 0);
    const table = selection.table ? this.model.tableById.get(selection.table) : null;
    selection.names.forEach((name, role) => {
      for (const { layer, item } of this.thingsOf(name)) add(layer.id, item, role);
    });
    if (!table || selection.row === null) return found;
    for (const layer of this.model.layers) {
      if (layer.table !== table.id) continue;
      const row = selection.row - this.base(layer, frame);
      for (const item of this.items.get(layer.id).get(row) ?? []) add(layer.id, item, 0);
    }
    return found;
  }
}

function itemsByRow(layer) {
  const found = new Map();
  for (let item = 0; item < layer.count; item += 1) {
    const row = layer.rows ? layer.rows.data[item] : item;
    if (row < 0) continue;
    if (found.has(row)) found.get(row).push(item);
    else found.set(row, [item]);
  }
  return found;
}

/** What makes a row the same at another frame: its names, or its texts where it has no names. */
function rowKey(table, row) {
  const named = table.columns.some((column) => column.kind === "name");
  const telling = named ? "name" : "text";
  return table.columns
    .map((column, at) => (column.kind === telling ? table.rows[row][at] : ""))
    .join("\n");
}

