"""A survey in place of AKTER: Adult, and the paper's division of it.

Adult is an extract of the census survey of 1994 in the USA (UCI repository), 32,561 persons. The
question put to the classifiers is whether a person works more than 40 hours a week, from sex,
education, age, marriage and income: like the anxiety of the paper it is a binary answer of somewhat
less than a third of the persons, and hard to predict from such things. None of these columns has
missing values. As many persons as in the paper are drawn at random, with its prevalence, and
divided into its training and test set with the same prevalence in both.
"""

import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aucurate.errors import MissingDataError, TableError
from aucurate.formatting import count
from aucurate_papers.betinec_2008.printed import (
    PRINTED_OBSERVATIONS,
    PRINTED_PREVALENCE,
    PRINTED_TEST,
)

PREDICTORS = ("sex", "years of education", "age", "married", "income above 50K")
QUESTION = "works more than 40 hours a week"
FILE = "adult.data.gz"
_COLUMNS = 15
_AGE, _EDUCATION, _MARRIAGE, _SEX, _HOURS, _INCOME = 0, 4, 5, 9, 12, 14
_LONG = 40.0


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """Persons: what is known of them, and their answer."""

    predictors: NDArray[np.float64]
    is_positive: NDArray[np.bool_]

    def part(self, rows: NDArray[np.int64]) -> "Survey":
        """Some of the persons."""
        return Survey(self.predictors[rows], self.is_positive[rows])


@dataclass(frozen=True, slots=True, eq=False)
class Division:
    """The persons that classifiers learn from, and those that they are tested on."""

    training: Survey
    test: Survey


def read_survey(folder: Path) -> Survey:
    """The persons of the file, all of them."""
    path = folder / FILE
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = [[cell.strip() for cell in line.split(",")] for line in file if line.strip()]
        predictors = [_predictors(row) for row in rows]
        answers = [float(row[_HOURS]) > _LONG for row in rows]
    except (OSError, ValueError, IndexError) as error:
        kind = MissingDataError if isinstance(error, FileNotFoundError) else TableError
        raise kind(
            f"'{path}' is not the file of the Adult survey: {error}.",
            hint=f"get adult.data from the UCI repository and compress it to {FILE}.",
        ) from None
    return Survey(np.array(predictors, np.float64), np.array(answers, np.bool_))


def divided(survey: Survey, rng: np.random.Generator) -> Division:
    """A random choice of as many persons as the paper has, in its two parts."""
    training, test = [], []
    for members, chosen, tested in zip(
        (survey.is_positive, ~survey.is_positive),
        class_sizes(PRINTED_OBSERVATIONS),
        class_sizes(PRINTED_TEST),
        strict=True,
    ):
        known = np.flatnonzero(members)
        if len(known) < chosen:
            raise TableError(
                f"the survey has {count(len(known), 'person')} of a class of which {chosen} are "
                "drawn.",
                hint="use the whole file of the Adult survey.",
            )
        rows = rng.permutation(known)[:chosen]
        test.append(rows[:tested])
        training.append(rows[tested:])
    return Division(survey.part(np.concatenate(training)), survey.part(np.concatenate(test)))


def class_sizes(size: int) -> tuple[int, int]:
    """So many positives and negatives have the paper's prevalence.

    >>> class_sizes(462), class_sizes(1849)
    ((148, 314), (592, 1257))
    """
    positive = round(PRINTED_PREVALENCE * size)
    return positive, size - positive


def _predictors(row: Sequence[str]) -> list[float]:
    if len(row) != _COLUMNS:
        raise ValueError(f"a row has {len(row)} columns instead of {_COLUMNS}")
    return [
        float(row[_SEX] == "Male"),
        float(row[_EDUCATION]),
        float(row[_AGE]),
        float(row[_MARRIAGE].startswith("Married")),
        float(row[_INCOME].startswith(">")),
    ]
