"""What can go wrong, as exceptions that name the culprit and the way out."""

from __future__ import annotations


class ImpingeError(ValueError):
    """Input that cannot be answered: names the argument, the row and the reason.

    Examples
    --------
    >>> from impinge.core.arrays import as_points
    >>> as_points([[0, 0, 0], [1, float("nan"), 0]], "vertices")
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: vertices: row 1 is not finite (1, nan, 0)
    """


class FileError(ImpingeError):
    """A file that cannot be read as what it claims to be, or holds something unknown to us."""


class UnsupportedPairError(ImpingeError):
    """A query on two kinds of shape for which there is no method.

    Parameters
    ----------
    query : str
        Name of the query.
    kind_a, kind_b : type
        The kinds of the two shapes, in the order in which they were given.
    known : tuple of pairs of types, optional
        The pairs that can be answered, for the message.
    advice : str, optional
        What to do instead, for the message; it takes the place of that list.

    Examples
    --------
    >>> print(UnsupportedPairError("distance", int, str))
    distance: no method for int and str; turn one of them into a Mesh
    """

    def __init__(
        self,
        query: str,
        kind_a: type,
        kind_b: type,
        known: tuple[tuple[type, type], ...] = (),
        advice: str = "",
    ) -> None:
        self.query = query
        self.kind_a = kind_a
        self.kind_b = kind_b
        self.known = known
        self.advice = advice
        way_out = advice or "turn one of them into a Mesh"
        if known and not advice:
            pairs = ", ".join(f"{a.__name__}-{b.__name__}" for a, b in known)
            way_out += f", or use a supported pair ({pairs})"
        super().__init__(
            f"{query}: no method for {kind_a.__name__} and {kind_b.__name__}; {way_out}"
        )

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        # Exceptions pickle by their message; ours is made from five parts.
        return type(self), (self.query, self.kind_a, self.kind_b, self.known, self.advice)
