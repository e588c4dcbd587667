"""Figure 2, left: the curves of the survey AKTER, which could not be found.

**State**: "data not obtainable" where there is no folder ``akter`` among the data sets; with one,
"not run here": what the survey's file would look like is not known, so nothing here reads it.
"""

from aucurate_papers.betinec_2008.layout import Shown, laid_out
from aucurate_papers.betinec_2008.printed import (
    PRINTED_FINDING,
    PRINTED_OBSERVATIONS,
    PRINTED_PREVALENCE,
    PRINTED_TEST,
    PRINTED_TRAINING,
)
from aucurate_papers.exhibit import Exhibit, State
from aucurate_papers.running import Made, Run, provenance_of

FOLDER = "akter"


def figure_2_left(run: Run) -> Made:
    """What is known of the curves and of the data behind them."""
    found = (run.data / FOLDER).is_dir()
    state: State = "not run here" if found else "data not obtainable"
    run.tell(1, 1, "figure 2, left")
    known: dict[str, list[object]] = {
        "what": ["observations", "of these for training", "for testing", "share positive"],
        "printed": [PRINTED_OBSERVATIONS, PRINTED_TRAINING, PRINTED_TEST, PRINTED_PREVALENCE],
    }
    exhibit = Exhibit(
        paper="betinec-2008",
        name="figure 2, left",
        title="The curves of the two classifiers on the survey AKTER",
        state=state,
        shown=(
            laid_out(
                "known",
                "What the paper prints of the survey",
                known,
                (Shown("what", "what"), Shown("printed", "theirs")),
            ),
        ),
        verdict=(
            "The survey AKTER (Charles University in Prague, 2005) is "
            f"{'there, but nothing here can read it' if found else 'not among the data sets'}; a "
            "search of public web pages and of public repositories for it, and for the author's "
            "name, found neither the answers nor the scores of the two classifiers.",
            f'The figure prints no numbers. Its finding, "{PRINTED_FINDING}", can be neither '
            "reproduced nor refuted without the survey; the printed T is tested exactly (figure "
            "2, right), and the design is run on another survey of the same sizes (section 3).",
        ),
        differs="Without the survey nothing of ours can stand beside the curves.",
        caveats=(),
        provenance=provenance_of(run, source="none", method="none"),
    )
    return Made(exhibit=exhibit)
