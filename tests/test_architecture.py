"""The rooms import downward only, kernels import kernels only, and each file has its place."""

import ast
from functools import cache
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
    "core/kernel_cache.py",
    "core/linking.py",
    "core/fused.py",
    "core/memory.py",
    "core/simd.py",
    "core/simd_moving.py",
    "core/simd_points.py",
    "core/threads.py",
    "core/clock.py",
    "core/compiling.py",
}
MOST_LINES = 500
MOST_ARGUMENTS = 12
COMPILED = {"kernel", "inlined", "merged", "short"}


def place(path):
    return path.relative_to(PACKAGE).as_posix()


def room_of(path):
    return path.relative_to(PACKAGE).parts[0]


# A test a room, and not one for each of hundreds of files: it names those that are wrong.
each_room = pytest.mark.parametrize("room", sorted({room_of(path) for path in MODULES}))


@cache
def tree_of(path):
    return ast.parse(path.read_text())


@cache
def imported_modules(path):
    """Absolute names of what a file imports; of ``from a import b`` both ``a`` and ``a.b``."""
    found = []
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{place(path)}:{node.lineno} imports relatively"
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
    return tuple(found)


def rooms_imported(path):
    for module in imported_modules(path):
        package, _, rest = module.partition(".")
        if package == PACKAGE.name and rest:
            yield rest.split(".")[0]


def test_there_is_something_to_check():
    assert len(MODULES) > 20
    assert {p.parent.name for p in FRONT_PAGES} >= {"core", "geometry", "hierarchy", "narrow"}


@each_room
def test_imports_point_downward(room):
    wrong = {
        (place(path), target)
        for path in MODULES
        if room_of(path) == room
        for target in rooms_imported(path)
        # Anything else comes from the front door.
        if not (target == room or FLOOR_OF.get(target, len(FLOORS)) < FLOOR_OF[room])
    }
    assert not wrong


@each_room
def test_kernels_import_kernels_only(room):
    kernels = [path for path in MODULES if room_of(path) == room and "kernels" in path.parts]
    assert not {(place(path), m) for path in kernels for m in foreign_to_kernels(path)}


def foreign_to_kernels(path):
    for module in imported_modules(path):
        package, _, rest = module.partition(".")
        if package != PACKAGE.name:
            if package not in {"numpy", "math", "typing", "__future__"}:
                yield module
        elif rest:
            allowed = rest.split(".")[0] == "core" or "kernels" in rest.split(".")
            parent = any(other.startswith(module + ".") for other in imported_modules(path))
            if not (allowed or parent):
                yield module


def test_numba_is_touched_in_few_files_only():
    touching = {
        place(path)
        for path in FILES
        if {module.split(".")[0] for module in imported_modules(path)} & {"numba", "llvmlite"}
    }
    assert touching <= MAY_TOUCH_NUMBA


def test_kernels_take_few_arguments():
    """What belongs together is one argument: a tree, a pair, a workspace."""
    long = [
        f"{place(path)}: {function.name} takes {len(function.args.args)}"
        for path in FILES
        for function in tree_of(path).body
        if isinstance(function, ast.FunctionDef)
        and COMPILED & {ast.unparse(decorator) for decorator in function.decorator_list}
        and len(function.args.args) > MOST_ARGUMENTS
    ]
    assert not long


def test_no_file_has_two_subjects():
    lengths = {place(path): len(path.read_text().splitlines()) for path in FILES}
    assert not {name: lines for name, lines in lengths.items() if lines > MOST_LINES}


@pytest.mark.parametrize("path", FRONT_PAGES, ids=place)
def test_a_room_has_a_charter_and_no_code(path):
    page = tree_of(path)

    assert len((ast.get_docstring(page) or "").split()) > 3
    for node in page.body[1:]:
        is_all = isinstance(node, ast.Assign) and [t.id for t in node.targets] == ["__all__"]
        assert is_all or isinstance(node, (ast.Import, ast.ImportFrom)), ast.unparse(node)


@each_room
def test_each_public_module_has_a_mirror(room):
    """``room/subject.py`` is tested by ``tests/room/test_subject.py``."""
    missing = []
    for path in MODULES:
        if room_of(path) != room or path.name == "__init__.py" or path.parent.name == "kernels":
            continue
        relative = path.relative_to(PACKAGE)
        mirror = TESTS / relative.parent / f"test_{relative.name.lstrip('_')}"
        if not mirror.is_file():
            missing.append(str(mirror.relative_to(TESTS.parent)))
    assert not missing
