"""Every question the simulations ask, in the order of the page."""

from simulations import (
    bands,
    chosen_thresholds,
    families,
    fold_intervals,
    folds,
    hierarchical,
    intervals,
    margins,
    models,
    operating_points,
    paired,
    paired_calls,
    partial,
    planned,
    rates,
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
    *rates.QUESTIONS,
    *paired_calls.QUESTIONS,
    *chosen_thresholds.QUESTIONS,
    *partial.QUESTIONS,
    *bands.QUESTIONS,
    *operating_points.QUESTIONS,
)
