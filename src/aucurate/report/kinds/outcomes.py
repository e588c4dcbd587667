"""Decisions of the tests of error rate and of AUC on the same pairs."""

from collections.abc import Iterator

from aucurate.formatting import count
from aucurate.plots.of_study import StudyFigure
from aucurate.report.facts import datasets, observations
from aucurate.report.kinds import Facts, StudyKind
from aucurate.report.kinds.folds import fold_test, outcomes_figure
from aucurate.report.phrases import Paragraph, cite, names_of
from aucurate.study.folds.outcomes import OutcomesStudy


def _figures(study: OutcomesStudy) -> Iterator[StudyFigure]:
    if study.outcomes:
        yield outcomes_figure(study.outcomes, study.settings.level)


def _facts(study: OutcomesStudy) -> Facts:
    yield datasets(study.datasets)
    yield from observations(study)


def _paragraphs(study: OutcomesStudy) -> list[Paragraph]:
    """The two tests of every pair on every data set, and how their outcomes are counted."""
    pairs = count(len(study.outcomes), "comparison")
    names = names_of(study.datasets)
    method = study.settings.method
    test = "by the test that aucurate recommends for the design of a data set"
    if method is not None:
        test = f"by {fold_test(method)}"
    return [
        [
            f"On {count(len(study.datasets), 'data set')} ({names}), "
            f"{study.provenance.n_observations:,} observations in all, algorithms were compared "
            "over folds in error rate and in the area under the receiver operating characteristic "
            f"curve (AUC), {pairs} of each.",
            f"Both were tested {test}, two-sided.",
            f"The decisions of the two tests at the level {study.settings.level:g} were compared "
            f"{cite('aslan2009')}; their p-values were not adjusted for multiple testing.",
        ]
    ]


KIND: StudyKind[OutcomesStudy] = StudyKind(
    title="Tests of error and of AUC",
    headline="Tests of error and of AUC of {}",
    question="Do tests of error rate and of AUC agree?",
    names=lambda study: (name for one in study.outcomes for name in (one.first, one.second)),
    facts=_facts,
    figures=_figures,
    paragraphs=_paragraphs,
)
