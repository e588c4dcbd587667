"""What Paclik, Lai, Novovicova and Duin (2010) print of their experiments."""

from aucurate.inference.folds.point_tests import Degrees

PRINTED_MEANS = ((1.0, 1.0), (2.0, 0.0))
PRINTED_COVARIANCES = (((1.0, 0.0), (0.0, 0.25)), ((0.01, 0.0), (0.0, 4.0)))
"""Highleyman's classes 1 and 2, section 4.1; class 1 is the one to be detected."""

PRINTED_FOLDS = 10
PRINTED_POINTS = 30
PRINTED_SIZES = (100, 50, 200)
"""Observations per class of Figs. 1, 2a and 2b."""

PRINTED_SENSITIVITY = 0.9
"""The chosen point has at least this sensitivity ("manually selected")."""

PRINTED_LEVEL = 0.05
"""The null hypothesis is accepted "at the confidence level of 95%"."""

PRINTED_DEGREES: Degrees = "2n-2"
"""n is the number of folds; a paired t test has n - 1."""

PRINTED_FINDING = (
    "With 200 observations per class the chosen point is significantly different from its "
    "neighbours in false positive rate, with 50 it is not."
)
"""The conclusion drawn from Fig. 2, in our words; the figures print no numbers."""

PRINTED_NEIGHBOURS_TOLD = {50: False, 200: True}
"""By observations per class, whether the neighbours can be told from the chosen point (Fig. 2)."""

PRINTED_DIGITS = ("2", "3", "5")
PRINTED_PER_CLASS = 100
PRINTED_DIMENSIONS = 3
"""Section 4.3: the digits, the observations of each, and what principal components reduce to."""

PRINTED_VECTORS = 1000
PRINTED_STEPS = 5
PRINTED_KEPT = 100
"""The greedy search: random weight vectors, steps, and points that each step retains."""

PRINTED_NEIGHBOURHOOD = (
    "With 100 observations per class there are too few to tell the operating points in a "
    "neighbourhood of the chosen one from it."
)
"""The conclusion drawn from Fig. 3, in our words; the figure circles points and prints no count."""
