"""Which source files a compiled function depends on, and a stamp over their contents.

Compiled code is kept on disk. A kernel that calls a kernel of another file has that callee built
in, so the kept code is stale as soon as *any* file it reaches by imports has changed. The stamp
of a kernel is therefore a hash over its own file and every file of our package that it imports,
directly or through others; an edit elsewhere leaves it alone, and costs no recompilation.
"""

from __future__ import annotations

import ast
import hashlib
import time
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
STARTED = time.time()


@cache
def root_of(path: Path) -> Path:
    """The folder of the outermost package that holds this file (the file's own, if none does)."""
    folder = path.parent
    while (folder.parent / "__init__.py").exists():
        folder = folder.parent
    return folder


def files_of(root: Path, parts: tuple[str, ...], names: tuple[str, ...] | None) -> set[Path]:
    """Files meant by ``import root.parts`` (no names) or ``from root.parts import names``.

    A package taken as a whole may be asked for any of its modules (``core.vec.dot``): it stands
    for all of them. A name is a module where there is one of that name, and otherwise something
    that the package's front page defines or passes on.
    """
    here = root.joinpath(*parts)
    module = here.with_name(here.name + ".py")
    if parts and module.is_file():
        return {module}
    if not here.is_dir():
        return set()
    if names is None:
        return set(here.rglob("*.py"))
    files = set()
    for name in names:
        if (here / f"{name}.py").is_file():
            files.add(here / f"{name}.py")
        elif (here / name).is_dir():
            files.update((here / name).rglob("*.py"))
        elif (here / "__init__.py").is_file():
            files.add(here / "__init__.py")
    return files


@cache
def direct_imports(path: Path) -> frozenset[Path]:
    """Files of our package, and of the file's own package, that this file imports itself."""
    own = root_of(path)
    roots = {own.name: own, PACKAGE.name: PACKAGE}
    found: set[Path] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            wanted: list[tuple[str, tuple[str, ...] | None]] = [
                (alias.name, None) for alias in node.names
            ]
        elif isinstance(node, ast.ImportFrom):
            names = tuple(alias.name for alias in node.names)
            if node.level:
                # One dot is the folder of the file, each further dot one folder up.
                base = path.parents[node.level - 1]
                parts = tuple(node.module.split(".")) if node.module else ()
                found |= files_of(base, parts, names)
                continue
            wanted = [(node.module or "", names)]
        else:
            continue
        for module, names_wanted in wanted:
            first, *rest = module.split(".")
            if first in roots:
                found |= files_of(roots[first], tuple(rest), names_wanted)
    return frozenset(found - {path})


@cache
def files_behind(path: Path) -> tuple[Path, ...]:
    """The file and all that it imports, transitively, sorted."""
    seen: set[Path] = set()
    waiting = [path]
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            waiting.extend(direct_imports(file))
    return tuple(sorted(seen))


@cache
def digest(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


@cache
def stamp(path: Path) -> str:
    """Changes when, and only when, a file behind ``path`` has other contents."""
    files = files_behind(path)
    total = hashlib.sha256()
    for file in files:
        total.update(file.name.encode())
        total.update(digest(file))
    return total.hexdigest()


def edited_since_start(path: Path) -> bool:
    """Whether a file behind ``path`` may differ from what this process has imported.

    Code compiled from the old text must not be kept under the new text's stamp. The change time
    of the inode is used because copying tools can set the modification time back.
    """
    return any(file.stat().st_ctime > STARTED for file in files_behind(path))
