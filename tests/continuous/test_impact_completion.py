"""Points, gaps, depths and upper bounds of contacts whose times are known."""

import numpy as np
import pytest
from every_shape import ALL, CONVEX, pose_of
from flying import flights, path
from scipy.spatial.transform import Rotation

import impinge as im
from impinge.continuous import ImpactStatus, impact_edge_edge, impact_vertex_face, time_of_impact
from impinge.continuous.impact import free_rows
from impinge.continuous.impact_completion import (
    complete_impacts,
    complete_starts,
    depths,
    find_upper,
    measure_contacts,
)
from impinge.continuous.kernels import impact_row
from impinge.continuous.options import Options
from impinge.continuous.pair_motion import PairMotion
from impinge.geometry import (
    Box,
    Compound,
    HalfSpace,
    HeightField,
    Mesh,
    Sphere,
    box_mesh,
    icosphere,
)
from impinge.geometry.kernels.convex_row import COUNT, EDGES
from impinge.motion import Motion, PiecewiseMotion
from impinge.narrow import overlap, parts_of

PATH = PiecewiseMotion(np.stack([pose_of((x, 0, 0)) for x in (4.0, 6.0, 3.0, 9.0)]))
BALL = Sphere(1)
OPTIONS = Options(0.0, 1e-6, 1.0, False, 100)
STATES = impact_row.FREE, impact_row.HIT, impact_row.STARTED_TOUCHING, impact_row.OUT_OF_BUDGET


@pytest.mark.parametrize("motion_b", [PATH, Motion(None, PATH.pose_t1)])
def test_distances_are_those_at_the_time(motion_b):
    for time, asked in ((0.5, True), (0.9, True), (0.5, False)):
        out = free_rows(1)
        out[:, impact_row.TIME] = time
        measure_contacts(BALL, BALL, PairMotion(None, motion_b), OPTIONS, np.array([asked]), out)
        gap = motion_b.pose(time)[0, 3] - 2.0 if asked else np.inf
        np.testing.assert_allclose(out[0, impact_row.GAP], gap, atol=1e-12)


def told(shape, measured, options=OPTIONS):
    """Rows of all states at the start of a path that begins with an overlap of 0.5."""
    out = free_rows(4)
    out[:, impact_row.STATUS] = STATES
    out[1:, impact_row.TIME] = 0.0
    out[:, impact_row.GAP] = 7.0
    away = Motion(pose_of((1.5, 0, 0)), pose_of((9.0, 0, 0)))
    complete_impacts(shape, shape, PairMotion(None, away, 4), options, measured, out)
    return out


def test_what_a_search_has_seen_is_not_measured_again():
    np.testing.assert_allclose(told(BALL, None)[:, impact_row.GAP], [7.0, 0.0, 0.0, 0.0])
    cube = box_mesh((2, 2, 2))
    assert (told(cube, np.ones(4, np.bool_))[:, impact_row.GAP] == 7.0).all()


def test_depth_is_that_of_starts_and_upper_that_of_hits():
    out = told(BALL, None)
    np.testing.assert_allclose(out[:, impact_row.DEPTH], [0.0, 0.0, 0.5, 0.0])
    # Seen to overlap a millionth of the step behind the contact.
    np.testing.assert_allclose(out[:, impact_row.UPPER], [np.inf, 1e-6, np.inf, np.inf])


def test_of_times_alone_nothing_else_is_told():
    out = told(BALL, None, options=OPTIONS._replace(measured=False))
    assert (out[:, impact_row.GAP] == 7.0).all()
    assert (out[:, impact_row.DEPTH] == 0.0).all()


@pytest.mark.parametrize("a", ["mesh", "compound", "height field"])
@pytest.mark.parametrize("b", ["box", "cone", "mesh", "compound"])
def test_hits_that_go_on_have_an_end(a, b):
    motion_a, motion_b = flights(np.random.default_rng(4), 40)
    found = time_of_impact(ALL[a], ALL[b], motion_a, motion_b)
    hits = np.flatnonzero(found.status == ImpactStatus.HIT)
    later = np.minimum(found.time[hits] + 1e-5, 1.0)
    goes_on = overlap(ALL[a], ALL[b], motion_a[hits].pose(later), motion_b[hits].pose(later))
    assert goes_on.sum() > 10
    assert np.isfinite(found.upper[hits[goes_on]]).all()
    seen = hits[np.isfinite(found.upper[hits])]
    poses = (m[seen].pose(found.upper[seen]) for m in (motion_a, motion_b))
    assert overlap(ALL[a], ALL[b], *poses).all()


def test_what_is_looked_at():
    cube, ball = Box((1, 1, 1)), icosphere(0.5, 2)
    motion = PairMotion(None, Motion(pose_of((0, 0, 3)), pose_of((0, 0, -3))), 4)
    out = free_rows(motion.rows)
    out[:, impact_row.STATUS] = impact_row.HIT, impact_row.HIT, impact_row.FREE, impact_row.HIT
    out[:, impact_row.TIME] = 2 / 6, 0.2, 0.5, 1 - 1e-7
    out[3, impact_row.UPPER] = 0.7
    find_upper(cube, ball, motion, OPTIONS, out)
    assert 2 / 6 < out[0, impact_row.UPPER] <= 2 / 6 + 1e-5
    # Too early by far, free, and known already.
    assert out[1:, impact_row.UPPER].tolist() == [np.inf, np.inf, 0.7]
    way = PairMotion(None, path(np.random.default_rng(1)), 1)
    out = free_rows(way.rows)
    out[0, impact_row.STATUS], out[0, impact_row.TIME] = impact_row.HIT, 0.2499995
    find_upper(Box((9, 9, 9)), ball, way, OPTIONS, out)
    assert out[0, impact_row.UPPER] <= 0.2499995 + 1e-3


def test_depths():
    pose = np.eye(4)[None].copy()
    pose[0, 0, 3] = 0.8
    no = np.zeros(1, np.bool_)
    cube = Box((1, 1, 1))
    assert depths(cube, cube, np.eye(4)[None], pose, no)[0] == pytest.approx(0.2)
    one = np.eye(4)[None]
    assert depths(HalfSpace((0, 0, 1)), HalfSpace((0, 0, 1)), one, one, no).tolist() == [np.inf]
    # Open surfaces that cut each other: their hulls.
    sheet = Mesh([[-1, -1, 0], [1, -1, 0], [1, 1, 0.0]], [[0, 1, 2]])
    cut = depths(sheet, sheet, one, np.array([np.eye(4)[[2, 0, 1, 3]]]), no)
    assert 0.0 < cut[0] < 2.0


def test_what_is_inside_of_a_solid_mesh_starts_touching():
    ball = icosphere(1.0, 2)
    places = np.stack([pose_of((x, 0, 0)) for x in (0.0, 3.0)])
    motion = PairMotion(None, places)
    for solid, status in ((True, impact_row.STARTED_TOUCHING), (False, impact_row.FREE)):
        out = free_rows(motion.rows)
        complete_starts(ball, Sphere(0.2), motion, Options(0.0, 1e-6, 1.0, solid, 9), out)
        assert out[:, impact_row.STATUS].tolist() == [status, impact_row.FREE]
        assert (out[0, impact_row.DEPTH] > 0.5) == solid
        assert out[1, impact_row.DEPTH] == 0.0


METHODS = pytest.mark.parametrize("method", ["advance", "intervals"])
TENT = Mesh([[-1, -1, 0], [1, -1, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 3], [1, 2, 3], [2, 0, 3]])
SHEET = Mesh([[-4, -4, 0], [4, -4, 0], [0, 6, 0]], [[0, 1, 2]])
APEX = 3


def drop(x, y, angle=0.0, height=5.0):
    """Upside down, turned by an angle about the vertical."""
    above, below = pose_of((x, y, height)), pose_of((x, y, -height))
    above[:3, :3] = below[:3, :3] = Rotation.from_euler("xz", (np.pi, angle)).as_matrix()
    return Motion(above, below)


CASES = {
    # What falls, onto what, how; nature, feature of what falls, vertices of the other feature.
    "vertex on face": (TENT, SHEET, drop(0.1, 0.2), "VERTEX_FACE", [0, 1, 2]),
    "vertex on edge": (TENT, SHEET, drop(0.5, -4.0), "VERTEX_EDGE", [0, 1]),
    "vertex on vertex": (TENT, SHEET, drop(4.0, -4.0), "VERTEX_VERTEX", [1]),
}


@METHODS
@pytest.mark.parametrize("name", CASES)
def test_known_features(name, method):
    a, b, motion, nature, others = CASES[name]
    found = time_of_impact(a, b, motion, method=method)
    assert found.nature.name == nature
    assert found.feature_a == APEX
    lists = {0: np.arange(len(b.vertices))[:, None], 1: b.edges, 2: b.faces}
    assert lists[found.nature.dimensions[1]][found.feature_b].tolist() == others
    other = time_of_impact(b, a, None, motion, method=method)
    assert other.nature is found.nature.swapped
    assert (other.feature_a, other.feature_b) == (found.feature_b, found.feature_a)
    assert found.swapped().nature is found.nature.swapped


@METHODS
def test_two_edges(method):
    """Ridges that cross."""
    roof = Mesh([[-1, 0, 1], [1, 0, 1], [0, -2, 0], [0, 2, 0]], [[0, 2, 1], [0, 1, 3]])
    motion = drop(0.0, 0.1, 0.5)
    found = time_of_impact(roof, roof, motion, method=method)
    assert found.nature is im.Nature.EDGE_EDGE
    assert roof.edges[found.feature_a].tolist() == roof.edges[found.feature_b].tolist() == [0, 1]
    plain = found.to_dict()
    assert (plain["nature"], plain["feature_a"]) == ("EDGE_EDGE", found.feature_a)


def corners_of(mesh, dimension, feature):
    lists = np.arange(len(mesh.vertices))[:, None], mesh.edges, mesh.faces
    return mesh.vertices[lists[dimension][feature]]


@METHODS
@pytest.mark.parametrize("b", ["mesh", "height field"])
def test_elementary_impacts_of_the_features_come_at_the_same_time(b, method):
    a, other = ALL["mesh"], ALL[b]
    surface = other.mesh if b == "height field" else other
    motion_a, motion_b = flights(np.random.default_rng(2), 60)
    found = time_of_impact(a, other, motion_a, motion_b, method=method)
    hits = np.flatnonzero(found.status == im.ImpactStatus.HIT)
    generic = {im.Nature.VERTEX_FACE, im.Nature.FACE_VERTEX, im.Nature.EDGE_EDGE}
    assert {im.Nature(n) for n in found.nature[hits]} >= generic
    for k in hits.tolist():
        nature = im.Nature(found.nature[k])
        if nature not in generic:
            continue
        on_a = corners_of(a, nature.dimensions[0], found.feature_a[k])
        on_b = corners_of(surface, nature.dimensions[1], found.feature_b[k])
        sides = [(on_a, motion_a[k]), (on_b, motion_b[k])]
        if nature is im.Nature.FACE_VERTEX:
            sides.reverse()
        query = impact_edge_edge if nature is im.Nature.EDGE_EDGE else impact_vertex_face
        points = np.concatenate([sides[0][0], sides[1][0]])
        alone = query(points, motion_a=sides[0][1], motion_b=sides[1][1])
        assert alone.time == pytest.approx(found.time[k], abs=1e-5)


@pytest.mark.parametrize("b", ["box", "hull", "cone", "cylinder", "sphere", "half-space"])
@pytest.mark.parametrize("a", ["box", "capsule", "mesh", "compound"])
def test_natures_are_those_of_the_features(a, b):
    motion_a, motion_b = flights(np.random.default_rng(4), 30)
    found = time_of_impact(ALL[a], ALL[b], motion_a, motion_b)
    free = found.status == im.ImpactStatus.FREE
    assert (found.nature[free] == -1).all()
    for k in np.flatnonzero(~free).tolist():
        dimensions = im.Nature(found.nature[k]).dimensions
        sides = [(a, found.feature_a[k], found.part_a[k]), (b, found.feature_b[k], -1)]
        for dimension, (name, feature, part) in zip(dimensions, sides, strict=True):
            shape = parts_of(ALL[name])[part][0] if part >= 0 else ALL[name]
            if isinstance(shape, Mesh):
                counts = len(shape.vertices), len(shape.edges), len(shape.faces)
                assert 0 <= feature < counts[dimension]
            elif isinstance(shape, (Box, im.Hull)):
                bounds = np.cumsum(shape._packed[[COUNT, EDGES]])
                assert dimension == np.searchsorted(bounds, feature, side="right")
            else:
                assert 0 <= feature < shape.feature_count


def test_points_lie_on_the_features_of_parts():
    """A posed mesh in a compound, met from all sides."""
    cube = box_mesh((1, 1, 1))
    pose = pose_of((2.0, 1.0, 0.5))
    pose[:3, :3] = Rotation.from_rotvec((0.3, 0.5, 0.7)).as_matrix()
    pair = Compound([(Sphere(0.5), None), (cube, pose)])
    motion_a, motion_b = flights(np.random.default_rng(6), 40, aim=2.0)
    found = time_of_impact(pair, Box((0.5, 0.5, 2.0)), motion_a, motion_b)
    hits = np.flatnonzero((found.status == im.ImpactStatus.HIT) & (found.part_a == 1))
    assert len(hits) > 5
    for k in hits.tolist():
        corners = corners_of(cube, found.nature[k] // 3, found.feature_a[k])
        posed = motion_a[k].pose(found.time[k]) @ pose
        corners = corners @ posed[:3, :3].T + posed[:3, 3]
        spread = (corners[1:] - corners[0]).T
        offset = found.point_a[k] - corners[0]
        weights = np.linalg.lstsq(spread, offset, rcond=None)[0] if spread.size else np.zeros(0)
        assert np.linalg.norm(spread @ weights - offset) < 1e-4
        assert ((weights > -1e-4) & (weights < 1 + 1e-4)).all()


def test_solid_ground_has_features_and_walls_are_faces():
    ground = HeightField(np.zeros((5, 5)), 1.0)
    down = Motion(pose_of((1.3, 1.4, 3)), pose_of((1.3, 1.4, -3)))
    found = time_of_impact(ground, Sphere(0.5), None, down, solid=True)
    assert found.nature is im.Nature.FACE_FACE
    assert found.feature_a < ground.feature_count
    aside = Motion(pose_of((-9, 1.4, -2)), pose_of((9, 1.4, -2)))
    found = time_of_impact(ground, Sphere(0.5), None, aside, solid=True)
    assert found.nature is im.Nature.FACE_FACE
    assert found.feature_a >= ground.feature_count


def test_what_is_free_has_no_nature():
    away = Motion(pose_of((0, 0, 3)), pose_of((0, 0, 9)))
    for a in (CONVEX["box"], ALL["mesh"], ALL["compound"]):
        found = time_of_impact(a, Sphere(0.5), None, away)
        assert found.nature is None
        assert found.to_dict()["nature"] is None
        assert found.swapped().nature is None


def test_scenes_have_them_too():
    motion = drop(0.1, 0.2)
    scene = im.Scene.from_dict({"tent": (TENT, motion.pose(0.0)), "sheet": SHEET})
    found = scene.time_of_impact({"tent": motion})
    assert found.names == ("sheet", "tent")
    assert found.nature is im.Nature.FACE_VERTEX
    assert (found.feature_a, found.feature_b) == (0, APEX)
    every = scene.impacts({"tent": motion})
    assert every.to_dict()["nature"] == ["FACE_VERTEX"]
    assert every.swapped().nature.tolist() == [im.Nature.VERTEX_FACE]
