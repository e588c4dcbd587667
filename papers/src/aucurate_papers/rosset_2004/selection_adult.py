"""Table 5: naive Bayes on the first variables of Adult, selected by error rate and by AUC.

17000 observations are drawn from both files of Adult, 1700 of them to fit naive Bayes; the
accuracies are those on the other 15300, from which 100 small test sets are drawn, each without
replacement. The paper gives only numbers of variables, and takes "the first ten variables": we take
it that k variables are the first k of the file. It prints no size of the small test sets either: we
take 100, as in Tables 3 and 4, and show 50 and 200. The paper has one division into training and
other observations, we have many: a printed figure is inside when it lies in the range of ours, give
or take half a unit of its last digit (see ``selection_runs``).

What the paper says of a row holds in a division

- in cases 1 to 3 ("AUC is much more conclusive than MC in its choice of the better model") when m2
  is the more accurate on the other observations and the AUC picks it more often than the error
  rate does;
- in case 4 ("AUC and MC select different models") when m1 is the more accurate, the error rate
  picks m2 on fewer than half of the test sets and the AUC on more;
- in case 5 ("the two methods perform approximately the same") when their shares differ by no more
  than 10 points.

It holds in the mean when the same is true of the means over divisions, with differences of more
than three standard errors (in case 5 as it stands). The state is "within simulation error" when all
printed figures are inside; "same finding, other numbers" when what the paper says holds, row by
row, in at least 5% of the single divisions, of which the paper has one; otherwise "not
reproduced". The verdict says which rows hold in the mean.
"""

from typing import Any

import numpy as np

from aucurate_papers.exhibit import Exhibit
from aucurate_papers.rosset_2004 import PAPER
from aucurate_papers.rosset_2004.adult import NEGATIVE, POSITIVE, Adult, read_adult
from aucurate_papers.rosset_2004.chi_merge import LEVEL, MOST
from aucurate_papers.rosset_2004.naive_bayes import fit_naive_bayes
from aucurate_papers.rosset_2004.printed_selection import (
    PRINTED_ADULT,
    PRINTED_ADULT_OBSERVATIONS,
    PRINTED_ADULT_TRAINING,
    PRINTED_ADULT_VARIABLES,
    PRINTED_TEST_SETS,
)
from aucurate_papers.rosset_2004.selection import compared, criteria, weighted_auc
from aucurate_papers.rosset_2004.selection_adult_models import (
    PRINTED_TWICE,
    accuracy_table,
    caveats_of,
    larger_class_words,
)
from aucurate_papers.rosset_2004.selection_adult_tables import (
    SIZES,
    USED,
    Divisions,
    choice_table,
    choices_of,
    differs_of,
    size_table,
    state_of,
    verdict_of,
)
from aucurate_papers.rosset_2004.selection_caveats import AFTER_TABLE_5
from aucurate_papers.running import Made, Run, provenance_of

DIVISIONS, QUICK = 200, 60
"""How often observations are drawn and divided anew."""

_BLOCK = 20
TITLE = "Naive Bayes on the first variables of Adult: which model AUC and error rate select"


def one_division(adult: Adult, rng: np.random.Generator, observations: int) -> dict[str, Any]:
    """Draw, divide and fit; the numbers of one division as plain lists."""
    drawn = rng.permutation(len(adult))[:observations]
    fitting = observations * PRINTED_ADULT_TRAINING // PRINTED_ADULT_OBSERVATIONS
    training, rest = drawn[:fitting], drawn[fitting:]
    whole = fit_naive_bayes([one[training] for one in adult.columns], adult.labels[training])
    columns, labels = [one[rest] for one in adult.columns], adult.labels[rest]
    scores = np.stack([whole.of_first(used).scores(columns[:used]) for used in USED])
    pairs = [(USED.index(one.first), USED.index(one.second)) for one in PRINTED_ADULT]
    picks, tied = [], []
    for size in SIZES:
        tests = np.stack(
            [rng.choice(len(rest), size, replace=False) for _ in range(PRINTED_TEST_SETS)]
        )
        won, equal = compared(criteria(labels[tests], scores[:, tests], rng), pairs)
        picks.append((100 * (won + equal / 2) / PRINTED_TEST_SETS).tolist())
        tied.append((100 * equal / PRINTED_TEST_SETS).tolist())
    return {
        "accuracies": np.mean((scores > 0.5) == labels, axis=1).tolist(),
        "aucs": [weighted_auc(one, labels.astype(float)) for one in scores],
        "picks": picks,
        "tied": tied,
    }


def adult_exhibit(run: Run) -> Made:
    """All divisions, those already made from the cache."""
    divisions = QUICK if run.quick else DIVISIONS
    adult = read_adult(run.folder("adult"), PRINTED_ADULT_VARIABLES)
    observations = min(PRINTED_ADULT_OBSERVATIONS, len(adult))
    parts: list[dict[str, Any]] = []
    for start in range(0, divisions, _BLOCK):
        several = min(_BLOCK, divisions - start)

        def block(start: int = start, several: int = several) -> dict[str, Any]:
            made = []
            for at in range(start, start + several):
                run.tell(at, divisions, "divisions of Adult")
                made.append(
                    one_division(adult, np.random.default_rng([run.rng, 5, at]), observations)
                )
            return {"made": made}

        settings = {
            "data": adult.digest,
            "observations": observations,
            "start": start,
            "several": several,
        }
        parts += run.kept(f"rosset-2004/table-5/divisions-{start}", settings, block)["made"]
    run.tell(divisions, divisions, "divisions of Adult")
    return Made(exhibit=_exhibit(run, Divisions.of(parts), adult))


def _exhibit(run: Run, divisions: Divisions, adult: Adult) -> Exhibit:
    choices = choices_of(divisions)
    return Exhibit(
        paper=PAPER,
        name="table 5",
        title=TITLE,
        state=state_of(choices),
        shown=(
            choice_table(choices),
            accuracy_table(divisions, adult),
            size_table(divisions),
        ),
        verdict=(
            *verdict_of(choices, divisions),
            larger_class_words(divisions, adult),
            PRINTED_TWICE,
        ),
        differs=differs_of(choices),
        caveats=(*AFTER_TABLE_5, *caveats_of(adult)),
        provenance=provenance_of(
            run,
            source="Adult (UCI repository), both files",
            method="naive Bayes after ChiMerge, Laplace's rule; AUC with ties at random",
            n_observations=len(adult),
            positive=POSITIVE,
            negative=NEGATIVE,
            divisions=len(divisions.accuracies),
            level=LEVEL,
            most=MOST,
            missing_values=adult.missing,
            digest=adult.digest,
        ),
    )
