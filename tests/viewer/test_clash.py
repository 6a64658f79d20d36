"""Both pictures of a clash search are written."""

import struct

import numpy as np

from impinge.geometry import Box
from impinge.scenes import Assembly, clash_machine, find_clashes
from impinge.viewer import draw_largest, draw_overview


def png_size(path):
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", head[16:])


def test_both_pictures_are_written(tmp_path):
    machine = clash_machine(40, 3, misplaced=0.2)
    clashes = find_clashes(machine.scene())
    assert clashes
    overview, largest, views = tmp_path / "a.png", tmp_path / "b.png", []

    draw_overview(overview, machine, clashes, "title", "subtitle", size=(240, 160), samples=1)
    draw_largest(largest, machine, clashes, size=(60, 50), samples=1, done=views.append)

    assert png_size(overview) == (240, 180)
    assert png_size(largest)[0] == 180
    assert views == list(range(1, min(6, len(clashes)) + 1))


def test_a_part_inside_another_has_no_contact_line(tmp_path):
    """No triangles meet; it is drawn all the same."""
    parts = Assembly(
        ("A1 crate", "A2 core"), (Box((1.0, 1.0, 1.0)), Box((0.2, 0.2, 0.2))),
        np.stack([np.eye(4)] * 2), np.zeros(2, bool),
    )  # fmt: skip
    clashes = find_clashes(parts.scene())
    assert [len(clash.pairs) for clash in clashes] == [0]

    draw_overview(tmp_path / "a.png", parts, clashes, "title", "", size=(120, 80), samples=1)
    draw_largest(tmp_path / "b.png", parts, clashes, size=(60, 50), samples=1)

    assert (tmp_path / "b.png").stat().st_size > 1_000


def test_no_clash_is_a_picture_too(tmp_path):
    machine = clash_machine(10, 3, misplaced=0.0)

    draw_overview(tmp_path / "a.png", machine, [], "title", "", size=(120, 80), samples=1)
    draw_largest(tmp_path / "b.png", machine, [], size=(60, 50), samples=1)

    assert (tmp_path / "a.png").stat().st_size > 1_000
    assert (tmp_path / "b.png").stat().st_size > 1_000
