"""A refitted tree knows how far it has decayed."""

import math
import pickle

import numpy as np
import pytest

from impinge.core.counters import count
from impinge.core.errors import ImpingeError
from impinge.geometry import bumpy_sphere, icosphere
from impinge.hierarchy import Tree, VolumeTree, rebuild_pays_after, tree_of
from impinge.hierarchy.decay import decay_of
from impinge.narrow import distance

TREES = [Tree, VolumeTree]


@pytest.mark.parametrize("kind", TREES)
def test_a_new_tree_has_not_decayed(kind):
    mesh = icosphere(1.0, 3)
    tree = kind(mesh)
    assert tree.decay == 1.0
    tree.refitted(mesh)
    # Asking for another has not changed this one.
    assert tree.decay == 1.0


@pytest.mark.parametrize("kind", TREES)
def test_decay_counts_from_when_it_was_built(kind):
    mesh = icosphere(1.0, 3)
    flat = mesh.with_vertices(mesh.vertices * [4.0, 1.0, 0.25])
    tree = kind(mesh)

    once = tree.refitted(flat)
    twice = tree.refitted(mesh).refitted(flat)

    assert once.decay > 1.5
    assert twice.decay == once.decay == pytest.approx(once.looseness / tree.looseness)
    assert pickle.loads(pickle.dumps(once)).decay == once.decay


def test_a_decayed_tree_opens_about_so_many_times_as_many_nodes():
    mesh, other = bumpy_sphere(60, 60), icosphere(0.5, 4)
    flat = mesh.with_vertices(mesh.vertices * [4.0, 1.0, 0.5])
    poses = np.tile(np.eye(4), (40, 1, 1))
    poses[:, :3, 3] = np.random.default_rng(1).normal(size=(40, 3)) * 4.0

    def visits(shape):
        with count() as cost:
            distance(shape, other, None, poses)
        return cost.volume_tests

    ratio = visits(flat) / visits(type(flat)(flat.vertices, flat.faces))
    assert ratio > 1.5
    assert 0.5 * ratio < tree_of(flat).decay < 2.0 * ratio


def test_what_has_no_surface_does_not_decay():
    assert decay_of(math.inf, math.inf) == 1.0
    assert decay_of(3.0, 0.0) == 1.0


def test_when_a_rebuild_pays():
    assert rebuild_pays_after(3.0, build_seconds=1.0, query_seconds=0.01) == pytest.approx(150.0)
    assert rebuild_pays_after(0.9, build_seconds=1.0, query_seconds=0.01) == math.inf
    for bad in ({"decay": 0.0}, {"build_seconds": -1.0}, {"query_seconds": math.nan}):
        values = {"decay": 2.0, "build_seconds": 1.0, "query_seconds": 1.0} | bad
        with pytest.raises(ImpingeError, match=next(iter(bad))):
            rebuild_pays_after(values.pop("decay"), **values)
