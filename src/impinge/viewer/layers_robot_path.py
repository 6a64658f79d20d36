"""First contacts on the path of a robot: marks, boxes of segments, tables, and the clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from impinge.continuous import ImpactStatus
from impinge.core.arrays import Array
from impinge.core.ids import Ids
from impinge.geometry.nature import Nature
from impinge.scene import RobotImpact
from impinge.viewer.layers_impacts import GAP_DIGITS
from impinge.viewer.layers_results import NORMAL_PIXELS
from impinge.viewer.parts import PageParts
from impinge.viewer.robot_path import RobotPath
from impinge.viewer.tables import column, columns_of, integers, metres, named, places, texts
from impinge.viewer.words import Words, length

FILL = 0.045
"""Opacity of the sides of boxes: a dozen of them lie behind each other."""
LABELLED = 60
"""Contacts up to which each is named in the picture."""
ALONG = 0.01
"""Length of the vector that words stand beside, in sizes of the scene: the page sees only its
direction."""
FEW = 50
"""Segments up to which boxes are seen from the start: those of very short ones hug links, and hide
them."""
ANSWERS = {
    ImpactStatus.FREE: "free, certified",
    ImpactStatus.HIT: "first contact",
    ImpactStatus.STARTED_TOUCHING: "touching at the start",
    ImpactStatus.OUT_OF_BUDGET: "undecided from here on",
}


def put_path(page: PageParts, path: RobotPath, names: Mapping[str, str]) -> None:
    """Layers and tables of a path; ``names`` are those of links as the page says them."""
    before = len(page.layers), len(page.tables)
    _put_contacts(page, path, names)
    for made in (*page.layers[before[0] :], *page.tables[before[1] :]):
        made["posed"] = True
    _put_trace(page, path)
    _put_boxes(page, path)
    _put_segments(page, path, names)
    page.say(*answer(path, names))
    _put_clock(page, path, names)


def answer(path: RobotPath, names: Mapping[str, str]) -> Words:
    """What the headline says of a path."""
    count = path.segments
    many = "the whole motion" if count == 1 else f"all {count:,} segments"
    if not path.found:
        return [f"free, certified: {many}"]
    first = min(path.found)
    found = path.found[first]
    where = f"at {found.time:.4g}" + (f" of segment {first}" if count > 1 else " of the motion")
    if found.status == ImpactStatus.OUT_OF_BUDGET:
        return [f"free until {where[3:]}; not known from there on"]
    a, b = _named(found, names)
    if found.status == ImpactStatus.STARTED_TOUCHING and first == 0:
        deep = [", ", length(float(found.depth)), " deep"] if 0.0 < found.depth < np.inf else []
        said: list[Any] = [f"{a} touches {b} at the start", *deep]
    else:
        said = [f"{a} touches {b} {where}"]
    if len(path.found) > 1:
        said.append(f"; {len(path.found):,} of {count:,} segments have a contact")
    return said


def _put_contacts(page: PageParts, path: RobotPath, names: Mapping[str, str]) -> None:
    contacts = path.contacts
    if not contacts:
        return
    numbers = list(contacts)
    key = page.table(
        "impacts", "First contact" if len(contacts) == 1 else "First contacts",
        [
            named("link"), named("other", "touches"), integers("segment"), column("time"),
            metres("gap", digits=GAP_DIGITS), metres("depth", digits=GAP_DIGITS),
            places("point_a", "point on link"), *columns_of("normal", "nature"),
            column("upper", "overlap seen at"),
        ],
        [
            [
                *_named(one, names), k, one.time, one.gap, one.depth if one.depth > 0.0 else None,
                one.point_a, one.normal,
                Nature(int(one.nature)).label if one.nature is not None else "", one.upper,
            ]
            for k, one in contacts.items()
        ],
        about="First contacts, with the time as a share of the segment: never later than the true "
        "one. At a later time, where told, an overlap was seen.",
        moments=[path.frame_of(k) for k in numbers],
    )  # fmt: skip
    row = {id(one): k for k, one in enumerate(contacts.values())}
    seen = [() if one is None else (one,) for one in path.touching()]
    every = [one for some in seen for one in some]
    middles = np.array([_middle(one) for one in every]).reshape(-1, 3)
    frames, rows = np.cumsum([0, *map(len, seen)]), [row[id(one)] for one in every]
    linked: dict[str, Any] = {"table": key, "rows": rows, "frames": frames}
    layer = page.add_points(
        "First contact", "contact", middles, 11.0, "first contact",
        about="Where they touch at that time", **linked,
    )  # fmt: skip
    page.add_arrows(
        "First contact, normal", "contact", middles,
        np.array([one.normal for one in every]).reshape(-1, 3), "its normal",
        pixels=1.6 * NORMAL_PIXELS, width=3.0, about="Unit vector from the link to the other",
        **linked,
    )  # fmt: skip
    for k, one in list(contacts.items())[:LABELLED]:
        since = path.frame_of(k)
        until = since + int((path.segment[since:] == k).sum()) - 1
        said, along = " touches ".join(_named(one, names)), ALONG * page.at.scale * one.normal
        page.label(said, _middle(one), layer, since, along)
        page.labels[-1] |= {"until": until, "posed": True}


def _named(one: RobotImpact, names: Mapping[str, str]) -> list[str]:
    """What touches, as the page says it; nothing where that is not known."""
    if one.link is None:
        return []
    return [names.get(str(name), str(name)) for name in (one.link, one.other)]


def _middle(one: RobotImpact) -> Array:
    return np.asarray(0.5 * (one.point_a + one.point_b))


def _put_trace(page: PageParts, path: RobotPath) -> None:
    """How the point that touches first comes there; on a free path, the middle of the last link."""
    robot, model = path.robot, path.robot._model
    contacts = path.contacts
    links = {name: robot.link_names.index(link) for name, link, _, _ in model._shapes()}
    if not links:
        return
    if contacts:
        first = min(contacts)
        one, stop = contacts[first], path.frame_of(first)
        name = str(one.link)
        last = model.kinematics.link_poses(robot._full(path.q[stop])[0])[0, links[name]]
        point = last[:3, :3].T @ (one.point_a - last[:3, 3])
    else:
        name, stop = list(links)[-1], len(path.places) - 1
        _, _, shape, pose = next(row for row in model._shapes() if row[0] == name)
        point = pose[:3, :3] @ np.mean(shape.bounds, axis=0) + pose[:3, 3]
    line = path.trace(links[name], point, stop)
    if len(line) > 1:
        page.add_lines(
            f"Path of {name}", "path", np.stack([line[:-1], line[1:]], axis=1), 2.0,
            f"path of {name}", ways=1, about="Where the point that touches comes from" if contacts
            else "Where the middle of the link gets to",
        )  # fmt: skip


def _put_boxes(page: PageParts, path: RobotPath) -> None:
    """Boxes that links do not leave on the segment that is shown."""
    some = path.boxes()[path.segment]
    known = np.isfinite(some).all(axis=(2, 3))
    low, high = some[:, :, 0][known], some[:, :, 1][known]
    if len(low) == 0:
        return
    page.layer(
        "boxes", "Swept boxes", "volume", centres=page.points(0.5 * (low + high)),
        halves=page.vectors(0.5 * (high - low)),
        axes=page.arrays.floats(np.tile(np.eye(3).ravel(), (len(low), 1))), fill=FILL,
        visible=path.segments <= FEW,
        frames=np.concatenate([[0], np.cumsum(known.sum(axis=1))]),
        about="Boxes that links do not leave on this segment, by Taylor models; pairs whose boxes "
        "are apart are not searched",
    )  # fmt: skip
    if path.segments <= FEW:
        page.explain("swept box of a link", "volume", "boxes")


def _put_segments(page: PageParts, path: RobotPath, names: Mapping[str, str]) -> None:
    reached, found = int(path.segment[-1]), path.found
    if path.segments == 1:
        return
    rows: list[list[Any]] = []
    for k in range(path.segments):
        one = found.get(k)
        status = ImpactStatus.FREE if one is None else one.status
        # Where a path ends at a contact, the rest was not searched.
        said = ANSWERS[ImpactStatus(int(status))] if k <= reached else "not searched"
        until = (1.0 if one is None else min(float(one.time), 1.0)) if k <= reached else None
        pair: list[Any] = [] if one is None else _named(one, names)
        rows.append([k, said, until, *(pair or [None, None])])
    page.table(
        "segments", "Segments",
        [integers("segment"), texts("answer"), column("until", "free until"), named("link"),
         named("other", "touches")],
        rows,
        about="Segments of the path, from each way-point to the next, and the share that is "
        "proved free.",
        moments=[path.frame_of(k) for k in range(path.segments)],
    )  # fmt: skip


def _put_clock(page: PageParts, path: RobotPath, names: Mapping[str, str]) -> None:
    """Words beside the slider, ticks on it, and the frame that the page opens with."""
    states = frame_states(path)
    numbers = zip(path.segment.tolist(), path.share.tolist(), states, strict=True)
    whole = path.segments == 1
    page.clock_words = [
        (f"t = {share:.4f}", said if whole else f"segment {k}, {said}")
        for k, share, said in numbers
    ]
    page.moments = [
        {
            "frame": path.frame_of(k),
            "label": ANSWERS[ImpactStatus(int(one.status))],
            "names": _named(one, names),
            "known": one.status != ImpactStatus.OUT_OF_BUDGET,
        }
        for k, one in path.found.items()
        if path.begins(k)
    ]
    page.opening = min((moment["frame"] for moment in page.moments), default=0)


def frame_states(path: RobotPath) -> list[str]:
    """For each frame whether the robot is free, touches, or it is not known."""
    said = ["free" if one is None else "touching" for one in path.touching()]
    for k, one in path.found.items():
        if one.status == ImpactStatus.OUT_OF_BUDGET:
            unsure = (path.segment == k) & (path.share >= min(float(one.time), 1.0))
            for frame in np.flatnonzero(unsure).tolist():
                said[frame] = "not known"
    return said


def path_colours(path: RobotPath, names: list[str], places: tuple[int, int, int]) -> Ids:
    """(F, n): places in a palette of things: at rest, of the link that touches, of the other."""
    rest, link, other = places
    number = {name: k for k, name in enumerate(names)}
    found = np.full((len(path.places), len(names)), rest)
    for frame, one in enumerate(path.touching()):
        pair = () if one is None else ((str(one.link), link), (str(one.other), other))
        for name, place in pair:
            if name in number:
                found[frame, number[name]] = place
    return found
