"""Any mesh, point and pose within the limits: an answer, without NaN, crash or warning."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from impinge.geometry import Mesh, box_mesh
from impinge.hierarchy import cast_ray, closest_point, contains, winding_number

MOST = 9e149


def sized(rng, shape):
    """Numbers of all magnitudes up to where coordinates end; each row of one magnitude."""
    exponents = rng.integers(-149, 149, (shape[0], 1))
    return np.clip(rng.normal(size=shape) * 10.0**exponents, -MOST, MOST)


@given(st.integers(0, 2**32), st.integers(-149, 149), st.booleans(), st.booleans())
def test_every_size_is_answered(seed, exponent, flat, far):
    rng = np.random.default_rng(seed)
    vertices = rng.normal(size=(30, 3)) * 10.0**exponent
    if flat:
        vertices[:, rng.integers(3)] = 0.0
    if far:
        vertices = vertices + sized(rng, (1, 3))
    mesh = Mesh(np.clip(vertices, -MOST, MOST), rng.integers(30, size=(40, 3)))
    box = Mesh(box_mesh().vertices * 10.0**exponent, box_mesh().faces)
    queries = np.concatenate([sized(rng, (12, 3)), mesh.vertices[:3]])
    directions = rng.normal(size=(15, 3)) * 10.0 ** rng.integers(-300, 300)
    pose = np.eye(4)
    pose[:3, 3] = sized(rng, (1, 3))[0]
    for where in (None, pose):
        near = closest_point(mesh, queries, where)
        assert np.isfinite(near._rows).all()
        assert (near.feature >= 0).all()
        assert (near.distance >= 0.0).all()
        rays = cast_ray(mesh, queries, directions, where)
        assert not np.isnan(rays._rows).any()
        assert (rays.distance >= 0.0).all()
        assert np.isfinite(winding_number(mesh, queries, where)).all()
        assert contains(box, queries, where).dtype == np.bool_
