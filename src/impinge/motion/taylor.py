"""Taylor models: functions of time as cubics, each with an interval that contains the rest."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from impinge.core.arrays import Array
from impinge.core.errors import ImpingeError
from impinge.core.threads import run_rows
from impinge.motion.kernels import taylor as kernels
from impinge.motion.kernels.taylor import BOTTOM, HIGH, LENGTH, LOW, PAD, SIZE, TOP

ANGLE_LIMIT = 1e9
"""Angles [rad] end here: the position on a wave is a matter of rounding beyond."""


class TaylorModel:
    """Functions of time on an interval: a number, a vector or a matrix of them. Immutable.

    Each is a cubic of time and an interval that contains the difference; whatever was rounded, no
    value is lost. Made by :meth:`line` and :meth:`wave`, combined by ``+``, ``-``, ``*`` (entry by
    entry) and ``@`` (matrices). Numbers and arrays stand for constants.

    Attributes
    ----------
    shape : tuple of int
    coefficients : (..., 4) float64
        c0 ... c3 of s, which goes from -1 at ``start`` to 1 at ``stop``.
    remainder : (..., 2) float64
        What is added to the cubic, at least and at most.
    start, stop : float

    Notes
    -----
    [Zhang2007]_; ``kernels.taylor`` argues remainders and rounding.

    Examples
    --------
    A point that turns about z and slides along x; its distance squared from the z axis:

    >>> x = TaylorModel.wave(a=1.0, rate=0.5) + TaylorModel.line(0.0, 0.1)
    >>> y = TaylorModel.wave(b=1.0, rate=0.5)
    >>> (x * x + y * y).range().round(3).tolist()
    [0.999, 1.187]
    """

    __slots__ = ("_models", "start", "stop")
    __array_ufunc__ = None  # arrays leave products to the model

    def __init__(self, models: Array, start: float, stop: float) -> None:
        self._models, self.start, self.stop = models, start, stop

    @classmethod
    def line(
        cls, values: ArrayLike, rates: ArrayLike = 0.0, *, start: float = 0.0, stop: float = 1.0
    ) -> Self:
        """``values + rates t``; constants without rates."""
        return cls._made(start, stop, values, rates, 0.0, 0.0, 0.0)

    @classmethod
    def wave(
        cls, c: ArrayLike = 0.0, a: ArrayLike = 0.0, b: ArrayLike = 0.0, *, rate: float,
        start: float = 0.0, stop: float = 1.0,
    ) -> Self:  # fmt: skip
        """``c + a cos(rate t) + b sin(rate t)``, with an exact remainder."""
        most = abs(rate) * max(abs(start), abs(stop))
        if not most <= ANGLE_LIMIT:
            raise ImpingeError(f"rate: angles up to {most:g} rad, expected at most {ANGLE_LIMIT:g}")
        return cls._made(start, stop, c, 0.0, a, np.copysign(1.0, rate) * np.asarray(b), abs(rate))

    @classmethod
    def _made(cls, start: float, stop: float, *numbers: Any) -> Self:
        if not -np.inf < start <= stop < np.inf:
            raise ImpingeError(f"start, stop: {start!r}, {stop!r}, expected start <= stop")
        rows = np.stack(np.broadcast_arrays(*map(_finite, numbers)), axis=-1)
        models = np.empty((*rows.shape[:-1], LENGTH))
        flat = np.ascontiguousarray(rows.reshape(-1, 5))
        time = _middle(start, stop)
        run_rows(kernels.write_models, len(flat), flat, time, models.reshape(-1, LENGTH))
        return cls(models, start, stop)

    @property
    def shape(self) -> tuple[int, ...]:
        return self._models.shape[:-1]

    @property
    def coefficients(self) -> Array:
        return self._models[..., :4].copy()

    @property
    def remainder(self) -> Array:
        return self._models[..., LOW : HIGH + 1].copy()

    def range(self) -> Array:
        """(..., 2) float64: the least and the greatest value on the interval, rounded outward."""
        pad = PAD * self._models[..., SIZE]
        low = self._models[..., BOTTOM] + self._models[..., LOW] - pad
        return np.stack([low, self._models[..., TOP] + self._models[..., HIGH] + pad], axis=-1)

    def at(self, t: float) -> Array:
        """(..., 2) float64: bounds on the value at a time."""
        if not self.start <= t <= self.stop:
            raise ImpingeError(f"t: {t!r}, expected {self.start:g} to {self.stop:g}")
        middle, half = _middle(self.start, self.stop)
        powers = ((t - middle) / half) ** np.arange(4) if half else np.array([1.0, 0.0, 0.0, 0.0])
        pad = PAD * self._models[..., SIZE]
        value, rest = self._models[..., :4] @ powers, self._models
        return np.stack([value + rest[..., LOW] - pad, value + rest[..., HIGH] + pad], axis=-1)

    def __getitem__(self, index: Any) -> Self:
        key = index if isinstance(index, tuple) else (index,)
        return type(self)(self._models[(*key, Ellipsis, slice(None))], self.start, self.stop)

    def __add__(self, other: Any) -> Self:
        f, g = self._both(other)
        out = np.empty(f.shape)
        flat = (x.reshape(-1, LENGTH) for x in (f, g, out))
        run_rows(kernels.add_models, out.size // LENGTH, *flat)
        return type(self)(out, self.start, self.stop)

    def __mul__(self, other: Any) -> Self:
        f, g = self._both(other)
        return self._product(f, g, (1, 1, 1), f.shape[:-1])

    def __matmul__(self, other: Any) -> Self:
        g = self._as_model(other)._models
        p, q = self.shape if len(self.shape) == 2 else (0, 0)
        if len(self.shape) != 2 or g.ndim not in (2, 3) or g.shape[0] != q:
            raise ImpingeError(f"matrices: shapes {self.shape} and {g.shape[:-1]} do not match")
        r = g.shape[1] if g.ndim == 3 else 1
        return self._product(self._models, g, (p, q, r), (p, *g.shape[1:-1]))

    def _product(
        self, f: Array, g: Array, sizes: tuple[int, int, int], shape: tuple[int, ...]
    ) -> Self:
        p, q, r = sizes
        out = np.empty((*shape, LENGTH))
        flat = (
            np.ascontiguousarray(x).reshape(-1, count, LENGTH)
            for x, count in ((f, p * q), (g, q * r))
        )
        rows = out.reshape(-1, p * r, LENGTH)
        run_rows(kernels.multiply_models, len(rows), *flat, sizes, rows)
        return type(self)(out, self.start, self.stop)

    def __neg__(self) -> Self:
        return self * -1.0

    def __sub__(self, other: Any) -> Self:
        return self + -self._as_model(other)

    def __radd__(self, other: Any) -> Self:
        return self + other

    def __rsub__(self, other: Any) -> Self:
        return -self + other

    def __rmul__(self, other: Any) -> Self:
        return self * other

    def __rmatmul__(self, other: Any) -> Self:
        return self._as_model(other) @ self

    def __repr__(self) -> str:
        return f"TaylorModel(shape {self.shape}, {self.start:g} to {self.stop:g})"

    def _as_model(self, other: Any) -> Self:
        if not isinstance(other, TaylorModel):
            return self.line(other, start=self.start, stop=self.stop)
        if (other.start, other.stop) != (self.start, self.stop):
            raise ImpingeError(
                f"models: of {self.start:g} to {self.stop:g} and {other.start:g} to "
                f"{other.stop:g}, expected the same interval of time"
            )
        return type(self)(other._models, other.start, other.stop)

    def _both(self, other: Any) -> tuple[Array, Array]:
        """Models of both operands, at a common shape."""
        g = self._as_model(other)._models
        try:
            shape = np.broadcast_shapes(self.shape, g.shape[:-1])
        except ValueError as error:
            raise ImpingeError(
                f"models: shapes {self.shape} and {g.shape[:-1]} do not match"
            ) from error
        f, g = (np.broadcast_to(x, (*shape, LENGTH)).copy() for x in (self._models, g))
        return f, g


def _middle(start: float, stop: float) -> tuple[float, float]:
    """Middle and half width of an interval that contains this one, whatever is rounded."""
    most = max(abs(start), abs(stop))
    return 0.5 * start + 0.5 * stop, 0.5 * stop - 0.5 * start + 2.0**-51 * most


def _finite(values: Any) -> Array:
    try:
        numbers = np.asarray(values, np.float64)
    except (TypeError, ValueError) as error:
        raise ImpingeError("values: expected numbers") from error
    if not np.isfinite(numbers).all():
        raise ImpingeError("values: expected finite numbers")
    return numbers
