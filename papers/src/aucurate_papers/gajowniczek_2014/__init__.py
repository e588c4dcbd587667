"""Gajowniczek, Ząbkowski, Szupiluk (2014): its tables and figures, ours beside theirs.

Five models of customer churn (cell2cell, 31,047 customers of whom 1.96% left) are scored, and their
areas estimated with and without a model. The paper concludes that non-parametric areas agree and
that the normal assumption inflates the area. :func:`study.reproduce` takes scores of the same five
models and says what is behind the second: Table 3 prints a Box-Cox lambda *for each class*, and
that is no transformation of the score. :mod:`~aucurate_papers.gajowniczek_2014.exhibits` trains the
models and shows each table and figure by itself.

Gajowniczek, K., Ząbkowski, T., Szupiluk, R. (2014). Estimating the ROC curve and its significance
for classification models' assessment. Quantitative Methods in Economics 15.
"""
