/**
 * `window.impingeView`: for tests, and for those who want to steer the page by hand. Coordinates are
 * those of the world, places are pixels of the page, panes are counted from 0.
 */
import { worldPose } from "./placing.js";
import { marksOf, shapeOf } from "./reading.js";

export function publish(store, links, view, actions) {
  const api = {
    select: (table, row) => actions.select(table, row),
    pickAt(x, y) {
      const found = view.works ? view.pick(x, y) : null;
      if (!found) return null;
      const { layer, item } = found;
      return { layer: layer.id, item, name: layer.names?.[item] ?? null };
    },
    setFrame: (frame) => actions.setFrame(frame),
    setTime: (time) => actions.setTime(time),
    joints: (robot = 0) => store.state.q[robot] ?? null,
    setJoints: (q, robot = 0) => actions.setJoints(robot, q),
    project: (point, pane) => (view.works ? view.project(point, pane) : null),
    renderInfo: () => (view.works ? view.picture.measure() : null),
    setCamera: (camera) => view.works && view.setCamera(camera),
    camera: () => (view.works ? view.camera() : null),
    turn: (dx, dy) => view.works && view.orbit.turn(dx, dy),
    frameOf(name, pane = 0) {
      const found = links.thing(name, pane);
      return found ? worldPose(links.model, found.layer, found.item, store.state.frame) : null;
    },
    verticesOf: (name, pane = 0) => shapeOf(links.model, store.state, links.thing(name, pane)),
    marksOf: (layer, pane = 0) => marksOf(links.model, store.state, layer, pane),
  };
  Object.defineProperty(globalThis, "impingeView", { value: Object.freeze(api) });
}
