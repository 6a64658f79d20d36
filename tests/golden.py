"""The golden set: a hash of the result of every query, for one and for two threads.

``tests/test_golden.py`` compares with ``golden.json``. After a change that is meant to move bits::

    python tests/golden.py             # compare; names the entries that changed
    python tests/golden.py --write     # record the present results
    python tests/golden.py --show NAME # one hash per case of an entry: run it before and after

A group is a generator of (entry, case, result); an entry has one hash over all its cases. Inputs
have the same bits everywhere (``golden_inputs.py``). Results also depend on the sin, cos and matrix
products of the machine (see ``machine``): the file has one set of hashes per kind of machine.
"""

import argparse
import hashlib
import json
import math
from collections import defaultdict
from pathlib import Path

import golden_rooms  # noqa: F401 - adds its groups
import numpy as np
from golden_inputs import SURFACES, dyadic, poses, shape_pairs, shapes, strewn
from golden_results import GROUPS, asked, digest_of, group, hashes, plain, results

import impinge as im
from impinge import contacts, continuous, geometry, narrow, scene
from impinge.continuous.baselines import sampled_impact

FILE = Path(__file__).with_suffix(".json")
THREADS = (1, 2)

ALONG = (0.25, -0.5, 0.75)
STATIC = {
    "overlap": (im.overlap, {}, {"margin": 0.125}, {"solid": True}),
    "distance": (im.distance, {}, {"gradient": True}, {"solid": True}),
    "penetration": (
        im.penetration, {}, {"kind": "convex"}, {"kind": "local"},
        {"kind": "directional", "direction": ALONG},
    ),
    "collide": (im.collide, {}, {"margin": 0.125, "limit": None}, {"solid": True}),
}  # fmt: skip
NOT_LISTED = {"half space", "height field", "open mesh"}
LARGE = (("box", "hull", 1500), ("mesh", "cone", 80), ("knot", "mesh", 60), ("links", "knot", 60))


def named(entry, options):
    """The name of an entry, with what was asked for."""
    said = (value if isinstance(value, str) else key for key, value in options.items())
    return " ".join([entry, *said])


def static_group(query):
    ask, *settings = STATIC[query]

    def cases():
        for k, kind, label, a, b in shape_pairs():
            p, q = poses([3, k], 9), poses([4, k], 9)
            yield kind, f"{label} at rest", asked(ask, a, b)
            yield kind, f"{label} one pose", asked(ask, a, b, p[1], q[:2])
            yield kind, f"{label} other pose", asked(ask, a, b, p[2:4], q[3])
            for options in settings:
                entry = named(kind, options)
                yield entry, f"{label} single", asked(ask, a, b, p[0], q[0], **options)
                # What meshes and compounds are asked for by default is local: not twice.
                if "local" not in entry:
                    yield entry, f"{label} batch", asked(ask, a, b, p, q, **options)
            if query == "distance":
                yield f"{kind} start", label, ask(a, b, q, p, start=ask(a, b, p, q))
        made, rng = shapes(), np.random.default_rng(5)
        # Without shapes that a query refuses, by themselves or in some poses.
        fine = [s for name, s in made.items() if name not in NOT_LISTED]
        fine = fine[:7] if query == "penetration" else fine
        listed = [[fine[i] for i in rng.integers(0, len(fine), 120)] for _ in range(2)]
        p, q = poses(6, 1500), poses(7, 1500)
        for options in settings:
            entry, at = named("lists", options), (p[:120], q[:120])
            yield entry, "two lists", asked(ask, *listed, *at, **options)
            yield entry, "one mesh", asked(ask, made["mesh"], listed[1], p[0], at[1], **options)
            yield entry, "one compound", asked(ask, listed[0], made["links"], *at, **options)
            for a, b, n in LARGE if "local" not in entry else ():
                found = asked(ask, made[a], made[b], p[:n], q[:n], **options)
                yield named("large batches", options), f"{a}, {b}", found

    cases.__name__ = query
    return group(cases)


for _query in STATIC:
    static_group(_query)


@group
def surfaces():
    """Queries on two meshes or height fields only."""
    for k, kind, label, a, b in shape_pairs(SURFACES):
        p, q = poses([3, k], 8, 0.75), poses([4, k], 8, 0.75)
        for query in (im.intersecting_pairs, narrow.regions_of):
            name = f"{query.__name__} {kind}"
            yield name, f"{label} single", asked(query, a, b, p[0], q[0])
            yield name, f"{label} batch", asked(query, a, b, p, q)
        for solid in (False, True):
            found = asked(narrow.directional_depth, a, b, p, q, direction=ALONG, solid=solid)
            yield f"directional_depth {kind}", f"{label} {solid}", found
        for i in range(3):
            within = im.overlap_within(a, b, p[i], q[i], budget=math.inf)
            yield f"overlap_within {kind}", f"{label} {i}", (within.certain, within.overlap)
            within = im.distance_within(a, b, p[i], q[i], budget=math.inf)
            found = within.certain, within.overlap, within.lower, within.upper
            yield f"distance_within {kind}", f"{label} {i}", found


def impact_cases(entry, case, found):
    """An impact, and its features in an entry of their own."""
    yield entry, case, found
    if not isinstance(found, str):
        yield f"{entry} features", case, (found.feature_a, found.feature_b)


@group
def moving():
    for k, kind, label, a, b in shape_pairs():
        ends = [poses([8, k, i], 5, 0.5) for i in range(4)]
        for i, away in enumerate([2.5, -2.5, -1.5, 1.5]):
            ends[i][:, k % 3, 3] += away
        go, come = im.Motion(ends[0], ends[1]), im.ScrewMotion(ends[2], ends[3])
        path = im.PiecewiseMotion(ends[0], kind="screw")
        spin = im.Motion.from_velocity(ends[2][0], ALONG, (3.0, 9.0, -5.0))
        cases = {
            "batch": ((go, come), {}),
            "margin": ((go, ends[2]), {"margin": 0.0625, "max_time": 0.75}),
            "single": ((path, spin), {"solid": True}),
        }
        for how, (motions, options) in cases.items():
            case = f"{label} {how}"
            found = asked(im.time_of_impact, a, b, *motions, **options)
            yield from impact_cases(f"time_of_impact {kind}", case, found)
            yield f"stay_free {kind}", case, asked(im.stay_free, a, b, *motions, **options)
        way = ends[1][:, :3, 3] - ends[0][:, :3, 3]
        yield from impact_cases(f"cast {kind}", label, asked(im.cast, a, b, way, ends[0], ends[2]))
        if kind == "meshes":
            found = asked(im.time_of_impact, a, b, go[:2], come[:2], method="intervals")
            yield from impact_cases("time_of_impact intervals", label, found)
    rng, made = np.random.default_rng(9), list(shapes().values())
    listed = [[made[i] for i in rng.integers(0, 7 + 7 * j, 60)] for j in range(2)]
    ends = [poses([10, i], 60, 2.0) for i in range(4)]
    motions = im.Motion(*ends[:2]), im.ScrewMotion(*ends[2:])
    found = im.time_of_impact(*listed, *motions)
    yield from impact_cases("time_of_impact lists", "batch", found)
    yield "stay_free lists", "batch", im.stay_free(*listed, *motions)
    found = im.cast(*listed, ends[1][:, :3, 3], ends[0], ends[2])
    yield from impact_cases("cast lists", "batch", found)
    for frames in (5, 40):
        found = sampled_impact(made[5], made[8], motions[0][0], motions[1][0], frames=frames)
        yield "sampled_impact", f"{frames}", found


@group
def elementary():
    rng = np.random.default_rng(11)
    start, end = dyadic(rng, (2, 200, 4, 3), 1.0)
    one, other = (
        im.Motion(poses(12, 60), poses(13, 60)),
        im.ScrewMotion(poses(14, 60), poses(15, 60)),
    )
    for query in (continuous.impact_vertex_face, continuous.impact_edge_edge):
        name = query.__name__
        yield name, "single", query(start[0], end[0])
        yield name, "batch", query(start, end)
        yield name, "separation", query(start, end, min_separation=0.0625, max_time=0.5)
        for method in ("advance", "intervals"):
            moved = query(start[:60], motion_a=one, motion_b=other, method=method)
            yield f"{name} rigid", method, moved
    for name, mesh in {"knot": shapes()["knot"], "sheet": geometry.grid_mesh(2.0, 8)}.items():
        last = mesh.vertices + dyadic(rng, mesh.vertices.shape, 0.25)
        for options in ({}, {"impacts": True}, {"min_separation": 2.0**-6}):
            found = im.collision_free_step(mesh, last, **options)
            yield "collision_free_step", f"{name} {options}", found


@group
def forms():
    """Results the other way round, as plain numbers, and rows of them."""
    made, p, q = shapes(), poses(38, 6), poses(39, 6)
    away = p + np.eye(4)[3] * np.array([[3.0], [0.0], [0.0], [0.0]])
    for a, b in (("box", "hull"), ("knot", "mesh"), ("links", "cone"), ("shell", "compound")):
        args = made[a], made[b]
        found = {
            "distance": im.distance(*args, p, q),
            "gradient": im.distance(*args, p, q, gradient=True),
            "penetration": im.penetration(*args, p, q),
            "collide": im.collide(*args, p, q),
            "time_of_impact": im.time_of_impact(*args, im.Motion(away, p), q),
            "stay_free": im.stay_free(*args, im.Motion(away, p), q),
        }
        if {a, b} <= SURFACES:
            found["intersecting_pairs"] = im.intersecting_pairs(*args, p, q)
            found["regions_of"] = narrow.regions_of(*args, p, q)
        for name, value in found.items():
            case = f"{a}, {b}"
            yield f"{name} to_dict", case, plain(value)
            if hasattr(value, "swapped"):
                yield f"{name} swapped", case, value.swapped()
            rows = value.of_row(2) if hasattr(value, "of_row") else [value[1:3], value[4]]
            yield f"{name} rows", case, rows
        single = im.time_of_impact(*args, im.Motion(away[0], p[0]), q[0])
        yield "time_of_impact to_dict", f"{a}, {b} single", plain(single)
        single = im.distance(*args, p[0], q[0]), im.penetration(*args, p[0], q[0])
        yield "distance to_dict", f"{a}, {b} single", [plain(value) for value in single]


@group
def scenes():
    for solid in (False, True):
        held, label = strewn(solid), f"solid {solid}"
        names = held.names
        yield "Scene", label, [held.overlaps(), held.boxes, held.to_dict()["objects"]]
        yield "Scene.collide", label, [held.collide(), held.collide(limit=None)]
        for frame in range(3):
            some = list(names[1 + frame :: 4])
            held.move(some, poses([31, frame], len(some), 2.5))
            yield "Scene.collide", f"{label} frame {frame}", held.collide()
        yield "Scene.closest", label, [held.closest(name) for name in names]
        ball, at = im.Sphere(0.5), poses(32, 1)[0]
        yield "Scene.closest", f"{label} pair", [held.closest_pair(), held.closest_to(ball, at)]
        rng = np.random.default_rng(33)
        rays = dyadic(rng, (80, 3), 4.0), dyadic(rng, (80, 3)) + np.array([0.0, 0.0, 2.0**-11])
        yield "Scene.cast_ray", label, held.cast_ray(*rays)
        met = held.overlaps_box((-1, -1, -1), (1, 1.5, 2)), held.overlaps_shape(ball, at, 0.25)
        yield "Scene.overlaps_shape", label, met
        yield "Scene.explain", label, [held.explain(names[1], name) for name in names[2:12]]
        movers = names[1::2]
        ends = dict(zip(movers, poses(34, len(movers), 2.5), strict=True))
        started = held.impacts(ends)
        yield from impact_cases("Scene.impacts", label, started)
        yield "Scene.stay_free", label, held.stay_free(ends, max_time=0.5)
        for count in (False, True):
            found = held.time_of_impact(ends, count_started=count)
            yield from impact_cases("Scene.time_of_impact", f"{label} {count}", found)
        yield "detect", label, scene.detect(held, {}, ends, 8)
        yield from impact_cases("Scene.cast", label, held.cast(ball, (4.0, 1.0, 0.5), at))
        found = held.advance_to_impact(ends)
        yield from impact_cases("Scene.advance_to_impact", label, found)
        yield "Scene.advance_to_impact", f"{label} poses", held.poses
        before, after = im.collide(ball, im.Box((1, 1, 1))), im.collide(ball, im.Box((1, 1, 1)), at)
        yield "match", label, contacts.match(before, after)
    frames = poses(35, 6)
    run = im.Recording(np.arange(6) / 5.0, {"one": frames, "two": frames[::-1]})
    yield "Recording", "at", [run.poses, run.at(0.375), run.every(2).poses]


@group
def machine():
    """What the library takes from the machine, without the library; and inputs.

    Where this differs, results may differ as well, and are not compared.
    """
    rng = np.random.default_rng(36)
    x, y = dyadic(rng, (2, 500), 4.0)
    functions = np.sin, np.cos, np.tan, np.exp, np.cbrt, np.arctan
    yield "numpy", "functions", [np.arctan2(x, y), np.hypot(x, y), *(f(x) for f in functions)]
    functions = math.sin, math.cos, math.exp, math.atan
    yield "libm", "functions", [[f(v) for v in x.tolist()] for f in functions]
    a, b = dyadic(rng, (2, 40, 3, 3)) / 3.0
    sums = np.einsum("nij,njk->nik", a, b), np.linalg.svd(a), a[0] @ b[0], (x / 3.0) @ (y / 3.0)
    yield "numpy", "products", [a @ b, x.sum(), (x / 3.0).sum(), *sums]
    yield "inputs", "poses", poses(37, 50)


def this_machine():
    """A name for the kind of machine this is."""
    said = "".join(value for _, value in sorted(hashes("machine", 1).items()))
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def recorded():
    """Machine -> entry -> {threads: hash}."""
    return json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def present():
    """Entry -> {threads: hash}, of all groups."""
    found = defaultdict(dict)
    for name in GROUPS:
        for threads in THREADS:
            for entry, value in hashes(name, threads).items():
                found[entry][str(threads)] = value
    return dict(sorted(found.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help="record the present results")
    parser.add_argument("--show", metavar="NAME", help="one hash per case of an entry")
    given = parser.parse_args()
    if given.show:
        name, _, wanted = given.show.partition(": ")
        for entry, case, value in results(name, 1):
            if entry == wanted:
                print(digest_of(value), case)
        return
    machines, here, new = recorded(), this_machine(), present()
    old = machines.get(here, {})
    for entry in sorted(old.keys() | new.keys()):
        if old.get(entry) != new.get(entry):
            word = "new" if entry not in old else "gone" if entry not in new else "changed"
            print(f"{word}: {entry}")
    if given.write:
        # What moved here has moved everywhere: another machine is recorded anew, there.
        machines = {here: new} if any(old[k] != new.get(k) for k in old) else machines | {here: new}
        sets = []
        for machine, entries in machines.items():
            rows = (f"{json.dumps(entry)}: {json.dumps(row)}" for entry, row in entries.items())
            sets.append(json.dumps(machine) + ": {\n" + ",\n".join(rows) + "\n}")
        FILE.write_text("{\n" + ",\n".join(sets) + "\n}\n", encoding="utf-8")
    print(f"{len(new)} entries")


if __name__ == "__main__":
    main()
