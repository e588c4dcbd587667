"""Make hierarchical.json: ``python hierarchical.py`` where baycomp and pystan are installed.

``baycomp.HierarchicalTest`` on fixed differences, twice with other random numbers. It keeps neither
the draws nor the data sets' own differences, so that ``stan.build`` is wrapped to hand over a
random seed and the fit. What is kept is the mean over the chains and, as ``error``, the standard
deviation of the chains over the root of their number.
"""

import json
import os
import tempfile
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

RUNS = 2
CHAINS = 4
DRAWS = 8_000  # of each chain
PAPER = {"lower_alpha": 0.5, "upper_alpha": 5, "lower_beta": 0.05, "upper_beta": 0.15}
HERE = Path(__file__).parent


def differences() -> dict[str, dict[str, Any]]:
    """Fixed tables of differences, data sets x folds, in thousandths."""
    rng = np.random.default_rng(2017)

    def table(centres: list[float], spreads: list[float], folds: int) -> list[list[float]]:
        shared = rng.normal(size=len(centres)) / 3
        own = rng.normal(size=(len(centres), folds))
        rows = np.array(centres)[:, None] + np.array(spreads)[:, None] * (own + shared[:, None])
        return [[round(float(v), 3) for v in row] for row in rows]

    centres = [0.01, 0.02, -0.01, 0.015, 0.0, 0.03, 0.12, 0.005]
    spreads = [0.02, 0.03, 0.01, 0.04, 0.02, 0.03, 0.02, 0.015]
    return {
        "outlier": {
            "differences": table(centres, spreads, 10),
            "repeats": 1,
            "rope": 0.01,
            **PAPER,
        },
        "three": {"differences": table([0.0, 0.02, 0.05], [0.02, 0.01, 0.03], 10), "repeats": 1}
        | {"rope": 0.005, **PAPER},
        "alike": {"differences": table([0.004] * 6, [0.02] * 6, 20), "repeats": 2, "rope": 0.01}
        | PAPER,
        "defaults": {"differences": table(centres, spreads, 10), "repeats": 1, "rope": 0.01}
        | {"lower_alpha": 1, "upper_alpha": 2, "lower_beta": 0.01, "upper_beta": 0.1},
    }


def one_run(table: dict[str, Any], seed: int) -> list[dict[str, Any]]:
    """What each chain of one call of baycomp gives, and what its fit says of the parameters."""
    stan: Any = import_module("stan")
    test: Any = import_module("baycomp").HierarchicalTest
    kept: dict[str, Any] = {}
    build = stan.build

    def seeded(code: str, data: dict[str, Any]) -> Any:
        model = build(code, data=data, random_seed=seed)

        class Kept:
            def sample(self, **options: Any) -> Any:
                kept["fit"] = model.sample(**options)
                return kept["fit"]

        return Kept()

    first = np.array(table["differences"])
    options = {key: table[key] for key in PAPER}
    where = os.getcwd()
    with tempfile.TemporaryDirectory() as empty:
        os.chdir(empty)  # it leaves last-sample.pickle behind, and reads it
        stan.build = seeded
        try:
            shares = test.sample(
                np.zeros_like(first),
                first,
                table["rope"],
                runs=table["repeats"],
                nsamples=DRAWS,
                **options,
            )
        finally:
            stan.build = build
            os.chdir(where)
    scale = float(np.mean(np.std(first, axis=1)))
    fit = {key: kept["fit"][key] for key in ("delta0", "std0", "nu", "delta")}
    return [
        _told(shares[at::CHAINS], {k: v[:, at::CHAINS] for k, v in fit.items()}, scale, table)
        for at in range(CHAINS)  # the chains take turns
    ]


def _told(shares: Any, fit: dict[str, Any], scale: float, table: dict[str, Any]) -> dict[str, Any]:
    most = np.bincount(np.argmax(shares, axis=1), minlength=3) / len(shares)
    centre, each = fit["delta0"][0] * scale, fit["delta"] * scale
    return {
        "new": shares.mean(axis=0).tolist(),
        "likeliest": most.tolist(),
        "centre_mean": float(centre.mean()),
        "centre_quantiles": np.quantile(centre, [0.025, 0.975]).tolist(),
        "spread_median": float(np.median(fit["std0"][0]) * scale),
        "nu_median": float(np.median(fit["nu"][0])),
        "means": each.mean(axis=1).tolist(),
        "lows": np.quantile(each, 0.025, axis=1).tolist(),
        "highs": np.quantile(each, 0.975, axis=1).tolist(),
        "above": (each > table["rope"]).mean(axis=1).tolist(),
    }


def main() -> None:
    made: dict[str, Any] = {"call": "baycomp.HierarchicalTest", "runs": RUNS, "chains": CHAINS}
    made |= {"draws": DRAWS}
    made |= {package: version(package) for package in ("baycomp", "pystan", "httpstan", "numpy")}
    done = {}
    for name, table in differences().items():
        chains = [told for at in range(RUNS) for told in one_run(table, 100 + at)]
        mean, error = {}, {}
        for key in chains[0]:
            stacked = np.array([told[key] for told in chains])
            mean[key] = stacked.mean(axis=0).tolist()
            error[key] = (stacked.std(axis=0, ddof=1) / np.sqrt(len(chains))).tolist()
        done[name] = table | {"mean": mean, "error": error}
        text = json.dumps({"made_with": made, "tables": done}, indent=1)
        (HERE / "hierarchical.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
