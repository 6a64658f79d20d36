"""Good arguments of every public callable, by the names of its parameters."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

import impinge as im
from impinge import (
    bounds,
    geometry,
    hierarchy,
    motion,
    narrow,
    pairs,
    partition,
    response,
    simulation,
)
from impinge import contacts as contact
from impinge.geometry import Articulation, Joint, Link
from impinge.motion.kinematics import Kinematics
from impinge.scene import Robot
from impinge.viewer import View

LOWER, UPPER = np.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]]), np.ones((2, 3)) * [[1.5], [3.0]]
FOUR = np.array([[0.2, 0.2, 1.0], [0, 0, 0], [1, 0, 0], [0, 1, 0]])
TWO_POSES = np.stack([np.eye(4), np.eye(4)])
TRIANGLE = np.array([[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])


def shift(x):
    pose = np.eye(4)
    pose[0, 3] = x
    return pose


def kept(make):
    """The same thing each time, made when it is first needed."""
    return cache(make)


cube = kept(im.box_mesh)
volume_tree = kept(lambda: hierarchy.VolumeTree(cube()))
moving = kept(lambda: im.Motion(np.eye(4), shift(3.0)))
vertices = kept(lambda: cube().vertices)


def scene():
    found = im.Scene()
    found.add("a", im.Sphere(1.0), group="g")
    found.add("b", im.Box((1, 1, 1)), shift(4.0), group="h")
    return found


def recording():
    return im.Recording(
        [0.0, 1.0], {"a": TWO_POSES}, vertices={"mesh": np.stack([vertices()] * 2)},
        points={"cloud": [FOUR, FOUR]}, lines={"path": [[FOUR], [FOUR]]},
        scalars={"heat": [0.0, 1.0]}, joints={"arm": np.zeros((2, 3))},
    )  # fmt: skip


def articulation():
    joint = Joint("hinge", "revolute", "base", "arm", shift(1.0), (0, 0, 1), lower=-2, upper=2)
    return Articulation([Link("base", [im.Sphere(0.1)]), Link("arm", [im.Sphere(0.1)])], [joint])


def robot():
    found = Robot(articulation(), groups={"all": ["hinge"]}, states={"home": {"hinge": 0.5}})
    found.attach("tool", "arm", im.Sphere(0.1))
    return found


def contact_rows():
    at, up = [[0, 0, 0]], [[0, 0, 1]]
    return response.contact_rows([[-1, 0]], at, at, up, up)


def masses():
    return response.Masses([1.0], [np.eye(3)])


def world():
    found = simulation.World(method="events")
    found.add("a", im.Sphere(1))
    return found


def run_folder():
    world().run(1, out="kept-run")
    return Path("kept-run")


def tracker():
    return narrow.ContactTracker(cube(), cube())


def tracked():
    return tracker().update(None, vertices() + 0.5)


def contacts():
    return im.collide(im.Sphere(1), im.Sphere(1))


@cache
def detected():
    return im.scene.detect(scene(), {"a": np.eye(4)}, {"a": shift(6.0)}, 4)


def trimesh_scene():
    trimesh = pytest.importorskip("trimesh")
    return trimesh.Scene({"a": trimesh.Trimesh(vertices(), cube().faces)})


@cache
def sphere_tree():
    return hierarchy.sphere_tree(cube(), levels=1, method="octree")


@cache
def reduced_body():
    return hierarchy.ReducedBody(cube(), im.TetMesh(FOUR, [[0, 1, 2, 3]]), tree=sphere_tree())


def sphere_contacts():
    return narrow.contacts_within(reduced_body(), sphere_tree(), max_tests=1)


def soft_body():
    return simulation.SoftBody(two_tets()[0])


SELVES = {
    "ReducedBody": reduced_body,
    "Skin": lambda: geometry.Skin(FOUR, im.TetMesh(FOUR, [[0, 1, 2, 3]])),
    "SphereContacts": sphere_contacts,
    "SphereTree": sphere_tree,
    "Articulation": articulation,
    "RegionTree": kept(lambda: hierarchy.RegionTree(cube())),
    "Robot": robot,
    "RobotContacts": lambda: robot().collide([0.0], scene()),
    "ContactRows": contact_rows,
    "InBetween": lambda: motion.InBetween(Kinematics(articulation(), np.eye(4)), [0.0], [1.0]),
    "Aabb": lambda: bounds.Aabb((0, 0, 0), (1, 1, 1)),
    "BoundingEllipsoid": lambda: bounds.BoundingEllipsoid((0, 0, 0), (3, 2, 1)),
    "BoundingSphere": lambda: bounds.BoundingSphere((0, 0, 0), 1.0),
    "Bounded": lambda: im.distance_within(cube(), cube(), budget=1.0),
    "Box": lambda: im.Box((1, 1, 1)),
    "BroadPhase": lambda: pairs.DynamicTree(LOWER, UPPER),
    "BspTree": kept(lambda: partition.BspTree(cube())),
    "Compound": lambda: im.Compound([(im.Sphere(1), None)]),
    "ContactTracker": tracker,
    "Contacts": contacts,
    "DynamicTree": lambda: pairs.DynamicTree(LOWER, UPPER),
    "ElementTree": lambda: pairs.ElementTree(LOWER, UPPER),
    "IncrementalSweep": lambda: pairs.IncrementalSweep(LOWER, UPPER),
    "KdTree": lambda: partition.KdTree.from_triangles(vertices(), cube().faces),
    "Kdop": lambda: bounds.Kdop.of(cube(), 6),
    "Mesh": cube,
    "Motion": moving,
    "Obb": lambda: bounds.Obb.of(cube()),
    "Rebuilt": lambda: pairs.Rebuilt(pairs.tree_pairs, LOWER, UPPER),
    "PolyhedraContact": tracked,
    "Recorder": lambda: im.Recorder(Path("made.rec"), {"a": im.Sphere(1)}),
    "Recording": kept(recording),
    "Scene": scene,
    "SceneContacts": lambda: scene().collide(),
    "SpatialHash": lambda: partition.SpatialHash.from_triangles(vertices(), cube().faces),
    "TetMesh": lambda: im.TetMesh(FOUR, [[0, 1, 2, 3]]),
    "HullTree": kept(lambda: hierarchy.HullTree(cube())),
    "Tree": kept(lambda: hierarchy.Tree(cube())),
    "TetTable": lambda: narrow.TetTable(two_tets()),
    "TrianglePairs": lambda: im.intersecting_pairs(cube(), cube(), pose_b=TWO_POSES),
    "TurningHull": lambda: bounds.TurningHull(cube()),
    "UniformGrid": lambda: partition.UniformGrid.from_triangles(vertices(), cube().faces),
    "VertexMotion": lambda: motion.VertexMotion(vertices(), vertices() + 1.0),
    "View": View,
    "World": world,
    "SoftBody": lambda: simulation.SoftBody(two_tets()[0]),
    "SoftWorld": lambda: simulation.SoftWorld({"a": soft_body()}),
    "Cloth": lambda: simulation.Cloth(cube()),
    "ClothWorld": lambda: simulation.ClothWorld({"a": cloth()}),
    "VolumeTree": volume_tree,
    "Detected": detected,
}


def two_tets():
    tet = im.TetMesh(FOUR, [[0, 1, 2, 3]])
    return [tet, tet.with_vertices(FOUR + 0.1)]


def cloth():
    return simulation.Cloth(cube())


def near_itself():
    return narrow.proximities((FOUR * [1.0, 1.0, 0.05], [[1, 2, 3]]), 0.1)


def one(value):
    return lambda: value


EXAMPLES = {
    # Shapes and poses.
    "a": lambda: im.Sphere(1.0), "b": lambda: im.Box((1, 1, 1)), "shape": cube, "mesh": cube,
    "mesh_t0": cube, "mesh_t1": lambda: cube().with_vertices(vertices() + 0.1), "source": cube,
    "pose": lambda: np.eye(4), "pose_a": lambda: np.eye(4), "pose_b": lambda: shift(4.0),
    "pose_t0": lambda: np.eye(4), "pose_t1": lambda: shift(1.0), "poses": one(TWO_POSES),
    "motion_a": moving, "motion_b": None, "motions": lambda: {"a": moving()},
    "poses_t1": lambda: {"a": shift(0.5)}, "poses_start": lambda: {"a": np.eye(4)},
    "poses_end": lambda: {"a": shift(0.5)}, "scene": scene, "recording": recording,
    "vertices": vertices, "vertices_t0": vertices, "vertices_t1": lambda: vertices() + 0.1,
    "faces": lambda: cube().faces, "tets": one([[0, 1, 2, 3]]), "heights": one(np.zeros((3, 3))),
    "spacing": one(1.0), "sizes": one((1, 1, 1)), "radii": one((1, 2, 3)), "normal": one((0, 0, 1)),
    "offset": one(0.0), "normals": None, "radius": one(1.0), "length": one(1.0),
    "extents": one((1, 1, 1)), "parts": lambda: [(im.Sphere(1), None)],
    "shapes": lambda: im.Sphere(1), "features": one([0]),
    # Points, boxes and directions.
    "points": one(FOUR), "point": one((0, 0, 0)), "origins": one((0, 0, 5)),
    "origin": one((0, 0, 5)),
    "directions": one((0, 0, -1)), "direction": one((0, 0, -1)), "viewpoint": one((5, 5, 5)),
    "centre": one((0, 0, 0)), "half": one((1, 1, 1)), "axes": None, "linear": one((1, 0, 0)),
    "angular": one((0, 0, 1)), "turning": one((1, 1)), "sliding": one((1, 1)),
    "lower": one(LOWER), "upper": one(UPPER), "lower_a": one(LOWER), "upper_a": one(UPPER),
    "lower_b": one(LOWER), "upper_b": one(UPPER), "lower_t0": one(LOWER), "upper_t0": one(UPPER),
    "lower_t1": one(LOWER), "upper_t1": one(UPPER), "ids": one([0]), "elements": one([[0, 1, 2]]),
    "triangles": one(np.repeat(TRIANGLE, 4, axis=0)), "triangles_a": one(TRIANGLE),
    "triangles_b": one(TRIANGLE), "segments": one(TRIANGLE[:, :2]),
    "segments_a": one(TRIANGLE[:, :2]), "segments_b": one(TRIANGLE[:, :2]),
    "points_t0": one(FOUR), "points_t1": one(FOUR - 0.5), "vectors": one(np.ones((4, 3))),
    "rows": lambda: moving()._rows,
    # Numbers.
    "margin": one(0.0), "margins": one(0.0), "tolerance": one(1e-6), "max_time": one(1.0),
    "max_steps": one(100), "max_iterations": one(100), "min_separation": one(0.0),
    "budget": one(1.0), "limit": one(4), "count": one(1), "subdivisions": one(1), "along": one(8),
    "around": one(8), "between": one(8), "p": one(2), "torus_knot(q)": one(3), "size": one(1.0),
    "k": one(6),
    "start": one(0.0), "stop": one(1.0), "finest": one(0.01), "t": one(0.5), "time": one(0.5),
    "times": one([0.0, 1.0]), "step": one(1), "substeps": one(4), "frame": one(0), "i": one(0),
    "decay": one(0.1), "build_seconds": one(1.0), "query_seconds": one(0.1), "most_tests": one(9),
    "confidence": None, "least_cells": one(4), "leaf_size": one(2), "arity": one(2),
    "depth": one(3), "cell": one(1.0), "slots": one(64), "scale": one(1.0), "opacity": one(1.0),
    "width": one(1.0), "level": one(1), "smooth": one(1),
    # Words and flags.
    "name": one("a"), "names": one(["c"]), "group": one("g"), "groups": one("g"), "title": one("t"),
    "text": one("t"), "kind": None, "method": None, "order": one("depth"), "builder": one("sah"),
    "volume": one("obb"), "how": one("bottom-up"), "planes": one("mixed"), "cells": one("box"),
    "units": None, "colour": one("path"), "solid": one(False), "gradient": one(False),
    "impacts": one(False), "count_started": one(False), "adaptive": one(True),
    "dashed": one(False), "resume": one(False), "tidy": one(True), "data": one(b"x"),
    "path": lambda: Path("made.ply"), "thing": cube, "things": None, "contacts": None,
    # Robots.
    "articulation": articulation, "base": lambda: np.eye(4), "ignored": one(()),
    "states": one({"home": {"hinge": 0.5}}), "padding": one(0.0), "q": one([0.5]),
    "q0": one([0.5]), "q1": one([1.0]), "speeds": one([1.0]), "dt": one(0.1), "link": one("arm"),
    "waypoints": one([[0.5], [1.0]]), "at_least": one(0.01), "Robot.culling(boxes)": one("taylor"),
    "impact": lambda: im.time_of_impact(im.Sphere(1.0), im.Box((1, 1, 1)), moving(), shift(4.0)),
    "self_collision": one(True), "strict": one(False), "samples": one(10), "seed": one(0),
    "n": one(3), "row": one(0), "links": lambda: [Link("base")], "Articulation(joints)": one(()),
    "View.units(units)": one("mm"), "Joint(origin)": lambda: np.eye(4),
    "joint": one("hinge"), "parent": one("base"), "child": one("arm"), "axis": one((0, 0, 1)),
    "velocity": one(1.0), "effort": one(1.0), "mimic": None, "mass": one(1.0),
    "inertia": lambda: np.eye(3), "ignore": one(()), "within": one(1.0), "obstacles": one(()),
    "Joint(kind)": one("revolute"), "Joint(lower)": one(-1.0), "Joint(upper)": one(1.0),
    "Link(shapes)": lambda: [im.Sphere(1.0)], "Robot(groups)": one({"all": ["hinge"]}),
    "Robot.attach(name)": one("part"), "Robot.detach(name)": one("tool"),
    "Robot.group(name)": one("all"), "Robot.state(name)": one("home"), "Robot(name)": one("r"),
    **{f"Robot.{name}({side})": one(value) for name in ("ignore", "explain")
       for side, value in (("a", "base"), ("b", "tool"))},
    "RobotContacts.of(a)": one("arm"), "RobotContacts.of(b)": one("a"),
    "Articulation.columns(speeds)": one(False),
    "srdf": None, "packages": None, "missing": None, "load(shapes)": None,
    "Robot(motion)": None,
    "kinematics": lambda: Kinematics(articulation(), np.eye(4)), "robot": robot,
    "InBetween.closing_speed(links)": one((0, 1)), "InBetween.closing_speed(radii)": one((1, 1)),
    **{f"{name}({side})": value for name in ("InBetween.boxes", "link_boxes")
       for side, value in (("points", None), ("method", one("taylor")), ("parts", None))},
    # Responses, of a ball on the ground.
    **{f"swept_{kind}(motion)": moving for kind in ("aabb", "kdop", "sphere")},
    **{f"{name}(mass)": masses for name in ("project", "solve_contacts")},
    "motion": one(np.zeros((1, 6))), "pairs": one([[-1, 0]]), "bodies": one(1),
    "levers": one(np.zeros((1, 2, 3))), "masses": one([1.0]), "inertias": lambda: np.eye(3)[None],
    "velocities": one(np.zeros((1, 6))), "bounds": one([0.0]), "separations": one([0.0]),
    "security": one(0.0), "stiffness": one(1.0), "damping": one(0.0), "friction": one(0.5),
    "smooth_depth": one(0.0), "iterations": one(10), "restitution": one(0.5), "depths": one([0.1]),
    "spins_a": one(np.zeros((1, 3))), "spins_b": one(np.zeros((1, 3))), "edges_a": None,
    "natures": lambda: [im.Nature.FACE_VERTEX], "edges_b": None, "centres": one([[0, 0, 1]]),
    "points_a": one([[0, 0, 0]]), "points_b": one([[0, 0, 0]]),
    "normal_rates": one(np.zeros((1, 3))), "penalty_forces(speeds)": one(np.zeros((1, 3))),
    **{f"{name}(normals)": one([[0, 0, 1]])
       for name in ("normal_rates", "penalty_forces", "contact_rows", "ContactRows")},
    **{f"{name}(rows)": contact_rows
       for name in ("acceleration_bounds", "impact_bounds", "project", "solve_contacts")},
    **{f"{name}(start)": None for name in ("project", "solve_contacts")},
    "project(method)": one("motion"), "ContactRows.along(axes)": one([[0, 0, 1]]),
    # Deformable polyhedra.
    "mesh_a": cube, "mesh_b": cube, "vertices_a": vertices, "vertices_b": vertices,
    "contact": tracked, "velocities_a": vertices, "velocities_b": vertices, "stretch": one(1.05),
    "trust": one(False), "side": one("a"), "driven": None,
    # Dynamics of a robot with one joint.
    "dq": one([1.0]), "ddq": one([1.0]), "torque": one([1.0]), "gravity": one((0, 0, -9.81)),
    "density": one(1000.0), "joint_rows(links)": one(["arm"]),
    "joint_rows(points)": one([[2, 0, 0]]), "joint_rows(normals)": one([[0, 0, 1]]),
    # Sphere trees, and bodies that deform.
    "levels": one(1), "sphere_tree(method)": one("octree"), "reduce": one("expand"),
    "sphere_tree(kind)": one("wrapped"), "Skin(kind)": one("links"), "skin": one("links"),
    "coarse": lambda: im.TetMesh(FOUR, [[0, 1, 2, 3]]), "spheres": one("published"),
    "nearest": one(3), "coarse_vertices": one(FOUR), "max_tests": one(5), "share": one("sum"),
    "ReducedBody(tree)": sphere_tree, "sphere_forces(contacts)": sphere_contacts,
    "sphere_forces(velocities_a)": None, "sphere_forces(velocities_b)": None,
    "SphereTree.level(k)": one(0),
    **{f"contacts_within({side})": sphere_tree for side in "ab"},
    "needle_fan(count)": one(5), "height": one(1.0), "surface": None, "cage(cells)": one(2),
    # Tetrahedral meshes.
    "meshes": two_tets, "TetTable.find(vertices)": one([FOUR, FOUR + 0.2]), "hash": one("mixed"),
    "test": one("half-space"), "points_in_tets(mesh)": lambda: two_tets()[0],
    "tet_depth(hits)": None, "tet_penalty(depths)": lambda: contact.tet_depth(two_tets()),
    "tet_penalty(velocities)": one([FOUR, FOUR]), "slip_speed": one(1e-3),
    "tet_depth(method)": one("closest"),
    # Surfaces that fold.
    "proximities": near_itself, "thickness": one(0.1), "culling": one("boxes"), "passes": one(2),
    "mechanical(shape)": one("linear"),
    **{f"{name}({field})": one(value) for name in ("mechanical", "geometrical")
       for field, value in (("masses", np.ones(4)), ("velocities", FOUR), ("vertices", FOUR))},
    "contour": one("exact"), "boundary_angle": one(25.0),
    "neighbours": one(False), "self_intersections(directions)": one(26),
    "self_intersections(volume)": one("dop18"),
    "cloth_step(masses)": lambda: np.ones(len(cube().vertices)),
    # Worlds, of one ball.
    **{f"World({name})": one(value) for name, value in (
        ("step", 1 / 240), ("method", "stepping"), ("solver", "motion"), ("security", 0.01),
        ("integrator", "rk4"), ("velocity_cut", 0.9), ("sleeping", True), ("max_events", 10),
        ("separate", False), ("restitution", 0.5))},
    **{f"World.add({name})": one(value) for name, value in (
        ("name", "c"), ("mass", None), ("inertia", None), ("velocity", (0, 0, 0)),
        ("spin", (0, 0, 0)), ("fixed", False), ("restitution", 0.5))},
    "World.add(shape)": lambda: im.Sphere(1.0), "World.add(pose)": lambda: shift(4.0),
    "World.add_robot(name)": one("arm"),
    "World.force(name)": one("a"), "World.force(force)": one((1, 0, 0)),
    "World.force(torque)": one((0, 0, 1)), "World.step(n)": one(1), "World.run(frames)": one(1),
    "World.run(every)": one(1), "World.run(out)": None, "World.run(resume)": one(False),
    "World.run(progress)": one(False), "folder": run_folder,
    # Soft bodies, of one tetrahedron.
    "SoftBody(mesh)": lambda: two_tets()[0], "SoftBody(viscosity)": one((1.0, 1.0)),
    "SoftBody(model)": one("corotational"), "young": one(1e4), "poisson": one(0.2),
    "SoftBody(pinned)": one([0]), "coarse_tets(faces)": one(100),
    **{f"SoftBody.{name}({field})": one(FOUR)
       for name in ("energy", "forces") for field in ("vertices", "velocities")},
    "SoftWorld(bodies)": lambda: {"a": soft_body()},
    "SoftWorld(velocities)": lambda: {"a": (0, 0, 1)},
    **{f"SoftWorld({name})": one(value) for name, value in (
        ("step", 1 / 120), ("integrator", "rk4"), ("contact", "closest"), ("floor", -1.0),
        ("stiffness", 10.0), ("damping", 1.0), ("friction", 0.5))},
    "SoftWorld.step(n)": one(1), "SoftWorld.run(frames)": one(1), "SoftWorld.run(every)": one(1),
    "SoftWorld.run(out)": None, "SoftWorld.run(resume)": one(False),
    "SoftWorld.run(progress)": one(False),
    # Cloths, of a cube.
    **{f"Cloth({name})": one(value) for name, value in (
        ("density", 0.2), ("stretch", 20.0), ("bend", 1e-4), ("damping", 0.1), ("pinned", [0]))},
    **{f"Cloth.{name}({field})": vertices
       for name in ("energy", "forces") for field in ("vertices", "velocities")},
    "ClothWorld(cloths)": lambda: {"a": cloth()},
    "ClothWorld(obstacles)": lambda: {"b": cube().with_vertices(vertices() + 9.0)},
    "ClothWorld(velocities)": lambda: {"a": (0, 0, 1)},
    **{f"ClothWorld({name})": one(value) for name, value in (
        ("step", 1 / 60), ("thickness", 0.01), ("friction", 0.5), ("response", "geometrical"))},
    **{f"ClothWorld.{name}": one(value) for name, value in (
        ("step(n)", 1), ("run(frames)", 1), ("run(every)", 1), ("run(resume)", False),
        ("run(progress)", False))},
    "ClothWorld.run(out)": None,
    # Poses.
    "translation": one((1, 2, 3)), "rotation": None, "quaternion": one((0, 0, 0, 1)),
    "euler": None, "axis_angle": None, "degrees": one(False), "pose(order)": one("xyzw"),
    # What belongs to one callable.
    **{f"Scene.{name}({side})": one(value)
       for name in ("explain", "ignore", "unignore") for side, value in (("a", "a"), ("b", "b"))},
    **{f"Scene.{name}({side})": one(value)
       for name in ("ignore_groups", "unignore_groups")
       for side, value in (("a", "g"), ("b", "h"))},
    **{f"{name}({side})": volume_tree for name in ("overlap_trees", "distance_trees", "pairs_trees")
       for side in "ab"},
    **{f"{name}({side})": cube for side in "ab"
       for name in ("directional_depth", "regions_of", "intersecting_pairs", "overlap_within",
                    "distance_within", "hull_tree_distance")},
    "cache": None, "node": one(0),
    **{f"{kind}.{name}(other)": lambda kind=kind: SELVES[kind]()
       for kind in ("Aabb", "BoundingEllipsoid", "BoundingSphere", "Obb", "Kdop", "Motion",
                    "VertexMotion")
       for name in ("contains", "distance", "gap", "merged", "overlaps", "deviation")},
    **{f"{kind}(lower)": one((0, 0, 0)) for kind in ("Aabb", "overlaps_box", "find")},
    **{f"{kind}(upper)": one((1, 1, 1)) for kind in ("Aabb", "overlaps_box", "find")},
    "Kdop(lower)": one((0, 0, 0)), "Kdop(upper)": one((1, 1, 1)),
    **{f"apart_until({side})": lambda: bounds.Aabb((0, 0, 0), (1, 1, 1)) for side in "ab"},
    "Obb.from_aabb(box)": SELVES["Aabb"], "Scene.add(name)": one("c"),
    "Scene.move(names)": one("a"),
    "Scene.move(poses)": lambda: np.eye(4), "Scene.add_many(poses)": one(TWO_POSES[:1]),
    "Scene.from_trimesh(scene)": trimesh_scene,
    "Recording(poses)": lambda: {"a": TWO_POSES},
    "from_dict(things)": lambda: {"a": im.Sphere(1)},
    "Recording(vertices)": None, "Recording(points)": None, "Recording(lines)": None,
    "Recording(scalars)": None, "Recording(joints)": None, "Recording(things)": None,
    **{f"Recorder.append({name})": None
       for name in ("vertices", "points", "lines", "scalars", "joints")},
    "scalars": None, "joints": None, "lines": None,
    "Recorder.append(poses)": lambda: {"a": np.eye(4)}, "Recorder(path)": lambda: Path("new.rec"),
    "Recording.vertices(name)": one("mesh"), "Recording.points(name)": one("cloud"),
    "Recording.point_values(name)": one("cloud"), "Recording.lines(name)": one("path"),
    "Recording.scalar(name)": one("heat"), "Recording.joints(name)": one("arm"),
    "match(previous)": contacts, "match(current)": contacts, "distance(start)": None,
    "cast(direction)": one((5, 0, 0)), "penetration(direction)": None,
    "Tree(volume)": one("obb"), "BspTree(directions)": one(6), "detect(stop)": one(False),
    "find_pairs(method)": one("tree"), "Rebuilt(method)": one(pairs.tree_pairs),
    "impact_vertex_face(method)": one("advance"), "impact_edge_edge(method)": one("advance"),
    "impact_vertex_face(motion_a)": None, "impact_edge_edge(motion_a)": None,
    "PiecewiseMotion(kind)": one("constant"), "View.volumes(kind)": one("obb"),
    "View.add(between)": None, "View.beside(other)": recording,
    "View.beside(names)": one(("A", "B")),
    "View.cells(partition)": SELVES["KdTree"],
    "ElementTree.pairs_with(other)": SELVES["ElementTree"],
    "View.motions(motions)": dict, "show(things)": lambda: im.Sphere(1.0),
    **{f"{kind}.of({name})": one(name) for kind in ("SceneContacts", "Detected") for name in "ab"},
    **{f"{name}.move({side})": one(rows[:1]) for side, rows in (("lower", LOWER), ("upper", UPPER))
       for name in ("DynamicTree", "IncrementalSweep", "Rebuilt", "BroadPhase", "KdTree",
                    "SpatialHash", "UniformGrid")},
    "load_mesh(path)": lambda: Path("kept.stl"), "read_mesh(path)": lambda: Path("kept.stl"),
    "load(path)": lambda: Path("kept.stl"), "read_points(path)": lambda: Path("kept.ply"),
    "View.recording(scene)": None,
    "View.save(path)": lambda: Path("made.html"), "View.add(contacts)": one(True),
    "View.recording(contacts)": one(True), "read_tets(path)": lambda: Path("kept.vtk"),
    "VolumeTree(volume)": one("obb"), "TetMesh(vertices)": one(FOUR),
    "TetMesh.with_vertices(vertices)": one(FOUR), "Compound.part_of(features)": one([0]),
    "hash_pairs(slots)": None, "as_mesh(name)": one("a"), "as_shape(name)": one("a"),
    "element_boxes(elements)": one([[0, 1, 2]]), "TurningHull.climbed(last)": None,
    "last": None,
}  # fmt: skip
