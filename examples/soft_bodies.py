"""Two soft blocks collide: how deep they press, which way is out, and that no energy is gained.

Run it: python examples/soft_bodies.py
"""

import numpy as np

from impinge.contacts import tet_depth
from impinge.geometry import TetMesh
from impinge.scenes.bricks import brick
from impinge.simulation import SoftBody, SoftWorld


def main():
    # Two blocks of tetrahedra, one above the other and a little aside.
    block = brick((4, 4, 4), 0.05)
    above = TetMesh(block.vertices + np.array([0.03, 0.02, 0.22]), block.tets)
    jelly = {"young": 5e4, "viscosity": (0.0, 20.0), "model": "corotational"}
    bodies = {"lower": SoftBody(block, **jelly), "upper": SoftBody(above, **jelly)}
    world = SoftWorld(bodies, velocities={"upper": (0, 0, -1.5)}, floor=0.0, friction=0.4)

    totals, hits, depths = [sum(world.energy())], [], None
    print("  time   hits  deepest  kinetic  elastic")
    for _ in range(8):
        step, energy = world.step(6), world.energy()
        hits.append(step.hits)
        totals.append(sum(energy))
        print(
            f"{world.time:5.2f} s {step.hits:5d} {1e3 * step.deepest:5.1f} mm "
            f"{energy.kinetic:7.2f} {energy.elastic:8.2f} J"
        )
        if depths is None:
            # The query behind it: which vertices are inside, how deep, and which way is out.
            meshes = [
                body.mesh.with_vertices(world.vertices[name]) for name, body in bodies.items()
            ]
            depths = tet_depth(meshes)
    k = int(np.argmax(depths.depth))
    out = depths.direction[k].round(2).tolist()
    print(f"first: {len(depths)} vertices inside; the deepest one's way out is {out}")
    print(f"energy lost: {totals[0] - totals[-1]:.1f} of {totals[0]:.1f} J")
    return totals, hits, depths


def check(result):
    totals, hits, depths = result
    assert (np.diff(totals) <= 1e-9).all()
    assert max(hits) > 20
    # Vertices of the upper block are pushed up, those of the lower one down.
    up = depths.direction[:, 2] > 0.0
    assert (up == (depths.object == 1)).mean() > 0.9


if __name__ == "__main__":
    main()
