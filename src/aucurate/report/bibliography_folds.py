"""Works on folds, on many data sets, and on several questions at once."""

from collections.abc import Mapping

from aucurate.report.bibliography_forms import article, book, by_key, paper, talk, thesis
from aucurate.report.references import Reference

_JASA = "Journal of the American Statistical Association"
_JMLR = "Journal of Machine Learning Research"

FOLDS: Mapping[str, Reference] = by_key(
    article(
        "alpaydin1999",
        "Alpaydin, E.",
        1999,
        "Combined 5x2 cv F test for comparing supervised classification learning algorithms",
        *("Neural Computation", "11", "1885-1892"),
        doi="10.1162/089976699300016007",
    ),
    paper(
        "aslan2009",
        "Aslan, O.; Yıldız, O. T.; Alpaydın, E.",
        2009,
        "Statistical comparison of classifiers using area under the ROC curve",
        "Boğaziçi University, FBE-CMPE-06/2009-03",
    ),
    talk(
        "benavoli2014",
        "Benavoli, A.; Corani, G.; Mangili, F.; Zaffalon, M.; Ruggeri, F.",
        2014,
        "A Bayesian Wilcoxon signed-rank test based on the Dirichlet process",
        *("ICML 2014, PMLR 32(2)", "1026-1034"),
    ),
    article(
        "benavoli2017",
        "Benavoli, A.; Corani, G.; Demšar, J.; Zaffalon, M.",
        2017,
        "Time for a change: a tutorial for comparing multiple classifiers through Bayesian "
        "analysis",
        *(_JMLR, "18(77)", "1-36"),
    ),
    article(
        "benjamini1995",
        "Benjamini, Y.; Hochberg, Y.",
        1995,
        "Controlling the false discovery rate: a practical and powerful approach to multiple "
        "testing",
        *("Journal of the Royal Statistical Society B", "57", "289-300"),
        doi="10.1111/j.2517-6161.1995.tb02031.x",
    ),
    talk(
        "bouckaert2004",
        "Bouckaert, R. R.; Frank, E.",
        2004,
        "Evaluating the replicability of significance tests for comparing learning algorithms",
        *("PAKDD, LNAI 3056", "3-12"),
    ),
    article(
        "corani2015",
        "Corani, G.; Benavoli, A.",
        2015,
        "A Bayesian approach for comparing cross-validated algorithms on multiple data sets",
        *("Machine Learning", "100", "285-304"),
        doi="10.1007/s10994-015-5486-z",
    ),
    article(
        "demsar2006",
        "Demšar, J.",
        2006,
        "Statistical comparisons of classifiers over multiple data sets",
        *(_JMLR, "7", "1-30"),
    ),
    article(
        "dietterich1998",
        "Dietterich, T. G.",
        1998,
        "Approximate statistical tests for comparing supervised classification learning algorithms",
        *("Neural Computation", "10", "1895-1923"),
        doi="10.1162/089976698300017197",
    ),
    article(
        "dixon1946",
        "Dixon, W. J.; Mood, A. M.",
        1946,
        "The statistical sign test",
        *(_JASA, "41", "557-566"),
    ),
    article(
        "dunn1961",
        "Dunn, O. J.",
        1961,
        "Multiple comparisons among means",
        *(_JASA, "56", "52-64"),
        doi="10.1080/01621459.1961.10482090",
    ),
    book("fisher1935", "Fisher, R. A.", 1935, "The Design of Experiments", "Oliver and Boyd"),
    article(
        "friedman1937",
        "Friedman, M.",
        1937,
        "The use of ranks to avoid the assumption of normality implicit in the analysis of "
        "variance",
        *(_JASA, "32", "675-701"),
        doi="10.1080/01621459.1937.10503522",
    ),
    article(
        "gallas2006",
        "Gallas, B. D.",
        2006,
        "One-shot estimate of MRMC variance: AUC",
        *("Academic Radiology", "13", "353-362"),
        doi="10.1016/j.acra.2005.11.030",
    ),
    article(
        "hartigan1969",
        "Hartigan, J. A.",
        1969,
        "Using subsample values as typical values",
        *(_JASA, "64", "1303-1317"),
    ),
    article(
        "hochberg1988",
        "Hochberg, Y.",
        1988,
        "A sharper Bonferroni procedure for multiple tests of significance",
        *("Biometrika", "75", "800-802"),
        doi="10.1093/biomet/75.4.800",
    ),
    article(
        "hodges1963",
        "Hodges, J. L.; Lehmann, E. L.",
        1963,
        "Estimates of location based on rank tests",
        *("Annals of Mathematical Statistics", "34", "598-611"),
        doi="10.1214/aoms/1177704172",
    ),
    article(
        "holm1979",
        "Holm, S.",
        1979,
        "A simple sequentially rejective multiple test procedure",
        *("Scandinavian Journal of Statistics", "6", "65-70"),
    ),
    article(
        "iman1980",
        "Iman, R. L.; Davenport, J. M.",
        1980,
        "Approximations of the critical region of the Friedman statistic",
        *("Communications in Statistics A", "9", "571-595"),
        doi="10.1080/03610928008827904",
    ),
    article(
        "ledell2015",
        "LeDell, E.; Petersen, M.; van der Laan, M.",
        2015,
        "Computationally efficient confidence intervals for cross-validated area under the ROC "
        "curve estimates",
        *("Electronic Journal of Statistics", "9", "1583-1607"),
        doi="10.1214/15-EJS1035",
    ),
    article(
        "nadeau2003",
        "Nadeau, C.; Bengio, Y.",
        2003,
        "Inference for the generalization error",
        *("Machine Learning", "52", "239-281"),
        doi="10.1023/A:1024068626366",
    ),
    thesis(
        "nemenyi1963",
        "Nemenyi, P. B.",
        1963,
        "Distribution-free multiple comparisons",
        "Princeton University",
    ),
    article(
        "obuchowski1995",
        "Obuchowski, N. A.; Rockette, H. E.",
        1995,
        "Hypothesis testing of diagnostic accuracy for multiple readers and multiple tests: an "
        "ANOVA approach with dependent observations",
        *("Communications in Statistics, Simulation and Computation", "24", "285-308"),
    ),
    article(
        "wilcoxon1945",
        "Wilcoxon, F.",
        1945,
        "Individual comparisons by ranking methods",
        *("Biometrics Bulletin", "1", "80-83"),
        doi="10.2307/3001968",
    ),
)
