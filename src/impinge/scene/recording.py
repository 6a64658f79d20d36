"""What a simulation or a robot has done: named tracks over time."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from impinge.core.arrays import Array, as_scalar, as_whole, frozen
from impinge.core.errors import ImpingeError
from impinge.core.options import shown
from impinge.core.poses import as_poses
from impinge.geometry import Shape
from impinge.motion import Motion
from impinge.scene.tracks import (
    KINDS,
    Frame,
    TrackCheck,
    Tracks,
    as_times,
    check_things,
    described,
    named,
    track_key,
)

NO_CONTACTS = frozen(np.empty((0, 7)))


class Frames(NamedTuple):
    """Frames in memory. ``scene/recording_frames.py`` has the same for frames in a file."""

    times: Array
    tracks: Tracks
    things: Mapping[str, Shape]
    rows: list[Frame]

    def array(self, frame: int, key: str) -> NDArray[Any] | None:
        """One array of a frame; None if there is none of this name, as contacts of some frames."""
        return self.rows[frame].get(key)

    def arrays(self, frames: Sequence[int], key: str) -> Iterator[NDArray[Any] | None]:
        """The array of each frame, as by ``array``."""
        return (self.array(frame, key) for frame in frames)


class Recording:
    """Named tracks at increasing times: poses, vertices, points, lines, joints, scalars. Immutable.

    Parameters
    ----------
    times : (F,) array_like
        Seconds, strictly increasing; at least one.
    poses : mapping of str to (F, 4, 4) array_like, optional
        Body to world, one per time.
    vertices : mapping of str to (F, n, 3) array_like, optional
        Vertices of a mesh that deforms [m].
    points : mapping of str to sequence of F (k, 3) or (k, 4) array_like, optional
        Points [m]; their number may change from frame to frame. The fourth column is a value per
        point, shown as a colour.
    lines : mapping of str to sequence of F lists of (k, 3) array_like, optional
        Polylines [m], such as strands.
    joints : mapping of str to (F, d) array_like, optional
        Joint values of a robot [rad] or [m].
    scalars : mapping of str to (F,) array_like, optional
        Numbers over time, such as energies and counts.
    contacts : sequence of F contacts, optional
        Results of :func:`impinge.collide` or :meth:`Scene.collide`, or (m, 7) rows of point, normal
        and separation; None for a frame without contacts.
    things : mapping of str to shape, optional
        Shapes of the tracks; a track of vertices belongs to the mesh of its name.

    Raises
    ------
    ImpingeError
        If times do not increase, there is no track, or a value is not finite or of another shape;
        the message names the track and the frame.

    Examples
    --------
    >>> import impinge as im
    >>> poses = im.pose([[0, 0, 0], [2, 0, 0]])
    >>> run = Recording([0.0, 1.0], {"crate": poses}, scalars={"energy": [2.0, 1.5]})
    >>> run, float(run.at(0.25)["crate"][0, 3]), run.scalar("energy").tolist()
    (Recording(2 tracks, 2 frames, 0 to 1 s), 0.5, [2.0, 1.5])

    ``im.save(run, "run.rec")`` keeps it, ``im.load("run.rec")`` brings it back, and
    ``im.show(scene, run)`` plays it. :class:`impinge.Recorder` writes one frame by frame.
    """

    __slots__ = ("_chosen", "_poses", "_source", "times")

    _chosen: range
    _poses: Array | None
    _source: Any
    times: Array

    def __init__(
        self,
        times: ArrayLike,
        poses: Mapping[str, ArrayLike] | None = None,
        *,
        vertices: Mapping[str, ArrayLike] | None = None,
        points: Mapping[str, Any] | None = None,
        lines: Mapping[str, Any] | None = None,
        joints: Mapping[str, ArrayLike] | None = None,
        scalars: Mapping[str, ArrayLike] | None = None,
        contacts: Sequence[Any] | None = None,
        things: Mapping[str, Any] | None = None,
    ) -> None:
        checked = as_times(times)
        tracks = {
            "poses": poses, "vertices": vertices, "points": points, "lines": lines,
            "joints": joints, "scalars": scalars,
        }  # fmt: skip
        given = {kind: named(kind, some) for kind, some in tracks.items()}
        if not any(given.values()) and contacts is None:
            raise ImpingeError("poses: empty, a recording has at least one thing or track")
        check, count = TrackCheck(check_things(things)), len(checked)
        block = _as_block(given.pop("poses"), count)
        for kind, some in given.items():
            for name, value in some.items():
                _check_length(value, count, f"{kind} of {name!r}")
        if contacts is not None:
            _check_length(contacts, count, "contacts")
        rows: list[Frame] = []
        for k in range(count):
            now = {kind: {n: v[k] for n, v in some.items()} for kind, some in given.items()}
            touching = None if contacts is None else contacts[k]
            rows.append(check.frame(f" at frame {k}", touching, **now))
            if len(block):
                rows[k]["poses"] = block[:, k]
        found = {**dict.fromkeys(KINDS, ()), **(check.tracks or {}), "poses": tuple(poses or ())}
        found["contacts"] = () if contacts is None else ("contacts",)
        self._fill(Frames(checked, found, check.things, rows), range(count), block)

    @classmethod
    def _of(cls, source: Any, chosen: range, poses: Array | None = None) -> Recording:
        """The recording of some frames of a source."""
        made = object.__new__(cls)
        made._fill(source, chosen, poses)
        return made

    def _fill(self, source: Any, chosen: range, poses: Array | None) -> None:
        times = source.times[chosen.start : chosen.stop : chosen.step]
        for name, value in (
            ("_chosen", chosen), ("_poses", poses), ("_source", source), ("times", frozen(times)),
        ):  # fmt: skip
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Recording cannot be changed ({name})")

    @property
    def tracks(self) -> Tracks:
        """Names by kind of track, in the order in which they were given; () where there are none.

        Kinds are poses, vertices, points, lines, joints, scalars and contacts.
        """
        return dict(self._source.tracks)

    @property
    def names(self) -> tuple[str, ...]:
        """Each name of a track once: poses first, then the other kinds in their order."""
        names = (names for kind, names in self._source.tracks.items() if kind != "contacts")
        return tuple(dict.fromkeys(name for some in names for name in some))

    @property
    def things(self) -> dict[str, Shape]:
        """Shapes by name, as recorded; empty if there are none."""
        return dict(self._source.things)

    @property
    def poses(self) -> Array:
        """(n, F, 4, 4) float64, in the order of ``tracks["poses"]``. Read-only.

        Poses are read from a file once and then kept.
        """
        if self._poses is None:
            found = list(self._source.arrays(self._chosen, "poses"))
            block = np.stack(found, axis=1) if self.tracks["poses"] else _as_block({}, self.frames)
            object.__setattr__(self, "_poses", block)
        return frozen(self._poses)  # type: ignore[arg-type]

    @property
    def frames(self) -> int:
        """How many times there are."""
        return len(self.times)

    @property
    def duration(self) -> float:
        """From the first time to the last [s]."""
        return float(self.times[-1] - self.times[0])

    def of(self, name: str) -> Array:
        """(F, 4, 4) float64: the poses of one thing. Read-only."""
        return frozen(self.poses[self._number("poses", name)])

    def vertices(self, name: str, frame: int) -> Array:
        """(n, 3) float64: the vertices of a mesh at a frame. Read-only."""
        return self._track("vertices", name, frame)

    def points(self, name: str, frame: int) -> Array:
        """(k, 3) float64: points at a frame; k may differ from frame to frame. Read-only."""
        return frozen(np.ascontiguousarray(self._track("points", name, frame)[:, :3]))

    def point_values(self, name: str, frame: int) -> Array | None:
        """(k,) float64: the value of each point at a frame, or None if none were recorded."""
        found = self._track("points", name, frame)
        return frozen(np.ascontiguousarray(found[:, 3])) if found.shape[1] == 4 else None

    def lines(self, name: str, frame: int) -> list[Array]:
        """Polylines at a frame, each (k, 3) float64. Read-only."""
        points = self._track("lines", name, frame)
        counts = self._array(frame, f"counts/{self._number('lines', name)}")
        return np.split(points, np.cumsum(counts)[:-1]) if len(counts) else []

    def joints(self, name: str) -> Array:
        """(F, d) float64: joint values over time."""
        key = track_key("joints", self._number("joints", name))
        return np.stack(list(self._source.arrays(self._chosen, key)))

    def scalar(self, name: str) -> Array:
        """(F,) float64: a number over time."""
        number = self._number("scalars", name)
        return np.array([row[number] for row in self._source.arrays(self._chosen, "scalars")])

    def contacts(self, frame: int) -> tuple[Array, Array, Array]:
        """Points (m, 3), unit normals (m, 3) and separations (m,) of the contacts at a frame."""
        rows = self._array(frame, "contacts")
        return frozen(rows[:, :3]), frozen(rows[:, 3:6]), frozen(rows[:, 6])

    def _track(self, kind: str, name: str, frame: int) -> Array:
        return frozen(self._array(frame, track_key(kind, self._number(kind, name))))

    def _number(self, kind: str, name: str) -> int:
        """Of a track among those of its kind."""
        names = self._source.tracks[kind]
        if not isinstance(name, str) or name not in names:
            known = ", ".join(map(repr, names[:5])) or "none"
            raise ImpingeError(
                f"name: no {kind} in the recording are called {shown(name)}; there are {known}"
            )
        return names.index(name)

    def _array(self, frame: int, key: str) -> NDArray[Any]:
        try:
            number = self._chosen[index(frame)]
        except (TypeError, IndexError):
            raise ImpingeError(
                f"frame: expected a whole number below {self.frames}, got {shown(frame)}"
            ) from None
        found = self._source.array(number, key)
        # A frame without contacts.
        return NO_CONTACTS if found is None else found

    def at(self, time: float) -> dict[str, Array]:
        """The pose of each thing at a time [s], those between two frames interpolated.

        The origin of each body frame moves along a straight line while the body turns about it at
        a constant rate, the shorter way round.

        Raises
        ------
        ImpingeError
            Before the first time or after the last: nobody knows what was there.
        """
        t = as_scalar(time, "time", least=-inf)
        first, last = float(self.times[0]), float(self.times[-1])
        if not first <= t <= last:
            raise ImpingeError(f"time: {t:g}, the recording is from {first:g} to {last:g} s")
        names = self._source.tracks["poses"]
        if not names:
            return {}
        k = int(np.searchsorted(self.times, t, side="right")) - 1
        if t == self.times[k]:
            found = self._pose_rows(k).copy()
        else:
            # Halves: the difference of two large times might overflow.
            start, end = 0.5 * float(self.times[k]), 0.5 * float(self.times[k + 1])
            motion = Motion(self._pose_rows(k), self._pose_rows(k + 1))
            found = motion.pose((0.5 * t - start) / (end - start))
        return dict(zip(names, found, strict=True))

    def _pose_rows(self, k: int) -> Array:
        """(n, 4, 4): the poses of one frame, without reading those of all."""
        return self._array(k, "poses") if self._poses is None else self._poses[:, k]

    def every(self, step: int) -> Recording:
        """The recording of each ``step``-th frame, from the first on.

        Examples
        --------
        >>> import impinge as im
        >>> run = Recording([0, 1, 2, 3, 4], {"crate": [im.pose()] * 5})
        >>> run.every(2).times.tolist()
        [0.0, 2.0, 4.0]
        """
        k = as_whole(step, "step", 1, sys.maxsize)
        poses = None if self._poses is None else self._poses[:, ::k]
        return Recording._of(self._source, self._chosen[::k], poses)

    def __contains__(self, name: object) -> bool:
        tracks = self._source.tracks
        return any(name in tracks[kind] for kind in KINDS if kind != "contacts")

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        """How many names it has."""
        return len(self.names)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Recording):
            return NotImplemented
        return (
            self.tracks == other.tracks
            and np.array_equal(self.times, other.times)
            and described(self.things) == described(other.things)
            and all(_same(self._frame(k), other._frame(k)) for k in range(self.frames))
        )

    __hash__ = None  # type: ignore[assignment]

    def _frame(self, k: int) -> Frame:
        """All arrays of a frame."""
        tracks = self._source.tracks
        keys = [track_key(kind, i) for kind in KINDS for i in range(len(tracks[kind]))]
        keys += [f"counts/{i}" for i in range(len(tracks["lines"]))]
        found = {key: self._source.array(self._chosen[k], key) for key in keys}
        return {key: array for key, array in found.items() if array is not None}

    def __reduce__(self) -> tuple[Any, ...]:
        return Recording._of, (self._source, self._chosen)

    def __repr__(self) -> str:
        tracks = self._source.tracks
        is_plain = len(tracks["poses"]) == sum(map(len, tracks.values()))
        count = sum(map(len, tracks.values()))
        what = ("thing" if is_plain else "track") + ("" if count == 1 else "s")
        span = f"{self.times[0]:g} to {self.times[-1]:g} s"
        return f"Recording({count} {what}, {self.frames} frames, {span})"


def _same(a: Frame, b: Frame) -> bool:
    return a.keys() == b.keys() and all(np.array_equal(a[key], b[key]) for key in a)


def _check_length(values: Any, count: int, where: str) -> None:
    try:
        found = len(values)
    except Exception:  # noqa: BLE001 - code of the caller
        found = None
    if found != count or isinstance(values, Mapping) or not hasattr(values, "__getitem__"):
        raise ImpingeError(f"{where}: expected {count} frames, one per time, got {found}")


def _as_block(poses: Mapping[str, ArrayLike], count: int) -> Array:
    """(n, F, 4, 4): poses by thing and frame."""
    block = np.empty((len(poses), count, 4, 4))
    for i, (name, given) in enumerate(poses.items()):
        matrices = as_poses(given, f"poses of {name!r}")
        if matrices is None or matrices.shape != (count, 4, 4):
            shape = None if matrices is None else matrices.shape
            raise ImpingeError(
                f"poses of {name!r}: expected shape ({count}, 4, 4), one pose a time, got {shape}"
            )
        block[i] = matrices
    return block
