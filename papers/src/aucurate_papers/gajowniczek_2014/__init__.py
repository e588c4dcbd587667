"""Gajowniczek, Ząbkowski, Szupiluk (2014): its tables and figures, ours beside theirs.

Five models of customer churn (cell2cell, 31,047 customers of whom 1.96% left) are scored, and their
areas estimated with and without a model. The paper concludes that non-parametric areas agree and
that the normal assumption inflates the area. :func:`reproduce` takes scores of the same five models
and says what is behind the second: Table 3 prints a Box-Cox lambda *for each class*, and that is no
transformation of the score. :mod:`~aucurate_papers.gajowniczek_2014.exhibits` trains the
models and shows each table and figure by itself.

Gajowniczek, K., Ząbkowski, T., Szupiluk, R. (2014). Estimating the ROC curve and its significance
for classification models' assessment. Quantitative Methods in Economics 15.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aucurate import __version__
from aucurate.data.paired import PairedScores
from aucurate.errors import OptionError
from aucurate.formatting import listing
from aucurate.inference.models.goodness import MOST
from aucurate.results import Caveat
from aucurate.study.base import Provenance, Study
from aucurate.study.table import Table
from aucurate_papers.gajowniczek_2014.areas import (
    Areas,
    areas_of,
    table_4_with_model,
    table_4_without_model,
)
from aucurate_papers.gajowniczek_2014.differences import (
    Difference,
    differences_of,
    table_5,
)
from aucurate_papers.gajowniczek_2014.normality import (
    Normality,
    normality_of,
    table_3,
    table_3_beside,
)
from aucurate_papers.gajowniczek_2014.printed import PRINTED_MODELS
from aucurate_papers.gajowniczek_2014.recomputed_tables import table_5_recomputed
from aucurate_papers.gajowniczek_2014.verdict import Verdict, sentences_of, verdict_of
from aucurate_papers.gajowniczek_2014.worked_example import table_2

__all__ = ["Areas", "Difference", "Gajowniczek2014", "Normality", "Verdict", "reproduce"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gajowniczek2014(Study):
    """The rows of Tables 3, 4 and 5 on scores of the five models, and the verdict."""

    kind = "gajowniczek-2014"

    normality: tuple[Normality, ...]
    areas: tuple[Areas, ...]
    differences: tuple[Difference, ...]
    verdict: Verdict

    def tables(self) -> tuple[Table, ...]:
        """Tables 4, 3, 5 and 2: the main one first."""
        return (
            table_4_without_model(self.areas),
            table_4_with_model(self.areas),
            table_3(self.normality),
            table_3_beside(self.normality),
            table_5(self.differences),
            table_5_recomputed(),
            table_2(),
        )

    def sentences(self) -> tuple[str, ...]:
        """Whether the areas agree, and where the inflation comes from."""
        return sentences_of(self.verdict, self.areas, self.differences)


def reproduce(
    data: PairedScores,
    *,
    source: str = "arrays in memory",
    settings: Mapping[str, Any] | None = None,
) -> Gajowniczek2014:
    """Tables 3, 4 and 5 from scores of the paper's five models, named as the paper names them.

    ``source`` and ``settings`` (learners, versions) go into provenance. The positive class is the
    one of the customers who left.
    """
    if set(data.names) != set(PRINTED_MODELS):
        raise OptionError(
            f"the models of the paper are {listing(list(PRINTED_MODELS))}; the scores are those of "
            f"{listing(data.names)}.",
            hint="give one column of scores for each, with these names.",
        )
    data = data.select(tuple(PRINTED_MODELS))
    areas = tuple(areas_of(scores) for scores in data)
    normality = tuple(normality_of(scores) for scores in data)
    observed = data.observations
    return Gajowniczek2014(
        normality=normality,
        areas=areas,
        differences=differences_of(data),
        verdict=verdict_of(areas),
        caveats=_caveats(normality),
        provenance=Provenance(
            version=__version__,
            source=source,
            method="Tables 2 to 5 of Gajowniczek et al. 2014",
            settings=dict(settings or {}),
            n_observations=len(observed),
            n_dropped=observed.dropped,
            positive=observed.positive,
            negative=observed.negative,
            columns_not_used=(),
        ),
    )


def _caveats(rows: tuple[Normality, ...]) -> tuple[Caveat, ...]:
    found = [
        Caveat(
            kind="shared_observations",
            message="The unpaired z of Table 5 takes the areas of two models as independent. All "
            "models score the same observations, so it is the wrong test here; the paired DeLong "
            "test beside it is the right one.",
        ),
        Caveat(
            kind="class_powers",
            message="One lambda per class gives two equal scores different values, by their "
            "label; the area after it is not the area of any score. It is shown because the paper "
            "took it for one.",
        ),
        Caveat(
            kind="headings",
            message='The paper heads the columns of Table 3 "Negative cases (churn=1)" and '
            '"Positive cases (churn=0)". They are read by the words, and the brackets as '
            "exchanged: only so do its areas go where its lambdas pull them.",
        ),
    ]
    tested = max(rows[0].negative_test, rows[0].positive_test, key=lambda test: test.n)
    if tested.n > MOST:
        found.append(
            Caveat(
                kind="extrapolated",
                message=f"The p-value of Shapiro-Wilk is known up to {MOST:,} observations; that "
                f"of all {tested.n:,} {tested.name} is SciPy's extrapolation. That the paper took "
                "all is inferred from how small its p-values are. Tested on a fixed random subset "
                f"of {MOST:,} of the {tested.n:,} {tested.name} it stands beside.",
            )
        )
    return tuple(found)
