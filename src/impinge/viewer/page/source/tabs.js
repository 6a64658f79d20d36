/**
 * One tab a table, with how many of its rows match the search.
 */
import { byId, element } from "./elements.js";
import { counted } from "./numbers.js";
import { nameIn } from "./placing.js";
import { matches, rowsOfFrame, wordsOf } from "./table_rows.js";

function countOf(table, { frame, search }) {
  const [first, end] = rowsOfFrame(table, frame);
  const words = wordsOf(search);
  if (words.length === 0) return end - first;
  let count = 0;
  for (let row = first; row < end; row += 1) if (matches(table, row, words)) count += 1;
  return count;
}

export function showTabs(model, store) {
  const list = byId("tables");
  const tabs = model.tables.map((table) => {
    const count = element("span", { class: "count" });
    const tab = element("button", {
      title: table.about ?? "", data: { table: table.id },
      attributes: { type: "button", role: "tab", "aria-controls": "sheet" },
    }, [element("span", { text: nameIn(model, table) }), count]);
    tab.addEventListener("click", () => store.change({ openTable: table.id }));
    return { table, tab, count };
  });
  list.replaceChildren(...tabs.map(({ tab }) => tab));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    const here = tabs.findIndex(({ table }) => table.id === store.state.openTable);
    const { table, tab } = tabs[(here + step + tabs.length) % tabs.length];
    store.change({ openTable: table.id });
    tab.focus();
  });
  const renew = () => {
    for (const { table, tab, count } of tabs) {
      const open = table.id === store.state.openTable;
      tab.setAttribute("aria-selected", String(open));
      tab.tabIndex = open ? 0 : -1;
      count.textContent = counted(countOf(table, store.state));
    }
  };
  store.on(["openTable", "frame", "search", "byHand"], renew);
  renew();
}
