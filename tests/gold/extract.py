"""How the numbers in this folder were copied from the project's reference values.

    python tests/gold/extract.py PATH_TO_REFERENCE_VALUES

The reference values were made with R 4.2.2 (pROC 1.18.0), scikit-learn 1.9.1 and exact rational
arithmetic in Python; each file written here names tool, version and call. Only what the tests use
is kept, every digit of it. The tests read these copies and nothing else.
"""

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ALTERNATIVES = ("two.sided", "less", "greater")


def datasets(source: dict[str, Any]) -> dict[str, Any]:
    return {
        "item": "binary data sets: labels y, scores a and b",
        "binary": {
            row["name"]: {key: row[key] for key in ("y", "a", "b")} for row in source["binary"]
        },
    }


def exact(source: dict[str, Any]) -> dict[str, Any]:
    return {
        **{key: source[key] for key in ("item", "tool", "formula")},
        "binary": {row.pop("name"): row for row in source["binary"]},
        "unpaired": source["unpaired"],
    }


def proc(source: dict[str, Any]) -> dict[str, Any]:
    def one(curve: dict[str, Any]) -> dict[str, Any]:
        return {key: curve[key] for key in ("auc", "var_delong", "ci95_delong", "ci90_delong")}

    return {
        **{key: source[key] for key in ("item", "tool", "call", "data")},
        "binary": {
            row["name"]: {
                "a": one(row["a"]),
                "b": one(row["b"]),
                "cov_delong": row["cov_delong"],
                **{
                    f"delong_{design}_{way}": row[f"delong_{design}_{way}"]
                    for design in ("paired", "unpaired")
                    for way in ALTERNATIVES
                },
            }
            for row in source["binary"]
        },
        "unpaired": source["unpaired"],
    }


def scikit_learn(source: dict[str, Any]) -> dict[str, Any]:
    kept = ("roc_curve_full", "roc_curve_drop_intermediate", "roc_auc_score")
    return {
        **{key: source[key] for key in ("item", "tool", "call", "note")},
        "binary": {
            row["name"]: {which: {key: row[which][key] for key in kept} for which in ("a", "b")}
            for row in source["binary"]
        },
    }


def folds(source: dict[str, Any]) -> dict[str, Any]:
    """Tests over folds; the vector with one and the same difference in all folds is degenerate."""
    return {
        **{key: source[key] for key in ("item", "tool", "calls")},
        "vectors": {
            row["name"]: {key: value for key, value in row.items() if key != "name"}
            for row in source["vectors"]
            if row["name"] != "k10_constant_diff"
        },
        **({"five_by_two": source["five_by_two"]} if "five_by_two" in source else {}),
    }


def many_data_sets(source: dict[str, Any]) -> dict[str, Any]:
    """Friedman's test and Nemenyi's, over data sets."""
    return {
        **{key: source[key] for key in ("item", "tool", "calls")},
        "tables": {
            row["name"]: {key: value for key, value in row.items() if key != "name"}
            for row in source["friedman"]
        },
    }


def whole(source: dict[str, Any]) -> dict[str, Any]:
    return source


def main(folder: Path) -> None:
    for name, target, keep in (
        ("datasets", "datasets.json", datasets),
        ("exact_delong", "exact/delong.json", exact),
        ("proc", "proc/delong.json", proc),
        ("sklearn", "sklearn/roc.json", scikit_learn),
        ("hanley_mcneil", "exact/hanley_mcneil.json", whole),
        ("cortes_mohri_agarwal", "exact/cortes_mohri_agarwal.json", whole),
        ("biexponential", "exact/biexponential.json", whole),
        ("folds", "scipy/folds.json", folds),
        ("folds_R", "r/folds.json", folds),
        ("folds", "scipy/many_data_sets.json", many_data_sets),
        ("folds_R", "r/many_data_sets.json", many_data_sets),
    ):
        content = keep(json.loads((folder / f"{name}.json").read_text()))
        path = HERE / target
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(content, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
