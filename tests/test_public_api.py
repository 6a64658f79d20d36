"""The front door: its names, what they are, and how heavy it is to open."""

import ast
import re
import sys
from pathlib import Path

import pytest

import impinge as im

DOOR = [
    "Box",
    "Capsule",
    "Compound",
    "Cone",
    "Cylinder",
    "Ellipsoid",
    "FileError",
    "FreedomStatus",
    "HalfSpace",
    "HeightField",
    "Hull",
    "ImpactStatus",
    "ImpingeError",
    "Mesh",
    "Motion",
    "Nature",
    "PiecewiseMotion",
    "PointCloud",
    "Recorder",
    "Recording",
    "Scene",
    "ScrewMotion",
    "Sphere",
    "TetMesh",
    "UnsupportedPairError",
    "View",
    "__version__",
    "box_mesh",
    "cast",
    "cast_ray",
    "closest_point",
    "collide",
    "collision_free_step",
    "contains",
    "count",
    "distance",
    "distance_within",
    "icosphere",
    "intersecting_pairs",
    "load",
    "overlap",
    "overlap_within",
    "penetration",
    "pose",
    "save",
    "show",
    "stay_free",
    "time_of_impact",
    "torus_knot",
    "use_threads",
]
HEAVY = (
    "trimesh",
    "meshio",
    "rich",
    "typer",
    "matplotlib",
    "scipy.spatial",
    "scipy.sparse",
    "http.server",
    "webbrowser",
)


def test_the_door_has_these_names_and_no_others():
    assert sorted(im.__all__) == sorted(DOOR)
    assert len(DOOR) <= 50


@pytest.mark.parametrize("name", [n for n in DOOR if n != "__version__"])
def test_every_name_is_documented(name):
    assert len((getattr(im, name).__doc__ or "").split()) > 3


def test_the_version_is_one():
    assert re.fullmatch(r"\d+\.\d+\.\d+", im.__version__)


def test_every_name_of_the_door_is_written_in_its_file():
    page = ast.parse(Path(im.__file__).read_text())
    imported = {a.name for n in page.body if isinstance(n, ast.ImportFrom) for a in n.names}

    assert imported == set(DOOR) - {"__version__"}


def test_the_door_opens_without_heavy_libraries(run_python):
    found = run_python(f"import sys, impinge; print([m for m in {HEAVY} if m in sys.modules])")

    assert found.returncode == 0, found.stderr
    assert found.stdout.strip() == "[]"


def test_the_same_object_comes_through_every_door():
    from impinge.narrow import distance

    assert im.distance is distance
    assert sys.modules["impinge"].distance is distance
