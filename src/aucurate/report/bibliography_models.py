"""Works on models of a curve, on several classes, on planning, and the papers reproduced."""

from collections.abc import Mapping

from aucurate.report.bibliography_forms import article, book, by_key, talk
from aucurate.report.references import Reference

_PSYCHOLOGY = "Journal of Mathematical Psychology"
_MEDICINE = "Statistics in Medicine"

MODELS: Mapping[str, Reference] = by_key(
    article(
        "betinec2008",
        "Betinec, M.",
        2008,
        "Testing the difference of the ROC curves in biexponential model",
        *("Tatra Mountains Mathematical Publications", "39", "215-223"),
    ),
    article(
        "box1964",
        "Box, G. E. P.; Cox, D. R.",
        1964,
        "An analysis of transformations",
        *("Journal of the Royal Statistical Society B", "26", "211-252"),
        doi="10.1111/j.2517-6161.1964.tb00553.x",
    ),
    book(
        "dagostino1986",
        "D'Agostino, R. B.; Stephens, M. A.",
        1986,
        "Goodness-of-Fit Techniques",
        "Marcel Dekker",
    ),
    article(
        "dorfman1969",
        "Dorfman, D. D.; Alf, E.",
        1969,
        "Maximum likelihood estimation of parameters of signal-detection theory and determination "
        "of confidence intervals: rating-method data",
        *(_PSYCHOLOGY, "6", "487-496"),
        doi="10.1016/0022-2496(69)90019-4",
    ),
    article(
        "dreiseitl2000",
        "Dreiseitl, S.; Ohno-Machado, L.; Binder, M.",
        2000,
        "Comparing three-class diagnostic tests by three-way ROC analysis",
        *("Medical Decision Making", "20", "323-331"),
    ),
    article(
        "fawcett2006",
        "Fawcett, T.",
        2006,
        "An introduction to ROC analysis",
        *("Pattern Recognition Letters", "27", "861-874"),
    ),
    article(
        "gajowniczek2014",
        "Gajowniczek, K.; Ząbkowski, T.; Szupiluk, R.",
        2014,
        "Estimating the ROC curve and its significance for classification models' assessment",
        *("Quantitative Methods in Economics", "15"),
    ),
    article(
        "hand2001",
        "Hand, D. J.; Till, R. J.",
        2001,
        "A simple generalisation of the area under the ROC curve for multiple class "
        "classification problems",
        *("Machine Learning", "45", "171-186"),
        doi="10.1023/A:1010920819831",
    ),
    article(
        "lloyd1998",
        "Lloyd, C. J.",
        1998,
        "Using smoothed receiver operating characteristic curves to summarize and compare "
        "diagnostic systems",
        *("Journal of the American Statistical Association", "93", "1356-1364"),
    ),
    article(
        "metz1998",
        "Metz, C. E.; Herman, B. A.; Shen, J.-H.",
        1998,
        "Maximum likelihood estimation of receiver operating characteristic (ROC) curves from "
        "continuously-distributed data",
        *(_MEDICINE, "17", "1033-1053"),
    ),
    article(
        "metz1999",
        "Metz, C. E.; Pan, X.",
        1999,
        '"Proper" binormal ROC curves: theory and maximum-likelihood estimation',
        *(_PSYCHOLOGY, "43", "1-33"),
    ),
    article(
        "mossman1999",
        "Mossman, D.",
        1999,
        "Three-way ROCs",
        *("Medical Decision Making", "19", "78-89"),
    ),
    article(
        "nakas2004",
        "Nakas, C. T.; Yiannoutsos, C. T.",
        2004,
        "Ordered multiple-class ROC analysis with continuous measurements",
        *(_MEDICINE, "23", "3437-3449"),
    ),
    article(
        "obuchowski1997",
        "Obuchowski, N. A.; McClish, D. K.",
        1997,
        "Sample size determination for diagnostic accuracy studies involving binormal ROC curve "
        "indices",
        *(_MEDICINE, "16", "1529-1542"),
    ),
    article(
        "obuchowski1998",
        "Obuchowski, N. A.",
        1998,
        "Sample size calculations in studies of test accuracy",
        *("Statistical Methods in Medical Research", "7", "371-392"),
    ),
    article(
        "ohagan2005",
        "O'Hagan, A.; Stevens, J. W.; Campbell, M. J.",
        2005,
        "Assurance in clinical trial design",
        *("Pharmaceutical Statistics", "4", "187-201"),
        doi="10.1002/pst.175",
    ),
    article(
        "spiegelhalter1986",
        "Spiegelhalter, D. J.; Freedman, L. S.",
        1986,
        "A predictive approach to selecting the size of a clinical trial, based on subjective "
        "clinical opinion",
        *("Statistics in Medicine", "5", "1-13"),
        doi="10.1002/sim.4780050103",
    ),
    article(
        "obuchowski2004",
        "Obuchowski, N. A.; Lieber, M. L.; Wians, F. H.",
        2004,
        "ROC curves in clinical chemistry: uses, misuses, and possible solutions",
        *("Clinical Chemistry", "50", "1118-1125"),
    ),
    talk(
        "rosset2004",
        "Rosset, S.",
        2004,
        "Model selection via the AUC",
        "Proceedings of the 21st International Conference on Machine Learning",
    ),
    article(
        "royston1995",
        "Royston, P.",
        1995,
        "Remark AS R94: a remark on Algorithm AS 181: the W-test for normality",
        *("Applied Statistics", "44", "547-551"),
    ),
    article(
        "shapiro1965",
        "Shapiro, S. S.; Wilk, M. B.",
        1965,
        "An analysis of variance test for normality (complete samples)",
        *("Biometrika", "52", "591-611"),
        doi="10.1093/biomet/52.3-4.591",
    ),
    article(
        "swets1986",
        "Swets, J. A.",
        1986,
        "Form of empirical ROCs in discrimination and diagnostic tasks",
        *("Psychological Bulletin", "99", "181-198"),
    ),
    article(
        "zou2000",
        "Zou, K. H.; Hall, W. J.",
        2000,
        "Two transformation models for estimating an ROC curve derived from continuous data",
        *("Journal of Applied Statistics", "27", "621-631"),
    ),
    article(
        "zou1997",
        "Zou, K. H.; Hall, W. J.; Shapiro, D. E.",
        1997,
        "Smooth non-parametric receiver operating characteristic (ROC) curves for continuous "
        "diagnostic tests",
        *(_MEDICINE, "16", "2143-2156"),
    ),
)
