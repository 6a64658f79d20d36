"""The rooms import downward only, kernels import kernels only, and each file has its place."""

import ast
from pathlib import Path

import pytest

import impinge

PACKAGE = Path(impinge.__file__).parent
TESTS = Path(__file__).parent
FLOORS = [
    {"core"},
    {"geometry"},
    {"motion", "formats"},
    {"bounds"},
    {"hierarchy", "partition"},
    {"pairs"},
    {"narrow"},
    {"continuous"},
    {"contacts"},
    {"scene", "response"},
    {"simulation"},
    {"io", "applications"},
    {"scenes", "viewer"},
    {"bench"},
    {"cli"},
]
FLOOR_OF = {room: level for level, rooms in enumerate(FLOORS) for room in rooms}
FILES = sorted(p for p in PACKAGE.rglob("*.py"))
MODULES = [p for p in FILES if len(p.relative_to(PACKAGE).parts) > 1]
FRONT_PAGES = [p for p in MODULES if p.name == "__init__.py"]
MAY_TOUCH_NUMBA = {
    "core/jit.py",
    "core/memory.py",
    "core/simd.py",
    "core/simd_moving.py",
    "core/threads.py",
    "core/clock.py",
    "core/first_use.py",
}
MOST_LINES = 500


def place(path):
    return path.relative_to(PACKAGE).as_posix()


def imported_modules(path):
    """Absolute names of what a file imports; of ``from a import b`` both ``a`` and ``a.b``."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{place(path)}:{node.lineno} imports relatively"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def rooms_imported(path):
    for module in imported_modules(path):
        package, _, rest = module.partition(".")
        if package == PACKAGE.name and rest:
            yield rest.split(".")[0]


def test_there_is_something_to_check():
    assert len(MODULES) > 20
    assert {p.parent.name for p in FRONT_PAGES} >= {"core", "geometry", "hierarchy", "narrow"}


@pytest.mark.parametrize("path", MODULES, ids=place)
def test_imports_point_downward(path):
    room = path.relative_to(PACKAGE).parts[0]

    for target in rooms_imported(path):
        assert target in FLOOR_OF, f"{place(path)} imports from the front door: {target}"
        assert target == room or FLOOR_OF[target] < FLOOR_OF[room], target


@pytest.mark.parametrize("path", [p for p in MODULES if "kernels" in p.parts], ids=place)
def test_kernels_import_kernels_only(path):
    for module in imported_modules(path):
        package, _, rest = module.partition(".")
        if package != PACKAGE.name:
            assert package in {"numpy", "math", "typing", "__future__"}, module
        elif rest:
            allowed = rest.split(".")[0] == "core" or "kernels" in rest.split(".")
            parent = any(other.startswith(module + ".") for other in imported_modules(path))
            assert allowed or parent, module


@pytest.mark.parametrize("path", FILES, ids=place)
def test_numba_is_touched_in_few_files_only(path):
    packages = {module.split(".")[0] for module in imported_modules(path)}

    assert place(path) in MAY_TOUCH_NUMBA or not packages & {"numba", "llvmlite"}


@pytest.mark.parametrize("path", FILES, ids=place)
def test_no_file_has_two_subjects(path):
    assert len(path.read_text().splitlines()) <= MOST_LINES


@pytest.mark.parametrize("path", FRONT_PAGES, ids=place)
def test_a_room_has_a_charter_and_no_code(path):
    page = ast.parse(path.read_text())

    assert len((ast.get_docstring(page) or "").split()) > 3
    for node in page.body[1:]:
        is_all = isinstance(node, ast.Assign) and [t.id for t in node.targets] == ["__all__"]
        assert is_all or isinstance(node, (ast.Import, ast.ImportFrom)), ast.unparse(node)


@pytest.mark.parametrize(
    "path",
    [p for p in MODULES if p.name != "__init__.py" and p.parent.name != "kernels"],
    ids=place,
)
def test_each_public_module_has_a_mirror(path):
    """``room/subject.py`` is tested by ``tests/room/test_subject.py``."""
    relative = path.relative_to(PACKAGE)
    mirror = TESTS / relative.parent / f"test_{relative.name.lstrip('_')}"

    assert mirror.is_file(), f"no {mirror.relative_to(TESTS.parent)}"
