"""Works on operating points: rates and their intervals, choosing and comparing thresholds."""

from collections.abc import Mapping

from aucurate.report.bibliography_forms import article, book, by_key, talk
from aucurate.report.references import Reference

_JASA = "Journal of the American Statistical Association"
_MEDICINE = "Statistics in Medicine"

POINTS: Mapping[str, Reference] = by_key(
    article(
        "andrews2010",
        "Andrews, D. W. K.; Soares, G.",
        2010,
        "Inference for parameters defined by moment inequalities using generalized moment "
        "selection",
        *("Econometrica", "78", "119-157"),
        doi="10.3982/ECTA7502",
    ),
    article(
        "clopper1934",
        "Clopper, C. J.; Pearson, E. S.",
        1934,
        "The use of confidence or fiducial limits illustrated in the case of the binomial",
        *("Biometrika", "26", "404-413"),
        doi="10.1093/biomet/26.4.404",
    ),
    book(
        "conover1999",
        "Conover, W. J.",
        1999,
        "Practical Nonparametric Statistics, third edition",
        "Wiley",
    ),
    article(
        "efron1983",
        "Efron, B.",
        1983,
        "Estimating the error rate of a prediction rule: improvement on cross-validation",
        *(_JASA, "78", "316-331"),
        doi="10.1080/01621459.1983.10477973",
    ),
    article(
        "fagerland2013",
        "Fagerland, M. W.; Lydersen, S.; Laake, P.",
        2013,
        "The McNemar test for binary matched-pairs data: mid-p and asymptotic are better than "
        "exact conditional",
        *("BMC Medical Research Methodology", "13", "91"),
        doi="10.1186/1471-2288-13-91",
    ),
    article(
        "hand2021",
        "Hand, D. J.; Christen, P.; Kirielle, N.",
        2021,
        "F*: an interpretable transformation of the F-measure",
        *("Machine Learning", "110", "451-456"),
    ),
    article(
        "harrell1996",
        "Harrell, F. E.; Lee, K. L.; Mark, D. B.",
        1996,
        "Multivariable prognostic models: issues in developing models, evaluating assumptions and "
        "adequacy, and measuring and reducing errors",
        *(_MEDICINE, "15", "361-387"),
    ),
    article(
        "hsieh1996",
        "Hsieh, F.; Turnbull, B. W.",
        1996,
        "Nonparametric and semiparametric estimation of the receiver operating characteristic "
        "curve",
        *("Annals of Statistics", "24", "25-40"),
    ),
    article(
        "koopman1984",
        "Koopman, P. A. R.",
        1984,
        "Confidence intervals for the ratio of two binomial proportions",
        *("Biometrics", "40", "513-517"),
    ),
    article(
        "linnet1987",
        "Linnet, K.",
        1987,
        "Comparison of quantitative diagnostic tests: type I error, power, and sample size",
        *(_MEDICINE, "6", "147-158"),
    ),
    article(
        "matthews1975",
        "Matthews, B. W.",
        1975,
        "Comparison of the predicted and observed secondary structure of T4 phage lysozyme",
        *("Biochimica et Biophysica Acta", "405", "442-451"),
    ),
    article(
        "mcnemar1947",
        "McNemar, Q.",
        1947,
        "Note on the sampling error of the difference between correlated proportions or "
        "percentages",
        *("Psychometrika", "12", "153-157"),
        doi="10.1007/BF02295996",
    ),
    article(
        "mercaldo2007",
        "Mercaldo, N. D.; Lau, K. F.; Zhou, X. H.",
        2007,
        "Confidence intervals for predictive values with an emphasis to case-control studies",
        *(_MEDICINE, "26", "2170-2183"),
    ),
    article(
        "metz1978",
        "Metz, C. E.",
        1978,
        "Basic principles of ROC analysis",
        *("Seminars in Nuclear Medicine", "8", "283-298"),
    ),
    talk(
        "paclik2010",
        "Paclík, P.; Lai, C.; Novovičová, J.; Duin, R. P. W.",
        2010,
        "Variance estimation for two-class and multi-class ROC analysis using operating point "
        "averaging",
        "International Conference on Pattern Recognition",
    ),
    book(
        "pepe2003",
        "Pepe, M. S.",
        2003,
        "The Statistical Evaluation of Medical Tests for Classification and Prediction",
        "Oxford University Press",
    ),
    article(
        "perkins2006",
        "Perkins, N. J.; Schisterman, E. F.",
        2006,
        'The inconsistency of "optimal" cutpoints obtained using two criteria based on the '
        "receiver operating characteristic curve",
        *("American Journal of Epidemiology", "163", "670-675"),
        doi="10.1093/aje/kwj063",
    ),
    article(
        "simel1991",
        "Simel, D. L.; Samsa, G. P.; Matchar, D. B.",
        1991,
        "Likelihood ratios with confidence: sample size estimation for diagnostic test studies",
        *("Journal of Clinical Epidemiology", "44", "763-770"),
    ),
    article(
        "tango1998",
        "Tango, T.",
        1998,
        "Equivalence test and confidence interval for the difference in proportions for the "
        "paired-sample design",
        *(_MEDICINE, "17", "891-908"),
    ),
    article(
        "vickers2008",
        "Vickers, A. J.; Cronin, A. M.; Elkin, E. B.; Gonen, M.",
        2008,
        "Extensions to decision curve analysis",
        *("BMC Medical Informatics and Decision Making", "8", "53"),
    ),
    article(
        "wilson1927",
        "Wilson, E. B.",
        1927,
        "Probable inference, the law of succession, and statistical inference",
        *(_JASA, "22", "209-212"),
        doi="10.1080/01621459.1927.10502953",
    ),
    article(
        "youden1950",
        "Youden, W. J.",
        1950,
        "Index for rating diagnostic tests",
        *("Cancer", "3", "32-35"),
    ),
    article(
        "yule1912",
        "Yule, G. U.",
        1912,
        "On the methods of measuring association between two attributes",
        *("Journal of the Royal Statistical Society", "75", "579-652"),
    ),
    article(
        "zhou2005",
        "Zhou, X. H.; Qin, G.",
        2005,
        "Improved confidence intervals for the sensitivity at a fixed level of specificity of a "
        "continuous-scale diagnostic test",
        *(_MEDICINE, "24", "465-477"),
    ),
)
