"""Text that is all there is of its format, and takes as much memory as it can: short rows."""

ROWS = 4_000
CORNERS = 2_000


def _ply(vertices, faces):
    head = f"ply\nformat ascii 1.0\nelement vertex {vertices}\n"
    head += "property float x\nproperty float y\nproperty float z\n"
    head += f"element face {faces}\nproperty list int int vertex_index\n" if faces else ""
    return (head + "end_header\n").encode() + b"0 0 0\n" * vertices + b"3 0 1 2\n" * faces


def _vtk(points, cells):
    head = b"# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\n"
    head += b"POINTS %d float\n" % points + b"0 0 0 " * points
    head += b"\nCELLS %d %d\n" % (cells, 5 * cells) + b"4 0 1 2 3\n" * cells
    return head + b"CELL_TYPES %d\n" % cells + b"10\n" * cells


def _vtu(cells):
    def array(name, words, more=""):
        return f'<DataArray type="Int32" Name="{name}" format="ascii" {more}>{words}</DataArray>'

    points = array("points", "0 " * 12, 'NumberOfComponents="3"')
    rows = array("connectivity", "0 1 2 3 " * cells) + array("types", "10 " * cells)
    rows += array("offsets", " ".join(str(4 * k + 4) for k in range(cells)))
    return (
        '<VTKFile type="UnstructuredGrid" version="0.1"><UnstructuredGrid>'
        f'<Piece NumberOfPoints="4" NumberOfCells="{cells}"><Points>{points}</Points>'
        f"<Cells>{rows}</Cells></Piece></UnstructuredGrid></VTKFile>"
    ).encode()


FOUR = b"1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
MSH2 = b"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n" + FOUR + b"$EndNodes\n$Elements\n"
MSH4 = (
    b"$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 4 1 4\n3 1 0 4\n1\n2\n3\n4\n"
    b"0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n$Elements\n"
)
FAN = b" 1" * CORNERS + b"\n"

LONG_TEXTS = {
    "points.xyz": b"0 0 0\n" * ROWS,
    "empty.xyz": b"\n" * 6 * ROWS + b"0 0 0\n",
    "points.pcd": b"FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH %d\nHEIGHT 1\nDATA ascii\n" % ROWS
    + b"0 0 0\n" * ROWS,
    "points.ply": _ply(ROWS, 0),
    "vertices.ply": _ply(ROWS, 1),
    "faces.ply": _ply(3, ROWS),
    "vertices.obj": b"v 0 0 0\n" * ROWS + b"f 1 2 3\n",
    "faces.obj": b"v 0 0 0\n" * 3 + b"f 1 2 3\n" * ROWS,
    "fans.obj": b"v 0 0 0\n" * 3 + (b"f" + FAN) * 9,
    "others.obj": b"ab\n" * ROWS + b"v 0 0 0\n" * 3 + b"f 1 2 3\n",
    "vertices.off": b"OFF\n%d 1 0\n" % ROWS + b"0 0 0\n" * ROWS + b"3 0 1 2\n",
    "fans.off": b"OFF\n3 9 0\n" + b"0 0 0\n" * 3 + (b"%d" % CORNERS + FAN) * 9,
    "part.stl": b"solid\n"
    + b"facet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n" * (ROWS // 4)
    + b"endsolid\n",
    "points.vtk": _vtk(ROWS, 1),
    "cells.vtk": _vtk(4, ROWS),
    "cells.vtu": _vtu(ROWS),
    "elements.msh": MSH2 + b"%d\n" % ROWS + b"1 4 0 1 2 3 4\n" * ROWS + b"$EndElements\n",
    "blocks.msh": MSH4
    + b"%d %d 1 9\n" % (ROWS, ROWS)
    + b"3 1 4 1\n1 1 2 3 4\n" * ROWS
    + b"$EndElements\n",
    "cells.ele": b"%d 4\n" % ROWS + b"1 1 2 3 4\n" * ROWS,
}
BESIDE = {"cells.node": b"4 3\n" + FOUR}
"""The other half of TetGen's."""
