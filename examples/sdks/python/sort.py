"""Sorts lines in parts, and records how long each part took. Runs with and without Perigee."""

import heapq
import time

# Perigee puts its SDK on PYTHONPATH; in a repository of yours, install it.
from perigee import annotate, profile, record

lines = [str(i * 7919 % 50021) for i in range(50000)]

with profile("sort"):
    annotate("lines", len(lines))
    parts = []
    for start in range(0, len(lines), 250):
        begin = time.perf_counter()
        parts.append(sorted(lines[start : start + 250], key=int))
        record("part_time", (time.perf_counter() - begin) * 1000, unit="ms")
    result = list(heapq.merge(*parts, key=int))

record("sorted.size", sum(len(line) + 1 for line in result), unit="B")
