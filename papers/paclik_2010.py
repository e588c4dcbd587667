"""Paclik et al. (2010), Figs. 1 to 3: ``python -m papers.paclik_2010 [--out FILE.md]``.

Figs. 1 and 2 need no data and no learner: the classes are drawn anew, and the detector is three
lines of NumPy. Fig. 3 needs the digits and scikit-learn (``papers.paclik_2010_digits``). With
``--out`` the page is written with its figures in a folder of the same name beside it.
"""

import argparse
import platform
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from aucurate.errors import AucurateError
from aucurate.inference.curve_averaging import averaged, vertical_average
from aucurate.inference.operating_points import operating_points
from aucurate.inference.rate_region import rate_regions
from aucurate.inference.resampling import Resampling
from aucurate.inference.threshold_averaging import bootstrap_threshold_average, threshold_average
from aucurate.plots.averaged_curves import averaged_curves_figure
from aucurate.plots.operating_points import operating_points_figure
from aucurate.plots.saving import save
from aucurate.reproductions.paclik_2010 import Paclik2010, Paclik2010Digits, reproduce
from aucurate.reproductions.paclik_2010.figures import drawn_points
from aucurate.reproductions.paclik_2010.highleyman import NAME, detector_folds
from aucurate.reproductions.paclik_2010.printed import (
    PRINTED_FINDING,
    PRINTED_FOLDS,
    PRINTED_POINTS,
)
from aucurate.tables.markdown import to_markdown
from papers import paclik_2010_digits as three

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAGE = "docs/papers/paclik-2010.md"
PROGRAMS = ("numpy", "scipy", "matplotlib")
REPEATS = 1000
WORDS = {
    "figure-1": "Fig. 1: 100 observations per class",
    "figure-2a": "Fig. 2a: 50 observations per class",
    "figure-2b": "Fig. 2b: 200 observations per class",
    "ellipses": "100 observations per class, with the joint 95% ellipse of each point",
    "averages": "Four ways of averaging the curves of Fig. 1, with one standard error",
}


def figures(study: Paclik2010, rng: int) -> "dict[str, Figure]":
    """The drawn figures, by the names of their files."""
    found: dict[str, Figure] = {}
    for name, figure in zip(("figure-1", "figure-2a", "figure-2b"), study.figures, strict=True):
        points = drawn_points(figure.per_class, [rng, figure.per_class])
        marked = None if name == "figure-1" else figure.paired
        found[name] = operating_points_figure(points, marked, title=WORDS[name])
        if name == "figure-1":
            regions = rate_regions(points)
            found["ellipses"] = operating_points_figure(points, figure.paired, regions=regions)
    data = detector_folds(100, PRINTED_FOLDS, np.random.default_rng([rng, 100]))
    curves = [
        averaged(operating_points(data, NAME, points=PRINTED_POINTS)),
        vertical_average(data, NAME),
        threshold_average(data, NAME, points=PRINTED_POINTS),
        bootstrap_threshold_average(
            data.pooled()[NAME], Resampling(repeats=REPEATS, rng=rng), points=PRINTED_POINTS
        ),
    ]
    found["averages"] = averaged_curves_figure(curves)
    return found


def page(study: Paclik2010, digits: Paclik2010Digits | None, folder: str) -> str:
    """The reproduction as Markdown, its figures in this folder; without digits Figs. 1 and 2."""
    settings = study.provenance.settings
    last = "and 2" if digits is None else "to 3"
    used = PROGRAMS if digits is None else (*PROGRAMS, "scikit-learn")
    programs = ", ".join(f"{name} {version(name)}" for name in used)
    pictures = [f"![{words}]({folder}/{name}.svg)" for name, words in WORDS.items()]
    return "\n\n".join(
        [
            f"# Paclík, Lai, Novovičová and Duin (2010): Figs. 1 {last}",
            f"*Written by `python -m papers.paclik_2010 --out {PAGE}` with aucurate "
            f"{study.provenance.version}, Python {platform.python_version()}, {programs}, rng "
            f"{settings['rng']}; no figure of ours is typed by hand.*",
            "Variance estimation for two-class and multi-class ROC analysis using operating point "
            "averaging. International Conference on Pattern Recognition.",
            "## What was run, and what differs from the paper",
            "Highleyman's two classes were drawn anew (the paper's draws are not known, and it "
            "prints no numbers), a Gaussian detector of class 1 cross-validated in "
            f"{settings['folds']} stratified folds, and its curve averaged at "
            f"{settings['points']} operating points. Beside one draw for each figure, each size of "
            f"data was drawn {settings['draws']} times. The conclusion to confirm: "
            f"{PRINTED_FINDING}",
            "## Figures",
            *pictures,
            "Vertical averaging starts too high: in a fold of 10 negatives the curve climbs as far "
            "as the best of the 10 lets it before its first false positive, which is further than "
            "the best of 100 would.",
            "## Numbers",
            to_markdown(study).rstrip("\n") + ("\n" if digits is None else ""),
            *([] if digits is None else [three.section(digits, folder)]),
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Compute, and print or write the page with its figures."""
    asked = _parser().parse_args(arguments)
    try:
        found = None if asked.without_digits else three.load(asked.data)
        study = reproduce(rng=asked.rng, draws=asked.draws)
        digits = None if found is None else _digits(found, asked)
        if asked.out is not None:
            folder = asked.out.with_suffix("")
            folder.mkdir(parents=True, exist_ok=True)
            drawn = figures(study, asked.rng)
            if found is not None and digits is not None:
                drawn |= three.figures(digits, found, asked.rng)
            for name, figure in drawn.items():
                save(figure, folder / f"{name}.svg")
    except AucurateError as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 2
    studies = [study, *([] if digits is None else [digits])]
    if asked.out is None:
        print("\n\n".join(map(str, studies)))
        return 0
    asked.out.write_text(page(study, digits, folder.name), encoding="utf-8")
    print("\n".join(sentence for one in studies for sentence in one.sentences()))
    return 0


def _digits(found: three.Digits, asked: argparse.Namespace) -> Paclik2010Digits:
    return three.study_of(found, rng=asked.rng, draws=asked.digit_draws, repeats=asked.repeats)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m papers.paclik_2010")
    parser.add_argument("--rng", type=int, default=0, metavar="N")
    parser.add_argument("--draws", type=int, default=200, metavar="N", help="of two classes")
    parser.add_argument(
        "--data", type=Path, default=three.default_folder(), metavar="DIR", help="folder of mfeat"
    )
    parser.add_argument("--without-digits", action="store_true", help="Figs. 1 and 2 only")
    parser.add_argument("--digit-draws", type=_several, default=20, metavar="N")
    parser.add_argument("--repeats", type=_several, default=20, metavar="N", help="of outer folds")
    parser.add_argument("--out", type=Path, metavar="FILE.md")
    return parser


def _several(text: str) -> int:
    if not text.isdecimal() or int(text) < 2:
        raise argparse.ArgumentTypeError(f"a whole number from 2 is wanted, not {text!r}")
    return int(text)


if __name__ == "__main__":
    raise SystemExit(main())
