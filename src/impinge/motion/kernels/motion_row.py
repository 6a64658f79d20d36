"""How kernels see a rigid motion: one row of numbers, the same for every kind.

All our motions turn about an axis of fixed direction ``u`` by an angle ``w`` in all, while some
point of the body slides along a straight line by ``s`` in all. With x the time within the row (0 to
1), ``a(x)`` and ``b(x)`` how far turning and sliding have gone by then (both x, unless the row is
eased), and y = w a(x), the body is at

    R = R0 + sin(y) B - (1 - cos(y)) A
    T = T0 + b(x) s + (sin(y) / w) v + ((1 - cos(y)) / w) e

where A = R0 - u u^T R0 and B = [u]x R0 are the matrices of Eq. 6 of Redon's chapter [Redon2006]_
(its C is R0 - A), v is the velocity that turning gives to the body's origin at the start, and
e = u x v. Deviation from there, and why:

- One form for both of its motions. A body that turns about a centre ``k`` (body frame) which moves
  straight on has v = -w u x (R0 k); a screw has s along u, and v from its ends. So no kernel asks
  for the kind.
- v instead of a point of the axis: a screw of small angle and large shift has its axis far away, or
  at infinity, and all digits would be lost in the difference of two long vectors. v stays as it is,
  and w = 0 is a pure translation: sin(y) / w is then a(x), (1 - cos(y)) / w is 0.
- R0 less (1 - cos) instead of cos A + C: the start is met exactly, and small angles keep their
  digits, 1 - cos(y) being 2 sin(y / 2)^2.

The motion that queries are answered for is this formula in exact numbers, with the row's floats.
:func:`~impinge.motion.kernels.pose_at.pose_at` is off from it by rounding only, and enclosures
hold both.
"""

KIND = 0
"""One of the kinds below; for people, kernels do not ask."""
START, RATE = 1, 2
"""Time within the row: x = (t - START) RATE, for t the time of the step. 0 and 1 for a motion of
the whole step; pieces of a path begin later and are faster. Only for times within."""
TURN = 3
"""w: the whole angle [rad], never negative; 0 for a translation."""
AXIS = 4
"""u, three numbers: unit vector, world frame."""
SHIFT = 7
"""T0, three numbers: where the body's origin is at the start."""
SLIDE = 10
"""s, three numbers: the whole way of what slides."""
SWING = 13
"""v, three numbers, square to u: velocity of the body's origin at the start, by turning."""
CURVE = 16
"""e, three numbers: u x v."""
EASED = 19
"""0 where a(x) = b(x) = x, 1 where a = b, 2 where they differ."""
EASE_TURN, EASE_SLIDE = 20, 23
"""a and b, three numbers each: p, q, r of x (p + x (q + x r))."""
ROTATION = 26
"""R0, nine numbers, row by row."""
TURN_A = 35
"""A, nine numbers."""
TURN_B = 44
"""B, nine numbers."""
ABOVE = 53
"""How many rows before this one it hangs on. 0: the row moves in the world. A link of a robot
moves along a chain of adjacent rows, each in the frame of the row before it
(:mod:`impinge.motion.kernels.chain`)."""
LENGTH = 56
"""Numbers of a row; the last two are not used."""

CONSTANT, SCREW = 0, 1
"""Kinds: constant velocities about a centre, and the screw between two poses."""

NO_TURN = 2.0**-50
"""Rotations by less [rad] count as none: two poses that are equal but for rounding differ by as
much. Points at radius r are displaced by 1e-15 r, as by any pose. Larger would lose rotations that
were meant, smaller would make up axes from rounding."""
