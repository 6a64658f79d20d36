"""Matrices as Python hands them over: of any layout, in whatever numbers.

A kernel is compiled for one kind of array, and Python would have to look at each argument before it
calls one: a tenth of the time of a short query. So what is called first
(:func:`impinge.core.jit.short`) is compiled for each kind it meets, and copies what can be used.
"""

from numba import config, types
from numba.extending import overload


def copy_matrix(matrix, out):
    """Write a (4, 4) array of float64 to ``out (16,)``; False, and nothing, if it is none."""
    if matrix.ndim != 2 or matrix.shape != (4, 4) or matrix.dtype != float:
        return False
    out[:] = matrix.ravel()
    return True


def copy_float64(matrix, out):
    if matrix.shape[0] != 4 or matrix.shape[1] != 4:
        return False
    for i in range(4):
        for j in range(4):
            out[4 * i + j] = matrix[i, j]
    return True


def copy_nothing(matrix, out):
    return False


if not config.DISABLE_JIT:

    @overload(copy_matrix, inline="never")
    def copy_compiled(matrix, out):
        """The loop for float64 in two dimensions, and a refusal of all else."""
        if isinstance(matrix, types.Array) and matrix.ndim == 2 and matrix.dtype == types.float64:
            return copy_float64
        return copy_nothing
