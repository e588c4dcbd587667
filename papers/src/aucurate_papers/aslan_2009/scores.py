"""The kept scores: what ``aucurate_papers.aslan_2009.training`` trained, as the exhibits read it.

Training needs Weka (GPL) and Java, which the package may not depend on. So the scores of every
model are made there once, and kept in ``<cache>/aslan-2009/scores``: one parquet file for each data
set (a row for each observation of the test set and training set, a column for each algorithm that
finished), and ``described.json`` with what was run.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aucurate.data.folds import FoldScores
from aucurate.errors import MissingDataError, OptionError, TableError
from aucurate.formatting import join_words
from aucurate.io.writing import folds_to_frame, write_table
from aucurate.results import Record
from aucurate_papers.exhibit import RunProvenance, plain_name
from aucurate_papers.running import Run, provenance_of, write_json

FACTS = "described.json"
FOLDER = "aslan-2009/scores"
"""The folder of the cache."""
OBTAIN = (
    "Kept scores of its five algorithms: make them with `make scores` in a clone of the "
    "repository (Java 17 and python-weka-wrapper3; about two hours)."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AlgorithmFacts(Record):
    """How an algorithm went on a data set; ``reason`` says why it did not finish."""

    name: str
    words: str
    finished: bool
    reason: str | None
    fits: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFacts(Record):
    """A data set as it was run; ``words`` say what the paper leaves open about it.

    Of more than two classes those two are kept that a 1-NN takes for each other most often:
    ``n_confused`` of ``n_compared`` observations, None where there are two from the start.
    ``n_train`` are the sizes of the training sets.
    """

    name: str
    words: str
    n_read: int
    n_classes: int
    n_observations: int
    n_numeric: int
    n_nominal: int
    positive: str
    negative: str
    n_positive: int
    n_test: int
    n_test_positive: int
    n_confused: int | None
    n_compared: int | None
    n_train: tuple[int, ...]
    algorithms: tuple[AlgorithmFacts, ...]

    @property
    def finished(self) -> tuple[str, ...]:
        """The algorithms that finished."""
        return tuple(one.name for one in self.algorithms if one.finished)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts(Record):
    """All that was run, the smallest data set first: ``rng`` divided them, ``seconds`` it took."""

    programs: dict[str, str]
    rng: int
    seconds: float
    sets: tuple[SetFacts, ...]

    @property
    def unfinished(self) -> tuple[str, ...]:
        """What did not finish, and why."""
        return tuple(
            f"{one.name}, {ran.name} ({ran.reason})"
            for one in self.sets
            for ran in one.algorithms
            if not ran.finished
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptScores:
    """The folder of the kept scores, and what is in it."""

    folder: Path
    facts: Facts

    @classmethod
    def opened(cls, cache: Path) -> "KeptScores":
        """Those in this cache; refused where there are none."""
        folder = folder_of(cache)
        path = folder / FACTS
        if not path.is_file():
            raise MissingDataError(f"there are no kept scores in '{folder}'.", hint=OBTAIN)
        try:
            facts = Facts.from_dict(json.loads(path.read_text(encoding="utf-8")))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise TableError(f"'{path}' is damaged.", hint=OBTAIN) from None
        return cls(folder=folder, facts=facts)

    @property
    def names(self) -> tuple[str, ...]:
        """The data sets with scores of two algorithms or more, the smallest first."""
        return tuple(one.name for one in self.facts.sets if len(one.finished) > 1)

    def digest(self, name: str) -> str:
        """A fingerprint of the scores of a data set."""
        return hashlib.sha256(self._path(name).read_bytes()).hexdigest()[:16]

    def scores(self, name: str) -> FoldScores:
        """The scores of the algorithms that finished on a data set, on its fixed test set."""
        path = self._path(name)
        one = next(one for one in self.facts.sets if one.name == name)
        return FoldScores.read(
            path,
            label="label",
            fold="fold",
            observation="observation",
            scores=one.finished,
            design="fixed test set",
            n_train=one.n_train,
            positive=one.positive,
        )

    def _path(self, name: str) -> Path:
        if name not in self.names:
            raise OptionError(
                f"there are no kept scores of '{name}'.",
                hint=f"there are {join_words(self.names)}.",
            )
        path = self.folder / f"{plain_name(name)}.parquet"
        if not path.is_file():
            raise MissingDataError(f"there is no file '{path}'.", hint=OBTAIN)
        return path


def write_scores(cache: Path, facts: Facts, data: Mapping[str, FoldScores]) -> Path:
    """Keep the scores of these data sets and what is known of them; gives the folder.

    The facts are written last: scores that were cut off are not taken for whole.
    """
    import polars as pl

    folder = folder_of(cache)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FACTS).unlink(missing_ok=True)
    except OSError as error:
        raise OptionError(
            f"cannot write to '{folder}': {error.strerror}.", hint="name another --cache."
        ) from None
    for name, scores in data.items():
        # As numbers the folds keep their order, which is that of n_train.
        frame = folds_to_frame(scores).with_columns(pl.col("fold").cast(pl.Int64))
        write_table(frame, folder / f"{plain_name(name)}.parquet")
    write_json(folder / FACTS, facts.to_dict())
    return folder


def kept_provenance(
    run: Run, facts: Facts, *, source: str, method: str, n_observations: int, **settings: Any
) -> RunProvenance:
    """Where numbers that were made of kept scores come from."""
    return provenance_of(
        run,
        source=source,
        method=method,
        n_observations=n_observations,
        positive="the rarer class",
        negative="the other class",
        programs=facts.programs,
        division_rng=facts.rng,
        **settings,
    )


def folder_of(cache: Path) -> Path:
    """Where the scores are kept."""
    return cache / FOLDER
