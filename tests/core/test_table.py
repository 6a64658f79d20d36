"""The table of pairs: each pair written once, both orders answered."""

import pickle

import pytest

from impinge.core.errors import ImpingeError, UnsupportedPairError
from impinge.core.table import KindTable, PairTable

pytestmark = pytest.mark.plain


class Ball: ...


class Slab: ...


class Mesh: ...


class FineMesh(Mesh): ...


@pytest.fixture
def query():
    table = PairTable("distance", swap=lambda answer: answer[::-1])

    @table.answers(Ball, Mesh)
    def distance_ball_mesh(a, pose_a, b, pose_b, margin=0):
        return [(type(a), pose_a), margin, (type(b), pose_b)]

    return table


def test_the_registered_order(query):
    assert query(Ball(), 1, Mesh(), 2) == [(Ball, 1), 0, (Mesh, 2)]


def test_the_mirrored_order_swaps_shapes_poses_and_answer(query):
    assert query(Mesh(), 1, Ball(), 2, 3) == [(Mesh, 1), 3, (Ball, 2)]


def test_a_subclass_is_answered_like_its_base(query):
    assert query(FineMesh(), 1, Ball(), 2) == [(FineMesh, 1), 0, (Ball, 2)]
    assert query(Ball(), 1, FineMesh(), 2) == [(Ball, 1), 0, (FineMesh, 2)]


def test_a_nearer_pair_registered_later_wins(query):
    query(Ball(), 1, FineMesh(), 2)

    query.answers(Ball, FineMesh)(lambda a, pose_a, b, pose_b: "fine")

    assert query(Ball(), 1, FineMesh(), 2) == "fine"


def test_an_unknown_pair_names_both_kinds_and_a_way_out(query):
    with pytest.raises(UnsupportedPairError) as caught:
        query(Slab(), None, Ball(), None)

    for part in ("distance", "Slab", "Ball", "turn one of them into a Mesh", "Ball-Mesh"):
        assert part in str(caught.value)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("kinds", [(Ball, Mesh), (Mesh, Ball)])
def test_a_pair_is_registered_once(query, kinds):
    with pytest.raises(TypeError, match="is taken"):
        query.answers(*kinds)(lambda a, pose_a, b, pose_b: None)


def test_which_questions_are_asked_the_other_way_round(query):
    assert query.mirrors(Mesh, Ball)
    assert not query.mirrors(Ball, Mesh)


class Field:
    solid = False


@pytest.fixture
def reducing(query):
    query.reduces(Field, lambda field, *_: field if field.solid else Mesh(), Mesh)
    return query


def test_a_reduced_shape_is_answered_by_what_it_is_made_of(reducing):
    assert reducing(Ball(), 1, Field(), 2, 3) == [(Ball, 1), 3, (Mesh, 2)]
    assert reducing(Field(), 1, Ball(), 2) == [(Mesh, 1), 0, (Ball, 2)]
    assert reducing.mirrors(Field, Ball)
    assert not reducing.mirrors(Ball, Field)
    assert reducing.supports(Ball, Field)
    assert not reducing.supports(Slab, Field)


@pytest.mark.parametrize(("one_by_one", "order"), [(False, "one two"), (True, "two one")])
def test_of_two_reduced_shapes_one_comes_first(one_by_one, order):
    table = PairTable("order", swap=lambda answer: answer)
    table.answers(str, str)(lambda a, pose_a, b, pose_b: f"{a} {b}")
    table.reduces(tuple, lambda field: field[0], str, one_by_one=one_by_one)

    assert table(("one",), 1, ("two",), 2) == order


def test_a_shape_that_stays_itself_is_answered_by_its_own_kind(reducing):
    reducing.answers(Field, Ball)(lambda a, *_: ["own", type(a)])
    solid = Field()
    solid.solid = True

    assert reducing(solid, 1, Ball(), 2) == ["own", Field]
    assert reducing(Ball(), 1, solid, 2) == [Field, "own"]
    assert reducing(Field(), 1, Ball(), 2) == [(Mesh, 1), 0, (Ball, 2)]


def test_a_kind_answered_beside_any_shape_gets_the_shape_as_it_is(reducing):
    reducing.answers(Slab, object)(lambda a, pose_a, b, *_: [type(a), type(b)])

    assert reducing(Slab(), 1, Field(), 2) == [Slab, Field]
    assert reducing(Field(), 1, Slab(), 2) == [Field, Slab]
    assert reducing(Field(), 1, Ball(), 2) == [(Mesh, 1), 0, (Ball, 2)]


def test_a_reduction_without_a_method_names_the_kinds_that_were_given(reducing):
    with pytest.raises(UnsupportedPairError, match="Slab") as caught:
        reducing(Slab(), None, Field(), None)

    assert "Field" in str(caught.value)


def test_a_reduced_kind_of_one_shape():
    table = KindTable("size")
    table.answers(str)(len)
    table.reduces(int, str)

    assert table(12345) == 5


@pytest.fixture
def kinds():
    table = KindTable("contains")
    table.answers(Mesh)(lambda shape, *rest: (type(shape), rest))
    return table


def test_a_kind_and_its_subclasses_are_answered(kinds):
    assert kinds(Mesh(), 1, 2) == (Mesh, (1, 2))
    assert kinds(FineMesh()) == (FineMesh, ())
    assert kinds.kinds == (Mesh,)


def test_a_nearer_kind_registered_later_wins(kinds):
    kinds(FineMesh())
    kinds.answers(FineMesh)(lambda shape: "fine")

    assert kinds(FineMesh()) == "fine"
    assert kinds(Mesh()) == (Mesh, ())


def test_an_unknown_kind_is_named(kinds):
    with pytest.raises(ImpingeError, match="contains: no method for Ball, only for Mesh"):
        kinds(Ball())


def test_a_kind_is_registered_once(kinds):
    with pytest.raises(TypeError, match="contains: Mesh is taken"):
        kinds.answers(Mesh)(lambda shape: None)
