"""Which source files a compiled function depends on, and a stamp over their code.

Compiled code is kept on disk. It is stale as soon as the code of *any* file it reaches by imports
has changed: inlined functions are part of it, and kernels it calls may return other types. The
stamp of a kernel is a hash over its own file and every file of our package that it imports, also
through others, but for those that only keep code (``KEEPERS``). Comments and docstrings do not
count; an edit elsewhere recompiles nothing.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from impinge.core.cache import cache_folder

PACKAGE = Path(__file__).resolve().parents[1]
KEEPERS = frozenset(
    PACKAGE / "core" / name for name in ("cache.py", "kernel_cache.py", "sources.py")
)
"""They read and write compiled code, and change none of it."""
STARTED = time.time()
SETTLED = 2.0
"""Seconds after which a second change shows in a file's times, on any file system."""
_UNSAVED: list[Path] = []


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


class Facts(NamedTuple):
    """What a file says to a compiler.

    Attributes
    ----------
    digest : str
        Of its syntax tree without comments, docstrings and layout: these change no code.
    imports : list of (level, module, names)
        As in ``from ..module import names``; names are None for ``import module``.
    """

    digest: str
    imports: list[tuple[int, str, tuple[str, ...] | None]]


@cache
def facts(path: Path) -> Facts:
    """Facts about a file, from the table of what was read before if it has not changed since."""
    kept, state = _table(), path.stat()
    seen = [state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino]
    found = kept.get(str(path))
    if found is not None and found[0] == seen:
        return Facts(
            found[1], [(n, module, names and tuple(names)) for n, module, names in found[2]]
        )
    made = read_facts(path)
    # A file written this very moment may be written again without its times telling.
    if time.time() - state.st_ctime > SETTLED:
        kept[str(path)] = [seen, made.digest, made.imports]
        _UNSAVED.append(path)
    return made


def read_facts(path: Path) -> Facts:
    """Facts about a file, by parsing it."""
    tree = ast.parse(path.read_bytes())
    imports: list[tuple[int, str, tuple[str, ...] | None]] = []
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [part for part in body if not _is_text(part)]  # type: ignore[attr-defined]
        if isinstance(node, ast.Import):
            imports += [(0, alias.name, None) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = tuple(alias.name for alias in node.names)
            imports.append((node.level, node.module or "", names))
    return Facts(hashlib.sha256(ast.dump(tree).encode()).hexdigest(), imports)


def _is_text(statement: ast.AST) -> bool:
    """Whether a statement is a text that nobody reads: a docstring, or one below a constant."""
    value = getattr(statement, "value", None)
    return (
        isinstance(statement, ast.Expr)
        and isinstance(value, ast.Constant)
        and isinstance(value.value, str)
    )


def _table_file() -> Path | None:
    folder = cache_folder()
    major, minor = sys.version_info[:2]
    return None if folder is None else folder / f"sources-{major}.{minor}.json"


@cache
def _table() -> dict[str, list[Any]]:
    """Facts by path, as earlier processes have left them. Parsing takes a third of a second."""
    file = _table_file()
    try:
        found = json.loads(file.read_bytes()) if file is not None else {}
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def save_table() -> None:
    """Keep what was read; the last of several processes wins, and the others read again."""
    file = _table_file()
    if file is None or not _UNSAVED:
        return
    _UNSAVED.clear()
    try:
        new = file.with_name(f"{file.name}.tmp.{os.getpid()}")
        found = {path: known for path, known in _table().items() if Path(path).exists()}
        new.write_text(json.dumps(found))
        new.replace(file)
    except OSError:
        # Read again next time.
        pass


@cache
def direct_imports(path: Path) -> frozenset[Path]:
    """Files of our package, and of the file's own package, that this file imports itself."""
    own = root_of(path)
    roots = {own.name: own, PACKAGE.name: PACKAGE}
    found: set[Path] = set()
    for level, module, names in facts(path).imports:
        parts = tuple(module.split(".")) if module else ()
        if level:
            # One dot is the folder of the file, each further dot one folder up.
            found |= files_of(path.parents[level - 1], parts, names)
        elif parts and parts[0] in roots:
            found |= files_of(roots[parts[0]], parts[1:], names)
    return frozenset(found - {path} - KEEPERS)


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
def stamp(path: Path) -> str:
    """Changes when, and only when, a file behind ``path`` has other code."""
    files = files_behind(path)
    total = hashlib.sha256()
    for file in files:
        total.update(f"{file.name} {facts(file).digest}\n".encode())
    save_table()
    return total.hexdigest()


def edited_since_start(path: Path) -> bool:
    """Whether a file behind ``path`` may differ from what this process has imported.

    Code compiled from the old text must not be kept under the new text's stamp. The change time
    of the inode is used because copying tools can set the modification time back.
    """
    return any(file.stat().st_ctime > STARTED for file in files_behind(path))
