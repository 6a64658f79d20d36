"""Let bodies fall, by two methods: one for piles, one that never penetrates; record, and resume.

Run: python examples/falling_bodies.py
"""

import impinge as im
from impinge.simulation import World, read_run


def tower(method):
    """Five boxes above a floor, and a ball that flies towards them."""
    world = World(method=method)
    world.add("floor", im.HalfSpace((0, 0, 1)), fixed=True)
    for k in range(5):
        world.add(f"box {k}", im.Box((0.2, 0.2, 0.2)), im.pose((0, 0, 0.101 + 0.202 * k)))
    world.add("ball", im.Sphere(0.1), im.pose((-1.5, 0, 0.9)), density=3000, velocity=(5, 0, 1))
    return world


def main():
    found = {}
    for method in ("stepping", "events"):
        world = tower(method)
        done = world.step(120)
        found[method] = done
        print(f"{method}: {done.impacts} impacts, {done.contacts} contact points, "
              f"least distance {1e3 * done.least_distance:.3f} mm")  # fmt: skip
    tower("stepping").run(20, every=6, out="fall")  # as if killed here,
    run = tower("stepping").run(60, every=6, out="fall", resume=True)  # and started again
    kinetic, potential, _ = run.energies[-1]
    print(run.recording, f"kinetic {kinetic:.3f} J, potential {potential:.1f} J at the end")
    # im.show(run) plays it, with contacts, impulses as arrows, and energies below the slider.
    return found


def check(found):
    """Events keep their distance; a run that was not interrupted is the same to the bit."""
    assert found["events"].least_distance > 0.0
    assert found["stepping"].impacts > 0
    whole = tower("stepping").run(60, every=6)
    assert whole.recording == read_run("fall").recording


if __name__ == "__main__":
    main()
