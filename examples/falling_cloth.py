"""A cloth falls on a ball: it drapes over it, touches itself, and never passes through anything.

Run it: python examples/falling_cloth.py
"""

import numpy as np

from impinge.geometry import Mesh, grid_mesh, icosphere, pose
from impinge.narrow import self_intersections
from impinge.simulation import Cloth, ClothWorld


def main():
    # A square of 40 cm above a ball, with a floor below.
    ball = icosphere(0.08, 3).transformed(pose((0, 0, 0.12)))
    sheet = grid_mesh(0.4, 16).transformed(pose((0, 0, 0.22)))
    world = ClothWorld(
        {"cloth": Cloth(sheet, density=0.2, stretch=50.0, bend=1e-5)},
        obstacles={"ball": ball, "floor": grid_mesh(1.0, 1)},
        thickness=2e-3,
        friction=0.3,
    )
    everything = np.concatenate([
        sheet.faces, ball.faces + len(sheet.vertices),
        grid_mesh(1.0, 1).faces + len(sheet.vertices) + len(ball.vertices),
    ])  # fmt: skip

    energies, crossings = [sum(world.energy())], []
    print("  time   lowest  repulsions  impacts  zones  crossings")
    for _ in range(8):
        step = world.step(6)
        # The whole surface, cloth and obstacles in one mesh: does anything cross?
        found = self_intersections(Mesh(step.vertices, everything))
        crossings.append(len(found))
        energies.append(sum(world.energy()))
        lowest = world.vertices["cloth"][:, 2].min()
        print(
            f"{world.time:5.2f} s {1e3 * lowest:6.1f} mm {step.repulsions:9d} "
            f"{sum(step.impacts):8d} {len(step.zones):6d} {len(found):9d}"
        )
    print(f"energy lost: {1e3 * (energies[0] - energies[-1]):.1f} mJ")
    return world, energies, crossings


def check(result):
    world, energies, crossings = result
    assert crossings == [0] * 8
    assert (np.diff(energies) <= 1e-9).all()
    cloth = world.vertices["cloth"]
    centre = np.linalg.norm(cloth - [0, 0, 0.12], axis=1)
    # It lies on the ball and hangs below its top.
    assert 0.079 < centre.min() < 0.09
    assert cloth[:, 2].min() < 0.15


if __name__ == "__main__":
    main()
