import numpy as np
import pytest
from sphere_cases import coarse, mesh, tree

import impinge as im
from impinge.core.errors import ImpingeError
from impinge.hierarchy import ReducedBody
from impinge.narrow import contacts_within
from impinge.response import sphere_forces


def bodies(shift=(0.9, 0.1, 0.0)):
    a = ReducedBody(mesh("box"), coarse(), tree=tree("box"))
    return a, a.moved(coarse().vertices + np.array(shift))


def test_forces_push_apart_and_are_balanced():
    for most in (1, 30, 300, None):
        found = contacts_within(*bodies(), max_tests=most)
        a, b = sphere_forces(found, stiffness=1e3)
        assert a.shape == b.shape == (64, 3)
        assert b[:, 0].sum() > 0.0
        assert np.abs(a.sum(axis=0) + b.sum(axis=0)).max() < 1e-9 * np.abs(b).sum()


def test_coarse_levels_do_not_explode():
    totals = []
    for most in (1, 60, None):
        found = contacts_within(*bodies(), max_tests=most)
        totals.append(np.abs(sphere_forces(found, stiffness=1.0)[1].sum(axis=0)).max())
    assert max(totals) <= 3.0 * totals[-1]


def test_the_sum_is_that_of_the_pairs():
    found = contacts_within(bodies()[0], tree("ball"), pose_b=im.pose((0.9, 0, 0)))
    on_a, on_b = sphere_forces(found, stiffness=2.0)

    assert on_a.shape == (64, 3)
    assert on_b.shape == (1, 3)
    assert np.allclose(on_b[0], 2.0 * (found.depth[:, None] * found.normal).sum(axis=0))
    assert np.allclose(on_a.sum(axis=0), -on_b[0])


def test_averages_are_the_means_of_what_vertices_get():
    found = contacts_within(*bodies())
    on_a, on_b = sphere_forces(found, stiffness=1.0, share="average")
    near = found._walk.b.rig.nearest[found.pairs[:, 1]]
    pushes = found.depth[:, None] * found.normal
    vertex = int(near[0, 0])
    got = pushes[(near == vertex).any(axis=1)]

    assert np.allclose(on_b[vertex], got.mean(axis=0))
    assert np.isfinite(on_a).all()


def test_damping_brakes_and_never_pulls():
    found = contacts_within(*bodies())
    still = sphere_forces(found, stiffness=1.0)[1][:, 0].sum()
    towards, away = (
        sphere_forces(
            found, stiffness=1.0, damping=0.1, velocities_b=np.tile([speed, 0, 0], (64, 1))
        )[1][:, 0].sum()
        for speed in (-1.0, 1e6)
    )
    assert towards > still
    assert abs(away) < 1e-6 * still + still


def test_nothing_that_touches_gives_no_force():
    found = contacts_within(*bodies((9.0, 0, 0)))
    a, b = sphere_forces(found, stiffness=1.0)
    assert not a.any()
    assert not b.any()


def test_bad_input_names_argument_and_reason():
    found = contacts_within(*bodies())
    for arguments, text in [
        ({"stiffness": -1.0}, "stiffness: "), ({"damping": -1.0}, "damping: "),
        ({"share": "all"}, "share: 'all'"),
        ({"velocities_a": np.zeros((3, 3))}, "velocities_a: 3 rows, expected 64"),
        ({"velocities_b": np.full((64, 3), np.nan)}, "velocities_b: row 0"),
    ]:  # fmt: skip
        with pytest.raises(ImpingeError, match=text):
            sphere_forces(found, **{"stiffness": 1.0, **arguments})
    with pytest.raises(ImpingeError, match="contacts: of two SphereTrees"):
        sphere_forces(contacts_within(tree("box"), tree("ball")), stiffness=1.0)
    with pytest.raises(ImpingeError, match="contacts: expected"):
        sphere_forces(None, stiffness=1.0)
