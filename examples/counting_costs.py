"""What does a query cost?

The terms of F = N_u C_u + N_bv C_bv + N_p C_p: volumes updated, volumes tested, primitives tested.

Run: python examples/counting_costs.py
"""

import impinge as im


def main():
    knot, ball = im.torus_knot(), im.icosphere(0.5, 4)
    apart = im.pose((2, 0, 0))
    costs = {}
    for name, pose in (("crossing", None), ("apart", apart)):
        with im.count() as cost:
            im.distance(knot, ball, pose_b=pose)
        costs[name] = cost
        print(f"{name}: {cost}")
    print(f"brute force would test {len(knot.faces) * len(ball.faces):,} pairs of triangles")
    return costs, len(knot.faces) * len(ball.faces)


def check(found):
    """The first query builds both trees, the second asks them again."""
    costs, brute_force = found
    assert costs["crossing"].updates > 0
    assert costs["apart"].updates == 0
    assert 0 < costs["apart"].primitive_tests < brute_force / 1000


if __name__ == "__main__":
    main()
