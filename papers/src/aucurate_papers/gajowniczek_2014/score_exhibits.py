"""What is shown on scores of the five models: the simulation study, Tables 3 and 4, and Table 5."""

from functools import partial
from typing import Any

from aucurate.inference.resampling.options import Resampling
from aucurate.results import Caveat
from aucurate.study.base import Provenance
from aucurate_papers.gajowniczek_2014 import Gajowniczek2014, claims, reproduce, setting
from aucurate_papers.gajowniczek_2014.areas import (
    table_4_with_model,
    table_4_without_model,
)
from aucurate_papers.gajowniczek_2014.churn import FOLDER, load
from aucurate_papers.gajowniczek_2014.differences import table_5
from aucurate_papers.gajowniczek_2014.drawing import model_curves_figure
from aucurate_papers.gajowniczek_2014.making import made
from aucurate_papers.gajowniczek_2014.model_curves import (
    closeness,
    closeness_words,
    curves_of,
    drawn_points,
)
from aucurate_papers.gajowniczek_2014.normality import table_3, table_3_beside
from aucurate_papers.gajowniczek_2014.scoring import Scored, scored
from aucurate_papers.gajowniczek_2014.verdict import (
    agreement,
    inflation,
    one_by_one,
    tests,
    their_directions,
)
from aucurate_papers.running import Made, Run, provenance_of

REPEATS = 2000
REPEATS_QUICK = 400


def run_simulation_study(run: Run) -> Made:
    """The data, the learners, and the curves of the models."""
    halves, found = load(run.folder(FOLDER)), scored(run)
    resampling = Resampling(repeats=REPEATS_QUICK if run.quick else REPEATS, rng=run.rng)
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
            setting.sizes(halves),
            setting.learners_table(quick=run.quick),
        ),
        verdict=(
            'The paper holds that a curve built for normal scores "may give good results" where '
            "they are not normal, and shows no curve.",
            *closeness_words(rows),
            setting.sizes_words(halves),
        ),
        differs=setting.other_scores(found.n_variables),
        caveats=(
            Caveat(kind="yardstick", message=setting.CURVE_YARDSTICK),
            *setting.of_scores(run),
        ),
        provenance=_of_scores(
            run,
            found,
            "curves of five models, bands by the bootstrap",
            repeats=resampling.repeats,
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
        differs=setting.other_scores(found.n_variables),
        caveats=(
            *_told(study, "headings", "extrapolated"),
            Caveat(kind="yardstick", message=setting.NORMAL_YARDSTICK),
            *setting.of_scores(run),
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
        differs=setting.other_scores(found.n_variables),
        caveats=setting.of_scores(run),
        provenance=_of_scores(run, found, "Mann-Whitney, trapezoid and kernel areas"),
    )


def run_table_4_with_model(run: Run) -> Made:
    """The parametric areas, and what inflates them."""
    study, found = _study(run)
    yardstick = Caveat(kind="yardstick", message=setting.YARDSTICK)
    return made(
        "table 4, parametric",
        state=claims.of_table_4_with_model(study.areas),
        shown=(table_4_with_model(study.areas),),
        verdict=(
            *claims.raised_words(study.areas),
            *inflation(study.verdict, study.areas),
            their_directions(study.areas),
        ),
        differs=setting.other_scores(found.n_variables),
        caveats=(*_told(study, "class_powers", "headings"), yardstick, *setting.of_scores(run)),
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
        differs=setting.other_scores(found.n_variables),
        caveats=(*_told(study, "shared_observations"), *setting.of_scores(run)),
        provenance=_of_scores(run, found, "unpaired z and paired DeLong test"),
    )


def _study(run: Run) -> tuple[Gajowniczek2014, Scored]:
    found = scored(run)
    run.tell(0, 1, "areas and tests")
    return reproduce(found.data, settings=found.made_from), found


def _told(study: Gajowniczek2014, *kinds: str) -> tuple[Caveat, ...]:
    return tuple(caveat for caveat in study.caveats if caveat.kind in kinds)


def _of_scores(run: Run, found: Scored, method: str, **settings: Any) -> Provenance:
    return provenance_of(
        run,
        source="cell2cell, validation half",
        method=method,
        n_observations=len(found.data.observations),
        positive=found.data.observations.positive,
        negative=found.data.observations.negative,
        **{**found.made_from, "n_variables": found.n_variables, **settings},
    )
