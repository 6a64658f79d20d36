"""Outlines in a plane: never called simple if exact arithmetic says otherwise."""

from fractions import Fraction
from itertools import pairwise

import numpy as np

from impinge.narrow.kernels.closed_curves import BLOCK, DEEPEST, OutlineWork
from impinge.narrow.kernels.surface_directions import outline_is_simple

X, Y = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)


def simple(loops, u=X, v=Y):
    """What the kernel says of closed loops of points of the plane, or of space."""
    points = np.concatenate([np.pad(p, ((0, 0), (0, 3 - p.shape[1]))) for p in loops])
    count = len(points)
    begin = np.arange(count)
    first = np.cumsum([0, *(len(p) for p in loops)])
    end = np.concatenate([np.roll(begin[i:j], -1) for i, j in pairwise(first)])
    order = np.random.default_rng(count).permutation(count)
    edges = np.stack([begin, end], axis=1)[order].astype(np.int32)
    slots = np.zeros((count, 2), np.int32)
    slots[begin[order], 0] = np.arange(count)
    work = OutlineWork(
        edges, slots, np.zeros(1, np.int32), np.empty((count, 2)), np.empty(count, np.int32),
        np.empty((count, 4)), np.empty((4 << (count // BLOCK).bit_length(), 4)),
        np.empty((DEEPEST, 2), np.int32),
    )  # fmt: skip
    return outline_is_simple(points.astype(float), work, count, u, v)


def turn(a, b, c):
    left = (Fraction(b[0]) - Fraction(a[0])) * (Fraction(c[1]) - Fraction(a[1]))
    right = (Fraction(b[1]) - Fraction(a[1])) * (Fraction(c[0]) - Fraction(a[0]))
    return (left > right) - (left < right)


def between(p, a, b):
    return turn(a, b, p) == 0 and all(
        min(x, y) <= z <= max(x, y) for x, y, z in zip(a, b, p, strict=True)
    )


def meet(a, b, c, d):
    if turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
        return True
    return between(c, a, b) or between(d, a, b) or between(a, c, d) or between(b, c, d)


def exactly_simple(loops):
    """Simple, disjoint, one of them counter-clockwise."""
    segments = [
        (loop, k, p[k], p[(k + 1) % len(p)], len(p))
        for loop, p in enumerate([p.tolist() for p in loops])
        for k in range(len(p))
    ]
    for i, (loop, k, a, b, n) in enumerate(segments):
        for other, m, c, d, _ in segments[i + 1 :]:
            if loop == other and (m - k) % n in (1, n - 1):
                # Neighbours: they meet in one end only.
                shared, p, q = (b, a, d) if (m - k) % n == 1 else (a, b, c)
                dot = sum((x - s) * (y - s) for x, y, s in zip(p, q, shared, strict=True))
                if turn(shared, p, q) == 0 and dot >= 0:
                    return False
            elif meet(a, b, c, d):
                return False
    return sum(area(p) > 0 for p in loops) == 1


def area(p):
    (x, y), (z, w) = p.T, np.roll(p, -1, axis=0).T
    return (x * w - y * z).sum()


def circle(n, radius=1.0, at=(0.0, 0.0), wave=0.0):
    t = 2 * np.pi * np.arange(n) / n
    r = radius * (1.0 + wave * np.sin(5 * t))
    return np.stack([r * np.cos(t), r * np.sin(t)], axis=1) + at


def test_small_polygons_of_whole_numbers():
    """Touching, overlapping, turning back: everything happens. What is simple is found, too."""
    rng = np.random.default_rng(1)
    agreed = [0, 0]
    for _ in range(3000):
        loops = [rng.integers(-3, 4, (rng.integers(3, 7), 2)).astype(float)]
        if rng.random() < 0.3:
            loops.append(rng.integers(-3, 4, (rng.integers(3, 5), 2)).astype(float))
        exact = exactly_simple(loops)
        # A single loop is known to be the outline of something.
        if len(loops) == 1 and not exact:
            exact = exactly_simple([loops[0][::-1]])
        assert simple(loops) == exact, loops
        agreed[int(exact)] += 1
    assert min(agreed) > 300


def test_long_outlines():
    for n in (30, 100, 2000):
        gear = circle(n, wave=0.6)
        assert simple([gear])
        crossed = gear.copy()
        crossed[[0, 1]] = crossed[[1, 0]]
        assert not simple([crossed])
    zigzag = np.stack([np.arange(400) % 2 * 0.5 + 0.001 * np.arange(400), np.arange(400.0)], axis=1)
    assert simple([np.concatenate([zigzag, [[-9.0, 399.0], [-9.0, 0.0]]])])


def test_one_loop_runs_forward():
    outer, hole = circle(40), circle(12, 0.3)[::-1]
    holes = [circle(9, 0.2, at)[::-1] for at in ((0.5, 0.0), (-0.5, 0.0), (0.0, 0.5))]
    assert simple([outer, hole])
    assert simple([hole, outer])
    assert simple([outer, *holes])
    # Two sheets over the inner one; two islands; nothing but a hole.
    assert not simple([outer, hole[::-1]])
    assert not simple([outer, circle(9, 0.3, (3.0, 0.0))])
    assert not simple([hole, holes[0] + 5.0])
    # They cross, or touch.
    assert not simple([outer, circle(9, 0.3, (0.9, 0.0))[::-1]])
    touching = circle(8, 0.5, (0.5, 0.0))[::-1]
    assert not simple([outer, touching])


def test_what_is_too_near_is_not_called_simple():
    """A slit closed to less than rounding, at any place and along any direction."""
    rng = np.random.default_rng(4)
    for gap, expected in ((1e-6, True), (0.0, False), (1e-17, False)):
        slit = [[0, 0], [2, 0], [2, 2], [1 + gap, 2], [1, 1], [1 - gap, 2], [0, 2]]
        loop = np.pad(np.array(slit, float), ((0, 0), (0, 1)))
        for _ in range(20):
            q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
            q[:, 2] *= np.sign(np.linalg.det(q))
            lifted = loop + rng.normal(size=(7, 1)) * [0.0, 0.0, 1.0]
            if gap == 0.0:
                lifted[5, 2] = lifted[3, 2]
            found = simple([lifted @ q.T], tuple(q[:, 0]), tuple(q[:, 1]))
            assert found == expected
