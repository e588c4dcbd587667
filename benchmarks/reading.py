"""How long does reading a CSV file take, beside polars alone?"""

import tempfile
from pathlib import Path

import polars

from benchmarks.harness import OURS, Finding, Job, Setting, made_scores, race

ROWS = 1_000_000
POLARS = "polars read_csv"


def run(setting: Setting) -> list[Finding]:
    """A label and three columns of scores, checked and split into classes by us."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scores.csv"
        _write(path)
        raced = race({OURS: lambda: _ours(path), POLARS: lambda: _polars(path)}, setting.rounds)
    failure = raced.trouble(OURS, POLARS)
    finding = Finding(
        what=f"reading {ROWS:,} rows x 4 columns of CSV",
        peer=POLARS,
        threads=setting.threads,
        unit="of its time",
        ratio=None if failure else raced.seconds[OURS] / raced.seconds[POLARS],
        target=2,
        bound="at most",
        seconds=raced.seconds,
        failure=failure,
    )
    return [finding]


def _write(path: Path) -> None:
    labels, scores = made_scores(ROWS, classifiers=3)
    columns = {"label": labels, **{f"score{k}": s for k, s in enumerate(scores, 1)}}
    polars.DataFrame(columns).write_csv(path)


def _ours(path: Path) -> Job:
    from aucurate.io.files import read_scores

    return lambda: float(len(read_scores(path, label="label").names))


def _polars(path: Path) -> Job:
    return lambda: float(polars.read_csv(path).height)
