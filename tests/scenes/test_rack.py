"""The rack: under the plates, and free of clashes as designed."""

import numpy as np

from impinge.geometry import Box, Cylinder
from impinge.narrow import overlap
from impinge.scenes.rack import GAP, TOP, rack


def test_parts_stand_on_each_other_with_a_gap():
    found = rack(5)
    kinds = [kind for kind, _, _ in found]

    assert (kinds.count("rail"), kinds.count("leg"), kinds.count("foot")) == (2, 6, 6)
    assert {type(shape) for _, shape, _ in found} == {Box, Cylinder}
    for i, (_, a, pose_a) in enumerate(found):
        assert pose_a[2, 3] + a.bounds[1, 2] <= TOP + 1e-12
        for _, b, pose_b in found[i + 1 :]:
            assert not overlap(a, b, pose_a, pose_b, margin=0.9 * GAP)


def test_equal_parts_are_one_shape():
    legs = [shape for kind, shape, _ in rack(6) if kind == "leg"]

    assert len({id(shape) for shape in legs}) == 1
    assert np.ptp([pose[0, 3] for _, _, pose in rack(6)]) > 0.0
