"""Which of a planner's motions are free, where do others end, and how does a part leave a table?

A planner tries many motions and keeps those that are free. ``stay_free`` proves it for a batch at
once; only what is not proved needs a time. What touches at the start, as everything that is lifted
off does, is asked about from the first millimetre on.

Run: python examples/plan_a_motion.py
"""

import numpy as np

import impinge as im
from impinge.continuous import ImpactStatus

FIRST_MILLIMETRE = 1e-3


def gripper_mesh():
    """A palm and two fingers, one mesh."""
    parts = [((0.10, 0.03, 0.02), (0, 0, 0.02)), ((0.01, 0.03, 0.06), (0.045, 0, -0.02)),
             ((0.01, 0.03, 0.06), (-0.045, 0, -0.02))]  # fmt: skip
    boxes = [(im.box_mesh(size), place) for size, place in parts]
    vertices = np.concatenate([box.vertices + place for box, place in boxes])
    faces = np.concatenate([box.faces + 8 * i for i, (box, _) in enumerate(boxes)])
    return im.Mesh(vertices, faces)


def try_motions(gripper, part, count=300):
    """Edges of a planner: from random poses to random poses around the part."""
    rng = np.random.default_rng(4)
    places = rng.uniform(-0.25, 0.25, (2 * count, 3))
    # Normal in four dimensions: evenly from all rotations.
    poses = im.pose(places, quaternion=rng.normal(size=(2 * count, 4)))
    starts, goals = poses[:count], poses[count:]

    edges = im.Motion(starts, goals)
    free = im.stay_free(gripper, part, edges).free
    print(f"{free.sum()} of {count} motions are proved free")

    others = np.flatnonzero(~free)
    hits = im.time_of_impact(gripper, part, im.Motion(starts[others], goals[others]))
    begun = hits.status == ImpactStatus.STARTED_TOUCHING
    far = hits.time[~begun].mean()
    print(f"of the others {begun.sum()} touch at the start, the rest get {far:.0%} far in the mean")
    return edges, free, others, hits


def lift_off(what, part, table, rests, above):
    """What rests on a table touches it: the first millimetre is judged by where it leads."""
    way = im.Motion(rests, above)
    start = im.time_of_impact(part, table, way)
    print(f"{what}, from where it rests: {start.status.name}, time {start.time:.0f}")

    # What opens is further away then; what slides along, or goes in, is not.
    clear = way.pose(FIRST_MILLIMETRE / np.linalg.norm((above - rests)[:3, 3]))
    opened = im.distance(part, table, clear).distance
    opens = opened > 0.5 * FIRST_MILLIMETRE
    free = im.stay_free(part, table, im.Motion(clear, above))
    print(f"  {1e3 * opened:.2f} mm apart after a millimetre, and free from there on: {bool(free)}")

    # Placing it is the way back. It ends in contact, so it is asked for when.
    down = im.time_of_impact(part, table, im.Motion(above, rests))
    if down.status == ImpactStatus.HIT:
        print(
            f"  placed at {down.time:.6f} of the way back, {1e6 * down.gap:.2f} um above the table"
        )
    return start, opens, free, down


def main():
    knot = im.torus_knot(96, 12)
    gripper, part = gripper_mesh(), im.Mesh(0.05 * knot.vertices, knot.faces)
    planned = try_motions(gripper, part)
    box, table = im.Box((0.06, 0.04, 0.02)), im.Box((1.0, 1.0, 0.05))
    rests, above, aside = im.pose([[0, 0, 0.035], [0.05, 0, 0.2], [0.2, 0, 0.035]])
    lifted = lift_off("a box that is lifted", box, table, rests, above)
    meshes = [im.box_mesh(shape.sizes) for shape in (box, table)]
    assert lift_off("the same as meshes", *meshes, rests, above)[1]
    assert not lift_off("one that slides along, and does not open", *meshes, rests, aside)[1]
    return gripper, part, planned, lifted


def check(found):
    gripper, part, (edges, free, others, hits), (start, opens, left, down) = found
    assert 0 < free.sum() < len(free)
    # Nothing that is proved free touches at any of many samples, and nothing before its contact.
    until = np.ones(len(free))
    until[others] = np.minimum(hits.time, 1.0)
    for t in np.linspace(0.0, 1.0, 40, endpoint=False):
        poses = np.stack([edges[i].pose(t * until[i]) for i in np.flatnonzero(until > 0)])
        assert not im.overlap(gripper, part, poses).any()
    assert start.status == ImpactStatus.STARTED_TOUCHING
    assert opens
    assert left
    assert 0.999 < down.time <= 1.0
    assert down.gap < 1e-6


if __name__ == "__main__":
    main()
