import numpy as np
import pytest
from tests.loops import for_each

from aucurate.errors import OptionError
from aucurate.estimates.average_precision import AveragePrecision
from aucurate.estimates.counted import CountedEstimate
from aucurate.estimates.estimands import AUC, ESTIMANDS, Quantity, read_estimand, text_of
from aucurate.estimates.partial_auc import PartialAuc
from aucurate.estimates.rates_at import SensitivityAt, SpecificityAt

EXAMPLES: dict[str, CountedEstimate | None] = {
    "auc": None,
    "average-precision": AveragePrecision(),
    "partial-auc:specificity=0.9:1.0": PartialAuc(specificity=(0.9, 1)),
    "partial-auc:sensitivity=0.25:0.75,corrected": PartialAuc(
        sensitivity=(0.25, 0.75), corrected=True
    ),
    "sensitivity-at:specificity=0.95": SensitivityAt(specificity=0.95),
    "specificity-at:sensitivity=0.3333333333333333": SpecificityAt(sensitivity=1 / 3),
}


@for_each("text", EXAMPLES)
def test_a_text_is_read_and_written(text: str) -> None:
    assert read_estimand(text) == EXAMPLES[text]
    assert text_of(EXAMPLES[text]) == text


def test_every_estimand_has_an_example() -> None:
    assert {text.partition(":")[0] for text in EXAMPLES} == {"auc", *ESTIMANDS}


@for_each(
    "text, message",
    [
        ("", "there is no estimand ''"),
        ("auc:specificity=1", "there is no estimand"),
        ("f1", "there is no estimand 'f1'"),
        ("partial-auc", "a range of either specificities or sensitivities"),
        ("partial-auc:specificity=0.9:0.8", "needs a range of specificity"),
        ("partial-auc:specificity=0.9", "a pair of numbers.*\n.*specificity=0.9:1"),
        ("partial-auc:speciality=0.9:1", "'speciality=0.9:1' is not an option of partial-auc"),
        ("partial-auc:specificity=0:1,specificity=0:1", "or is given twice"),
        ("average-precision:specificity=1", "it takes none"),
        ("sensitivity-at", "sensitivity-at needs a value"),
        ("sensitivity-at:specificity=high", "needs a number"),
        ("sensitivity-at:specificity=1.5", "between 0 and 1"),
    ],
)
def test_a_text_that_means_nothing_is_refused(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        read_estimand(text)


def test_the_words_of_a_quantity() -> None:
    rate = Quantity.of(SensitivityAt(specificity=0.95), 0.05)
    assert rate.plural == "sensitivities at 95% specificity"
    assert (rate.short, rate.column, rate.chance) == ("sensitivity", "sensitivity", 0.05)
    area = Quantity.of(PartialAuc(specificity=(0.9, 1)), 0.005)
    assert area.plural == "partial AUCs (specificity 90% to 100%)"
    assert area.column == "partial_auc"
    assert AUC.is_auc
    assert not rate.is_auc


@for_each(
    "estimand, chance",
    [
        (PartialAuc(specificity=(0.9, 1)), 0.005),
        (PartialAuc(sensitivity=(0.5, 1), corrected=True), 0.5),
        (SensitivityAt(specificity=0.9), 0.1),
        (SpecificityAt(sensitivity=0.8), 0.2),
        (AveragePrecision(), 0.25),
    ],
)
def test_chance_is_the_value_of_constant_scores(estimand: CountedEstimate, chance: float) -> None:
    assert estimand.chance(25, 75) == pytest.approx(chance)
    counts = np.array([[25]]), np.array([[75]])
    assert estimand.values(*counts)[0] == pytest.approx(chance)
