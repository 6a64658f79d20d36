"""The scenarios of trimesh's own collision tests, asked of its manager and of ours.

A test takes the module that it would import from, ``trimesh.collision`` or ours, and nothing else
differs. Answers of both are then compared where they say more than yes or no.
"""

import inspect
import os
from pathlib import Path

import numpy as np
import pytest
import trimesh

import impinge as im
from impinge.io import trimesh_manager

HAS_FCL = getattr(trimesh.collision, "fcl", None) is not None
NO_FCL = "python-fcl is not installed: nothing to compare with"
WAYS = [
    pytest.param(trimesh_manager, id="impinge"),
    pytest.param(
        trimesh.collision, id="trimesh", marks=pytest.mark.skipif(not HAS_FCL, reason=NO_FCL)
    ),
]
CLOSE = 1e-6
"""trimesh takes first poses in single precision."""

CUBE = trimesh.creation.box()
RING = trimesh.creation.torus(1.0, 0.3)


def along_x(x):
    pose = np.eye(4)
    pose[0, 3] = x
    return pose


def manager_of(way, **placed):
    """Cubes by name along the x axis."""
    manager = way.CollisionManager()
    for name, x in placed.items():
        manager.add_object(name, CUBE, along_x(x))
    return manager


@pytest.mark.parametrize("way", WAYS)
def test_one_against_many(way):
    """trimesh's test_collision::test_collision, its first part."""
    m = manager_of(way, cube0=0, cube1=5)
    assert m.in_collision_single(CUBE) is True
    found, names, data = m.in_collision_single(
        CUBE, along_x(5), return_names=True, return_data=True
    )
    assert (found, names) == (True, {"cube1"})
    assert data
    for contact in data:
        # Two cubes in the same place: any of six faces is the way out, and any point of it.
        assert contact.depth == pytest.approx(1.0)
        assert sorted(np.abs(contact.normal)) == pytest.approx([0, 0, 1], abs=CLOSE)
        assert np.abs(contact.point - [5, 0, 0]).max() <= 0.5 + CLOSE
        assert contact.names == {"cube1", "__external"}
    assert m.in_collision_single(CUBE, along_x(-5), True, True) == (False, set(), [])


@pytest.mark.parametrize("way", WAYS)
def test_objects_that_come_move_and_go(way):
    """trimesh's test_collision::test_collision, its second part."""
    m = manager_of(way, cube0=0, cube1=5)
    assert m.in_collision_internal() is False
    m.add_object("cube2", CUBE, along_x(5))
    assert m.in_collision_internal(return_names=True) == (True, {("cube1", "cube2")})
    for x, hit in ((-5, False), (5, True)):
        m.set_transform("cube2", along_x(x))
        assert m.in_collision_internal() is hit
    m.remove_object("cube2")
    assert m.in_collision_internal() is False


@pytest.mark.parametrize("way", WAYS)
def test_manager_against_manager(way):
    """trimesh's test_collision::test_collision, its third part: a name may be in both."""
    m, n = manager_of(way, cube0=0, cube1=5), manager_of(way, cube0=-5)
    assert m.in_collision_other(n) is False
    n.add_object("cube3", CUBE, along_x(5))
    assert m.in_collision_other(n) is True
    assert m.in_collision_other(n, return_names=True) == (True, {("cube1", "cube3")})


@pytest.mark.parametrize("way", WAYS)
def test_distances_of_one_to_many(way):
    """trimesh's test_collision::test_distance, its first part."""
    m = manager_of(way, cube1=5)
    assert m.min_distance_single(CUBE) == pytest.approx(4.0)
    assert m.min_distance_single(CUBE, along_x(5.75)) == pytest.approx(-0.25)
    assert m.min_distance_single(CUBE, return_name=True) == (pytest.approx(4.0), "cube1")
    m.add_object("cube2", CUBE, along_x(-5))
    for x, nearest in ((2, "cube1"), (-2, "cube2")):
        far, name = m.min_distance_single(CUBE, along_x(x), return_name=True)
        assert (far, name) == (pytest.approx(2.0), nearest)


@pytest.mark.parametrize("way", WAYS)
def test_distances_inside(way):
    """trimesh's test_collision::test_distance, its second part."""
    m = manager_of(way, cube1=5, cube2=-5)
    assert m.min_distance_internal() == pytest.approx(9.0)
    assert m.min_distance_internal(return_names=True) == (pytest.approx(9.0), ("cube1", "cube2"))
    m.add_object("cube3", CUBE, along_x(2))
    assert m.min_distance_internal(return_names=True) == (pytest.approx(2.0), ("cube1", "cube3"))
    m.set_transform("cube3", along_x(-2))
    assert m.min_distance_internal(return_names=True) == (pytest.approx(2.0), ("cube2", "cube3"))
    far, names = m.min_distance_internal(name="cube1", return_names=True)
    assert (far, names) == (pytest.approx(6.0), ("cube1", "cube3"))


@pytest.mark.parametrize("way", WAYS)
def test_distances_of_managers(way):
    """trimesh's test_collision::test_distance, its third part."""
    m, n = manager_of(way, cube0=0, cube1=5), way.CollisionManager()
    for name, x, least in (("cube4", -5, 4.0), ("cube5", -2, 1.0)):
        n.add_object(name, CUBE, along_x(x))
        far, names, data = m.min_distance_other(n, return_names=True, return_data=True)
        assert (far, names) == (pytest.approx(least), ("cube0", name))
        gap = data.point(names[0]) - data.point(names[1])
        assert np.linalg.norm(gap) == pytest.approx(far) == data.distance


def strewn_balls(count):
    rng = np.random.default_rng(3)
    scene = trimesh.Scene()
    for i, (radius, *place) in enumerate(rng.random((count, 4))):
        ball = trimesh.creation.icosphere(1, 0.2 + radius).apply_translation(6.0 * np.array(place))
        scene.add_geometry(ball, node_name=f"ball {i}")
    return scene


@pytest.mark.parametrize("way", WAYS)
def test_strewn_balls(way):
    """trimesh's test_collision::test_random_spheres, fewer and denser: some do collide."""
    manager, objects = way.scene_to_collision(strewn_balls(60))
    assert len(objects) == 60
    assert isinstance(manager.in_collision_internal(), bool)


@pytest.mark.parametrize("way", WAYS)
def test_no_name_is_lost_of_many_collisions(way):
    """trimesh's test_collision::test_collision_batch: contacts without end, all with one."""
    outline = [[0, 3], [3, 3], [3, 75], [127, 75], [127, 580], [0, 580]]
    probe = trimesh.creation.revolve(np.array(outline, float), sections=32)
    batch = way.CollisionManager()
    names = [f"probe {i}" for i in range(300)]
    for name, x in zip(names, np.linspace(-15.0, 15.0, len(names)), strict=True):
        pose = along_x(x)
        pose[2, 3] = -50.0
        batch.add_object(name, probe, pose)
    found = batch.in_collision_single(trimesh.creation.box([200.0] * 3), return_names=True)
    assert found == (True, set(names))


def gearbox():
    """The bodies of the drive that trimesh's test_collision::test_scene loads."""
    file = Path(os.environ.get("IMPINGE_DATA", "")) / "rigid/trimesh/cycloidal.ply"
    if not file.is_file():
        pytest.skip("IMPINGE_DATA does not name a folder with rigid/trimesh/cycloidal.ply")
    whole = trimesh.load(file)
    scene = trimesh.Scene()
    for i, rows in enumerate(trimesh.graph.connected_components(whole.face_adjacency)):
        body = trimesh.Trimesh(whole.vertices, whole.faces[rows], process=False)
        body.remove_unreferenced_vertices()
        scene.add_geometry(body, node_name=f"body {i}")
    return scene


@pytest.mark.parametrize("way", WAYS)
def test_a_loaded_scene(way):
    """trimesh's test_collision::test_scene, of the bodies of the same drive."""
    manager, objects = way.scene_to_collision(gearbox())
    assert manager.in_collision_internal()
    assert len(objects) > 50


@pytest.mark.skipif(not HAS_FCL, reason=NO_FCL)
def test_scenes_have_the_same_pairs_both_ways():
    for scene in (strewn_balls(60), gearbox()):
        found = [
            way.scene_to_collision(scene)[0].in_collision_internal(return_names=True)
            for way in (trimesh_manager, trimesh.collision)
        ]
        assert found[0] == found[1]
        assert len(found[0][1]) > 10


def overlapping_and_apart():
    rng = np.random.default_rng(11)
    for reach in (0.6, 3.0):
        for _ in range(12):
            pose = np.eye(4)
            pose[:3, :3] = trimesh.transformations.random_rotation_matrix(rng.random(3))[:3, :3]
            pose[:3, 3] = rng.uniform(-1, 1, 3) * reach
            yield pose


@pytest.mark.skipif(not HAS_FCL, reason=NO_FCL)
def test_contacts_and_witnesses_agree():
    """Of two cubes: depth, direction, and points that are where they are said to be."""
    ours, theirs = (manager_of(way, cube=0) for way in (trimesh_manager, trimesh.collision))
    box, hits, least = im.Box((1, 1, 1)), 0, 0
    for pose in overlapping_and_apart():
        asked = [m.in_collision_single(CUBE, pose, True, True) for m in (ours, theirs)]
        assert asked[0][:2] == asked[1][:2]
        for _, _, data in asked:
            for contact in data:
                assert contact.depth >= 0.0
                assert np.linalg.norm(contact.normal) == pytest.approx(1.0)
                assert (contact.index("cube"), contact.index("__external")) == (-1, -1)
        near = [m.min_distance_single(CUBE, pose, True, True) for m in (ours, theirs)]
        assert near[0][:2] == (pytest.approx(near[1][0], abs=CLOSE), "cube")
        hits += asked[0][0]
        for far, _, data in near:
            assert (far <= 0.0) == asked[0][0]
            gap = data.point("__external") - data.point("cube")
            assert np.linalg.norm(gap) == pytest.approx(abs(far), abs=CLOSE)
            for name, at in (("cube", None), ("__external", pose)):
                off = im.closest_point(box, data.point(name), at).distance
                assert abs(off) < CLOSE or far < 0.0
        if asked[0][0]:
            deepest = [max(data, key=lambda c: c.depth) for _, _, data in asked]
            depths = [contact.depth for contact in deepest]
            # Ours is the least way out; that of fcl's contacts, not of its distances, may be more.
            assert depths[0] == pytest.approx(-near[0][0], abs=CLOSE)
            assert depths[0] <= depths[1] + CLOSE
            if depths[0] > depths[1] - CLOSE:
                least += 1
                turn = abs(deepest[0].normal @ deepest[1].normal)
                assert turn == pytest.approx(1.0, abs=CLOSE)
    assert 8 < hits < 20
    assert least > 2


@pytest.mark.parametrize("way", WAYS)
def test_faces_of_surfaces_are_named(way):
    m = way.CollisionManager()
    m.add_object("ring", RING)
    _, data = m.in_collision_single(RING, along_x(1.2), return_data=True)
    # fcl has hundreds of contacts, one a pair of triangles.
    for contact in data[:20]:
        for name in ("ring", "__external"):
            assert 0 <= contact.index(name) < len(RING.faces)
    far, data = m.min_distance_single(CUBE, along_x(3), return_data=True)
    assert far == pytest.approx(1.2)
    assert data.index("__external") == -1
    face = im.Mesh(RING.triangles[data.index("ring")], [[0, 1, 2]])
    assert im.closest_point(face, data.point("ring")).distance < CLOSE


def public(cls):
    return {n: v for n, v in inspect.getmembers_static(cls) if not n.startswith("_")}


def arguments(function):
    found = inspect.signature(function).parameters.values()
    return [(p.name, p.default, p.kind) for p in found]


@pytest.mark.parametrize("name", ["CollisionManager", "ContactData", "DistanceData"])
def test_every_verb_of_trimesh_is_there(name):
    """If a release of trimesh adds a verb or an argument, this says so."""
    ours, theirs = getattr(trimesh_manager, name), getattr(trimesh.collision, name)
    assert set(public(ours)) == set(public(theirs))
    for verb, value in {"__init__": theirs.__init__, **public(theirs)}.items():
        mine = inspect.getattr_static(ours, verb)
        if isinstance(value, property):
            assert isinstance(mine, property), verb
        else:
            assert arguments(mine) == arguments(value), verb


def test_every_function_of_trimesh_is_there():
    theirs = {
        n: v
        for n, v in vars(trimesh.collision).items()
        if getattr(v, "__module__", None) == "trimesh.collision" and not n.startswith("_")
    }
    # Makers of fcl's own objects, which nothing here takes.
    assert set(theirs) - set(trimesh_manager.__all__) == {"mesh_to_BVH", "mesh_to_convex"}
    ours = trimesh_manager.scene_to_collision
    assert arguments(ours) == arguments(theirs["scene_to_collision"])
