"""Where meshes of robots are looked for, and where not."""

import io
import zipfile

import numpy as np
import pytest

from impinge.core.errors import FileError, ImpingeError
from impinge.formats.robot_meshes import MeshFolder

TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
BOX = """<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="centimetre" meter="1"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 2 0</float_array>
<technique_common><accessor source="#pa" count="3" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node><instance_geometry url="#g"/></node>
</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>
"""


@pytest.fixture
def robot(tmp_path):
    """A robot's file in pack/urdf, with meshes in pack/meshes and beside the package."""
    for folder in ("pack/urdf/own", "pack/meshes", "other"):
        (tmp_path / folder).mkdir(parents=True)
    for file in ("pack/urdf/own/a.obj", "pack/meshes/b.obj", "other/c.obj", "secret.obj"):
        (tmp_path / file).write_text(TRIANGLE)
    return tmp_path / "pack" / "urdf" / "robot.urdf"


def test_files_are_found_below_their_folders(robot):
    folder = MeshFolder(robot, {"named": robot.parents[2] / "other"}, "error")

    for name in ("own/a.obj", "package://pack/meshes/b.obj", "package://other/c.obj",
                 "package://named/c.obj", "package:///named/c.obj",
                 f"file://{robot.parent}/own/a.obj"):  # fmt: skip
        assert len(folder.mesh(name, None, "link 'x'").faces) == 1, name
    assert folder.mesh("own/a.obj", None, "x") is folder.mesh("own/a.obj", (1, 1, 1), "y")
    flipped = folder.mesh("own/a.obj", (1, -2, 1), "x")
    assert flipped.bounds[0].tolist() == [0, -2, 0]
    assert flipped.faces.tolist() == [[2, 1, 0]]
    wide = MeshFolder(robot, {".": robot.parents[1]}, "error")
    assert len(wide.mesh("../meshes/b.obj", None, "x").faces) == 1


@pytest.mark.parametrize(
    "name",
    ["../meshes/b.obj", "/etc/passwd", "file:///etc/passwd", "package://pack/../secret.obj",
     "package://../secret.obj", "package://nowhere/x.obj", "own/../../../secret.obj", "link.obj",
     "..\\meshes\\b.obj", "package://..\\/secret.obj", "package://etc/passwd"],
)  # fmt: skip
def test_nothing_outside_is_opened(robot, name):
    (robot.parent / "link.obj").symlink_to(robot.parents[2] / "secret.obj")

    with pytest.raises(FileError, match=r"outside the folder|was not found"):
        MeshFolder(robot, {}, "error").mesh(name, None, "link 'x'")


def test_names_that_the_system_refuses_are_errors(robot):
    (robot.parent / "loop.obj").symlink_to(robot.parent / "loop.obj")

    for name in ("a" * 5000 + ".obj", "package://" + "a" * 5000 + "/b.obj", "loop.obj"):
        for missing in ("error", "skip"):
            with pytest.raises(FileError, match=r"link 'x'"):
                MeshFolder(robot, {}, missing).mesh(name, None, "link 'x'")


@pytest.mark.parametrize("how", ["zip", "zip behind", "utf-16-le", "utf-7", "doubling", "nan"])
def test_what_pycollada_would_unpack_is_refused(robot, how):
    # It unpacks archives, follows encodings that hide a document type, and reads nan as 0; 24 nodes
    # that show the next one twice are 16 million triangles.
    pytest.importorskip("collada")
    hidden = BOX.replace("<COLLADA", '<!DOCTYPE C [<!ENTITY a "1">]><COLLADA', 1)
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("a.dae", hidden)
    levels = "".join(
        f'<node id="n{k}"><instance_node url="#n{k + 1}"/><instance_node url="#n{k + 1}"/></node>'
        for k in range(24)
    )
    nodes = f'<library_nodes>{levels}<node id="n24"><instance_geometry url="#g"/></node>'
    data = {
        "zip": archive.getvalue(),
        "zip behind": BOX.encode() + archive.getvalue(),
        "utf-16-le": hidden.replace('"1.0"', '"1.0" encoding="UTF-16LE"', 1).encode("utf-16-le"),
        "utf-7": hidden.replace('"1.0"', '"1.0" encoding="UTF-7"', 1).replace("<!", "+ADwAIQ-")
        .encode(),
        "doubling": BOX.replace("<library_visual", f"{nodes}</library_nodes><library_visual", 1)
        .replace("<node><instance_geometry url", '<node><instance_node url="#n0"/><x url').encode(),
        "nan": BOX.replace("1 0 0 0 2", "nan 0 0 0 2").encode(),
    }  # fmt: skip
    (robot.parent / "box.dae").write_bytes(data[how])

    with pytest.raises(FileError, match=r"link 'x'.*(XML|DTD|nodes repeat|finite)"):
        MeshFolder(robot, {}, "error").mesh("box.dae", None, "link 'x'")


def test_missing_and_broken_files_are_named(robot):
    (robot.parent / "empty.obj").write_text("")
    (robot.parent / "part.step").write_text("x")
    skip = MeshFolder(robot, {}, "skip")

    assert skip.mesh("none.obj", None, "link 'x'") is None
    assert skip.mesh("package://nowhere/x.obj", None, "link 'y'") is None
    assert [line[:8] for line in skip.skipped] == ["link 'x'", "link 'y'"]
    for name, told in (("empty.obj", "empty"), ("part.step", "expected one of"),
                       ("own/a.obj", "scale of 0")):  # fmt: skip
        with pytest.raises(FileError, match=f"link 'x'.*{told}"):
            skip.mesh(name, (1, 0, 1) if "own" in name else None, "link 'x'")
    with pytest.raises(ImpingeError, match="missing: 'ignore'"):
        MeshFolder(robot, {}, "ignore")
    with pytest.raises(ImpingeError, match="packages: 'a': there is no folder"):
        MeshFolder(robot, {"a": robot / "none"}, "error")
    with pytest.raises(ImpingeError, match="packages: expected a dictionary"):
        MeshFolder(robot, ["a"], "error")


def test_collada_files_are_read_by_trimesh(robot):
    pytest.importorskip("collada")
    (robot.parent / "a.dae").write_text(BOX)
    (robot.parent / "bomb.dae").write_text(BOX.replace("<COLLADA", "<!DOCTYPE x><COLLADA"))
    folder = MeshFolder(robot, {}, "error")

    np.testing.assert_allclose(np.ptp(folder.mesh("a.dae", None, "x").bounds, axis=0), [1, 2, 0])
    with pytest.raises(FileError, match="DTD"):
        folder.mesh("bomb.dae", None, "x")
