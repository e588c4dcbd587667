"""What was run and what differs from the paper, as Markdown."""

from typing import Any

from aucurate.formatting import count, listing, number
from papers.aslan_2009.described import not_finished
from papers.aslan_2009.design import N_FOLDS
from papers.aslan_2009.sources import AMBIGUOUS, NOT_FOUND

_HEADER = (
    "| data set | read | classes | kept | variables (nominal) | positive | negative "
    "| test set (positive) |",
    "| :-- | --: | --: | --: | --: | :-- | :-- | --: |",
)


def page(told: dict[str, Any]) -> str:
    """Algorithms, data sets, design, and what did not finish, from ``described.described``."""
    programs = ", ".join(f"{name} {found}" for name, found in told["programs"].items())
    hours = number(told["seconds"] / 3600, 1)
    return "\n".join(
        [
            "# Aslan, Yıldız and Alpaydın (2009): what was run",
            "",
            f"*Written by `python -m papers.aslan_2009` with {programs}, rng {told['rng']}; all "
            f"fits, added up, took {hours} h by the clock.*",
            "",
            *algorithms_text(told),
            "",
            *sets_text(told),
            "",
            *unfinished_text(told),
            "",
        ]
    )


def algorithms_text(told: dict[str, Any]) -> list[str]:
    """A line for each algorithm."""
    words = {
        name: ran["words"]
        for facts in told["sets"].values()
        for name, ran in facts["algorithms"].items()
    }
    return [f"- **{name}**: {words[name]}." for name in words]


def sets_text(told: dict[str, Any]) -> list[str]:
    """The design, a table of the data sets, and what the paper leaves open about them."""
    notes = [f"{name}: {facts['words']}" for name, facts in told["sets"].items() if facts["words"]]
    pairs = [
        f"{name}: {facts['n_confused']} of {count(facts['n_compared'], 'observation')}"
        for name, facts in told["sets"].items()
        if facts["n_confused"] is not None
    ]
    return [
        f"Of the 15 data sets {listing(NOT_FOUND)} could not be found; 12 are left, and as 'chess' "
        f"may mean either of two sets, both are run ({listing(AMBIGUOUS)}). A third of each, "
        f"stratified, is the test set; the rest is cut into {N_FOLDS} stratified folds, each "
        "training set leaves one out, and all algorithms have the same training sets. Of more "
        "than two classes those two are kept that a 1-NN takes for each other most often, in "
        "either direction, each observation decided by its nearest other one (among at most "
        f"20 000 drawn at random): {'; '.join(pairs)}. The rarer class is positive. A column "
        "that only holds 0 and 1 counts as nominal.",
        "",
        *_HEADER,
        *(_row(name, facts) for name, facts in told["sets"].items()),
        "",
        *(f"- {note}." for note in notes),
    ]


def unfinished_text(told: dict[str, Any]) -> list[str]:
    """What did not finish, and why."""
    lines = [f"- {name}, {algorithm}: {reason}." for name, algorithm, reason in not_finished(told)]
    return ["Not finished:", "", *lines] if lines else ["Every algorithm finished on every set."]


def _row(name: str, facts: dict[str, Any]) -> str:
    columns = f"{facts['n_numeric'] + facts['n_nominal']} ({facts['n_nominal']})"
    return (
        f"| {name} | {facts['n_read']} | {facts['n_classes']} | {facts['n_observations']} "
        f"| {columns} | {facts['positive']} ({facts['n_positive']}) | {facts['negative']} "
        f"| {facts['n_test']} ({facts['n_test_positive']}) |"
    )
