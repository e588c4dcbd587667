"""Every interval and test under one key: the registry of methods.

A method is one function and one entry here. From the entries follow what can be asked for by name
(``method=``, ``interval=`` and ``test=`` of the studies, ``--method`` and its like with their
help), the list in docs/methods.md, and the contract that tests/every holds each method to: swapping
flips the sign, a classifier does not differ from itself, the interval holds the estimate, monotone
transformations and the order of rows change nothing, the result survives JSON. An entry that cannot
keep a promise says so, by the name of the promise. Records carry the key of the method that made
them (:class:`aucurate.results.MethodRecord`).

Functions are loaded when they are first needed, so that the command line lists methods without
loading any.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from importlib import import_module
from typing import Any, Literal, NamedTuple, TypeAlias

from aucurate.errors import OptionError
from aucurate.formatting import join_words

Family: TypeAlias = Literal[
    "AUC",
    "curve",
    "partial AUC",
    "average precision",
    "sensitivity at",
    "specificity at",
    "any estimand",
    "several classes",
    "volume",
    "rate",
    "net benefit",
    "folds",
    "data sets",
    "model",
]
"""What a method is about, and with that which data it takes."""

Question: TypeAlias = Literal[
    "interval",
    "comparison",
    "null test",
    "joint test",
    "simultaneous comparisons",
    "margin test",
    "curve test",
    "band",
    "region",
    "posterior",
    "fit test",
    "further interval",
]
"""What is asked of the data; a further interval is of another number than the family's own."""

Promise: TypeAlias = Literal[
    "takes moments",
    "holds the estimate",
    "mirrors",
    "standard error",
    "ranks only",
    "any null",
    "swaps",
    "no difference from itself",
    "order of rows",
]
"""What holds of every method that does not name it under ``breaks``.

- takes moments: an interval of an AUC can be made from ``AucMoments``.
- holds the estimate: the interval does.
- mirrors: with classes exchanged and scores negated, the interval of an AUC is the same.
- standard error: there is one.
- ranks only: a monotone transformation of the scores changes nothing.
- any null: the hypothesis can be any difference.
- swaps: exchanging the classifiers flips the sign and keeps the evidence.
- no difference from itself: a classifier compared with itself has p = 1.
- order of rows: it changes nothing.
"""

PAIRED, UNPAIRED, BOTH = ("paired",), ("unpaired",), ("paired", "unpaired")
LEFT_OUT, FIXED, RESAMPLED = ("left-out folds",), ("fixed test set",), ("5x2", "random splits")
FOLDS = (*LEFT_OUT, *FIXED, *RESAMPLED)


@dataclass(frozen=True, slots=True)
class Method:
    """One interval or test.

    ``key`` is unique among the methods of its ``family`` and ``question``. ``title`` are the words
    that its records have in an ordinary case. ``path`` is where its function is, from
    ``aucurate.inference``, and ``options`` what it is called with beside the data. ``variants`` are
    other keys that its records may have. ``designs`` are those in which it can be computed,
    ``level_holds`` those over folds in which its level holds, or is below the nominal one.
    ``takes`` names its data where they are not those of its family, ``quantity`` is what a test
    over folds is about, None for any. ``references`` are works of report/references.bib, and
    ``page`` is that of docs/methods.
    """

    key: str
    title: str
    path: str
    _: KW_ONLY
    family: Family = "AUC"
    question: Question = "interval"
    options: Mapping[str, Any] | None = None
    variants: tuple[str, ...] = ()
    designs: tuple[str, ...] = BOTH
    level_holds: tuple[str, ...] = ()
    takes: str = ""
    quantity: Literal["AUC", "error rate"] | None = None
    resamples: bool = False
    references: tuple[str, ...] = ()
    page: str = ""
    breaks: tuple[Promise, ...] = ()

    @property
    def function(self) -> Callable[..., Any]:
        """The function, loaded now."""
        module, _, name = self.path.rpartition(".")
        found: Callable[..., Any] = getattr(import_module(f"aucurate.inference.{module}"), name)
        return found

    def __call__(self, *data: Any, **options: Any) -> Any:
        """What the method says of these data."""
        return self.function(*data, **{**(self.options or {}), **options})

    def keeps(self, promise: Promise) -> bool:
        """Whether it keeps a promise."""
        return promise not in self.breaks

    @property
    def paired_only(self) -> bool:
        """Whether it needs both classifiers on the same observations."""
        return self.designs == PAIRED


def _listed(
    family: Family, question: Question, *methods: Method, **shared: Any
) -> tuple[Method, ...]:
    """Methods of one family that answer one question, and what they share."""
    breaks = shared.pop("breaks", ())
    return tuple(
        replace(one, family=family, question=question, breaks=(*one.breaks, *breaks), **shared)
        for one in methods
    )


_KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "percentile": ("bootstrap percentile", ("efron1993",)),
    "basic": ("basic bootstrap", ("davison1997",)),
    "bca": ("bootstrap BCa", ("efron1993",)),
    "studentised": ("studentised bootstrap", ("davison1997", "delong1988")),
}


def _bootstraps(path: str, *kinds: str, **more: Any) -> Iterator[Method]:
    """The kinds of bootstrap interval that one function makes."""
    more = {"page": "bootstrap", "resamples": True, **more}
    for kind in kinds or _KINDS:
        title, works = _KINDS[kind]
        key = f"bootstrap-{kind}"
        yield Method(key, title, path, options={"kind": kind}, references=works, **more)


def _scales(path: str, words: str, stem: str, **more: Any) -> Iterator[Method]:
    """The scales of one function's interval, or of the test that agrees with it."""
    for scale, title in (
        ("beta", "beta"), ("logit-t", "logit-t"), ("logit", "logit"), ("wald", "Wald")
    ):  # fmt: skip
        yield Method(f"{stem}-{scale}", f"{words} {title}", path, options={"scale": scale}, **more)


def _joint(path: str, words: str, stem: str, **more: Any) -> Iterator[Method]:
    """The joint test with either distribution."""
    for name, works in (("chi-square", ()), ("F", ("krishnamoorthy2004",))):
        references = (*more.get("references", ()), *works)
        options = {"distribution": name}
        given = {**more, "references": references, "options": options}
        yield Method(f"{stem}-{name}", f"{words} {name}", path, **given)


_DELONG, _HANLEY = ("delong1988",), ("hanley1982",)
_WITHOUT_VARIANCES = ("percentile", "basic", "bca")
INFLUENCE = "influence"

# fmt: off
_OF_AUCS = (
    *_listed("AUC", "interval",
        Method("delong-beta", "DeLong beta", "auc.delong.delong_beta_interval",
               references=(*_DELONG, "rubin1981"), page="beta"),
        Method("delong-logit-t", "DeLong logit-t", "auc.delong.delong_logit_t_interval",
               references=(*_DELONG, "dantzig1951", "satterthwaite1946"), page="logit-t"),
        Method("delong-logit", "DeLong logit", "auc.delong.delong_interval",
               options={"scale": "logit"}, references=_DELONG, page="delong"),
        Method("delong-wald", "DeLong Wald", "auc.delong.delong_interval",
               options={"scale": "wald"}, references=_DELONG, page="delong"),
        Method("hanley-mcneil", "Hanley-McNeil Wald", "auc.hanley_mcneil.hanley_mcneil_interval",
               references=_HANLEY, page="hanley-mcneil", breaks=("mirrors",)),
        Method("hanley-mcneil-estimated", "Hanley-McNeil (estimated Q1, Q2) Wald",
               "auc.hanley_mcneil.hanley_mcneil_interval", options={"moments": "estimated"},
               references=_HANLEY, page="hanley-mcneil", breaks=("takes moments",)),
        Method("newcombe", "Newcombe score", "auc.hanley_mcneil.newcombe_interval",
               references=("newcombe2006",), page="newcombe"),
        Method("birnbaum-klose", "Birnbaum-Klose", "auc.bounds.birnbaum_klose_interval",
               references=("dantzig1951", "birnbaum1957"), page="birnbaum-klose"),
        Method("cortes-mohri-fewest-errors", "Cortes-Mohri", "auc.bounds.cortes_mohri_interval",
               options={"threshold": "fewest errors"}, variants=("cortes-mohri",),
               references=("cortes2005",), page="cortes-mohri",
               breaks=("takes moments", "holds the estimate", "mirrors")),
        Method("agarwal", "Agarwal bound", "auc.bounds.agarwal_interval",
               references=("agarwal2005",), page="agarwal", breaks=("standard error",)),
        *_bootstraps("resampling.bootstrap.bootstrap_interval", breaks=("takes moments",)),
    ),
    *_listed("AUC", "comparison",
        Method("delong", "DeLong", "auc.delong.delong_test",
               references=(*_DELONG, "satterthwaite1946"), page="delong"),
        Method("mover", "MOVER beta", "auc.mover.mover_test", references=("zou2008", *_DELONG),
               page="mover"),
        Method("hanley-mcneil", "Hanley-McNeil (1983 table, Pearson)",
               "auc.hanley_mcneil.hanley_mcneil_test", references=("hanley1983", *_HANLEY),
               page="hanley-mcneil", breaks=("ranks only",)),
        Method("hanley-mcneil-binormal", "Hanley-McNeil (binormal r, Pearson)",
               "auc.hanley_mcneil.hanley_mcneil_test", options={"correlation": "binormal"},
               references=("hanley1983", *_HANLEY), page="hanley-mcneil", breaks=("ranks only",)),
        Method("hanley-mcneil-kendall", "Hanley-McNeil (1983 table, Kendall)",
               "auc.hanley_mcneil.hanley_mcneil_test", options={"score_correlation": "kendall"},
               references=("hanley1983", *_HANLEY), page="hanley-mcneil"),
        *_bootstraps("resampling.bootstrap.bootstrap_test"),
        Method("permutation", "permutation", "resampling.permutation.permutation_test",
               designs=PAIRED, resamples=True, references=("bandos2005",), page="permutation",
               breaks=("any null",)),
    ),
    *_listed("AUC", "null test",
        *_scales("auc.delong.delong_null_test", "DeLong", "delong", references=_DELONG,
                 page="delong"),
        Method("chance", "rank-sum and Brunner-Munzel", "auc.chance.chance_test",
               variants=("brunner-munzel",), references=("mann1947", "brunner2000"), page="chance"),
    ),
    *_listed("AUC", "joint test",
        *_joint("auc.delong.delong_joint_test", "DeLong", "delong", references=_DELONG,
                page="delong"),
    ),
    *_listed("AUC", "simultaneous comparisons",
        Method("delong-simultaneous", "DeLong, simultaneous",
               "auc.simultaneous.simultaneous_comparisons",
               references=("hothorn2008", "konietschke2012"), page="simultaneous-intervals"),
        Method("highest", "choice-adjusted DeLong beta", "auc.highest.highest_auc_interval",
               references=("andrews2024",), page="highest"),
    ),
    *_listed("AUC", "margin test",
        *(
            Method(key, "MOVER beta", f"auc.equivalence.{key}_test", references=works)
            for key, works in (
                ("noninferiority", ()), ("superiority", ()), ("equivalence", ("schuirmann1987",))
            )
        ),
        variants=("mover",),
        page="equivalence",
    ),
)

_OF_CURVES = (
    *_listed("curve", "curve test",
        Method("venkatraman", "Venkatraman-Begg permutation test, paired",
               "resampling.venkatraman.venkatraman_test",
               references=("venkatraman1996", "venkatraman2000"), resamples=True,
               page="venkatraman"),
    ),
    *_listed("curve", "band",
        Method("pointwise", "two binomial counts", "curve.bands.pointwise_band"),
        Method("kolmogorov", "Kolmogorov-Smirnov", "curve.bands.kolmogorov_band"),
        Method("bootstrap", "bootstrap maximal deviation", "curve.bootstrap_bands.bootstrap_band",
               resamples=True),
        Method("bootstrap-pointwise", "bootstrap percentile",
               "curve.bootstrap_bands.bootstrap_pointwise_band", resamples=True),
        Method("bootstrap-difference", "bootstrap maximal deviation",
               "curve.difference.curve_difference", resamples=True, takes="two classifiers"),
        page="bands",
    ),
)


def _of_estimand(family: Family, scale: str, module: str, name: str, page: str) -> Iterator[Method]:
    """What an estimand has through the influences of observations."""
    works = ("linnet1987", "hsieh1996") if page == "sensitivity-at" else ()
    yield from _listed(family, "interval",
        Method(f"influence-{scale}", f"influence-function {scale}", f"{module}.{name}_interval"),
        references=works,
        page=page,
    )
    yield from _listed(family, "comparison",
        Method("influence", "influence-function", f"{module}.{name}_test"),
        references=(*works, "satterthwaite1946"),
        page=page,
    )


_OF_ESTIMANDS = (
    *_of_estimand("partial AUC", "beta", "curve.partial_auc", "partial_auc", "partial-auc"),
    *_of_estimand(
        "average precision",
        "logit-t",
        "curve.average_precision",
        "average_precision",
        "average-precision",
    ),
    *_of_estimand(
        "sensitivity at", "logit-t", "curve.sensitivity_at", "sensitivity_at", "sensitivity-at"
    ),
    *_of_estimand(
        "specificity at", "logit-t", "curve.sensitivity_at", "specificity_at", "sensitivity-at"
    ),
    *_listed("any estimand", "interval",
        Method(INFLUENCE, "influence-function beta", "curve.estimands.estimand_interval",
               variants=("influence-beta", "influence-logit-t"), page="partial-auc"),
        *_bootstraps("resampling.bootstrap.bootstrap_interval",
                     *_WITHOUT_VARIANCES, page="partial-auc"),
        breaks=("takes moments",),
    ),
    *_listed("any estimand", "comparison",
        Method(INFLUENCE, "influence-function", "curve.estimands.estimand_test",
               references=("satterthwaite1946",), page="partial-auc"),
        *_bootstraps("resampling.bootstrap.bootstrap_test",
                     *_WITHOUT_VARIANCES, page="partial-auc"),
        Method("permutation", "permutation", "resampling.permutation.permutation_test",
               designs=PAIRED, resamples=True, references=("bandos2005",), page="permutation",
               breaks=("any null",)),
    ),
)

_HAND_TILL = ("hand2001", "hoeffding1948")
_OF_CLASSES = (
    *_listed("several classes", "interval",
        Method("hand-till", "U-statistic beta", "multiclass.auc.hand_till_interval"),
        Method("one-vs-rest", "U-statistic beta", "multiclass.auc.one_vs_rest_interval"),
        variants=("u-statistic-beta",),
        references=_HAND_TILL,
        page="multiclass-auc",
    ),
    *_listed("several classes", "interval",
        *_bootstraps("resampling.bootstrap.bootstrap_interval", *_WITHOUT_VARIANCES,
                     page="multiclass-auc"),
    ),
    *_listed("several classes", "comparison",
        Method("u-statistic", "U-statistic", "multiclass.auc.multiclass_auc_test",
               references=_HAND_TILL, page="multiclass-auc"),
        *_bootstraps("resampling.bootstrap.bootstrap_test", *_WITHOUT_VARIANCES,
                     page="multiclass-auc"),
    ),
    *_listed("several classes", "joint test",
        *_joint("multiclass.auc.multiclass_joint_test", "U-statistic", "u-statistic",
                references=_HAND_TILL, page="multiclass-auc"),
    ),
    *_listed("volume", "interval",
        *_scales("multiclass.volume.volume_interval", "U-statistic", "u-statistic"),
        Method("dreiseitl", "Dreiseitl", "multiclass.volume.dreiseitl_interval",
               references=("dreiseitl2000",)),
        *_bootstraps("resampling.bootstrap.bootstrap_interval", *_WITHOUT_VARIANCES),
        page="volume",
    ),
    *_listed("volume", "comparison",
        Method("u-statistic", "U-statistic", "multiclass.volume.volume_test",
               references=("dreiseitl2000",)),
        *_bootstraps("resampling.bootstrap.bootstrap_test", *_WITHOUT_VARIANCES),
        page="volume",
    ),
    *_listed("volume", "null test",
        *_scales("multiclass.volume.volume_null_test", "U-statistic", "u-statistic"),
        page="volume",
    ),
    *_listed("volume", "joint test",
        *_joint("multiclass.volume.volume_joint_test", "U-statistic", "u-statistic"),
        page="volume",
    ),
)

_OF_RATES = (
    *_listed("rate", "interval",
        Method("wilson", "Wilson", "operating.rates.rate_estimate", options={"kind": "score"},
               references=("wilson1927",)),
        Method("clopper-pearson", "Clopper-Pearson", "operating.rates.rate_estimate",
               options={"kind": "exact"}, references=("clopper1934",)),
        Method("logit", "logit delta", "operating.rates.rate_estimate", options={"kind": "delta"}),
        variants=("koopman", "log", "mover-wilson", "mover-clopper-pearson", "wald", "fisher-z"),
        takes="an operating point",
        page="operating-point",
    ),
    *_listed("rate", "further interval",
        *(
            Method(key, title, "operating.proportions.proportion_interval", options={"method": key})
            for key, title in (
                ("wilson", "Wilson"),
                ("clopper-pearson", "Clopper-Pearson"),
                ("logit", "logit delta"),
            )
        ),
        takes="counts",
        page="operating-point",
    ),
    *_listed("rate", "comparison",
        *(
            Method(key, title, "operating.mcnemar.mcnemar_test", options={"kind": kind},
                   references=("mcnemar1947", "fagerland2013", "tango1998"), page="mcnemar")
            for key, title, kind in (
                ("mcnemar-mid-p", "McNemar mid-p", "mid-p"),
                ("mcnemar-exact", "McNemar exact", "exact"),
                ("mcnemar", "McNemar", "score"),
            )
        ),
        Method("weighted-generalised-score", "weighted generalised score",
               "operating.predictive_values.predictive_value_test", page="mcnemar",
               breaks=("any null",)),
        designs=PAIRED,
        breaks=("ranks only",),
    ),
    *_listed("rate", "region",
        Method("wilson-rectangle", "Wilson rectangle", "operating.joint_region.joint_region"),
        Method("logit-ellipse", "logit ellipse", "operating.joint_region.joint_region",
               options={"shape": "ellipse"}),
        references=("pepe2003",),
        takes="an operating point",
        page="operating-point",
    ),
    *_listed("net benefit", "interval",
        Method("mover-wilson", "MOVER Wilson", "operating.net_benefit.net_benefit_interval"),
        Method("bootstrap-percentile", "bootstrap percentile",
               "operating.net_benefit.bootstrap_net_benefit_interval", resamples=True),
        references=("vickers2008",),
        page="net-benefit",
        breaks=("ranks only",),
    ),
    *_listed("net benefit", "comparison",
        Method("mover", "MOVER Tango", "operating.net_benefit.net_benefit_test",
               page="net-benefit"),
        Method("bootstrap-percentile", "bootstrap percentile",
               "operating.net_benefit.bootstrap_net_benefit_test", resamples=True,
               page="net-benefit", breaks=("swaps",)),
        Method("expected-cost", "MOVER Tango", "operating.expected_cost.expected_cost_test",
               page="expected-cost"),
        variants=("mover-tango", "mover-wilson"),
        references=("vickers2008", "zou2008", "tango1998"),
        breaks=("ranks only", "any null"),
    ),
)

_OF_FOLDS = (
    *_listed("folds", "interval",
        Method("delong", "DeLong over folds", "folds.delong.fold_delong_interval", designs=LEFT_OUT,
               references=(*_DELONG, "rubin1981"), page="fold-delong"),
        Method("averaged-delong", "averaged DeLong", "folds.delong.averaged_delong_interval",
               designs=FIXED, references=(*_DELONG, "gallas2006", "rubin1981"),
               page="averaged-delong"),
        Method("averaged-error", "averaged error t", "folds.error_rate.averaged_error_interval",
               designs=FOLDS, quantity="error rate", page="averaged-error"),
        Method("ledell", "LeDell", "folds.ledell.ledell_interval",
               designs=("left-out folds", "5x2"), references=("ledell2015",), page="ledell"),
        Method("nadeau-bengio", "Nadeau-Bengio corrected t", "folds.t_tests.nadeau_bengio_interval",
               takes="FoldValues", designs=(*LEFT_OUT, *RESAMPLED), references=("nadeau2003",),
               page="nadeau-bengio"),
    ),
    *_listed("folds", "comparison",
        Method("corrected-delong", "corrected DeLong", "folds.delong.corrected_delong_test",
               quantity="AUC", designs=(*LEFT_OUT, *RESAMPLED), level_holds=(*LEFT_OUT, *RESAMPLED),
               references=(*_DELONG, "nadeau2003", "satterthwaite1946"), page="fold-delong"),
        Method("delong", "DeLong over folds", "folds.delong.fold_delong_test", quantity="AUC",
               designs=LEFT_OUT, references=(*_DELONG, "satterthwaite1946"), page="fold-delong"),
        Method("averaged-delong", "averaged DeLong", "folds.delong.averaged_delong_test",
               quantity="AUC", designs=FIXED, level_holds=FIXED,
               references=(*_DELONG, "gallas2006", "obuchowski1995", "satterthwaite1946"),
               page="averaged-delong"),
        Method("averaged-error", "averaged error t", "folds.error_rate.averaged_error_test",
               quantity="error rate", designs=FOLDS, level_holds=FOLDS,
               references=("dietterich1998",), page="averaged-error"),
        Method("nadeau-bengio", "Nadeau-Bengio corrected t", "folds.t_tests.nadeau_bengio_test",
               takes="FoldValues", designs=FOLDS, level_holds=(*LEFT_OUT, *RESAMPLED),
               references=("nadeau2003",), page="nadeau-bengio"),
        Method("ledell", "LeDell", "folds.ledell.ledell_test", quantity="AUC",
               designs=("left-out folds", "5x2"), references=("ledell2015",), page="ledell"),
        Method("t", "paired t over folds", "folds.t_tests.fold_t_test", takes="FoldValues",
               designs=FOLDS, references=("dietterich1998",), page="fold-tests"),
        Method("wilcoxon", "Wilcoxon signed rank over folds, exact",
               "folds.sign_tests.fold_wilcoxon_test", variants=("wilcoxon-normal",),
               takes="FoldValues", designs=FOLDS, references=("wilcoxon1945", "hodges1963"),
               page="fold-tests"),
        Method("sign", "sign over folds", "folds.sign_tests.fold_sign_test", takes="FoldValues",
               designs=FOLDS, references=("dixon1946",), page="fold-tests"),
        Method("sign-flip", "sign-flip permutation over folds, exact",
               "folds.sign_tests.sign_flip_test", variants=("sign-flip-drawn",), takes="FoldValues",
               designs=FOLDS, references=("fisher1935", "hartigan1969"), page="sign-flip"),
        Method("5x2-t", "5x2cv paired t", "folds.t_tests.five_by_two_t_test", takes="FoldValues",
               designs=("5x2",), references=("dietterich1998",), page="five-by-two"),
    ),
    *_listed("folds", "joint test",
        Method("5x2-f", "5x2cv combined F", "folds.t_tests.five_by_two_f_test", takes="FoldValues",
               designs=("5x2",), references=("alpaydin1999",), page="five-by-two"),
    ),
    *_listed("folds", "comparison",
        Method("pooled-delong", "DeLong on pooled scores", "folds.registry.pooled_delong_test",
               quantity="AUC", designs=LEFT_OUT, references=_DELONG, page="fold-tests"),
    ),
    *_listed("folds", "posterior",
        Method("correlated-t", "Bayesian correlated t", "folds.t_tests.correlated_t_test",
               takes="FoldValues", designs=(*LEFT_OUT, *RESAMPLED), references=("corani2015",),
               page="correlated-t"),
    ),
    *_listed("rate", "interval",
        Method("t", "t over folds", "folds.point_tests.operating_point_interval",
               variants=("clopper-pearson", "all-possible")),
        takes="operating points over folds",
        designs=LEFT_OUT,
        references=("paclik2010",),
        page="operating-points-folds",
    ),
    *_listed("rate", "comparison",
        Method("operating-point-t", "paired t over operating points",
               "folds.point_tests.operating_point_test"),
        takes="operating points over folds",
        designs=LEFT_OUT,
        references=("paclik2010",),
        page="operating-points-folds",
    ),
)

_OF_DATA_SETS = (
    *_listed("data sets", "joint test",
        *(
            Method(f"friedman-{name}", title, "many_datasets.friedman.friedman_test",
                   options={"distribution": name}, references=("friedman1937", *works))
            for name, title, works in (
                ("exact", "Friedman, exact", ()),
                ("F", "Friedman, Iman-Davenport F", ("iman1980",)),
                ("chi-square", "Friedman, chi-square", ()),
            )
        ),
        page="many-data-sets",
    ),
    *_listed("data sets", "comparison",
        Method("wilcoxon", "Wilcoxon signed rank (exact)",
               "many_datasets.pairs.data_sets_wilcoxon_test", variants=("wilcoxon-normal",),
               references=("wilcoxon1945", "hodges1963")),
        Method("sign", "sign test", "many_datasets.pairs.data_sets_sign_test",
               references=("dixon1946",)),
        page="many-data-sets",
        breaks=("any null",),
    ),
    *_listed("data sets", "simultaneous comparisons",
        Method("nemenyi", "Nemenyi", "many_datasets.post_hoc.nemenyi_test",
               references=("nemenyi1963",)),
        Method("z-against-a-control", "z against a control, Holm",
               "many_datasets.post_hoc.rank_control_test", references=("demsar2006", "holm1979")),
        page="many-data-sets",
    ),
    *_listed("data sets", "posterior",
        Method("bayesian-signed-rank", "Bayesian signed rank",
               "many_datasets.bayesian_signed_rank.bayesian_signed_rank_test",
               references=("benavoli2014", "benavoli2017"), resamples=True,
               page="bayesian-signed-rank"),
        Method("hierarchical", "Bayesian hierarchical",
               "many_datasets.hierarchical.hierarchical_test", takes="FoldValues of each data set",
               references=("corani2017",), page="hierarchical"),
    ),
)

_OF_MODELS = (
    *_listed("model", "interval",
        Method("binormal", "binormal moments, probit", "models.binormal.binormal_moments_interval",
               references=("swets1986",), page="binormal", breaks=("ranks only",)),
        Method("box-cox", "Box-Cox binormal, probit", "models.binormal.box_cox_interval",
               references=("box1964", "zou2000"), page="box-cox", breaks=("ranks only",)),
        Method("ml-binormal", "binormal maximum likelihood, probit",
               "models.binormal.binormal_interval", references=("dorfman1969", "metz1998"),
               page="binormal"),
        Method("proper-binormal", "proper binormal maximum likelihood, probit",
               "models.binormal.proper_binormal_interval", references=("metz1999",),
               page="proper-binormal"),
        Method("biexponential", "biexponential", "models.biexponential.biexponential_interval",
               references=("betinec2008",), page="biexponential", breaks=("ranks only",)),
        Method("kernel", "bootstrap percentile", "models.kernel.kernel_bootstrap_interval",
               resamples=True, references=("zou1997", "lloyd1998", "efron1993"), page="kernel",
               breaks=("ranks only",)),
    ),
    *_listed("model", "comparison",
        Method("biexponential", "biexponential", "models.biexponential.biexponential_test",
               designs=UNPAIRED),
        Method("biexponential-paired", "biexponential bootstrap",
               "models.biexponential.biexponential_paired_test", designs=PAIRED, resamples=True,
               breaks=("order of rows",)),
        Method("biexponential-halved", "biexponential",
               "models.biexponential.biexponential_halved_test", designs=PAIRED,
               variants=("biexponential",),
               breaks=("swaps", "no difference from itself", "order of rows")),
        Method("biexponential-bootstrap", "biexponential parametric bootstrap",
               "models.biexponential.fitted_biexponential_test", designs=UNPAIRED, resamples=True,
               breaks=("any null", "swaps", "no difference from itself")),
        references=("betinec2008",),
        page="biexponential",
        breaks=("ranks only",),
    ),
    *_listed("model", "comparison",
        Method("metz-kronman-area", "Metz-Kronman area, bootstrap",
               "models.metz_kronman.metz_kronman_area_test", resamples=True, page="metz-kronman"),
    ),
    *_listed("model", "curve test",
        Method("metz-kronman", "Metz-Kronman, bootstrap covariance",
               "models.metz_kronman.metz_kronman_test", resamples=True, page="metz-kronman"),
    ),
    *_listed("model", "null test",
        Method("biexponential", "biexponential", "models.biexponential.biexponential_null_test"),
        Method("biexponential-bootstrap", "biexponential parametric bootstrap",
               "models.biexponential.fitted_biexponential_null_test", resamples=True),
        references=("betinec2008",),
        page="biexponential",
        breaks=("ranks only",),
    ),
    *_listed("model", "further interval",
        Method("biexponential-bootstrap", "biexponential parametric bootstrap",
               "models.biexponential.fitted_biexponential_interval", resamples=True,
               references=("betinec2008",), page="biexponential", breaks=("ranks only",)),
        Method("box-cox-power", "profile likelihood", "models.binormal.box_cox_power_interval",
               references=("box1964",), page="box-cox", breaks=("ranks only",)),
        *(
            Method(f"binormal-{rate}", "binormal maximum likelihood, probit",
                   f"models.binormal.binormal_{rate}_interval", variants=("ml-binormal",),
                   references=("dorfman1969",), page="binormal")
            for rate in ("sensitivity", "specificity")
        ),
    ),
    *_listed("model", "fit test",
        Method("shapiro-wilk", "Shapiro-Wilk", "models.fit_tests.shapiro_wilk_test",
               references=("shapiro1965", "royston1995")),
        Method("anderson-darling", "Anderson-Darling", "models.fit_tests.anderson_darling_test",
               references=("dagostino1986",)),
        takes="the scores of one class",
        page="goodness-of-fit",
        breaks=("ranks only",),
    ),
    *_listed("model", "fit test",
        Method("categories", "Pearson chi-square", "models.fit_tests.category_fit_test",
               takes="a curve and scores", references=("dorfman1969",), page="goodness-of-fit",
               breaks=("ranks only",)),
    ),
)
# fmt: on

METHODS: tuple[Method, ...] = (
    *_OF_AUCS,
    *_OF_CURVES,
    *_OF_ESTIMANDS,
    *_OF_CLASSES,
    *_OF_RATES,
    *_OF_FOLDS,
    *_OF_DATA_SETS,
    *_OF_MODELS,
)


def methods_for(family: Family, question: Question) -> dict[str, Method]:
    """The methods of one family that answer one question, by their keys."""
    return {m.key: m for m in METHODS if (m.family, m.question) == (family, question)}


INTERVALS = methods_for("AUC", "interval")
COMPARISONS = methods_for("AUC", "comparison")
JOINT_TESTS = methods_for("AUC", "joint test")
MARGIN_TESTS = methods_for("AUC", "margin test")
CURVE_TESTS = methods_for("curve", "curve test")
"""Tests of whole curves, of two classifiers; not tests of AUC."""
ESTIMAND_INTERVALS = methods_for("any estimand", "interval")
ESTIMAND_COMPARISONS = methods_for("any estimand", "comparison")
"""Of estimands other than the AUC, called with the scores and the estimand."""
FOLD_COMPARISONS = methods_for("folds", "comparison")
MODEL_INTERVALS = methods_for("model", "interval")

RECOMMENDED_INTERVAL = "delong-beta"
AUTO = "auto"
"""The method or interval that is recommended for the estimand and the design of the data."""
SHORTHANDS = {"bootstrap": "bootstrap-percentile"}
"""Short names of methods and intervals; what is recorded is the full name."""


class Methods(NamedTuple):
    """The methods for one kind of estimand, and those that are recommended.

    All are called with the scores; where ``of_estimand``, with the scores and the estimand.
    """

    intervals: Mapping[str, Method]
    comparisons: Mapping[str, Method]
    curve_tests: Mapping[str, Method]
    interval: str
    paired: str
    unpaired: str
    margin: str
    of_estimand: bool = True

    def comparison(self, *, paired: bool) -> str:
        """The recommended comparison for a design."""
        return self.paired if paired else self.unpaired

    def interval_key(self, name: str) -> str:
        """The full name of an interval that is asked for by a name; refused if there is none."""
        return known_key("interval", self.interval if name == AUTO else name, self.intervals)

    def comparison_key(self, name: str, *, paired: bool) -> str:
        """The full name of a comparison that is asked for by a name; refused if there is none."""
        recommended = self.comparison(paired=paired)
        return known_key("method", recommended if name == AUTO else name, self.comparisons)


def known_key(what: str, name: str, known: Iterable[str]) -> str:
    """The full name of a method that has this name or shorthand; refused if none has.

    >>> known_key("method", "bootstrap", COMPARISONS)
    'bootstrap-percentile'
    """
    every = [*known, *SHORTHANDS]
    if name not in every:
        raise OptionError(
            f"there is no {what} named {name!r}.", hint=f"there are {join_words(every)}."
        )
    return SHORTHANDS.get(name, name)


_FOR_AUCS = Methods(
    *(INTERVALS, COMPARISONS, CURVE_TESTS),
    *(RECOMMENDED_INTERVAL, "delong", "mover", "mover"),
    of_estimand=False,
)
_FOR_ESTIMANDS = Methods(
    ESTIMAND_INTERVALS,
    ESTIMAND_COMPARISONS,
    {},
    *(INFLUENCE, INFLUENCE, INFLUENCE, INFLUENCE),
)


def methods_of(estimand: object | None) -> Methods:
    """The methods for an estimand of two classes; None is the AUC."""
    return _FOR_AUCS if estimand is None else _FOR_ESTIMANDS


def short_list(keys: Iterable[str]) -> str:
    """Keys for a help text, those with a common beginning together.

    >>> short_list(["delong", "bootstrap", "bootstrap-percentile", "bootstrap-bca"])
    'delong, bootstrap(-percentile, -bca)'
    """
    known = list(keys)
    endings: dict[str, list[str]] = {}
    for key in known:
        stems = [stem for stem in known if key.startswith(f"{stem}-")]
        stem = max(stems, key=len, default=key)
        endings.setdefault(stem, [])
        endings[stem] += [key.removeprefix(stem)] if stems else []
    return ", ".join(
        f"{stem}({', '.join(more)})" if more else stem for stem, more in endings.items()
    )
