/**
 * Starts the page: reads what the library wrote into it, and connects the parts.
 */
import { publish } from "./api.js";
import { timePatch } from "./clocks.js";
import { Details } from "./details.js";
import { byId, element } from "./elements.js";
import { hashOptions } from "./hash_options.js";
import { showHeadline } from "./headline.js";
import { JointsPanel } from "./joints_panel.js";
import { startKeys } from "./keys.js";
import { showLayers } from "./layers_panel.js";
import { Motions } from "./motions.js";
import { showLegend } from "./legend.js";
import { Palette } from "./palette.js";
import { startPanel } from "./panel_size.js";
import { readPayload } from "./payload.js";
import { Plots } from "./plots.js";
import { savePicture } from "./save_picture.js";
import { Robots } from "./robots.js";
import { Links } from "./selection.js";
import { Store } from "./store.js";
import { startUnits, wordsText } from "./units.js";
import { TableView } from "./table_view.js";
import { showTabs } from "./tabs.js";
import { startTheme } from "./theme.js";
import { TimeBar } from "./time_bar.js";
import { View3D } from "./view3d.js";

/** Below this width the list of layers would cover half of the picture. */
const SMALL = "(max-width: 860px)";

function firstState(model, options) {
  const last = model.times ? model.times.length - 1 : 0;
  const frame = Math.max(0, Math.min(last, options.frame ?? model.frame));
  return {
    ...(model.step ? timePatch(model, options.time ?? model.step.time) : { time: null, frame }),
    selection: null,
    theme: null,
    unit: model.unit,
    visible: Object.fromEntries(model.layers.map((layer) => [layer.id, layer.visible])),
    level: Object.fromEntries(model.layers.map((layer) => [layer.id, layer.level])),
    levelLayer: model.layers.find((layer) => layer.levels)?.id ?? null,
    search: "",
    openTable: model.tables[0]?.id ?? null,
    seeThrough: false,
    wireframe: false,
    floor: model.floor,
    playing: false,
    q: [],
    byHand: "",
  };
}

/** Title, answer, legend, cautions and notes. */
function showWords(model, store) {
  document.title = model.title ? `${model.title} · impinge` : "impinge";
  byId("title").textContent = model.heading;
  byId("title").title = model.heading;
  const write = showHeadline(byId("answer"), model.layers.flatMap((layer) => layer.names ?? []));
  byId("generator").textContent = model.generator;
  const tell = ({ unit }) => {
    write(wordsText(model.headline, unit));
    showLegend(byId("legend"), model.legend, unit);
  };
  store.on(["unit"], tell);
  tell(store.state);
  byId("caution").hidden = model.cautions.length === 0;
  byId("caution").textContent = model.cautions.join(" ");
  byId("notes").hidden = model.notes.length === 0;
  byId("notes").querySelector("ul").replaceChildren(...model.notes.map((text) => element("li", { text })));
  byId("notes").querySelector("summary").textContent = model.notes.length === 1 ? "1 note" : `${model.notes.length} notes`;
}

function start() {
  const options = hashOptions(location.hash);
  const model = readPayload(byId("impinge-data").textContent);
  const store = new Store(firstState(model, options));
  const links = new Links(model);
  document.body.classList.toggle("picture", options.picture);
  document.body.classList.toggle("no-tables", model.tables.length === 0);
  document.body.classList.toggle("no-layers", model.layers.length === 0);
  document.body.classList.toggle("stepped", model.step !== null);
  // With more than two pictures it would cover the first.
  if (matchMedia(SMALL).matches || model.panes?.length > 2) byId("layers").removeAttribute("open");
  const changeTheme = startTheme(store, options.theme);
  showWords(model, store);
  const nextUnit = startUnits(byId("unit"), store);
  startPanel();

  const select = (selection) => store.change({ selection });
  /** A row, chosen in the table or from outside: its table opens, the camera looks there. */
  const selectRow = (table, row) => {
    if (row === null) return select(null);
    const moment = model.tableById.get(table).moments?.[row] ?? null;
    if (moment !== null && (model.step || model.clockWords)) timeBar.go(moment);
    const levelled = model.layers.find((layer) => layer.level_table === table);
    if (levelled) store.change({ level: { ...store.state.level, [levelled.id]: row }, levelLayer: levelled.id });
    select(links.ofRow(table, row));
    store.change({ openTable: table });
    tableView.reveal(row);
    view.showSelection(false);
    return undefined;
  };
  /** A thing by its name: its row, if it has one. */
  const selectThing = (name, pane) => {
    const found = links.thing(name, pane);
    if (!found) return;
    const selection = links.ofItem(found.layer, found.item, store.state.frame);
    if (selection.table) selectRow(selection.table, selection.row);
    else {
      select(selection);
      view.showSelection(false);
    }
  };
  /** Something in the picture: the camera stays, since it is in view already. */
  const clickedPicture = (found) => {
    if (!found) return select(null);
    // While sliders are open, a link is shown with the one that moves it.
    const joint = robots?.rowOf(found.layer, found.item);
    const moved = joint && joint.row >= 0 && joint.table === store.state.openTable;
    const selection = moved
      ? { ...links.ofRow(joint.table, joint.row), names: [found.layer.names[found.item]] }
      : links.ofItem(found.layer, found.item, store.state.frame);
    select(selection);
    if (selection.table) {
      store.change({ openTable: selection.table });
      tableView.reveal(selection.row);
    }
    return undefined;
  };
  const search = byId("search");
  const setSearch = (text) => {
    search.value = text;
    store.change({ search: text });
  };

  // Before the listeners of the parts: they see where things are at the new time,
  const motions = model.step ? new Motions(model) : null;
  motions?.at(store.state.time);
  store.on(["time"], (state) => motions?.at(state.time));
  const robots = model.robots.length > 0 ? new Robots(model, store) : null;
  // and the selection of the new frame.
  store.on(["frame"], (state) => {
    state.selection = links.carried(state.selection, state.frame);
  });
  // Before the picture: the model is placed aside of the list.
  showLayers(model, store);
  const view = new View3D(model, store, links, motions, robots, { click: clickedPicture }, options.picture);
  const tableView = new TableView(model, store, { select: selectRow, selectThing });
  showTabs(model, store);
  const timeBar = new TimeBar(model, store);
  new Plots(model, store, (frame) => timeBar.go(frame));
  if (robots) new JointsPanel(robots, store, { select: selectRow, pause: () => timeBar.stop() });
  new Details(model, store, links, {
    close: () => select(null),
    closer: () => view.showSelection(true),
    search: (table, text) => {
      setSearch(text);
      store.change({ openTable: table });
    },
  });

  search.addEventListener("input", () => store.change({ search: search.value }));
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && tableView.order.length > 0) selectRow(store.state.openTable, tableView.order[0]);
    if (event.key === "ArrowDown") byId("sheet").focus();
    if (event.key === "Escape") {
      setSearch("");
      search.blur();
      event.stopPropagation();
    }
  });
  const changeLevel = (by) => {
    const layer = model.layerById.get(store.state.levelLayer);
    if (!layer) return;
    const last = layer.levels.data.length - 2;
    const next = Math.max(0, Math.min(last, store.state.level[layer.id] + by));
    store.change({ level: { ...store.state.level, [layer.id]: next } });
  };
  const help = byId("help");
  const openHelp = () => help.showModal();
  byId("home").addEventListener("click", () => view.works && view.home());
  byId("theme").addEventListener("click", changeTheme);
  byId("ask").addEventListener("click", openHelp);
  byId("picture").addEventListener("click", () => view.works && savePicture(model, store.state.unit, view.picture, view.labels.seen(), new Palette()));
  byId("see-through").addEventListener("click", () => store.change({ seeThrough: !store.state.seeThrough }));
  byId("see-through").hidden = !model.layers.some((layer) => layer.kind === "things");
  store.on(["seeThrough"], (state) => byId("see-through").setAttribute("aria-pressed", String(state.seeThrough)));
  help.addEventListener("click", (event) => event.target === help && help.close());
  const in3D = (action) => () => view.works && action();
  startKeys({
    "?": openHelp,
    "/": () => search.focus(),
    " ": () => timeBar.toggle(),
    ArrowLeft: () => timeBar.step(-1),
    ArrowRight: () => timeBar.step(1),
    c: () => timeBar.jump(),
    "[": () => changeLevel(-1),
    "]": () => changeLevel(1),
    f: in3D(() => view.showSelection(true)),
    h: in3D(() => view.home()),
    1: in3D(() => view.along(1)),
    2: in3D(() => view.along(2)),
    3: in3D(() => view.along(3)),
    w: () => store.change({ wireframe: !store.state.wireframe }),
    x: () => store.change({ seeThrough: !store.state.seeThrough }),
    t: changeTheme,
    u: nextUnit,
    g: () => store.change({ floor: !store.state.floor }),
    n: () => tableView.step(1),
    p: () => tableView.step(-1),
    Escape: () => select(null),
  });
  publish(store, links, view, {
    select: selectRow,
    setFrame: (frame) => {
      timeBar.stop();
      store.change({ frame: Math.max(0, Math.min((model.times?.length ?? 1) - 1, Math.round(frame))) });
    },
    setTime: (time) => model.step && timeBar.go(time),
    setJoints: (robot, q) => robots?.set(robot, Array.from(q)),
  });
  const first = model.tables.find((table) => table.select !== null);
  // At another time than that of its row, nothing is to be seen of it.
  if (first && options.time === null) {
    select(links.ofRow(first.id, first.select));
    store.change({ openTable: first.id });
    view.uncover();
  }
  document.body.dataset.ready = "yes";
}

start();
