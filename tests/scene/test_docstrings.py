"""Every method of a scene says what it takes, and shows it."""

import inspect
import re

import pytest

from impinge.scene import Scene

METHODS = {
    name: getattr(Scene, name)
    for name in dir(Scene)
    if not name.startswith("_") and callable(getattr(Scene, name))
}


def section_of(method, title):
    text = inspect.getdoc(method) or ""
    found = re.search(rf"^{title}\n-+\n(.*?)(?=^\S[^\n]*\n---|\Z)", text, re.MULTILINE | re.DOTALL)
    return found.group(1) if found else ""


def test_there_are_methods():
    assert {"add", "collide", "near_pairs", "time_of_impact", "from_dict"} <= set(METHODS)
    assert len(METHODS) > 25


@pytest.mark.parametrize("name", METHODS)
def test_every_method_has_parameters_and_an_example(name):
    method = METHODS[name]
    said = re.findall(r"^(\w+(?:, \w+)*)", section_of(method, "Parameters"), re.MULTILINE)
    described = {word for line in said for word in line.split(", ")}
    taken = set(inspect.signature(method).parameters) - {"self"}

    assert described >= taken, taken - described
    assert ">>> " in section_of(method, "Examples")
