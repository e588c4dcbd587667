"""What can be compared: the estimands by name, in words and as text.

The text of an estimand is what ``--of`` takes and what JSON holds: its name, a colon and its
options, ``partial-auc:specificity=0.9:1,corrected`` or ``sensitivity-at:specificity=0.95``. The AUC
is ``auc`` and, among estimands, None: it has methods of its own. All texts, with the interval of
each estimand and its value by chance, are in :mod:`aucurate.inference.curve.estimands`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from aucurate.errors import OptionError
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import SensitivityAt, SpecificityAt
from aucurate.formatting import join_words
from aucurate.results import Record

ESTIMANDS: Mapping[str, type[CountedEstimate]] = {
    "partial-auc": PartialAuc,
    "average-precision": AveragePrecision,
    "sensitivity-at": SensitivityAt,
    "specificity-at": SpecificityAt,
}

_AUC_TEXT = "auc"
_EXAMPLES = (
    "auc, partial-auc:specificity=0.9:1, average-precision, sensitivity-at:specificity=0.95 or "
    "specificity-at:sensitivity=0.9"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity(Record):
    """What is compared, in words: in a sentence, of several classifiers, over a column.

    ``chance`` is the value of scores that know nothing of the classes.
    """

    name: str = "AUC"
    plural: str = "AUCs"
    short: str = "AUC"
    chance: float = 0.5

    @classmethod
    def of(cls, estimand: CountedEstimate | None, chance: float) -> Self:
        """The words of an estimand, or of the AUC.

        >>> Quantity.of(SensitivityAt(specificity=0.9), 0.1).plural, Quantity().column
        ('sensitivities at 90% specificity', 'auc')
        """
        if estimand is None:
            return cls()
        return cls(
            name=estimand.quantity, plural=estimand.plural, short=estimand.short, chance=chance
        )

    @property
    def is_auc(self) -> bool:
        """Whether it is the area under the whole curve, which has methods of its own."""
        return self == AUC

    @property
    def column(self) -> str:
        """The name of its column in a frame or a CSV file."""
        return self.short.lower().replace(" ", "_")

    def of_value(self, value: str) -> str:
        """A value of it, after "has".

        >>> Quantity(name="average precision").of_value("0.9"), Quantity().of_value("0.8")
        ('an average precision of 0.9', 'AUC 0.8')
        """
        if self.is_auc:
            return f"{self.name} {value}"
        return f"{'an' if self.name[0] in 'aeiou' else 'a'} {self.name} of {value}"


AUC = Quantity()


def read_estimand(text: str) -> CountedEstimate | None:
    """The estimand of a text; None is the AUC.

    >>> read_estimand("partial-auc:specificity=0.9:1")
    PartialAuc(specificity=(0.9, 1.0), sensitivity=None, corrected=False)
    """
    name, _, rest = text.strip().partition(":")
    if name == _AUC_TEXT and not rest:
        return None
    if name not in ESTIMANDS:
        raise OptionError(f"there is no estimand {text!r}.", hint=f"the estimands are {_EXAMPLES}.")
    estimand = ESTIMANDS[name]
    known = {field.name: field for field in fields(estimand)}  # type: ignore[arg-type]
    options: dict[str, Any] = {}
    for option in filter(None, rest.split(",")):
        key, given, value = option.partition("=")
        if key not in known or key in options:
            takes = f"it takes {join_words(list(known), 'or')}" if known else "it takes none"
            raise OptionError(
                f"{option!r} is not an option of {name}, or is given twice; {takes}.",
                hint=f"the estimands are {_EXAMPLES}.",
            )
        options[key] = _value(value, option) if given else True
    try:
        return estimand(**options)
    except OptionError as error:
        if error.hint:
            raise
        raise OptionError(
            f"{text!r}: {error.message}", hint=f"the estimands are {_EXAMPLES}."
        ) from error
    except TypeError as misfit:
        raise OptionError(
            f"{text!r} is incomplete: {name} needs a value.", hint=f"the estimands are {_EXAMPLES}."
        ) from misfit


def text_of(estimand: CountedEstimate | None) -> str:
    """The text that :func:`read_estimand` reads.

    >>> text_of(PartialAuc(specificity=(0.9, 1), corrected=True))
    'partial-auc:specificity=0.9:1.0,corrected'
    """
    if estimand is None:
        return _AUC_TEXT
    name = next((name for name, kind in ESTIMANDS.items() if type(estimand) is kind), "")
    if not name:
        return type(estimand).__name__
    options = []
    for field in fields(estimand):  # type: ignore[arg-type]
        value = getattr(estimand, field.name)
        if value is True:
            options.append(field.name)
        elif isinstance(value, tuple):
            options.append(f"{field.name}={':'.join(f'{end!r}' for end in value)}")
        elif value is not None and value is not False:
            options.append(f"{field.name}={value!r}")
    return f"{name}:{','.join(options)}" if options else name


def _value(text: str, option: str) -> float | tuple[float, ...]:
    """A number, or the two ends of a range."""
    try:
        numbers = tuple(float(part) for part in text.split(":"))
    except ValueError:
        raise OptionError(
            f"{option!r} needs a number, or two with a colon between them.",
            hint="specificity=0.95, or specificity=0.9:1 for a range.",
        ) from None
    return numbers[0] if len(numbers) == 1 else numbers
