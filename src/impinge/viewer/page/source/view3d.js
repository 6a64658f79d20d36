/**
 * The 3D side of the page: camera, picture, picking, and what lies over the picture.
 */
import * as THREE from "three";
import { byId } from "./elements.js";
import { FloorDrawing } from "./draw_floor.js";
import { Extents } from "./extents.js";
import { freeAngles } from "./free_angles.js";
import { areasOf, cornerOf, isAside } from "./free_area.js";
import { Labels } from "./labels.js";
import { Orbit } from "./orbit.js";
import { setScale, turnAxes } from "./overlay.js";
import { Palette } from "./palette.js";
import { acrossPane, namePanes, placeInPane } from "./panes.js";
import { Picking } from "./picking.js";
import { contextOf, Picture } from "./picture.js";
import { shortNumber } from "./numbers.js";
import { drawn, world } from "./placing.js";
import { Pointer } from "./pointer.js";

/** Share of the free part of the view that the model fills at first; and in a picture. */
const FILL = 0.92;
const PICTURE_FILL = 0.95;
/** An open list of layers that would make the model so many times smaller is folded at first. */
const FOLD = 1.2;
/** Height of the camera above what it looks at [rad]: more, where the scene is wide and flat. */
const ELEVATION = { usual: 0.42, flat: 0.8 };
/** Height over width at which a scene begins to be flat. */
const FLAT = 0.45;
/** Share that a selection fills, and how small a thing may be looked at, of the whole. */
const CLOSE_FILL = 0.5;
const CLOSEST = 0.01;
/** A selection that would have to be this much nearer to fill that share is a speck: it is looked at
 *  from half as near. */
const SPECK = 0.2;
/** Slower picking is not tried at every move of the mouse [ms]. */
const SLOW_PICK = 48;
const VIEWS = { 1: [1, 0, 0], 2: [0, -1, 0], 3: [0, 0, 1] };

export class View3D {
  /** @param {{click: (found: object|null) => void}} on */
  constructor(model, store, links, motions, robots, on, patient) {
    this.model = model;
    this.motions = motions;
    this.robots = robots;
    this.patient = patient;
    this.store = store;
    this.links = links;
    this.on = on;
    this.home_ = byId("view");
    this.still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
    this.orbit = new Orbit(model.up);
    this.extents = new Extents(model);
    this.picking = new Picking(model, this.orbit);
    const canvas = document.createElement("canvas");
    const found = contextOf(canvas);
    this.works = found !== null;
    document.body.dataset.webgl = this.works ? "yes" : "no";
    byId("no-picture").hidden = this.works;
    if (this.works) this.start(canvas, found);
  }

  start(canvas, found) {
    const { model, store, orbit } = this;
    this.palette = new Palette();
    byId("canvas-home").append(canvas);
    this.picture = new Picture(model, orbit, canvas, found);
    if (this.patient) this.picture.pace.insist();
    this.measureScene();
    this.picture.addFloor(new FloorDrawing(this.points, orbit.basis, model.scale, this.picture.shared));
    this.labels = new Labels(model.labels, (point, pane) => this.spotOf(point, pane), () => this.picture.size, () => cornerOf(byId("layers")));
    orbit.onchange = () => this.picture.request(true);
    this.picture.afterDraw.push(() => this.overlay());
    new Pointer(canvas, orbit, (x, y) => this.across(x, y), {
      click: (x, y) => this.on.click(this.pick(x, y)),
      twice: (x, y) => this.lookAt(x, y),
      hover: (place) => this.hover(place),
    });
    store.on(["theme"], () => { this.palette = new Palette(); });
    store.on(
      ["frame", "time", "q", "byHand", "playing", "selection", "theme", "visible", "level", "seeThrough", "wireframe", "floor"],
      () => this.take(),
    );
    store.on(["unit"], () => this.overlay());
    this.take();
    this.folds = true;
    this.fit();
    this.home(true);
    new ResizeObserver(() => this.fit()).observe(this.home_);
    byId("layers").addEventListener("toggle", () => !orbit.touched && this.home());
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => this.take());
    this.picture.begin();
  }

  take() {
    this.picture.take(this.store.state, this.palette, this.links);
  }

  fit() {
    const { clientWidth, clientHeight } = this.home_;
    if (clientWidth === 0 || clientHeight === 0) return;
    const { size } = this.picture;
    if (size.width === clientWidth && size.height === clientHeight) return;
    this.picture.resize(clientWidth, clientHeight);
    namePanes(this.model, this.picture.panes);
    if (!this.orbit.touched) this.home(true);
    this.folds = false;
  }

  /** Everything that may be seen, at some of the frames: where near and far are. */
  measureScene() {
    const { times, up } = this.model;
    const count = times ? times.length : 1;
    const some = [...new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * (count - 1))))];
    const named = this.model.labels.flatMap(({ at }) => drawn(this.model, at));
    this.points = Float32Array.from([...this.extents.all(some), ...this.onTheWay(), ...named]);
    if (this.points.length === 0) this.points = Float32Array.of(-1, -1, -1, 1, 1, 1);
    const box = new THREE.Box3().setFromArray(this.points);
    for (const layer of this.model.layers) {
      const extra = [];
      for (let item = 0; item < layer.count; item += 1) {
        const left = layer.frame === false || this.extents.isPatch(layer, item);
        if (left) this.extents.addItem(layer, item, 0, extra);
      }
      box.union(new THREE.Box3().setFromArray(extra));
    }
    // Sliders may move a robot further than it is seen at first.
    if (this.robots) box.union(new THREE.Box3().setFromArray(this.robots.pointsAt(this.robots.some(), this.extents)));
    // The floor reaches a little further than what stands on it.
    box.expandByScalar(0.3 * box.getSize(new THREE.Vector3()).length());
    box.getCenter(this.orbit.centre);
    this.orbit.radius = Math.max(0.5 * box.getSize(new THREE.Vector3()).length(), 1e-6);
    this.size = new THREE.Box3().setFromArray(this.points).getSize(new THREE.Vector3()).length();
    const start = this.model.camera?.towards;
    this.start_ = start
      ? this.orbit.anglesOf(new THREE.Vector3(...start))
      : { azimuth: Math.abs(up[2]) < 0.9 ? 0.6 : -0.95, elevation: this.elevation() };
  }

  /** Where things get to that move in a step, or with the joints of a recording. */
  onTheWay() {
    const found = [];
    for (const time of this.motions?.times ?? []) {
      this.motions.at(time);
      this.extents.addMoving(found);
    }
    this.motions?.at(this.store.state.time);
    return this.robots ? found.concat(this.robots.pointsAt(this.robots.recorded(), this.extents)) : found;
  }

  /** From how high a scene is seen best: what lies on a plain, from further above. */
  elevation() {
    const { x, y, z } = this.orbit.basis;
    const [wide, deep, high] = [x, y, z].map((axis) => this.orbit.reach(this.points, axis));
    const share = Math.min(1, high / (FLAT * Math.max(wide, deep, 1e-9)));
    return ELEVATION.flat + share * (ELEVATION.usual - ELEVATION.flat);
  }

  /** All of it, from where the page began. */
  home(still = this.still) {
    this.orbit.touched = false;
    this.showAll(this.start_, still);
  }

  /** Turns the first view where another thing hides the place of the selection. */
  uncover() {
    const { selection, frame } = this.store.state;
    if (!this.works || !selection) return;
    const marked = this.links.marked(selection, frame);
    const place = this.extents.marked(this.marks(marked), frame).subarray(0, 3);
    const around = this.extents.marked(marked, frame);
    this.start_ = freeAngles(this.start_, place, around, (angles, points) => {
      this.showAll(angles, true);
      return this.picking.hidden(points, marked, this.store.state);
    });
    this.home(true);
  }

  /** Of what is marked, what says where: a thing may be much larger than the place that matters. */
  marks(marked) {
    return new Map([...marked].filter(([id]) => this.model.layerById.get(id).kind !== "things"));
  }

  /** Along an axis. */
  along(key) {
    this.showAll(this.orbit.anglesOf(new THREE.Vector3(...VIEWS[key])), this.still);
  }

  /** Everything, as large as it may be without the list of layers in front of it. */
  showAll({ azimuth, elevation }, still) {
    const { orbit, picture: { panes: [size] } } = this;
    const card = cornerOf(byId("layers"));
    const { whole, others } = areasOf(size, card, this.patient, this.home_.clientHeight - byId("legend").offsetTop);
    const share = this.patient ? PICTURE_FILL : FILL;
    const placed = (area) => ({ area, goal: orbit.framing(this.points, share, azimuth, elevation, 1e-3, area) });
    let best = placed(whole);
    const { distance: full } = best.goal;
    if (card && others.length > 0 && !isAside(orbit.places(this.points, best.goal, whole, size), card)) {
      best = others.map(placed).sort((p, q) => p.goal.distance - q.goal.distance)[0];
      if (this.folds && best.goal.distance > FOLD * full) {
        this.folds = false;
        byId("layers").removeAttribute("open");
        return this.showAll({ azimuth, elevation }, still);
      }
    }
    orbit.spot = { x: best.area.x, y: best.area.y };
    return orbit.fly(best.goal, still);
  }

  /** The selection in the middle; closer if asked, or if it is a speck from here. */
  showSelection(closer) {
    const { selection, frame } = this.store.state;
    if (!this.works || !selection) return undefined;
    const marked = this.links.marked(selection, frame);
    const marks = this.marks(marked);
    const points = this.extents.marked(closer || marks.size === 0 ? marked : marks, frame);
    if (points.length === 0) return undefined;
    this.orbit.touched = true;
    const framed = (some) => this.orbit.framing(some, CLOSE_FILL, undefined, undefined, CLOSEST * this.size);
    const goal = framed(points);
    if (closer && marks.size > 0 && goal.distance > this.orbit.distance) {
      // Its things are larger than what is seen already: then the place alone, from where one is.
      return this.orbit.fly({ target: framed(this.extents.marked(marks, frame)).target }, this.still);
    }
    if (closer) return this.orbit.fly(goal, this.still);
    const { distance } = framed(this.extents.marked(marked, frame));
    const isSpeck = distance < SPECK * this.orbit.distance;
    return this.orbit.fly({ target: goal.target, ...(isSpeck ? { distance: 2 * distance } : {}) }, this.still);
  }

  lookAt(x, y) {
    const found = this.pick(x, y);
    if (found) this.orbit.fly({ target: new THREE.Vector3(...found.point) }, this.still);
  }

  /** @returns {{layer: object, item: number, point: number[]}|null} at a place of the page */
  pick(x, y) {
    const found = this.across(x, y);
    return this.picking.at(found.x, found.y, this.picture.panes[found.pane], this.store.state, found.pane);
  }

  /** From a place on the page to -1 ... 1 across the pane that is there. */
  across(x, y) {
    const box = this.home_.getBoundingClientRect();
    return acrossPane(this.picture.panes, x - box.left, y - box.top);
  }

  /** The name of what is under the cursor. */
  hover(place) {
    const label = byId("hover");
    label.hidden = true;
    if (!place || this.slowPick || this.orbit.flight) return;
    const start = performance.now();
    const found = this.pick(...place);
    this.slowPick = performance.now() - start > SLOW_PICK;
    const words = found ? this.wordsFor(found) : "";
    this.picture.canvas.classList.toggle("over", Boolean(words));
    if (!words) return;
    label.textContent = words;
    label.hidden = false;
    const box = this.home_.getBoundingClientRect();
    const left = Math.min(place[0] - box.left + 14, box.width - label.offsetWidth - 8);
    const top = Math.min(place[1] - box.top + 16, box.height - label.offsetHeight - 8);
    label.style.transform = `translate(${Math.max(8, left)}px, ${top}px)`;
  }

  wordsFor({ layer, item }) {
    if (layer.names?.[item] !== undefined) return layer.names[item];
    if (layer.values) return `${layer.name}: ${shortNumber(layer.values.data[item])}`;
    const row = this.links.rowOf(layer, item, this.store.state.frame);
    const names = row < 0 ? [] : this.links.namesIn(this.model.tableById.get(layer.table), row);
    return names.length > 0 ? `${layer.name}: ${names.join(" – ")}` : layer.name;
  }

  overlay() {
    turnAxes(byId("axes"), this.orbit.camera);
    setScale(byId("scale"), this.model, this.store.state.unit, this.orbit, this.picture.panes[0].height);
    this.labels.move(this.store.state);
  }

  /** Where a point of the world appears in the view [px]; null if it does not. */
  spotOf(point, pane = 0) {
    const spot = new THREE.Vector3(...drawn(this.model, point)).project(this.orbit.camera);
    return spot.toArray().some((x) => Math.abs(x) > 1) ? null : placeInPane(this.picture.panes[pane], spot);
  }

  /** A place on the page for a point of the world. */
  project(point, pane = 0) {
    const spot = new THREE.Vector3(...drawn(this.model, point)).project(this.orbit.camera);
    const box = this.home_.getBoundingClientRect();
    const [right, down] = placeInPane(this.picture.panes[pane], spot);
    return [box.left + right, box.top + down];
  }

  /** In coordinates of the world; `towards` points from the target to the camera. */
  setCamera({ towards, up, target, distance }) {
    const { orbit, model } = this;
    this.orbit.touched = true;
    if (up) orbit.setUp(up);
    if (towards) Object.assign(orbit, orbit.anglesOf(new THREE.Vector3(...towards)));
    if (target) orbit.target.set(...drawn(model, target));
    if (distance) orbit.distance = distance / model.scale;
    orbit.spot = { x: 0, y: 0 };
    orbit.flight = null;
    orbit.apply();
    this.picture.request();
  }

  /** Where the camera looks, in the world; the counterpart of setCamera. */
  camera() {
    const { orbit, model } = this;
    return {
      towards: orbit.towards().toArray(),
      target: world(model, orbit.target),
      distance: orbit.distance * model.scale,
    };
  }
}
