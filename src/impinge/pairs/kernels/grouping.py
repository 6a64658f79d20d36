"""Pairs in order: counted and placed by their first number, then each short run sorted."""

import numpy as np

from impinge.core.jit import inlined, kernel

SHORT = 24
"""Runs up to this length are sorted by insertion, longer ones by digits."""
DIGIT = 8


@kernel
def count_firsts(found, n, ends):
    """Add the number of pairs that begin with i to ``ends[i]``."""
    for k in range(n):
        ends[found[k, 0]] += 1


@kernel
def begin_runs(ends):
    """Turn lengths of runs into the places where they begin; the sum."""
    place = 0
    for i in range(len(ends)):
        here = ends[i]
        ends[i] = place
        place += here
    return place


@kernel
def place_seconds(found, n, ends, seconds):
    """Write the second number of each pair to its first one's run, whose place moves on."""
    for k in range(n):
        i = found[k, 0]
        seconds[ends[i]] = found[k, 1]
        ends[i] += 1


@inlined
def sort_short(numbers, start, stop):
    for k in range(start + 1, stop):
        number = numbers[k]
        place = k
        while place > start and numbers[place - 1] > number:
            numbers[place] = numbers[place - 1]
            place -= 1
        numbers[place] = number


@inlined
def sort_long(numbers, start, stop, most, spare, counts):
    """By digits of eight bits; no number is above ``most``."""
    shift = 0
    while (most >> shift) > 0:
        for digit in range(1 << DIGIT):
            counts[digit] = 0
        for k in range(start, stop):
            counts[(numbers[k] >> shift) & 0xFF] += 1
        place = 0
        for digit in range(1 << DIGIT):
            here = counts[digit]
            counts[digit] = place
            place += here
        for k in range(start, stop):
            digit = (numbers[k] >> shift) & 0xFF
            spare[counts[digit]] = numbers[k]
            counts[digit] += 1
        for k in range(start, stop):
            numbers[k] = spare[k - start]
        shift += DIGIT


@kernel
def finish_runs(ends, seconds, most, pairs, start, stop):
    """Sort runs ``start ... stop - 1`` and write their pairs; run i ends at ``ends[i]``."""
    longest = 0
    for i in range(start, stop):
        begin = ends[i - 1] if i > 0 else 0
        longest = max(longest, ends[i] - begin)
    spare = np.empty(longest if longest > SHORT else 0, np.int32)
    counts = np.empty(1 << DIGIT, np.int64)
    for i in range(start, stop):
        begin, end = ends[i - 1] if i > 0 else 0, ends[i]
        if end - begin <= SHORT:
            sort_short(seconds, begin, end)
        else:
            sort_long(seconds, begin, end, most, spare, counts)
        for k in range(begin, end):
            pairs[k, 0] = i
            pairs[k, 1] = seconds[k]
