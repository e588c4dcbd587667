"""Which algorithm is best over many data sets, and which differences are significant?

**Question.** Several algorithms were run on several data sets, with one AUC (or error rate) for
each run. Which algorithm is best on data sets such as these, and which differences are more than
chance?

**Use it** where each row is another data set. ``aucurate rank RESULTS.csv`` does the same from a
file with a row per data set and a column per algorithm. Where the values of every fold are known,
``fold="fold"`` (``aucurate rank FOLDS.csv --fold fold``) ranks their means, and with ``rope=0.01,
hierarchical=True`` adds the hierarchical test, which weights a data set by how well its difference
is known.

A study has

- Friedman's test that all algorithms rank alike (:mod:`aucurate.inference.many_datasets.friedman`),
- the average ranks with the critical difference of Nemenyi's test, or with ``control`` the tests
  against one algorithm (:mod:`aucurate.inference.many_datasets.post_hoc`),
- Wilcoxon's test and the sign test of every pair (:mod:`aucurate.inference.many_datasets.pairs`),
- with ``rope`` the posterior probabilities of every pair
  (:mod:`aucurate.inference.many_datasets.bayesian_signed_rank` and
  :mod:`aucurate.inference.many_datasets.hierarchical`).

What Nemenyi's test says of a pair depends on the other algorithms in the table, and what Wilcoxon's
test says does not (Benavoli, Corani, Mangili 2016), so the study shows both.

**Not valid** for folds of one data set, which are dependent (:mod:`aucurate.study.folds`). Several
versions of one data set count as one.

**Degenerate cases.** A missing run is refused by name; ``missing="drop"`` leaves the data set out
for all algorithms and counts it. Nothing is filled in. Values that are equal up to rounding are
ties.

Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. Journal of
Machine Learning Research 7, 1-30.
Benavoli, A., Corani, G., Mangili, F. (2016). Should we really use post-hoc tests based on
mean-ranks? Journal of Machine Learning Research 17(5), 1-10.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from aucurate import __version__
from aucurate.checks import checked
from aucurate.data.fold_values import FoldValues
from aucurate.data.folds import FoldScores
from aucurate.data.observations import Missing
from aucurate.data.results_table import Better, ResultsTable
from aucurate.errors import OptionError, TableError
from aucurate.formatting import join_words, shortened
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.many_datasets.friedman import friedman_test
from aucurate.inference.many_datasets.post_hoc import (
    CriticalDifference,
    critical_difference,
    nemenyi_test,
)
from aucurate.inference.resampling.options import Resampling
from aucurate.io.frames import is_frame
from aucurate.kernels import Progress
from aucurate.results import JointTest
from aucurate.study.base import Provenance, Study
from aucurate.study.rank.numbers import (
    AlgorithmSummary,
    RankPair,
    best_first,
    checked_hierarchical,
    rank_pairs,
    summaries,
)
from aucurate.study.rank.settings import RankSettings
from aucurate.study.rank.tables import rank_tables
from aucurate.study.rank.text import (
    of_hierarchical,
    of_posteriors,
    of_stopping,
    rank_caveats,
    rank_sentences,
)
from aucurate.study.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class RankStudy(Study):
    """Algorithms over data sets: average ranks, joint tests, the pairs, the diagram's data.

    ``settings`` are the options. ``joint`` is the decisive test: exact where possible, else Iman
    and Davenport's F. ``algorithms`` and ``pairs`` are ordered from the best average rank. With a
    control the pairs are all others against it. A study that was stopped has fewer posteriors, or
    of fewer replicates, and a caveat says so. ``n_folds`` counts the folds of each data set whose
    mean its values are; it is empty where each data set has one value.
    """

    kind = "rank"
    noun = "algorithm"
    columns_option = "algorithms"

    settings: RankSettings
    quantity: str
    better: str
    datasets: tuple[str, ...]
    algorithms: tuple[AlgorithmSummary, ...]
    joint: JointTest
    friedman: JointTest
    iman_davenport: JointTest
    diagram: CriticalDifference
    pairs: tuple[RankPair, ...]
    n_folds: tuple[int, ...] = ()

    def pair(self, first: str, second: str) -> RankPair:
        """The tests of one pair, in the order in which the study has it."""
        for found in self.pairs:
            if {found.first, found.second} == {first, second} and first != second:
                return found
        control = self.settings.control
        raise OptionError(
            f"this study has no pair of '{shortened(first)}' and '{shortened(second)}'.",
            hint=f"its algorithms are {join_words([shortened(a.name) for a in self.algorithms])}"
            + (f", compared with {shortened(control)}." if control else "."),
        )

    def tables(self) -> tuple[Table, ...]:
        """Ranks with groups, joint tests, pairs, and posterior probabilities if requested; of the
        hierarchical test also the differences on every data set.
        """
        return rank_tables(self)

    def sentences(self) -> tuple[str, ...]:
        """Which algorithm ranks best, whether the algorithms differ, and which do."""
        return rank_sentences(self)


@checked
def rank(
    results: Any,
    *,
    dataset: str | None = None,
    algorithm: str | None = None,
    value: str | None = None,
    fold: str | None = None,
    repeat: str | None = None,
    test_share: float | None = None,
    quantity: str = "AUC",
    better: Better | None = None,
    missing: Missing = "refuse",
    control: str | None = None,
    correction: Correction = "holm",
    level: float = 0.05,
    confidence: float = 0.95,
    rope: float | None = None,
    hierarchical: bool = False,
    resampling: Resampling | None = None,
    progress: Progress | None = None,
) -> RankStudy:
    """Compare algorithms over many data sets (Demsar 2006).

    ``results`` is a ``ResultsTable``, a mapping of a value per data set for each algorithm, or a
    frame (see ``ResultsTable.from_frame``). ``control`` compares all others with one algorithm;
    ``rope`` adds the Bayesian signed-rank test with that region of practical equivalence,
    by ``resampling`` (50,000 replicates unless given).

    **With folds.** ``results`` may have a value for every fold of every data set: a frame (or a
    mapping) whose column ``fold`` says which, and ``repeat`` in which repeat; or a mapping of
    ``FoldValues`` or ``FoldScores`` (their AUCs) by data set, as ``cross_validate`` returns them.
    The means over folds are ranked. ``hierarchical`` adds the Bayesian hierarchical test, which
    weights a data set by the precision of its difference and predicts the result on a new one. The
    correlation of the folds is the share of the observations that a fold tests on: ``test_share``,
    or one by the number of folds, as in a cross-validation.

    ``progress`` is called with the share done, first of the tests of pairs, then of the Bayesian
    ones. When it returns False, these use the replicates they have, those not started are omitted,
    and a caveat says so; before them there is nothing to report, and ``kernels.Cancelled`` is
    raised.

    >>> results = {"a": [0.7, 0.8, 0.9, 0.6], "b": [0.6, 0.7, 0.8, 0.65], "c": [0.5, 0.6, 0.7, 0.5]}
    >>> study = rank(results)
    >>> [(found.name, found.average_rank) for found in study.algorithms]
    [('a', 1.25), ('b', 1.75), ('c', 3.0)]
    >>> print(study.joint)
    Null hypothesis: all algorithms rank alike; chi-square 6.5000 on 2 df, p = 0.042, Friedman, \
exact

    Table 6 of Demsar (2006), in thousandths: C4.5 with two parameters tuned or not.

    >>> printed = {
    ...     "C4.5": "763 599 954 628 882 936 661 583 775 1000 940 619 972 957",
    ...     "C4.5+m": "768 591 971 661 888 931 668 583 838 1000 962 666 981 978",
    ...     "C4.5+cf": "771 590 968 654 886 916 609 563 866 1000 965 614 975 946",
    ...     "C4.5+m+cf": "798 569 967 657 898 931 685 625 875 1000 962 669 975 970",
    ... }
    >>> results = {name: [int(auc) / 1000 for auc in row.split()] for name, row in printed.items()}
    >>> study = rank(results, control="C4.5")
    >>> print(study.tables()[1])
    Do the algorithms differ at all?
    <BLANKLINE>
    test                        statistic     df      p
    Friedman, exact                10.952      3  0.009
    Friedman, Iman-Davenport F      4.586  3, 39  0.008
    Friedman, chi-square           10.952      3  0.012
    >>> for sentence in study.sentences():
    ...     print(sentence)
    On 14 data sets, C4.5+m+cf has the best average rank (1.93 of 4).
    Overall, the algorithms differ (Friedman, exact, p = 0.009).
    By the test against C4.5 by average ranks (Holm) at the 0.05 level, C4.5 ranks below \
C4.5+m+cf and C4.5+m.

    With the values of every fold, and the hierarchical test:

    >>> import numpy as np
    >>> rng = np.random.default_rng(1)
    >>> folds = {}
    >>> for name, difference in {"iris": 0.01, "wine": 0.03, "glass": 0.02, "sonar": 0.1}.items():
    ...     forest = 0.8 + difference + 0.03 * rng.normal(size=10)
    ...     folds[name] = FoldValues.from_arrays(
    ...         {"forest": forest, "tree": np.full(10, 0.8)},
    ...         quantity="AUC",
    ...         design="left-out folds",
    ...         n_train=90,
    ...         n_test=10,
    ...     )
    >>> print(rank(folds, rope=0.01, hierarchical=True).sentences()[-1])
    On a new data set, forest is better than tree by more than 0.01 with probability 68.8%, \
equivalent with 9.7% and worse with 21.4% (hierarchical test).
    """
    columns: dict[str, Any] = {
        "dataset": dataset,
        "algorithm": algorithm,
        "value": value,
        "fold": fold,
        "repeat": repeat,
        "test_share": test_share,
    }
    meaning: dict[str, Any] = {"quantity": quantity, "better": better, "missing": missing}
    settings = RankSettings.checked(
        control=control,
        correction=correction,
        level=level,
        confidence=confidence,
        rope=rope,
        hierarchical=hierarchical,
        resampling=resampling,
    )
    table = _given(results, columns, meaning)
    checked_hierarchical(table, settings)
    return _ranked(table, settings, progress)


def _ranked(table: ResultsTable, settings: RankSettings, progress: Progress | None) -> RankStudy:
    ordered = best_first(table)
    nemenyi = nemenyi_test(ordered, level=settings.level)
    joint, by_f = friedman_test(ordered), friedman_test(ordered, distribution="F")
    pairs = rank_pairs(ordered, nemenyi, settings, progress)
    return RankStudy(
        settings=settings,
        quantity=table.quantity,
        better=table.better,
        datasets=table.datasets,
        algorithms=summaries(ordered),
        joint=joint,
        friedman=friedman_test(ordered, distribution="chi-square"),
        iman_davenport=by_f,
        diagram=critical_difference(nemenyi),
        pairs=pairs,
        n_folds=() if table.folds is None else tuple(v.n_folds for v in table.folds.values()),
        caveats=(
            *of_stopping(pairs, settings),
            *rank_caveats(ordered, joint, settings.level),
            *by_f.caveats,
            *of_posteriors(pairs),
            *of_hierarchical(ordered, pairs),
        ),
        provenance=Provenance(
            version=__version__,
            source=replace(table.source, n_dropped=len(table.dropped)),
            method=joint.method,
            n_observations=len(table.datasets),
        ),
    )


_WHERE = {"dataset": "datasets", "fold": "folds", "repeat": "repeats"}
_OVER_FOLDS = {FoldScores, FoldValues}


def _given(results: Any, columns: dict[str, Any], meaning: dict[str, Any]) -> ResultsTable:
    """A table that is already built, or one from a mapping or a frame."""
    if isinstance(results, Mapping) and results and set(map(type, results.values())) <= _OVER_FOLDS:
        results = ResultsTable.from_folds(results, better=meaning["better"])
        meaning = meaning | {"better": None}
    if isinstance(results, ResultsTable):
        said = [name for name, column in columns.items() if column is not None]
        plain = {"quantity": "AUC", "better": None, "missing": "refuse"}
        said += [name for name in plain if meaning[name] != plain[name]]
        if said:
            raise OptionError(
                f"the table is already built; {said[0]} cannot be given now.",
                hint="give it where the results are read.",
            )
        return results
    if isinstance(results, Mapping) and not is_frame(results):
        values: dict[str, Any] = dict(results)
        where: dict[str, Any] = {"test_share": columns["test_share"]}
        for name, parameter in _WHERE.items():
            named = columns[name]
            if named is not None and named not in values:
                raise OptionError(f"there is no column '{shortened(named)}' for {name}.")
            where[parameter] = None if named is None else list(values.pop(named))
        return ResultsTable.from_arrays(values, **where, **meaning)
    if not is_frame(results):
        raise TableError(
            f"results are a table, a frame or a mapping; this is a {type(results).__name__}.",
            hint='name the algorithms: {"forest": values, "tree": other_values}.',
        )
    return ResultsTable.from_frame(results, **columns, **meaning)
