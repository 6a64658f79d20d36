"""A small recording with a track of every kind."""

import numpy as np
from payload_reading import at

import impinge as im
from impinge.geometry import box_mesh, grid_mesh

FRAMES = 12
TIMES = np.linspace(0.0, 1.1, FRAMES)


def sheet(frame, far=0.0):
    """Vertices of a square of 36, which bends more from frame to frame."""
    flat = grid_mesh(2.0, 5).vertices
    bent = 0.05 * frame * np.sin(2.0 * flat[:, 0]) + 0.3 * np.cos(frame) * flat[:, 1]
    return flat + np.stack([np.full(36, far), np.zeros(36), bent], axis=1)


def jelly(frame):
    """A cube in its own frame that grows; see `carried`."""
    return box_mesh((0.4, 0.4, 0.4)).vertices * (1.0 + 0.05 * frame)


def carried(frame):
    return at(2.0, 0.1 * frame, 1.0)


def dust(frame):
    """More points from frame to frame, with values from 0 to 3."""
    rng = np.random.default_rng(frame)
    places = rng.uniform(-1.0, 1.0, size=(frame, 3)) - [0.0, 0.0, 1.5]
    return np.column_stack([places, np.linspace(0.0, 3.0, frame)])


def strands(frame):
    """Two lines of three and four points."""
    return [np.array([[k, 2.0, 0.1 * frame * k] for k in range(count)], float) for count in (3, 4)]


def contacts(frame):
    """Points, normals, separations."""
    some = np.zeros((frame % 3, 7))
    some[:, 0], some[:, 2], some[:, 5], some[:, 6] = 0.1 * frame, -0.5, 1.0, -0.02
    return some


def every_track(**more):
    frames = range(FRAMES)
    return im.Recording(
        TIMES,
        {"jelly": [carried(k) for k in frames]},
        vertices={"sheet": [sheet(k) for k in frames], "jelly": [jelly(k) for k in frames]},
        points={"speed": [dust(k) for k in frames]},
        lines={"hair": [strands(k) for k in frames]},
        joints={"arm": np.stack([np.sin(TIMES), np.cos(TIMES)], axis=1)},
        scalars={"energy": 2.0 - TIMES, "count": np.arange(FRAMES)},
        contacts=[contacts(k) for k in frames],
        things={"sheet": grid_mesh(2.0, 5), "jelly": box_mesh((0.4, 0.4, 0.4))},
        **more,
    )
