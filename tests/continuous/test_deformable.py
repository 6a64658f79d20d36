"""A step of a whole mesh is as long as all its pairs, asked one by one, allow."""

import json
import pickle
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from moving_features import exact_distance_sq
from moving_surfaces import impacts_by_hand, layers, sheet, soup

import impinge as im
from impinge.bench.ccd_queries import funnel_queries, real_frames
from impinge.continuous import ImpactStatus, collision_free_step
from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.core.threads import use_threads
from impinge.motion import VertexMotion

FREE, HIT, STARTED, OUT = ImpactStatus
CASES = {
    "layers": layers(3, 3, 0),
    "layers that rest": layers(3, 3, 1, motion=0.01),
    "layers that fly": layers(2, 4, 2, motion=0.3, travel=1e3),
    "layers that burst": layers(2, 3, 3, motion=20.0),
    "soup": soup(12, 0),
    "slow soup": soup(15, 1, motion=0.02),
}


def drop(height, faces_down=1.0):
    """A square sheet, and a vertex that falls on it from a height."""
    vertices, faces = sheet(2)
    start = np.concatenate([vertices, [[0.6, 0.3, height]]])
    end = start.copy()
    end[-1, 2] = height - faces_down
    return start, end, faces


@pytest.mark.parametrize("options", [{}, {"min_separation": 0.03}, {"tolerance": 0.01}])
@pytest.mark.parametrize("case", CASES)
def test_every_pair_asked_one_by_one_gives_the_same_to_the_bit(case, options):
    start, end, faces = CASES[case]
    by_hand = impacts_by_hand(start, end, faces, **options)

    found = collision_free_step((start, faces), end, **options, impacts=True)

    for name, part in (("vertex-face", found.vertex_face), ("edge-edge", found.edge_edge)):
        pairs, answers = by_hand[name]
        assert (part.pair == pairs).all()
        for field in ("time", "status", "upper", "gap", "parameters", "normal", "steps"):
            assert (getattr(part, field) == getattr(answers, field)).all()
    times = np.concatenate([answers.time for _, answers in by_hand.values()])
    assert found.time == times.min(initial=np.inf)


@pytest.mark.parametrize("case", CASES)
def test_the_first_is_the_first_of_all(case):
    start, end, faces = CASES[case]

    alone = collision_free_step((start, faces), end)
    among = collision_free_step((start, faces), end, impacts=True)

    assert alone.vertex_face is alone.edge_edge is None
    assert repr(alone) == repr(among)
    assert 0.0 < alone.step <= 1.0
    assert alone.step == min(alone.time, 1.0) == float(alone)
    assert alone.upper >= alone.time


def test_no_contact_is_missed_and_the_step_is_not_late():
    hits = 0
    for seed in range(25):
        start, end, faces = layers(2, 2, seed, motion=0.4)
        found = collision_free_step((start, faces), end)
        if found.status == FREE:
            continue
        hits += 1
        i, j = found.pair
        if found.features == "edge-edge":
            corners = [*found.edges[i], *found.edges[j]]
        else:
            corners = [i, *faces[j]]
        gap = exact_distance_sq(found.features, start[corners], end[corners], found.time)
        assert gap <= Fraction(1.0001e-6) ** 2
        pairs = impacts_by_hand(start, end, faces, tolerance=1e-13)
        exact = min(answers.time.min(initial=np.inf) for _, answers in pairs.values())
        assert exact - 1e-4 < found.time <= exact + 1e-12
    assert hits > 10


def test_a_rigid_motion_of_everything_changes_nothing():
    start, end, faces = CASES["layers"]
    turn, _ = np.linalg.qr(np.random.default_rng(4).normal(size=(3, 3)))
    here = collision_free_step((start, faces), end, impacts=True)

    there = collision_free_step((start @ turn + 5.0, faces), end @ turn + 5.0, impacts=True)

    assert here.status == there.status == HIT
    assert abs(here.time - there.time) < 1e-9
    assert (here.vertex_face.pair == there.vertex_face.pair).all()
    assert (here.edge_edge.pair == there.edge_edge.pair).all()


@pytest.mark.parametrize("power", [-40, -3, 7, 60, 300])
def test_powers_of_two_change_no_bit(power):
    start, end, faces = CASES["layers"]
    scale = 2.0**power
    options = {"min_separation": 0.01, "tolerance": 1e-5}
    here = collision_free_step((start, faces), end, **options)

    scaled = {name: scale * value for name, value in options.items()}
    there = collision_free_step((scale * start, faces), scale * end, **scaled)

    assert (here.time, here.pair, here.tested) == (there.time, there.pair, there.tested)
    assert here.gap == there.gap / scale


@pytest.mark.parametrize("size", [1e-140, 1e-12, 1e12, 1e140])
def test_any_size(size):
    start, end, faces = drop(0.5)
    found = collision_free_step((size * start, faces), size * end, tolerance=1e-6 * size)

    assert found.status == HIT
    assert abs(found.step - 0.5) < 1e-5
    assert found.step <= 0.5


def test_other_numbers_of_vertices_and_faces_change_nothing():
    start, end, faces = CASES["layers"]
    rng = np.random.default_rng(5)
    order, faces_order = rng.permutation(len(start)), rng.permutation(len(faces))
    number = np.argsort(order)
    here = collision_free_step((start, faces), end, impacts=True)

    other = (start[order], number[faces[faces_order]])
    there = collision_free_step(other, end[order], impacts=True)

    assert abs(here.time - there.time) < 1e-9
    assert len(here.vertex_face) == len(there.vertex_face)
    assert len(here.edge_edge) == len(there.edge_edge)
    assert {order[i] for i, _ in there.vertex_face.pair} == {i for i, _ in here.vertex_face.pair}


@pytest.mark.parametrize("impacts", [False, True])
@pytest.mark.parametrize("case", CASES)
def test_threads_change_no_bit(case, impacts):
    start, end, faces = CASES[case]
    found = []
    for threads in (1, 2, 5):
        with use_threads(threads):
            found.append(collision_free_step((start, faces), end, impacts=impacts).to_dict())

    assert found[0] == found[1] == found[2]
    assert json.loads(json.dumps(found[0])) == found[0]


def test_a_falling_vertex_without_faces():
    start, end, faces = drop(0.75)

    found = collision_free_step((start, faces), end)

    assert (found.status, found.features, found.pair[0]) == (HIT, "vertex-face", 9)
    assert 0.75 - 1e-6 < found.step <= 0.75 <= found.upper < 0.75 + 1e-6
    assert found.depth == 0.0
    near = collision_free_step((start, faces), end, 0.25)
    assert 0.5 - 1e-6 < near.step <= 0.5
    assert 0.25 <= near.gap <= 0.25 + 1.0001e-6


def test_a_bullet_through_paper():
    start, end, faces = drop(0.5, 2.0**30)

    found = collision_free_step((start, faces), end)

    assert found.status == HIT
    assert 0.0 < found.step <= 2.0**-31
    assert found.pair[0] == 9


def test_a_free_step_is_one():
    start, end, faces = drop(2.0)

    found = collision_free_step((start, faces), end, impacts=True)

    assert (found.status, found.step, found.time, found.upper) == (FREE, 1.0, np.inf, np.inf)
    assert found.features is found.first is found.pair is None
    assert found.gap == np.inf
    assert len(found.vertex_face) == len(found.edge_edge) == 0


def test_what_flies_together_is_as_cheap_as_what_rests():
    start, _, faces = CASES["layers"]
    rest = collision_free_step((start, faces), start)
    fly = collision_free_step((start, faces), start + np.array([1e3, -2e3, 5e2]))

    assert rest.status == fly.status == FREE
    assert fly.tested <= 1.05 * rest.tested


def test_long_ways_do_not_make_everything_meet():
    start, end, faces = CASES["layers that burst"]
    every = sum(len(pairs) for pairs, _ in impacts_by_hand(start, end, faces).values())
    found = collision_free_step((start, faces), end)

    assert every > 0
    assert found.status == HIT


@pytest.mark.parametrize("impacts", [False, True])
def test_a_start_in_contact_says_so(impacts):
    start, end, faces = drop(0.0)

    found = collision_free_step((start, faces), end, impacts=impacts)

    assert (found.status, found.step, found.depth, found.gap) == (STARTED, 0.0, 0.0, 0.0)
    assert (found.features, found.pair[0]) == ("vertex-face", 9)
    if impacts:
        touching = found.vertex_face.status == STARTED
        assert (found.vertex_face.pair[touching][:, 0] == 9).all()


def test_the_deepest_pair_is_named_where_several_start_too_near():
    vertices, faces = sheet(2)
    start = np.concatenate([vertices, [[0.6, 0.3, 0.03], [1.4, 1.7, 0.01]]])

    found = collision_free_step((start, faces), start, 0.04, impacts=True)

    assert (found.status, found.pair[0]) == (STARTED, 10)
    assert abs(found.depth - 0.03) < 1e-15
    assert len(found.vertex_face) == 2


def test_vertices_at_one_place_touch():
    vertices, faces = sheet(1)
    twice = np.concatenate([vertices, vertices]), np.concatenate([faces, faces + 4])

    found = collision_free_step(twice, twice[0] + 1.0)

    assert (found.status, found.step) == (STARTED, 0.0)
    welded = im.Mesh(*twice).welded()
    assert collision_free_step(welded, welded.vertices + 1.0).status == FREE


def test_faces_without_area_are_harmless():
    start, end, faces = drop(0.75)
    line = np.array([[0, 4, 8], [1, 1, 1], [0, 0, 1]])

    found = collision_free_step((start, np.concatenate([faces, line[1:]])), end)
    flat = collision_free_step((start, line[:1]), end)

    assert found.status == HIT
    assert abs(found.step - 0.75) < 1e-6
    assert flat.status == FREE


def test_a_face_that_names_a_vertex_twice_is_an_edge():
    start = np.array([[-1.0, 0, 1], [1, 0, 1], [0, -1, 0], [0, 1, 0]])
    end = start - [[0, 0, 2], [0, 0, 2], [0, 0, 0], [0, 0, 0]]

    found = collision_free_step((start, [[0, 1, 1], [2, 3, 3]]), end)

    assert (found.status, found.features, found.pair) == (HIT, "edge-edge", (0, 1))
    assert found.edges.tolist() == [[0, 1], [2, 3]]
    assert 0.5 - 1e-6 < found.step <= 0.5


def test_neighbours_never_touch():
    vertices, faces = sheet(1)
    folded = vertices.copy()
    folded[0] = folded[3] + 0.01

    assert collision_free_step((vertices, faces), folded).status == FREE


def test_a_budget_that_is_too_small_is_told_and_free_until_there():
    start, end, faces = layers(2, 3, 7, motion=0.4)
    whole = collision_free_step((start, faces), end)

    for budget in (1, 2, 3):
        for impacts in (False, True):
            found = collision_free_step(
                (start, faces), end, max_iterations=budget, impacts=impacts, tolerance=0.0
            )
            assert found.status == OUT
            assert 0.0 <= found.step <= whole.step
            assert found.upper == np.inf
    pairs = found.edge_edge.pair
    assert (np.unique(pairs, axis=0) == pairs).all()


def test_all_forms_of_a_mesh():
    start, end, faces = drop(0.75)
    mesh = im.Mesh(start, faces)
    found = repr(collision_free_step(mesh, mesh.with_vertices(end)))

    for one, other in (
        (mesh, end),
        ((start, faces), (end, faces)),
        ([start.tolist(), faces.tolist()], end.tolist()),
        (mesh, VertexMotion(start, end)),
        (SimpleNamespace(vertices=start, faces=faces), im.Mesh(end, faces)),
    ):
        assert repr(collision_free_step(one, other)) == found


def test_results_do_not_change():
    start, end, faces = drop(0.75)
    found = collision_free_step((start, faces), end, impacts=True)

    with pytest.raises(AttributeError):
        found.tested = 1
    with pytest.raises(ValueError, match="read-only"):
        found.edges[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        found.vertex_face.pair[0] = 1
    assert pickle.loads(pickle.dumps(found)).to_dict() == found.to_dict()


def test_the_cost_is_counted():
    start, end, faces = drop(0.75)
    with count() as cost:
        found = collision_free_step((start, faces), end)

    assert cost.primitive_tests == found.tested > 0
    assert cost.updates > 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mesh_t1": np.zeros((9, 3))}, "mesh_t1: 9 vertices, expected 10"),
        ({"mesh_t1": np.full((10, 3), np.nan)}, "mesh_t1: row 0 is not finite"),
        ({"mesh_t1": np.full((10, 3), 1e200)}, "mesh_t1: row 0 holds 1e\\+200"),
        ({"mesh_t1": (np.zeros((10, 3)), [[0, 1, 2]])}, "mesh_t1: faces differ"),
        ({"mesh_t1": (np.zeros((3, 3)), [[0, 1, 2]])}, "mesh_t1: faces differ"),
        ({"mesh_t1": VertexMotion([[0, 0, 0]], [[0, 0, 0]])}, "mesh_t1: a motion that begins"),
        ({"mesh_t1": "teapot"}, "mesh_t1"),
        ({"mesh_t0": (np.zeros((3, 3)), np.zeros((0, 3), int))}, "mesh_t0.faces: no rows"),
        ({"mesh_t0": (np.zeros((3, 3)), [[0, 1, 3]])}, "mesh_t0.faces: row 0 refers to vertex 3"),
        ({"mesh_t0": im.Sphere(1.0)}, "mesh_t0: expected a Mesh, got a Sphere"),
        ({"min_separation": -1.0}, "min_separation"),
        ({"min_separation": np.nan}, "min_separation"),
        ({"tolerance": -1.0}, "tolerance"),
        ({"max_iterations": 0}, "max_iterations"),
    ],
)
def test_what_cannot_be_used_is_named(change, message):
    start, end, faces = drop(0.75)
    asked = {"mesh_t0": (start, faces), "mesh_t1": end, **change}

    with pytest.raises(ImpingeError, match=message):
        collision_free_step(**asked)


def test_two_frames_of_a_real_cloth(real_data):
    start, end, faces = real_frames("cloth-funnel")
    known = [funnel_queries(name) for name in ("vertex-face", "edge-edge")]
    exact = min(queries.times.min() for queries in known)

    found = collision_free_step((start, faces), end, impacts=True)

    assert found.status == HIT
    assert exact - 1e-9 < found.step <= exact
    assert len(found.vertex_face) >= known[0].touches.sum()
    assert len(found.edge_edge) >= known[1].touches.sum()
    assert found.tested < 40_000


def split(start, end, faces, cut):
    """A mesh of the first vertices, and one of the others; no face has both."""
    own = (faces < cut).all(axis=1)
    return (
        (im.Mesh(start[:cut], faces[own]), end[:cut]),
        (im.Mesh(start[cut:], faces[~own] - cut), end[cut:]),
    )


@pytest.mark.parametrize("seed", range(4))
def test_obstacles_are_the_same_mesh_but_for_pairs_among_them(seed):
    """Bits of one mesh of all three layers, less the pairs of the second and the third."""
    start, end, faces = layers(3, 3, seed)
    (mesh, last), (others, last_others) = split(start, end, faces, 16)
    (second, last_second), (third, last_third) = split(
        others.vertices, last_others, others.faces, 16
    )
    moving = [(second, last_second), (third, VertexMotion(third.vertices, last_third))]

    whole = collision_free_step((start, faces), end, impacts=True)
    found = collision_free_step(mesh, last, impacts=True, obstacles=moving)

    assert (found.edges == whole.edges).all()
    corners = {"vertex": np.arange(len(start))[:, None], "face": faces, "edge": whole.edges}
    for name in ("vertex-face", "edge-edge"):
        first, second = name.split("-")
        part = getattr(whole, name.replace("-", "_"))
        lowest = [
            corners[kind][part.pair[:, k]].min(axis=1) for k, kind in enumerate((first, second))
        ]
        kept = np.minimum(*lowest) < 16
        ours = getattr(found, name.replace("-", "_"))
        assert 0 < kept.sum() < len(kept)
        assert ours._rows.tobytes() == part._rows[kept].tobytes()
    times = [part.time for part in (found.vertex_face, found.edge_edge)]
    assert found.time == np.concatenate(times).min()
    alone = collision_free_step(mesh, last, obstacles=moving)
    assert repr(alone) == repr(found)
    assert alone.obstacle == found.obstacle


def test_the_obstacle_that_is_touched_is_named():
    ball = im.icosphere(0.5, 2)
    floor = im.Mesh([[-9, -9, -2], [9, -9, -2], [0, 9, -2]], [[0, 1, 2]])
    far = floor.transformed(im.pose((0, 0, -5)))
    down = ball.vertices - [0, 0, 9]

    for obstacles, which in (([floor, far], 0), ([far, floor], 1), ([far, ball, floor], 1)):
        found = collision_free_step(ball, down, obstacles=obstacles)
        assert found.obstacle == which
        assert found.to_dict()["obstacle"] == which
    found = collision_free_step(ball, down, obstacles=[floor])
    assert found.time == pytest.approx(1.5 / 9, abs=1e-9)
    mesh, there = found.meshes
    assert 0.0 <= mesh.bounds[0, 2] + 2.0 < 1e-6
    assert (there.vertices == floor.vertices).all()
    # Where the obstacle comes along, nothing touches.
    along = collision_free_step(ball, down, obstacles=[(floor, floor.vertices - [0, 0, 9])])
    assert (along.step, along.obstacle) == (1.0, None)
    itself = collision_free_step(ball, -ball.vertices, obstacles=[far])
    assert (itself.status, itself.obstacle) == (HIT, None)


@pytest.mark.parametrize(
    ("obstacles", "message"),
    [
        (im.icosphere(1.0, 1), "obstacles: expected a list of meshes, got Mesh"),
        (None, "obstacles: expected a list of meshes"),
        ([im.Sphere(1)], r"obstacles\[0\]: expected a Mesh, got a Sphere"),
        ([im.box_mesh(), 3], r"obstacles\[1\]: expected a Mesh"),
        ([(im.box_mesh(), np.zeros((3, 3)))], r"obstacles\[0\]: mesh_t1: 3 vertices, expected 8"),
        ([(im.box_mesh(), im.icosphere(1.0, 1))], r"obstacles\[0\]: mesh_t1: faces differ"),
    ],
)
def test_bad_obstacles_are_named(obstacles, message):
    ball = im.icosphere(0.5, 1)
    with pytest.raises(ImpingeError, match=message):
        collision_free_step(ball, ball.vertices, obstacles=obstacles)
