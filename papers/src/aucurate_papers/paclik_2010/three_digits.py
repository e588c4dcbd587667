"""Fig. 3 and the search of section 4.3, as exhibits: the digits 2, 3 and 5.

The paper prints no numbers, so a state says whether its finding comes out:

- *Fig. 3*. "Same finding": with either scaling of the features some of the other points cannot be
  told from the chosen one and some can, with the paper's 2n - 2 degrees of freedom; anything else
  is "not reproduced". What is returned by the search is our reading and its step is our assumption,
  so the state that other readings and steps would have is told beside it (:mod:`.steps`).
- *Section 4.3* relies on the greedy search, and says nothing of how good it is: what we find of
  that is "beyond the paper".
"""

from functools import partial

import numpy as np

from aucurate.inference.folds.class_points import class_operating_points
from aucurate.plots.classes.errors import class_errors_figure
from aucurate_papers.exhibit import Exhibit, RunProvenance
from aucurate_papers.paclik_2010 import caveats
from aucurate_papers.paclik_2010.contest import Contest, contest_from, contest_table, judged
from aucurate_papers.paclik_2010.digits import (
    Reach,
    contest_sentence,
    contests_sentence,
    counted_draw,
    digit_figure,
    digit_figure_table,
    digit_points_table,
    neighbourhood_sentence,
    reach_sentences,
    reach_table,
    reaches_of,
    returned_sentence,
    state_of_neighbourhoods,
    worth_sentence,
)
from aucurate_papers.paclik_2010.mfeat import (
    FOLDER,
    RAW,
    RIDGE,
    SCALINGS,
    SOURCE,
    Digits,
    digit_draw,
    figure_folds,
    load,
    outer_folds,
)
from aucurate_papers.paclik_2010.printed import (
    PRINTED_DIGITS,
    PRINTED_DIMENSIONS,
    PRINTED_FOLDS,
    PRINTED_KEPT,
    PRINTED_LEVEL,
    PRINTED_NEIGHBOURHOOD,
    PRINTED_PER_CLASS,
    PRINTED_STEPS,
    PRINTED_VECTORS,
)
from aucurate_papers.paclik_2010.steps import (
    STEPS,
    reading_sentence,
    step_sentence,
    step_sets,
    step_table,
)
from aucurate_papers.running import Made, Run, provenance_of

PAPER = "paclik-2010"
TITLES = {
    "figure 3": "Three digits: the weights that cannot be told from the chosen ones",
    "section 4.3": "Which search finds weights that are better elsewhere: the paper's and ours",
}
SIZES = (50, 100, 200)
"""Observations of each digit in the draws: half of the paper's, the paper's, all that there are."""
DRAWS, QUICK_DRAWS = 20, 4
REPEATS, QUICK_REPEATS = 20, 6
QUICK_FOLDS = 2
BLOCK = 4
"""Draws that are kept together."""

_DESIGN = (
    f"Morphological features of the digits are reduced to {PRINTED_DIMENSIONS} principal "
    "components, then a normal distribution is fitted to each digit, in "
    f"{PRINTED_FOLDS} stratified folds."
)
_CONTEST = (
    "In every repeat {per_class} observations of each digit are drawn and divided into {folds} "
    "outer folds. Without an outer fold the algorithm is cross-validated, each search finds "
    "weights for the smallest largest class error on those left-out scores, and the weights decide "
    "the outer fold, scored by the algorithm fitted to the same observations. The searches see the "
    "same scores."
)
_DIFFERS = (
    "The paper prints no numbers. Which observations it takes, how the features are scaled, and "
    "how a greedy step makes new vectors are not said, so its points cannot come out. "
)
_FIGURE_CAVEATS = (
    *(caveats.CHOSEN_WEIGHTS, caveats.WHICH_DIGITS, caveats.SCALING, caveats.ridge(RIDGE)),
    *(caveats.STEP, caveats.RETURNED, caveats.OVERLAPPING_DRAWS, caveats.NOT_ADJUSTED),
)


def figure_3(run: Run) -> Made:
    """The points of the search on 100 of each digit, and the reach of the set over draws."""
    digits = load(run.folder(FOLDER))
    draws = QUICK_DRAWS if run.quick else DRAWS
    run.tell(0, len(SCALINGS) * len(SIZES) * draws, "points of Fig. 3")
    folds = figure_folds(digits, run.rng)
    figures = [digit_figure(scaling, data, run.rng) for scaling, data in folds.items()]
    points = {
        one.scaling: class_operating_points(folds[one.scaling], one.printed.weights)
        for one in figures
    }
    sets = step_sets(folds, run.rng, STEPS)
    reaches = _reaches(digits.only(PRINTED_DIGITS), draws, run)
    exhibit = Exhibit(
        paper=PAPER,
        name="figure 3",
        title=TITLES["figure 3"],
        state=state_of_neighbourhoods(figures),
        shown=(
            digit_figure_table(figures),
            step_table(sets),
            digit_points_table(figures, points),
            reach_table(reaches),
        ),
        verdict=(
            f"{_DESIGN} The paper concludes: {PRINTED_NEIGHBOURHOOD}",
            *(neighbourhood_sentence(one) for one in figures),
            returned_sentence(figures[0]),
            reading_sentence(sets),
            step_sentence(sets),
            *reach_sentences(reaches),
        ),
        differs=_DIFFERS + "It takes 2n - 2 degrees of freedom for n folds, where a paired t test "
        "has n - 1: the state is judged by theirs, and both are shown.",
        caveats=_FIGURE_CAVEATS,
        provenance=_provenance(run, "Fig. 3", digits, draws=draws),
    )
    drawn = {
        f"{PAPER}-figure-3{'' if one.scaling == RAW else '-standardised'}": partial(
            class_errors_figure,
            points[one.scaling],
            one.printed,
            title=f"Fig. 3: {one.per_class} of each digit, {one.scaling}, "
            "2n - 2 degrees of freedom",
        )
        for one in figures
    }
    return Made(exhibit=exhibit, figures=drawn)


def section_4_3(run: Run) -> Made:
    """The paper's search and ours, judged on outer folds that neither saw."""
    digits = load(run.folder(FOLDER))
    repeats = QUICK_REPEATS if run.quick else REPEATS
    folds = QUICK_FOLDS if run.quick else PRINTED_FOLDS
    contests = _contests(digits, repeats, folds, run)
    exhibit = Exhibit(
        paper=PAPER,
        name="section 4.3",
        title=TITLES["section 4.3"],
        state="beyond the paper",
        shown=(contest_table(contests),),
        verdict=(
            _CONTEST.format(per_class=PRINTED_PER_CLASS, folds=folds),
            worth_sentence(contests),
            *(contest_sentence(one) for one in contests),
            contests_sentence(contests),
        ),
        differs="The paper uses its search and does not ask how good it is; nothing of this is "
        "printed.",
        caveats=(
            *([caveats.ADDED_LATER] if len(contests) > len(SCALINGS) else []),
            *(caveats.STEP, caveats.TIMES, caveats.OVERLAPPING_DRAWS, caveats.SCALING),
            caveats.ridge(RIDGE),
        ),
        provenance=_provenance(
            run, "the search of section 4.3", digits, repeats=repeats, outer_folds=folds
        ),
    )
    return Made(exhibit=exhibit)


def _reaches(digits: Digits, draws: int, run: Run) -> tuple[Reach, ...]:
    asked = [(scaling, size) for scaling in SCALINGS for size in SIZES]
    counted: list[tuple[str, int, tuple[float, ...]]] = []
    for scaling, per_class in asked:
        what = f"draws of {per_class} of each digit, {scaling}"
        for first in range(0, draws, BLOCK):
            run.tell(len(counted), len(asked) * draws, what)
            last = min(first + BLOCK, draws)
            piece = run.kept(
                f"{PAPER}/figure-3/{_slug(scaling)}-{per_class}-{first + 1}",
                {
                    "scaling": scaling,
                    "per_class": per_class,
                    "first": first,
                    "last": last,
                    "data": digits.digest,
                },
                partial(_block, digits, scaling, per_class, range(first, last), run.rng),
            )
            counted += [(scaling, per_class, tuple(row)) for row in piece["rows"]]
    run.tell(len(counted), len(counted), "Fig. 3")
    return reaches_of(counted)


def _block(
    digits: Digits, scaling: str, per_class: int, draws: range, rng: int
) -> dict[str, list[list[float]]]:
    found = (digit_draw(digits, scaling, per_class, draw, rng) for draw in draws)
    return {"rows": [list(counted_draw(one, rng)[2]) for one in found]}


def _contests(digits: Digits, repeats: int, folds: int, run: Run) -> list[Contest]:
    """On either scaling of three digits, and on all digits with a quarter of the repeats.

    A quick run leaves all digits out: they take long, and a handful of repeats says nothing.
    """
    three = digits.only(PRINTED_DIGITS)
    asked = [(scaling, three, scaling, repeats) for scaling in SCALINGS]
    if len(digits.kinds) > len(three.kinds) and not run.quick:
        asked.append((f"{RAW}, {len(digits.kinds)} digits", digits, RAW, max(2, repeats // 4)))
    total = sum(many for *_, many in asked)
    done, contests = 0, []
    for name, chosen, scaling, many in asked:
        rows = []
        for repeat in range(many):
            run.tell(done, total, f"repeats of the contest, {name}")
            piece = run.kept(
                f"{PAPER}/section-4-3/{_slug(name)}-{repeat + 1}",
                {"name": name, "repeat": repeat, "folds": folds, "data": digits.digest},
                partial(_judged, chosen, scaling, repeat, folds, run.rng),
            )
            rows.append(np.array(piece["rows"]))
            done += 1
        contests.append(contest_from(name, folds, rows))
    run.tell(done, total, "section 4.3")
    return contests


def _judged(
    digits: Digits, scaling: str, repeat: int, folds: int, rng: int
) -> dict[str, list[list[float]]]:
    drawn = outer_folds(digits, scaling, np.random.default_rng([rng, 3, repeat]), folds=folds)
    return {"rows": judged(drawn, rng).tolist()}


def _slug(words: str) -> str:
    return words.replace(",", "").replace(" ", "-")


def _provenance(run: Run, what: str, digits: Digits, **settings: object) -> RunProvenance:
    return provenance_of(
        run,
        source=SOURCE,
        method=f"{what} of Paclik et al. 2010",
        n_observations=len(digits.labels),
        positive="",
        negative="",
        data=digits.digest,
        folds=PRINTED_FOLDS,
        dimensions=PRINTED_DIMENSIONS,
        vectors=PRINTED_VECTORS,
        steps=PRINTED_STEPS,
        kept=PRINTED_KEPT,
        level=PRINTED_LEVEL,
        **settings,
    )
