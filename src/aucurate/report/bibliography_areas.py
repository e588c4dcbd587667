"""Works on the area under the curve: its variance, intervals, tests, margins, resampling."""

from collections.abc import Mapping

from aucurate.report.bibliography_forms import article, book, by_key, paper, talk
from aucurate.report.references import Reference

AREAS: Mapping[str, Reference] = by_key(
    article(
        "agarwal2005",
        "Agarwal, S.; Graepel, T.; Herbrich, R.; Har-Peled, S.; Roth, D.",
        2005,
        "Generalization bounds for the area under the ROC curve",
        *("Journal of Machine Learning Research", "6", "393-425"),
    ),
    article(
        "andrews2024",
        "Andrews, I.; Kitagawa, T.; McCloskey, A.",
        2024,
        "Inference on winners",
        *("Quarterly Journal of Economics", "139", "305-358"),
    ),
    article(
        "bandos2005",
        "Bandos, A. I.; Rockette, H. E.; Gur, D.",
        2005,
        "A permutation test sensitive to differences in areas for comparing ROC curves from a "
        "paired design",
        *("Statistics in Medicine", "24", "2873-2893"),
    ),
    article(
        "birnbaum1957",
        "Birnbaum, Z. W.; Klose, O. M.",
        1957,
        "Bounds for the variance of the Mann-Whitney statistic",
        *("Annals of Mathematical Statistics", "28", "933-945"),
    ),
    article(
        "brunner2000",
        "Brunner, E.; Munzel, U.",
        2000,
        "The nonparametric Behrens-Fisher problem: asymptotic theory and a small-sample "
        "approximation",
        *("Biometrical Journal", "42", "17-25"),
    ),
    talk(
        "cortes2005",
        "Cortes, C.; Mohri, M.",
        2005,
        "Confidence intervals for the area under the ROC curve",
        *("Advances in Neural Information Processing Systems 17 (2004)", "305-312"),
    ),
    article(
        "rubin1981",
        "Rubin, D. B.",
        1981,
        "The Bayesian bootstrap",
        *("Annals of Statistics", "9", "130-134"),
    ),
    article(
        "dantzig1951",
        "van Dantzig, D.",
        1951,
        "On the consistency and the power of Wilcoxon's two sample test",
        *("Indagationes Mathematicae", "13", "1-8"),
    ),
    book(
        "davison1997",
        "Davison, A. C.; Hinkley, D. V.",
        1997,
        "Bootstrap Methods and their Application",
        "Cambridge University Press",
    ),
    article(
        "delong1988",
        "DeLong, E. R.; DeLong, D. M.; Clarke-Pearson, D. L.",
        1988,
        "Comparing the areas under two or more correlated receiver operating characteristic "
        "curves: a nonparametric approach",
        *("Biometrics", "44", "837-845"),
        doi="10.2307/2531595",
    ),
    book(
        "efron1993",
        "Efron, B.; Tibshirani, R. J.",
        1993,
        "An Introduction to the Bootstrap",
        "Chapman and Hall",
    ),
    article(
        "hanley1982",
        "Hanley, J. A.; McNeil, B. J.",
        1982,
        "The meaning and use of the area under a receiver operating characteristic (ROC) curve",
        *("Radiology", "143", "29-36"),
        doi="10.1148/radiology.143.1.7063747",
    ),
    article(
        "hanley1983",
        "Hanley, J. A.; McNeil, B. J.",
        1983,
        "A method of comparing the areas under receiver operating characteristic curves derived "
        "from the same cases",
        *("Radiology", "148", "839-843"),
        doi="10.1148/radiology.148.3.6878708",
    ),
    article(
        "hoeffding1948",
        "Hoeffding, W.",
        1948,
        "A class of statistics with asymptotically normal distribution",
        *("Annals of Mathematical Statistics", "19", "293-325"),
    ),
    article(
        "hoeffding1963",
        "Hoeffding, W.",
        1963,
        "Probability inequalities for sums of bounded random variables",
        *("Journal of the American Statistical Association", "58", "13-30"),
        doi="10.1080/01621459.1963.10500830",
    ),
    article(
        "hothorn2008",
        "Hothorn, T.; Bretz, F.; Westfall, P.",
        2008,
        "Simultaneous inference in general parametric models",
        *("Biometrical Journal", "50", "346-363"),
        doi="10.1002/bimj.200810425",
    ),
    paper("iche9", "ICH E9", 1998, "Statistical principles for clinical trials"),
    article(
        "konietschke2012",
        "Konietschke, F.; Hothorn, L. A.; Brunner, E.",
        2012,
        "Rank-based multiple test procedures and simultaneous confidence intervals",
        *("Electronic Journal of Statistics", "6", "738-759"),
    ),
    article(
        "krishnamoorthy2004",
        "Krishnamoorthy, K.; Yu, J.",
        2004,
        "Modified Nel and Van der Merwe test for the multivariate Behrens-Fisher problem",
        *("Statistics and Probability Letters", "66", "161-169"),
    ),
    article(
        "liu2006",
        "Liu, J.-P.; Ma, M.-C.; Wu, C.-Y.; Tai, J.-Y.",
        2006,
        "Tests of equivalence and non-inferiority for diagnostic accuracy based on the paired "
        "areas under ROC curves",
        *("Statistics in Medicine", "25", "1219-1238"),
    ),
    article(
        "newcombe2006",
        "Newcombe, R. G.",
        2006,
        "Confidence intervals for an effect size measure based on the Mann-Whitney statistic. "
        "Part 2: asymptotic methods and evaluation",
        *("Statistics in Medicine", "25", "559-573"),
        doi="10.1002/sim.2324",
    ),
    article(
        "satterthwaite1946",
        "Satterthwaite, F. E.",
        1946,
        "An approximate distribution of estimates of variance components",
        *("Biometrics Bulletin", "2", "110-114"),
        doi="10.2307/3002019",
    ),
    article(
        "mann1947",
        "Mann, H. B.; Whitney, D. R.",
        1947,
        "On a test of whether one of two random variables is stochastically larger than the other",
        *("Annals of Mathematical Statistics", "18", "50-60"),
    ),
    article(
        "schuirmann1987",
        "Schuirmann, D. J.",
        1987,
        "A comparison of the two one-sided tests procedure and the power approach for assessing "
        "the equivalence of average bioavailability",
        *("Journal of Pharmacokinetics and Biopharmaceutics", "15", "657-680"),
        doi="10.1007/BF01068419",
    ),
    article(
        "venkatraman1996",
        "Venkatraman, E. S.; Begg, C. B.",
        1996,
        "A distribution-free procedure for comparing receiver operating characteristic curves "
        "from a paired experiment",
        *("Biometrika", "83", "835-848"),
        doi="10.1093/biomet/83.4.835",
    ),
    article(
        "venkatraman2000",
        "Venkatraman, E. S.",
        2000,
        "A permutation test to compare receiver operating characteristic curves",
        *("Biometrics", "56", "1134-1138"),
    ),
    article(
        "zou2008",
        "Zou, G. Y.; Donner, A.",
        2008,
        "Construction of confidence limits about effect measures: a general approach",
        *("Statistics in Medicine", "27", "1693-1702"),
        doi="10.1002/sim.3095",
    ),
)
