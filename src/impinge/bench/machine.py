"""On what was it measured?"""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from impinge.core.threads import thread_count

PACKAGES = ("numpy", "numba", "llvmlite", "trimesh", "meshio")
PEERS = ("coal", "python-fcl", "mujoco", "libigl", "ipctk", "pin", "ompl")
FEATURES = ("sse4_2", "avx", "avx2", "fma", "avx512f", "asimd", "sve")


def report_head(benchmark: str, *, quick: bool) -> dict[str, Any]:
    """What every report begins with: which it is, and on what it was measured."""
    where = {"machine": machine(), "versions": versions()}
    return {"benchmark": benchmark, "quick": quick, **where}


def machine() -> dict[str, Any]:
    """Processor and system; nothing that names the machine or its user."""
    name, flags = _processor()
    return {
        "cpu": name or platform.machine(),
        "features": [feature for feature in FEATURES if feature in flags],
        "cores": os.cpu_count(),
        "threads": thread_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def versions() -> dict[str, str]:
    """Of the library, what it stands on, and the peers that are installed."""
    import impinge

    found = {"impinge": impinge.__version__}
    for package in (*PACKAGES, *PEERS):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def _processor() -> tuple[str, set[str]]:
    """Name and features as Linux tells them; empty elsewhere."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor(), set()
    lines = (line.partition(":") for line in text.splitlines())
    fields = {key.strip(): value.strip() for key, _, value in lines if value}
    flags = fields.get("flags", fields.get("Features", ""))
    return fields.get("model name", ""), set(flags.split())
