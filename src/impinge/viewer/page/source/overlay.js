/**
 * What lies over the picture: the axes in the corner and the scale bar.
 */
import * as THREE from "three";
import { shortNumber } from "./numbers.js";
import { inUnit, unitText } from "./units.js";

const REACH = 25;
/** The bar is at most this long, and at most this share of the view's height [px]. */
const LONGEST = 120;
const LONGEST_SHARE = 0.22;

/** The largest of 1, 2, 5 times a power of ten that is no more. */
export function roundLength(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  const lead = most / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}

/** A length of a unit; metres are turned into what reads best. */
export function lengthText(length, unit) {
  if (unit !== "m") return `${shortNumber(length)} ${unitText(unit)}`;
  const units = [[1e3, "km"], [1, "m"], [1e-2, "cm"], [1e-3, "mm"], [1e-6, "µm"], [1e-9, "nm"]];
  // A little slack: 0.001 is not quite a thousand times a millionth.
  const [size, name] = units.find(([least]) => length >= 0.999 * least) ?? [1, "m"];
  return `${shortNumber(length / size)} ${name}`;
}

/** Turns the three axes of the drawing in the corner as the camera sees them. */
export function turnAxes(svg, camera) {
  const turn = new THREE.Matrix4().extractRotation(camera.matrixWorldInverse);
  const axes = ["x", "y", "z"].map((name, k) => {
    const way = new THREE.Vector3(...[0, 1, 2].map((j) => (j === k ? 1 : 0))).applyMatrix4(turn);
    return { group: svg.querySelector(`[data-axis=${name}]`), way };
  });
  // The one that points away is drawn first, so that the nearer ones cover it.
  axes.sort((p, q) => p.way.z - q.way.z);
  for (const { group, way } of axes) {
    const line = group.querySelector("line");
    const text = group.querySelector("text");
    line.setAttribute("x2", String(REACH * way.x));
    line.setAttribute("y2", String(-REACH * way.y));
    text.setAttribute("x", String((REACH + 9) * way.x));
    text.setAttribute("y", String(-(REACH + 9) * way.y));
    group.classList.toggle("away", way.z < -0.3);
    svg.append(group);
  }
}

/** A bar of a round length, as long as it is at the distance of what is looked at. */
export function setScale(element, model, unit, orbit, height) {
  const half = Math.tan((0.5 * orbit.camera.fov * Math.PI) / 180);
  const perPixel = inUnit((2 * orbit.distance * half * model.scale) / height, unit);
  const length = roundLength(Math.min(LONGEST, LONGEST_SHARE * height) * perPixel);
  element.querySelector(".bar").style.width = `${length / perPixel}px`;
  element.querySelector(".length").textContent = lengthText(length, unit);
}
