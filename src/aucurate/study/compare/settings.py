"""The options of a comparison."""

from dataclasses import dataclass, field, replace
from typing import Any, Self

from aucurate.checks import check_fields
from aucurate.errors import OptionError
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.estimands import text_of
from aucurate.formatting import number
from aucurate.hints import Hint
from aucurate.inference.auc.delong import checked_null
from aucurate.inference.auc.equivalence import MarginKind, checked_margin
from aucurate.inference.core.distributions import checked_confidence
from aucurate.inference.core.multiplicity import Correction
from aucurate.inference.methods import AUTO, Methods, known_key, methods_of
from aucurate.inference.resampling.options import Resampling
from aucurate.results import Alternative, Record
from aucurate.study.compare.requirements import Claim

_SPELLINGS: dict[str, MarginKind] = {"noninferiority": "non-inferiority"}


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareSettings(Record):
    """The options of a comparison, with the methods used; ``of`` is the text of the estimand.

    ``by`` are the columns of subgroups that were chosen from those of the data, empty for all.

    :meth:`checked` refuses invalid options before any data are read.
    """

    of: str = "auc"
    by: tuple[str, ...] = ()
    confidence: float = 0.95
    alternative: Alternative = "two-sided"
    reference: str | None = None
    paired: bool | None = None
    interval: str = AUTO
    all_intervals: bool = False
    method: str = AUTO
    correction: Correction = "holm"
    simultaneous: bool = False
    margin: float | None = None
    margin_test: MarginKind = "non-inferiority"
    margin_method: str = ""
    null: float | None = None
    require: tuple[str, ...] = ()
    resampling: Resampling = field(default_factory=Resampling)

    @classmethod
    def checked(
        cls,
        estimand: CountedEstimate | None = None,
        *,
        resampling: Resampling | None = None,
        **asked: Any,
    ) -> Self:
        """Validated settings; the estimand None is the AUC."""
        kind = asked.get("margin_test", "non-inferiority")
        asked["margin_test"] = _SPELLINGS.get(kind, kind)
        required = asked.get("require", ())
        asked["require"] = (required,) if isinstance(required, str) else tuple(required)
        chosen = Resampling() if resampling is None else resampling
        settings = cls(of=text_of(estimand), resampling=chosen.fixed(), **asked)
        check_fields(settings)
        checked_confidence(settings.confidence)
        known = methods_of(estimand)
        tests = [AUTO, *known.comparisons, *known.curve_tests]
        settings = replace(
            settings,
            interval=known.interval_key(settings.interval),
            method=known_key("method", settings.method, tests),
        )
        settings = replace(settings, margin_method=settings._resolved_margin_method(known))
        settings._check_margin(known)
        for text in settings.require:
            Claim.read(text)
        if settings.null is not None:
            _check_null(settings.null, estimand)
        return settings

    def for_design(self, known: Methods, *, paired: bool) -> Self:
        """The settings with the method that is recommended where none is named."""
        recommended = known.comparison(paired=paired)
        return replace(self, method=recommended) if self.method == AUTO else self

    def comparison_method(self, known: Methods, *, paired: bool) -> str:
        """The name of the comparison; the recommended one beside a test of whole curves."""
        return self.method if self.method in known.comparisons else known.comparison(paired=paired)

    @property
    def margin_level(self) -> float:
        """The one-sided level of the margin tests.

        The interval of the confidence asked for decides non-inferiority and superiority; the level
        is not halved for equivalence (TOST), which a narrower interval decides.
        """
        return 1 - self.confidence if self.margin_test == "equivalence" else self.one_sided_level

    @property
    def one_sided_level(self) -> float:
        """The level of a one-sided test that the interval of the confidence asked for decides."""
        return (1 - self.confidence) / 2

    @property
    def uses_margins(self) -> bool:
        """Whether differences are tested by the method for margins."""
        return self.margin is not None or bool(self.require)

    def _resolved_margin_method(self, known: Methods) -> str:
        """That of the differences, but MOVER instead of DeLong's: docs/validation.md has why."""
        if not self.margin_method:
            own = self.method in known.comparisons and self.method != known.paired
            return self.method if own else known.margin
        return known_key("margin method", self.margin_method, known.comparisons)

    def _check_margin(self, known: Methods) -> None:
        if self.margin is None:
            if self.margin_test != "non-inferiority":
                raise OptionError(
                    f"a test of {self.margin_test} needs a margin.",
                    hint=Hint("give it: {margin}.", margin=0.02),
                )
            return
        checked_margin(self.margin, self.margin_test)
        self.check_margin_method(known)

    def check_margin_method(self, known: Methods) -> None:
        """Refuse a method that tests no difference other than 0."""
        if not known.comparisons[self.margin_method].keeps("any null"):
            raise OptionError(
                f"the {self.margin_method} test can only test a difference of 0, not a margin.",
                hint=Hint(
                    "use {margin_method}, which needs no resampling.",
                    margin_method=known.margin,
                ),
            )


def _check_null(null: float, estimand: CountedEstimate | None) -> None:
    if estimand is None:
        checked_null(null)
    elif not estimand.lowest < null < estimand.highest:
        raise OptionError(
            f"the null value of the {estimand.quantity} lies between "
            f"{number(estimand.lowest)} and {number(estimand.highest)}; it is {null!r}.",
            hint="give a value that the estimate can have.",
        )
