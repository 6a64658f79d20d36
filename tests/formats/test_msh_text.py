"""MSH as text: four layouts, and the line that is wrong."""

from pathlib import Path

import pytest
from formats.samples import tet_sample

from impinge.core.errors import FileError
from impinge.formats.msh import read_msh

PATH = Path("part.msh")
TWO = (
    "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n30 0 1 0\n4 0 0 1\n"
    "5 1 1 1\n$EndNodes\n$Elements\n3\n1 2 2 0 1 1 2 30\n2 4 2 0 1 1 2 30 4\n"
    "3 4 3 0 1 9 2 30 4 5\n$EndElements\n"
)
FOUR = (
    "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n1 0 0 0\n1 0 0 0 0\n$EndEntities\n"
    "$Nodes\n2 5 1 5\n0 1 0 1\n1\n0 0 0\n3 1 0 4\n2\n3\n4\n5\n1 0 0\n0 1 0\n0 0 1\n1 1 1\n"
    "$EndNodes\n$Elements\n2 3 1 3\n2 1 2 1\n1 1 2 3\n3 1 4 2\n2 1 2 3 4\n3 2 3 4 5\n"
    "$EndElements\n"
)
ONE = tet_sample("msh1").decode()


POINTS = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]


@pytest.mark.parametrize("text", [TWO, FOUR])
def test_faces_and_other_sections_are_left_out(text):
    found = read_msh(text.encode(), PATH)

    assert found.vertices.tolist() == POINTS
    assert found.tets.tolist() == [[0, 1, 2, 3], [1, 2, 3, 4]]


@pytest.mark.parametrize("text", [TWO, FOUR])
def test_comments_names_data_and_carriage_returns(text):
    more = "$Comments\nhello\n$EndComments\n" + text + "$NodeData\n1\nx\n$EndNodeData\n" * 2

    found = read_msh(more.replace("\n", "\r\n").encode(), PATH)

    assert found.vertices.tolist() == POINTS
    assert found.tets.tolist() == [[0, 1, 2, 3], [1, 2, 3, 4]]


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (TWO, "2.2 0 8", "3 0 8", "line 2: expected version 2, 2.2, 4"),
        (TWO, "2.2 0 8", "1 0 8", "line 2: expected version"),
        (TWO, "2.2 0 8", "2.2 2 8", "line 2: expected version"),
        (TWO, "$MeshFormat", "$Mesh", r"line 1: expected \$MeshFormat"),
        (TWO, "$EndNodes", "", r"line 12: expected \$EndNodes"),
        (TWO, "\n5\n", "\n6\n", "line 11: expected number x y z"),
        (TWO, "\n5\n", "\n4\n", r"line 10: expected \$EndNodes, found '5 1 1 1'"),
        (TWO, "\n5\n", "\n99999999999999\n", "line 11: expected number x y z"),
        (TWO, "\n5\n", "\nfive\n", "line 5: expected the number of nodes"),
        (TWO, "2 1 0 0", "2 1 0 0x1", "line 7: expected number x y z, found '2 1 0 0x1'"),
        (TWO, "30 0 1 0", "2 0 1 0", "two nodes have the same number"),
        (TWO, "30 0 1 0", "0 0 1 0", "nodes have numbers from 0"),
        (TWO, "30 0 1 0", "99999999999 0 1 0", "nodes have numbers from 1 to 99999999999"),
        (TWO, "2 4 2 0 1 1 2 30 4", "2 4 2 0 1 1 2 3 4", "line 15: there is no node 3"),
        (TWO, "2 4 2 0 1 1 2 30 4", "2 4 2 0 1 1 2 30 0", "line 15: there is no node 0"),
        (TWO, "2 4 2 0 1 1 2 30 4", "2 4 2 0 1 1 2 30", "line 15: expected 4 nodes"),
        (TWO, "2 4 2 0 1 1 2 30 4", "2 4 99 0 1 1 2 30 4", "line 15: expected 4 nodes"),
        (TWO, "2 4 2 0 1 1 2 30 4", "2 4", "line 15: expected an element"),
        (TWO, "2 4 2 0 1 1 2 30 4", "2 5 2 0 1 1 2 30 4", "holds hexahedra"),
        (TWO, "$Elements\n3", "$Elements\n2", r"line 16: expected \$EndElements"),
        (TWO, "$EndElements\n", "", r"ends early: expected \$EndElements"),
        (TWO, "$Nodes", "$Other", r"ends early: expected \$EndOther"),
        (TWO[: TWO.index("$Elements")], "", "", "holds no tetrahedra, or ends before them"),
        (FOUR, "2 5 1 5", "2 6 1 6", "6 nodes announced, 5 found in blocks"),
        (FOUR, "2 5 1 5", "3 5 1 5", "line 22: expected a block of nodes"),
        (FOUR, "2 5 1 5", "999999999999 5 1 5", "expected a block of nodes"),
        (FOUR, "3 1 0 4", "3 1 1 4", "line 13: parametric nodes"),
        (FOUR, "3 1 0 4", "3 1 0 5", "line 18: expected the number of a node"),
        (FOUR, "3 1 4 2", "3 1 5 2", "holds hexahedra"),
        (FOUR, "2 3 1 3", "2 4 1 3", "4 elements announced, 3 found"),
        (FOUR, "3 2 3 4 5", "3 2 3 4 6", "line 29: there is no node 6"),
        (FOUR, "3 2 3 4 5", "3 2 3 4 -5", "line 29: expected number and 4 nodes"),
        (ONE, "$ENDNOD", "$EndNOD", r"expected \$ENDNOD"),
        (ONE, "2 4 1 1 4 2 3 4 5", "2 4 1 1 3 2 3 4 5", "line 12: expected 4 nodes"),
        (ONE, "2 4 1 1 4 2 3 4 5", "2 4 1 1 4 2 3 4 6", "line 12: there is no node 6"),
    ],
)
def test_broken_files_name_the_line(text, old, new, message):
    broken = text.replace(old, new, 1) if old else text

    assert broken != text or not old
    with pytest.raises(FileError, match=rf"part\.msh: .*{message}"):
        read_msh(broken.encode(), PATH)


@pytest.mark.parametrize("text", [TWO, FOUR])
def test_sections_twice_or_in_the_wrong_order(text):
    nodes = text[text.index("$Nodes") : text.index("$Elements")]

    for broken in (text + nodes, text.replace(nodes, "") + nodes):
        with pytest.raises(FileError, match="expected nodes once, and then elements once"):
            read_msh(broken.encode(), PATH)
