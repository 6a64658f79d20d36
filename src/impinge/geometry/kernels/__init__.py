"""Compiled measures between points, segments and triangles, one file an operand."""
