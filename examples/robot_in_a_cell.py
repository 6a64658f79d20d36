"""Which configurations of a robot are free in its cell, and what do the others touch?

The robot is made in code; `im.load("robot.urdf")` gives the same from a file.

Run: python examples/robot_in_a_cell.py
"""

import numpy as np

import impinge as im
from impinge.geometry import Articulation, Joint, Link
from impinge.scene import Robot, Scene


def make_robot():
    knot = im.torus_knot(48, 8)
    links = [
        Link("base", [(im.Cylinder(0.12, 0.3), im.pose((0, 0, 0.16)))]),
        Link("upper", [(im.Capsule(0.05, 0.35), im.pose((0.25, 0, 0), euler=(0, np.pi / 2, 0)))]),
        Link("forearm", [(im.Box((0.3, 0.08, 0.08)), im.pose((0.2, 0, 0)))]),
        Link("hand", [(im.Mesh(0.05 * knot.vertices, knot.faces), im.pose((0.1, 0, 0)))]),
    ]
    joints = [
        Joint("turn", "revolute", "base", "upper", im.pose((0, 0, 0.4)), (0, 0, 1), -3, 3),
        Joint("bend", "revolute", "upper", "forearm", im.pose((0.5, 0, 0)), (0, 1, 0), -2.5, 2.5),
        Joint("wrist", "revolute", "forearm", "hand", im.pose((0.38, 0, 0)), (0, 1, 0), -2, 2),
    ]
    return Robot(Articulation(links, joints, name="arm"), states={"home": {"bend": 0.1}})


def make_cell():
    cell = Scene()
    cell.add("floor", im.HalfSpace((0, 0, 1)))
    cell.add("table", im.Box((0.5, 0.8, 0.25)), im.pose((0.7, 0, 0.125)))
    cell.add("post", im.Cylinder(0.04, 1.5), im.pose((-0.3, 0.6, 0.75)))
    return cell


def main():
    robot, cell = make_robot(), make_cell()
    robot.ignore("base", "floor")
    q = robot.random(10_000, seed=1)
    free = ~robot.collides(q, cell)
    print(f"{robot}: {free.sum():,} of {len(q):,} configurations are free")

    low = [0.1, 1.2, 0.0]
    touching = robot.collide(low, cell)
    for link, other, contacts in touching:
        print(f"at {low}: {link} and {other} touch at {len(contacts)} points")

    home = robot.state("home")
    near = robot.closest(home, cell)
    print(f"at home: {near.link} is {1e3 * near.distance:.0f} mm from {near.other}")
    away = robot.closest(robot.integrate(home, near.gradient, 0.05), cell)
    print(f"a step along the gradient: {1e3 * away.distance:.0f} mm")

    robot.attach("part", "hand", im.Box((0.05, 0.05, 0.2)), im.pose((0.15, 0, 0)))
    carrying = ~robot.collides(q, cell)
    print(f"with a part in the hand: {carrying.sum():,}")
    robot.detach("part")
    print(robot.explain("base", "upper"))
    return robot, cell, q, free, touching, near, away, carrying


def check(found):
    robot, cell, q, free, touching, near, away, carrying = found
    assert 0 < free.sum() < len(q)
    # What carries a part touches at least what it touches without.
    assert not (carrying & ~free).any()
    assert carrying.sum() < free.sum()
    assert ("hand", "table") in touching.pairs or ("forearm", "table") in touching.pairs
    assert away.distance > near.distance
    # One by one, by the shapes themselves, the same.
    for row in range(50):
        poses = robot.links(q[row])
        hit = any(
            im.overlap(shape, thing.shape, pose @ at, thing.pose)
            for link, pose in zip(robot.articulation.links, poses, strict=True)
            for shape, at in link.shapes
            for thing in map(cell.__getitem__, cell.names)
        )
        assert robot.collides(q[row], cell, self_collision=False) == hit


if __name__ == "__main__":
    main()
