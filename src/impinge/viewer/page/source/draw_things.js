/**
 * Things: one instanced mesh for each distinct surface, with creases, and an outline around those
 * that were selected.
 */
import * as THREE from "three";
import { Baked } from "./bake.js";
import { geometryOf, Places, sharing, shown } from "./buffers.js";
import { coarseCopy } from "./coarse.js";
import { bodyMaterial, creaseMaterial, ghostMaterial, outlineMaterial } from "./materials.js";
import { colourOf, poseStart, verticesOf } from "./placing.js";
import { deform, shellOf, surfaceOf } from "./surface.js";

/** How far the others fade while something is selected. */
export const FADE = 0.62;
export const SEE_THROUGH = 0.22;
const OUTLINE_WIDTH = 2.2;
/** Coarse copies have at least so many triangles: fewer show no shape. */
const LEAST_COARSE = 12;
/** Nothing is baked that would take more memory than it is worth [triangles]. */
const MOST_BAKED = 400000;

/** Surfaces of meshes, made when first needed and shared by all layers. */
export class Surfaces {
  constructor(model) {
    this.model = model;
    this.made = new Map();
  }

  of(mesh) {
    if (!this.made.has(mesh)) {
      const surface = surfaceOf(this.model.meshes[mesh]);
      this.made.set(mesh, {
        surface,
        geometry: geometryOf(surface),
        lines: surface.lines.length > 0 ? geometryOf({ positions: surface.lines }) : null,
        shell: null,
      });
    }
    return this.made.get(mesh);
  }

  /** Takes over where the vertices of a mesh are now. */
  move(mesh, vertices) {
    const { surface, geometry, lines } = this.of(mesh);
    deform(surface, vertices);
    geometry.getAttribute("position").needsUpdate = true;
    geometry.getAttribute("normal").needsUpdate = true;
    if (lines) lines.getAttribute("position").needsUpdate = true;
  }

  /** With one normal a vertex, for outlines; of a mesh that deforms, the surface itself. */
  shell(mesh) {
    const entry = this.of(mesh);
    if (this.model.meshes[mesh].frames) return entry.geometry;
    entry.shell ??= geometryOf(shellOf(this.model.meshes[mesh]));
    return entry.shell;
  }
}

export class ThingsDrawing {
  constructor(model, layer, surfaces, shared) {
    this.layer = layer;
    this.surfaces = surfaces;
    this.object = new THREE.Group();
    this.opacity = layer.opacity ?? 1;
    const deforms = layer.mesh.data.some((mesh) => surfaces.model.meshes[mesh].frames);
    this.body = bodyMaterial(shared, this.opacity, false, deforms);
    this.quick = bodyMaterial(shared, this.opacity, true, deforms);
    this.clear = bodyMaterial(shared, Math.min(this.opacity, SEE_THROUGH));
    this.crease = creaseMaterial(shared, 0.5 * this.opacity);
    this.wire = creaseMaterial(shared, 0.8);
    this.ghost = ghostMaterial(shared);
    this.outline = outlineMaterial(shared, OUTLINE_WIDTH);
    this.groups = this.grouped().map(([mesh, items]) => this.group(mesh, items));
    this.selected = new THREE.Group();
    this.object.add(this.selected);
  }

  /** Items by their mesh. */
  grouped() {
    const found = new Map();
    this.layer.mesh.data.forEach((mesh, item) => {
      if (found.has(mesh)) found.get(mesh).push(item);
      else found.set(mesh, [item]);
    });
    return [...found];
  }

  group(mesh, items) {
    const { surface, geometry, lines } = this.surfaces.of(mesh);
    const places = new Places(items.length);
    const body = shown(THREE.Mesh, places.serve(sharing(geometry)), this.body, this.opacity < 1 ? 4 : 0);
    this.object.add(body);
    let creases = null;
    if (lines) {
      creases = shown(THREE.LineSegments, places.serve(sharing(lines)), this.crease, 1);
      this.object.add(creases);
    }
    const { model } = this.surfaces;
    const deforms = model.meshes[mesh].frames !== null;
    // Patches lie on the surface as it is: a coarse copy would show through them.
    const whole = deforms || model.layers.some(({ kind, things, of }) => {
      return kind === "patches" && things === this.layer.id && items.includes(of.data[0]);
    });
    return { mesh, items, places, body, creases, fine: body.geometry, coarse: new Map(), surface, deforms, whole };
  }

  /** Triangles drawn at full detail. */
  get triangles() {
    return this.groups.reduce((sum, { surface, items }) => sum + (surface.indices.length / 3) * items.length, 0);
  }

  /** Full surfaces, or copies with about `share` of their triangles; `quick` light or full. */
  detail({ share, creases, quick, bake }) {
    const body = this.seeThrough ? this.clear : quick ? this.quick : this.body;
    const baked = bake && this.bake(share, body);
    if (this.baked) this.baked.object.visible = baked;
    for (const group of this.groups) {
      group.body.visible = !baked;
      if (group.creases) group.creases.visible = creases;
      if (baked) continue;
      group.body.geometry = share < 1 ? this.coarse(group, share) : group.fine;
      group.body.material = body;
    }
  }

  /** A surface with about a share of the triangles; one that deforms, or has patches, has all of them. */
  reduced(group, share) {
    if (group.whole) return group.surface;
    return coarseCopy(group.surface, Math.max(LEAST_COARSE, (share * group.surface.indices.length) / 3));
  }

  /** All things as one mesh, as they are now; false where that would be too large. */
  bake(share, material) {
    if (this.layer.count === 1) return false;
    if (this.baked === undefined) {
      const parts = this.groups.map((group) => ({
        surface: this.reduced(group, share), places: group.places, count: group.items.length,
      }));
      const triangles = parts.reduce((sum, part) => sum + (part.count * part.surface.indices.length) / 3, 0);
      this.baked = triangles > MOST_BAKED ? null : new Baked(parts);
      if (this.baked) {
        this.baked.object = shown(THREE.Mesh, this.baked.geometry, material, 0);
        this.object.add(this.baked.object);
      }
    }
    if (!this.baked) return false;
    if (this.baked.version !== this.version) this.baked.fill();
    this.baked.version = this.version;
    this.baked.object.material = material;
    this.baked.object.renderOrder = this.groups[0]?.body.renderOrder ?? 0;
    return true;
  }

  coarse(group, share) {
    if (!group.coarse.has(share)) {
      const copy = this.reduced(group, share);
      const geometry = copy === group.surface ? group.fine : group.places.serve(geometryOf(copy));
      geometry.instanceCount = group.items.length;
      group.coarse.set(share, geometry);
    }
    return group.coarse.get(share);
  }

  update({ frame, palette, marked, roles, somethingSelected, seeThrough, wireframe }) {
    const { layer } = this;
    const poses = layer.poses.data;
    for (const group of this.groups) {
      const { places } = group;
      if (group.deforms) this.surfaces.move(group.mesh, verticesOf(this.surfaces.model, layer, group.items[0], frame));
      group.items.forEach((item, k) => {
        const start = poseStart(layer, item, frame);
        places.poses.set(poses.subarray(start, start + 12), 12 * k);
        const role = marked?.get(item);
        const rgb = palette.rgb((role === undefined ? null : roles[role]) ?? colourOf(layer, item, frame));
        places.paint.set(rgb, 4 * k);
        places.paint[4 * k + 3] = role === undefined && somethingSelected ? 255 * FADE : 0;
      });
      places.send(group.items.length);
      group.body.renderOrder = seeThrough || this.opacity < 1 ? 4 : 0;
      if (group.creases) group.creases.material = wireframe ? this.wire : this.crease;
    }
    this.seeThrough = seeThrough;
    this.version = (this.version ?? 0) + 1;
    for (const material of [this.body, this.quick, this.clear]) material.wireframe = wireframe;
    this.outlineSelected(marked, frame, palette, roles);
  }

  outlineSelected(marked, frame, palette, roles) {
    for (const object of this.selected.children) object.geometry.dispose();
    this.selected.clear();
    for (const [item, role] of marked ?? []) {
      const mesh = this.layer.mesh.data[item];
      const start = poseStart(this.layer, item, frame);
      const places = new Places(1);
      places.poses.set(this.layer.poses.data.subarray(start, start + 12));
      places.paint.set(palette.rgb(roles[role] ?? colourOf(this.layer, item, frame)));
      const shell = places.serve(sharing(this.surfaces.shell(mesh)));
      this.selected.add(shown(THREE.Mesh, shell, this.outline, 2));
      // Ground is behind all that stands on it: through that, it would be a veil.
      if (!this.surfaces.model.meshes[mesh].patch) {
        const ghost = places.serve(sharing(this.surfaces.of(mesh).geometry));
        this.selected.add(shown(THREE.Mesh, ghost, this.ghost, 3));
      }
      places.send(1);
    }
  }
}
