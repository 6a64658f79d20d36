import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.scenes import needle_fan


def test_a_closed_solid_of_thin_triangles():
    fan = needle_fan(100, radius=2.0, height=0.5)
    p = fan.vertices[fan.faces]
    sides = np.linalg.norm(p - p[:, [1, 2, 0]], axis=2)

    assert fan.is_closed
    assert fan.volume > 0.0
    assert (sides.max(axis=1) > 15.0 * sides.min(axis=1)).all()
    assert fan.bounds[1] == pytest.approx([2.0, 2.0, 0.25], rel=1e-2)


def test_bad_sizes_are_named():
    with pytest.raises(ImpingeError, match="count: "):
        needle_fan(2)
    with pytest.raises(ImpingeError, match="radius: "):
        needle_fan(9, radius=0.0)
