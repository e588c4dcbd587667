"""How the AUCs of several classes were copied from the project's reference values.

    python tests/gold/extract_multiclass.py PATH_TO_REFERENCE_VALUES

Beside ``extract.py``, with the same rules: every digit, and each file names tool, version and call.
"""

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FROM_PROC = ("hand_till_auc", "pairs")
FROM_SKLEARN = (
    "roc_auc_ovo_macro",
    "roc_auc_ovo_weighted",
    "roc_auc_ovr_macro",
    "roc_auc_ovr_weighted",
    "ovr_per_class",
    "ovo_pairs",
)


def kept(source: dict[str, Any], heading: tuple[str, ...], names: tuple[str, ...]) -> Any:
    return {
        **{key: source[key] for key in heading},
        "multiclass": {
            row["name"]: {key: row[key] for key in names} for row in source["multiclass"]
        },
    }


def main(folder: Path) -> None:
    data = {
        "item": "data sets of several classes: labels y, scores p with a column per class",
        "multiclass": {
            row["name"]: {key: row[key] for key in ("y", "p")}
            for row in json.loads((folder / "datasets.json").read_text())["multiclass"]
        },
    }
    (HERE / "multiclass.json").write_text(json.dumps(data, separators=(",", ":")) + "\n")
    for name, heading, names in (
        ("proc", ("tool", "call", "data"), FROM_PROC),
        ("sklearn", ("tool", "call", "note"), FROM_SKLEARN),
    ):
        content = kept(json.loads((folder / f"{name}.json").read_text()), heading, names)
        path = HERE / name / "multiclass.json"
        path.write_text(json.dumps(content, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
