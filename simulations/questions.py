"""Every question the simulations ask, in the order of the page."""

from simulations import (
    families,
    fold_intervals,
    folds,
    hierarchical,
    intervals,
    margins,
    models,
    paired,
    planned,
    unpaired,
)
from simulations.counting import Question

QUESTIONS: tuple[Question, ...] = (
    *intervals.QUESTIONS,
    *paired.QUESTIONS,
    *unpaired.QUESTIONS,
    *families.QUESTIONS,
    *margins.QUESTIONS,
    *planned.QUESTIONS,
    *models.QUESTIONS,
    *folds.QUESTIONS,
    *fold_intervals.QUESTIONS,
    *hierarchical.QUESTIONS,
)
