"""k-DOPs of the regions of a surface: lowest and highest values along directions, a row a node."""

from impinge.core.jit import inlined, kernel


@kernel
def set_volumes(points, regions, directions, volumes, values):
    """Write the row of each node: lows, then highs.

    ``values`` is filled with the points' values along the directions.
    """
    count, faces = len(directions), len(regions.corners)
    for i in range(len(points)):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        for d in range(count):
            values[i, d] = directions[d, 0] * x + directions[d, 1] * y + directions[d, 2] * z
    for p in range(faces):
        a, b, c = regions.corners[p, 0], regions.corners[p, 1], regions.corners[p, 2]
        for d in range(count):
            volumes[p, d] = min(values[a, d], min(values[b, d], values[c, d]))
            volumes[p, count + d] = max(values[a, d], max(values[b, d], values[c, d]))
    for n in range(faces, len(volumes)):
        first = regions.children[n]
        for d in range(2 * count):
            volumes[n, d] = volumes[first, d]
        for c in range(first + 1, regions.children[n + 1]):
            for d in range(count):
                volumes[n, d] = min(volumes[n, d], volumes[c, d])
                volumes[n, count + d] = max(volumes[n, count + d], volumes[c, count + d])


@inlined
def volumes_overlap(volumes, a, b, slack):
    """Do the intervals overlap along all directions, or come within ``slack``?"""
    count = volumes.shape[1] // 2
    apart = False
    for d in range(count):
        apart |= (volumes[a, d] > volumes[b, count + d] + slack) | (
            volumes[b, d] > volumes[a, count + d] + slack
        )
    return not apart
