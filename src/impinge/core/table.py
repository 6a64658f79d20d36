"""Queries whose method depends on the kind of a shape, or of both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from impinge.core.errors import ImpingeError, UnsupportedPairError

Answer = Callable[..., Any]


class PairTable:
    """A query on two posed shapes, answered by the function registered for their kinds.

    Each pair is written once. The mirrored query is asked with shapes **and** poses exchanged, and
    ``swap`` turns its result around. A subclass is treated like the nearest of its bases; the first
    shape's count before the second's, so that (A itself, a base of B) wins over (a base of A, B
    itself). Errors name the query, and ``advice`` says what to do instead.

    Examples
    --------
    >>> order = PairTable("order", swap=lambda answer: answer[::-1])
    >>> @order.answers(int, str)
    ... def order_int_str(a, pose_a, b, pose_b):
    ...     return a, b
    >>> order(1, None, "x", None), order("x", None, 1, None)
    ((1, 'x'), ('x', 1))
    """

    def __init__(self, query: str, swap: Callable[[Any], Any], advice: str = "") -> None:
        self.query = query
        self.swap = swap
        self.advice = advice
        self._answers: dict[tuple[type, type], Answer] = {}
        self._reductions: dict[type, tuple[Answer, type]] = {}
        self._one_by_one: set[type] = set()
        # What a call looks up: both orders, and subclasses, once they have been met.
        self.known: dict[tuple[type, type], tuple[Answer, bool]] = {}

    def answers(self, kind_a: type, kind_b: type) -> Callable[[Answer], Answer]:
        """Register the decorated function for shapes of these kinds, in this order."""

        def register(function: Answer) -> Answer:
            if (kind_a, kind_b) in self._answers or (kind_b, kind_a) in self._answers:
                raise TypeError(f"{self.query}: {kind_a.__name__}, {kind_b.__name__} is taken")
            self._answers[kind_a, kind_b] = function
            self.known.clear()
            return function

        return register

    def reduces(self, kind: type, how: Answer, to: type, *, one_by_one: bool = False) -> None:
        """Answer for shapes of one kind by those they are made of, as a height field by its mesh.

        What is reduced comes first. ``how(shape, *options)`` returns a shape of kind ``to``, or the
        shape itself where the functions registered for its own kind answer. Two such shapes are
        reduced both at once, unless ``one_by_one``: then the second comes first.

        Examples
        --------
        >>> order = PairTable("order", swap=lambda answer: answer[::-1])
        >>> @order.answers(int, str)
        ... def order_int_str(a, pose_a, b, pose_b):
        ...     return a, b
        >>> order.reduces(float, int, int)
        >>> order("x", None, 1.5, None)
        ('x', 1)
        """
        self._reductions[kind] = how, to
        self._one_by_one |= {kind} if one_by_one else set()
        self.known.clear()

    @property
    def pairs(self) -> tuple[tuple[type, type], ...]:
        """The registered pairs of kinds."""
        return tuple(self._answers)

    def supports(self, kind_a: type, kind_b: type) -> bool:
        """Whether there is a method for shapes of these kinds, in either order."""
        try:
            self._find(kind_a, kind_b)
        except UnsupportedPairError:
            return False
        return True

    def mirrors(self, kind_a: type, kind_b: type) -> bool:
        """Whether this question is asked the other way round."""
        to_a, to_b = self._reduced_kinds(kind_a, kind_b)
        if to_a is kind_a and to_b is not kind_b:
            return not self._registered(to_b, to_a)[1]
        return self._registered(to_a, to_b)[1]

    def __call__(self, a: Any, pose_a: Any, b: Any, pose_b: Any, *options: Any) -> Any:
        kinds = type(a), type(b)
        try:
            function, mirrored = self.known[kinds]
        except KeyError:
            function, mirrored = self._find(*kinds)
        if mirrored:
            return self.swap(function(b, pose_b, a, pose_a, *options))
        return function(a, pose_a, b, pose_b, *options)

    def _find(self, kind_a: type, kind_b: type) -> tuple[Answer, bool]:
        """What a call looks up for two kinds."""
        to_a, to_b = self._reduced_kinds(kind_a, kind_b)
        try:
            found = self._registered(to_a, to_b)
        except UnsupportedPairError:
            raise UnsupportedPairError(
                self.query, kind_a, kind_b, self.pairs, self.advice
            ) from None
        if to_a is not kind_a or to_b is not kind_b:
            # What is reduced comes first.
            found = self._ask_reduced, to_a is kind_a
        self.known[kind_a, kind_b] = found
        return found

    def _reduction(self, kind: type) -> tuple[Answer | None, type]:
        """How shapes of a kind are reduced, if at all, and to what kind."""
        found = (self._reductions[k] for k in kind.__mro__ if k in self._reductions)
        return next(found, (None, kind))

    def _reduced_kinds(self, kind_a: type, kind_b: type) -> tuple[type, type]:
        """The kinds that answer; their own where one of them is answered beside any shape."""
        to_a, to_b = self._reduction(kind_a)[1], self._reduction(kind_b)[1]
        if (to_a is kind_a) != (to_b is kind_b):
            own, other = (kind_a, kind_b) if to_a is kind_a else (kind_b, kind_a)
            bases = other.__mro__
            wide = [(k, base) for k in own.__mro__ if k not in bases for base in bases[1:]]
            if any(pair in self._answers for pair in wide):
                return kind_a, kind_b
        return to_a, to_b

    def _ask_reduced(self, a: Any, pose_a: Any, b: Any, pose_b: Any, *options: Any) -> Any:
        how_a, how_b = self._reduction(type(a))[0], self._reduction(type(b))[0]
        less_a = how_a(a, *options) if how_a else a
        waits = less_a is not a and not self._one_by_one.isdisjoint(type(b).__mro__)
        less_b = how_b(b, *options) if how_b and not waits else b
        if less_a is not a or less_b is not b:
            return self(less_a, pose_a, less_b, pose_b, *options)
        function, mirrored = self._registered(type(a), type(b))
        if mirrored:
            return self.swap(function(b, pose_b, a, pose_a, *options))
        return function(a, pose_a, b, pose_b, *options)

    def _registered(self, kind_a: type, kind_b: type) -> tuple[Answer, bool]:
        """The nearest registered pair: kinds themselves first, then their bases."""
        for base_a in kind_a.__mro__:
            for base_b in kind_b.__mro__:
                for pair, mirrored in (((base_a, base_b), False), ((base_b, base_a), True)):
                    if pair in self._answers:
                        return self._answers[pair], mirrored
        raise UnsupportedPairError(self.query, kind_a, kind_b, self.pairs, self.advice)


class KindTable:
    """A query on one shape, answered by the function registered for its kind.

    A subclass is treated like the nearest of its bases. Errors name the query.

    Examples
    --------
    >>> size = KindTable("size")
    >>> @size.answers(str)
    ... def size_of_text(text):
    ...     return len(text)
    >>> size("abc")
    3
    >>> size(5)
    Traceback (most recent call last):
        ...
    impinge.core.errors.ImpingeError: size: no method for int, only for str
    """

    def __init__(self, query: str) -> None:
        self.query = query
        self._answers: dict[type, Answer] = {}
        # What a call looks up: subclasses too, once they have been met.
        self._found: dict[type, Answer] = {}

    def answers(self, kind: type) -> Callable[[Answer], Answer]:
        """Register the decorated function for shapes of this kind."""

        def register(function: Answer) -> Answer:
            if kind in self._answers:
                raise TypeError(f"{self.query}: {kind.__name__} is taken")
            self._answers[kind] = function
            self._found.clear()
            return function

        return register

    def reduces(self, kind: type, how: Answer) -> None:
        """Answer for shapes of one kind by what ``how(shape)`` makes of them."""
        self.answers(kind)(lambda shape, *arguments: self(how(shape), *arguments))

    @property
    def kinds(self) -> tuple[type, ...]:
        """The registered kinds."""
        return tuple(self._answers)

    def __call__(self, shape: Any, *arguments: Any) -> Any:
        kind = type(shape)
        try:
            function = self._found[kind]
        except KeyError:
            function = self._find(kind)
        return function(shape, *arguments)

    def _find(self, kind: type) -> Answer:
        for base in kind.__mro__:
            if base in self._answers:
                self._found[kind] = self._answers[base]
                return self._answers[base]
        known = ", ".join(base.__name__ for base in self._answers)
        raise ImpingeError(f"{self.query}: no method for {kind.__name__}, only for {known}")
