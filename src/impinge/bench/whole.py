"""Vectors of whole numbers, of any length: what exact references compute with."""

from __future__ import annotations

Whole = tuple[int, int, int]


def sub(a: Whole, b: Whole) -> Whole:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a: Whole, b: Whole) -> int:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Whole, b: Whole) -> Whole:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
