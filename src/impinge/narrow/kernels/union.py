"""Sets that grow together: which things are connected, by pairs that are.

``parents`` (n,) int64: each set is a tree whose root is its lowest member, so that the answer does
not depend on the order in which pairs are joined.
"""

from impinge.core.jit import inlined, kernel


@inlined
def root_of(parents, i):
    """The lowest member of the set of ``i``; the way there is halved for the next time."""
    while parents[i] != i:
        parents[i] = parents[parents[i]]
        i = parents[i]
    return i


@inlined
def join(parents, i, j):
    i, j = root_of(parents, i), root_of(parents, j)
    if i < j:
        parents[j] = i
    else:
        parents[i] = j


@kernel
def join_faces(faces, parents):
    """Join the vertices of each face."""
    for i in range(len(faces)):
        join(parents, faces[i, 0], faces[i, 1])
        join(parents, faces[i, 0], faces[i, 2])
