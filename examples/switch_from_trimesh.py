"""Code for trimesh's CollisionManager runs on impinge after a change of one import.

The same function is given the manager of one library and then of the other, if python-fcl, which
trimesh's needs, is installed; answers are printed side by side.

Run: python examples/switch_from_trimesh.py
"""

import trimesh

from impinge import pose
from impinge.io.trimesh_manager import CollisionManager  # was: from trimesh.collision import ...


def ask(manager_class):
    """Code as it is written for trimesh. Which library answers is not to be seen in it."""
    manager = manager_class()
    ring, ball = trimesh.creation.torus(1.0, 0.25), trimesh.creation.icosphere(2, 0.5)
    manager.add_object("ring", ring)
    manager.add_object("ball", ball)
    answers = {}

    answers["in the ring"] = manager.in_collision_internal(return_names=True)
    distance, nearest = manager.min_distance_internal(return_names=True)
    answers["nearest"] = nearest
    answers["distance"] = distance

    aside = pose((0.4, 0, 0))
    manager.set_transform("ball", aside)
    answers["moved aside"] = manager.in_collision_internal(return_names=True)

    other = manager_class()
    other.add_object("crate", trimesh.creation.box(), transform=pose())
    found, names, contacts = manager.in_collision_other(other, return_names=True, return_data=True)
    answers["with a crate"] = found, names
    ours = [contact for contact in contacts if contact.names == {"ball", "crate"}]
    answers["contact names"] = {name for contact in ours for name in contact.names}
    # Below zero: two solids overlap by so much.
    answers["overlap"] = other.min_distance_single(ball, aside)
    return answers


def main():
    found = {"impinge": ask(CollisionManager)}
    try:
        found["trimesh"] = ask(trimesh.collision.CollisionManager)
    except ValueError:
        print("python-fcl is not installed: trimesh cannot be asked, impinge alone answers")

    for question in found["impinge"]:
        answers = [answers[question] for answers in found.values()]
        shown = (f"{a:.6f}" if isinstance(a, float) else f"{a}" for a in answers)
        print(f"{question:14s} {'   '.join(f'{text:34s}' for text in shown)}".rstrip())
    return found


def check(found):
    ours = found["impinge"]
    assert ours["in the ring"] == (False, set())
    assert 0.24 < ours["distance"] < 0.26
    assert ours["moved aside"] == (True, {("ball", "ring")})
    assert ours["overlap"] < 0.0
    for answers in found.values():
        for question, answer in answers.items():
            if isinstance(answer, float):
                # fcl is content with six digits, and takes poses in single precision.
                assert abs(answer - ours[question]) < 1e-5
            else:
                assert answer == ours[question]


if __name__ == "__main__":
    main()
