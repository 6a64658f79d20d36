"""Every cell of the table of shapes and queries: it answers, or says who to ask; and six laws.

``docs/support.md`` is that table, and is current.
"""

from itertools import combinations_with_replacement, product
from pathlib import Path

import numpy as np
import pytest
import shape_contracts
from every_shape import pose_of
from placing import random_pose, random_poses

from impinge.bench.support import (
    KINDS,
    answers,
    depths_of,
    one_shape_queries,
    pair_tables,
    place_of,
    samples,
    support_page,
)
from impinge.contacts import collide
from impinge.continuous import stay_free, time_of_impact
from impinge.core.errors import ImpingeError, UnsupportedPairError
from impinge.geometry import (
    Box,
    Capsule,
    Compound,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    HeightField,
    Hull,
    Mesh,
    Sphere,
    box_mesh,
    icosphere,
)
from impinge.motion import Motion
from impinge.narrow import (
    distance,
    distance_within,
    intersecting_pairs,
    overlap,
    overlap_within,
    penetration,
)

PAGE = Path(__file__).parents[1] / "docs" / "support.md"
SAMPLES = samples()
RNG = np.random.default_rng(20)
SHAPES = {
    "sphere": Sphere(0.4),
    "ellipsoid": Ellipsoid((0.3, 0.5, 0.7)),
    "capsule": Capsule(0.25, 0.8),
    "cylinder": Cylinder(0.35, 0.9),
    "cone": Cone(0.5, 0.9),
    "box": Box((0.5, 0.7, 1.1)),
    "hull": Hull(0.5 * RNG.normal(size=(14, 3))),
    "half space": HalfSpace((1.0, -2.0, 2.0), -0.3),
    "mesh": icosphere(0.6, 1),
    "open mesh": Mesh(0.7 * RNG.normal(size=(9, 3)), np.arange(9).reshape(3, 3)),
    "height field": HeightField(0.2 * RNG.normal(size=(4, 5)), (0.4, 0.5)),
    "compound": Compound(
        [
            (Sphere(0.3), pose_of((0.5, 0.0, 0.2))),
            (Compound([(Box((0.3, 0.5, 0.4)), pose_of((0, 0.2, 0), (0.3, 0.1, 0.5)))]), None),
            (box_mesh((0.3, 0.3, 0.6)), pose_of((-0.5, 0.1, 0.0), (0.5, 0.2, 0.1))),
        ]
    ),
}
PAIRS = list(combinations_with_replacement(SHAPES, 2))
KIND_PAIRS = list(product(KINDS, repeat=2))
kinds_of = pytest.mark.parametrize(
    "kinds", KIND_PAIRS, ids=["-".join(kind.__name__ for kind in both) for both in KIND_PAIRS]
)
names = pytest.mark.parametrize(("a", "b"), PAIRS, ids=lambda name: name.replace(" ", "-"))


def pair(a, b, count, spread=0.8):
    """Two shapes and poses for them, always the same, some of them overlapping."""
    rng = np.random.default_rng(100 * list(SHAPES).index(a) + list(SHAPES).index(b))
    return (
        SHAPES[a], random_poses(rng, count, spread), SHAPES[b], random_poses(rng, count, spread),
    )  # fmt: skip


def ask(query, a, b):
    """One pair query by name, of shapes that overlap."""
    functions = {
        "overlap": overlap,
        "distance": distance,
        "penetration": penetration,
        "collide": collide,
        "intersecting_pairs": intersecting_pairs,
        "time_of_impact": time_of_impact,
        "stay_free": stay_free,
    }
    # Two half spaces face each other: others have no common plane to speak of.
    turn = pose_of(turn=(np.pi, 0.0, 0.0)) if type(a) is type(b) is HalfSpace else np.eye(4)
    at_a, at_b = place_of(a), turn @ place_of(b)
    if query in {"time_of_impact", "stay_free"}:
        # Nothing turns: two half spaces would meet at once.
        at_a = Motion(at_a, pose_of((0.0, 0.0, 0.1)) @ at_a)
    return functions[query](a, b, at_a, at_b)


def test_the_page_is_current():
    """Written anew by ``impinge bench support --markdown docs/support.md``."""
    assert PAGE.read_text(encoding="utf-8") == support_page()


@pytest.mark.parametrize("query", list(pair_tables()))
@kinds_of
def test_every_cell_answers_or_says_who_to_ask(query, kinds):
    a, b = (SAMPLES[kind] for kind in kinds)
    if pair_tables()[query].supports(*kinds):
        assert ask(query, a, b) is not None
        return
    with pytest.raises(UnsupportedPairError) as error:
        ask(query, a, b)
    text = str(error.value)
    assert text.startswith(f"{query}: ")
    assert all(kind.__name__ in text for kind in kinds)
    assert ";" in text


def test_only_these_cells_are_impossible():
    impossible = {
        (query, *sorted((a.__name__, b.__name__)))
        for query, table in pair_tables().items()
        for a, b in product(KINDS, repeat=2)
        if query != "intersecting_pairs" and not table.supports(a, b)
    }
    assert impossible == {("penetration", "HalfSpace", "HalfSpace")}
    triangles = {Mesh, HeightField}
    for a, b in product(KINDS, repeat=2):
        assert pair_tables()["intersecting_pairs"].supports(a, b) == ({a, b} <= triangles)


@kinds_of
def test_every_kind_of_depth_answers_or_says_why_not(kinds):
    a, b = (SAMPLES[kind] for kind in kinds)
    defined = depths_of(a, b)
    for kind in ("convex", "local", "directional"):
        options = {"kind": kind, "direction": (0, 0, 1) if kind == "directional" else None}
        if kind in defined:
            assert penetration(a, b, place_of(a), place_of(b), **options).kind == kind
        else:
            with pytest.raises(ImpingeError, match=r"kind|HalfSpace"):
                penetration(a, b, place_of(a), place_of(b), **options)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("query", list(one_shape_queries()))
def test_queries_on_one_shape(query, kind):
    ask_one = one_shape_queries()[query]
    if not answers(ask_one, SAMPLES[kind]):
        with pytest.raises(ImpingeError, match=f"shape: .*{kind.__name__}"):
            ask_one(SAMPLES[kind])


@pytest.mark.parametrize("query", [overlap_within, distance_within])
def test_a_budget_is_for_meshes(query):
    field, mesh = SAMPLES[HeightField], SAMPLES[Mesh]

    assert query(field, mesh, budget=1.0).certain
    for other in (SAMPLES[Box], SAMPLES[Compound]):
        with pytest.raises(UnsupportedPairError, match=f"Mesh and {type(other).__name__}; budgets"):
            query(mesh, other, budget=1.0)


@names
def test_symmetry(a, b):
    shape_contracts.check_symmetry(*pair(a, b, 8))


@names
def test_motion(a, b):
    motion = random_pose(np.random.default_rng(3), 2.0)
    shape_contracts.check_motion(*pair(a, b, 6), motion)


@names
@pytest.mark.parametrize("factor", [2.0**20, 2.0**-10], ids=["up", "down"])
def test_scale(a, b, factor):
    shape_contracts.check_scale(*pair(a, b, 6), factor)


HITS = []


@names
def test_reference(a, b):
    count = 4
    HITS.append((shape_contracts.check_reference(*pair(a, b, count, spread=0.5)), count))


def test_the_reference_has_met_both():
    """Enough hits, and enough misses, for the tests to mean something."""
    hits, count = np.sum(HITS, axis=0) if HITS else (1, 2)
    assert 0.3 < hits / count < 0.8


@names
def test_bound(a, b):
    shape_contracts.check_bound(*pair(a, b, 4, spread=1.2), np.random.default_rng(4))


@names
def test_identity(a, b):
    shape_contracts.check_identity(*pair(a, b, 12))


@pytest.mark.parametrize(
    ("a", "b"),
    [(a, b) for a, b in PAIRS if {a, b} & {"mesh", "height field", "compound"}],
    ids=lambda name: name.replace(" ", "-"),
)
def test_solids(a, b):
    """What is inside counts: the laws hold, and nothing gets further apart."""
    shape_a, poses_a, shape_b, poses_b = pair(a, b, 10, spread=0.5)
    if a == b == "height field":
        with pytest.raises(UnsupportedPairError, match="HeightField and HeightField; ask without"):
            overlap(shape_a, shape_b, poses_a, poses_b, solid=True)
        return
    if "open mesh" in (a, b):
        return
    shape_contracts.check_symmetry(shape_a, poses_a, shape_b, poses_b, solid=True)
    shape_contracts.check_identity(shape_a, poses_a, shape_b, poses_b, solid=True)
    surface = distance(shape_a, shape_b, poses_a, poses_b).distance
    filled = distance(shape_a, shape_b, poses_a, poses_b, solid=True).distance
    assert (filled <= surface).all()


@names
@pytest.mark.parametrize("kind", ["convex", "local", "directional"])
def test_depths(a, b, kind):
    shape_a, poses_a, shape_b, poses_b = pair(a, b, 6, spread=0.4)
    direction = np.array([0.3, -0.5, 0.8]) if kind == "directional" else None
    try:
        found = shape_contracts.check_depth(shape_a, poses_a, shape_b, poses_b, kind, direction)
    except ImpingeError as error:
        refused = str(error)
    else:
        assert set(found.kind) == {kind}
        return
    # Round compounds have no hull, open contours nothing behind them, convex shapes one depth.
    assert {a, b} & {"compound", "open mesh", "height field"} or kind == "local" or a == b
    assert "kind" in refused or "HalfSpace" in refused


def test_a_mixed_batch_is_as_its_rows():
    rng = np.random.default_rng(8)
    listed = [SHAPES[name] for name in SHAPES]
    a = [listed[i] for i in rng.integers(0, len(listed), 60)]
    b = [listed[i] for i in rng.integers(0, len(listed), 60)]
    poses_a, poses_b = random_poses(rng, 60, 0.8), random_poses(rng, 60, 0.8)

    near = distance(a, b, poses_a, poses_b)
    touching = overlap(a, b, poses_a, poses_b)
    margin = overlap(a, b, poses_a, poses_b, margin=0.2)

    for i in range(60):
        one = distance(a[i], b[i], poses_a[i], poses_b[i])
        assert one._rows[:12].tobytes() == near[i]._rows[:12].tobytes()
        assert (one.part_a, one.part_b) == (near.part_a[i], near.part_b[i])
        assert overlap(a[i], b[i], poses_a[i], poses_b[i]) == touching[i]
        assert overlap(a[i], b[i], poses_a[i], poses_b[i], margin=0.2) == margin[i]
    assert 10 < touching.sum() < 50


def test_depths_of_a_mixed_batch_are_those_of_its_rows():
    rng = np.random.default_rng(9)
    listed = [SHAPES[name] for name in SHAPES if name not in ("open mesh", "height field")]
    a = [listed[i] for i in rng.integers(0, len(listed), 40)]
    b = [SHAPES["box"], SHAPES["mesh"], SHAPES["compound"], SHAPES["sphere"]] * 10
    poses_a, poses_b = random_poses(rng, 40, 0.4), random_poses(rng, 40, 0.4)

    deep = penetration(a, b, poses_a, poses_b)
    along = penetration(a, b, poses_a, poses_b, kind="directional", direction=(0, 1, 1))

    for i in range(40):
        one = penetration(a[i], b[i], poses_a[i], poses_b[i])
        assert (one.depth, one.kind, one.part_b) == (deep.depth[i], deep.kind[i], deep.part_b[i])
        way = penetration(
            a[i], b[i], poses_a[i], poses_b[i], kind="directional", direction=(0, 1, 1)
        )
        assert way.depth == along.depth[i]
