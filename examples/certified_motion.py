"""Is the whole motion of an arm free? Proved, or the first contact is named."""

import numpy as np

import impinge as im
from impinge.geometry import Articulation, Joint, Link


def arm(links=3):
    """Bars of 0.5 m, joined by hinges about z."""
    bar = [(im.Box((0.46, 0.06, 0.06)), im.pose((0.25, 0, 0)))]
    parts, joints = [Link("base")], []
    for k in range(links):
        parts.append(Link(f"bar{k}", bar))
        place = None if k == 0 else im.pose((0.5, 0, 0))
        joints.append(Joint(f"hinge{k}", "revolute", parts[k].name, f"bar{k}", place, (0, 0, 1)))
    return im.scene.Robot(Articulation(parts, joints))


def main():
    robot = arm()
    cell = im.Scene.from_dict({"post": (im.Cylinder(0.02, 1.0), im.pose((0.9, 0.75, 0)))})
    start, goal = np.array([-0.5, 0.2, 0.3]), np.array([1.9, 0.4, 0.1])

    # Way-points say little: the post is thin, and the arm passes it between two of them.
    waypoints = start + np.linspace(0, 1, 5)[:, None] * (goal - start)
    touching = robot.collides(waypoints, cell)
    print("touches at way-points:", touching)

    found = robot.time_of_impact(start, goal, cell)
    print(f"first contact at {found.time:.4f}: {found.link} and {found.other}")

    # Up to just before it the motion is free, and that is a proof.
    before = start + (found.time - 1e-3) * (goal - start)
    proofs = robot.stay_free(start, before, cell), robot.stay_free(start, goal, cell)

    # Around the post: a path of two segments, certified as a whole, with its clearance.
    folded = np.array([1.0, 2.2, -2.0])
    path = robot.check_path([start, [-0.5, 2.3, -2.2], folded], cell)
    print("folded path:", "free, certified" if path.free else f"touches on segment {path.segment}")
    kept = robot.clearance(start, before, cell)
    print(f"least distance before the contact: {kept.lower:.4f} to {kept.upper:.4f} m")
    return touching, found, proofs, path, kept


def check(result):
    touching, found, (before, whole), path, kept = result
    assert not touching.any()
    assert found.other == "post"
    assert found.gap <= 1e-6
    assert before
    assert not whole
    assert path.free
    assert 0 < kept.lower <= kept.upper


if __name__ == "__main__":
    main()
