"""Which bounding volume suits a model? The same question to trees of four volumes.

All give the same answer; what differs is how many volumes and triangles they look at.

Run: python examples/compare_volumes.py
"""

import impinge as im
from impinge.hierarchy import VolumeTree
from impinge.narrow import distance_trees

VOLUMES = ("sphere", "aabb", "obb", "dop26")


def main():
    knot = im.torus_knot(300, 24)
    # Turned about z, so that boxes along the axes lie askew.
    pose = im.pose((0.3, 0.2, 2.6), euler=(0, 0, 37), degrees=True)
    found = {}
    print("volume   distance [m]   volume tests   triangle tests")
    for volume in VOLUMES:
        tree = VolumeTree(knot, volume=volume)
        near = found[volume] = distance_trees(tree, tree, pose_b=pose)
        print(
            f"{volume:8} {near.distance:12.6f} {near.volume_tests:14,} {near.primitive_tests:16,}"
        )
    return im.distance(knot, knot, pose_b=pose).distance, found


def check(answers):
    """One distance, and fewer triangles measured by the volume that fits more closely."""
    expected, found = answers
    for near in found.values():
        assert abs(near.distance - expected) < 1e-14
    assert found["dop26"].primitive_tests <= found["aabb"].primitive_tests


if __name__ == "__main__":
    main()
