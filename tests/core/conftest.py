"""Fixtures for the tests of this room."""

from kernel_demo import ask, nursery

__all__ = ["ask", "nursery"]
