import numpy as np
import pytest
from cloth_cases import SQUARE, falling, raised

import impinge as im
from impinge import ImpingeError
from impinge.geometry import Mesh, grid_mesh
from impinge.simulation import Cloth, ClothWorld
from impinge.simulation.cloth_contacts import near_pairs
from impinge.simulation.soft_contacts import WORLD


def test_pairs_are_within_the_distance_and_have_a_cloth():
    world = falling()
    system, mesh = world._system, world._mesh
    near = near_pairs(system, mesh, 0.005)
    # The lower cloth over the floor; the floor has no pairs with itself.
    assert set(map(tuple, near.bodies.tolist())) == {(0, WORLD)}
    assert (near.distance <= 0.005).all()
    both = near_pairs(system, mesh, 0.0121)
    assert {(1, 0), (1, WORLD), (0, WORLD)} <= set(map(tuple, both.bodies.tolist()))
    apart = np.einsum("ik,ikc->ic", both.weights, mesh.vertices[both.vertices])
    assert np.allclose(apart, -both.distance[:, None] * both.normal)
    rows = near.rows(mesh.vertices, 5)
    assert rows.shape == (5, 7)
    assert np.allclose(rows[:, 2], 0.004)
    assert np.allclose(rows[:, 6], 0.004)


def test_proper_pairs_are_square_to_flat_surfaces():
    world = falling()
    near = near_pairs(world._system, world._mesh, 0.009, proper=True)
    assert np.allclose(np.abs(near.normal[:, 2]), 1.0)
    every = near_pairs(world._system, world._mesh, 0.009)
    assert len(near.distance) < len(every.distance)
    assert np.abs(every.normal[:, 2]).min() < 0.95


def test_stops_allow_approach_to_the_thickness_and_no_further():
    world = falling()
    near = near_pairs(world._system, world._mesh, 0.005, proper=True)
    stops = near.stops(world._hardness, 0.003, 0.0)
    assert not stops.energy.any()
    potential = stops.over(world._dt, np.zeros_like(world._mesh.vertices))
    down = np.zeros_like(world._mesh.vertices)
    low = world._system.body_of == 0
    for fall, pressed in ((0.0009, False), (0.0011, True)):
        down[low, 2] = -fall
        assert (potential.value(down) > 0.0) == pressed
    # From within the thickness, not at all.
    inside = near.stops(world._hardness, 0.0045, 0.0)
    down[low, 2] = -1e-9
    assert inside.over(world._dt, down).value(down) > 0.0
    assert inside.over(world._dt, down).value(-down) == 0.0
    springs = near.springs(world._masses, 0.0045, 10.0, 0.0)
    assert springs.energy == pytest.approx(np.full(len(springs), 0.5 * 10.0 * 0.0005**2))


def test_surfaces_that_cross_at_the_start_are_named():
    sheet = grid_mesh(1.0, 2)
    upright = Mesh(sheet.vertices[:, [0, 2, 1]] + [0.02, 0.01, 0.03], sheet.faces)
    with pytest.raises(
        ImpingeError, match=r"cross at the start.*edge \d-\d of .* and face \d-\d-\d of"
    ):
        ClothWorld({"a": Cloth(sheet), "b": Cloth(upright)})
    with pytest.raises(ImpingeError, match="of 'floor'"):
        ClothWorld({"a": Cloth(sheet)}, obstacles={"floor": upright})
    with pytest.raises(ImpingeError, match=r"and \d+ more"):
        ClothWorld({"a": Cloth(sheet, pinned=range(9))}, obstacles={"floor": upright})
    cloth = {"a": Cloth(raised(sheet, 3.0))}
    # Obstacles may cross each other.
    ClothWorld(cloth, obstacles={"one": sheet, "other": upright}).step()


def test_surfaces_that_touch_at_the_start_are_named():
    with pytest.raises(ImpingeError, match=r"touch at the start.*vertex 0 of 'a' and face"):
        ClothWorld({"a": Cloth(SQUARE)}, obstacles={"floor": SQUARE})
    edge = im.Mesh([[0.5, -1, 0], [0.5, 2, 0], [0.5, 0, 5]], [[0, 1, 2]])
    with pytest.raises(ImpingeError, match=r"edge|vertex"):
        ClothWorld({"a": Cloth(SQUARE)}, obstacles={"blade": edge})
