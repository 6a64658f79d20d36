"""Linear tetrahedra: deformation, stress, forces and stiffness.

Model ``STVK`` is O'Brien's and Hodgins' element [OBrien1999]_: Green's strain, a linear law.
Model ``COROTATIONAL`` measures linear strain in a frame that turns with the element
[Mueller2004]_, in the form whose forces are the exact gradient of an energy [McAdams2011]_.
Viscous stress is linear in the rate of Green's strain: a rate of strain in the turning frame would
put torques on a body that is stretched.
"""

from typing import Any, NamedTuple

import numpy as np

from impinge.bounds.kernels.principal import principal_axes
from impinge.core.jit import inlined, kernel, merged
from impinge.core.mat import apply, scaled, times, transposed
from impinge.core.vec import add, cross, dot, load, neg, scale, store, sub
from impinge.simulation.kernels.corner_sums import put_blocks
from impinge.simulation.kernels.polar import nearest_rotation, outer_sum, signed_svd

LAMBDA, MU, BULK, SHEAR, MODEL, MATERIAL_NUMBERS = 0, 1, 2, 3, 4, 5
"""Columns of a material: elastic and viscous constants [Pa], [Pa s], and its model."""
STVK, COROTATIONAL = 0.0, 1.0
ELASTIC, LOST, RATIO, ENERGY_NUMBERS = 0, 1, 2, 3
"""Columns of an element: energy [J], power lost to viscosity [W], volume by rest volume."""
HALF_ROOT = 0.5**0.5
SMALL = 1e-12


class Elements(NamedTuple):
    """Tetrahedra as kernels take them.

    ``tets``        (m, 4) int64, corners.
    ``gradients``   (m, 9) float64, of the shape functions of corners 1, 2, 3 at rest.
    ``volumes``     (m,) float64, at rest.
    ``material``    (m,) int64, row of materials.
    ``materials``   (k, 5) float64.
    """

    tets: Any
    gradients: Any
    volumes: Any
    material: Any
    materials: Any


@merged
def as_elements(arrays):
    """The elements that Python handed over as a plain tuple."""
    return Elements(arrays[0], arrays[1], arrays[2], arrays[3], arrays[4])


@inlined
def gradient_of(elements, t, corner):
    """Gradient of the shape function of a corner, at rest."""
    g = elements.gradients
    if corner == 0:
        return (
            -(g[t, 0] + g[t, 3] + g[t, 6]),
            -(g[t, 1] + g[t, 4] + g[t, 7]),
            -(g[t, 2] + g[t, 5] + g[t, 8]),
        )
    k = 3 * corner - 3
    return (g[t, k], g[t, k + 1], g[t, k + 2])


@inlined
def deformation_of(elements, t, field):
    """How a field of the vertices changes over element ``t``: of positions, the deformation F."""
    tets = elements.tets
    base = load(field, tets[t, 0])
    return outer_sum(
        sub(load(field, tets[t, 1]), base),
        sub(load(field, tets[t, 2]), base),
        sub(load(field, tets[t, 3]), base),
        gradient_of(elements, t, 1),
        gradient_of(elements, t, 2),
        gradient_of(elements, t, 3),
    )


@inlined
def plus_diagonal(s, m):
    """The matrix ``m`` plus ``s`` times the identity."""
    return (m[0] + s, m[1], m[2], m[3], m[4] + s, m[5], m[6], m[7], m[8] + s)


@inlined
def plus(m, n):
    return (
        m[0] + n[0], m[1] + n[1], m[2] + n[2],
        m[3] + n[3], m[4] + n[4], m[5] + n[5],
        m[6] + n[6], m[7] + n[7], m[8] + n[8],
    )  # fmt: skip


@inlined
def symmetric_part(m):
    xy, xz, yz = 0.5 * (m[1] + m[3]), 0.5 * (m[2] + m[6]), 0.5 * (m[5] + m[7])
    return (m[0], xy, xz, xy, m[4], yz, xz, yz, m[8])


@inlined
def product_sum(m, n):
    """Sum of the products of equal places."""
    return (
        m[0] * n[0] + m[1] * n[1] + m[2] * n[2] + m[3] * n[3] + m[4] * n[4]
        + m[5] * n[5] + m[6] * n[6] + m[7] * n[7] + m[8] * n[8]
    )  # fmt: skip


@inlined
def green_strain(f):
    """Half of ``f^T f - 1``, without the loss of digits that the difference of squares has."""
    d = plus_diagonal(-1.0, f)
    return plus(symmetric_part(d), scaled(0.5, times(transposed(d), d)))


@inlined
def law(first, second, strain):
    """Stress and half of its product with the strain."""
    trace = strain[0] + strain[4] + strain[8]
    stress = plus_diagonal(first * trace, scaled(2.0 * second, strain))
    return stress, 0.5 * product_sum(stress, strain)


@inlined
def determinant(m):
    return dot((m[0], m[1], m[2]), cross((m[3], m[4], m[5]), (m[6], m[7], m[8])))


@kernel
def force_rows(arrays, vertices, places, rates, forces, energies, start, stop):
    """Forces on the corners of elements, and their energies.

    Elastic forces are those of ``vertices``. Viscous ones are those of the velocities ``rates`` of
    a body at ``places``: linear in the rates where these are kept.
    """
    elements = as_elements(arrays)
    for t in range(start, stop):
        material = elements.materials[elements.material[t]]
        f = deformation_of(elements, t, vertices)
        if material[MODEL] == STVK:
            stress, energy = law(material[LAMBDA], material[MU], green_strain(f))
            pull = times(f, stress)
        else:
            # R^T F - 1 is symmetric, but for rounding.
            r = nearest_rotation(f)
            strain = symmetric_part(plus_diagonal(-1.0, times(transposed(r), f)))
            stress, energy = law(material[LAMBDA], material[MU], strain)
            pull = times(r, stress)
        lost = 0.0
        if material[BULK] != 0.0 or material[SHEAR] != 0.0:
            g = deformation_of(elements, t, places)
            rate = symmetric_part(times(transposed(g), deformation_of(elements, t, rates)))
            stress, power = law(material[BULK], material[SHEAR], rate)
            pull, lost = plus(pull, times(g, stress)), 2.0 * power
        volume = elements.volumes[t]
        energies[t, ELASTIC] = volume * energy
        energies[t, LOST] = volume * lost
        energies[t, RATIO] = determinant(f)
        pull = scaled(-volume, pull)
        total = (0.0, 0.0, 0.0)
        for corner in range(1, 4):
            force = apply(pull, gradient_of(elements, t, corner))
            total = add(total, force)
            store(forces, 4 * t + corner, force)
        # So the four sum up to zero but for one rounding.
        store(forces, 4 * t, neg(total))


@inlined
def positive_part(s):
    """A symmetric matrix without its negative eigenvalues."""
    u, v = principal_axes(s[0], s[1], s[2], s[4], s[5], s[8])
    w = cross(u, v)
    a, b, c = max(dot(u, apply(s, u)), 0.0), max(dot(v, apply(s, v)), 0.0), dot(w, apply(s, w))
    return outer_sum(scale(a, u), scale(b, v), scale(max(c, 0.0), w), u, v, w)


@inlined
def write_images(elements, t, m, out):
    """``m`` times the gradient of each corner."""
    for corner in range(4):
        store(out, corner, apply(m, gradient_of(elements, t, corner)))


@inlined
def twist_weight(material, s, first, second):
    """What a twist between two axes loses of the stiffness 2 mu: never more than all of it."""
    between = s[first] + s[second]
    excess = material[LAMBDA] * (s[0] + s[1] + s[2] - 3.0) - 2.0 * material[MU]
    if between <= SMALL:
        return -2.0 * material[MU] if excess < 0.0 else 0.0
    return max(2.0 * excess / between, -2.0 * material[MU])


@inlined
def twist_of(ui, uj, vi, vj, g):
    """A twist between two axes times a gradient."""
    return scale(HALF_ROOT, sub(scale(dot(vj, g), ui), scale(dot(vi, g), uj)))


@inlined
def add_law(first, second, volume, shape, grams, images, out):
    """Stiffness of a linear law in a frame: ``shape`` is frame times frame^T."""
    for i in range(4):
        for j in range(i, 4):
            for a in range(3):
                for b in range(3):
                    out[i, j, a, b] += volume * (
                        first * images[i, a] * images[j, b]
                        + second * (grams[i, j] * shape[3 * a + b] + images[j, a] * images[i, b])
                    )


@kernel
def add_stiffness(arrays, fields, per_second, slots, bodies, out, start, stop):
    """Add the stiffness of elements to their blocks of a matrix; viscous parts by 1 / dt.

    ``fields`` are vertices, and places of viscosity. Rows are bodies, whose elements begin at
    ``bodies``: no two of them share a block.

    Each element's matrix is positive semidefinite: stress that would make it indefinite is left
    out ([Smith2019]_ for the corotational model; compression for the other).
    """
    elements = as_elements(arrays)
    vertices, places = fields[0], fields[1]
    grams, images, twists = np.empty((4, 4)), np.empty((4, 3)), np.empty((3, 4, 3))
    blocks = np.zeros((4, 4, 3, 3))
    for t in range(bodies[start], bodies[stop]):
        material, volume = elements.materials[elements.material[t]], elements.volumes[t]
        f = deformation_of(elements, t, vertices)
        for i in range(4):
            for j in range(i, 4):
                g = gradient_of(elements, t, j)
                grams[i, j] = dot(gradient_of(elements, t, i), g)
        if material[MODEL] == STVK:
            stress = positive_part(law(material[LAMBDA], material[MU], green_strain(f))[0])
            write_images(elements, t, f, images)
            shape = times(f, transposed(f))
            add_law(material[LAMBDA], material[MU], volume, shape, grams, images, blocks)
            for i in range(4):
                pulled = apply(stress, gradient_of(elements, t, i))
                for j in range(i, 4):
                    pull = volume * dot(pulled, gradient_of(elements, t, j))
                    for a in range(3):
                        blocks[i, j, a, a] += pull
        else:
            ua, ub, uc, va, vb, vc, s = signed_svd(f)
            write_images(elements, t, outer_sum(ua, ub, uc, va, vb, vc), images)
            wab, wac = twist_weight(material, s, 0, 1), twist_weight(material, s, 0, 2)
            wbc = twist_weight(material, s, 1, 2)
            for i in range(4):
                g = gradient_of(elements, t, i)
                store(twists[0], i, twist_of(ua, ub, va, vb, g))
                store(twists[1], i, twist_of(ua, uc, va, vc, g))
                store(twists[2], i, twist_of(ub, uc, vb, vc, g))
            for i in range(4):
                for j in range(i, 4):
                    for a in range(3):
                        blocks[i, j, a, a] += volume * 2.0 * material[MU] * grams[i, j]
                        for b in range(3):
                            blocks[i, j, a, b] += volume * (
                                material[LAMBDA] * images[i, a] * images[j, b]
                                + wab * twists[0, i, a] * twists[0, j, b]
                                + wac * twists[1, i, a] * twists[1, j, b]
                                + wbc * twists[2, i, a] * twists[2, j, b]
                            )
        if material[BULK] != 0.0 or material[SHEAR] != 0.0:
            g = deformation_of(elements, t, places)
            write_images(elements, t, g, images)
            shape, share = times(g, transposed(g)), volume * per_second
            add_law(material[BULK], material[SHEAR], share, shape, grams, images, blocks)
        put_blocks(blocks, 4, slots[0], t, out)
