"""Which pairs of algorithms are compared over folds, and by which test."""

import itertools

from aucurate.data.fold_values import FoldValues
from aucurate.data.paired import position
from aucurate.errors import InputError, OptionError
from aucurate.inference.folds.fold_tests import FOLD_TESTS, FoldInput, named_test, recommended


def chosen_test(given: FoldInput, method: str | None) -> str:
    """The test of this quantity: as said, unless it is about another one only."""
    best = recommended(given)
    if method is None:
        return best
    about = FOLD_TESTS[method].quantity if method in FOLD_TESTS else None
    if about is not None and given.scores is not None and about != given.values.quantity:
        return best
    test = named_test(method, given)
    if not test.has_interval:
        raise OptionError(
            f"the test '{method}' gives no interval, so it cannot be the main one.",
            hint="ask for all tests to see it beside the others.",
        )
    return method


def pairs_of(values: FoldValues, reference: str | None) -> list[tuple[str, str]]:
    """All pairs, or each algorithm with the reference; refused where nothing can be compared."""
    names = values.names
    if values.n_folds < 2:
        raise InputError(
            "there is one fold only, and a comparison over folds needs two or more.",
            hint="one test set is for compare.",
        )
    if len(names) < 2:
        raise InputError(
            "there is one algorithm only, and a comparison needs two.",
            hint="fold_delong_interval gives the cross-validated AUC of one.",
        )
    if reference is None:
        return list(itertools.combinations(names, 2))
    position(names, reference)
    return [(name, reference) for name in names if name != reference]
