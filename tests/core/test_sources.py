"""Which files a kernel depends on: all that it reaches by imports, in every form, and no other."""

import pytest

from impinge.core import sources

PACKAGE = {
    "__init__.py": "",
    "low/__init__.py": "from demo.low.other import passed_on\n",
    "low/leaf.py": "x = 1\n",
    "low/other.py": "passed_on = 2\n",
    "low/third.py": "y = 3\n",
    "high/__init__.py": "",
}


@pytest.fixture
def demo(tmp_path):
    """A small package; returns a function that adds a module and tells what lies behind it."""
    root = tmp_path / "demo"
    for name, text in PACKAGE.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def behind(text):
        file = root / "high" / "user.py"
        file.write_text(text)
        for memo in (sources.direct_imports, sources.files_behind, sources.stamp, sources.facts):
            memo.cache_clear()
        found = {f.relative_to(root).as_posix() for f in sources.files_behind(file)}
        return found - {"high/user.py"}

    yield behind
    for memo in (sources.direct_imports, sources.files_behind, sources.stamp, sources.facts):
        memo.cache_clear()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import math\nimport numpy as np\n", set()),
        ("from demo.low.leaf import x\n", {"low/leaf.py"}),
        ("import demo.low.leaf\n", {"low/leaf.py"}),
        ("from demo.low import leaf\n", {"low/leaf.py"}),
        ("from ..low.leaf import x\n", {"low/leaf.py"}),
        ("from ..low import leaf, third\n", {"low/leaf.py", "low/third.py"}),
        ("from demo.low import passed_on\n", {"low/__init__.py", "low/other.py"}),
        ("def f():\n    from demo.low.leaf import x\n", {"low/leaf.py"}),
        (
            "from demo import low\n",
            {"low/__init__.py", "low/leaf.py", "low/other.py", "low/third.py"},
        ),
    ],
)
def test_each_form_of_import_is_followed(demo, text, expected):
    assert demo(text) == expected


def test_imports_are_followed_through_other_files(demo, tmp_path):
    (tmp_path / "demo/low/leaf.py").write_text("from .third import y\n")

    assert demo("from demo.low.leaf import y\n") == {"low/leaf.py", "low/third.py"}


def test_a_circle_of_imports_ends(demo, tmp_path):
    (tmp_path / "demo/low/leaf.py").write_text("import demo.low.third\n")
    (tmp_path / "demo/low/third.py").write_text("import demo.low.leaf\n")

    assert demo("import demo.low.leaf\n") == {"low/leaf.py", "low/third.py"}


def test_the_stamp_follows_what_lies_behind_and_nothing_else(demo, tmp_path):
    text = "from demo.low.leaf import x\n"
    user = tmp_path / "demo/high/user.py"
    demo(text)
    before = sources.stamp(user)

    (tmp_path / "demo/low/third.py").write_text("y = 4\n")
    demo(text)
    assert sources.stamp(user) == before

    (tmp_path / "demo/low/leaf.py").write_text("x = 2\n")
    demo(text)
    assert sources.stamp(user) != before


def test_comments_docstrings_and_layout_change_no_stamp(demo, tmp_path):
    text = "from demo.low.leaf import x\n"
    user, leaf = tmp_path / "demo/high/user.py", tmp_path / "demo/low/leaf.py"
    leaf.write_text('def f(a):\n    """One."""\n    return a + 1\n')
    demo(text)
    before = sources.stamp(user)

    leaf.write_text('"""Head."""\n# Why.\n\ndef f(a):\n    """Two."""\n    return (a + 1)  # so\n')
    demo(text)
    assert sources.stamp(user) == before

    leaf.write_text('def f(a):\n    """One."""\n    return a + 2\n')
    demo(text)
    assert sources.stamp(user) != before


def test_what_was_read_is_kept_until_a_file_changes(tmp_path, monkeypatch):
    file = tmp_path / "one.py"
    file.write_text("from .two import x\n")
    monkeypatch.setattr(sources, "SETTLED", -1.0)
    monkeypatch.setattr(sources, "cache_folder", lambda: tmp_path)
    memos = (sources.facts, sources._table)

    def read():
        for memo in memos:
            memo.cache_clear()
        found = sources.facts(file)
        sources.save_table()
        return found

    first = read()
    monkeypatch.setattr(sources, "read_facts", None)
    assert read() == first
    assert first.imports == [(1, "two", ("x",))]
    monkeypatch.undo()
    monkeypatch.setattr(sources, "cache_folder", lambda: tmp_path)
    file.write_text("from .two import y\n")
    assert read() != first
    for damage in ("", "[]", '{"a": 1'):
        next(tmp_path.glob("sources-*.json")).write_text(damage)
        assert read().imports == [(1, "two", ("y",))]
    for memo in memos:
        memo.cache_clear()


def test_our_own_kernels_depend_on_the_compilation_policy():
    check = sources.PACKAGE / "core" / "pose_check.py"

    names = {file.name for file in sources.files_behind(check)}

    assert {"pose_check.py", "jit.py", "linking.py", "tolerance.py"} <= names
    assert not {"arrays.py", "errors.py", "table.py"} & names


def test_kernels_do_not_depend_on_what_keeps_their_code():
    check = sources.PACKAGE / "core" / "pose_check.py"

    assert all(file.is_file() for file in sources.KEEPERS)
    assert not sources.KEEPERS & set(sources.files_behind(check))
