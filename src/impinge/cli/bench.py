"""``impinge bench``: side-by-side measurements. A command is its options; a study does the rest."""

from __future__ import annotations

import functools
import inspect
import json
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from impinge.cli.reporting import check_folder, console, fail, reported
from impinge.core.errors import FileError, ImpingeError

Report = dict[str, Any]

JsonFile = Annotated[Path | None, typer.Option("--json", help="Write figures here.")]
Quick = Annotated[bool, typer.Option("--quick", help="Tiny: does everything run?")]
Plots = Annotated[Path | None, typer.Option(help="Write plots into this folder.")]
Plot = Annotated[Path | None, typer.Option(help="Draw the plot into this PNG file.")]
Markdown = Annotated[
    list[Path] | None,
    typer.Option(help="Fill the blocks bench:NAME* of this text file; may be repeated."),
]
Saved = Annotated[
    Path | None, typer.Option("--from", help="Show figures saved by --json; measure nothing.")
]
OUTPUTS = ("json_file", "plots", "plot", "markdown", "saved")
"""Parameters that say what is done with figures; the others say what is measured."""

bench = typer.Typer(no_args_is_help=True, help="Measure, side by side with other libraries.")


def _repeated(kind: Any, flag: str, text: str) -> Any:
    return Annotated[kind, typer.Option(flag, help=f"{text}; may be repeated.")]


def _options(*, peers: str = "", parts: str = "", **own: Any) -> dict[str, Any]:
    """The options of a command: its ``own``, and those that most have."""
    return {
        **({"peers": Annotated[bool, typer.Option("--peers", help=f"Compare with {peers}.")]}
           if peers else {}),
        **({"parts": _repeated(NAMES, "--part", parts)} if parts else {}),
        **own, "json_file": JsonFile, "quick": Quick, "markdown": Markdown, "saved": Saved,
    }  # fmt: skip


NAMES, NUMBERS = list[str] | None, list[int] | None
COMMANDS: dict[str, tuple[str, dict[str, Any]]] = {
    "meshes": (
        "Triangle meshes: first hit, all pairs, distance, build, growth, start-up.",
        _options(peers="coal and fcl",
                 pairs=_repeated(NAMES, "--pair", "Only this pair of meshes")),
    ),
    "pairs": (
        "Which boxes meet: every method on 100 to 1,000,000 boxes, at rest and moving.",
        _options(peers="ipctk and coal", plots=Plots,
                 parts="A distribution, or moving, memory, elements, peers"),
    ),
    "budgets": (
        "Answers within a time budget: how many are certain, how wrong the others, how late.",
        _options(plot=Plot),
    ),
    "volumes": (
        "Bounding volumes, trees, updates and orders of walking, compared on your model.",
        _options(mesh=Annotated[list[Path] | None, typer.Argument(
            help="Files of meshes, each against itself; four shapes if not given."
        )], plots=Plots),
    ),
    "convex": (
        "Convex pairs: gap with points, distance, overlap, single calls, growth, errors.",
        _options(peers="coal, fcl and MuJoCo", plots=Plots),
    ),
    "hulls": (
        "Convex hulls of 64 to 10,242 points, and 300 convex meshes from objects to an answer.",
        _options(peers="coal and python-fcl", parts="Only growth or crowd"),
    ),
    "scene": (
        "Many mesh objects, a tenth of them moving each frame: ms a frame, and its parts.",
        _options(
            peers="trimesh's CollisionManager",
            objects=Annotated[int | None, typer.Option(help="Another number of objects.")],
            faces=_repeated(NUMBERS, "--faces", "Triangles of a mesh"),
            crowds=_repeated(NAMES, "--crowd", "shared, distinct, solid, or 'distinct solid'"),
        ),
    ),
    "robots": (
        "Robots: kinematics, collisions and speed, and problems on meshes and on spheres.",
        _options(peers="pinocchio with coal", parts="Only kinematics, agreement, speed, scaling, "
                 "problems or compile"),
    ),
    "polyhedra": (
        "Contact of deformable polyhedra: direction, facets kept, frames, growth, liver and tool.",
        _options(peers="coal", parts="Only starts, stretch, frames, growth, speed, liver",
                 plots=Plots),
    ),
    "response": (
        "Response to contacts: contact space against motion space, solvers, piles and bullets.",
        _options(peers="clarabel, MuJoCo and Bullet",
                 parts="Only spaces, projection, piles or bullets"),
    ),
    "tets": (
        "Vertices in tetrahedra by hashing: sizes, options, growth; depth; soft bodies by stage.",
        _options(peers="libigl", parts="Only table, growth, options, stages, presses or soft",
                 plots=Plots),
    ),
    "cloth": (
        "Surfaces that fold: self-intersections, proximities, wild steps, three responses.",
        _options(peers="ipctk", parts="Only speed, growth, options, steps or responses",
                 plots=Plots),
    ),
    "interruptible": (
        "Contacts of bodies that deform within a budget: sphere trees, coverage, interruptions.",
        _options(parts="Only trees, robot, coverage, interruptions, budgets or lateness",
                 plots=Plots),
    ),
    "detect": (
        "Contacts of fast, thin bodies that sampling misses, by substeps.", _options(plot=Plot),
    ),
    "ccd": (
        "When things that move first touch: features, cloths, whole shapes; every answer checked.",
        _options(peers="ipctk's Tight-Inclusion and python-fcl",
                 parts="Only speed, exact, step, scene, rigid, fast, methods or baselines"),
    ),
    "catch": (
        "Articulated models between two configurations: boxes of links, first contacts, edges.",
        _options(peers="pinocchio with coal, and OMPL", plots=Plots,
                 parts="Only taylor, scenes, dynamics, edges, problems, safety, baselines or "
                       "back-end"),
    ),
}  # fmt: skip
"""What each is for, and its options: named as the arguments of its study, or as ``OUTPUTS``."""


def carry_out(context: typer.Context, *always: str) -> Report:
    """Measure the study that a command names, or read saved figures; show, save and draw them.

    The line in the report names all options that differ from their defaults, and those that are
    ``always`` named.
    """
    from impinge import bench
    from impinge.bench.plot_style import drawn
    from impinge.bench.render import block_names, draw, fill_blocks, has_block, shown

    name = str(context.info_name)
    study = getattr(bench, f"bench_{name}")
    given = dict(context.params)
    json_file, plots, plot, pages, saved = (given.pop(key, None) for key in OUTPUTS)
    # Before the minutes of measuring, not after.
    for page in pages or ():
        if not any(has_block(page, block) for block in block_names(study)):
            raise FileError(f"{page}: has none of the blocks {', '.join(block_names(study))}")
    check_folder(plots)
    if saved is None:
        words = [name, *_words(context, always)]
        report = measured(words, json_file, functools.partial(study, **given))
    elif any(given[str(p.name)] for p in context.command.params if p.param_type_name == "argument"):
        raise ImpingeError("--from shows saved figures: name either those or what to measure")
    else:
        report = saved_report(saved, name)
    show(shown(study, report), report, json_file)
    files = draw(study, report, plots) if plots is not None else []
    if plot is not None:
        (one,) = (figure for section in study.sections for figure in section.plots.values())
        files = [drawn(one, report, plot)]
    for file in files:
        console().print(f"plot: {file}", soft_wrap=True)
    for page in pages or ():
        fill_blocks(study, report, page)
    return report


def _words(context: typer.Context, always: Iterable[str]) -> Iterable[str]:
    """Options and arguments as a shell would have them."""
    for parameter in context.command.params:
        value = context.params.get(str(parameter.name))
        skipped = parameter.name in OUTPUTS or value in (None, (), [], False)
        if skipped or (value == parameter.default and parameter.name not in always):
            continue
        flag = parameter.opts[:1] if parameter.param_type_name == "option" else []
        for one in value if isinstance(value, (list, tuple)) else [value]:
            yield from flag if one is True else [*flag, str(one)]


def say(text: str) -> None:
    """Progress, on standard error."""
    print(text, file=sys.stderr, flush=True)


def check_file(file: Path | None) -> None:
    """Refuse a file that cannot be written, before measuring; its folder is made."""
    if file is None:
        return
    if file.is_dir():
        raise FileError(f"{file}: is a folder, expected a file")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=file.parent).close()
    except OSError as error:
        raise FileError(f"{file}: cannot be written: {error.strerror or error}") from error


def show(tables: Iterable[Any], report: Report, json_file: Path | None) -> None:
    """Print the tables of a report, and save it if there is a file for it."""
    out = console()
    for table in tables:
        out.print(table)
    if json_file is not None:
        save(json_file, report)
        out.print(f"figures: {json_file}", soft_wrap=True)


def saved_report(file: Path, benchmark: str) -> Report:
    """A report that --json has written, of this benchmark."""
    try:
        report = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise FileError(f"{file}: not a report ({error})") from error
    if not isinstance(report, dict) or report.get("benchmark") != benchmark:
        raise FileError(f"{file}: not a report of `impinge bench {benchmark}`")
    return report


def measured(words: list[str], json_file: Path | None, measure: Callable[..., Report]) -> Report:
    """The report of a benchmark, with the command; saved as it grows."""
    check_file(json_file)
    command = {"command": shlex.join(["impinge", "bench", *words])}

    def keep(report: Report) -> None:
        if json_file is not None:
            save(json_file, {**command, **report})

    return {**command, **measure(say=say, keep=keep)}


def save(file: Path, report: Report) -> None:
    """Written beside the file and then moved: it is the old report or the new one, never half."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f"{file.name}.part")
    beside.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    beside.replace(file)


def _added(name: str, summary: str, options: dict[str, Any]) -> None:
    def command(context: typer.Context, **_: Any) -> None:
        carry_out(context)

    parameter, known = inspect.Parameter, {"context": typer.Context, **options}
    defaults = {"context": parameter.empty, "peers": False, "quick": False}
    given: Any = reported(command)
    given.__annotations__ = known
    given.__signature__ = inspect.Signature(
        [
            parameter(word, parameter.KEYWORD_ONLY, annotation=kind, default=defaults.get(word))
            for word, kind in known.items()
        ]
    )
    bench.command(name, help=summary)(given)


for _name, (_summary, _own) in COMMANDS.items():
    _added(_name, _summary, _own)


@bench.command()
@reported
def adversarial(
    context: typer.Context,
    pairs: Annotated[int, typer.Option(help="Number of pairs.", min=1)] = 1_000_000,  # noqa: ARG001
    seed: Annotated[int, typer.Option(help="Of the first pairs.", min=0)] = 1,  # noqa: ARG001
    json_file: JsonFile = None,  # noqa: ARG001
    markdown: Markdown = None,  # noqa: ARG001
) -> None:
    """Difficult pairs of convex shapes, every answer checked; fails if any is wrong."""
    report = carry_out(context, "pairs")
    if wrong := sum(report["faults"].values()):
        fail(f"{wrong:,} faults in {report['pairs']:,} pairs")


@bench.command()
@reported
def support(
    markdown: Annotated[Path | None, typer.Option(help="Write the page into this file.")] = None,
) -> None:
    """Which queries take which shapes: the page docs/support.md; measures nothing."""
    from impinge.bench.support import support_page

    if markdown is None:
        print(support_page())
    else:
        markdown.write_text(support_page(), encoding="utf-8")
        console().print(f"page: {markdown}", soft_wrap=True)
