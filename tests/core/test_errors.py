"""Errors are ValueErrors, and survive the way between processes."""

import pickle

import pytest

from impinge.core.errors import FileError, ImpingeError, UnsupportedPairError

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    "error",
    [ImpingeError("x: row 1"), FileError("a.stl"), UnsupportedPairError("distance", int, str)],
    ids=lambda error: type(error).__name__,
)
def test_errors_are_value_errors_and_pickle(error):
    assert isinstance(error, ValueError)
    assert isinstance(error, ImpingeError)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), str(error))
