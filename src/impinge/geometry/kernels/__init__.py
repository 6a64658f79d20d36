"""Compiled measures between points, segments and triangles, one file an operand.

Coordinates are multiplied up to six times, so they must stay between about 1e-50 and 1e50, or be
zero; ``rows`` shows how to scale them there without losing a digit. Only the signs of
``orientation`` are right at any scale.
"""
