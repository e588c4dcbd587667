"""What is shown on scores of the five models: the study, and its tables one by one."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from aucurate import __version__
from aucurate.data.scores import PairedScores
from aucurate.data.source import Source
from aucurate.errors import OptionError
from aucurate.formatting import join_words
from aucurate.inference.models.fit_tests import MOST
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Caveat
from aucurate.study.base import Study
from aucurate.study.table import Table
from aucurate_papers.caveats import Kind, caveat
from aucurate_papers.exhibit import RunProvenance
from aucurate_papers.gajowniczek_2014 import churn, claims
from aucurate_papers.gajowniczek_2014.areas import (
    Areas,
    Difference,
    areas_of,
    differences_of,
    table_4_with_model,
    table_4_without_model,
    table_5,
)
from aucurate_papers.gajowniczek_2014.churn import FOLDER, Scored, load, scored
from aucurate_papers.gajowniczek_2014.claims import (
    Verdict,
    agreement,
    inflation,
    made,
    one_by_one,
    sentences_of,
    tests,
    their_directions,
    verdict_of,
)
from aucurate_papers.gajowniczek_2014.curves import (
    closeness,
    closeness_words,
    curves_of,
    drawn_points,
    model_curves_figure,
)
from aucurate_papers.gajowniczek_2014.normality import (
    Normality,
    normality_of,
    table_3,
    table_3_beside,
)
from aucurate_papers.gajowniczek_2014.printed import PRINTED_MODELS
from aucurate_papers.gajowniczek_2014.recomputing import table_5_recomputed
from aucurate_papers.gajowniczek_2014.worked_example import table_2
from aucurate_papers.running import Made, Run, provenance_of

__all__ = ["Areas", "Difference", "Gajowniczek2014", "Normality", "Verdict", "reproduce"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gajowniczek2014(Study):
    """The rows of Tables 3, 4 and 5 on scores of the five models, and the verdict."""

    kind = "gajowniczek-2014"

    provenance: RunProvenance
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
            f"the models of the paper are {join_words(list(PRINTED_MODELS))}; the scores are those "
            f"of {join_words(data.names)}.",
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
        provenance=RunProvenance(
            version=__version__,
            source=Source(name=source, n_dropped=observed.source.n_dropped),
            method="Tables 2 to 5 of Gajowniczek et al. 2014",
            settings=dict(settings or {}),
            n_observations=len(observed),
            positive=observed.positive,
            negative=observed.negative,
        ),
    )


def _caveats(rows: tuple[Normality, ...]) -> tuple[Caveat, ...]:
    found = [
        caveat(Kind.SHARED_OBSERVATIONS, "table_5"),
        caveat(Kind.CLASS_POWERS),
        caveat(Kind.HEADINGS),
    ]
    tested = max(rows[0].negative_test, rows[0].positive_test, key=lambda test: test.n)
    if tested.n > MOST:
        found.append(
            caveat(
                Kind.EXTRAPOLATED,
                "table",
                limit=f"{MOST:,}",
                size=f"{tested.n:,}",
                which=tested.name,
            )
        )
    return tuple(found)


# What is shown on scores of the five models: the simulation study, Tables 3 and 4, and Table 5.


REPEATS = 2000
REPEATS_QUICK = 400


def run_simulation_study(run: Run) -> Made:
    """The data, the learners, and the curves of the models."""
    halves, found = load(run.folder(FOLDER)), scored(run)
    resampling = Resampling(replicates=REPEATS_QUICK if run.quick else REPEATS, rng=run.rng)
    rows = []
    for done, scores in enumerate(found.data):
        run.tell(done, len(found.data.names), f"curves of {scores.name}")
        rows.append(curves_of(scores, resampling))
    return made(
        "simulation study",
        state=claims.of_curves(rows),
        shown=(
            closeness(rows),
            drawn_points(rows),
            churn.sizes(halves),
            churn.learners_table(quick=run.quick),
        ),
        verdict=(
            'The paper holds that a curve built for normal scores "may give good results" where '
            "they are not normal, and shows no curve.",
            *closeness_words(rows),
            churn.sizes_words(halves),
        ),
        differs=churn.other_scores(found.n_variables),
        caveats=(
            caveat(Kind.YARDSTICK, "curves"),
            *churn.of_scores(run),
        ),
        provenance=_of_scores(
            run,
            found,
            "curves of five models, bands by the bootstrap",
            repeats=resampling.replicates,
        ),
        figures={"gajowniczek-2014-curves": partial(model_curves_figure, rows)},
    )


def run_table_3(run: Run) -> Made:
    """Powers and tests for normality."""
    study, found = _study(run)
    return made(
        "table 3",
        state=claims.of_table_3(study.normality),
        shown=(table_3(study.normality), table_3_beside(study.normality)),
        verdict=claims.normality_words(study.normality),
        differs=churn.other_scores(found.n_variables),
        caveats=(
            *_told(study, Kind.HEADINGS, Kind.EXTRAPOLATED),
            caveat(Kind.YARDSTICK, "normality"),
            *churn.of_scores(run),
        ),
        provenance=_of_scores(run, found, "Box-Cox powers, Shapiro-Wilk and Anderson-Darling"),
    )


def run_table_4_without_model(run: Run) -> Made:
    """The non-parametric areas."""
    study, found = _study(run)
    return made(
        "table 4, non-parametric",
        state=claims.of_table_4_without_model(study.verdict),
        shown=(table_4_without_model(study.areas),),
        verdict=(
            agreement(study.verdict),
            claims.distance_words(study.areas),
            *claims.printed_areas_words(),
            *one_by_one(study.areas),
            *claims.underestimation_words(study.verdict),
        ),
        differs=churn.other_scores(found.n_variables),
        caveats=churn.of_scores(run),
        provenance=_of_scores(run, found, "Mann-Whitney, trapezoid and kernel areas"),
    )


def run_table_4_with_model(run: Run) -> Made:
    """The parametric areas, and what inflates them."""
    study, found = _study(run)
    yardstick = caveat(Kind.YARDSTICK, "areas")
    return made(
        "table 4, parametric",
        state=claims.of_table_4_with_model(study.areas),
        shown=(table_4_with_model(study.areas),),
        verdict=(
            *claims.raised_words(study.areas),
            *inflation(study.verdict, study.areas),
            their_directions(study.areas),
        ),
        differs=churn.other_scores(found.n_variables),
        caveats=(*_told(study, Kind.CLASS_POWERS, Kind.HEADINGS), yardstick, *churn.of_scores(run)),
        provenance=_of_scores(run, found, "binormal areas after Box-Cox transformations"),
    )


def run_table_5_on_scores(run: Run) -> Made:
    """The paper's test on our scores, and the paired one."""
    study, found = _study(run)
    return made(
        "table 5, on our scores",
        state=claims.of_table_5_on_scores(study.differences),
        shown=(table_5(study.differences),),
        verdict=(*claims.told_apart_words(study.differences), tests(study.differences)),
        differs=churn.other_scores(found.n_variables),
        caveats=(*_told(study, Kind.SHARED_OBSERVATIONS), *churn.of_scores(run)),
        provenance=_of_scores(run, found, "unpaired z and paired DeLong test"),
    )


def _study(run: Run) -> tuple[Gajowniczek2014, Scored]:
    found = scored(run)
    run.tell(0, 1, "areas and tests")
    return reproduce(found.data, settings=found.made_from), found


def _told(study: Gajowniczek2014, *kinds: Kind) -> tuple[Caveat, ...]:
    return tuple(c for c in study.caveats if c.kind in kinds)


def _of_scores(run: Run, found: Scored, method: str, **settings: Any) -> RunProvenance:
    return provenance_of(
        run,
        source="cell2cell, validation half",
        method=method,
        n_observations=len(found.data.observations),
        positive=found.data.observations.positive,
        negative=found.data.observations.negative,
        **{**found.made_from, "n_variables": found.n_variables, **settings},
    )
