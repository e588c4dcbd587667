"""Two binormal curves fitted anew in every bootstrap replicate of the same observations.

The categories of both classifiers, at most 100, are found once
(:mod:`aucurate.estimates.ordinal_categories`); a replicate is a draw of observations, counted into
them, and pure neighbours are merged anew. All replicates of a chunk are fitted together, a row
each, from their own starting values.

Efron, B., Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from aucurate.data.moments import ThresholdCounts
from aucurate.data.scores import Scores
from aucurate.errors import ModelError
from aucurate.estimates.binormal_likelihood import BinormalFit, binormal_fit, binormal_fits
from aucurate.estimates.ordinal_categories import collapsed, grouped
from aucurate.formatting import count
from aucurate.inference.core import caveats, resampling_caveats
from aucurate.inference.core.comparing import as_paired
from aucurate.inference.resampling.options import Resampling
from aucurate.kernels import Progress
from aucurate.results import Caveat

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]

_CHUNK = 500
_LIMIT = 100  # categories in a replicate: enough for a covariance matrix
_FAILED = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Refits:
    """Both fits, and (a, log b) of both classifiers in every replicate that has them.

    ``parameters`` has the axes replicate, classifier, parameter. ``alike`` is set where no
    replicate tells the two apart.
    """

    fits: tuple[BinormalFit, BinormalFit]
    parameters: Floats
    caveats: tuple[Caveat, ...]

    @property
    def probits(self) -> Floats:
        """The normal deviates of the areas of both classifiers in every replicate."""
        slopes = np.exp(self.parameters[:, :, 1])
        return np.asarray(self.parameters[:, :, 0] / np.hypot(1, slopes))

    @property
    def areas(self) -> Floats:
        """The areas of both classifiers in every replicate."""
        return np.asarray(special.ndtr(self.probits))

    @property
    def alike(self) -> bool:
        """Whether both classifiers always have the same curve."""
        return bool((self.parameters[:, 0] == self.parameters[:, 1]).all())


def refits(
    first: Scores, second: Scores, resampling: Resampling | None, progress: Progress | None = None
) -> Refits:
    """Fit both curves to the data and to every replicate."""
    chosen = resampling or Resampling()
    both = as_paired(first, second)
    fits = [binormal_fit(scores) for scores in both]
    codes, sizes = zip(*(_codes(scores) for scores in both), strict=True)
    drawing = _Drawing(_arranged(np.stack(codes), both.observations.is_positive), sizes)
    rng = np.random.default_rng(chosen.key())
    found: list[Floats] = []
    done = 0
    while done < chosen.repeats:
        size = min(_CHUNK, chosen.repeats - done)
        found.append(drawing.replicates(size, chosen.stratified, rng))
        done += size
        if progress is not None and progress(done, chosen.repeats) is False:
            break
    parameters = np.concatenate(found)
    usable = np.isfinite(parameters).all(axis=(1, 2))
    told = _told(int(usable.sum()), done, chosen.repeats)
    result = Refits((fits[0], fits[1]), parameters[usable], told)
    if result.alike:
        told = (*told, caveats.identical(*both.names))
    return Refits(result.fits, result.parameters, told)


def _codes(scores: Scores) -> tuple[Codes, int]:
    """The category of every observation, from the lowest up, and how many there are."""
    counts = ThresholdCounts.from_scores(scores)
    groups, size = grouped(counts.positives[::-1], counts.negatives[::-1], _LIMIT)
    ascending = counts.thresholds[::-1]
    return groups[np.searchsorted(ascending, scores.values)], size


def _arranged(codes: Codes, is_positive: NDArray[np.bool_]) -> Codes:
    """Label and categories in an order that neither rows nor the order of classifiers settle.

    So the same observations meet the same random numbers however they were given.
    """
    table = np.stack([is_positive.astype(np.int64), *codes])
    turned = table[[0, 2, 1]]
    views = [rows[:, np.lexsort(rows[::-1])] for rows in (table, turned)]
    differs = np.flatnonzero((views[0] != views[1]).ravel())
    if len(differs) and views[1].ravel()[differs[0]] > views[0].ravel()[differs[0]]:
        return views[1][[0, 2, 1]]
    return views[0]


@dataclass(frozen=True, slots=True, eq=False)
class _Drawing:
    """Observations to draw from: label and category by each classifier, and their numbers."""

    rows: Codes
    sizes: tuple[int, ...]

    def replicates(self, size: int, stratified: bool, rng: np.random.Generator) -> Floats:
        """(a, log b) of both classifiers, NaN where there is no fit."""
        labels = self.rows[0]
        tables = [np.zeros((size, 2, categories)) for categories in self.sizes]
        joined = [
            labels * categories + codes
            for categories, codes in zip(self.sizes, self.rows[1:], strict=True)
        ]
        split = len(labels) - int(labels.sum())  # the negatives come first
        pools = [(0, split), (split, len(labels))] if stratified else [(0, len(labels))]
        for row in range(size):
            drawn = np.concatenate([rng.integers(*pool, pool[1] - pool[0]) for pool in pools])
            for table, codes in zip(tables, joined, strict=True):
                counts = np.bincount(codes[drawn], minlength=table[row].size)
                table[row] = counts.reshape(table[row].shape)
        whole = (tables[0].sum(axis=2) > 0).all(axis=1)
        found = np.full((size, 2, 2), np.nan)
        if not whole.any():
            return found
        for at, table in enumerate(tables):
            fits = binormal_fits(collapsed(table[whole, 1], table[whole, 0]))
            found[whole, at] = np.where(fits.converged[:, None], fits.parameters, np.nan)
        return found


def _told(usable: int, done: int, asked: int) -> tuple[Caveat, ...]:
    failed = done - usable
    if usable < 3 or failed > _FAILED * done:
        raise ModelError(
            f"{failed:,} of {count(done, 'replicate')} have no binormal fit, too many for a "
            "covariance matrix.",
            hint="the test set is too small or too well separated for this model; use "
            "venkatraman_test for the curves, or delong_test for the areas.",
        )
    found = []
    if failed:
        message = (
            f"{failed:,} of {count(done, 'replicate')} had no binormal fit (degenerate tables) and "
            "were left out: the test may sound surer than it is."
        )
        found.append(Caveat(kind="replicates_without_fit", message=message))
    if done < asked:
        found.append(resampling_caveats.stopped_early(done, asked))
    return tuple(found)
