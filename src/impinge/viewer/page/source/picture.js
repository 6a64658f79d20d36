/**
 * The picture: everything that is drawn, drawn when something has changed and not otherwise.
 */
import * as THREE from "three";
import { ArrowsDrawing, LinesDrawing, PointsDrawing, StrandsDrawing } from "./draw_marks.js";
import { PatchesDrawing } from "./draw_patches.js";
import { SolidsDrawing } from "./draw_solids.js";
import { Surfaces, ThingsDrawing } from "./draw_things.js";
import { BallsDrawing, BoxesDrawing } from "./draw_volumes.js";
import { Shared } from "./materials.js";
import { Pace } from "./pace.js";
import { panesOf } from "./panes.js";

const KINDS = {
  points: PointsDrawing,
  lines: LinesDrawing,
  strands: StrandsDrawing,
  arrows: ArrowsDrawing,
  boxes: BoxesDrawing,
  balls: BallsDrawing,
  solids: SolidsDrawing,
  patches: PatchesDrawing,
};

/** In a narrow view marks are smaller: at this width of their full size [px], and at least this. */
const FULL_MARKS = 600;
const SMALLEST_MARKS = 0.7;
/** After so long without a change the picture is drawn in full; later, where that takes long [ms]. */
const REST = 170;
const LONG_REST = 600;
/** And with every triangle, where those are too many for a first picture [ms]. */
const CALM = 1500;
/** Software needs seconds for more triangles: it begins with a quick picture. */
const MANY_TRIANGLES = 4e5;

/** Programs that draw without a graphics card. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether there is no graphics card; null where nothing can be drawn at all. */
function drawnBySoftware() {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return null;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return SOFTWARE.test(String(name));
}

/** @returns {{context: WebGL2RenderingContext, software: boolean}|null} */
export function contextOf(canvas) {
  try {
    const software = drawnBySoftware();
    if (software === null) return null;
    // Software smooths edges by drawing larger when there is time: samples cost it as much always.
    const options = { antialias: !software, alpha: false, powerPreference: "high-performance" };
    const context = canvas.getContext("webgl2", options);
    return context ? { context, software } : null;
  } catch {
    return null;
  }
}

export class Picture {
  constructor(model, orbit, canvas, { context, software }) {
    this.model = model;
    this.orbit = orbit;
    this.canvas = canvas;
    this.renderer = new THREE.WebGLRenderer({ canvas, context });
    this.renderer.sortObjects = true;
    this.scene = new THREE.Scene();
    this.scene.matrixAutoUpdate = false;
    this.shared = new Shared();
    this.pace = new Pace(software);
    this.renderer.info.autoReset = false;
    this.renderer.setScissorTest(true);
    this.size = { width: 1, height: 1 };
    this.panes = panesOf(this.size, model.panes.length);
    this.waiting = 0;
    this.resting = 0;
    this.ms = 0;
    this.afterDraw = [];
    const surfaces = new Surfaces(model);
    this.drawings = model.layers.map((layer) => {
      const drawing = layer.kind === "things"
        ? new ThingsDrawing(model, layer, surfaces, this.shared)
        : new KINDS[layer.kind](model, layer, this.shared);
      drawing.dirty = true;
      this.scene.add(drawing.object);
      return drawing;
    });
    this.floor = null;
    this.triangles = this.drawings.reduce((sum, drawing) => sum + (drawing.triangles ?? 0), 0);
  }

  /** Takes over what the reader chose; buffers are written at the next picture. */
  take(state, palette, links) {
    this.playing = state.playing;
    const marked = links.marked(state.selection, state.frame);
    const roles = links.colours(state.selection, state.frame);
    this.shared.paint("background", palette.rgb("paper"));
    this.shared.paint("ink", palette.rgb("ink"));
    this.renderer.setClearColor(new THREE.Color(palette.code("paper")), 1);
    this.drawings.forEach((drawing) => {
      const { layer } = drawing;
      drawing.shows = state.visible[layer.id];
      drawing.wanted = {
        frame: state.frame,
        level: state.level[layer.id],
        palette,
        marked: marked.get(layer.id),
        carried: marked.get(layer.things),
        roles,
        somethingSelected: marked.size > 0,
        seeThrough: state.seeThrough,
        wireframe: state.wireframe,
      };
      drawing.dirty = true;
    });
    if (this.floor) {
      this.floor.object.visible = state.floor;
      this.floor.update({ palette });
    }
    // Where a full picture takes its time, a quick one comes first; while it plays, another follows.
    this.request(this.pace.slow || this.playing);
  }

  /** Below everything else; shown where the reader wants it. */
  addFloor(floor) {
    this.floor = floor;
    this.scene.add(floor.object);
  }

  resize(width, height) {
    this.size = { width: Math.max(1, width), height: Math.max(1, height) };
    this.panes = panesOf(this.size, this.model.panes.length);
    this.orbit.camera.aspect = this.panes[0].width / this.panes[0].height;
    this.orbit.apply();
    // At once: a canvas that was resized is empty until it is drawn.
    if (this.begun) this.draw(performance.now(), this.pace.slow);
    this.request(this.pace.slow);
  }

  /** The first picture. */
  begin() {
    this.begun = true;
    if (this.pace.software && !this.pace.patient && this.triangles > MANY_TRIANGLES) {
      this.pace.slow = true;
      this.draw(performance.now(), true);
      this.request(true);
    } else this.pace.learn(this.measure().ms);
  }

  /** Draws soon; `moving` says that more will follow, and speed counts. */
  request(moving = false) {
    this.moving = moving;
    if (!this.waiting) this.waiting = requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    this.waiting = 0;
    const flying = this.orbit.step(now);
    const moving = this.moving || flying;
    this.draw(now, moving);
    clearTimeout(this.resting);
    if (flying) this.request(true);
    else if (moving && !this.playing) {
      const rest = this.pace.software && this.triangles > MANY_TRIANGLES ? LONG_REST : REST;
      this.resting = setTimeout(() => this.request(false), rest);
    } else if (!moving && !this.pace.full) this.resting = setTimeout(() => this.draw(performance.now(), false, true), CALM);
  }

  draw(now, moving, calm = false) {
    const detail = this.pace.choose(now, moving, this.triangles, calm);
    const { ratio } = detail;
    if (this.renderer.getPixelRatio() !== ratio || this.drawnSize !== this.size) {
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(this.size.width, this.size.height, false);
      this.drawnSize = this.size;
    }
    const { uniforms } = this.shared;
    const [{ width, height }] = this.panes;
    uniforms.resolution.value.set(width * ratio, height * ratio);
    uniforms.scale.value = ratio * Math.max(SMALLEST_MARKS, Math.min(1, width / FULL_MARKS));
    const { camera } = this.orbit;
    uniforms.sky.value.copy(this.orbit.basis.z).transformDirection(camera.matrixWorldInverse);
    for (const drawing of this.drawings) {
      if (!drawing.shows) continue;
      if (drawing.dirty && drawing.wanted) {
        drawing.update(drawing.wanted);
        drawing.dirty = false;
      }
      drawing.detail?.(detail);
    }
    this.renderer.info.reset();
    this.panes.forEach(({ left, top }, k) => {
      // From below, as the card counts.
      const box = [left, this.size.height - top - height, width, height];
      this.renderer.setViewport(...box);
      this.renderer.setScissor(...box);
      for (const { object, layer, shows } of this.drawings) object.visible = shows && layer.pane === k;
      this.renderer.render(this.scene, camera);
    });
    document.body.dataset.detail = this.pace.full ? "full" : "quick";
    for (const listener of this.afterDraw) listener();
  }

  /** Draws in full and waits until it is done. */
  measure() {
    const start = performance.now();
    this.draw(start, false, true);
    const gl = this.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    this.ms = performance.now() - start;
    const { triangles, calls } = this.renderer.info.render;
    return { triangles, calls, ms: this.ms };
  }
}
