"""Two soft bodies touch: where, as far as twenty microseconds allow, and after some more?

A dense surface follows a coarse mesh, and spheres cover it after each deformation. The walk over
both sphere trees may stop before any test: then contacts are coarse, but none is missing. A page
shows four budgets beside each other, with the spheres that answered in red.

Run: python examples/contacts_within_budget.py
"""

import numpy as np

import impinge as im
from impinge.hierarchy import ReducedBody, sphere_tree
from impinge.narrow import contacts_within
from impinge.response import sphere_forces


def coarse_box(low, high):
    """Five tetrahedra in a box."""
    corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)
    tets = [[0, 1, 2, 4], [3, 1, 2, 7], [5, 1, 4, 7], [6, 2, 4, 7], [1, 2, 4, 7]]
    return im.TetMesh(low + corners * (high - low), tets)


def main():
    ball = im.icosphere(0.5, 3)
    coarse = coarse_box(np.full(3, -0.6), np.full(3, 0.6))
    body = ReducedBody(ball, coarse, tree=sphere_tree(ball, levels=2))

    # The other one is pressed flat, and pushed into the first.
    flat = coarse.vertices * [0.8, 1.1, 1.1] + [0.75, 0.1, 0.0]
    other = body.moved(flat)

    answers = [contacts_within(body, other, budget=20e-6)]
    while not answers[-1].complete:
        answers.append(answers[-1].resume(20e-6))
    for found in (answers[0], answers[-1]):
        deepest = found.depth.max(initial=0.0)
        print(
            f"{found.tests} tests: level {found.level:.1f}, {len(found.pairs)} contacts, "
            f"at most {deepest:.3f} m deep"
        )
    forces = sphere_forces(answers[-1], stiffness=1000.0)
    push = forces[1].sum(axis=0)
    print(f"pushed apart with {np.linalg.norm(push):.0f} N")
    show(body, other, (20e-6, 100e-6, 500e-6, 10e-3)).save("contacts_within_budget.html")
    return body, other, answers, forces


def show(body, other, budgets):
    """One picture for each budget, beside each other."""
    names = [f"{1e6 * budget:g} us" for budget in budgets]
    views = [
        im.View("Contacts within a budget")
        .add(body, "A")
        .add(other, "B")
        .add(contacts_within(body, other, budget=budget))
        for budget in budgets
    ]
    for k in range(1, len(views)):
        views[0].beside(views[k], (names[k - 1], names[k]))
    return views[0]


def check(found):
    """The answer becomes finer, every corner of a triangle that crosses is covered, forces push."""
    body, other, answers, (force_a, force_b) = found
    assert answers[0].level <= answers[-1].level == 2.0
    assert len(im.intersecting_pairs(body.mesh, other.mesh)) > 0
    assert len(answers[-1].found) > 0
    assert force_b[:, 0].sum() > 0.0
    assert np.allclose(force_a.sum(axis=0), -force_b.sum(axis=0))


if __name__ == "__main__":
    main()
