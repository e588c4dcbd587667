"""The facts about the machine and the packages that a figure depends on."""

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.harness import RNG

PACKAGES = (
    "aucurate",
    "numpy",
    "scipy",
    "scikit-learn",
    "MLstatkit",
    "pauc",
    "confidenceinterval",
    "rapidstats",
    "polars",
    "pyarrow",
)


def facts() -> dict[str, object]:
    """Processor, cores, load, Python, package versions (None: not installed), date and rng."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "processor": _processor(),
        "cores": cores(),
        "load_at_start": round(os.getloadavg()[0], 2),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "versions": {name: _version(name) for name in PACKAGES},
        "rng": RNG,
    }


def cores() -> int:
    """The cores this process may use."""
    usable = getattr(os, "sched_getaffinity", None)
    return len(usable(0)) if usable else (os.cpu_count() or 1)


def _processor() -> str:
    path = Path("/proc/cpuinfo")
    if path.exists():
        for line in path.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
