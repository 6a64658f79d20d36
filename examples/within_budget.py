"""What is known about two parts after ten microseconds, and after some more?

A controller that must answer in time asks for as much as there is time for: bounds that hold, and
whether they are the whole answer. If time is left, it goes on from there.

Run: python examples/within_budget.py
"""

from itertools import pairwise

import impinge as im


def main():
    knot, ball = im.torus_knot(2000, 35), im.icosphere(0.5, 6)
    apart = im.pose((1.6, 1.1, 0.4))
    # The first question builds the trees, which no budget covers.
    exact = im.distance(knot, ball, pose_b=apart)

    answers = [im.distance_within(knot, ball, pose_b=apart, budget=10e-6)]
    while not answers[-1].certain:
        answers.append(answers[-1].resume(50e-6))
    for near in answers:
        state = "certain" if near.certain else "so far"
        print(f"between {near.lower:.6f} and {near.upper:.6f} m, {state}")

    free = im.overlap_within(knot, ball, pose_b=apart, budget=1e-3)
    print(f"touching: {free.overlap}, {'certain' if free.certain else 'as far as is known'}")
    return exact, answers, free


def check(found):
    """Bounds only come closer, around the distance, and end there."""
    exact, answers, free = found
    for earlier, later in pairwise(answers):
        assert earlier.lower <= later.lower <= later.upper <= earlier.upper
    for near in answers:
        assert near.lower <= exact.distance + 1e-12
        assert near.upper >= exact.distance - 1e-12
    assert answers[-1].lower == answers[-1].upper
    # Time may be short on a busy machine: then a touch is not excluded.
    assert free.certain != free.overlap


if __name__ == "__main__":
    main()
