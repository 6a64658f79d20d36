"""Every public callable, with one argument after the other replaced by something bad.

Callables are found by looking: whatever ``impinge`` and its rooms list in ``__all__``, and the
methods of classes among it. Good arguments come from tables by the names of parameters. A callable
that is added later is covered at once, or its parameter has no example and is named.
"""

import contextvars
import enum
import importlib
import inspect
import pkgutil
import warnings
from contextlib import ExitStack
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np

import impinge
from impinge.core.errors import ImpingeError
from impinge.core.rows import GroupedRows, Rows

NOT_ASKED = {
    "bench": "studies run for minutes, and are for developers",
    "cli": "words from a shell, which typer checks",
    "scenes": "fixed scenes for tests and studies",
    "viewer.draw_": "pictures of the README, from results",
    "viewer.render": "one of them",
    "viewer.model_of": "one of them",
    "viewer.Camera": "one of them",
    "viewer.Camera.": "one of them",
    "narrow.TrianglePairs": "a result",
    "scene.Detected": "a result",
    "scene.SceneContacts": "a result",
    "scene.RobotContacts": "a result",
    "response.ContactRows": "rows that contact_rows has checked",
    "response.ContactRows.along": "for solvers",
    "response.ContactRows.motions_of": "for solvers",
    "scene.RobotContacts.of_row": "an index, as of a list",
    "continuous.Cast.of": "a result, from another",
    "scene.Robot.from_parts": "what a reader of files has made",
    "scene.Robot.from_pinocchio": "a model of another library",
    "scene.Robot.from_yourdfpy": "likewise",
    "pairs.ElementTree.of_checked": "for boxes that are checked already",
    "pairs.ElementTree.of_elements": "likewise",
    "pairs.BroadPhase.": "a protocol; its classes are asked",
    "Motion.with_rows": "rows of kernels",
    "motion.TaylorModel": "a model of numbers, made by interval arithmetic",
    "motion.TaylorModel.": "likewise",
    "geometry.as_mesh(name)": "what errors begin with",
    "geometry.as_shape(name)": "likewise",
    "contacts.Contacts.of_row": "an index, as of a list",
    "narrow.MeshRegions.of_row": "likewise",
    "narrow.TrianglePairs.of_row": "likewise",
}
"""Rooms and callables that are left out, and why; names that end in ``_`` or ``.`` stand for all
that begin so."""

GARBAGE = (
    "nan", "complex", "object", "ellipsis", "ragged", "generator", "nan row", "nan pose",
    "complex row", "complex pose", "masked row", "masked pose", "masked number", "booleans",
    "texts", "numbers as texts", "records", "date", "dates", "0-d nan", "0-d object", "unreadable",
)  # fmt: skip
"""Bad values that nothing takes, but for those of ``TAKEN``."""

TAKEN = {"scene.Robot.attach(ignore)": ("texts", "numbers as texts")}
"""Texts that may be names of things in a scene."""


class Unreadable:
    """Says it is an array, and is none."""

    def __array__(self, *_args, **_options):
        raise RuntimeError("no array")

    def __len__(self):
        raise RuntimeError("no length")


def _masked(values):
    found = np.ma.masked_array(values, np.zeros(np.shape(values), bool))
    found[(0,) * found.ndim] = np.ma.masked
    return found


RECORD = [("x", float), ("y", int)]
BAD_VALUES = {
    "None": lambda: None, "True": lambda: True, "zero": lambda: 0, "minus one": lambda: -1,
    "half": lambda: 0.5, "minus half": lambda: -0.5, "nan": lambda: np.nan, "inf": lambda: np.inf,
    "-inf": lambda: -np.inf, "1e308": lambda: 1e308, "1e-320": lambda: 1e-320,
    "2**40": lambda: 2**40,
    "10**400": lambda: 10**400, "10**5000": lambda: 10**5000, "complex": lambda: 1 + 2j,
    "Decimal": lambda: Decimal("sNaN"), "Fraction": lambda: Fraction(10**400, 3),
    "text": lambda: "banana", "empty text": lambda: "", "number as text": lambda: "1.5",
    "long text": lambda: "x" * 5000, "null in text": lambda: "a\0b",
    "lone surrogate": lambda: "\ud800", "bytes": lambda: b"\xff\x00",
    "numbers as texts": lambda: ["1", "2", "3"], "object": object, "type": lambda: int,
    "function": lambda: len, "ellipsis": lambda: ..., "set": lambda: {1, 2},
    "dict": lambda: {"a": 1}, "numbers as keys": lambda: {1: 2}, "empty list": list,
    "nested empty": lambda: [[[]]], "ragged": lambda: [[1, 2], [3]],
    "list of None": lambda: [None], "generator": lambda: (k for k in range(3)),
    "range": lambda: range(3), "deep": lambda: [[[[[[1.0]]]]]], "vector": lambda: np.zeros(3),
    "no rows": lambda: np.zeros((0, 3)), "no poses": lambda: np.zeros((0, 4, 4)),
    "four dimensions": lambda: np.zeros((2, 2, 4, 4)), "identity": lambda: np.eye(4),
    "nan row": lambda: np.ones(3) * np.nan, "nan pose": lambda: np.eye(4) * np.nan,
    "inf row": lambda: np.ones(3) * np.inf,
    "complex row": lambda: np.ones(3) * (1 + 5j), "complex pose": lambda: np.eye(4) * 1j,
    "masked row": lambda: _masked(np.ones(3)), "masked pose": lambda: _masked(np.eye(4)),
    "masked number": lambda: np.ma.masked, "objects": lambda: np.eye(4).astype(object),
    "big-endian": lambda: np.eye(4).astype(">f8"), "float16": lambda: np.eye(4).astype(np.float16),
    "long double": lambda: np.eye(4).astype(np.longdouble), "strided": lambda: np.eye(8)[::2, ::2],
    "read-only": lambda: np.broadcast_to(np.eye(4), (3, 4, 4)),
    "booleans": lambda: np.eye(4, dtype=bool), "texts": lambda: np.array(["a", "b"]),
    "records": lambda: np.zeros(2, RECORD), "date": lambda: np.datetime64("2020-01-01"),
    "dates": lambda: np.zeros(3, "M8[s]"), "0-d nan": lambda: np.array(np.nan),
    "0-d object": lambda: np.array(None), "unreadable": Unreadable,
    "path": lambda: Path("no/such/file"), "shape": lambda: impinge.Sphere(1.0),
}  # fmt: skip
"""Some seventy bad values by name: functions that make one, for what is changed or used up."""


def is_record(kind):
    """Whether a class is what the library hands out, and not what it is asked with."""
    return (
        issubclass(kind, (Rows, GroupedRows, tuple, enum.Enum, BaseException))
        # Made by dataclasses, which check nothing.
        or getattr(getattr(kind.__init__, "__code__", None), "co_filename", "") == "<string>"
        or getattr(kind, "_is_protocol", False)
        or inspect.isabstract(kind)
    )


def rooms():
    yield impinge
    for found in pkgutil.iter_modules(impinge.__path__):
        if found.ispkg and found.name not in NOT_ASKED:
            yield importlib.import_module(f"impinge.{found.name}")


def public_callables():
    """(label, class or None, callable) of all that can be called with arguments, each once."""
    seen = set()
    for room in rooms():
        for name in sorted(getattr(room, "__all__", ())):
            thing = getattr(room, name)
            if not callable(thing) or id(thing) in seen:
                continue
            seen.add(id(thing))
            if not inspect.isclass(thing):
                yield f"{room.__name__}.{name}", None, thing
                continue
            if not is_record(thing):
                yield f"{room.__name__}.{name}", None, thing
            for method, function in inspect.getmembers(thing, callable):
                inner = getattr(function, "__func__", function)
                ours = getattr(inner, "__module__", "") or ""
                if method.startswith("_") or id(inner) in seen or not ours.startswith("impinge"):
                    continue
                seen.add(id(inner))
                bound = inspect.ismethod(function)
                yield f"{room.__name__}.{name}.{method}", None if bound else thing, function


def parameters(function, kind):
    """Names of parameters, without ``self``; (name, is it ``*name``)."""
    found = list(inspect.signature(function).parameters.values())
    if kind is not None:
        found = found[1:]
    return [(p.name, p.kind is p.VAR_POSITIONAL) for p in found if p.kind is not p.VAR_KEYWORD]


def closed(thing, stack):
    """The same, closed in the end if it can be: a recorder has an open file."""
    if hasattr(thing, "close"):
        stack.callback(thing.close)
    return thing


class Hostility:
    """Calls everything with bad arguments, and keeps what went wrong.

    Parameters
    ----------
    examples : dict
        Good values by the name of a parameter, or by ``Class.method(parameter)`` where that needs
        another: functions without arguments that make one. ``None`` leaves the parameter away.
    selves : dict
        The same for instances, by the names of classes.
    """

    def __init__(self, examples, selves):
        self.examples, self.selves = examples, selves
        self.calls, self.refused = 0, 0
        self.missing, self.wrong = [], []

    def run(self, chosen=""):
        for label, kind, function in public_callables():
            if chosen in label and not _is_left_out(label):
                self.attack(label, kind, function)

    def example(self, label, name):
        parts = label.split(".")[1:]
        for key in (f"{'.'.join(parts[-2:])}({name})", f"{parts[-1]}({name})", name):
            if key in self.examples:
                return self.examples[key]
        self.missing.append(f"{label}({name})")
        return None

    def attack(self, label, kind, function):
        names = parameters(function, kind)
        if not names:
            return
        if kind is not None and kind.__name__ not in self.selves:
            self.missing.append(f"an instance of {kind.__name__}, for {label}")
            return
        makers = {name: self.example(label, name) for name, _ in names}
        make_self = None if kind is None else self.selves[kind.__name__]
        stars = {name for name, star in names if star}

        def call(replaced, value):
            first = () if make_self is None else (make_self(),)
            given = {n: make() for n, make in makers.items() if make is not None and n != replaced}
            if replaced is not None:
                given[replaced] = value
            more = tuple(given.pop(name) for name in stars & given.keys())
            with warnings.catch_warnings(), ExitStack() as stack:
                warnings.simplefilter("error")
                for one in first:
                    closed(one, stack)
                found = contextvars.copy_context().run(function, *first, *more, **given)
                return closed(found, stack)

        try:
            call(None, None)
        except Exception as error:  # noqa: BLE001
            self.wrong.append(f"{label}: with good arguments: {_said(error)}")
            return
        for name in makers:
            for what in () if _is_left_out(f"{label}({name})") else BAD_VALUES:
                self.calls += 1
                value = BAD_VALUES[what]()
                try:
                    found = call(name, value)
                except ImpingeError:
                    self.refused += 1
                except BaseException as error:  # noqa: BLE001
                    self.wrong.append(f"{label}({name}={what}): {_said(error)}")
                else:
                    taken = TAKEN.get(f"{label}({name})".removeprefix("impinge."), ())
                    if (what in GARBAGE and what not in taken) or _has_nan(found):
                        self.wrong.append(f"{label}({name}={what}): accepted")


def _is_left_out(label):
    """Results have methods that are asked, and constructors that are not."""
    inside = label.removeprefix("impinge.")
    return any(
        inside == key or (key.endswith(("_", ".")) and inside.startswith(key)) for key in NOT_ASKED
    )


def _has_nan(found):
    rows = getattr(found, "_rows", found)
    return isinstance(rows, np.ndarray) and rows.dtype.kind == "f" and bool(np.isnan(rows).any())


def _said(error):
    return f"{type(error).__name__}: {str(error)[:120]}"
