"""The folds of many data sets, checked, as the hierarchical test needs them; and its caveats."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from aucurate.data.fold_values import FoldValues
from aucurate.errors import InputError, OptionError
from aucurate.formatting import count, listing, magnitude, shortened
from aucurate.inference.folds import fold_caveats
from aucurate.inference.folds.fold_comparing import FoldContest
from aucurate.inference.folds.nadeau_bengio import VALID_FOR, ratio_of
from aucurate.inference.many_datasets.hierarchical_nodes import Kernels
from aucurate.results import Caveat

FEW_DATASETS = 3
FEWEST_FOLDS = 3
ROUGH = 1e-3
_WIDE = 1000.0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DatasetContests:
    """Two algorithms over the folds of each data set; ``constant`` names those without a spread."""

    names: tuple[str, ...]
    quantity: str
    contests: tuple[FoldContest, ...]
    correlations: tuple[float, ...]
    constant: tuple[str, ...]
    kernels: Kernels

    @classmethod
    def checked(cls, data: Mapping[str, FoldValues], first: str, second: str) -> Self:
        """The contests, refused where a data set has too few folds or none has a spread."""
        if not data:
            raise InputError(
                "there are no data sets.", hint='give a mapping: {"iris": fold_values, ...}.'
            )
        names = tuple(str(name) for name in data)
        pairs = list(zip(names, data.values(), strict=True))
        contests = tuple(_contest(name, values, first, second) for name, values in pairs)
        ratios = [_told_of(name, values) for name, values in pairs]
        constant = [not contest.spread > 0 for contest in contests]
        if all(constant):
            raise InputError(
                "the difference is the same in every fold of every data set: there is no spread "
                "to weigh it against.",
                hint="bayesian_signed_rank_test compares the means of the data sets.",
            )
        return cls(
            names=names,
            quantity=_one_quantity(contests),
            contests=contests,
            correlations=tuple(ratio / (1 + ratio) for ratio in ratios),
            constant=tuple(n for n, same in zip(names, constant, strict=True) if same),
            kernels=_kernels(contests, ratios),
        )


def _contest(name: str, values: FoldValues, first: str, second: str) -> FoldContest:
    try:
        contest = FoldContest.checked(values, first, second)
    except InputError as error:
        raise type(error)(_in(name, error.message), hint=error.hint) from None
    if values.n_folds < FEWEST_FOLDS:
        raise InputError(
            _in(name, f"there are {values.n_folds} folds, and the hierarchical test needs three."),
            hint="with two, a flat prior of their spread leaves no posterior; leave it out.",
        )
    return contest


def _told_of(name: str, values: FoldValues) -> float:
    try:
        return ratio_of(values)
    except OptionError as error:
        raise OptionError(_in(name, error.message), hint=error.hint) from None


def _in(name: str, message: str) -> str:
    return f"data set '{shortened(name)}': {message}"


def _one_quantity(contests: tuple[FoldContest, ...]) -> str:
    quantities = sorted({contest.values.quantity for contest in contests})
    if len(quantities) > 1:
        raise InputError(
            f"the data sets have different quantities: {listing(quantities)}.",
            hint="compare the same quantity on all data sets.",
        )
    return quantities[0]


def _kernels(contests: tuple[FoldContest, ...], ratios: list[float]) -> Kernels:
    """The Student t kernels of the data sets, and the ends of the uniform priors."""
    variances = np.array([contest.spread for contest in contests])
    smallest = variances[variances > 0].min()
    within = float(np.mean(np.sqrt(variances)))
    variances = np.maximum(variances, np.where(variances > 0, 0.0, smallest))
    folds = np.array([contest.values.n_folds for contest in contests], np.float64)
    means = np.array([contest.difference for contest in contests])
    squares = variances * (folds - 1) / (folds - 2) * (1 / folds + np.array(ratios))
    return Kernels(
        means=means,
        scales=np.sqrt(squares),
        degrees=folds - 2,
        centre_end=max(float(np.abs(contest.differences).max()) for contest in contests),
        spread_end=_WIDE * max(within, float(np.std(means))),
    )


def caveats_of(contests: DatasetContests, error: float) -> list[Caveat]:
    """What a reader must know: of the design, of few data sets or folds, of no spread."""
    found = [fold_caveats.valid_for(VALID_FOR)]
    size = len(contests.names)
    if size < FEW_DATASETS:
        found.append(
            Caveat(
                kind="few_datasets",
                message=f"Only {count(size, 'data set')}: how much data sets differ is hardly "
                "known, and the probabilities for a new one are mostly those of the prior.",
            )
        )
    found += _of_folds(contests)
    if contests.constant:
        names = listing([shortened(name) for name in contests.constant])
        found.append(
            Caveat(
                kind="no_variance",
                message=f"The difference is the same in every fold of {names}: the smallest spread "
                "of the other data sets stands in for none.",
            )
        )
    if not error < ROUGH:
        shown = magnitude(error) if math.isfinite(error) else "much"
        found.append(
            Caveat(
                kind="rough_numbers",
                message=f"The integrals converge slowly here: probabilities still change by "
                f"{shown} where the grid is refined.",
            )
        )
    return found


def _of_folds(contests: DatasetContests) -> list[Caveat]:
    """The caveats of each data set's folds, those that say the same told once."""
    named: dict[Caveat, list[str]] = {}
    for name, contest in zip(contests.names, contests.contests, strict=True):
        for caveat in fold_caveats.of_folds(contest.values):
            named.setdefault(caveat, []).append(shortened(name))
    return [
        Caveat(kind=caveat.kind, message=f"{listing(names)}: {caveat.message}")
        for caveat, names in named.items()
    ]
