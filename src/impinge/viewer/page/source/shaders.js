/**
 * The programs that run on the graphics card. All instances are placed by the rows of a 3x4 matrix,
 * and painted by `paint`: red, green, blue, and how far the colour fades into the background.
 */

const PLACED = /* glsl */ `
  attribute vec4 row0;
  attribute vec4 row1;
  attribute vec4 row2;
  attribute vec4 paint;
  vec3 placed(vec3 p) {
    vec4 q = vec4(p, 1.0);
    return vec3(dot(row0, q), dot(row1, q), dot(row2, q));
  }
  vec3 turned(vec3 n) {
    return vec3(dot(row0.xyz, n), dot(row1.xyz, n), dot(row2.xyz, n));
  }
`;

// A sky, a lamp beside the camera, and a little light from the eye, so that nothing is black.
const LIGHT = /* glsl */ `
  uniform vec3 sky;
  uniform vec3 background;
  // How bright the back of a surface is: less than 1 lets the folds of a sheet be seen.
  uniform float back;
  const vec3 LAMP = vec3(-0.42, 0.56, 0.71);
  vec3 shaded(vec3 n, float facing, vec4 tint) {
    float light = 0.30 + 0.24 * dot(n, sky) + 0.52 * max(dot(n, LAMP), 0.0) + 0.22 * facing;
    vec3 lit = sqrt(clamp(tint.rgb * tint.rgb * light, 0.0, 1.0));
    return mix(lit, background, tint.a);
  }
`;

export const BODY = {
  vertex: /* glsl */ `
    ${PLACED}
    varying vec3 towards;
    varying vec3 side;
    varying vec4 tint;
    void main() {
      vec4 seen = viewMatrix * vec4(placed(position), 1.0);
      towards = -seen.xyz;
      side = mat3(viewMatrix) * turned(normal);
      tint = paint;
      gl_Position = projectionMatrix * seen;
    }
  `,
  fragment: /* glsl */ `
    ${LIGHT}
    uniform float opacity;
    uniform float rim;
    varying vec3 towards;
    varying vec3 side;
    varying vec4 tint;
    void main() {
      vec3 n = normalize(side);
      vec3 eye = normalize(towards);
      // The inside of a surface is lit as well. At a silhouette normals lean away a little: they stay.
      if (!gl_FrontFacing && dot(n, eye) < -0.15) n = -n;
      float facing = clamp(dot(n, eye), 0.0, 1.0);
      vec4 seen = vec4(tint.rgb * (gl_FrontFacing ? 1.0 : back), tint.a);
      float shell = opacity + (1.0 - opacity) * 0.75 * pow(1.0 - facing, 3.0);
      gl_FragColor = vec4(shaded(n, facing, seen), mix(opacity, shell, rim));
    }
  `,
};

/** The same light, at the vertices only: for software that must keep up with the hand. */
export const QUICK_BODY = {
  vertex: /* glsl */ `
    ${PLACED}
    ${LIGHT}
    varying vec3 colour;
    void main() {
      vec4 seen = viewMatrix * vec4(placed(position), 1.0);
      vec3 n = normalize(mat3(viewMatrix) * turned(normal));
      vec3 eye = -normalize(seen.xyz);
      bool behind = dot(n, eye) < -0.15;
      if (behind) n = -n;
      float facing = max(dot(n, eye), 0.0);
      colour = shaded(n, facing, vec4(paint.rgb * (behind ? back : 1.0), paint.a));
      gl_Position = projectionMatrix * seen;
    }
  `,
  fragment: /* glsl */ `
    uniform float opacity;
    varying vec3 colour;
    void main() {
      gl_FragColor = vec4(colour, opacity);
    }
  `,
};

export const FLAT = {
  vertex: /* glsl */ `
    ${PLACED}
    varying vec4 tint;
    void main() {
      tint = paint;
      gl_Position = projectionMatrix * viewMatrix * vec4(placed(position), 1.0);
    }
  `,
  fragment: /* glsl */ `
    uniform vec3 background;
    uniform vec3 ink;
    uniform float strength;
    uniform float opacity;
    varying vec4 tint;
    void main() {
      vec3 colour = mix(tint.rgb, ink, strength);
      gl_FragColor = vec4(mix(colour, background, tint.a), opacity);
    }
  `,
};

/** Pushed outward by some pixels; only the far side is drawn, so that a rim is left. */
export const OUTLINE = {
  vertex: /* glsl */ `
    ${PLACED}
    uniform vec2 resolution;
    uniform float width;
    varying vec4 tint;
    void main() {
      tint = paint;
      vec4 clip = projectionMatrix * viewMatrix * vec4(placed(position), 1.0);
      vec2 out2 = (projectionMatrix * vec4(mat3(viewMatrix) * turned(normal), 0.0)).xy * resolution;
      out2 = length(out2) > 0.0 ? normalize(out2) : vec2(0.0);
      clip.xy += 2.0 * width * out2 / resolution * clip.w;
      gl_Position = clip;
    }
  `,
  fragment: FLAT.fragment,
};

/** Of marks, whose sizes are in pixels. */
const ON_SCREEN = /* glsl */ `
  attribute vec3 start;
  attribute vec4 paint;
  attribute float emphasis;
  uniform float width;
  uniform vec2 resolution;
  uniform float scale;
  // Where the segment enters what the camera can see: behind the eye there is no perspective.
  vec4 before(vec4 p, vec4 q) {
    float near = 1e-4;
    float dp = p.z + p.w - near;
    float dq = q.z + q.w - near;
    return dp >= 0.0 ? p : mix(p, q, clamp(dp / (dp - dq), 0.0, 1.0));
  }
  vec3 flattened(vec4 p) { return p.xyz / max(p.w, 1e-9); }
  // In front of the surface that it lies on.
  float lifted(float z) { return z - 2e-4; }
`;

/** The ends of a segment on the screen, its direction there, and its length in pixels. */
const FROM_A_TO_B = /* glsl */ `
      vec3 p = flattened(before(a, b));
      vec3 q = flattened(before(b, a));
      vec2 way = (q.xy - p.xy) * resolution * 0.5;
      float size = length(way);
      way = size > 0.0 ? way / size : vec2(1.0, 0.0);
`;

/** Segments of a width in pixels; corner: 0 or 1 along, -1 or 1 across. */
export const LINE = {
  vertex: /* glsl */ `
    ${ON_SCREEN}
    attribute vec3 finish;
    varying vec4 tint;
    varying float along;
    varying float across;
    varying float half_;
    void main() {
      vec4 a = projectionMatrix * viewMatrix * vec4(start, 1.0);
      vec4 b = projectionMatrix * viewMatrix * vec4(finish, 1.0);
      ${FROM_A_TO_B}
      half_ = 0.5 * scale * width * (1.0 + 1.1 * emphasis);
      vec3 here = mix(p, q, position.x);
      vec2 shift = vec2(-way.y, way.x) * position.y * (half_ + 0.75);
      across = position.y * (half_ + 0.75);
      along = position.x * size / scale;
      tint = paint;
      gl_Position = vec4(here.xy + 2.0 * shift / resolution, lifted(here.z), 1.0);
    }
  `,
  fragment: /* glsl */ `
    uniform vec3 background;
    uniform float opacity;
    uniform float dash;
    varying vec4 tint;
    varying float along;
    varying float across;
    varying float half_;
    void main() {
      if (dash > 0.0 && fract(along / dash) > 0.6) discard;
      float cover = clamp(half_ + 0.5 - abs(across), 0.0, 1.0);
      gl_FragColor = vec4(mix(tint.rgb, background, tint.a), opacity * cover);
    }
  `,
};

/** Arrows: a shaft and a head that lie in the plane of the screen. */
export const ARROW = {
  vertex: /* glsl */ `
    ${ON_SCREEN}
    attribute vec3 vector;
    uniform float pixels;
    uniform float crowd;
    varying vec4 tint;
    void main() {
      vec4 a = projectionMatrix * viewMatrix * vec4(start, 1.0);
      float reach = length(vector);
      vec3 way3 = reach > 0.0 ? vector / reach : vec3(0.0);
      if (pixels > 0.0) {
        reach = 2.0 * pixels * mix(crowd, 1.6, emphasis) * scale * a.w / (projectionMatrix[1][1] * resolution.y);
      }
      vec4 b = projectionMatrix * viewMatrix * vec4(start + reach * way3, 1.0);
      ${FROM_A_TO_B}
      float thick = scale * width * mix(0.4 + 0.6 * crowd, 1.5, emphasis);
      float head = min(4.2 * thick, 0.7 * size);
      // position.x: 0 tail, 1 neck, 2 tip; position.y: across; position.z: 1 for the head.
      float at = position.x < 0.5 ? 0.0 : position.x < 1.5 ? size - head : size;
      float broad = position.z > 0.5 ? 0.5 * head : 0.5 * thick;
      vec3 here = mix(p, q, size > 0.0 ? at / size : 0.0);
      vec2 shift = vec2(-way.y, way.x) * position.y * broad;
      tint = paint;
      gl_Position = vec4(here.xy + 2.0 * shift / resolution, lifted(here.z), 1.0);
    }
  `,
  fragment: FLAT.fragment,
};

/** Round dots with a rim in the colour of the background, so that they show on every colour. */
export const DOT = {
  vertex: /* glsl */ `
    ${ON_SCREEN}
    uniform float rim;
    uniform float crowd;
    varying vec4 tint;
    varying float reach;
    varying float radius;
    varying float edge;
    void main() {
      vec4 a = projectionMatrix * viewMatrix * vec4(start, 1.0);
      float size = mix(crowd, 1.6, emphasis);
      radius = 0.5 * scale * width * size;
      edge = rim * scale * mix(0.4 + 0.6 * crowd, 2.0, emphasis);
      reach = radius + edge + 1.0;
      gl_PointSize = 2.0 * reach;
      tint = paint;
      vec3 p = flattened(a);
      gl_Position = a.w <= 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(p.xy, lifted(p.z), 1.0);
    }
  `,
  fragment: /* glsl */ `
    uniform vec3 background;
    uniform float opacity;
    varying vec4 tint;
    varying float reach;
    varying float radius;
    varying float edge;
    void main() {
      float away = length(2.0 * gl_PointCoord - 1.0) * reach;
      float cover = clamp(radius + edge + 0.5 - away, 0.0, 1.0);
      if (cover <= 0.0) discard;
      float inside = clamp(radius + 0.5 - away, 0.0, 1.0);
      vec3 colour = mix(tint.rgb, background, tint.a);
      gl_FragColor = vec4(mix(background, colour, inside), opacity * cover);
    }
  `,
};
