"""Paclik, Lai, Novovicova, Duin (2010): two classes (Figs. 1 and 2) and three digits (Fig. 3).

A Gaussian detector of the first of Highleyman's classes is cross-validated in 10 folds, its curve
averaged at 30 operating points, and each compared with the one at sensitivity 0.9. The paper
concludes from one draw each that with 200 observations per class the chosen point can be told from
its neighbours, and with 50 it cannot. :func:`study.reproduce` makes the figures from draws of its
own and asks the same of many draws. Numbers cannot come out to the digit: the paper prints none.
:func:`study.reproduce_digits` takes the cross-validated scores of three digits and makes Fig. 3:
weight vectors found by a greedy search, and which of them cannot be told from the chosen one; and
it judges that search beside ours on folds that neither saw. ``exhibits`` runs all of it, one figure
or section at a time, with the digits and the learner of ``mfeat``.

Paclik, P., Lai, C., Novovicova, J., Duin, R. P. W. (2010). Variance estimation for two-class and
multi-class ROC analysis using operating point averaging. International Conference on Pattern
Recognition.
"""
