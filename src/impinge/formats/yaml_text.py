"""YAML as dictionaries, lists and words: no tags, no aliases, nothing that can grow."""

from __future__ import annotations

from typing import Any

from impinge.core.errors import FileError
from impinge.formats.file import blamed_on

DEEPEST = 32
"""Levels of nesting. PyYAML's own loaders recurse, and deep files end the process."""


def read_yaml(data: bytes, where: str) -> Any:
    """The first document of a file; scalars stay text, since their readers know what they expect.

    A ``FileError`` says if it is broken, nested too deeply, or has aliases or tags, or if PyYAML is
    missing.
    """
    try:
        import yaml
    except ImportError:
        raise FileError(f"{where}: needs PyYAML: pip install pyyaml") from None
    # The C parser is twenty times faster; wheels have it, some systems do not.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    levels: list[Any] = [[]]
    keys: list[Any] = []
    with blamed_on(where):
        for event in yaml.parse(data, loader):
            kind = type(event).__name__
            if kind in ("SequenceEndEvent", "MappingEndEvent"):
                levels.pop()
                keys.pop()
            elif kind == "DocumentEndEvent":
                break
            elif kind == "AliasEvent" or getattr(event, "tag", None) is not None:
                line = event.start_mark.line + 1
                raise FileError(f"{where}: line {line}: aliases and tags are not read")
            elif kind in ("ScalarEvent", "SequenceStartEvent", "MappingStartEvent"):
                value: Any = (
                    event.value if kind == "ScalarEvent"
                    else [] if kind == "SequenceStartEvent" else {}
                )  # fmt: skip
                inside = levels[-1]
                if isinstance(inside, list):
                    inside.append(value)
                elif keys[-1] is None:
                    if not isinstance(value, str):
                        line = event.start_mark.line + 1
                        raise FileError(f"{where}: line {line}: a key that is no word")
                    keys[-1] = value
                    continue
                else:
                    inside[keys[-1]] = value
                    keys[-1] = None
                if not isinstance(value, str):
                    if len(levels) > DEEPEST:
                        raise FileError(f"{where}: nested more than {DEEPEST} levels deep")
                    levels.append(value)
                    keys.append(None)
    if not levels[0]:
        raise FileError(f"{where}: is empty")
    return levels[0][0]
