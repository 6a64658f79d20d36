"""One part inside another, surfaces apart."""

import numpy as np
import pytest
from payload_reading import at

import impinge as im
from impinge.contacts.containment import find_containment, has_inside
from impinge.geometry import Compound, Mesh, box_mesh, icosphere

CASE, PEARL = box_mesh((2, 2, 2)), icosphere(0.3, 2)


def opened(mesh):
    return Mesh(mesh.vertices, mesh.faces[1:])


def together(a, b):
    faces = np.concatenate([a.faces, b.faces + len(a.vertices)])
    return Mesh(np.concatenate([a.vertices, b.vertices]), faces)


@pytest.mark.parametrize(
    ("inner", "outer"),
    [
        (PEARL, CASE),
        (opened(PEARL), CASE),
        (im.Sphere(0.3), CASE),
        (Compound([(im.Sphere(0.3), None)]), CASE),
        (PEARL, Compound([(im.Sphere(0.1), at(9)), (CASE, None)])),
        # One body of two is enough.
        (together(PEARL.transformed(at(9)), PEARL), CASE),
    ],
)  # fmt: skip
def test_what_is_inside_is_found_from_both_sides(inner, outer):
    pose, shift = at(1, 2, 3), at(1.1, 2.2, 3)
    found = find_containment(outer, inner, pose, shift)
    other = find_containment(inner, outer, shift, pose)
    assert (found.words, other.words) == ("b in a", "a in b")
    # 0.8 m to the nearest wall, and 0.3 m more to be out of it.
    assert found.contacts.separation == pytest.approx([-1.1], abs=0.02)
    np.testing.assert_allclose(other.contacts.normal, -found.contacts.normal)
    np.testing.assert_allclose(other.contacts.point_a, found.contacts.point_b)


def test_what_is_not_inside_is_not():
    assert find_containment(CASE, PEARL, None, at(5)) is None
    assert find_containment(opened(CASE), PEARL) is None
    assert find_containment(im.Sphere(9), im.Sphere(1)) is None
    assert find_containment(CASE, im.HalfSpace((0, 0, 1), -9)) is None
    # In the hollow of a shell: the inner wall is not part of the inside.
    shell = together(CASE, Mesh(0.5 * CASE.vertices, CASE.faces[:, ::-1]))
    assert find_containment(shell, icosphere(0.1, 1)) is None


def test_closed_meshes_have_an_inside():
    assert has_inside(CASE)
    assert has_inside(Compound([(im.Sphere(1), None), (CASE, None)]))
    assert not has_inside(opened(CASE))
    assert not has_inside(im.Sphere(1))


def test_depths_are_those_of_solids():
    rng = np.random.default_rng(3)
    for _ in range(10):
        pose = at(*rng.uniform(-0.5, 0.5, 3))
        solid = im.collide(CASE, PEARL, None, pose, solid=True)
        found = find_containment(CASE, PEARL, None, pose)
        np.testing.assert_array_equal(found.contacts._rows, solid._rows)
