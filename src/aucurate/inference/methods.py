"""Every interval and test under one key: the registry of methods.

A method is one function and one entry here. The entries determine what can be requested by name
(``method=``, ``interval=`` and ``test=`` of the studies, ``--method`` and its like with their
help), the words of the Methods section of a report, the list in docs/methods.md, and the contract
that tests/every holds each method to: swapping flips the sign, a classifier does not differ from
itself, the interval holds the estimate, monotone transformations and the order of rows change
nothing, the result survives JSON. An entry that cannot keep a promise of the contract names that
promise. Records carry the key of the method that made them
(:class:`aucurate.results.MethodRecord`).

Functions are loaded when they are first needed, so that the command line lists methods without
loading any.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from difflib import get_close_matches
from importlib import import_module
from typing import Any, Literal, NamedTuple, TypeAlias

from aucurate.errors import OptionError
from aucurate.formatting import join_words
from aucurate.hints import Hint

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
    "subgroup test",
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

CITATION = re.compile(r"\[([a-z0-9]+(?:; [a-z0-9]+)*)\]")
"""Works that a phrase cites, by their keys."""

PAIRED, UNPAIRED, BOTH = ("paired",), ("unpaired",), ("paired", "unpaired")
LEFT_OUT, FIXED, RESAMPLED = ("left-out folds",), ("fixed test set",), ("5x2", "random splits")
FOLDS = (*LEFT_OUT, *FIXED, *RESAMPLED)


@dataclass(frozen=True, slots=True)
class Method:
    """One interval or test.

    ``key`` is unique among the methods of its ``family`` and ``question``. ``title`` are the words
    that its records have in an ordinary case. ``path`` is where its function is, from
    ``aucurate.inference``, and ``options`` its arguments in addition to the data. ``variants`` are
    other keys that its records may have. ``designs`` are those in which it can be computed,
    ``level_holds`` those over folds in which its level holds, or is below the nominal one.
    ``takes`` names its data where they are not those of its family, ``quantity`` is what a test
    over folds is about, None for any. ``units`` says that it allows for groups of observations and
    for sampling weights, or for groups only, in the paired design (:meth:`allows`).

    ``phrase`` is what a Methods section calls it: an interval after "were computed as", a test
    after "were compared by". ``unpaired_phrase`` is that of a test on separate test sets, where it
    is another, and ``details`` a sentence on how an interval is made. They cite works of
    report/references.bib by their keys, as in [delong1988]; ``references`` are these, or those
    given.
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
    units: bool | Literal["paired groups"] = False
    phrase: str = ""
    unpaired_phrase: str = ""
    details: str = ""
    references: tuple[str, ...] = ()
    breaks: tuple[Promise, ...] = ()

    def __post_init__(self) -> None:
        if not self.references:
            text = " ".join((self.phrase, self.unpaired_phrase, self.details))
            cited = [key for keys in CITATION.findall(text) for key in keys.split("; ")]
            object.__setattr__(self, "references", tuple(dict.fromkeys(cited)))

    @property
    def module(self) -> str:
        """Where its function is defined, and its page of the site comes from."""
        return f"aucurate.inference.{self.path.rpartition('.')[0]}"

    @property
    def call(self) -> str:
        """The function with its options, as in ``delong_interval(scale='wald')``."""
        name = self.path.rpartition(".")[2]
        options = ", ".join(f"{key}={value!r}" for key, value in (self.options or {}).items())
        return f"{name}({options})" if options else name

    @property
    def function(self) -> Callable[..., Any]:
        """The function, loaded now."""
        name = self.path.rpartition(".")[2]
        found: Callable[..., Any] = getattr(import_module(self.module), name)
        return found

    def __call__(self, *data: Any, **options: Any) -> Any:
        """What the method says of these data."""
        return self.function(*data, **{**(self.options or {}), **options})

    def keeps(self, promise: Promise) -> bool:
        """Whether it keeps a promise."""
        return promise not in self.breaks

    def allows(self, *, grouped: bool, sampled: bool, paired: bool = True) -> bool:
        """Whether it allows for groups of observations, or for sampling weights."""
        if self.units == "paired groups":
            return not sampled and (paired or not grouped)
        return self.units or not (grouped or sampled)

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


class _Bootstrap(NamedTuple):
    """A kind of bootstrap interval: its title, its name in a test, its phrase, and more of it."""

    title: str
    name: str
    phrase: str
    more: str = ""
    more_of_test: str = ""

    def interval(self) -> dict[str, str]:
        """The words of the interval."""
        return {"phrase": f"{self.phrase}{self.more}"}

    def test(self) -> dict[str, str]:
        """The words of the test that inverts the interval."""
        work = self.phrase[self.phrase.index("[") :]
        inverted = f"with the {self.name} interval of the difference inverted into a test"
        inverted += self.more_of_test
        return {
            "phrase": f"the bootstrap {work}, in which both classifiers see the same draws, "
            f"{inverted}",
            "unpaired_phrase": f"the bootstrap {work}, in which the test sets are drawn "
            f"independently, {inverted}",
        }


_BOOTSTRAPS: Mapping[str, _Bootstrap] = {
    "percentile": _Bootstrap(
        "bootstrap percentile", "percentile", "percentile intervals of the bootstrap [efron1993]"
    ),
    "basic": _Bootstrap(
        "basic bootstrap", "basic", "basic intervals of the bootstrap [davison1997]"
    ),
    "bca": _Bootstrap(
        "bootstrap BCa",
        "BCa",
        "bias-corrected and accelerated (BCa) intervals of the bootstrap [efron1993]",
    ),
    "studentised": _Bootstrap(
        "studentised bootstrap",
        "studentised",
        "studentised intervals of the bootstrap [davison1997]",
        " with DeLong's standard errors [delong1988]",
        ", the standard errors being DeLong's [delong1988]",
    ),
}


def _bootstraps(path: str, *kinds: str, **more: Any) -> Iterator[Method]:
    """The kinds of bootstrap interval that one function makes, or of the test that inverts it."""
    more = {"resamples": True, **more}
    for kind in kinds or _BOOTSTRAPS:
        words = _BOOTSTRAPS[kind]
        phrases = words.test() if path.endswith("_test") else words.interval()
        given: dict[str, Any] = {**more, **phrases, "options": {"kind": kind}}
        yield Method(f"bootstrap-{kind}", words.title, path, **given)


def _scales(
    path: str, words: str, stem: str, phrases: Mapping[str, str] | None = None, **more: Any
) -> Iterator[Method]:
    """The scales of one function's interval, or of the test that agrees with it."""
    for scale, title in (
        ("beta", "beta"), ("logit-t", "logit-t"), ("logit", "logit"), ("wald", "Wald")
    ):  # fmt: skip
        given = {**more, "options": {"scale": scale}, "phrase": (phrases or {}).get(scale, "")}
        yield Method(f"{stem}-{scale}", f"{words} {title}", path, **given)


def _joint(
    path: str, words: str, stem: str, *, chi_square: str = "", form: str = "", **more: Any
) -> Iterator[Method]:
    """The joint test with either distribution; the F test is a ``form`` with its distribution."""
    allowing = "an F distribution that allows for the estimated covariance matrix"
    of_f = f"{form} with {allowing} [krishnamoorthy2004]" if form else ""
    for name, phrase in (("chi-square", chi_square), ("F", of_f)):
        works = ("krishnamoorthy2004",) if name == "F" else ()
        given = {**more, "options": {"distribution": name}, "phrase": phrase}
        if not phrase:
            given["references"] = (*more.get("references", ()), *works)
        yield Method(f"{stem}-{name}", f"{words} {name}", path, **given)


_DELONG = ("delong1988",)
_SATTERTHWAITE = (
    "Student's t distribution, with degrees of freedom by Satterthwaite's formula "
    "[satterthwaite1946]"
)
_CUT = "cut to the range from 0 to 1"
_MOVER = (
    "MOVER, the method of variance estimates recovery [zou2008], from the beta intervals of both "
    "AUCs, which rest on DeLong's variance [delong1988] and allow for errors that the sample does "
    "not show"
)
_HANLEY_TABLE = (
    "the z test of Hanley and McNeil for the same observations [hanley1983], with their standard "
    "errors under exponential scores [hanley1982] and the correlation of the two areas"
)
_FROM_TABLE = " from their table, entered with {} correlations of the scores within the classes"
_HANLEY_APART = (
    "the z test from Hanley and McNeil's standard errors under exponential scores [hanley1982], "
    "the two areas taken as independent"
)
_SHIFTED = (
    "[bandos2005], in which the two ranks of an observation change places at random; the interval "
    "of a difference was that of the permutations shifted to it"
)
_LEAST = (
    "a chi-square test of homogeneity [cochran1954], whose statistic is the least sum of squares, "
    "over all common values, of the normal deviates of the p-values of the subgroups' own tests "
    "[alexander1994; singh2005]"
)
_INFLUENCES = "the influences of the observations"
_WHERE_LEFT_OUT = "rejects where the {} leaves the value out"
_WITHOUT_VARIANCES = ("percentile", "basic", "bca")
INFLUENCE = "influence"

# fmt: off
_OF_AUCS = (
    *_listed("AUC", "interval",
        Method("delong-beta", "DeLong beta", "auc.delong.delong_beta_interval", units=True,
               phrase="beta intervals from DeLong's variance [delong1988]",
               details="Each limit is a quantile of the beta distribution that has the mean and "
               "the variance of the AUC under the random weights of the Bayesian bootstrap "
               "[rubin1981], with a pseudo-observation of a weight of at most 0.65 added on the "
               "wrong side of each class, so that they allow for errors that the sample does not "
               "show; the combination is that of aucurate."),
        Method("delong-logit-t", "DeLong logit-t", "auc.delong.delong_logit_t_interval", units=True,
               phrase="logit-t intervals from DeLong's variance [delong1988]",
               details="They were made on the logit scale with Student's t distribution: both "
               "components of the variance were shrunk, with the weight of half an observation, "
               "towards the largest values they can have, their sum was kept below the bound that "
               "holds for every distribution [dantzig1951], and the degrees of freedom followed "
               "from the kurtosis of the placements by Satterthwaite's formula "
               "[satterthwaite1946]."),
        Method("delong-logit", "DeLong logit", "auc.delong.delong_interval", units=True,
               options={"scale": "logit"},
               phrase="normal intervals on the logit scale from DeLong's variance [delong1988]"),
        Method("delong-wald", "DeLong Wald", "auc.delong.delong_interval", units=True,
               options={"scale": "wald"},
               phrase=f"Wald intervals from DeLong's variance [delong1988], {_CUT}"),
        Method("hanley-mcneil", "Hanley-McNeil Wald", "auc.hanley_mcneil.hanley_mcneil_interval",
               breaks=("mirrors",),
               phrase="Wald intervals from Hanley and McNeil's standard error under exponential "
               f"scores [hanley1982], {_CUT}"),
        Method("hanley-mcneil-estimated", "Hanley-McNeil (estimated Q1, Q2) Wald",
               "auc.hanley_mcneil.hanley_mcneil_interval", options={"moments": "estimated"},
               breaks=("takes moments",),
               phrase="Wald intervals from Hanley and McNeil's standard error with both of its "
               f"probabilities estimated from the data [hanley1982], {_CUT}"),
        Method("newcombe", "Newcombe score", "auc.hanley_mcneil.newcombe_interval",
               phrase="Newcombe's score intervals, his method 5 [newcombe2006]"),
        Method("birnbaum-klose", "Birnbaum-Klose", "auc.bounds.birnbaum_klose_interval",
               phrase="score intervals from the largest variance that an AUC can have "
               "[dantzig1951; birnbaum1957]"),
        Method("cortes-mohri-fewest-errors", "Cortes-Mohri", "auc.bounds.cortes_mohri_interval",
               options={"threshold": "fewest errors"}, variants=("cortes-mohri",),
               breaks=("takes moments", "holds the estimate", "mirrors"),
               phrase="Cortes and Mohri's intervals from the number of errors at the threshold "
               "with the fewest [cortes2005]"),
        Method("agarwal", "Agarwal bound", "auc.bounds.agarwal_interval",
               breaks=("standard error",),
               phrase="large-deviation bounds that hold for every distribution [agarwal2005]"),
        *_bootstraps("resampling.bootstrap.bootstrap_interval", breaks=("takes moments",),
                     units=True),
    ),
    *_listed("AUC", "comparison",
        Method("delong", "DeLong", "auc.delong.delong_test", units=True,
               phrase="DeLong's test for AUCs on the same observations [delong1988], referred to "
               f"{_SATTERTHWAITE}",
               unpaired_phrase="DeLong's test for AUCs on different test sets [delong1988], whose "
               f"variances are added, referred to {_SATTERTHWAITE} from the four components of "
               "the variance"),
        Method("mover", "MOVER beta", "auc.mover.mover_test", units=True,
               phrase=f"{_MOVER}, and DeLong's estimate of their correlation, with the interval of "
               "the difference inverted into a test",
               unpaired_phrase=f"{_MOVER}, and with the AUCs taken as independent, the interval "
               "of the difference being inverted into a test"),
        Method("hanley-mcneil", "Hanley-McNeil (1983 table, Pearson)",
               "auc.hanley_mcneil.hanley_mcneil_test",
               breaks=("ranks only",),
               phrase=_HANLEY_TABLE + _FROM_TABLE.format("Pearson's"),
               unpaired_phrase=_HANLEY_APART),
        Method("hanley-mcneil-binormal", "Hanley-McNeil (binormal r, Pearson)",
               "auc.hanley_mcneil.hanley_mcneil_test", options={"correlation": "binormal"},
               breaks=("ranks only",),
               phrase=f"{_HANLEY_TABLE} computed from the binormal model with Pearson's "
               "correlations of the scores within the classes",
               unpaired_phrase=_HANLEY_APART),
        Method("hanley-mcneil-kendall", "Hanley-McNeil (1983 table, Kendall)",
               "auc.hanley_mcneil.hanley_mcneil_test", options={"score_correlation": "kendall"},
               phrase=_HANLEY_TABLE + _FROM_TABLE.format("Kendall's"),
               unpaired_phrase=_HANLEY_APART),
        *_bootstraps("resampling.bootstrap.bootstrap_test", units=True),
        Method("permutation", "permutation", "resampling.permutation.permutation_test",
               designs=PAIRED, units=True, resamples=True, breaks=("any null",),
               phrase=f"the permutation test of the difference in AUC {_SHIFTED}"),
    ),
    *_listed("AUC", "null test",
        *_scales(
            "auc.delong.delong_null_test", "DeLong", "delong",
            {
                "beta": "the test from DeLong's variance [delong1988] that "
                f"{_WHERE_LEFT_OUT.format('beta interval')}",
                "logit-t": "a t test on the logit scale from DeLong's variance [delong1988], which "
                f"{_WHERE_LEFT_OUT.format('logit-t interval')}",
                "logit": "a z test on the logit scale from DeLong's variance [delong1988]",
                "wald": "a z test from DeLong's variance [delong1988]",
            },
            units=True,
        ),
        Method("chance", "rank-sum and Brunner-Munzel", "auc.chance.chance_test", units=True,
               variants=("brunner-munzel", "disjoint-pairs"),
               phrase="the larger p-value of the rank-sum test [mann1947], which is counted, or in "
               "larger samples approximated, and of the test of Brunner and Munzel [brunner2000], "
               "which allows for classes of different spread"),
    ),
    *_listed("AUC", "joint test",
        *_joint("auc.delong.delong_joint_test", "DeLong", "delong", units=True,
                chi_square="DeLong's chi-square test [delong1988]",
                form="DeLong's quadratic form [delong1988]"),
    ),
    *_listed("AUC", "simultaneous comparisons",
        Method("delong-simultaneous", "DeLong, simultaneous",
               "auc.simultaneous.simultaneous_comparisons", units=True,
               references=("hothorn2008", "konietschke2012")),
        Method("highest", "choice-adjusted DeLong beta", "auc.highest.highest_auc_interval",
               units=True, references=("andrews2024",)),
    ),
    *_listed("AUC", "margin test",
        *(
            Method(key, "MOVER beta", f"auc.equivalence.{key.replace('-', '')}_test",
                   references=works)
            for key, works in (
                ("non-inferiority", ()), ("superiority", ()), ("equivalence", ("schuirmann1987",))
            )
        ),
        variants=("mover",),
        units=True,
    ),
    *_listed("AUC", "subgroup test",
        Method("equal-estimates", "least chi-square", "auc.subgroups.equal_auc_test",
               takes="one classifier and subgroups",
               phrase=f"{_LEAST}, here of the tests that agree with the intervals"),
        Method("equal-differences", "least chi-square", "auc.subgroups.equal_difference_test",
               takes="two classifiers and subgroups",
               phrase=f"{_LEAST}, here of DeLong's tests and, in subgroups where few observations "
               "are misordered, of MOVER's [zou2008]"),
        variants=("least-chi-square",),
        units=True,
    ),
)

_OF_CURVES = (
    *_listed("curve", "curve test",
        Method("venkatraman", "Venkatraman-Begg permutation test, paired",
               "resampling.venkatraman.venkatraman_test", resamples=True,
               units="paired groups",
               phrase="the permutation test of Venkatraman and Begg for the same observations "
               "[venkatraman1996], which is sensitive to differences anywhere along the curves",
               unpaired_phrase="Venkatraman's permutation test for different test sets "
               "[venkatraman2000], which is sensitive to differences anywhere along the curves"),
    ),
    *_listed("curve", "band",
        Method("pointwise", "two binomial counts", "curve.bands.pointwise_band"),
        Method("kolmogorov", "Kolmogorov-Smirnov", "curve.bands.kolmogorov_band"),
        Method("bootstrap", "bootstrap maximal deviation", "curve.bootstrap_bands.bootstrap_band",
               resamples=True, units=True),
        Method("bootstrap-pointwise", "bootstrap percentile",
               "curve.bootstrap_bands.bootstrap_pointwise_band", resamples=True, units=True),
        Method("bootstrap-difference", "bootstrap maximal deviation",
               "curve.difference.curve_difference", resamples=True, takes="two classifiers"),
    ),
)


def _of_estimand(
    family: Family, scale: str, path: str, phrase: str, details: str
) -> Iterator[Method]:
    """What an estimand has through the influences of observations: an interval and a test."""
    works = ("linnet1987", "hsieh1996") if path.startswith("curve.sensitivity_at") else ()
    key, title = f"influence-{scale}", f"influence-function {scale}"
    yield from _listed(family, "interval",
        Method(key, title, f"{path}_interval", phrase=phrase, details=details),
        units=True,
    )
    yield from _listed(family, "comparison",
        Method("influence", "influence-function", f"{path}_test"),
        references=(*works, "satterthwaite1946"),
        units=True,
    )


_OF_RATE_AT = (
    "t intervals on the logit scale [zhou2005]",
    "Half an observation was added to each side, and the variance has a part for the threshold, "
    "which is estimated too [linnet1987; hsieh1996].",
)
_OF_ESTIMANDS = (
    *_of_estimand(
        "partial AUC", "beta", "curve.partial_auc.partial_auc",
        f"beta intervals from {_INFLUENCES}",
        "Each limit is a quantile of the beta distribution that has, to first order, the mean and "
        "the variance of the area under the random weights of the Bayesian bootstrap [rubin1981], "
        "with a pseudo-observation of weight 0.65 added on the wrong side, so that "
        "they allow for errors that the sample does not show; the combination is that of aucurate.",
    ),
    *_of_estimand(
        "average precision", "logit-t", "curve.average_precision.average_precision",
        f"t intervals on the logit scale [boyd2013] from {_INFLUENCES}",
        "The components of the variance were shrunk towards the largest values they can have, with "
        "the weight of half an observation, and their degrees of freedom followed from the "
        "kurtosis of the influences by Satterthwaite's formula [satterthwaite1946].",
    ),
    *_of_estimand("sensitivity at", "logit-t", "curve.sensitivity_at.sensitivity_at",
                  *_OF_RATE_AT),
    *_of_estimand("specificity at", "logit-t", "curve.sensitivity_at.specificity_at",
                  *_OF_RATE_AT),
    *_listed("any estimand", "interval",
        Method(INFLUENCE, "influence-function beta", "curve.estimands.estimand_interval",
               units=True, variants=("influence-beta", "influence-logit-t"),
               phrase=f"t intervals on the logit scale from {_INFLUENCES}"),
        *_bootstraps("resampling.bootstrap.bootstrap_interval",
                     *_WITHOUT_VARIANCES, units=True),
        breaks=("takes moments",),
    ),
    *_listed("any estimand", "comparison",
        Method(INFLUENCE, "influence-function", "curve.estimands.estimand_test", units=True,
               phrase=f"the difference of {_INFLUENCES} on both estimates, observation by "
               f"observation, referred to {_SATTERTHWAITE}",
               unpaired_phrase="the difference of the two estimates, with the variances of "
               f"{_INFLUENCES} added, referred to {_SATTERTHWAITE} from the four components of "
               "the variance"),
        *_bootstraps("resampling.bootstrap.bootstrap_test",
                     *_WITHOUT_VARIANCES, units=True),
        Method("permutation", "permutation", "resampling.permutation.permutation_test",
               designs=PAIRED, units=True, resamples=True, breaks=("any null",),
               phrase=f"a permutation test of the difference {_SHIFTED}"),
    ),
)

_HAND_TILL = ("hand2001", "hoeffding1948")
_OF_CLASSES = (
    *_listed("several classes", "interval",
        Method("hand-till", "U-statistic beta", "multiclass.auc.hand_till_interval"),
        Method("one-vs-rest", "U-statistic beta", "multiclass.auc.one_vs_rest_interval"),
        variants=("u-statistic-beta",),
        units=True,
        references=_HAND_TILL,
    ),
    *_listed("several classes", "interval",
        *_bootstraps("resampling.bootstrap.bootstrap_interval", *_WITHOUT_VARIANCES,
                     units=True),
    ),
    *_listed("several classes", "comparison",
        Method("u-statistic", "U-statistic", "multiclass.auc.multiclass_auc_test", units=True,
               references=_HAND_TILL),
        *_bootstraps("resampling.bootstrap.bootstrap_test", *_WITHOUT_VARIANCES,
                     units=True),
    ),
    *_listed("several classes", "joint test",
        *_joint("multiclass.auc.multiclass_joint_test", "U-statistic", "u-statistic",
                references=_HAND_TILL, units=True),
    ),
    *_listed("volume", "interval",
        *_scales("multiclass.volume.volume_interval", "U-statistic", "u-statistic", units=True),
        Method("dreiseitl", "Dreiseitl", "multiclass.volume.dreiseitl_interval",
               references=("dreiseitl2000",)),
        *_bootstraps("resampling.bootstrap.bootstrap_interval", *_WITHOUT_VARIANCES,
                     units=True),
    ),
    *_listed("volume", "comparison",
        Method("u-statistic", "U-statistic", "multiclass.volume.volume_test", units=True,
               references=("dreiseitl2000",)),
        *_bootstraps("resampling.bootstrap.bootstrap_test", *_WITHOUT_VARIANCES,
                     units=True),
    ),
    *_listed("volume", "null test",
        *_scales("multiclass.volume.volume_null_test", "U-statistic", "u-statistic"),
        units=True,
    ),
    *_listed("volume", "joint test",
        *_joint("multiclass.volume.volume_joint_test", "U-statistic", "u-statistic"),
        units=True,
    ),
)

_OF_RATES = (
    *_listed("rate", "interval",
        Method("wilson", "Wilson", "operating.rates.rate_estimate", options={"kind": "score"},
               references=("wilson1927",), units=True),
        Method("clopper-pearson", "Clopper-Pearson", "operating.rates.rate_estimate",
               options={"kind": "exact"}, references=("clopper1934",), units=True),
        Method("logit", "logit delta", "operating.rates.rate_estimate", options={"kind": "delta"},
               units=True),
        variants=("koopman", "log", "mover-wilson", "mover-clopper-pearson", "wald", "fisher-z"),
        takes="an operating point",
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
    ),
    *_listed("rate", "comparison",
        *(
            Method(key, title, "operating.mcnemar.mcnemar_test", options={"kind": kind},
                   references=("mcnemar1947", "fagerland2013", "tango1998"))
            for key, title, kind in (
                ("mcnemar-mid-p", "McNemar mid-p", "mid-p"),
                ("mcnemar-exact", "McNemar exact", "exact"),
                ("mcnemar", "McNemar", "score"),
            )
        ),
        Method("mcnemar-clustered", "clustered McNemar", "operating.mcnemar.mcnemar_test",
               options={"kind": "clustered"}, units=True,
               references=("obuchowski1998b", "durkalski2003", "tango1998")),
        Method("weighted-generalised-score", "weighted generalised score",
               "operating.predictive_values.predictive_value_test",
               units=True, variants=("linearised-t",),
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
        units=True,
    ),
    *_listed("net benefit", "interval",
        Method("mover-wilson", "MOVER Wilson", "operating.net_benefit.net_benefit_interval",
               units=True),
        Method("bootstrap-percentile", "bootstrap percentile",
               "operating.net_benefit.bootstrap_net_benefit_interval", resamples=True),
        references=("vickers2008",),
        breaks=("ranks only",),
    ),
    *_listed("net benefit", "comparison",
        Method("mover", "MOVER Tango", "operating.net_benefit.net_benefit_test", units=True),
        Method("bootstrap-percentile", "bootstrap percentile",
               "operating.net_benefit.bootstrap_net_benefit_test", resamples=True,
               breaks=("swaps",)),
        Method("expected-cost", "MOVER Tango", "operating.expected_cost.expected_cost_test",
               units=True),
        variants=("mover-tango", "mover-wilson"),
        references=("vickers2008", "zou2008", "tango1998"),
        breaks=("ranks only", "any null"),
    ),
)

_WITHIN_FOLDS = (
    "DeLong's test [delong1988] carried over to folds: placements of observations within their own "
    "fold, their variance around the mean of all folds"
)
_OF_FOLDS = (
    *_listed("folds", "interval",
        Method("delong", "DeLong over folds", "folds.delong.fold_delong_interval", designs=LEFT_OUT,
               units=True,
               phrase="as beta intervals from DeLong's variance [delong1988] of placements within "
               "folds, which allow for errors that the folds do not show [rubin1981]"),
        Method("averaged-delong", "averaged DeLong", "folds.delong.averaged_delong_interval",
               designs=FIXED, units=True,
               phrase="as beta intervals from DeLong's variance of averaged placements and the "
               "component for the training sets [delong1988; gallas2006], which allow for errors "
               "that the test set does not show [rubin1981]"),
        Method("averaged-error", "averaged error t", "folds.error_rate.averaged_error_interval",
               designs=FOLDS, quantity="error rate", units=True,
               phrase="with Student's t distribution, from the variance over observations of their "
               "errors"),
        Method("ledell", "LeDell", "folds.ledell.ledell_interval", units=True,
               designs=("left-out folds", "5x2"),
               phrase="from influence curves of cross-validated AUCs [ledell2015]"),
        Method("nadeau-bengio", "Nadeau-Bengio corrected t", "folds.t_tests.nadeau_bengio_interval",
               takes="FoldValues", designs=(*LEFT_OUT, *RESAMPLED),
               phrase="with Student's t distribution, from Nadeau and Bengio's corrected variance "
               "over folds [nadeau2003]"),
    ),
    *_listed("folds", "comparison",
        Method("corrected-delong", "corrected DeLong", "folds.delong.corrected_delong_test",
               units=True,
               quantity="AUC", designs=(*LEFT_OUT, *RESAMPLED), level_holds=(*LEFT_OUT, *RESAMPLED),
               phrase=f"{_WITHIN_FOLDS}, with an allowance for other training sets [nadeau2003], "
               f"referred to {_SATTERTHWAITE}"),
        Method("delong", "DeLong over folds", "folds.delong.fold_delong_test", quantity="AUC",
               designs=LEFT_OUT, units=True,
               phrase=f"{_WITHIN_FOLDS}, referred to {_SATTERTHWAITE}"),
        Method("averaged-delong", "averaged DeLong", "folds.delong.averaged_delong_test",
               quantity="AUC", designs=FIXED, level_holds=FIXED, units=True,
               phrase="DeLong's test [delong1988] on placements averaged over the models of all "
               "training sets, with a component of variance for the training sets as for readers "
               "in studies of several readers [gallas2006; obuchowski1995], referred to "
               f"{_SATTERTHWAITE}"),
        Method("averaged-error", "averaged error t", "folds.error_rate.averaged_error_test",
               units=True,
               quantity="error rate", designs=FOLDS, level_holds=FOLDS,
               phrase="a paired t test of the errors of the same observations [dietterich1998]"),
        Method("nadeau-bengio", "Nadeau-Bengio corrected t", "folds.t_tests.nadeau_bengio_test",
               takes="FoldValues", designs=FOLDS, level_holds=(*LEFT_OUT, *RESAMPLED),
               phrase="the corrected resampled t test [nadeau2003]"),
        Method("ledell", "LeDell", "folds.ledell.ledell_test", units=True, quantity="AUC",
               designs=("left-out folds", "5x2"),
               phrase="the test from influence curves of cross-validated AUCs [ledell2015], "
               "referred to the normal distribution"),
        Method("t", "paired t over folds", "folds.t_tests.fold_t_test", takes="FoldValues",
               designs=FOLDS,
               phrase="the paired t test over folds [dietterich1998]"),
        Method("wilcoxon", "Wilcoxon signed rank over folds, exact",
               "folds.sign_tests.fold_wilcoxon_test", variants=("wilcoxon-normal",),
               takes="FoldValues", designs=FOLDS,
               phrase="Wilcoxon's signed rank test over folds [wilcoxon1945], with the interval of "
               "the pseudo-median [hodges1963]"),
        Method("sign", "sign over folds", "folds.sign_tests.fold_sign_test", takes="FoldValues",
               designs=FOLDS,
               phrase="the sign test over folds [dixon1946], with the interval of the median "
               "between order statistics"),
        Method("sign-flip", "sign-flip permutation over folds, exact",
               "folds.sign_tests.sign_flip_test", variants=("sign-flip-drawn",), takes="FoldValues",
               designs=FOLDS,
               phrase="the permutation test over folds in which differences change their signs "
               "[fisher1935], with the interval between typical values [hartigan1969]"),
        Method("5x2-t", "5x2cv paired t", "folds.t_tests.five_by_two_t_test", takes="FoldValues",
               designs=("5x2",),
               phrase="the 5x2cv paired t test [dietterich1998]"),
    ),
    *_listed("folds", "joint test",
        Method("5x2-f", "5x2cv combined F", "folds.t_tests.five_by_two_f_test", takes="FoldValues",
               designs=("5x2",),
               phrase="the combined 5x2cv F test [alpaydin1999]"),
    ),
    *_listed("folds", "comparison",
        Method("pooled-delong", "DeLong on pooled scores", "folds.registry.pooled_delong_test",
               quantity="AUC", designs=LEFT_OUT, units=True,
               phrase="DeLong's test [delong1988] on the scores of all folds pooled"),
    ),
    *_listed("folds", "posterior",
        Method("correlated-t", "Bayesian correlated t", "folds.t_tests.correlated_t_test",
               takes="FoldValues", designs=(*LEFT_OUT, *RESAMPLED),
               phrase="the Bayesian correlated t test [corani2015]"),
    ),
    *_listed("rate", "interval",
        Method("t", "t over folds", "folds.point_tests.operating_point_interval",
               variants=("clopper-pearson", "all-possible")),
        takes="operating points over folds",
        designs=LEFT_OUT,
        references=("paclik2010",),
    ),
    *_listed("rate", "comparison",
        Method("operating-point-t", "paired t over operating points",
               "folds.point_tests.operating_point_test"),
        takes="operating points over folds",
        designs=LEFT_OUT,
        references=("paclik2010",),
    ),
)

_OF_DATA_SETS = (
    *_listed("data sets", "joint test",
        *(
            Method(f"friedman-{name}", title, "many_datasets.friedman.friedman_test",
                   options={"distribution": name}, phrase=phrase)
            for name, title, phrase in (
                ("exact", "Friedman, exact",
                 "Friedman's test [friedman1937] with its exact distribution"),
                ("F", "Friedman, Iman-Davenport F",
                 "Friedman's test [friedman1937] in Iman and Davenport's form [iman1980]"),
                ("chi-square", "Friedman, chi-square",
                 "Friedman's chi-square test [friedman1937]"),
            )
        ),
    ),
    *_listed("data sets", "comparison",
        Method("wilcoxon", "Wilcoxon signed rank (exact)",
               "many_datasets.pairs.data_sets_wilcoxon_test", variants=("wilcoxon-normal",),
               phrase="Wilcoxon's signed rank test [wilcoxon1945], with the Hodges-Lehmann "
               "estimate of the difference and its {} confidence interval [hodges1963]"),
        Method("sign", "sign test", "many_datasets.pairs.data_sets_sign_test",
               phrase="the sign test [dixon1946]"),
        breaks=("any null",),
    ),
    *_listed("data sets", "simultaneous comparisons",
        Method("nemenyi", "Nemenyi", "many_datasets.post_hoc.nemenyi_test",
               phrase="Nemenyi's test [nemenyi1963], whose p-values allow for all pairs"),
        Method("z-against-a-control", "z against a control, Holm",
               "many_datasets.post_hoc.rank_control_test", references=("demsar2006", "holm1979")),
    ),
    *_listed("data sets", "posterior",
        Method("bayesian-signed-rank", "Bayesian signed rank",
               "many_datasets.bayesian_signed_rank.bayesian_signed_rank_test", resamples=True,
               phrase="the Bayesian signed rank test with a Dirichlet process prior "
               "[benavoli2014; benavoli2017]"),
        Method("hierarchical", "Bayesian hierarchical",
               "many_datasets.hierarchical.hierarchical_test", takes="FoldValues of each data set",
               phrase="the Bayesian hierarchical test [corani2017]"),
    ),
)

_PROBIT = "intervals by the delta method on the probit scale"
_OF_MODELS = (
    *_listed("model", "interval",
        Method("binormal", "binormal moments, probit", "models.binormal.binormal_moments_interval",
               breaks=("ranks only",),
               phrase="the binormal model [swets1986] from the means and standard deviations of "
               f"the scores of both classes, with {_PROBIT}"),
        Method("box-cox", "Box-Cox binormal, probit", "models.binormal.box_cox_interval",
               breaks=("ranks only",),
               phrase="the binormal model after one Box-Cox transformation of all scores "
               "[box1964; zou2000], its power estimated by maximum likelihood and allowed for in "
               "the intervals, by the delta method on the probit scale"),
        Method("ml-binormal", "binormal maximum likelihood, probit",
               "models.binormal.binormal_interval",
               phrase="the binormal model by maximum likelihood from the ranks of the scores "
               f"[dorfman1969; metz1998], with {_PROBIT}"),
        Method("proper-binormal", "proper binormal maximum likelihood, probit",
               "models.binormal.proper_binormal_interval",
               phrase="the proper binormal model by maximum likelihood from the ranks of the "
               f"scores [metz1999], with {_PROBIT}"),
        Method("biexponential", "biexponential", "models.biexponential.biexponential_interval",
               breaks=("ranks only",),
               phrase="the biexponential model, in which the scores of both classes are "
               "exponential, by maximum likelihood, with exact intervals [betinec2008]"),
        Method("kernel", "bootstrap percentile", "models.kernel.kernel_bootstrap_interval",
               resamples=True, breaks=("ranks only",),
               phrase="kernel smoothing of the distributions of both classes [zou1997] with a "
               "Gaussian kernel and bandwidths of order n^(-1/3) [lloyd1998], probabilities being "
               "smoothed as logits, with percentile intervals of the bootstrap [efron1993]"),
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
        breaks=("ranks only",),
    ),
    *_listed("model", "comparison",
        Method("metz-kronman-area", "Metz-Kronman area, bootstrap",
               "models.metz_kronman.metz_kronman_area_test", resamples=True),
    ),
    *_listed("model", "curve test",
        Method("metz-kronman", "Metz-Kronman, bootstrap covariance",
               "models.metz_kronman.metz_kronman_test", resamples=True),
    ),
    *_listed("model", "null test",
        Method("biexponential", "biexponential", "models.biexponential.biexponential_null_test"),
        Method("biexponential-bootstrap", "biexponential parametric bootstrap",
               "models.biexponential.fitted_biexponential_null_test", resamples=True),
        references=("betinec2008",),
        breaks=("ranks only",),
    ),
    *_listed("model", "further interval",
        Method("biexponential-bootstrap", "biexponential parametric bootstrap",
               "models.biexponential.fitted_biexponential_interval", resamples=True,
               references=("betinec2008",), breaks=("ranks only",)),
        Method("box-cox-power", "profile likelihood", "models.binormal.box_cox_power_interval",
               references=("box1964",), breaks=("ranks only",)),
        *(
            Method(f"binormal-{rate}", "binormal maximum likelihood, probit",
                   f"models.binormal.binormal_{rate}_interval", variants=("ml-binormal",),
                   references=("dorfman1969",))
            for rate in ("sensitivity", "specificity")
        ),
    ),
    *_listed("model", "fit test",
        Method("shapiro-wilk", "Shapiro-Wilk", "models.fit_tests.shapiro_wilk_test",
               phrase="the Shapiro-Wilk test [shapiro1965; royston1995]"),
        Method("anderson-darling", "Anderson-Darling", "models.fit_tests.anderson_darling_test",
               phrase="the Anderson-Darling test [dagostino1986]"),
        takes="the scores of one class",
        breaks=("ranks only",),
    ),
    *_listed("model", "fit test",
        Method("categories", "Pearson chi-square", "models.fit_tests.category_fit_test",
               takes="a curve and scores", references=("dorfman1969",),
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
        """The full name of an interval that is requested by name; refused if there is none."""
        return known_key("interval", self.interval if name == AUTO else name, self.intervals)

    def comparison_key(self, name: str, *, paired: bool) -> str:
        """The full name of a comparison that is requested by name; refused if there is none."""
        recommended = self.comparison(paired=paired)
        return known_key("method", recommended if name == AUTO else name, self.comparisons)


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


def known_key(what: str, name: str, known: Iterable[str]) -> str:
    """The full name of a method that has this name or shorthand; refused if none has.

    Capital letters and underscores are taken for small letters and hyphens.

    >>> known_key("method", "bootstrap", COMPARISONS), known_key("method", "DeLong", COMPARISONS)
    ('bootstrap-percentile', 'delong')
    """
    every = list(known)
    every += [short for short, full in SHORTHANDS.items() if full in every]
    key = name.lower().replace("_", "-")
    if key in every:
        return SHORTHANDS.get(key, key)
    if key in ("specificity", "sensitivity"):
        other = "sensitivity" if key == "specificity" else "specificity"
        raise OptionError(
            f"there is no {what} named {name!r}.",
            hint=Hint(
                "the {} at one {} is another estimand than the AUC: {of}.",
                other,
                key,
                of=f"{other}-at:{key}=0.9",
            ),
        )
    near = get_close_matches(key, every, n=1)
    guess = f"did you mean {near[0]!r}? " if near else ""
    if key in CURVE_TESTS:
        guess = "it tests whole curves (venkatraman_test), as compare does for AUCs. "
    raise OptionError(
        f"there is no {what} named {name!r}.",
        hint=f"{guess}{'There' if guess else 'there'} are {join_words(every)}.",
    )
