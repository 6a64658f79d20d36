import numpy as np

from impinge.simulation.corner_sums import CornerSums


def test_vectors_and_blocks_are_summed_at_corners_of_both_kinds():
    rng = np.random.default_rng(1)
    edges, faces = np.array([[0, 1], [1, 4]]), np.array([[1, 2, 3], [3, 4, 0]])
    sums = CornerSums(6, edges, faces)
    parts = rng.normal(size=(10, 3))
    expected = np.zeros((6, 3))
    np.add.at(expected, np.concatenate([edges.ravel(), faces.ravel()]), parts)
    assert np.allclose(sums.vectors(parts), expected, rtol=0, atol=1e-15)
    columns, starts, slots, own = sums.pattern()
    rows = np.repeat(np.arange(6), np.diff(starts))
    for corners, of_pairs in zip((edges, faces), slots, strict=True):
        k = corners.shape[1]
        assert np.array_equal(rows[of_pairs], np.repeat(corners, k, axis=1))
        assert np.array_equal(columns[of_pairs], np.tile(corners, k))
    assert np.array_equal(columns[own], np.arange(6))
    # No two blocks are at one place.
    assert len(np.unique(rows * 6 + columns)) == len(columns)


def test_a_diagonal_is_added_to_each_coordinate():
    sums = CornerSums(3, np.array([[0, 1]]))
    data = np.ones((len(sums.pattern().columns), 3, 3))
    matrix = sums.matrix(data, np.array([1.0, 2.0, 3.0]))
    assert matrix.sparse().diagonal().tolist() == [2, 2, 2, 3, 3, 3, 4, 4, 4]
    assert matrix.diagonal[1].tolist() == [[3, 1, 1], [1, 3, 1], [1, 1, 3]]
