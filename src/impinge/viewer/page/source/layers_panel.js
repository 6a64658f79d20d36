/**
 * The list of layers: what is drawn, in which colour, and at which level of a hierarchy.
 */
import { byId, element, tint } from "./elements.js";
import { counted } from "./numbers.js";
import { nameIn, seenRange } from "./placing.js";

function levelText(layer, level) {
  const last = layer.levels.data.length - 2;
  const count = layer.levels.data[level + 1] - layer.levels.data[level];
  const noun = layer.kind === "patches" ? "region" : "volume";
  return `level ${level} of ${last} (${counted(count)} ${noun}${count === 1 ? "" : "s"})`;
}

/** The colours that the items of a layer have, as stripes of its mark. */
function coloursOf(layer) {
  if (!layer.colours) return [layer.colour];
  const used = [...new Set(layer.colours.data)].map((k) => layer.palette?.[k] ?? layer.colour);
  return used.slice(0, 3);
}

export function showLayers(model, store) {
  const list = byId("layers").querySelector("ul");
  const entries = model.layers.map((layer) => {
    const box = element("input", { data: { layer: layer.id }, attributes: { type: "checkbox" } });
    box.checked = store.state.visible[layer.id];
    box.addEventListener("change", () => {
      store.change({ visible: { ...store.state.visible, [layer.id]: box.checked } });
    });
    const kind = layer.dashed ? "dashed" : layer.kind;
    const mark = element("span", { class: `mark ${kind}`, attributes: { "aria-hidden": "true" } },
      coloursOf(layer).map((colour) => tint(element("i"), colour)));
    const count = element("span", { class: "count" });
    const label = element("label", { title: layer.about ?? layer.name }, [
      box, mark, element("span", { class: "layer-name", text: nameIn(model, layer) }), count,
    ]);
    const entry = { layer, box, count, slider: null, says: null };
    const item = element("li", {}, [label]);
    if (layer.levels && layer.levels.data.length > 2) item.append(levelSlider(entry, store));
    return { ...entry, item };
  });
  list.replaceChildren(...entries.map(({ item }) => item));
  const renew = ({ frame, level, visible }) => {
    for (const { layer, box, count, slider, says } of entries) {
      box.checked = visible[layer.id];
      const [first, end] = seenRange(layer, frame, level[layer.id]);
      // Lines of ways are drawn in many pieces.
      count.textContent = counted(layer.ways ?? end - first);
      if (!slider) continue;
      slider.parentElement.hidden = !visible[layer.id];
      slider.value = String(level[layer.id]);
      const words = levelText(layer, level[layer.id]);
      says.textContent = words.replace(/ \(.*/, "");
      says.title = words;
      slider.setAttribute("aria-valuetext", words);
    }
  };
  store.on(["frame", "level", "visible", "byHand"], renew);
  renew(store.state);
}

function levelSlider(entry, store) {
  const { layer } = entry;
  entry.slider = element("input", {
    data: { layer: layer.id },
    attributes: { type: "range", min: "0", max: String(layer.levels.data.length - 2), step: "1", "aria-label": `Level of ${layer.name}` },
  });
  entry.says = element("span", { class: "level" });
  entry.slider.addEventListener("input", () => {
    const level = { ...store.state.level, [layer.id]: Number(entry.slider.value) };
    store.change({ level, levelLayer: layer.id });
  });
  return element("div", { class: "levels" }, [entry.slider, entry.says]);
}
