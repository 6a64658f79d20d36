"""How fast a page turns a scene of 1,000 things in software GL: run by hand, it prints the figure.

    PYTHONPATH=src python tests/viewer/frame_rate.py [THINGS]

The canvas is 800 x 600 pixels. For three seconds the camera turns a little at every frame that the
browser asks for; frames are counted by ``requestAnimationFrame``. Drawing that lags behind is
waited for at the end, and counts.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

import impinge as im

WIDTH, HEIGHT, SECONDS = 800, 600, 3.0
TURN = """
(seconds) => new Promise((done) => {
  const gl = document.querySelector("#view canvas").getContext("webgl2");
  let [start, frames] = [null, 0];
  const step = (now) => {
    start ??= now;
    if (now - start >= 1000 * seconds) {
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
      done((1000 * frames) / (performance.now() - start));
      return;
    }
    frames += 1;
    impingeView.turn(0.02, 0);
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})
"""


def scene_of(count):
    """Balls, boxes and cylinders in rows."""
    shapes = im.icosphere(0.4, 3), im.Cylinder(0.3, 0.8), im.Box((0.5, 0.6, 0.7))
    side, scene = int(np.ceil(count ** (1 / 3))), im.Scene()
    for k in range(count):
        pose = np.eye(4)
        pose[:3, 3] = 1.2 * np.array([k % side, k // side % side, k // side**2])
        scene.add(f"thing {k}", shapes[k % 3], pose)
    return scene


def main():
    """Measure, and print."""
    from playwright.sync_api import sync_playwright

    from impinge.viewer.browser import FLAGS, find_browser

    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    html = im.View(f"{count} things").add(scene_of(count), contacts=False).html()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as started:
        file = Path(folder, "page.html")
        file.write_text(html, encoding="utf-8")
        browser = started.chromium.launch(executable_path=find_browser(), args=FLAGS)
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        page.goto(file.as_uri())
        page.wait_for_selector("body[data-ready=yes]")
        page.click("#fold")
        size = "(() => { const c = document.querySelector('#view').getBoundingClientRect(); return "
        head = HEIGHT - page.evaluate(size + "c.height; })()")
        page.set_viewport_size({"width": WIDTH, "height": int(HEIGHT + head)})
        # The first second teaches the page how much it can draw in time.
        page.evaluate(TURN, 1.0)
        rate = page.evaluate(TURN, SECONDS)
        seen = page.evaluate(size + "[c.width, c.height]; })()")
        info = page.evaluate("impingeView.renderInfo()")
        canvas = f"{seen[0]:.0f} x {seen[1]:.0f}"
        print(f"Chromium {browser.version}, canvas {canvas}")
        print(f"{count} things, {info['triangles']:,} triangles")
        print(f"{rate:.1f} frames a second while turning; one in full {info['ms']:.0f} ms")
        browser.close()


if __name__ == "__main__":
    main()
