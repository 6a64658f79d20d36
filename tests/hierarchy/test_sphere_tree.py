import pickle

import numpy as np
import pytest
from sphere_cases import MESHES, mesh, outside_chains, points_at, surface_points, tree

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.hierarchy import SphereTree, closest_point, contains, sphere_tree


@pytest.mark.parametrize("name", MESHES)
def test_each_surface_point_lies_in_a_chain(name):
    made = tree(name)
    points = points_at(mesh(name), *surface_points(mesh(name), 20_000))

    assert outside_chains(made.centres, made.radii, points) == 0
    assert outside_chains(made.centres, made.radii, mesh(name).vertices) == 0


@pytest.mark.parametrize("options", [
    {"method": "octree", "levels": 3}, {"method": "enclosing", "levels": 3},
    {"reduce": "burst", "levels": 1}, {"reduce": "merge", "levels": 1},
    {"reduce": "expand", "levels": 1}, {"kind": "layered"},
    {"method": "enclosing", "kind": "layered", "levels": 3},
], ids=str)  # fmt: skip
def test_other_methods_reducers_and_kinds_cover_too(options):
    made = tree("bumpy", **options)
    points = points_at(mesh("bumpy"), *surface_points(mesh("bumpy"), 5_000))

    assert outside_chains(made.centres, made.radii, points) == 0


@pytest.mark.parametrize("name", MESHES)
def test_errors_are_below_those_of_octree_spheres(name):
    ours, cells = tree(name), tree(name, method="octree")

    assert (ours.errors < cells.errors).all()
    assert ours.errors[2] <= 0.5 * cells.errors[2]


def test_thin_solids_have_whole_trees():
    """Where samples are farther apart than the solid is thick there are no Voronoi vertices."""
    made = sphere_tree(im.box_mesh((1.0, 0.8, 1e-4)), levels=1)

    assert len(made.level(1)[1]) == 8
    assert made.errors[1] < 0.5 * made.errors[0]


def test_octrees_of_cubes_are_reached():
    """Each corner needs a sphere of its own, and these cannot be smaller than octants need."""
    cube = im.box_mesh((1.0, 1.0, 1.0))
    made, cells = (sphere_tree(cube, levels=1, **of).errors for of in ({}, {"method": "octree"}))

    assert made[1] <= cells[1] * (1.0 + 1e-6)


def test_errors_are_how_far_spheres_stick_out_by_samples():
    made, solid = tree("knot"), mesh("knot")
    rng = np.random.default_rng(3)
    for k in range(3):
        centres, radii = made.level(k)
        units = rng.normal(size=(2000, 3))
        units /= np.linalg.norm(units, axis=1, keepdims=True)
        points = (centres[:, None] + radii[:, None, None] * units).reshape(-1, 3)
        out = np.where(contains(solid, points), 0.0, closest_point(solid, points).distance)
        assert out.max() <= made.errors[k] * (1.0 + 5e-3)
        assert out.max() >= 0.9 * made.errors[k]


def test_layout_and_levels():
    made = tree("box")

    assert made.centres.shape == (73, 3)
    assert made.radii.shape == (73,)
    assert made.levels == 2
    assert len(made.errors) == 3
    assert len(made.level(0)[1]) == 1
    centres, radii = made.level(2)
    assert (radii >= 0.0).all()
    assert len(centres) == len(radii) > 40
    unused = made.radii == -1.0
    assert ((made.radii >= 0.0) | unused).all()
    # No sphere without a parent.
    assert (~unused[(np.arange(1, 73) - 1) // 8] | unused[1:]).all()
    with pytest.raises(ValueError, match="read-only"):
        made.radii[0] = 1.0
    with pytest.raises(ImpingeError, match="k: "):
        made.level(3)


@pytest.mark.parametrize("options", [{}, {"method": "octree"}, {"method": "enclosing"}], ids=str)
def test_layered_parents_contain_their_children(options):
    made = tree("bumpy", kind="layered", **options)

    for row in range(1, len(made.radii)):
        if made.radii[row] >= 0.0:
            parent = (row - 1) // 8
            gap = np.linalg.norm(made.centres[row] - made.centres[parent]) + made.radii[row]
            assert gap <= made.radii[parent] * (1.0 + 1e-12)


def test_the_same_seed_gives_the_same_tree_and_pickles_keep_it():
    first, again = tree("box", 1), sphere_tree(mesh("box"), levels=1)
    kept = pickle.loads(pickle.dumps(first))

    assert np.array_equal(first.radii, again.radii)
    assert np.array_equal(kept.centres, first.centres)
    assert kept.levels == 1
    assert repr(first).startswith("SphereTree(1 levels")


@pytest.mark.parametrize(("scale", "offset"), [(1e-6, 0.0), (1e6, 0.0), (1.0, 1e6)])
def test_any_size_and_place(scale, offset):
    moved = mesh("box").with_vertices(mesh("box").vertices * scale + offset)
    made = sphere_tree(moved, levels=1)
    points = points_at(moved, *surface_points(moved, 2_000))

    assert outside_chains(made.centres, made.radii, points) == 0
    assert made.errors[1] == pytest.approx(tree("box", 1).errors[1] * scale, rel=0.5)


def test_degenerate_triangles_are_harmless():
    box = mesh("box")
    vertices = np.vstack([box.vertices, 0.5 * (box.vertices[0] + box.vertices[1])])
    faces = np.vstack([box.faces, [[0, 0, 0], [1, 1, 2]]])
    made = sphere_tree(im.Mesh(vertices, faces), levels=1)

    assert np.isfinite(made.centres).all()
    assert np.isfinite(made.errors).all()
    points = points_at(box, *surface_points(box, 2_000))
    assert outside_chains(made.centres, made.radii, points) == 0


def test_bad_input_names_argument_and_reason():
    open_mesh = im.Mesh(mesh("box").vertices, mesh("box").faces[1:])
    for arguments, text in [
        ({"mesh": open_mesh}, "mesh: open"),
        ({"levels": 0}, "levels: expected a whole number from 1 to 5"),
        ({"levels": 6}, "levels: expected"),
        ({"method": "magic"}, "method: 'magic'"),
        ({"reduce": "spawn"}, "reduce: 'spawn'"),
        ({"kind": "wet"}, "kind: 'wet'"),
        ({"seed": -1}, "seed: "),
    ]:
        given = {"mesh": mesh("box"), **arguments}
        with pytest.raises(ImpingeError, match=text):
            sphere_tree(given.pop("mesh"), **given)
    with pytest.raises(ImpingeError, match="made by sphere_tree"):
        SphereTree()
