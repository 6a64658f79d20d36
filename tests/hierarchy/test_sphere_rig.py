import numpy as np
from sphere_cases import coarse, mesh, tree

from impinge.geometry import Skin
from impinge.hierarchy import sphere_rig
from impinge.hierarchy.sphere_rig import driven_rig, posed_rig


def rig(name="ball", kind="links"):
    skin = Skin(mesh(name).vertices, coarse(), kind=kind)
    surface = np.unique(coarse().surface.faces)
    return driven_rig(tree(name), mesh(name), skin, surface, 8), skin


def test_the_root_is_steered_by_all_and_leaves_by_few():
    made, skin = rig()
    counts = np.diff(made.steer_starts)

    assert set(made.steer[: counts[0]]) == set(skin.triples.ravel())
    used = np.flatnonzero(tree("ball").radii >= 0.0)
    assert (counts[used] >= 3).all()
    assert counts[used[-1]] < counts[0]
    assert made.nearest.shape == (73, 8)


def test_grouped_links_bound_single_ones(monkeypatch):
    """Above the limit, groups have the largest weights: never less than each link alone."""
    single, _ = rig()
    monkeypatch.setattr(sphere_rig, "EXACT", 0)
    grouped, _ = rig()
    assert len(grouped.links) < len(single.links)
    for row in (0, 3, 20):
        some = slice(*single.starts[row : row + 2])
        few = slice(*grouped.starts[row : row + 2])
        for frame, cap, total in zip(
            single.frame[some], single.caps[some], single.sums[some], strict=True
        ):
            at = np.flatnonzero(grouped.frame[few] == frame)
            assert len(at) == 1
            assert (grouped.caps[few][at[0]] >= cap).all()
            assert (grouped.sums[few][at[0]] >= total).all()


def test_a_posed_tree_has_nothing_that_drives_it():
    assert len(posed_rig(tree("box")).steer) == 0
    assert posed_rig(tree("box")) is posed_rig(tree("box"))
