"""Code for trimesh's CollisionManager runs on impinge after a change of one import.

Run: python examples/switch_from_trimesh.py
"""

import numpy as np
import trimesh

from impinge.io.trimesh_manager import CollisionManager  # was: from trimesh.collision import ...


def main():
    manager = CollisionManager()
    ring, ball = trimesh.creation.torus(1.0, 0.25), trimesh.creation.icosphere(2, 0.5)
    manager.add_object("ring", ring)
    manager.add_object("ball", ball)

    _, names = manager.in_collision_internal(return_names=True)
    distance, nearest = manager.min_distance_internal(return_names=True)
    print(f"in the ring: {names or 'no collision'}, {nearest} are {distance:.3f} apart")

    aside = np.eye(4)
    aside[0, 3] = 0.4
    manager.set_transform("ball", aside)
    touching, names, contacts = manager.in_collision_internal(return_names=True, return_data=True)
    print(f"moved aside: {names}, {len(contacts)} contacts")
    return distance, touching, names, contacts


def check(found):
    distance, touching, names, contacts = found
    assert 0.24 < distance < 0.26
    assert touching
    assert names == {("ball", "ring")}
    assert all(contact.names == {"ball", "ring"} for contact in contacts)


if __name__ == "__main__":
    main()
