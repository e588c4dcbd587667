"""All intervals of the AUC side by side."""

from collections.abc import Iterator

from aucurate.inference.methods import INTERVALS
from aucurate.plots.of_study import StudyFigure, estimates_figure
from aucurate.report.facts import two_classes
from aucurate.report.kinds import StudyKind
from aucurate.report.kinds.compare import asked, data_sentences, other_intervals, resampling_words
from aucurate.report.phrases import MANN_WHITNEY, Paragraph, bound_words, interval_words
from aucurate.study.compare import IntervalsStudy, intervals


def _figures(study: IntervalsStudy) -> Iterator[StudyFigure]:
    yield from estimates_figure(
        study.estimates,
        name="intervals",
        table="intervals",
        title="Intervals of the AUC by every method",
    )
    yield from estimates_figure(
        study.recommended,
        name="forest",
        table="intervals",
        title="Recommended intervals of the AUC",
    )


def _paragraphs(study: IntervalsStudy) -> list[Paragraph]:
    """The recommended interval, and all others."""
    settings = study.settings
    return [
        [
            *data_sentences(study, study.recommended, did="estimated"),
            MANN_WHITNEY,
            *interval_words(INTERVALS.get(settings.interval), study.recommended),
            *other_intervals(
                method for key, method in INTERVALS.items() if key != settings.interval
            ),
            *bound_words([one.interval for one in (*study.recommended, *study.estimates)]),
            *resampling_words(list(INTERVALS), settings, {caveat.kind for caveat in study.caveats}),
        ]
    ]


KIND: StudyKind[IntervalsStudy] = StudyKind(
    title="Intervals of the AUC",
    headline="Intervals of the AUC of {}",
    question="Which interval of the AUC should be reported?",
    names=lambda study: (one.name for one in study.recommended),
    sizes=lambda study: two_classes(study, study.estimates),
    is_one_test_set=lambda study: True,
    figures=_figures,
    paragraphs=_paragraphs,
    function=intervals,
    arguments=lambda study: asked(study.settings),
)
