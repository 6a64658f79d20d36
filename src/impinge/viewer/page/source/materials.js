/**
 * Materials by purpose. They share the uniforms that belong to the whole picture.
 */
import * as THREE from "three";
import { ARROW, BODY, DOT, FLAT, LINE, OUTLINE, QUICK_BODY } from "./shaders.js";

/** Marks behind a surface show through it, this strong. */
const HIDDEN = 0.5;

/** Up to so many marks are drawn at full size; and the least share of it. */
const FEW = 120;
const LEAST_CROWD = 0.45;

/** What every program may ask about the picture. */
export class Shared {
  constructor() {
    this.uniforms = {
      resolution: { value: new THREE.Vector2(1, 1) },
      scale: { value: 1 },
      sky: { value: new THREE.Vector3(0, 0, 1) },
      background: { value: new THREE.Vector3(1, 1, 1) },
      ink: { value: new THREE.Vector3(0, 0, 0) },
    };
  }

  /** @param {[number, number, number]} rgb 0 to 255 */
  paint(name, rgb) {
    this.uniforms[name].value.set(rgb[0] / 255, rgb[1] / 255, rgb[2] / 255);
  }
}

function made(shared, program, own, options) {
  return new THREE.ShaderMaterial({
    vertexShader: program.vertex,
    fragmentShader: program.fragment,
    uniforms: {
      ...shared.uniforms,
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value }])),
    },
    side: THREE.DoubleSide,
    ...options,
  });
}

/** Brightness of the back of a sheet. */
const SHEET_BACK = 0.82;

/** A surface with light on it. Pushed back a little, so that lines on it are seen. */
export function bodyMaterial(shared, opacity, quick = false, sheet = false) {
  const clear = opacity < 1;
  return made(shared, quick ? QUICK_BODY : BODY, { opacity, rim: 0, back: sheet ? SHEET_BACK : 1 }, {
    transparent: clear,
    depthWrite: !clear,
    // The far side first: else faces would show through each other in the order of their numbers.
    forceSinglePass: false,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
}

/** Faces of a surface that are drawn once more: in front of it, since they are not pushed back. */
export function patchMaterial(shared) {
  return made(shared, BODY, { opacity: 1, rim: 0, back: SHEET_BACK }, {});
}

/** A shell to look through; `rim` makes its outline stronger, as of a soap bubble. */
export function shellMaterial(shared, opacity, rim) {
  return made(shared, BODY, { opacity, rim, back: 1 }, {
    transparent: true,
    depthWrite: false,
    side: rim > 0 ? THREE.FrontSide : THREE.DoubleSide,
  });
}

/** Creases: a darker shade of the surface. */
export function creaseMaterial(shared, opacity) {
  return made(shared, FLAT, { strength: 0.62, opacity }, { transparent: true, depthWrite: false });
}

/** What was selected, where it is hidden: seen through what is in front of it. */
export function ghostMaterial(shared) {
  return made(shared, BODY, { opacity: 0.55, rim: 0, back: 1 }, {
    transparent: true,
    depthWrite: false,
    depthFunc: THREE.GreaterDepth,
    side: THREE.FrontSide,
  });
}

/** The outline of what was selected. */
export function outlineMaterial(shared, width) {
  return made(shared, OUTLINE, { strength: 1, opacity: 1, width }, { side: THREE.BackSide });
}

/**
 * Marks that are drawn twice: pale where hidden, then in full where not.
 *
 * @returns {THREE.ShaderMaterial[]}
 */
function twice(shared, program, own) {
  return [THREE.GreaterDepth, THREE.LessEqualDepth].map((depthFunc) => {
    const opacity = depthFunc === THREE.GreaterDepth ? HIDDEN : 1;
    return made(shared, program, { ...own, opacity, crowd: 1 }, { transparent: true, depthWrite: false, depthFunc });
  });
}

/**
 * Many marks become smaller, and paler where hidden: they should tell where, not cover what.
 *
 * @param {THREE.ShaderMaterial[]} materials as made here: hidden, then seen
 */
export function settle(materials, count) {
  const crowd = Math.max(LEAST_CROWD, Math.min(1, Math.sqrt(FEW / Math.max(count, 1))));
  for (const material of materials) material.uniforms.crowd.value = crowd;
  if (materials.length > 1) materials[0].uniforms.opacity.value = HIDDEN * (0.5 + 0.5 * crowd);
}

/** Of marks that are bodies and no signs: they hide each other, and nothing shows through things. */
export function solidMaterials([, seen]) {
  seen.depthWrite = true;
  return [seen];
}

export function lineMaterials(shared, width, dashed) {
  return twice(shared, LINE, { width, dash: dashed ? 9 : 0 });
}

export function arrowMaterials(shared, pixels, width = 2.2) {
  return twice(shared, ARROW, { width, pixels: pixels ?? 0, strength: 0 });
}

export function dotMaterials(shared, width, rim) {
  return twice(shared, DOT, { width, rim });
}
