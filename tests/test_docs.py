"""What the documents say holds: code runs, names exist, links lead somewhere."""

import re
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import impinge as im
from impinge.bench import bench_volumes
from impinge.bench.render import block_names, fill_block
from impinge.geometry import Shape

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
README = (ROOT / "README.md").read_text()


def links(page):
    return re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text())


def code_blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_there_are_pages():
    names = {page.name for page in PAGES}
    assert names >= {
        "README.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "architecture.md",
        "conventions.md",
        "benchmarks.md",
        "convex.md",
        "contacts.md",
        "robots.md",
        "shapes.md",
        "volumes.md",
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page):
    for link in links(page):
        if "://" not in link:
            assert (page.parent / link).exists(), f"{page.name}: {link}"


def test_pictures_are_of_a_size_to_be_loaded():
    pictures = [link for page in PAGES for link in links(page) if link.endswith(".png")]

    assert pictures
    for picture in (ROOT / "docs" / "images").iterdir():
        assert picture.stat().st_size < 600_000, picture.name


def test_the_python_examples_of_the_readme_run(tmp_path, monkeypatch):
    first, second, bodies, switch = code_blocks(README, "python")
    monkeypatch.chdir(tmp_path)
    shown, show = [], im.show
    monkeypatch.setattr(
        im, "show", lambda *things, **more: shown.append(show(*things, path="a.html"))
    )
    names, more = {}, {}

    exec(compile(first, "README.md", "exec"), names)
    exec(compile(second, "README.md", "exec"), more)
    exec(compile(bodies, "README.md", "exec"), more)
    exec(compile(switch, "README.md", "exec"), {})

    assert 0.0 < names["near"].distance < 1.0
    assert more["touching"] is True
    assert more["near"].distance == 0.0
    assert len(more["pairs"]) > 0
    assert more["run"].impacts.sum() == 1
    assert len(shown) == 3
    assert all(page.is_file() for page in shown)


def test_the_readme_begins_with_an_installation_and_five_lines():
    """Benchmarks come last, and what is missing before them."""
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert [language for language, _ in blocks[:2]] == ["sh", "python"]
    assert blocks[0][1].startswith("pip install ")
    lines = [line for line in blocks[1][1].splitlines() if line]
    assert len(lines) == 5
    heads = re.findall(r"^## (.*)$", README, re.MULTILINE)
    assert heads.index("Coming from trimesh or python-fcl") < heads.index("What is not there yet")
    assert heads.index("What is not there yet") < heads.index("Measured") == len(heads) - 2


def test_the_example_of_the_page_of_contacts_runs():
    (example,) = code_blocks((ROOT / "docs" / "contacts.md").read_text(), "python")
    names = {}

    exec(compile(example, "contacts.md", "exec"), names)

    assert len(names["touch"]) == 4
    assert names["touch"].natures == [im.Nature.FACE_FACE] * 4


def test_the_python_example_of_the_shapes_runs():
    (example,) = code_blocks((ROOT / "docs" / "shapes.md").read_text(), "python")
    names = {}

    exec(compile(example, "shapes.md", "exec"), names)

    assert names["near"].feature.tolist() == [4, 2]
    assert names["hit"].distance == 0.9
    assert names["inside"] is True


def test_the_example_of_the_page_of_tets_runs():
    example, *_ = code_blocks((ROOT / "docs" / "tets.md").read_text(), "python")
    names = {}

    exec(compile(example, "tets.md", "exec"), names)

    assert len(names["hits"]) > 100
    assert len(names["depths"]) > 100
    assert len(names["forces"]) == 20


def test_the_example_of_proximities_runs():
    examples = code_blocks((ROOT / "docs" / "surfaces-that-fold.md").read_text(), "python")
    names = {}

    exec(compile(next(x for x in examples if "geometrical" in x), "page", "exec"), names)

    assert len(names["near"].vertex_face) > 1000
    assert np.abs(names["forces"]).max() > 0.0
    assert len(names["crossings"]) == 0


def test_the_example_of_the_page_of_surfaces_that_fold_runs(capsys):
    example, *_ = code_blocks((ROOT / "docs" / "surfaces-that-fold.md").read_text(), "python")
    names = {}

    exec(compile(example, "surfaces-that-fold.md", "exec"), names)

    assert len(names["found"]) > 100
    assert len(capsys.readouterr().out.splitlines()) >= 2


def test_the_examples_of_the_page_of_motions_run():
    names = {}
    for example in code_blocks((ROOT / "docs" / "motions.md").read_text(), "python"):
        exec(compile(example, "motions.md", "exec"), names)

    assert names["halfway"].shape == (4, 4)
    assert 0.0 < names["apart"] < 1.0
    assert names["fastest"] > 300.0
    assert 0.49 < names["until"] <= 0.5
    np.testing.assert_allclose(names["path"].pose(0.4)[:3, 3], [0.2, 0.0, 0.4], atol=1e-12)
    assert names["hit"].status == 1
    assert names["hit"].time > 0.4
    np.testing.assert_allclose(names["drill"].pose(0.5)[2, 3], -0.025, atol=1e-12)
    assert 0.0 < names["slow"] < 0.25
    assert names["boxes"].shape == (3, 2, 3)
    assert names["middle"].shape == (3, 4, 4)
    assert names["closing"] > 0.0


def test_the_example_of_first_contacts_on_a_page_runs(tmp_path, monkeypatch):
    *_, example = code_blocks((ROOT / "docs" / "viewing.md").read_text(), "python")
    names = {}

    monkeypatch.chdir(tmp_path)
    exec(compile(example, "viewing.md", "exec"), names)

    assert 0.3 < names["found"].time < 0.6
    assert "first contact at" in names["view"].payload()["subtitle"]
    assert (tmp_path / "blade.html").is_file()


def test_the_example_of_recordings_runs(tmp_path, monkeypatch):
    (example,) = code_blocks((ROOT / "docs" / "recordings.md").read_text(), "python")
    names = {}

    monkeypatch.chdir(tmp_path)
    exec(compile(example, "recordings.md", "exec"), names)

    assert names["run"].frames == 60
    assert len(names["points"]) == len(names["separations"]) > 0


def test_the_page_of_shapes_names_them_all():
    page = (ROOT / "docs" / "shapes.md").read_text()
    kinds = [name for name in im.__all__ if isinstance(getattr(im, name), type)]
    shapes = [name for name in kinds if issubclass(getattr(im, name), Shape)]

    assert len(shapes) == 11
    for name in shapes:
        assert f"`{name}(" in page, name


def test_the_readme_has_two_commands_for_the_repository():
    _, first, *_ = code_blocks(README, "sh")
    assert [line.split("#")[0].strip() for line in first.strip().splitlines()] == [
        "make run",
        "make test",
    ]
    makefile = (ROOT / "Makefile").read_text()
    for target in ("run", "test", "peers"):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_names_in_the_support_tables_exist():
    section = README.partition("## What is supported")[2].partition("\n## ")[0]
    first_cells = re.findall(r"^\| `(\w+)`", section, re.MULTILINE)

    assert len(first_cells) >= 9
    for name in first_cells:
        assert hasattr(im, name) or find_spec(f"impinge.{name}"), name


def test_every_query_of_the_door_is_in_the_support_table():
    section = README.partition("## What is supported")[2].partition("\n## ")[0]
    for query in im.__all__:
        thing = getattr(im, query)
        if callable(thing) and not isinstance(thing, type) and not query.endswith("mesh"):
            assert f"`{query}`" in section or query in {"icosphere", "torus_knot"}, query


def test_commands_in_the_readme_exist():
    from typer.testing import CliRunner

    from impinge.cli import app

    shown = "\n".join(code_blocks(README, "sh"))
    for command in sorted(set(re.findall(r"impinge (\w+)", shown))):
        assert CliRunner().invoke(app, [command, "--help"]).exit_code == 0, command


def test_no_example_builds_a_pose_by_hand():
    """``im.pose`` is shown everywhere; core is below it, and has one identity to show."""
    package = Path(im.__file__).parent
    pages = [*PAGES, *(ROOT / "examples").glob("*.py")]
    shown = [(page, page.read_text()) for page in pages]
    for file in package.rglob("*.py"):
        if file.parent.name != "core":
            lines = re.findall(r"^ *(?:>>>|\.\.\.) .*$", file.read_text(), re.MULTILINE)
            shown.append((file, "\n".join(lines)))

    by_hand = [page.name for page, text in shown if "eye(4)" in text]
    assert not by_hand
    assert sum("im.pose(" in text for _, text in shown) > 20


def test_the_block_of_figures_can_be_filled(tmp_path):
    page = tmp_path / "README.md"
    page.write_text(README)

    fill_block(page, "bench:meshes", "figures")

    assert "<!-- bench:meshes -->\nfigures\n<!-- /bench:meshes -->" in page.read_text()
    assert page.read_text().partition("<!-- bench")[0] == README.partition("<!-- bench")[0]


def test_the_page_of_volumes_has_its_blocks_filled_by_one_full_run(tmp_path):
    text = (ROOT / "docs" / "volumes.md").read_text()
    page = tmp_path / "volumes.md"
    page.write_text(text)

    blocks = block_names(bench_volumes)
    for block in blocks:
        filled = text.partition(f"<!-- {block} -->")[2]
        assert len(filled.partition(f"<!-- /{block} -->")[0]) > 80, block
        fill_block(page, block, "figures")
    assert "Quick run" not in text
    assert page.read_text().count("\nfigures\n") == len(blocks)


@pytest.mark.parametrize(
    ("page", "block"),
    [
        ("benchmarks.md", "bench:convex"),
        ("convex.md", "bench:convex-accuracy"),
        ("convex.md", "bench:adversarial"),
    ],
)
def test_the_figures_of_convex_shapes_are_filled_by_full_runs(page, block):
    text = (ROOT / "docs" / page).read_text()
    filled = text.partition(f"<!-- {block} -->")[2].partition(f"<!-- /{block} -->")[0]

    assert filled.count("\n| ") > 7
    assert "--quick" not in filled


def test_every_room_is_in_the_plan():
    plan = (ROOT / "docs" / "architecture.md").read_text()
    rooms = [p.name for p in Path(im.__file__).parent.iterdir() if (p / "__init__.py").is_file()]

    assert len(rooms) >= 9
    for room in rooms:
        assert f"`{room}`" in plan, room


def test_files_named_in_the_way_of_a_query_exist():
    plan = (ROOT / "docs" / "architecture.md").read_text()
    package = Path(im.__file__).parent

    named = set(re.findall(r"`((?:\w+/)+\w+\.py)`", plan))
    assert len(named) > 6
    for file in named:
        assert (package / file).is_file() or (ROOT / file).is_file(), file


def test_the_example_of_the_page_of_scenes_runs():
    example, step, switch = code_blocks((ROOT / "docs" / "scenes.md").read_text(), "python")
    names = {}

    exec(compile(example, "scenes.md", "exec"), names)
    exec(compile(switch, "scenes.md", "exec"), {})
    later = dict(names)
    exec(compile(step, "scenes.md", "exec"), later)

    assert names["frame"].pairs == [("crate", "floor")]
    assert names["later"].began == [("crate", "knot")]
    assert names["later"].ended == [("crate", "floor")]
    assert names["scene"].explain("crate", "floor").reason == "boxes apart"
    assert later["found"].names == ("bullet", "crate")
    assert later["found"].started.pairs == (("crate", "floor"),)


@pytest.mark.parametrize("block", ["bench:scene", "bench:detect", "bench:ccd-scene"])
def test_the_figures_of_scenes_are_filled_by_full_runs(block):
    text = (ROOT / "docs" / "scenes.md").read_text()
    filled = text.partition(f"<!-- {block} -->")[2].partition(f"<!-- /{block} -->")[0]

    assert filled.count("\n| ") > 7
    assert "--quick" not in filled


def test_the_example_of_the_page_of_viewing_runs(tmp_path, monkeypatch, capsys):
    example, recording, _ = code_blocks((ROOT / "docs" / "viewing.md").read_text(), "python")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(im, "show", lambda *things, **options: shown.append((*things, *options)))
    names, shown = {}, []

    exec(compile(example, "viewing.md", "exec"), names)
    exec(compile(recording, "viewing.md", "exec"), names)

    assert [len(things) for things in shown] == [3, 4, 2]
    assert names["path"].stat().st_size > 10_000
    assert names["run"].tracks["lines"] == ("strands",)


def test_the_gallery_shows_every_example():
    from impinge.cli.view_examples import EXAMPLES

    page = (ROOT / "docs" / "viewing.md").read_text()
    for name in EXAMPLES:
        assert f"`impinge view --example {name}`" in page, name
        assert f"(images/view_{name.replace('-', '_')}.png)" in page, name


def test_the_examples_of_the_page_of_steps_run():
    blocks = code_blocks((ROOT / "docs" / "continuous.md").read_text(), "python")
    names = {}
    seen = []

    for block in blocks:
        exec(compile(block, "continuous.md", "exec"), names)
        seen.append(dict(names))

    shapes, seconds, batch, planning, casting, meshes, features, bodies = seen
    assert abs(shapes["hit"].time - 0.00186) < 5e-6
    assert (shapes["hit"].status, shapes["past"].status) == (1, 0)
    assert abs(seconds["seconds"] - 0.005) < 1e-8
    np.testing.assert_allclose(batch["hits"].time, [0.25, 0.3, np.inf, 0.0], atol=1e-5)
    assert batch["hits"].status.tolist() == [1, 1, 0, 2]
    assert planning["free"].status.tolist() == [1, 1, 0, 1]
    assert planning["hits"].status.tolist() == [1, 1, 2]
    assert bool(planning["alone"])
    assert abs(casting["hit"].distance - 1.5) < 1e-8
    assert meshes["step"].first.gap < 1.001e-3
    assert features["hits"].status.tolist() == [1, 0]
    assert abs(features["hit"].time - 0.45) < 1e-9
    assert abs(bodies["hit"].time - 0.025) < 1e-9
    assert abs(bodies["same"].time - 0.025) < 1e-9


STEP_BLOCKS = ["", "-exact", "-step", "-rigid", "-fast", "-methods", "-baselines"]


@pytest.mark.parametrize("block", [f"bench:ccd{part}" for part in STEP_BLOCKS])
def test_the_figures_of_steps_are_filled_by_full_runs(block):
    text = (ROOT / "docs" / "continuous.md").read_text()
    filled = text.partition(f"<!-- {block} -->")[2].partition(f"<!-- /{block} -->")[0]

    assert filled.count("\n| ") > 7
    assert "--quick" not in filled


def test_the_examples_of_the_pages_of_robots_run(tmp_path, monkeypatch):
    pytest.importorskip("yourdfpy", reason="yourdfpy is not installed (impinge[robots])")
    pages = [(ROOT / "docs" / name).read_text() for name in ("robots.md", "robots-from-others.md")]
    monkeypatch.chdir(tmp_path)
    for name, text in zip(("arm.urdf", "arm.srdf"), code_blocks(pages[0], "xml"), strict=True):
        Path(name).write_text(text)
    scene = im.Scene.from_dict({"floor": im.HalfSpace((0, 0, 1)), "crate": im.Box((1, 1, 1))})
    (readme,) = code_blocks(README, "py")
    first = {"im": im, "scene": scene}
    exec(compile(readme, "README.md", "exec"), first)
    assert first["free"].shape == (10_000,)
    assert Path("arm.html").is_file()
    robots, others = {}, {}
    for names, page in zip((robots, others), pages, strict=True):
        for example in code_blocks(page, "python"):
            exec(compile(example, "robots.md", "exec"), names)

    assert robots["robot"].joints == ("shoulder", "elbow", "wrist")
    pairs = (("forearm", "crate"), ("hand", "crate"), ("hand", "table"))
    assert robots["found"].pairs == pairs
    assert repr(pairs) in pages[0]
    better = robots["robot"].closest(robots["better"], robots["cell"])
    assert better.distance > robots["near"].distance
    assert robots["report"].never == (("base", "forearm"),)
    assert robots["carrying"].sum() > (~robots["free"]).sum()
    assert others["hand"].shape == (4, 4)
    assert others["near"].link == "upper"
    assert 1000 < others["free"].sum() < 9000


def test_the_example_of_the_page_of_polyhedra_runs(capsys):
    page = (ROOT / "docs" / "polyhedra.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(code, "polyhedra.md", "exec"), {})
    assert "PolyhedraContact(" in capsys.readouterr().out


@pytest.mark.parametrize("block", ["direction", "frames", "time"])
def test_the_figures_of_polyhedra_are_filled_by_full_runs(block):
    page = (ROOT / "docs" / "polyhedra.md").read_text()
    text = page.split(f"<!-- bench:polyhedra-{block} -->")[1].split("<!-- /bench")[0]
    assert "`impinge bench polyhedra --peers`" in text
    assert "quick" not in text.lower()
