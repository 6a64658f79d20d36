"""Results of the golden set as hashes: which fields count, and how; the groups of queries."""

import hashlib
from collections import defaultdict

import numpy as np

import impinge as im

GROUPS = {}
"""Name -> generator of (entry, case, result)."""
PAIR = "point_a point_b feature_a feature_b part_a part_b"
TIMES = "time status lower upper gap"
# Not "feature_a" and "feature_b", which have entries of their own, nor "steps", a cost.
IMPACT = f"{TIMES} depth point_a point_b normal part_a part_b"
REGION = "point normal depth point_a point_b face_a face_b lower closed pair_counts offsets"
POINTS = "point point_a point_b normal separation feature_a feature_b part_a part_b nature key"
MASS = "bounds volume centroid inertia feature_count"
FIELDS = {
    "Distance": f"distance normal {PAIR}",
    "DistanceGradient": f"distance normal {PAIR} gradient_a gradient_b",
    "Nearest": f"name distance normal {PAIR}",
    "NearestPair": f"names distance normal {PAIR}",
    "Penetration": f"depth direction lower kind {PAIR}",
    "Contacts": f"{POINTS} offsets",
    "SceneContacts": "pairs began lasting ended continues contacts",
    "TrianglePairs": "pairs offsets",
    "MeshRegions": REGION,
    "Impact": IMPACT,
    "SceneImpact": f"names started {IMPACT}",
    "SceneImpacts": f"pairs {IMPACT}",
    "SceneCast": f"name distance started {IMPACT}",
    "Freedom": "free status time",
    "SceneFreedom": "free pairs status time",
    "ElementaryImpacts": f"{TIMES} parameters normal",
    "PairImpacts": f"pair {TIMES} parameters normal",
    "FreeStep": "features first step time upper status pair gap depth edges vertex_face edge_edge",
    "SampledImpact": "time",
    "Detected": "pairs time substeps first",
    "Explanation": "a b reason touching margin axis box_gap query distance",
    "RayHits": "distance point normal feature",
    "SceneRayHits": "name distance point normal feature",
    "ClosestPoint": "point distance feature",
    "ClosestPoints": "point_a point_b distance",
    "TreeOverlap": "overlap certain",
    "TreeDistance": "distance feature_a feature_b",
    "Tree": "builder volume face_count depth looseness decay faces",
    "VolumeTree": "builder volume arity leaf_size node_count depth looseness faces",
    "Aabb": "lower upper centre half corners volume",
    "Obb": "centre half axes corners volume",
    "BoundingEllipsoid": "centre radii axes volume",
    "BoundingSphere": "centre radius volume",
    "Kdop": "k lower upper corners volume",
    "Climb": "volume extremes",
    "KdopSequence": "k lower upper",
    "Mesh": f"vertices faces edges adjacency is_closed is_oriented area {MASS}",
    "Hull": f"vertices edges faces planes {MASS}",
    "TetMesh": "vertices tets volumes volume inverted surface bounds",
    "Velocity": "linear angular",
    "Cells": "lower upper counts",
    "BspTree": "pieces piece_faces nodes depth thickness",
}
FIELDS = {kind: names.split() for kind, names in FIELDS.items()}
RECORDED_AS = {"Cast": "Impact"}
"""Results that were recorded as their base; their other fields follow from the recorded ones."""


def feed(digest, value):
    """Add type, shape and bits of a result to a digest; zero has no sign."""
    kind = RECORDED_AS.get(type(value).__name__, type(value).__name__)
    if kind in FIELDS:
        digest.update(kind.encode())
        for name in FIELDS[kind]:
            feed(digest, asked(getattr, value, name))
    elif isinstance(value, (list, tuple, dict)):
        rows = list(value.items() if isinstance(value, dict) else value)
        digest.update(f"{len(rows)} rows".encode())
        for row in rows:
            feed(digest, row)
    elif value is None or isinstance(value, str):
        digest.update(repr(value).encode())
    else:
        array = np.asarray(value)
        assert array.dtype.kind in "biufU", f"no fields of {kind} are known"
        if array.dtype.kind == "U":
            feed(digest, array.tolist())
            return
        if array.dtype.kind == "f":
            array = np.where(np.isnan(array), np.nan, array + 0.0).astype(array.dtype)
        digest.update(f"{array.dtype.str}{array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())


def asked(query, *args, **options):
    """The result of a query, or the kind of error by which it refuses."""
    try:
        return query(*args, **options)
    except im.ImpingeError as error:
        return f"refused: {type(error).__name__}"


def plain(value):
    """What ``to_dict`` says about the fields above: others may be added."""
    kind = type(value).__name__
    said, names = value.to_dict(), FIELDS[RECORDED_AS.get(kind, kind)]
    return {name: said[name] for name in names if name in said}


def group(function):
    GROUPS[function.__name__] = function
    return function


def results(name, threads):
    with im.use_threads(threads):
        yield from GROUPS[name]()


def hashes(name, threads):
    """Entry -> hash, of one group; entries begin with its name."""
    digests = defaultdict(hashlib.sha256)
    for entry, case, value in results(name, threads):
        digests[entry].update(case.encode())
        feed(digests[entry], value)
    return {f"{name}: {entry}": digest.hexdigest()[:16] for entry, digest in digests.items()}


def digest_of(value):
    digest = hashlib.sha256()
    feed(digest, value)
    return digest.hexdigest()[:16]
