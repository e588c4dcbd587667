"""How near are the DeLong quantities to the exact rational ones?"""

import json
from collections.abc import Iterator
from typing import Any

from benchmarks.harness import ROOT, Finding, Setting

TARGET = 1e-12
GOLD = ROOT / "tests" / "gold"


def run(setting: Setting) -> list[Finding]:
    """The largest relative error over all data sets, by quantity; an exact zero must be met."""
    exact = json.loads((GOLD / "exact" / "delong.json").read_text())
    tables = json.loads((GOLD / "datasets.json").read_text())["binary"]
    worst: dict[str, tuple[float, str]] = {}
    for name, quantity, ours, wanted in [*_paired(exact, tables), *_unpaired(exact, tables)]:
        error = _relative_error(ours, wanted)
        if error >= worst.get(quantity, (-1.0, ""))[0]:
            worst[quantity] = (error, name)
    return [
        Finding(
            what=f"largest relative error of the {quantity}",
            peer="exact rational DeLong values",
            threads=setting.threads,
            unit="relative error",
            ratio=error,
            target=TARGET,
            bound="at most",
            note=f"found in {name}" if error else "",
        )
        for quantity, (error, name) in worst.items()
    ]


def _paired(exact: Any, tables: Any) -> Iterator[tuple[str, str, float, float]]:
    from aucurate.data.moments import AucMoments
    from aucurate.data.scores import PairedScores
    from aucurate.inference.auc.delong import delong_test

    for name, row in exact["binary"].items():
        table = tables[name]
        paired = PairedScores.from_arrays(table["y"], {"a": table["a"], "b": table["b"]})
        moments = AucMoments.from_scores(paired)
        yield name, "AUC", moments.aucs[0], row["auc_a"]
        yield name, "AUC", moments.aucs[1], row["auc_b"]
        if row["var_a"] is None:
            continue
        covariance = moments.covariance
        yield name, "variance of an AUC", float(covariance[0, 0]), row["var_a"]
        yield name, "variance of an AUC", float(covariance[1, 1]), row["var_b"]
        yield name, "covariance of two AUCs", float(covariance[0, 1]), row["cov_ab"]
        comparison = delong_test(*paired, distribution="normal")
        yield name, "variance of a difference", comparison.standard_error**2, row["var_diff"]
        if row["var_diff"]:
            yield name, "paired statistic", comparison.statistic, row["z"]
            yield name, "paired p-value", comparison.p_value, row["p_two_sided"]


def _unpaired(exact: Any, tables: Any) -> Iterator[tuple[str, str, float, float]]:
    from aucurate.data.scores import Scores
    from aucurate.inference.auc.delong import delong_test

    for row in exact["unpaired"]:
        if not row["var_first"] * row["var_second"]:
            continue  # perfect separation: another method takes over
        first, second = (tables[row[which]] for which in ("first", "second"))
        comparison = delong_test(
            Scores.from_arrays(first["y"], first["a"]),
            Scores.from_arrays(second["y"], second["a"]),
            paired=False,
            satterthwaite="two-component",
        )
        name = f"{row['first']} and {row['second']}"
        yield name, "unpaired statistic", comparison.statistic, row["D"]
        yield name, "unpaired degrees of freedom", comparison.degrees_of_freedom, row["df"]


def _relative_error(ours: float, wanted: float) -> float:
    """An exact zero that is not met is wrong by 1."""
    if wanted == 0:
        return 0.0 if ours == 0 else 1.0
    return abs(ours - wanted) / abs(wanted)
