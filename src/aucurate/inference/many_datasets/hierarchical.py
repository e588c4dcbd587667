r"""Corani, Benavoli, Demsar, Mangili and Zaffalon 2017: two algorithms, many data sets.

**Question.** Two algorithms were cross-validated on several data sets. How probable is it that on a
*new* data set the first is worse by more than the rope, practically equal, better by more than the
rope? And how large is the difference on each of these data sets, in the light of the others?

**Use it** where the folds of every data set are known, not only their means: it weights a data set
by how well its difference is known, and draws uncertain ones towards the rest. With means alone
there is the Bayesian signed rank test
(:mod:`aucurate.inference.many_datasets.bayesian_signed_rank`). :func:`aucurate.rank` with
``rope=0.01, hierarchical=True`` compares all pairs of a table that has a row for every fold; so
does ``aucurate rank folds.csv --fold fold --rope 0.01 --hierarchical``.

Data set i has :math:`K_i` fold differences of mean :math:`m_i` and standard deviation :math:`S_i`,
whose correlation is put at :math:`\rho_i = n_{test} / (n_{test} + n_{train})` (Nadeau and Bengio,
:mod:`aucurate.inference.folds.t_tests`): multivariate normal about :math:`\delta_i` with variance
:math:`\sigma_i^2`. The data sets' differences come from a Student t,
:math:`\delta_i \sim t_\nu(\delta_0, \sigma_0)`, heavy tails for data sets unlike the others. Priors
as in the paper (baycomp's shapes are from 1 to 2, its rates from 0.01 to 0.1; ``degrees_prior``
takes these or others):

.. math::
    \sigma_i \sim U(0, \cdot),\quad \delta_0 \sim U(-\max|x|, \max|x|),\quad
    \sigma_0 \sim U(0, 1000 s),\quad \nu - 1 \sim \mathrm{Gamma}(\alpha, \beta),\quad
    \alpha \sim U(0.5, 5),\ \beta \sim U(0.05, 0.15)

with s the larger of the mean :math:`S_i` and the standard deviation of the :math:`m_i` (its divisor
is the number of data sets). There is no sampler, and the same data give the same numbers.
Integrating :math:`\sigma_i` away leaves, for :math:`\delta_i`, the kernel of a Student t with
:math:`K_i - 2` degrees of freedom about :math:`m_i` with squared scale

.. math::  \frac{K_i - 1}{K_i - 2} \Big(\frac1{K_i} + \frac{\rho_i}{1 - \rho_i}\Big) S_i^2

(the authors' upper end of :math:`\sigma_i`, 1000 mean standard deviations, changes it by 1e-5 with
three folds and by nothing with ten); given :math:`(\delta_0, \sigma_0, \nu)` the data sets are
independent, one integral each; what is left has three dimensions. All integrals are trapezoidal
sums in variables in which these converge faster than any power of the step
(:mod:`aucurate.inference.many_datasets.hierarchical_quadrature`). The grid is refined until no
probability changes by 0.0002, at most three times; the last change is ``numerical_error``, and a
caveat says so where it is 0.001 or more.

**What comes back.** ``below``, ``within`` and ``above`` are probabilities of the difference on a
new data set; for error rates ``above`` means that the first algorithm errs more.
``below_likeliest`` and its like are the posterior probabilities that each of the three is the most
probable one there, which is what the paper and baycomp report. ``difference`` is the posterior mean
of :math:`\delta_0` and ``interval`` its interval, ``spread`` the posterior median of
:math:`\sigma_0`. ``datasets`` has the posterior mean, the interval and the three probabilities of
each :math:`\delta_i`.

**Not valid** for one fixed test set, nor with a rope chosen after the results were seen. With one
or two data sets the prior of :math:`\sigma_0` decides what a new data set may bring; the result
says so. The correlation is a rule of thumb, too strong for the folds of one cross-validation, so
that intervals are rather too wide there. The data sets are taken for draws from one population.

**Degenerate cases.** A data set with the same difference in every fold has no likelihood under this
model: it keeps its mean and gets the smallest standard deviation of the other data sets, and a
caveat names it. Where no data set has a spread, the test is refused, and so are fewer than three
folds of a data set.

**Compared with other programs.** baycomp's ``HierarchicalTest`` gives the same numbers within its
Monte Carlo error where data sets differ. Where they are alike it avoids small :math:`\sigma_0` (its
sampler moves the :math:`\delta_i` themselves, which is known to be slow in such models), and gives
too much spread and too little within the rope; draws from the definition agree with ours. It
replaces the differences of a data set without a spread by random ones about 0, whatever they were.

Corani, G., Benavoli, A., Demsar, J., Mangili, F., Zaffalon, M. (2017). Statistical comparison of
classifiers through Bayesian hierarchical modelling. Machine Learning 106, 1817-1837.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from aucurate import formatting
from aucurate.caveats import Kind, caveat, named
from aucurate.checks import checked
from aucurate.data.fold_values import FoldValues
from aucurate.errors import InputError, OptionError
from aucurate.formatting import count, join_words, magnitude, shortened
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.core.paired_differences import PairedDifferences
from aucurate.inference.folds import caveats
from aucurate.inference.folds.differences import fold_differences
from aucurate.inference.folds.t_tests import CORRECTED_VALID_FOR, checked_rope, ratio_of
from aucurate.inference.many_datasets import hierarchical_quadrature as margins
from aucurate.inference.many_datasets.hierarchical_quadrature import (
    DegreesPrior,
    Fineness,
    Floats,
    Grid,
    Kernels,
    posterior_grid,
)
from aucurate.kernels import Cancelled, Progress
from aucurate.results import Caveat, Interval, MethodRecord, MethodTitle, Record

# The folds of many data sets, checked, as the hierarchical test needs them; and its caveats.


FEW_DATASETS = 3
FEWEST_FOLDS = 3
ROUGH = 1e-3
_WIDE = 1000.0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DatasetPairs:
    """Two algorithms over the folds of each data set; ``constant`` names those without a spread."""

    folds: dict[str, FoldValues]
    pairs: tuple[PairedDifferences, ...]
    correlations: tuple[float, ...]
    constant: tuple[str, ...]
    kernels: Kernels

    @classmethod
    def checked(cls, data: Mapping[str, FoldValues], first: str, second: str) -> Self:
        """The differences, refused where a data set has too few folds or none has a spread."""
        if not data:
            raise InputError(
                "there are no data sets.", hint='give a mapping: {"iris": fold_values, ...}.'
            )
        folds = {str(name): values for name, values in data.items()}
        pairs = tuple(_pair(name, values, first, second) for name, values in folds.items())
        ratios = [_ratio(name, values) for name, values in folds.items()]
        constant = [not pair.spread > 0 for pair in pairs]
        if all(constant):
            raise InputError(
                "the difference is the same in every fold of every data set: there is no spread to "
                "compare it with.",
                hint="bayesian_signed_rank_test compares the means of the data sets.",
            )
        quantities = sorted({pair.quantity for pair in pairs})
        if len(quantities) > 1:
            raise InputError(
                f"the data sets have different quantities: {join_words(quantities)}.",
                hint="compare the same quantity on all data sets.",
            )
        return cls(
            folds=folds,
            pairs=pairs,
            correlations=tuple(ratio / (1 + ratio) for ratio in ratios),
            constant=tuple(n for n, same in zip(folds, constant, strict=True) if same),
            kernels=_kernels(pairs, ratios),
        )


def _pair(name: str, values: FoldValues, first: str, second: str) -> PairedDifferences:
    try:
        pair = fold_differences(values, first, second)
    except InputError as error:
        raise type(error)(_in(name, error.message), hint=error.hint) from None
    if values.n_folds < FEWEST_FOLDS:
        raise InputError(
            _in(name, f"there are {values.n_folds} folds, but the hierarchical test needs three."),
            hint=(
                "with two, a flat prior on their spread gives no proper posterior; leave the data "
                "set out."
            ),
        )
    return pair


def _ratio(name: str, values: FoldValues) -> float:
    try:
        return ratio_of(values)
    except OptionError as error:
        raise OptionError(_in(name, error.message), hint=error.hint) from None


def _in(name: str, message: str) -> str:
    return f"data set '{shortened(name)}': {message}"


def _kernels(pairs: tuple[PairedDifferences, ...], ratios: list[float]) -> Kernels:
    """The Student t kernels of the data sets, and the ends of the uniform priors."""
    variances = np.array([pair.spread for pair in pairs])
    smallest = variances[variances > 0].min()
    within = float(np.mean(np.sqrt(variances)))
    variances = np.maximum(variances, np.where(variances > 0, 0.0, smallest))
    folds = np.array([len(pair) for pair in pairs], np.float64)
    means = np.array([pair.difference for pair in pairs])
    squares = variances * (folds - 1) / (folds - 2) * (1 / folds + np.array(ratios))
    return Kernels(
        means=means,
        scales=np.sqrt(squares),
        degrees=folds - 2,
        centre_end=max(float(np.abs(pair.values).max()) for pair in pairs),
        spread_end=_WIDE * max(within, float(np.std(means))),
    )


def caveats_of(data: DatasetPairs, error: float) -> list[Caveat]:
    """What a reader must know: of the design, of few data sets or folds, of no spread."""
    found = [caveats.valid_for(CORRECTED_VALID_FOR)]
    size = len(data.pairs)
    if size < FEW_DATASETS:
        found.append(caveat(Kind.FEW_DATA_SETS, "posterior", size=count(size, "data set")))
    found += _of_folds(data)
    if data.constant:
        found.append(caveat(Kind.NO_VARIANCE, "data_sets", about=data.constant))
    if not error < ROUGH:
        shown = magnitude(error) if math.isfinite(error) else "much"
        found.append(caveat(Kind.ROUGH_NUMBERS, change=shown))
    return found


def _of_folds(data: DatasetPairs) -> list[Caveat]:
    """The caveats of each data set's folds, those that say the same once."""
    data_sets: dict[Caveat, list[tuple[str]]] = {}
    for name, values in data.folds.items():
        for found in caveats.of_folds(values):
            data_sets.setdefault(found, []).append((name,))
    return [named(found, *names) for found, names in data_sets.items()]


METHOD = MethodTitle("Bayesian hierarchical", "hierarchical")
_STEPS = 1000  # as progress counts
TOLERANCE = 2e-4
_FIRST = Fineness(step=0.6, inner=1.0, degrees=2)
_FINER = (
    Fineness(step=0.5, inner=0.7, degrees=2),
    Fineness(step=0.38, inner=0.55, degrees=3),
    Fineness(step=0.28, inner=0.42, degrees=4),
    Fineness(step=0.2, inner=0.32, degrees=5),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetDifference(Record):
    """One data set's difference in the light of the others.

    ``observed`` is the mean over its folds, ``difference`` the posterior mean, nearer to the other
    data sets'; ``below``, ``within`` and ``above`` are probabilities of this data set's difference.
    """

    name: str
    n_folds: int
    correlation: float
    observed: float
    difference: float
    interval: Interval
    below: float
    within: float
    above: float


@dataclass(frozen=True, slots=True, kw_only=True)
class HierarchicalPosterior(MethodRecord):
    """Two algorithms over data sets: probabilities for a new data set, and the difference on each.

    ``difference`` and ``interval`` are those of the centre of all data sets, ``spread`` is how far
    from it they lie.
    """

    first: str
    second: str
    quantity: str
    n_datasets: int
    rope: float
    below: float
    within: float
    above: float
    below_likeliest: float
    within_likeliest: float
    above_likeliest: float
    difference: float
    interval: Interval
    spread: float
    datasets: tuple[DatasetDifference, ...]
    numerical_error: float
    method: str
    caveats: tuple[Caveat, ...] = ()
    key: str = ""

    def __str__(self) -> str:
        digits = formatting.digits_for(self.interval.high - self.interval.low)
        shown = [formatting.number(p) for p in (self.below, self.within, self.above)]
        rope = f"{self.rope:g}"
        return (
            f"{self.quantity} difference {formatting.number(self.difference, digits)} "
            f"({self.interval}) over {formatting.count(self.n_datasets, 'data set')}; on a new one "
            f"probability {shown[0]} below -{rope}, {shown[1]} within, {shown[2]} above {rope}, "
            f"{self.method}"
        )

    @checked
    def dataset(self, name: str) -> DatasetDifference:
        """The difference on one data set, by its name."""
        for found in self.datasets:
            if found.name == name:
                return found
        names = formatting.join_words([repr(formatting.shortened(d.name)) for d in self.datasets])
        raise OptionError(f"there is no data set {name!r}.", hint=f"there are {names}.")


_BEYOND = 1e100  # beyond all differences, and quotients of it do not overflow


@checked
def hierarchical_test(
    data: Mapping[str, FoldValues],
    first: str,
    second: str,
    *,
    rope: float,
    confidence: float = 0.95,
    degrees_prior: DegreesPrior | None = None,
    progress: Progress | None = None,
) -> HierarchicalPosterior:
    """Compare two algorithms over the folds of several data sets by a hierarchical Bayesian model.

    It takes a second or so. ``progress`` is called with how much is done and of how much; when it
    returns False, ``kernels.Cancelled`` is raised.

    >>> def folds(*gaps: float) -> FoldValues:
    ...     values = {"a": [0.8 + gap for gap in gaps], "b": [0.8] * len(gaps)}
    ...     return FoldValues.from_arrays(
    ...         values, quantity="AUC", design="left-out folds", n_train=80, n_test=20
    ...     )
    >>> found = hierarchical_test(
    ...     {
    ...         "iris": folds(0.02, 0.01, 0.04, 0.03, 0.01),
    ...         "wine": folds(0.03, 0.00, 0.02, 0.01, 0.02),
    ...         "glass": folds(0.01, 0.09, 0.05, 0.06, 0.07),
    ...     },
    ...     "a",
    ...     "b",
    ...     rope=0.01,
    ... )
    >>> round(found.below, 2), round(found.within, 2), round(found.above, 2)
    (0.16, 0.13, 0.72)
    >>> for own in found.datasets:
    ...     print(f"{own.name:5} {own.observed:.3f} -> {own.difference:.3f} ({own.interval})")
    iris  0.022 -> 0.023 (95% CI -0.002 to 0.048)
    wine  0.016 -> 0.018 (95% CI -0.004 to 0.042)
    glass 0.056 -> 0.039 (95% CI -0.004 to 0.091)
    """
    confidence, rope = checked_confidence(confidence), checked_rope(rope)
    pairs = DatasetPairs.checked(data, first, second)
    prior = DegreesPrior() if degrees_prior is None else degrees_prior
    within = min(rope, _BEYOND)
    grid, earlier, regions, error = _refined(pairs.kernels, prior, within, progress)
    tails = ((1 - confidence) / 2, (1 + confidence) / 2)
    centre = margins.Centre(grid)
    ends = [centre.quantile(tail) for tail in tails]
    new, likeliest = (row.tolist() for row in regions[:2])
    return HierarchicalPosterior(
        first=first,
        second=second,
        quantity=pairs.pairs[0].quantity,
        n_datasets=len(pairs.pairs),
        rope=rope,
        below=new[0],
        within=new[1],
        above=new[2],
        below_likeliest=likeliest[0],
        within_likeliest=likeliest[1],
        above_likeliest=likeliest[2],
        difference=centre.mean(),
        interval=Interval(low=ends[0], high=ends[1], confidence=confidence, method=METHOD),
        spread=margins.spread_median(grid),
        datasets=_each(pairs, earlier, regions[2:], confidence),
        numerical_error=error,
        method=METHOD,
        caveats=tuple(caveats_of(pairs, error)),
    )


def _refined(
    kernels: Kernels, prior: DegreesPrior, rope: float, progress: Progress | None
) -> tuple[Grid, Grid, Floats, float]:
    """The last two grids, the probabilities on the last, and how much they changed."""
    stages = (_FIRST, *_FINER)
    work = [stage.degrees / (stage.step**2 * stage.inner) for stage in stages]

    def grid_of(at: int, coarse: Grid | None) -> Grid:
        def report(share: float) -> None:
            done = (sum(work[:at]) + share * work[at]) / sum(work)
            step = round(_STEPS * done)
            if progress is not None and progress(step, _STEPS, "integrating") is False:
                raise Cancelled("stopped before the integrals had converged")

        return posterior_grid(kernels, prior, stages[at], coarse, report)

    earlier = grid_of(0, None)
    grid = grid_of(1, earlier)
    regions, error = _regions(grid, rope), math.inf
    for at in range(2, len(stages)):
        earlier, before = grid, regions
        grid = grid_of(at, earlier)
        regions = _regions(grid, rope)
        error = float(np.abs(regions - before).max())
        if error < TOLERANCE:
            break
    return grid, earlier, regions, error


def _regions(grid: Grid, rope: float) -> Floats:
    """Below, within and above: of a new data set, the likeliest there, and of each data set."""
    each = margins.DatasetDifferences(grid).regions(rope)
    return np.vstack([margins.new_regions(grid, rope), margins.likeliest_regions(grid, rope), each])


def _each(
    data: DatasetPairs, grid: Grid, regions: Floats, confidence: float
) -> tuple[DatasetDifference, ...]:
    """The data sets; their intervals need many looks at a grid, and the last but one will do."""
    differences = margins.DatasetDifferences(grid)
    means, _ = differences.moments()
    lows = differences.quantiles((1 - confidence) / 2)
    highs = differences.quantiles((1 + confidence) / 2)
    found = []
    for at, (name, pair) in enumerate(zip(data.folds, data.pairs, strict=True)):
        below, within, above = regions[at].tolist()
        found.append(
            DatasetDifference(
                name=name,
                n_folds=len(pair),
                correlation=data.correlations[at],
                observed=pair.difference,
                difference=float(means[at]),
                interval=pair.interval(float(lows[at]), float(highs[at]), confidence, METHOD),
                below=below,
                within=within,
                above=above,
            )
        )
    return tuple(found)
