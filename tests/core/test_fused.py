"""One rounding, compiled and not."""

import numpy as np

from impinge.core.fused import fused, fused_plain
from impinge.core.jit import kernel


@kernel
def fuse_rows(rows, out):
    for i in range(len(rows)):
        out[i] = fused(rows[i, 0], rows[i, 1], rows[i, 2])


def test_compiled_and_plain_are_the_same():
    rows = np.random.default_rng(0).normal(size=(300, 3))
    # Where the sum cancels, a second rounding shows.
    rows[100:, 2] = -rows[100:, 0] * rows[100:, 1]
    found = np.empty(300)
    fuse_rows(rows, found)
    assert found.tolist() == [fused_plain(*row) for row in rows.tolist()]
    assert np.count_nonzero(found[100:]) > 150
