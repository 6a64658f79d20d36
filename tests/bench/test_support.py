"""The page of supported queries; each cell of it is asked in ``test_support_table.py``."""

from impinge.bench.support import (
    KINDS,
    answers,
    depths_of,
    one_shape_queries,
    pair_tables,
    samples,
    support_page,
)
from impinge.geometry import Box, Convex, HalfSpace, Mesh, Shape


def kinds_below(kind):
    return {kind, *(k for sub in kind.__subclasses__() for k in kinds_below(sub))}


def test_every_kind_of_shape_is_on_the_page():
    concrete = {k for k in kinds_below(Shape) if not k.__name__.startswith("_")} - {Shape, Convex}

    assert {k for k in concrete if k.__module__.startswith("impinge.")} == set(KINDS)
    assert list(samples()) == list(KINDS)


def test_a_cell_has_a_letter_for_each_query():
    page = support_page().splitlines()
    mesh = next(line for line in page if line.startswith("| **Mesh** |"))

    assert mesh.split("|")[2].split()[:3] == ["o", "d", "p"]
    letters = [name[0] for name in pair_tables()]
    assert len(set(letters)) == len(letters)


def test_depths_are_tried():
    shapes = samples()

    assert depths_of(shapes[Box], shapes[Box]) == ("convex", "directional")
    assert depths_of(shapes[HalfSpace], shapes[HalfSpace]) == ()
    assert depths_of(shapes[Mesh], shapes[Box]) == ("convex", "local", "directional")


def test_one_shape_is_asked_alone():
    assert all(answers(query, samples()[Mesh]) for query in one_shape_queries().values())
