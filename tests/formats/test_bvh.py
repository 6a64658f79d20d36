"""BVH files: a skeleton and its motion, against a product of matrices; broken files."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from impinge.core.errors import FileError, ImpingeError
from impinge.formats.bvh import read_bvh
from impinge.geometry import Box
from impinge.scene import Robot

TEXT = """HIERARCHY
ROOT Hips
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
  JOINT Knee
  {
    OFFSET 0 -1 0
    CHANNELS 3 Xrotation Yrotation Zrotation
    End Site
    {
      OFFSET 0 -2 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.5
1 2 3 10 20 30 40 50 60
0 0 0 0 0 0 0 0 90
"""


def read(tmp_path, text, shapes=None, metres=0.1):
    path = tmp_path / "walk.bvh"
    path.write_text(text)
    return read_bvh(path, metres, shapes or {})


def test_the_motion_moves_links_as_the_file_says(tmp_path):
    parts = read(tmp_path, TEXT)
    tree, motion = parts.articulation, parts.motion

    assert tree.link_names == ("world", "Hips", "Knee")
    assert motion.times.tolist() == [0.0, 0.5]
    links = Robot(tree).links(motion.q)
    hips = Rotation.from_euler("ZYX", [10, 20, 30], degrees=True).as_matrix()
    knee = hips @ Rotation.from_euler("XYZ", [40, 50, 60], degrees=True).as_matrix()
    np.testing.assert_allclose(links[0, 1, :3, :3], hips, atol=1e-12)
    np.testing.assert_allclose(links[0, 1, :3, 3], [0.1, 0.2, 0.3], atol=1e-12)
    np.testing.assert_allclose(links[0, 2, :3, :3], knee, atol=1e-12)
    np.testing.assert_allclose(
        links[0, 2, :3, 3], [0.1, 0.2, 0.3] + hips @ [0, -0.1, 0], atol=1e-12
    )
    # A capsule from the knee to the end site.
    (shape, pose), = tree.links[2].shapes  # fmt: skip
    np.testing.assert_allclose(pose[:3, 3], [0, -0.1, 0], atol=1e-15)
    assert shape.length + 2 * shape.radius == pytest.approx(0.2)


def test_shapes_can_be_given(tmp_path):
    tree = read(tmp_path, TEXT, {"Knee": Box((1, 1, 1))}).articulation

    assert isinstance(tree.links[2].shapes[0][0], Box)
    with pytest.raises(ImpingeError, match="shapes: the skeleton has no link 'Elbow'"):
        read(tmp_path, TEXT, {"Elbow": Box((1, 1, 1))})


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("HIERARCHY\n", "SKELETON\n", "line 1: .*expected HIERARCHY"),
        ("Frames: 2", "Frames: 3", "announces 3 frames, has 2"),
        ("Frame Time: 0.5", "Frame Time: 0", "frame time is 0"),
        ("0 0 0 0 0 0 0 0 90", "0 0 0 0 0 0 0 0", "line 20: expected 9 numbers"),
        ("1 2 3 10", "1 2 nan 10", "line 19: expected 9 numbers"),
        ("CHANNELS 3 X", "CHANNELS 4 X", "line 9"),
        ("CHANNELS 3 Xrotation Yrotation Z", "CHANNELS 3 Xrotation Xrotation Z", "once each"),
        ("CHANNELS 6 Xposition Y", "CHANNELS 6 Lateral Y", "line 5: .*3 positions"),
        ("1 2 3 10", "1 2 3_0 10", "line 19: expected 9 numbers"),
        ("Frame Time: 0.5", "Frame Time: 1e308", "do not end"),
        ("JOINT Knee", "ROOT Knee", "expected one ROOT"),
        ("MOTION\n", "", "is not known|ends before"),
        ("}\nMOTION", "MOTION", "before the hierarchy ends"),
    ],
)
def test_broken_files_are_refused(tmp_path, old, new, told):
    assert old in TEXT
    with pytest.raises(FileError, match=told):
        read(tmp_path, TEXT.replace(old, new))
