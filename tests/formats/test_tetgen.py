"""TetGen: two files that belong together, and the line that is wrong."""

import numpy as np
import pytest
from formats.samples import TETS, tet_sample

from impinge.core.errors import FileError
from impinge.formats.tetgen import read_tetgen

NODE = "5 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1.25 1.5 1.75\n"
ELE = "2 4 0\n1 1 2 3 4\n2 2 3 4 5\n"


def read(folder, node=NODE, ele=ELE, extension=".node"):
    (folder / "part.node").write_text(node)
    (folder / "part.ele").write_text(ele)
    path = folder / f"part{extension}"
    return read_tetgen(path.read_bytes(), path)


@pytest.mark.parametrize("extension", [".node", ".ele"])
@pytest.mark.parametrize(
    ("node", "ele"),
    [
        (NODE, ELE),
        (tet_sample("node").decode(), tet_sample("ele").decode()),
        ("# made by hand\n" + NODE.replace("\n", " # x\n"), ELE + "# end\n"),
        (NODE.replace("5 3 0 0", "5  3"), ELE.replace("2 4 0", "2\t4")),
        (NODE.replace("5 3 0 0", "5 3 1 1").replace("1 0 0\n", "1 0 0 7.5 1\n")
         .replace(" 0 0 0\n", " 0 0 0 7.5 1\n").replace("0 1 0\n", "0 1 0 2 3\n")
         .replace("0 0 1\n", "0 0 1 2 3\n").replace("1.75\n", "1.75 2 3\n"),
         ELE.replace("2 4 0", "2 4 1").replace("3 4\n", "3 4 0.5\n").replace("4 5\n", "4 5 1\n")),
    ],
)  # fmt: skip
def test_both_numberings_attributes_and_comments(node, ele, extension, tmp_path):
    found = read(tmp_path, node, ele, extension)

    np.testing.assert_array_equal(found.vertices, TETS[0])
    np.testing.assert_array_equal(found.tets, TETS[1])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("5 3 0 0", "5 2 0 0", r"part\.node: line 1: expected the number of points, 3"),
        ("5 3 0 0", "0 3 0 0", r"part\.node: line 1"),
        ("5 3 0 0", "5 3 0 2", r"part\.node: line 1"),
        ("5 3 0 0", "5 3 1000000000 0", r"part\.node: line 1"),
        ("5 3 0 0", "-5 3 0 0", r"part\.node: line 1"),
        ("5 3 0 0", "6 3 0 0", r"part\.node: the file ends early: 6 lines"),
        ("5 3 0 0", "999999999999999999 3 0 0", "5 found"),
        ("5 3 0 0", "4 3 0 0", r"part\.node: line 6: 4 points announced, expected no more"),
        ("2 1 0 0", "2 1 0 zero", r"part\.node: line 3: expected a number and 3 values"),
        ("2 1 0 0", "2 1 0 nan", r"part\.node: line 3"),
        ("2 1 0 0", "7 1 0 0", r"part\.node: line 3: expected point 2"),
        ("1 0 0 0", "4 0 0 0", r"part\.node: line 2: expected points numbered from 0 or 1"),
        ("2 4 0", "2 10 0", r"part\.ele: line 1: expected the numbers of tetrahedra"),
        ("2 4 0", "3 4 0", r"part\.ele: the file ends early"),
        ("2 4 0", "1 4 0", r"part\.ele: line 3: 1 tetrahedra announced"),
        ("1 1 2 3 4", "1 0 2 3 4", r"part\.ele: line 2: expected points 1 to 5"),
        ("1 1 2 3 4", "1 1 2 3 6", r"part\.ele: line 2: expected points 1 to 5"),
        ("1 1 2 3 4", "1 1 2 3 4.5", r"part\.ele: line 2: expected a number, four corners"),
    ],
)
def test_broken_files_name_file_and_line(old, new, message, tmp_path):
    with pytest.raises(FileError, match=message):
        read(tmp_path, NODE.replace(old, new, 1), ELE.replace(old, new, 1))


def test_one_half_alone_is_none(tmp_path):
    path = tmp_path / "part.node"
    path.write_text(NODE)

    with pytest.raises(FileError, match=r"part\.node: its other half, part\.ele, is not beside it"):
        read_tetgen(path.read_bytes(), path)


def test_the_other_half_is_no_link_out_of_the_folder(tmp_path):
    """Loading one file opened whatever a link beside it led to."""
    folder = tmp_path / "given"
    folder.mkdir()
    (tmp_path / "secret.ele").write_text(ELE)
    (folder / "part.node").write_text(NODE)
    other = folder / "part.ele"
    other.symlink_to(tmp_path / "secret.ele")
    with pytest.raises(FileError, match=r"part\.ele, is a link out of the folder"):
        read_tetgen(NODE.encode(), folder / "part.node")

    other.unlink()
    (folder / "kept.ele").write_text(ELE)
    other.symlink_to("kept.ele")
    assert len(read_tetgen(NODE.encode(), folder / "part.node").tets) == 2
