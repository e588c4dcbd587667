"""Rosset (2004): exact moments of two classifiers' difference, and choosing by AUC or by error.

Section 2 derives the mean and variance of the difference of two AUCs on the same observations for a
world of which all is known (Table 1), and holds the variance estimators of Hanley and McNeil and of
DeLong against them (Table 2). Section 3 asks how often the AUC and the error rate choose the
classifier with the smaller error rate (Tables 3 to 5), and Table 6 has the moments of both. Each is
an entry of :data:`aucurate_papers.rosset_2004.exhibits.ENTRIES`.

Rosset, S. (2004). Model selection via the AUC. Proceedings of the 21st International Conference on
Machine Learning.
"""

PAPER = "rosset-2004"
SOURCE = (
    "Rosset, S. (2004). Model selection via the AUC. Proceedings of the 21st International "
    "Conference on Machine Learning."
)
