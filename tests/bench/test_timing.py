"""Contenders are asked in turns, equally often; figures are medians and minima of passes."""

import gc

import numpy as np
import pytest

from impinge.bench.timing import Times, exponent, in_turns, ratio


def test_everybody_is_asked_equally_often_and_in_turns():
    asked = []
    contenders = {
        "a": (lambda i: asked.append(("a", i)), 3),
        "b": (lambda i: asked.append(("b", i)), 2),
    }

    found = in_turns(contenders, repetitions=4)

    a, b = [("a", i) for i in range(3)], [("b", i) for i in range(2)]
    assert asked == (a + b) + (a + b) + (b + a) + (a + b) + (b + a)
    assert found["a"].seconds.shape == (4, 3)
    assert (found["b"].seconds > 0).all()
    assert gc.isenabled()


def test_figures():
    times = Times(np.array([[1.0, 11.0], [3.0, 21.0], [2.0, 90.0]]), per_row=2)

    assert times.median() == (3.0 + 21.0) / 2 / 2
    assert times.minimum() == (1.0 + 11.0) / 2 / 2
    assert times.rows([1]).median() == 10.5
    assert times.to_dict() == {"median_us": 6e6, "minimum_us": 3e6}
    assert ratio(times, times) == {"median": 1.0, "minimum": 1.0}


def test_the_collector_is_on_again_after_an_error():
    def fail(_):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        in_turns({"a": (fail, 1)}, 1)
    assert gc.isenabled()


def test_exponents():
    assert exponent([10, 100, 1000], [3.0, 3.0, 3.0]) == pytest.approx(0.0)
    assert exponent([10, 100, 1000], [1.0, 10.0, 100.0]) == pytest.approx(1.0)


def test_a_disturbed_row_does_not_count():
    times = Times(np.array([[1.0, 9.0], [5.0, 2.0]]), per_row=2)

    assert times.undisturbed() == 0.75
    assert times.undisturbed() <= times.minimum()
