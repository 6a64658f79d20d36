"""A benchmark as a study: what is measured, by whom it is answered, and what is shown of it.

A study has parts, functions that measure and fill a report (one dictionary, ready for JSON), and
sections, which say how tables, notes, Markdown blocks and plots are made of it
(:mod:`impinge.bench.render`). Calling a study measures; the command line does the rest.

Examples
--------
A table of two contenders by size, with a ratio where their answers agree:

>>> import numpy as np
>>> from impinge.bench.render import Section, table
>>> def measure(run):
...     for n in run.size["sizes"]:
...         values = np.random.default_rng(n).random(n)
...         who = {"sort": lambda _: np.sort(values), "sorted": lambda _: sorted(values)}
...         differ = differing(who, np.array_equal)
...         run.add("rows", {"n": n, "differ": differ, **compared(who, 5, differ)})
>>> def rows_table(report):
...     yield table("sorting, us", report["rows"], {
...         "n": "{n:,}", "sort": "{times[sort][median_us]:.1f}",
...         "sorted": "{times[sorted][median_us]:.1f}",
...         "ratio": lambda row: ratio_text(row["ratios"]["sorted"])})
>>> bench_sorting = Study("sorting", {"rows": measure}, [Section("rows", rows_table)],
...                       full={"sizes": (1_000, 100_000)}, small={"sizes": (9,)})
>>> [row["differ"] for row in bench_sorting(quick=True)["rows"]]
[{'sorted': 0}]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from importlib.util import find_spec
from time import perf_counter
from typing import Any

from impinge.bench.machine import report_head
from impinge.bench.render import Report, Section
from impinge.bench.timing import Contenders, as_contender, exponent, in_turns, ratio
from impinge.core.errors import ImpingeError
from impinge.core.threads import thread_count, use_threads


@dataclass(slots=True, eq=False)
class Run:
    """One run of a study: its sizes, who is asked, and the report that grows."""

    report: Report
    size: Mapping[str, Any]
    quick: bool
    peers: Mapping[str, Any]
    options: Mapping[str, Any]
    say: Callable[[str], None]
    """Called with a line about what is being done."""
    on_growth: Callable[[Report], None]

    def keep(self) -> None:
        """Hand on the report so far: a run that is ended early has lost nothing."""
        self.on_growth(self.report)

    def put(self, *place: Any) -> None:
        """``put("a", "b", found)``: found becomes ``report["a"]["b"]``, and the report is kept."""
        *above, key, found = place
        self._inner(above)[key] = found
        self.keep()

    def add(self, *place: Any) -> None:
        """``add("a", "b", found)``: found is appended to the list ``report["a"]["b"]``."""
        *above, key, found = place
        self._inner(above).setdefault(key, []).append(found)
        self.keep()

    def _inner(self, above: list[Any]) -> Report:
        found = self.report
        for name in above:
            found = found.setdefault(name, {})
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """A benchmark: call it to measure.

    Attributes
    ----------
    name : str
        Of the command and of reports.
    parts : mapping of str to callable
        Functions that are given a :class:`Run` and measure, in this order.
    sections : sequence of Section
        What is shown of a report.
    full, small : mapping
        Numbers of a run, and of one that only shows that everything runs.
    fields : mapping
        What a report begins with, below the machine.
    options : mapping of str to default
        Further arguments of a call, found in :attr:`Run.options`.
    packages : sequence of str
        Whose versions stand in the line above figures in a Markdown block.
    more : str
        What else that line says.
    first : str
        The argument that may be given without its name: ``"parts"``, or an option.
    installed : callable
        Peers by name that can be imported here.
    peers_hint : str
        What ``make peers`` adds, for the error if there are none.
    threads : int, optional
        That everything is measured with; as many as there are if not given.
    """

    name: str
    parts: Mapping[str, Callable[[Run], None]]
    sections: Sequence[Section]
    full: Mapping[str, Any] = field(default_factory=dict)
    small: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    packages: Sequence[str] = ()
    more: str = ""
    first: str = "parts"
    installed: Callable[[], Mapping[str, Any]] = dict
    peers_hint: str = ""
    threads: int | None = None

    def __call__(
        self,
        chosen: Any = None,
        *,
        peers: bool = False,
        quick: bool = False,
        say: Callable[[str], None] = lambda _: None,
        keep: Callable[[Report], None] = lambda _: None,
        **options: Any,
    ) -> Report:
        """Everything that the study measures, as one dictionary ready for JSON.

        Parameters
        ----------
        chosen : optional
            The argument that :attr:`first` names: most often parts to measure, all if not given.
        peers : bool, optional
            Whether to compare with the peers that are installed.
        quick : bool, optional
            Tiny: does everything run? Its figures mean nothing.
        say : callable, optional
            Called with a line about what is being done.
        keep : callable, optional
            Called with the report so far.
        options
            See :attr:`options`.
        """
        given = {self.first: chosen} if chosen is not None else {}
        known = {"parts": None, **self.options}
        if unknown := set(options) - set(known):
            raise TypeError(f"bench_{self.name}: unexpected argument {min(unknown)!r}")
        asked = {**known, **options, **given}
        wanted = asked.pop("parts") or list(self.parts)
        for part in wanted:
            if part not in self.parts:
                raise ImpingeError(f"part: {part!r}, expected one of {', '.join(self.parts)}")
        found = self.installed() if peers else {}
        if peers and not found:
            raise ImpingeError(f"peers: none is installed; `make peers` adds {self.peers_hint}")
        report = {**report_head(self.name, quick=quick), **deepcopy(dict(self.fields))}
        size = {**self.full, **(self.small if quick else {})}
        run = Run(report, size, quick, found, asked, say, keep)
        with use_threads(self.threads or thread_count()):
            for name, measure in self.parts.items():
                if name in wanted:
                    measure(run)
        return run.report


def importable(known: Mapping[str, tuple[str, Any]]) -> dict[str, Any]:
    """Peers by name, each given with the modules that it needs: those that can be imported here.

    Examples
    --------
    >>> importable({"here": ("json math", 1), "elsewhere": ("json no_such_module", 2)})
    {'here': 1}
    """
    return {
        name: peer for name, (needed, peer) in known.items() if all(map(find_spec, needed.split()))
    }


def differing(contenders: Contenders, same: Callable[[Any, Any], Any]) -> dict[str, int]:
    """For how many rows each contender has another answer than the first."""
    first, *others = map(as_contender, contenders.values())
    answers = [first.ask(row) for row in range(first.rows)]
    return {
        name: sum(not same(other.ask(row), answer) for row, answer in enumerate(answers))
        for name, other in zip(list(contenders)[1:], others, strict=True)
    }


def compared(
    contenders: Contenders, repetitions: int, wrong: Mapping[str, int],
    clock: Callable[[], float] = perf_counter,
) -> Report:  # fmt: skip
    """Times of all, in turns, and ratios to the first; None with whoever has wrong answers."""
    times = in_turns(contenders, repetitions, clock)
    ours, *others = times
    return {
        "times": {name: seen.to_dict() for name, seen in times.items()},
        "ratios": {
            name: None if wrong[name] else ratio(times[name], times[ours]) for name in others
        },
    }


def ratio_text(found: Report | None, form: str = "{median:.1f}x ({minimum:.1f}x)") -> str:
    """A ratio by medians and minima; "refused" where answers differ."""
    return "refused" if found is None else form.format_map(found)


def ratio_to(name: str, form: str = "{median:.1f}x ({minimum:.1f}x)") -> Callable[[Report], str]:
    """A cell with the ratio to a contender; empty where that was not asked."""
    return lambda row: ratio_text(row["ratios"][name], form) if name in row["ratios"] else ""


def exponents(rows: Sequence[Report], size: str, names: Sequence[str]) -> dict[str, float]:
    """The powers with which columns grow with the column ``size``; none of a single row."""
    if len(rows) < 2:
        return {}
    sizes = [row[size] for row in rows]
    return {name: exponent(sizes, [row[name] for row in rows]) for name in names}
