"""Parcels on a belt."""

import numpy as np

from impinge.scenes import conveyor


def test_the_recording_begins_where_the_scene_is():
    scene, recording = conveyor(13)
    start = recording.at(0.0)
    assert set(recording.names) < set(scene.names)
    assert recording.duration == 5.0
    for name in recording.names:
        np.testing.assert_array_equal(scene[name].pose, start[name])


def test_things_begin_to_touch_and_part_again():
    scene, recording = conveyor(41)
    counts = []
    for frame in range(recording.frames):
        scene.move(recording.names, recording.poses[:, frame])
        found = scene.collide()
        counts.append(len(found))
        # Nothing rides deeper than it should, and nothing lies in the belt.
        assert all("belt" not in pair for pair in found.pairs)
    assert counts[0] == 0
    assert 0 < max(counts) <= 4
    assert counts[-1] < max(counts)
