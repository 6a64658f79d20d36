"""How fast a page moves in software GL: run by hand, it prints the figure.

    PYTHONPATH=src python tests/viewer/frame_rate.py [THINGS]   # turns a scene of 1,000 things
    PYTHONPATH=src python tests/viewer/frame_rate.py sheet      # plays a sheet of 10,000 vertices

The canvas is 800 x 600 pixels. For three seconds the camera turns a little at every frame that the
browser asks for, or a recording of 300 frames is played twice as fast as 30 a second; frames that
differ are counted by ``requestAnimationFrame``. Drawing that lags behind is waited for at the end,
and counts.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

import impinge as im

WIDTH, HEIGHT, SECONDS = 800, 600, 3.0
COUNT = """
([seconds, turn]) => new Promise((done) => {
  const gl = document.querySelector("#view canvas").getContext("webgl2");
  const { dataset } = document.querySelector("#time");
  let [start, frames, last] = [null, 0, null];
  const step = (now) => {
    start ??= now;
    if (now - start >= 1000 * seconds) {
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
      done((1000 * frames) / (performance.now() - start));
      return;
    }
    if (turn) impingeView.turn(0.02, 0);
    if (turn || dataset.frame !== last) frames += 1;
    last = dataset.frame;
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

    from impinge.scenes import waving_sheet
    from impinge.viewer.browser import FLAGS, find_browser

    what = sys.argv[1] if len(sys.argv) > 1 else "1000"
    plays = what == "sheet"
    view = im.View(what)
    view = (
        view.recording(waving_sheet()) if plays else view.add(scene_of(int(what)), contacts=False)
    )
    html = view.html()
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
        info = page.evaluate("impingeView.renderInfo()")
        if plays:
            page.select_option("#time select", "2")
            page.click("#time .play")
        # The first second teaches the page how much it can draw in time.
        page.evaluate(COUNT, [1.0, not plays])
        rate = page.evaluate(COUNT, [SECONDS, not plays])
        seen = page.evaluate(size + "[c.width, c.height]; })()")
        sharp = page.evaluate("document.querySelector('#view canvas').width") / seen[0]
        canvas = f"{seen[0]:.0f} x {seen[1]:.0f}"
        print(f"Chromium {browser.version}, canvas {canvas}, page of {len(html) / 1e6:.1f} MB")
        print(f"{what if plays else what + ' things'}, {info['triangles']:,} triangles")
        doing = "playing" if plays else "turning"
        print(f"{rate:.1f} frames a second while {doing}, {sharp:.2g} pixels a pixel of the page")
        print(f"one in full {info['ms']:.0f} ms")
        browser.close()


if __name__ == "__main__":
    main()
