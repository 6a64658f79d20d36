"""What every room stands on: vectors, poses, arrays, and how code is compiled and run.

=====================================  ===========================================================
:mod:`~impinge.core.errors`            exceptions that name the argument, the row and the reason
:mod:`~impinge.core.arrays`            array_like in, checked arrays in one layout out
:mod:`~impinge.core.poses`             rigid motions as 4x4 matrices
:mod:`~impinge.core.given`             poses and shapes of arrays, with errors that say more
:mod:`~impinge.core.vec`               vectors of three floats, as tuples, for kernels
:mod:`~impinge.core.mat`               3x3 matrices, as tuples, for kernels
:mod:`~impinge.core.tolerance`         named tolerances, with their reasons
:mod:`~impinge.core.jit`               the decorators of compiled functions
:mod:`~impinge.core.linking`           kernels that call each other by symbol
:mod:`~impinge.core.kernel_cache`      compiled kernels on disk, with those they need
:mod:`~impinge.core.compiling`         how long compiling takes, and a word about it
:mod:`~impinge.core.sources`           which files a compiled function depends on
:mod:`~impinge.core.cache`             where compiled functions are kept
:mod:`~impinge.core.memory`            how kernels get at numbers
:mod:`~impinge.core.fused`             a product and a sum with one rounding
:mod:`~impinge.core.simd`              eight lanes at once
:mod:`~impinge.core.simd_moving`       the same for boxes that move
:mod:`~impinge.core.simd_points`       points and tetrahedra
:mod:`~impinge.core.plain`             the same in NumPy
:mod:`~impinge.core.lanes`             where the fields of an eight-wide node lie
:mod:`~impinge.core.threads`           rows of a batch on several threads
:mod:`~impinge.core.clock`             a clock for compiled code
:mod:`~impinge.core.derived`           what is derived from an object, kept with it
:mod:`~impinge.core.seal`              whether data in a pickle is what was written
:mod:`~impinge.core.rows`              results of many queries in one array, with names
:mod:`~impinge.core.row_layout`        columns of such an array: names, widths, swapping A and B
:mod:`~impinge.core.counters`          what queries cost
:mod:`~impinge.core.ids`               ids that come and go
:mod:`~impinge.core.table`             queries that depend on the kinds of two shapes
:mod:`~impinge.core.progress`          a progress bar, on a terminal
=====================================  ===========================================================

Imports nothing of the library. Imported by every other room. Only ``jit``, ``linking``,
``kernel_cache``, ``compiling``, ``memory``, ``fused``, ``simd``, ``simd_moving``,
``simd_points``, ``threads`` and
``clock`` may touch Numba.
"""
