// Builds ./built from ./source: one script, one style sheet and the body of the page, ready to be
// put into a single HTML file. Run by `make page`; users of the package need neither this nor node.

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const built = join(here, "built");
mkdirSync(built, { recursive: true });

await build({
  entryPoints: [join(here, "source/main.js")],
  outfile: join(built, "page.js"),
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2020",
  charset: "ascii",
  legalComments: "none",
  banner: { js: "/* three.js: Copyright three.js authors, MIT licence; see LICENSE.three.txt */" },
});
await build({
  entryPoints: [join(here, "source/page.css")],
  outfile: join(built, "page.css"),
  minify: true,
  target: ["chrome90", "firefox90", "safari15"],
});
copyFileSync(join(here, "source/page.html"), join(built, "page.html"));
copyFileSync(join(here, "node_modules/three/LICENSE"), join(built, "LICENSE.three.txt"));

// What would end or confuse the element that the text is put into.
const FORBIDDEN = { "page.js": ["</script", "<script", "<!--"], "page.css": ["</style", "<!--"] };
for (const [name, words] of Object.entries(FORBIDDEN)) {
  const text = readFileSync(join(built, name), "utf8").toLowerCase();
  for (const word of words) {
    if (text.includes(word)) throw new Error(`built/${name} contains ${word}`);
  }
}

/** The hash of some files: their names and contents, in order of the names. */
function hashOf(names) {
  const hash = createHash("sha256");
  for (const name of [...names].sort()) {
    hash.update(name).update("\0").update(readFileSync(join(here, name))).update("\0");
  }
  return hash.digest("hex");
}

// A test in Python compares these, so that a build that is out of date fails without node.
const sources = readdirSync(join(here, "source")).map((name) => `source/${name}`);
const made = ["page.css", "page.html", "page.js"].map((name) => `built/${name}`);
writeFileSync(
  join(built, "sources.sha256"),
  [
    `${hashOf([...sources, "build.mjs", "package.json", "package-lock.json"])}  sources`,
    `${hashOf(made)}  built`,
    "",
  ].join("\n"),
);

for (const name of made) {
  console.log(`${name}  ${(readFileSync(join(here, name)).length / 1000).toFixed(1)} kB`);
}
