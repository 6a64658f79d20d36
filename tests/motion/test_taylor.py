"""Taylor models against sampled functions, and remainders against their exact ranges."""

import numpy as np
import pytest

from impinge.core.errors import ImpingeError
from impinge.motion import TaylorModel

RNG = np.random.default_rng
TIMES = np.linspace(0.0, 1.0, 401)


def waves(rng, count, turn):
    """Models and sampled values, (times, count), of random waves."""
    made, seen = [], []
    for c, a, b, w in rng.normal(size=(count, 4)) * [1.0, 1.0, 1.0, turn]:
        made.append(TaylorModel.wave(c, a, b, rate=w)._models)
        seen.append(c + a * np.cos(w * TIMES) + b * np.sin(w * TIMES))
    return TaylorModel(np.stack(made), 0.0, 1.0), np.stack(seen, axis=1)


def assert_encloses(model, seen):
    """No sample leaves the range, nor the bounds at its time."""
    low, high = np.moveaxis(model.range(), -1, 0)
    assert (low <= seen).all()
    assert (seen <= high).all()
    for t, values in zip(TIMES[::40], seen[::40], strict=True):
        low, high = np.moveaxis(model.at(t), -1, 0)
        assert (low <= values).all()
        assert (values <= high).all()


@pytest.mark.parametrize("turn", [0.0, 1e-9, 0.01, 0.3, 2.0, 8.0, 1e3])
def test_waves_are_enclosed_and_remainders_exact(turn):
    model, seen = waves(RNG(0), 300, turn)
    assert_encloses(model, seen)
    s = 2.0 * TIMES - 1.0
    rest = seen - (s[:, None, None] ** np.arange(4) * model.coefficients).sum(axis=2)
    low, high = model.remainder.T
    tight = turn <= 0.3
    # Exactly what occurs, where 0 always does; for long arcs the amplitude.
    assert (np.abs(low - rest.min(axis=0)) < (1e-12 if tight else np.inf)).all()
    assert (np.abs(high - rest.max(axis=0)) < (1e-12 if tight else np.inf)).all()


def test_cubic_ranges_are_exact():
    rng = RNG(1)
    s = np.linspace(-1.0, 1.0, 4001)
    line = TaylorModel.line(0.0, 1.0, start=-1.0, stop=1.0)
    c = rng.normal(size=(300, 4)) * 10.0 ** rng.uniform(-3, 3, (300, 4))
    model = c[:, 0] + line * (c[:, 1] + line * (c[:, 2] + line * c[:, 3]))
    seen = (s[:, None, None] ** np.arange(4) * c).sum(axis=2)
    low, high = model.range().T
    size = np.abs(c).sum(axis=1)
    assert (low <= seen.min(axis=0)).all()
    assert (seen.max(axis=0) <= high).all()
    assert (seen.min(axis=0) - low < 2e-6 * size).all()
    assert (high - seen.max(axis=0) < 2e-6 * size).all()


@pytest.mark.parametrize("turn", [0.01, 0.5, 1.5, 5.0])
def test_sums_and_products_enclose_samples(turn):
    rng = RNG(2)
    f, x = waves(rng, 200, turn)
    g, y = waves(rng, 200, turn)
    for model, seen in (
        (f + g, x + y), (f - g, x - y), (f * g, x * y), (-f, -x), (2.0 - f, 2.0 - x),
        (f * g * f, x * y * x), (np.arange(200) * f, np.arange(200) * x),
    ):  # fmt: skip
        assert_encloses(model, seen)
    width, true = np.diff((f * g).range())[:, 0], np.ptp(x * y, axis=0)
    if turn <= 0.5:
        assert np.median(width / true) < 1.01


def test_powers_of_a_line_are_cut_once():
    """(1 + s)^6 on [-1, 1] is in [0, 64]: what is cut off, 15 s^4 + 6 s^5 + s^6, in [0, 22]."""
    base = TaylorModel.line(1.0, 1.0, start=-1.0, stop=1.0)
    cube = base * base * base
    sixth = cube * cube
    assert sixth.coefficients == pytest.approx([1, 6, 15, 20], abs=1e-12)
    assert sixth.remainder == pytest.approx([0, 22], abs=1e-10)


def test_matrices_turn_vectors():
    rng = RNG(3)
    c, s = TaylorModel.wave(a=1.0, rate=0.8), TaylorModel.wave(b=1.0, rate=0.8)
    parts = [c, -s, s, c]
    turn = TaylorModel(np.stack([p._models for p in parts]).reshape(2, 2, -1), 0.0, 1.0)
    v = rng.normal(size=2)
    angles = 3 * 0.8 * TIMES
    seen = np.stack([v[0] * np.cos(angles) - v[1] * np.sin(angles),
                     v[0] * np.sin(angles) + v[1] * np.cos(angles)], axis=1)  # fmt: skip
    found = turn @ turn @ turn @ v
    assert found.shape == (2,)
    assert_encloses(found, seen)
    assert (turn @ turn).shape == (2, 2)
    assert_encloses((np.eye(2) @ turn)[0, 1], -np.sin(0.8 * TIMES))


def test_huge_and_tiny_numbers_are_never_nan():
    for scale in (1e-300, 1e-160, 1e140, 1e300):
        f = TaylorModel.wave(scale, scale, -scale, rate=1.3)
        seen = scale * (1.0 + np.cos(1.3 * TIMES) - np.sin(1.3 * TIMES))
        assert_encloses(f, seen)
        low, high = (f * f * f).range()
        assert low <= high


def test_errors_name_what_is_wrong():
    f = TaylorModel.line([1.0, 2.0])
    for wrong, message in (
        (lambda: f + TaylorModel.line(1.0, stop=0.5), "same interval"),
        (lambda: f * np.ones(3), "shapes \\(2,\\) and \\(3,\\)"),
        (lambda: f @ f, "matrices: shapes"),
        (lambda: f.at(2.0), "t: 2.0, expected 0 to 1"),
        (lambda: TaylorModel.line(np.nan), "finite"),
        (lambda: TaylorModel.line("a"), "numbers"),
        (lambda: TaylorModel.line(1.0, start=1.0, stop=0.0), "start <= stop"),
        (lambda: TaylorModel.wave(rate=1e12), "angles up to 1e\\+12"),
    ):
        with pytest.raises(ImpingeError, match=message):
            wrong()
