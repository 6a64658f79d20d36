"""``load``: a mesh in metres, or an error that names the file."""

import inspect
import os
import re
from pathlib import Path

import numpy as np
import pytest
from formats.samples import (
    KINDS,
    POINTS,
    TET_KINDS,
    glb,
    glb_triangle,
    sample,
    spoiled,
    tet_sample,
)

from impinge.core.errors import FileError, ImpingeError
from impinge.formats.file import PointArrays
from impinge.formats.writers import POINT_WRITERS
from impinge.geometry import Mesh, PointCloud, TetMesh
from impinge.io import load
from impinge.io.load import EXTENSIONS

NAMED = os.environ.get("IMPINGE_DATA")
REAL = (
    sorted(
        path
        for path in Path(NAMED).rglob("*")
        if path.suffix.lower() in (".stl", ".obj", ".ply", ".off", ".glb")
        and path.parent.name != "points"
    )
    if NAMED
    else []
)


def written(tmp_path, kind, data=None):
    path = tmp_path / f"part{KINDS[kind]}"
    path.write_bytes(sample(kind) if data is None else data)
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_every_format_is_closed_and_outward(kind, tmp_path):
    mesh = load(written(tmp_path, kind))

    assert repr(mesh) == "Mesh(4 vertices, 4 faces, closed, oriented)"
    assert mesh.volume == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("units", "metres"),
    [
        ("m", 1),
        ("cm", 0.01),
        ("mm", 1e-3),
        ("um", 1e-6),
        ("km", 1e3),
        ("in", 0.0254),
        ("ft", 0.3048),
    ],
)
def test_units_become_metres(units, metres, tmp_path):
    path = written(tmp_path, "stl")

    assert load(path, units=units).bounds[1].tolist() == [metres] * 3
    np.testing.assert_array_equal(
        load(path, scale=metres).vertices, load(str(path), units=units).vertices
    )


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"scale": 2.0, "units": "mm"}, "both given"),
        ({"units": "parsec"}, "units: 'parsec', expected one of m, cm"),
        ({"units": 3}, "units"),
        ({"scale": 0.0}, "scale: 0"),
        ({"scale": -1.0}, "scale: -1"),
        ({"scale": np.inf}, "scale"),
        ({"scale": "2"}, "scale"),
    ],
)
def test_scale_and_units_make_sense(keywords, message, tmp_path):
    with pytest.raises(ImpingeError, match=message):
        load(written(tmp_path, "stl"), **keywords)


@pytest.mark.parametrize("kind", TET_KINDS)
def test_tetrahedra_in_metres(kind, tmp_path):
    for half in ("node", "ele"):
        (tmp_path / f"part.{half}").write_bytes(tet_sample(half))
    path = tmp_path / f"part{TET_KINDS[kind]}"
    path.write_bytes(tet_sample(kind))

    found = load(path, units="mm")

    assert isinstance(found, TetMesh)
    assert len(found.tets) == 2
    np.testing.assert_allclose(found.bounds[1], [0.00125, 0.0015, 0.00175], rtol=1e-11)


@pytest.mark.parametrize("extension", POINT_WRITERS)
def test_points_in_metres_and_normals_as_they_are(extension, tmp_path):
    path = tmp_path / f"scan{extension}"
    path.write_bytes(POINT_WRITERS[extension](PointArrays(*POINTS)))

    found = load(path, scale=2.0)

    assert isinstance(found, PointCloud)
    np.testing.assert_array_equal(found.points, 2.0 * POINTS[0])
    np.testing.assert_array_equal(found.normals, POINTS[1])


def test_a_scene_says_its_unit_itself(tmp_path):
    path = tmp_path / "scene.toml"
    path.write_text('[[parts]]\nname = "a"\nshape = { kind = "sphere", radius = 1 }\n')

    assert load(path).names == ("a",)
    for options in ({"units": "mm"}, {"scale": 2.0}):
        with pytest.raises(ImpingeError, match="a scene file says its unit itself"):
            load(path, **options)


def test_what_no_shape_can_be_names_the_file(tmp_path):
    path = tmp_path / "scan.xyz"
    path.write_text("0 0 0\n0 1e200 0\n")

    with pytest.raises(FileError, match=r"scan\.xyz: points: row 1 holds 1e\+200"):
        load(path)


def test_the_page_of_files_names_every_extension():
    page = (Path(__file__).parents[2] / "docs" / "files.md").read_text()
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `.")]

    assert sorted(re.findall(r"\.\w+", " ".join(rows))) == EXTENSIONS


def test_options_are_named():
    kinds = {p.kind for p in list(inspect.signature(load).parameters.values())[1:]}

    assert kinds == {inspect.Parameter.KEYWORD_ONLY}


def test_glb_is_in_metres(tmp_path):
    path = written(tmp_path, "glb")

    assert load(path, units="m").volume == pytest.approx(1 / 6)
    assert load(path, scale=2.0).volume == pytest.approx(8 / 6)
    with pytest.raises(ImpingeError, match="GLB files are in metres"):
        load(path, units="mm")


@pytest.mark.parametrize("path", ["", "none.stl", ".", "a\0b.stl", "http://localhost/part.stl"])
def test_paths_that_lead_nowhere(path):
    with pytest.raises(FileError):
        load(path)


@pytest.mark.parametrize("path", [None, 3, b"part.stl"])
def test_what_is_no_path(path):
    with pytest.raises(ImpingeError, match="path: expected a path"):
        load(path)


@pytest.mark.parametrize("value", ["nan", "inf", "1e200", "-1e400"])
def test_coordinates_that_are_none_name_the_file(value, tmp_path):
    path = tmp_path / "part.obj"
    path.write_text(f"v 0 0 0\nv 1 0 0\nv 0 {value} 0\nf 1 2 3\n")

    with pytest.raises(FileError, match=r"part\.obj: vertices: row 2"):
        load(path)


def test_a_vertex_that_is_not_there_names_the_file(tmp_path):
    path = tmp_path / "part.obj"
    path.write_text("v 0 0 0\nf 1 2 3\n")

    with pytest.raises(FileError, match=r"part\.obj: line 2: refers to vertex 3, there are 1"):
        load(path)


def test_no_other_file_is_opened(tmp_path, monkeypatch):
    """Neither the material library nor the texture, which may be anywhere."""
    (tmp_path / "part.mtl").write_text("newmtl red\nmap_Kd secret.png\n")
    obj = tmp_path / "part.obj"
    obj.write_text("mtllib part.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n")
    ply = tmp_path / "part.ply"
    comment = b"comment TextureFile secret.png\nelement vertex"
    ply.write_bytes(sample("ply").replace(b"element vertex", comment, 1))
    gltf = tmp_path / "part.glb"
    gltf.write_bytes(glb(*glb_triangle(images=[{"uri": "secret.png"}])))
    # Once before, so that the parsers are imported.
    for path in (obj, ply, gltf):
        load(path)
    opened = []
    true_open = os.open
    monkeypatch.setattr(
        os, "open", lambda path, *a: opened.append(Path(path).name) or true_open(path, *a)
    )
    monkeypatch.setattr(Path, "open", lambda path, *a, **k: pytest.fail(f"opened {path}"))
    monkeypatch.setattr("builtins.open", lambda name, *a, **k: pytest.fail(f"opened {name}"))

    for path in (obj, ply, gltf):
        load(path)
    assert opened == ["part.obj", "part.ply", "part.glb"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::RuntimeWarning")
@pytest.mark.parametrize("kind", KINDS)
def test_spoiled_files_give_a_mesh_or_a_file_error(kind, tmp_path):
    loaded = 0
    for data in spoiled(sample(kind), 61, 80):
        try:
            mesh = load(written(tmp_path, kind, data))
        except FileError:
            continue
        loaded += 1
        assert np.isfinite(mesh.bounds).all()
        # A PLY file that has lost its faces is a cloud of points.
        assert np.isfinite(mesh.area if isinstance(mesh, Mesh) else len(mesh))
    assert loaded < 70


@pytest.mark.skipif(not REAL, reason="IMPINGE_DATA names no folder with real data")
@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_real_files_load_or_say_why_not(path):
    if path.name in ("CesiumMan.glb", "RiggedFigure.glb"):
        assert load(path).dof == 79
    else:
        mesh = load(path)
        assert isinstance(mesh, Mesh)
        assert len(mesh.faces) > 0
        assert np.isfinite(mesh.area)


@pytest.mark.parametrize("name", ["armadillo_4k.node", "armadillo_4k.ele"])
def test_real_tetrahedra_of_tetgen(name, real_data):
    mesh = load(real_data / "deformable" / "pbd" / name)

    assert repr(mesh) == "TetMesh(1180 vertices, 3717 tets)"
    assert mesh.surface.is_closed
    assert mesh.surface.volume == pytest.approx(mesh.volume)


def test_real_tetrahedra_have_closed_surfaces(real_data):
    counts = {}
    for path in (real_data / "deformable" / "ipc").glob("*.msh"):
        mesh = load(path)
        counts[path.stem] = len(mesh.tets)
        assert mesh.volume > 0.0
        assert mesh.surface.is_closed
        assert mesh.surface.volume == pytest.approx(mesh.volume)
    assert counts["bunny"] == 19_379
    assert counts["dolphin5K"] == 36_304


def test_real_scans_are_points(real_data):
    for path in (real_data / "points").glob("*.ply"):
        cloud = load(path)
        assert isinstance(cloud, PointCloud)
        assert len(cloud.points) > 10_000


def test_real_cad_parts_are_closed(real_data):
    """Their facets say 0 in one place and 1e-17 in the next; joined exactly, they would be open."""
    for name in ("featuretype.STL", "angle_block.STL", "unit_sphere.STL", "round.stl"):
        mesh = load(real_data / "rigid" / "trimesh" / name)
        assert mesh.is_closed
        assert mesh.volume > 0.0


def test_a_scene_of_28_nodes_is_one_mesh(real_data):
    mesh = load(real_data / "rigid" / "trimesh" / "boolean.glb")

    assert len(mesh.faces) == 3936
    assert mesh.is_closed


def test_coordinates_of_the_largest_float32(real_data):
    """One mesh of the robustness set reaches 3.4e38: its measures are finite, or say why not."""
    largest = 0.0
    for path in (real_data / "rigid" / "manifold").glob("*.obj"):
        mesh = load(path)
        largest = max(largest, float(np.abs(mesh.bounds).max()))
        assert np.isfinite(mesh.area)
        assert np.isfinite(mesh.surface_centroid).all()
    assert largest > 1e38
