"""Convex pairs that move in small steps: does anything jump that should not? And their plots."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from impinge.bench.convex_reference import reference_gap
from impinge.bench.plot_style import FAINT, INK, QUIET
from impinge.bench.render import Line, Panel, Report, line_plot, look_of
from impinge.bench.timing import Array
from impinge.geometry import Box
from impinge.narrow import distance, penetration
from impinge.scenes.assembly import rotation
from impinge.scenes.convex_pairs import Solid, convex_poses, convex_shape, moved_to_gap
from impinge.scenes.poses import posed

REST = np.eye(4)
AXIS = np.array([0.36, 0.48, 0.8])
"""Of the turn: no edge or face of the boxes is across or along it."""
SIZES_A, SIZES_B, SHIFT = (1.0, 0.8, 0.6), (0.7, 0.5, 0.9), (0.35, 0.2, -0.15)
STEEP = 0.02
"""A normal that turns by more than this in one of 7200 steps [rad] jumps: 23 times the turn."""
EQUAL = 1e-12
"""Depths that differ by less at the place of a jump [m] are a tie: two ways out, equally long."""
THROUGH = (
    ("box", "box"), ("capsule", "hull"), ("sphere", "box"),
    ("cylinder", "cone"), ("ellipsoid", "ellipsoid"), ("cone", "ellipsoid"),
)  # fmt: skip
"""Pairs that are moved through contact."""
LEAST = 1e-17
"""Errors below this are shown here: nothing has no place on a logarithmic axis."""
LINEAR = 1e-15
"""Gaps below this are drawn to scale, between logarithmic axes to both sides."""
GAPS = (-1e-1, -1e-5, -1e-9, -1e-13, 0.0, 1e-13, 1e-9, 1e-5, 1e-1)
"""Numbers at axes of gaps [m]."""
FEW = 28
"""Places at which all pairs are drawn as rings in each other."""


def turned(angle: float) -> Array:
    """B's pose: turned by an angle [rad] about its own centre, which stays inside A."""
    return posed(rotation(angle * AXIS), SHIFT)


def turn_sweep(steps: int = 7200) -> Report:
    """Contact normal and depth of two boxes in each other, over a full turn of one.

    Each jump of the normal is bisected to neighbouring floats; there, both normals must be equally
    good: a tie.
    """
    a, b = Box(SIZES_A), Box(SIZES_B)
    angles = np.linspace(0.0, 2.0 * np.pi, steps + 1)
    deep = penetration(a, b, REST, np.array([turned(angle) for angle in angles]))
    depth, normal = np.asarray(deep.depth), np.asarray(deep.direction)
    change = np.linalg.norm(np.diff(normal, axis=0), axis=1)
    limit = STEEP * 7200 / steps
    jumps = [_bisected(a, b, angles[k], angles[k + 1]) for k in np.flatnonzero(change > limit)]
    return {
        "angle": angles.tolist(), "depth": depth.tolist(), "normal": normal.tolist(),
        "steepest_depth": float((np.abs(np.diff(depth)) / np.diff(angles)).max()),
        "steepest_normal": float(change[change <= limit].max(initial=0.0) * steps / (2.0 * np.pi)),
        "jumps": jumps, "ties": sum(jump["difference"] <= EQUAL for jump in jumps),
    }  # fmt: skip


def _bisected(a: Solid, b: Solid, low: float, high: float) -> Report:
    """Where a normal jumps, to the last bit, and by how much the depths there differ."""
    first, last = (penetration(a, b, REST, turned(angle)).direction for angle in (low, high))
    while low < (middle := 0.5 * (low + high)) < high:
        normal = penetration(a, b, REST, turned(middle)).direction
        if np.linalg.norm(normal - first) <= np.linalg.norm(normal - last):
            low, first = middle, normal
        else:
            high, last = middle, normal
    pose = turned(low)
    depths = [_depth_along(a, b, pose, n) for n in (first, last)]
    return {"angle": low, "difference": abs(depths[1] - depths[0])}


def _depth_along(a: Solid, b: Solid, pose: Array, n: Array) -> float:
    """How far B has to go along a direction: between the supporting planes."""
    near = pose[:3, :3] @ b.support(-(pose[:3, :3].T @ n)) + pose[:3, 3]
    return float((a.support(n) - near) @ n)


def contact_sweep(per_decade: int = 4, seed: int = 2) -> Report:
    """Found gap, and normal, of pairs moved along their normal through contact.

    Moved along the contact normal, the gap changes by just that much; so its true value is known
    everywhere from one measurement by the reference.
    """
    sizes = np.logspace(-15, -1, 14 * per_decade + 1)
    wished = np.concatenate([-sizes[::-1], [0.0], sizes])
    found: Report = {"gap": wished.tolist(), "pairs": {}}
    for first, second in THROUGH:
        a, b = convex_shape(first), convex_shape(second)
        pose = moved_to_gap(a, b, convex_poses(a, b, (0, 0, 1), seed).matrices, np.array([0.1]))[0]
        normal = distance(a, b, REST, pose).normal
        base = float(reference_gap(a, b, REST, pose, normal))
        poses = np.tile(pose, (len(wished), 1, 1))
        poses[:, :3, 3] += (wished - base)[:, None] * normal
        deep = penetration(a, b, REST, poses)
        gap = np.asarray(distance(a, b, REST, poses).distance) - np.asarray(deep.depth)
        # Half the angle from its chord: an arc cosine would lose it.
        chord = np.linalg.norm(np.asarray(deep.direction) - normal, axis=1)
        angle = 2.0 * np.arcsin(np.minimum(0.5 * chord, 1.0))
        named = {"found": gap, "error": np.abs(gap - wished), "turned": angle}
        found["pairs"][f"{first}-{second}"] = {name: x.tolist() for name, x in named.items()}
    return found


def draw_turn(_: Report) -> Any:
    sweep = turn_sweep()
    degrees, normal = np.degrees(sweep["angle"]), np.array(sweep["normal"])
    ties = np.degrees([jump["angle"] for jump in sweep["jumps"]])
    # The line is broken where the normal jumps: nothing is between.
    cuts = np.searchsorted(degrees, ties)
    x = np.insert(degrees, cuts, np.nan)
    components = []
    for k, name in enumerate("xyz"):
        y, look = np.insert(normal[:, k], cuts, np.nan), {**look_of(k), "marker": None}
        components.append(Line(x, y, f"{name} of the normal", look))

    def finish(ax: Any, *, labels: bool) -> None:
        for tie in ties:
            ax.axvline(tie, color=QUIET, linestyle="--", linewidth=0.8)
        ax.set_xticks(np.arange(0, 361, 45))
        ax.tick_params(labelbottom=labels)

    turn = (0.0, 360.0)
    return line_plot(
        "Two boxes in each other, over a full turn of one",
        f"penetration() at {len(degrees):,} angles about an oblique axis. Dashed: the "
        f"{sweep['ties']} ties, where two ways out are equally short; the normal jumps there, and "
        "nowhere else.",
        [
            Panel([Line(degrees, sweep["depth"], look={"color": INK})], y="depth [m]",
                  x_limits=turn, y_limits=(0.0, None), more=partial(finish, labels=False)),
            Panel(components, x="turn [degrees]", y="contact normal", x_limits=turn,
                  y_limits=(-1.08, 1.08), more=partial(finish, labels=True)),
        ],
        (9.0, 6.4), columns=1, legend=3,
    )  # fmt: skip


def draw_contact(_: Report) -> Any:
    sweep = contact_sweep()
    true = np.array(sweep["gap"])
    # Zero, in the middle, is among them.
    step = max(1, len(true) // FEW)
    few = slice(len(true) // 2 % step, None, step)
    found = [Line(true, true, look={"color": FAINT, "linewidth": 4.0})]
    errors: dict[str, list[Line]] = {"error": [], "turned": []}
    for k, (name, pair) in enumerate(sweep["pairs"].items()):
        look = {**look_of(k), "linestyle": "none"}
        # Rings in each other, since all are at one place.
        ring = {"markersize": 11.0 - 1.6 * k, "fillstyle": "none", "markeredgewidth": 0.9}
        found.append(Line(true[few], np.array(pair["found"])[few], look={**look, **ring}))
        for key, lines in errors.items():
            values = np.maximum(pair[key], LEAST)
            lines.append(Line(true, values, name, {**look, "markersize": 3.0}))
    label = "true gap [m]; negative: depth"
    shown = [Panel(found, "found gap [m]", label, more=partial(_about_zero, limit=None, word=""))]
    for key, title, limit, word in (
        ("error", "error of the gap [m]", 1e-10, "limit for curved shapes"),
        ("turned", "turn of the normal [rad]", 1e-6, "limit"),
    ):
        finish = partial(_about_zero, limit=limit, word=word)
        shown.append(Panel(errors[key], title, label, more=finish))
    return line_plot(
        "Through contact",
        "B is moved along the contact normal, from 0.1 m apart to 0.1 m deep, so the true gap is "
        "known. Axes of gaps are logarithmic to both sides of zero; errors of none are drawn at "
        "the bottom.",
        shown, (13.0, 4.9), legend=6,
    )  # fmt: skip


def _about_zero(ax: Any, limit: float | None, word: str) -> None:
    """Axes of gaps to both sides of zero; errors with a limit."""
    marks = [_power(t) for t in GAPS]
    ax.set_xscale("symlog", linthresh=LINEAR)
    ax.set_xticks(GAPS, marks)
    if limit is None:
        ax.set_yscale("symlog", linthresh=LINEAR)
        ax.set_yticks(GAPS, marks)
        ax.set_ylim(-0.4, 0.4)
    else:
        ax.set_yscale("log")
        ax.set_ylim(0.5 * LEAST, 100.0 * limit)
        ax.axhline(limit, color=QUIET, linestyle="--", linewidth=0.8)
        ax.text(-0.1, 1.4 * limit, word, fontsize=8, color=QUIET, ha="left", va="bottom")
    ax.minorticks_off()


def _power(value: float) -> str:
    """A power of ten, or zero, of either sign."""
    if value == 0.0:
        return "0"
    return f"${'-' if value < 0.0 else ''}10^{{{round(np.log10(abs(value)))}}}$"


def draw_growth(report: Report) -> Any:
    growth = report["growth"]
    rows = growth["rows"]
    vertices = [row["vertices"] for row in rows]
    lines = []
    for name in [name for name in rows[0] if name not in {"vertices", "largest_difference"}]:
        theirs = name in rows[0]["largest_difference"]
        label, dash = (name, "--") if theirs else (f"impinge: {name}", "-")
        lines.append(Line(vertices, [row[name] for row in rows], label, {"linestyle": dash}))
    ticks = {v: f"{v:,}" for v in vertices}
    return line_plot(
        "Time by number of vertices",
        f"Two equal hulls, {growth['poses']} poses: deep, near and separated in equal parts. "
        "impinge in batches; peers, one call a pose, with nearest points and depth.",
        [Panel(lines, "", "vertices of each hull", "time a query [us]", "xy", ticks)], (8.0, 5.0),
    )  # fmt: skip
