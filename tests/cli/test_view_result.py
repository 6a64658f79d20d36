"""Results that commands have printed, as pages."""

import json

import numpy as np
import pytest
from payload_reading import at, column, layers, table
from typer.testing import CliRunner

import impinge as im
from impinge.cli import app
from impinge.cli.view_result import view_of_result
from impinge.cli.view_things import view_of_files
from impinge.continuous import impact_edge_edge
from impinge.hierarchy import VolumeTree
from impinge.narrow import overlap_trees, proximities, regions_of, self_intersections
from impinge.scenes import folded_sheet


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    im.save(im.box_mesh(), "cube.obj")
    im.save(im.icosphere(0.5, 2), "ball.obj")
    (tmp_path / "pose.txt").write_text("1 0 0 2\n0 1 0 0\n0 0 1 0\n0 0 0 1\n")
    scene = im.Scene.from_dict({"a": im.Sphere(1), "b": (im.Box((1, 1, 1)), at(1))})
    im.save(scene, "scene.toml")
    return tmp_path


def checked(folder, *arguments):
    said = CliRunner().invoke(app, ["check", *arguments, "--json"])
    (folder / "result.json").write_text(said.stdout)
    return json.loads(said.stdout)


def shown(folder):
    return view_of_result(folder / "result.json", im.View()).payload()


@pytest.fixture
def silent(monkeypatch):
    """Whoever asks anything again fails."""
    for name in ("distance", "collide", "intersecting_pairs"):
        monkeypatch.setattr(im, name, lambda *_, **__: pytest.fail("asked again"))
    return monkeypatch


def test_two_meshes_are_shown_as_they_were_asked(folder, silent):
    silent.undo()
    silent.chdir(folder)
    said = checked(folder, "cube.obj", "ball.obj", "--pose-b", "pose.txt")
    silent.setattr(im, "distance", lambda *_: pytest.fail("asked again"))
    found = shown(folder)
    rows = table(found, "distance")
    assert column(rows, "distance") == [said["distance"]]
    assert column(rows, "point_a") == [said["point_a"]]
    assert column(table(found, "things"), "position") == [[0, 0, 0], [2, 0, 0]]
    assert any("nothing was asked again" in note for note in found["notes"])


def test_numbers_are_those_of_the_file_whatever_became_of_the_meshes(folder):
    said = checked(folder, "cube.obj", "cube.obj")
    im.save(im.icosphere(1.0, 2), "cube.obj")
    found = shown(folder)
    assert table(found, "triangles")["rows"] == said["triangle_pairs"]
    assert any("320 triangles now, and had 12" in note for note in found["notes"])
    said["distance"] = 0.125
    (folder / "result.json").write_text(json.dumps(said))
    assert column(table(shown(folder), "distance"), "distance") == [0.125]


def test_scenes_are_shown_with_what_was_found(folder, monkeypatch):
    said = checked(folder, "scene.toml")
    said["touching"][0]["separation"] = -0.25
    said["touching"].append({**said["touching"][0], "b": "gone"})
    (folder / "result.json").write_text(json.dumps(said))
    monkeypatch.setattr(im.Scene, "collide", lambda *_: pytest.fail("asked again"))
    found = shown(folder)
    assert column(table(found, "contacts"), "separation") == [-0.25, -0.25]
    assert [one["kind"] for one in layers(found)] == ["things", "points"]
    assert any("1 things of the result" in note for note in found["notes"])


def test_a_part_in_another_is_shown_in_the_unit_of_the_file(folder):
    im.save(im.icosphere(0.1, 2), "seed.obj")
    said = checked(folder, "cube.obj", "seed.obj", "--units", "mm")
    found = shown(folder)
    assert (found["unit"], said["kind"]) == ("mm", "contained")
    assert found["subtitle"] == "B: seed lies inside A: cube"
    (depth,) = column(table(found, "containment"), "depth")
    # Tables are in metres, whatever is shown.
    assert depth == pytest.approx(0.001 * said["depth"])
    opacities = [one["opacity"] for one in layers(found, "things")]
    assert opacities[0] < opacities[1] == 1.0
    assert column(table(found, "distance"), "distance") == [
        pytest.approx(0.001 * said["surface_distance"])
    ]


def test_touching_parts_open_on_their_contacts(folder):
    (folder / "pose.txt").write_text("1 0 0 0.75\n0 1 0 0\n0 0 1 0\n0 0 0 1\n")
    said = checked(folder, "cube.obj", "cube.obj", "--pose-b", "pose.txt", "--units", "cm")
    found = shown(folder)
    assert [one["id"] for one in found["tables"]] == [
        "contacts", "triangles", "distance", "things",
    ]  # fmt: skip
    assert said["depth"] == pytest.approx(0.25)
    assert column(table(found, "contacts"), "separation") == pytest.approx([-0.0025])
    assert found["subtitle"] == "A: cube and B: cube: 0.25 cm deep (local), 1 contact point"


def test_results_of_queries_are_shown(folder):
    box, ball = im.Box((1, 1, 1)), im.Sphere(1)
    scene = im.load("scene.toml")
    for result, words in (
        (im.distance(box, ball, at(3)), "1.5 m apart"),
        (im.collide(box, ball, at(1)), "0.5 m deep (local), 1 contact point"),
        (scene.collide(), "touching: 1 pair"),
        (scene, "touching: 1 pair of 2 things"),
        (im.time_of_impact(box, ball, im.Motion(at(3), at(0)), None), "first contact at"),
    ):
        (folder / "result.json").write_text(json.dumps(result.to_dict()))
        found = shown(folder)
        assert found["subtitle"].startswith(words)
        assert any("nothing was asked again" in note for note in found["notes"])


def test_results_without_a_picture_are_tables(folder):
    box, ball, sheet = im.box_mesh(), im.icosphere(0.5, 2), im.icosphere(1, 1)
    there, scene = im.Motion(at(3), at(0)), im.load("scene.toml")
    flat = sheet.with_vertices(sheet.vertices * [-1, 1, 1])
    points = np.random.default_rng(0).random((2, 4, 3))
    for result, title in (
        (im.stay_free(im.Sphere(1), im.Box((1, 1, 1)), there, None), "Freedom"),
        (scene.stay_free({"b": at(3)}), "Freedom"),
        (scene.explain("a", "b"), "Explanation"),
        (regions_of(box, ball, at(0.4)), "Regions"),
        (im.collision_free_step(sheet, flat, impacts=True), "Free step"),
        (impact_edge_edge(points, points[::-1].copy()), "Elementary impacts"),
        (overlap_trees(VolumeTree(box), VolumeTree(box)), "Walk of two trees"),
        (im.intersecting_pairs(box, ball, at(0.3)), "Triangle pairs"),
        (im.intersecting_pairs(box, ball, np.stack([at(0.3)] * 2)), "Triangle pairs"),
        (there, "Motion"),
    ):
        (folder / "result.json").write_text(json.dumps(result.to_dict()))
        found = shown(folder)
        assert found["tables"][0]["name"] == title
        assert len(found["tables"][0]["rows"]) > 0


def test_results_are_shown_with_their_meshes(folder):
    cube, ball = im.load("cube.obj"), im.load("ball.obj")
    pairs = im.intersecting_pairs(cube, ball, at(0.3))
    (folder / "result.json").write_text(json.dumps(pairs.to_dict()))
    files = [folder / name for name in ("cube.obj", "ball.obj", "result.json")]
    found = view_of_files(files, poses=(at(0.3), None)).payload()
    assert table(found, "triangles")["rows"] == pairs.pairs.tolist()
    assert [one["id"] for one in found["tables"]] == ["triangles", "things"]


def results_of_a_sheet(folder):
    """A folded sheet that meets itself, in a file, and results about it."""
    sheet = folded_sheet(16, folds=2, gap=0.06, crossing=0.035)
    im.save(sheet, "sheet.obj")
    sheet = im.load("sheet.obj")
    found, near = self_intersections(sheet), proximities(sheet, 0.03)
    assert min(len(found), len(near.vertex_face), len(near.edge_edge)) > 0
    return sheet, (found, near)


def test_results_about_one_surface_are_shown_on_it(folder):
    sheet, results = results_of_a_sheet(folder)
    for result, title in zip(results, ("Self-intersections", "Proximities"), strict=True):
        (folder / "result.json").write_text(json.dumps(result.to_dict()))
        files = [folder / name for name in ("sheet.obj", "result.json")]
        found, direct = view_of_files(files).payload(), im.View().add(sheet).add(result).payload()
        assert found["subtitle"] == direct["subtitle"]
        for one, other in zip(found["tables"][:-1], direct["tables"][:-1], strict=True):
            assert one["rows"] == other["rows"]
        # Without their mesh there are numbers only.
        assert shown(folder)["tables"][0]["name"].startswith(title)


def test_results_of_other_surfaces_are_refused(folder):
    _, (pairs, near) = results_of_a_sheet(folder)
    pairs, near = pairs.to_dict(), near.to_dict()
    rows = near["vertex_face"]
    for result in (
        {**pairs, "pairs": [[0, 5000]]},
        {**pairs, "pairs": [[-1, 3]]},
        {**pairs, "looked_at": [[40, 0]]},
        {**pairs, "looked_at": [[0, 5000]]},
        {**near, "edges": [[0, 5000]]},
        {**near, "vertex_face": {**rows, "distance": [float("nan")] * len(rows["distance"])}},
        {**near, "vertex_face": {**rows, "normal": rows["normal"][1:]}},
        {**near, "vertex_face": {**rows, "nature": ["NONE"] * len(rows["nature"])}},
    ):
        (folder / "result.json").write_text(json.dumps(result))
        with pytest.raises(im.ImpingeError, match="not a result as it was printed"):
            view_of_files([folder / name for name in ("sheet.obj", "result.json")])


def test_clashes_say_depths(folder):
    clash = {"a": "a", "b": "b", "depth": 0.5, "points": 2, "where": [1, 0, 0]}
    (folder / "result.json").write_text(json.dumps({"scene": "scene.toml", "clashes": [clash]}))
    assert column(table(shown(folder), "contacts"), "separation") == [-0.5]


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "3", "{}", '{"a": 1}', "[" * 100_000,
        '{"scene": "scene.toml", "clashes": [3]}',
        '{"scene": "scene.toml", "clashes": 3}',
        '{"scene": 3, "clashes": []}',
        '{"scene": "cube.obj", "clashes": []}',
        '{"file": "missing.toml", "touching": []}',
        ('{"file": "scene.toml", "touching": [{"a": "a", "b": "b", "separation": NaN, "points": 1,'
        ' "where": [0, 0, 0]}]}'),
        ('{"file": "scene.toml", "touching": [{"a": "a", "b": "b", "separation": 1, "points": 1,'
        ' "where": [0, 0]}]}'),
        '{"triangle_pairs": [], "point_a": [0, 0, 0]}',
        ('{"triangle_pairs": [[-1, 0]], "point_a": [0,0,0], "point_b": [0,0,0], "normal": [0,0,1],'
        ' "distance": 0, "feature_a": 0, "feature_b": 0, "a": {"file": "cube.obj", "faces": 12},'
        ' "b": {"file": "cube.obj", "faces": 12}}'),
    ],
)  # fmt: skip
def test_other_files_are_refused(folder, text):
    (folder / "result.json").write_text(text)
    with pytest.raises(im.ImpingeError):
        shown(folder)
