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
WAY, QUIET = "#D55E00", "#6A737D"
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
    pose = im.pose((-0.3, 0.15, 0))

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
    from matplotlib.patches import Polygon

    figure = Figure(figsize=(11.0, 4.4))
    FigureCanvasAgg(figure)
    axes = figure.subplots(1, 3)
    figure.subplots_adjust(left=0.01, right=0.99, bottom=0.01, top=0.86, wspace=0.04)
    words = (
        ("local", "each place has its own normal and depth"),
        ("convex", "the hulls (dashed): out of the full block"),
        ("directional", "along ways of our own: straight up, and slantwise"),
    )
    for ax, (title, note) in zip(axes, words, strict=True):
        channel = ax.add_patch(Polygon(OUTLINE, fc="#E4E7EA", ec=QUIET))
        ax.add_patch(Polygon(CIRCLE + centre, fc="#BFE1F6", ec="#0072B2"))
        common = ax.add_patch(Polygon(CIRCLE + centre, fc=WAY, alpha=0.45, ec="none"))
        common.set_clip_path(channel)
        ax.set(aspect="equal", xlim=(-1.6, 1.6), ylim=(-1.1, 2.45))
        ax.set_title(title, loc="left", weight="bold", fontsize=12, pad=20)
        ax.text(0.0, 1.02, note, transform=ax.transAxes, color=QUIET, fontsize=9)
        ax.axis("off")
    for point, normal, depth in zip(places.point, places.normal, places.depth, strict=True):
        arrow(axes[0], point[:2], point[:2] + 0.4 * normal[:2])
        beside = point[:2] + 0.2 * normal[:2] + 0.21 * abs(normal[1::-1])
        axes[0].text(*beside, f"{depth:.2f}", color=WAY, ha="center", va="center")
    axes[1].add_patch(Polygon(OUTLINE[[0, 1, 2, 7]], fill=False, ec="#009E73", ls="--", lw=1.5))
    moves = [(axes[1], convex.depth, convex.direction)]
    moves += [(axes[2], d, way) for d, way in zip(along.depth, along.direction, strict=True)]
    for ax, depth, way in moves:
        there = centre + depth * way[:2]
        ax.add_patch(Polygon(CIRCLE + there, fill=False, ec=WAY, lw=1.2))
        arrow(ax, centre, there)
        ax.text(there[0] + 0.1, there[1], f"{depth:.2f}", color=WAY)
    figure.savefig("three_depths.png", dpi=120)


def arrow(ax, begin, end):
    style = {"arrowstyle": "-|>", "color": WAY, "lw": 2.0, "shrinkA": 0.0, "shrinkB": 0.0}
    ax.annotate("", end, begin, arrowprops=style)


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
