"""The facts about the data at the head of a report."""

import numpy as np

from aucurate.report.facts import class_sizes
from aucurate.study.compare import compare


def test_each_class_has_its_own_size() -> None:
    labels = np.repeat(["ill", "well"], [30, 50])
    scores = np.random.default_rng(0).normal(size=(2, 80))
    study = compare(labels, {"a": scores[0], "b": scores[1]}, positive="ill")
    assert class_sizes(study) == (("positive ('ill')", 30), ("negative ('well')", 50))
