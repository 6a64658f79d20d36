"""A picture to be composed."""

import html
import json
import re

import numpy as np
import pytest
from payload_reading import array, at, column, layers, table

import impinge as im

TET = im.TetMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])


class Foreign:
    """A mesh of another library."""

    vertices = im.box_mesh().vertices
    faces = im.box_mesh().faces


def test_every_method_returns_the_view():
    knot, view = im.torus_knot(20, 5), im.View("all")
    scene = im.Scene.from_dict({"x": im.Sphere(1), "y": im.Sphere(1)})
    from impinge.partition import Octree

    tree = Octree.from_triangles(knot.vertices, knot.faces)
    assert view.add(knot, "knot").add(TET, "tet").add(Foreign()).add(scene) is view
    assert view.add(im.PointCloud([[0, 0, 0]])).add(im.distance(knot, knot)) is view
    assert view.volumes(knot, "aabb").pairs(scene).cells(tree).note("n") is view
    assert view.points([[0, 0, 0]]).lines([[[0, 0, 0], [1, 1, 1]]]) is view
    run = im.Recording([0, 1], {"x": [at(), at(3)]})
    assert view.arrows([[0, 0, 0]], [[0, 0, 1]]).recording(run) is view
    made = json.loads(json.dumps(view.payload(), allow_nan=False))
    assert made["title"] == "all"
    assert "n" in made["notes"]
    assert made["version"] == 1
    ids = [one["id"] for one in layers(made)]
    assert len(ids) == len(set(ids))
    tables = {t["id"] for t in made["tables"]}
    for one in layers(made):
        assert one["table"] is None or one["table"] in tables
        rows = None if one["rows"] is None else array(made, one["rows"])
        if rows is not None and len(rows):
            assert rows.max() < len(table(made, one["table"])["rows"])


@pytest.mark.parametrize("view", [im.View(), im.View("").note("x")])
def test_an_empty_view_is_a_page(view):
    made = view.payload()
    assert made["layers"] == []
    assert made["tables"] == []
    assert made["scale"] == 1.0
    assert "<!doctype html>" in view.html()


def test_single_things_are_pages():
    for thing in (im.Sphere(1), im.HalfSpace((0, 0, 1), 1e9), im.Scene(), TET, Foreign(),
                  im.PointCloud([[1, 2, 3]]), (Foreign.vertices, Foreign.faces)):  # fmt: skip
        made = im.View().add(thing).payload()
        json.dumps(made, allow_nan=False)
        for one in layers(made, "things"):
            assert np.abs(array(made, one["poses"])).max() < 10.0


def test_names_are_unique_and_made_from_kinds():
    view = im.View().add(im.Sphere(1)).add(im.Sphere(2)).add(TET).add(Foreign())
    names = column(table(view.payload(), "things"), "name")
    assert names == ["sphere", "sphere 2", "tetmesh", "foreign"]
    with pytest.raises(im.ImpingeError, match="'sphere' is in the view already"):
        view.add(im.Sphere(1), "sphere")
    with pytest.raises(im.ImpingeError, match="'sphere' of the scene"):
        view.add(im.Scene.from_dict({"sphere": im.Sphere(1)}))
    with pytest.raises(im.ImpingeError, match="name"):
        view.add(im.Sphere(1), 3)


@pytest.mark.parametrize(
    "name", ["</script><script>x</script>", "名前", "\u2028", "\udc80", "a\0b"]
)
def test_any_name_goes_in_and_does_nothing(name, tmp_path):
    view = im.View(name).add(im.Sphere(1), name)
    page = view.save(tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<script") == im.View().html().count("<script")
    (data,) = re.findall(r'id="impinge-data">(.*)</script>', page)
    made = json.loads(data)
    assert made["title"] == name
    assert column(table(made, "things"), "name") == [name]


def test_mappings_are_several_things():
    view = im.View().add({"a": im.Sphere(1), "b": (im.Sphere(1), at(3))})
    assert column(table(view.payload(), "things"), "position") == [[0, 0, 0], [3, 0, 0]]
    assert repr(view) == "View('a, b', 2 things)"


def test_the_title_is_made_from_names():
    view = im.View()
    assert view.title == "impinge"
    for name in "abcde":
        view.add(im.Sphere(1), name)
    assert view.title == "a, b, c and 2 more"
    assert repr(view).startswith("View(")


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda v: v.add(3), "thing: int cannot be shown"),
        (lambda v: v.add(im.Sphere(1), pose=2 * np.eye(4)), "pose"),
        (lambda v: v.add(im.Sphere(1), pose=[np.eye(4)]), r"pose: expected shape \(4, 4\)"),
        (lambda v: v.add(im.Sphere(1), opacity=2), "opacity"),
        (lambda v: v.add(im.Sphere(1), colour="pink"), "colour"),
        (lambda v: v.add(im.Scene(), pose=np.eye(4)), "pose: a scene"),
        (lambda v: v.recording(3), "recording: expected"),
        (lambda v: v.recording(im.Recording([0], {"a": [at()]})).recording(
            im.Recording([0], {"a": [at()]})), "already"),
        (lambda v: v.pairs(3), "scene: expected a Scene"),
        (lambda v: v.note(3), "text"),
        (lambda v: v.save(3), "path"),
        (lambda v: im.View(3), "title"),
    ],
)  # fmt: skip
def test_errors_name_the_argument(call, text):
    with pytest.raises(im.ImpingeError, match=text):
        call(im.View())


def test_files_are_written_whole(tmp_path):
    view = im.View("t").add(im.Sphere(1))
    path = view.save(tmp_path / "page.html")
    assert path.read_text(encoding="utf-8") == view.html()
    assert [p.name for p in tmp_path.iterdir()] == ["page.html"]
    with pytest.raises(im.FileError, match="nowhere"):
        view.save(tmp_path / "nowhere" / "page.html")


def test_a_notebook_gets_a_frame_that_may_run_and_no_more():
    view = im.View("t").add(im.Sphere(1), 'a "b" <c>')
    shown = view._repr_html_()
    (page,) = re.findall(r'srcdoc="([^"]*)"', shown)
    assert html.unescape(page) == view.html()
    assert 'sandbox="allow-scripts allow-downloads"' in shown
    assert "same-origin" not in shown


def test_a_hundred_thousand_triangles_are_small():
    """Under ten megabytes; instances cost a pose each."""
    knot = im.torus_knot(500, 100)
    view = im.View().add(knot, "knot")
    assert len(knot.faces) == 100_000
    assert len(view.html()) < 4_000_000
    scene = im.Scene()
    scene.add_many([f"k{i}" for i in range(1000)], knot, np.stack([at(3 * i) for i in range(1000)]))
    assert len(im.View().add(scene, contacts=False).html()) < 4_500_000


def test_names_of_layers_are_texts_and_rows_even():
    for call in (
        lambda: im.View().points([[0, 0, 0]], b"x"),
        lambda: im.View().lines(np.zeros((1, 2, 3)), None),
        lambda: im.View().arrows([[0, 0, 0]], [[0, 0, 1]], 3),
        lambda: im.View().volumes(im.Box((1, 1, 1)), name=3),
    ):
        with pytest.raises(im.ImpingeError, match="name: expected a text"):
            call()
    with pytest.raises(im.ImpingeError, match=r"segments: .*expected shape"):
        im.View().lines([[1], [1, 2]])


def test_two_recordings_are_beside_each_other():
    a, b = (im.Recording([0, k], {"x": [at(), at(k)]}) for k in (1, 2))
    first = im.View().add(im.Sphere(1), "x").add(a).add(b).payload()
    second = im.View().add(im.Sphere(1), "x").recording(a)
    second.beside(im.View().add(im.Sphere(1), "x").recording(b))
    assert first == second.payload()
    assert [pane["name"] for pane in first["panes"]] == ["A", "B"]
    # Shapes that came with one recording are not those of the other.
    fine, coarse = (
        im.Recording([0], vertices={"x": [mesh.vertices]}, things={"x": mesh})
        for mesh in (im.icosphere(1.0, 2), im.icosphere(1.0, 1))
    )
    made = im.View().recording(fine).beside(coarse).payload()
    assert [mesh["triangles"] for mesh in made["meshes"]] == [320, 80]


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (lambda v, r: v.beside(3), "expected a Recording or a View, got int"),
        (lambda v, r: v.beside(r, "AB"), "names: expected two texts"),
        (lambda v, r: v.beside(r, ("A", 3)), "names: expected a text"),
        (lambda v, r: v.beside(v), "and no more"),
        (lambda v, r: v.beside(r).beside(r).beside(r).beside(r), "and no more"),
        (lambda v, r: v.beside(r).add(im.Sphere(1), "y", im.Motion(at(), at(1))), "either"),
        (lambda v, r: im.View().add(im.Sphere(1), "x", im.Motion(at(), at(1))).beside(v), "alone"),
    ],
)
def test_what_cannot_be_beside_is_said(act, text):
    run = im.Recording([0, 1], {"x": [at(), at(1)]})
    with pytest.raises(im.ImpingeError, match=text):
        act(im.View().recording(run), run)


def test_motions_and_recordings_do_not_go_together():
    motion, run = im.Motion(at(), at(1)), im.Recording([0, 1], {"x": [at(), at(3)]})
    with pytest.raises(im.ImpingeError, match="either a recording or motions"):
        im.View().add(im.Sphere(1), "x", motion).recording(run)
    with pytest.raises(im.ImpingeError, match="either a recording or motions"):
        im.View().recording(run).add(im.Sphere(1), "x", motion)
    with pytest.raises(im.ImpingeError, match="either a recording or motions"):
        im.View().add(im.Sphere(1), "x").recording(run).motions({"x": motion})


def test_motions_by_name():
    motion, scene = im.Motion(at(), at(1)), im.Scene.from_dict({"a": im.Sphere(1)})
    view = im.View().add(scene).add(im.Sphere(1), "b", at(5))
    assert view.motions({"a": motion, "b": im.Motion(at(5), at(6))}) is view
    made = view.payload()
    assert all(one["motions"] is not None for one in layers(made, "things"))
    assert made["times"] == [0.0]
    # Towards a pose, from where it is.
    view.motions({"a": at(3), "b": at(6)})
    assert [view._contents.motions[k].pose(0.5)[0, 3] for k in "ab"] == [1.5, 5.5]
    for wrong, text in (
        ({"c": motion}, "'c' is not in the view"),
        ({"a": "x"}, r"motions\['a'\]: expected"),
        ({"a": np.stack([at(), at()])}, r"motions\['a'\]: expected shape"),
        ([motion], "mapping of names"),
    ):
        with pytest.raises(im.ImpingeError, match=text):
            view.motions(wrong)


def test_motions_begin_where_their_things_are():
    turn = im.Motion.from_velocity(at(5), (0, 0, 0), (0, 0, 1))
    scene = im.Scene.from_dict({"a": (im.Sphere(1), at(5))})
    view = im.View().add(scene).add(im.Sphere(1), "b", at(5)).add(im.Sphere(1), "c")
    for name in "ab":
        with pytest.raises(im.ImpingeError, match=r"begins at \(0, 0, 0\), but .* at \(5, 0, 0\)"):
            view.motions({name: im.Motion(None, at(1))})
        with pytest.raises(im.ImpingeError, match="turned otherwise"):
            view.motions({name: im.Motion(turn.pose(0.5), at(9))})
        # Rounding is no other place.
        view.motions({name: im.Motion(at(5 + 1e-12), at(9))})
    # Where a shape without a pose is, its motion says.
    assert view.motions({"c": turn}).payload()["step"] is not None


def test_only_shapes_move():
    motion = im.Motion(at(), at(1))
    with pytest.raises(im.ImpingeError, match="only shapes move"):
        im.View().add(im.PointCloud([[0, 0, 0]]), "points", motion)
    with pytest.raises(im.ImpingeError, match="a scene has none"):
        im.View().add(im.Scene(), "scene", motion)
    with pytest.raises(im.ImpingeError, match="motion"):
        im.View().add(im.Sphere(1), "x", im.Motion(np.stack([at(), at()]), at(1)))
    made = im.View().add({"a": (im.Sphere(1), motion), "b": im.Sphere(1)}).payload()
    assert [one["motions"] is None for one in layers(made, "things")] == [False, True]
