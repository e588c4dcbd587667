"""How partial areas and average precision were copied from the project's reference values.

    python tests/gold/extract_partial.py PATH_TO_REFERENCE_VALUES

Beside ``extract.py``, with the same rules: every digit, and each file names tool, version and call.
"""

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FROM_PROC = ("pauc_sp_1_0.9", "pauc_sp_1_0.9_corrected", "pauc_se_1_0.9")
FROM_SKLEARN = (
    "roc_auc_score_max_fpr_0.1",
    "roc_auc_score_max_fpr_0.2",
    "roc_auc_score_max_fpr_0.5",
    "average_precision_score",
    "precision_recall_curve",
)


def kept(source: dict[str, Any], heading: tuple[str, ...], names: tuple[str, ...]) -> Any:
    return {
        **{key: source[key] for key in heading},
        "binary": {
            row["name"]: {
                which: {key: row[which][key] for key in names if key in row[which]}
                for which in ("a", "b")
            }
            for row in source["binary"]
        },
    }


def main(folder: Path) -> None:
    for name, path, heading, names in (
        ("proc", "proc/partial.json", ("item", "tool", "call", "data"), FROM_PROC),
        ("sklearn", "sklearn/partial.json", ("item", "tool", "call", "note"), FROM_SKLEARN),
    ):
        content = kept(json.loads((folder / f"{name}.json").read_text()), heading, names)
        (HERE / path).write_text(json.dumps(content, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
