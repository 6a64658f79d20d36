"""A few seconds of answers, compared with brute force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from impinge import geometry
from impinge.bench.timing import Array
from impinge.continuous import time_of_impact
from impinge.core.threads import use_threads
from impinge.geometry import Mesh, Sphere
from impinge.hierarchy import cast_ray, closest_point, contains, winding_number
from impinge.motion import Motion
from impinge.narrow import distance, intersecting_pairs, overlap
from impinge.scenes.mesh_pairs import bumpy, crumpled, knot
from impinge.scenes.poses import posed, random_rotation

TOLERANCE = 1e-12
"""Largest difference from brute force, as a share of the largest coordinate (about 1 here)."""
EARLIEST = 1e-3
"""Share of the step by which a first contact may be early: a gap of a micrometre counts as a touch,
and two balls that graze have it for a while."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One check: its name, how many answers were compared, how many were wrong."""

    name: str
    answers: int
    wrong: int


def self_check(poses: int = 12, seed: int = 2) -> Iterator[Checked]:
    """Compare every kind of query with brute force over all triangles.

    ``poses`` is how many poses each pair of meshes is asked in.

    Examples
    --------
    >>> all(checked.wrong == 0 for checked in self_check(poses=2))
    True
    """
    rng = np.random.default_rng(seed)
    a, b, c = knot(900), bumpy(700), crumpled(320)
    far = 0.4 + 1.2 * np.arange(poses) / poses
    matrices = np.array([posed(random_rotation(rng), rng.normal(size=3) * s) for s in far])
    for name, other in (("knot and sphere", b), ("knot and crumpled ball", c)):
        yield from _two_meshes(name, a, other, matrices)
    points = rng.uniform(-1.0, 1.0, (200, 3))
    yield _nearest(a, points)
    yield _rays(b, points, rng.normal(size=points.shape))
    turns = np.asarray(winding_number(b, points))
    wrong = int((np.asarray(contains(b, points)) != (turns > 0.5)).sum())
    yield Checked("points inside, by winding number", len(points), wrong)
    yield _first_contacts(points)


def _first_contacts(starts: Array) -> Checked:
    """Balls that fly past another, or hit it, at times that a quadratic equation has."""
    count, reach = len(starts), 0.75
    begin = geometry.pose(2.0 * starts / np.linalg.norm(starts, axis=1)[:, None])
    end = geometry.pose(np.roll(starts, 1, axis=0) - begin[:, :3, 3])
    found = np.asarray(time_of_impact(Sphere(0.5), Sphere(0.25), Motion(begin, end)).time)
    p, d = begin[:, :3, 3], end[:, :3, 3] - begin[:, :3, 3]
    a, b, c = (d * d).sum(axis=1), (p * d).sum(axis=1), (p * p).sum(axis=1) - reach**2
    with np.errstate(invalid="ignore"):
        truth = (-b - np.sqrt(b * b - a * c)) / a
    truth[~((truth >= 0.0) & (truth <= 1.0))] = np.inf
    hits = np.isfinite(truth)
    # Never late, and early by no more than the gap that counts as touching, where they graze.
    early = np.where(hits, truth, 0.0) - np.where(hits, found, 0.0)
    wrong = (np.isfinite(found) != hits) | (early < -TOLERANCE) | (early > EARLIEST)
    return Checked("first contacts of moving balls", count, int(wrong.sum()))


def _two_meshes(name: str, a: Mesh, b: Mesh, poses: Array) -> Iterator[Checked]:
    hit, pairs = np.asarray(overlap(a, b, pose_b=poses)), intersecting_pairs(a, b, pose_b=poses)
    near = np.asarray(distance(a, b, pose_b=poses).distance)
    wrong_hit = wrong_pairs = wrong_near = 0
    s = a.vertices[a.faces]
    i, j = (k.ravel() for k in np.indices((len(a.faces), len(b.faces))))
    for row, pose in enumerate(poses):
        t = (b.vertices @ pose[:3, :3].T + pose[:3, 3])[b.faces]
        low = np.maximum(s.min(axis=1)[i], t.min(axis=1)[j])
        high = np.minimum(s.max(axis=1)[i], t.max(axis=1)[j])
        boxes = np.flatnonzero((low <= high + 1e-9).all(axis=1))
        meet = boxes[geometry.overlap_triangles(s[i[boxes]], t[j[boxes]])] if len(boxes) else boxes
        truth = np.stack([i[meet], j[meet]], axis=1)
        wrong_hit += int(hit[row] != (len(truth) > 0))
        wrong_pairs += int(not np.array_equal(pairs.of_row(row), truth))
        # Only pairs whose boxes are as near as the answer, and a little more, can be nearer.
        gap = np.linalg.norm(np.maximum(low - high, 0.0), axis=1)
        close = np.flatnonzero(gap <= near[row] + 1e-9)
        apart = geometry.closest_triangles(s[i[close]], t[j[close]]).distance
        wrong_near += int(abs(apart.min(initial=np.inf) - near[row]) > TOLERANCE)
    with use_threads(1):
        again = np.asarray(overlap(a, b, pose_b=poses))
    yield Checked(f"touching: {name}", len(poses), wrong_hit + int((again != hit).sum()))
    yield Checked(f"all pairs of triangles: {name}", len(poses), wrong_pairs)
    yield Checked(f"distance: {name}", len(poses), wrong_near)


def _nearest(mesh: Mesh, points: Array) -> Checked:
    found = np.asarray(closest_point(mesh, points).distance)
    i, j = (k.ravel() for k in np.indices((len(points), len(mesh.faces))))
    every = geometry.closest_points_on_triangles(points[i], mesh.vertices[mesh.faces][j]).distance
    wrong = np.abs(every.reshape(len(points), -1).min(axis=1) - found) > TOLERANCE
    return Checked("closest points", len(points), int(wrong.sum()))


def _rays(mesh: Mesh, origins: Array, directions: Array) -> Checked:
    found = np.asarray(cast_ray(mesh, origins, directions).distance)
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    wrong = 0
    for origin, direction, answer in zip(origins, directions, found, strict=True):
        unit = direction / np.linalg.norm(direction)
        # Signed volumes of ray and edges: all of one sign where the ray passes inside.
        sides = ((a, b), (b, c), (c, a))
        volumes = np.array([np.cross(p - origin, q - origin) @ unit for p, q in sides])
        inside = (volumes >= 0).all(axis=0) | (volumes <= 0).all(axis=0)
        normal = np.cross(b - a, c - a)
        with np.errstate(divide="ignore", invalid="ignore"):
            t = ((a - origin) * normal).sum(axis=1) / (normal @ unit)
        least = t[inside & (t >= 0.0)].min(initial=np.inf)
        wrong += int(not (least == answer or abs(least - answer) <= 1e-9))
    return Checked("rays", len(origins), wrong)
