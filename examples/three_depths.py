"""How deep is a roller in a channel? Three answers, each to another question.

It is pressed into the floor and into one wall. Locally, each place has its own normal and depth.
The convex hull of the channel is a full block, and the roller is deep in it. And along a direction
of our own, the way out may be short or long. The picture goes to three_depths.png.

Run: python examples/three_depths.py
"""

import numpy as np

import impinge as im
from impinge.narrow import penetration, regions_of

OUTLINE = np.array(
    [[-1.5, -1], [1.5, -1], [1.5, 1], [0.9, 1], [0.9, -0.4], [-0.9, -0.4], [-0.9, 1], [-1.5, 1]]
)
CUT = np.array([[0, 1, 4], [0, 4, 5], [1, 2, 3], [1, 3, 4], [0, 5, 6], [0, 6, 7]])
TURN = np.linspace(0.0, 2.0 * np.pi, 60, endpoint=False)
CIRCLE = 0.7 * np.stack([np.cos(TURN), np.sin(TURN)], axis=1)
FAN = np.stack([np.zeros(58, int), np.arange(1, 59), np.arange(2, 60)], axis=1)


def extruded(outline, cut, length):
    """The body between two copies of an outline; its inside is cut into triangles."""
    n = len(outline)
    i, j = np.arange(n), (np.arange(n) + 1) % n
    ends = [np.column_stack([outline, np.full(n, 0.5 * z)]) for z in (-length, length)]
    sides = [np.stack([i, j, j + n], axis=1), np.stack([i, j + n, i + n], axis=1)]
    return im.Mesh(np.concatenate(ends), np.concatenate([cut[:, ::-1], cut + n, *sides]))


def main():
    channel, roller = extruded(OUTLINE, CUT, 3.0), extruded(CIRCLE, FAN, 1.0)
    pose = np.eye(4)
    pose[:3, 3] = -0.3, 0.15, 0.0

    places = regions_of(channel, roller, pose_b=pose)
    local = penetration(channel, roller, pose_b=pose)
    convex = penetration(channel, roller, pose_b=pose, kind="convex")
    ways = np.array([[0.0, 1.0, 0.0], [1.0, 1.0, 0.0]])
    along = penetration(channel, roller, pose_b=pose, kind="directional", direction=ways)

    for normal, depth in zip(places.normal, places.depth, strict=True):
        print(f"a place with depth {depth:.3f} along {normal.round(2)}")
    print(f"local {local.depth:.3f}: the deepest of them")
    print(f"convex {convex.depth:.3f}: to the end of the full block")
    print(f"directional {along.depth[0]:.3f} straight up, {along.depth[1]:.3f} slantwise")
    draw(pose[:2, 3], places, convex, along)
    return channel, roller, pose, places, convex, along


def draw(centre, places, convex, along):
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11.0, 4.0), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(1, 3)
    titles = "local: each place its own", "convex: of the hulls", "directional: along a given way"
    for ax, title in zip(axes, titles, strict=True):
        ax.fill(*OUTLINE.T, color="#D8DCE0", ec="#6A737D")
        ax.fill(*(CIRCLE + centre).T, color="#56B4E9", alpha=0.6, ec="#0072B2")
        ax.set(title=title, aspect="equal", xlim=(-1.8, 1.8), ylim=(-1.3, 2.7))
        ax.axis("off")
    for point, normal, depth in zip(places.point, places.normal, places.depth, strict=True):
        axes[0].annotate(
            f"{depth:.2f}", point[:2], point[:2] + 0.9 * normal[:2], ha="center", va="center",
            arrowprops={"arrowstyle": "<-", "color": "#D55E00", "lw": 2.0}, color="#D55E00",
        )  # fmt: skip
    axes[1].fill(*OUTLINE[[0, 1, 2, 7]].T, fill=False, ec="#009E73", ls="--")
    moves = [(axes[1], convex.depth, convex.direction)]
    moves += [(axes[2], d, way) for d, way in zip(along.depth, along.direction, strict=True)]
    for ax, depth, way in moves:
        there = centre + depth * way[:2]
        ax.fill(*(CIRCLE + there).T, fill=False, ec="#D55E00")
        ax.annotate(
            "", there, centre, arrowprops={"arrowstyle": "->", "color": "#D55E00", "lw": 2.0}
        )
        ax.text(*(there + 0.1), f"{depth:.2f}", color="#D55E00")
    figure.savefig("three_depths.png", dpi=120)


def check(found):
    """Floor and wall are found apart; each depth keeps what it says."""
    channel, roller, pose, places, convex, along = found
    order = np.argsort(places.depth)
    np.testing.assert_allclose(places.depth[order], [0.1, 0.15], atol=0.005)
    np.testing.assert_allclose(places.normal[order], [[1, 0, 0], [0, 1, 0]], atol=0.01)
    for answer in (convex, along[0], along[1]):
        there = pose.copy()
        there[:3, 3] += (answer.depth + 1e-9) * answer.direction
        assert not im.overlap(channel, roller, pose_b=there)
    assert along.depth[1] < along.depth[0] < convex.depth


if __name__ == "__main__":
    main()
