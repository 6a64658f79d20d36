"""YAML is read as far as it cannot grow; the rest is refused by line."""

import sys

import pytest

from impinge.core.errors import FileError
from impinge.formats.yaml_text import read_yaml


@pytest.fixture
def yaml():
    return pytest.importorskip("yaml", reason="PyYAML is not installed (impinge[robots])")


def test_the_same_as_its_own_loader(yaml):
    text = b"a: [1, {b: x y}]\nc:\n  - d: 'e f'\n    g: []\n  - -1.5e3\nh: {}\n"
    found = read_yaml(text, "file")

    assert found == {"a": ["1", {"b": "x y"}], "c": [{"d": "e f", "g": []}, "-1.5e3"], "h": {}}
    assert found == yaml.load(text, yaml.BaseLoader)
    assert read_yaml(b"[1]\n---\n[2]", "file") == ["1"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"[" * 100_000, "nested more than 32 levels deep"),
        (b"- " * 100_000, "nested more than 32 levels deep"),
        (b"{a: " * 100_000, "nested more than 32 levels deep"),
        (b"a: &x 1\nb: *x", "line 2: aliases and tags are not read"),
        (b"a: !!python/object:os.system 1", "line 1: aliases and tags"),
        (b"{[1]: 2}", "line 1: a key that is no word"),
        (b"a: [1", "file: broken or not supported"),
        (b"\xff\xfe\x00", "file: "),
        (b"", "file: is empty"),
    ],
)
def test_what_is_refused(yaml, text, reason):
    with pytest.raises(FileError, match=reason):
        read_yaml(text, "file")


def test_without_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(FileError, match="pip install pyyaml"):
        read_yaml(b"a: 1", "file")
