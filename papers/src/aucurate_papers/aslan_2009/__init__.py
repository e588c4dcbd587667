"""Aslan, Yıldız, Alpaydın (2009): the test on error against the test on AUC.

Five algorithms are trained on 30 overlapping training sets of each data set, all models score one
fixed test set, and every pair of algorithms is compared by the paired t test over folds, once on
error at threshold 1/2 and once on AUC. The paper counts the four outcomes over 150 comparisons.
:func:`study.reproduce` takes the scores of the same design, counts them the same way, and sets
beside them what tests say that hold in this design (the averaged error test, and DeLong on
placements averaged over all models). ``make scores`` in a clone of the repository trains the models
and keeps their scores; ``exhibits`` shows every table and figure of the paper from them.

Aslan, O., Yildiz, O. T., Alpaydin, E. (2009). Statistical comparison of classifiers using area
under the ROC curve. Bogazici University, FBE-CMPE-06/2009-03.
"""
