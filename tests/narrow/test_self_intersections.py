"""Faces of a surface that meet: every culling against every pair in exact arithmetic."""

from itertools import product

import numpy as np
import pytest
from folding_surfaces import CASES, joined, soup, surface
from surface_reference import faces_that_meet

import impinge as im
from impinge.core.threads import use_threads
from impinge.geometry import Mesh, grid_mesh
from impinge.narrow import self_intersections
from impinge.scenes import (
    cone_strip,
    crumpled_sheet,
    draped_sheet,
    folded_sheet,
    ribbon,
    rolled_sheet,
)

CULLINGS = [
    {"culling": culling, "volume": volume, "directions": directions}
    for culling, volume, directions in product(
        ("masks", "cones", "boxes"), ("aabb", "dop14", "dop18", "dop26"), (26, 62)
    )
    if directions == 26 or culling == "masks"
]
SHEETS = (folded_sheet, rolled_sheet, draped_sheet, crumpled_sheet, ribbon, cone_strip)


def check(mesh, options):
    """Compare both kinds of pairs; how many there are."""
    everything, sharing = faces_that_meet(mesh)
    for k, chosen in enumerate(options):
        for neighbours in (False, True) if k % 3 == 0 else (False,):
            found = self_intersections(mesh, neighbours=neighbours, **chosen)
            expected = everything if neighbours else everything[~sharing]
            np.testing.assert_array_equal(found.pairs, expected, err_msg=str(chosen))
    return (~sharing).sum(), sharing.sum()


@pytest.mark.parametrize("name", CASES)
def test_pairs_are_those_of_exact_arithmetic(name):
    check(surface(name), CULLINGS)


def test_most_of_these_surfaces_meet_themselves():
    counts = {name: len(self_intersections(surface(name))) for name in CASES}
    assert sum(count > 0 for count in counts.values()) == len(CASES) - 4, counts


def test_soups_of_whole_numbers_meet_as_in_exact_arithmetic():
    rng = np.random.default_rng(7)
    counts = np.array([check(soup(rng), CULLINGS[::5]) for _ in range(60)])
    assert ((counts > 0).sum(axis=0) >= 20).all()


def test_random_sheets_meet_as_in_exact_arithmetic():
    """Grids with noise, turned faces, and holes: regions that are flat, pinched, or no surface."""
    rng = np.random.default_rng(8)
    counts = []
    for _ in range(40):
        grid = grid_mesh(1.0, int(rng.integers(2, 6)))
        noise = rng.choice([0.0, 0.1, 0.2, 0.3]) * rng.normal(size=grid.vertices.shape)
        turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        faces = grid.faces[rng.random(len(grid.faces)) < rng.choice([0.7, 1.0])]
        turned = rng.random(len(faces)) < rng.choice([0.0, 0.1])
        faces[turned] = faces[turned, ::-1]
        if len(faces):
            mesh = Mesh((grid.vertices + noise) @ turn.T * 10.0 ** rng.integers(-3, 4), faces)
            counts.append(check(mesh, CULLINGS[::4]))
    assert 8 <= (np.array(counts)[:, 0] > 0).sum() <= 32


@pytest.mark.parametrize("sheet", SHEETS)
def test_larger_sheets_agree_with_pairs_of_two_meshes(sheet):
    """``intersecting_pairs`` decides all pairs exactly, by another tree."""
    mesh = sheet(20)
    pairs = im.intersecting_pairs(mesh, mesh).pairs
    pairs = pairs[pairs[:, 0] < pairs[:, 1]]
    one, other = mesh.faces[pairs[:, 0]], mesh.faces[pairs[:, 1]]
    apart = (one[:, :, None] != other[:, None, :]).all(axis=(1, 2))
    np.testing.assert_array_equal(self_intersections(mesh).pairs, pairs[apart])


@pytest.mark.parametrize("sheet", [cone_strip, ribbon])
def test_only_the_outline_shows_that_a_flat_strip_meets_itself(sheet):
    mesh = sheet(16)
    for culling in ("masks", "cones"):
        assert len(self_intersections(mesh, culling=culling, contour="off")) == 0
        assert len(self_intersections(mesh, culling=culling)) > 10


def test_widened_normals_are_a_shortcut_that_misses_less():
    """Normals of the strip are within 45 degrees of up: widened by 70, they leave no direction."""
    strip = cone_strip(16)
    for culling in ("masks", "cones"):
        options = {"culling": culling, "boundary_angle": 70.0}
        assert len(self_intersections(strip, contour="off", **options)) == 0
        assert len(self_intersections(strip, contour="angle", **options)) > 10


@pytest.mark.parametrize("culling", ["masks", "cones"])
def test_a_flat_sheet_is_one_visit(culling):
    turn = np.linalg.qr(np.random.default_rng(1).normal(size=(3, 3)))[0]
    sheet = grid_mesh(1.0, 20)
    for points in (sheet.vertices, sheet.vertices @ turn.T, 1e3 * sheet.vertices @ turn + 1e6):
        found = self_intersections(sheet.with_vertices(points), culling=culling)
        assert (len(found), found.visited, found.tested) == (0, 1, 0)
        assert found.looked_at.tolist() == [[im.hierarchy.RegionTree(sheet).levels - 1, 0]]


def growth(sheet, **options):
    """Exponent of visits against faces."""
    cells = np.array([24, 48, 96])
    visited = [self_intersections(sheet(int(n)), **options).visited for n in cells]
    return np.polyfit(2.0 * np.log(cells), np.log(visited), 1)[0]


def test_visits_hardly_grow_with_refinement():
    assert growth(draped_sheet) <= 0.3
    assert growth(rolled_sheet) <= 0.5
    assert 0.8 <= growth(draped_sheet, culling="boxes") <= 1.1


def test_looked_at_names_regions_of_the_tree():
    mesh = surface("crumpled")
    found = self_intersections(mesh)
    counts = im.hierarchy.RegionTree(mesh).counts
    level, region = found.looked_at.T
    assert (region < counts[level]).all()
    assert len(np.unique(found.looked_at, axis=0)) == len(found.looked_at) <= 2 * found.visited
    # Faces that meet were looked at.
    assert np.isin(found.pairs, region[level == 0]).all()
    assert set(found.seconds) == {"update", "directions", "detect"}
    assert found.tested >= len(found)


@pytest.mark.parametrize("name", ["crumpled", "cone strip", "book", "touching ends"])
def test_pairs_do_not_depend_on_numbering_axes_or_scale(name):
    mesh = surface(name)
    expected = self_intersections(mesh, neighbours=True).pairs
    # Exact changes: axes exchanged, one mirrored; a power of two.
    for points in (
        mesh.vertices[:, [2, 0, 1]],
        mesh.vertices * [1, -1, 1],
        mesh.vertices * 2.0**40,
    ):
        found = self_intersections(mesh.with_vertices(points), neighbours=True)
        np.testing.assert_array_equal(found.pairs, expected)
    rng = np.random.default_rng(2)
    order, numbers = rng.permutation(len(mesh.faces)), rng.permutation(len(mesh.vertices))
    points = np.empty_like(mesh.vertices)
    points[numbers] = mesh.vertices
    other = self_intersections(Mesh(points, numbers[mesh.faces][order]), neighbours=True)
    pairs = np.sort(order[other.pairs], axis=1)
    np.testing.assert_array_equal(pairs[np.lexsort(pairs.T[::-1])], expected)


def test_any_number_of_threads_gives_the_same():
    mesh = crumpled_sheet(24)
    found = []
    for count in (1, 2):
        with use_threads(count):
            found.append(self_intersections(mesh))
    np.testing.assert_array_equal(found[0].pairs, found[1].pairs)
    assert found[0].visited == found[1].visited


def test_many_parts_are_separated_by_their_boxes():
    """4,000 triangles without neighbours, and a sheet: pairs of parts are no product of counts."""
    rng = np.random.default_rng(5)
    corners = rng.uniform(-20, 20, (4000, 1, 3)) + rng.uniform(-0.2, 0.2, (4000, 3, 3))
    dust = Mesh(corners.reshape(-1, 3), np.arange(12000).reshape(-1, 3))
    mesh = joined(grid_mesh(40.0, 8), dust)
    pairs = im.intersecting_pairs(mesh, mesh).pairs
    pairs = pairs[(pairs[:, 0] < pairs[:, 1]) & (pairs[:, 1] >= 128)]
    found = self_intersections(mesh)
    np.testing.assert_array_equal(found.pairs, pairs)
    assert len(pairs) > 20
    assert found.visited < 100_000


@pytest.mark.parametrize("scale", [1e-140, 1e140])
def test_extreme_sizes_lose_nothing(scale):
    mesh = surface("crumpled")
    found = self_intersections(mesh.with_vertices(mesh.vertices * scale))
    assert len(found) == len(self_intersections(mesh))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"culling": "curvature"}, "culling: 'curvature', expected one of"),
        ({"contour": "exactly"}, "contour: 'exactly', expected one of"),
        ({"volume": "dop16"}, "volume: 'dop16', expected one of"),
        ({"directions": 25}, "directions: 25"),
        ({"boundary_angle": 91.0}, "boundary_angle: 91, expected 0 to 90 degrees"),
        ({"boundary_angle": np.nan}, "boundary_angle"),
        ({"boundary_angle": -1.0}, "boundary_angle"),
        ({"neighbours": "yes"}, "neighbours: expected True or False"),
    ],
)
def test_options_that_do_not_exist_are_refused(options, said):
    with pytest.raises(im.ImpingeError, match=said):
        self_intersections(grid_mesh(1.0, 2), **options)


def test_other_meshes_are_refused_with_their_row():
    with pytest.raises(im.ImpingeError, match=r"mesh\.vertices: row 1 is not finite"):
        self_intersections(([[0, 0, 0], [np.nan, 0, 0], [0, 1, 0]], [[0, 1, 2]]))
    with pytest.raises(im.ImpingeError, match="mesh: expected a Mesh"):
        self_intersections(im.Sphere(1.0))


CULLED = ("cones", "boxes")


def test_cones_of_normals_that_overflow_say_nothing():
    # From about 1e76 m on a normal has no length in float64: it once agreed with every direction.
    rng = np.random.default_rng(0)
    flat = grid_mesh(1.0, 5)
    for _ in range(150):
        points = rng.normal(size=flat.vertices.shape) * 10.0 ** rng.uniform(76, 78)
        found = [self_intersections(flat.with_vertices(points), culling=c) for c in CULLED]
        assert np.array_equal(found[0].pairs, found[1].pairs)
