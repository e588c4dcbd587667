"""The findings as lines for the terminal, as JSON and as the page docs/performance.md."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.harness import Finding

INTRODUCTION = """# Performance

How fast `aucurate` is beside other Python packages that answer the same question. Every line is a
ratio from one run on one machine: contestants take turns, the best time of each counts, all get
the same raw, unsorted arrays with integer labels, and all call their public function, its checks
included. Seconds belong to a machine and are kept in `benchmarks/results.json`; ratios travel.

This page is written by `python benchmarks/run.py --write`; do not edit it.
"""


def line(finding: Finding) -> str:
    """One finding for the terminal."""
    text = f"{finding.what} | {finding.peer} | threads {finding.threads}: {_ratio(finding)}"
    if finding.target is not None:
        text += f" | target {_target(finding)}, {_verdict(finding)}"
    return text + "".join(f" [{extra}]" for extra in (finding.note, finding.failure) if extra)


def as_json(finding: Finding) -> dict[str, Any]:
    """One finding with everything behind it."""
    return {
        "what": finding.what,
        "peer": finding.peer,
        "threads": finding.threads,
        "ratio": finding.ratio,
        "unit": finding.unit,
        "bound": finding.bound,
        "target": finding.target,
        "met": finding.met,
        "seconds": dict(finding.seconds),
        "note": finding.note,
        "failure": finding.failure,
    }


def from_json(record: Mapping[str, Any]) -> Finding:
    """The finding that :func:`as_json` wrote."""
    return Finding(**{name: value for name, value in record.items() if name != "met"})


def markdown(facts: Mapping[str, Any], findings: Sequence[Finding]) -> str:
    """The page: the machine, the figures that have a target, and those for information."""
    aimed = [f for f in findings if f.target is not None]
    others = [f for f in findings if f.target is None]
    parts = [INTRODUCTION, _machine(facts), "## Figures with a target\n", _table(aimed)]
    if others:
        parts += ["## For information\n", _table(others)]
    return "\n".join(parts)


def _machine(facts: Mapping[str, Any]) -> str:
    versions = ", ".join(
        f"{name} {version or '(not installed)'}" for name, version in facts["versions"].items()
    )
    return (
        f"Run of {facts['date']} on {facts['processor']} with {facts['cores']} cores "
        f"(load {facts['load_at_start']} at the start), {facts['system']}, "
        f"Python {facts['python']}: {versions}. Data made with rng {facts['rng']}.\n"
    )


def _table(findings: Sequence[Finding]) -> str:
    rows = ["| question | against | threads | ratio | target |", "|---|---|---|---|---|"]
    notes: list[str] = []
    for finding in findings:
        mark = ""
        remark = "; ".join(extra for extra in (finding.note, finding.failure) if extra)
        if remark:
            if remark not in notes:
                notes.append(remark)
            mark = f" ({notes.index(remark) + 1})"
        target = "" if finding.target is None else f"{_target(finding)}: {_verdict(finding)}"
        cells = (
            finding.what,
            finding.peer + mark,
            str(finding.threads),
            _ratio(finding),
            target,
        )
        rows.append("| " + " | ".join(cells) + " |")
    listed = [f"{number}. {note}" for number, note in enumerate(notes, 1)]
    return "\n".join([*rows, "", *listed, *([""] if listed else [])])


def _ratio(finding: Finding) -> str:
    if finding.ratio is None:
        return "no figure"
    return f"{_plain(finding.ratio)} {finding.unit}"


def _target(finding: Finding) -> str:
    return "" if finding.target is None else f"{finding.bound} {_plain(finding.target)}"


def _verdict(finding: Finding) -> str:
    if finding.failure:
        return "failed"
    return "met" if finding.met else "missed"


def _plain(value: float) -> str:
    """Three digits that count; whole numbers from 100 on."""
    if value == int(value) and abs(value) < 1e6:
        return str(int(value))
    return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"
