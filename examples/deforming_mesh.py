"""A mesh that changes its shape.

``with_vertices`` keeps the faces; the tree is then refitted, which is much faster than building it.

Run: python examples/deforming_mesh.py
"""

import numpy as np

import impinge as im


def main():
    still, floor = im.icosphere(0.5, 4), im.box_mesh((4.0, 4.0, 0.1))
    distances = []
    for phase in np.linspace(0.0, 2.0 * np.pi, 25):
        stretch = np.array([1.0, 1.0, 1.0 + 0.3 * np.sin(phase)])
        jelly = still.with_vertices(still.vertices * stretch + [0.0, 0.0, 0.75])
        distances.append(im.distance(floor, jelly).distance)
    print(f"the jelly comes within {min(distances):.3f} m of the floor, "
          f"and as far as {max(distances):.3f} m")  # fmt: skip
    return distances


def check(distances):
    """Its lowest point is 0.75 - 0.5 (1 + 0.3 sin) above 0, the floor's top at 0.05."""
    assert abs(min(distances) - 0.05) < 0.01
    assert abs(max(distances) - 0.35) < 0.01


if __name__ == "__main__":
    main()
