"""A table like that of mfeat-mor, with digits that overlap."""

import gzip
from pathlib import Path

import numpy as np

from aucurate_papers.paclik_2010.mfeat import FILE

HEADER = ",".join([*(f"mor{at}" for at in range(1, 7)), "digit"])


def table(each: int = 100, digits: tuple[int, ...] = (2, 3, 5, 7)) -> str:
    rng = np.random.default_rng(0)
    rows = [HEADER]
    for digit in digits:
        found = rng.normal(size=(each, 6)) * [1, 1, 1, 10, 1, 900] + digit * np.array(
            [0.3, 0.2, 0.4, 5, 0.2, 500]
        )
        rows += [",".join(f"{value:.6f}" for value in row) + f",{digit}" for row in found]
    return "\n".join(rows) + "\n"


def written(folder: Path, text: str) -> Path:
    """The folder, with this table in it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE).write_bytes(gzip.compress(text.encode()))
    return folder
