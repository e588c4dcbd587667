"""Format numbers, lists and tables as text. The only module that rounds numbers."""

import math
from collections.abc import Iterable, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from html import escape

_MOST = 6  # decimals that show a number to differ from 1, or to be below 0
_ROUNDING_ERROR = 1e-12  # a negative number closer to 0 is shown as 0
_MOST_DECIMALS = 6  # of the thresholds in a column
_LEAST = 3  # significant digits of a threshold, so that it can be found again elsewhere


def digits_for(width: float, *, least: int = 3) -> int:
    """Decimals that show at least two significant digits of an interval of this width.

    >>> digits_for(0.05), digits_for(0.0004)
    (3, 5)
    """
    if not 0 < width < math.inf:
        return least
    return min(12, max(least, 1 - math.floor(math.log10(width))))


def number(value: float, digits: int = 3) -> str:
    """A number with this many decimals, and more where it would read as 1 or as -0 otherwise.

    At most six decimals are shown, or one more than ``digits``: a number closer to 1 is cut, not
    rounded, and a negative number closer to 0 has an exponent. Thus a reader sees whether an
    interval reaches below 0. A negative number within rounding error of 0 is shown as 0.

    >>> number(0.8125), number(-0.0002), number(0.99997), number(1.0), number(float("inf"))
    ('0.812', '-0.0002', '0.99997', '1.000', 'inf')
    >>> number(1 - 1e-15), number(-3e-8), number(-3e-17)
    ('0.999999', '-3e-08', '0.000')
    """
    if not math.isfinite(value):
        return str(value)
    value = float(value)  # a Fraction has no format in Python 3.11
    text = f"{value:.{digits}f}"
    if abs(value) != 1 and abs(float(text)) == 1:
        text = _beside_1(value, digits)
    if value <= 0 and float(text) == 0:
        text = _below_0(value, digits)
    return text


def shared_digits(values: Iterable[float], digits: int = 3) -> int:
    """Decimals for all numbers of a column: one more if a number would read as 1 or as -0.

    A number that needs even more shows them alone, not the whole column.

    >>> shared_digits([0.95, 0.9997]), shared_digits([-0.0002, 0.03]), shared_digits([0.5, 1.0])
    (4, 4, 3)
    """
    texts = [number(value, digits) for value in values if math.isfinite(value)]
    return digits + any(len(text.partition(".")[2]) == digits + 1 for text in texts)


def _below_0(value: float, digits: int) -> str:
    if value > -_ROUNDING_ERROR:
        return f"{0:.{digits}f}"
    decimals = max(digits, -math.floor(math.log10(-value)))
    return f"{value:.{decimals}f}" if decimals <= max(_MOST, digits + 1) else magnitude(value)


def _beside_1(value: float, digits: int) -> str:
    gap, most = abs(value) - 1, max(_MOST, digits + 1)
    decimals = max(digits, -math.floor(math.log10(abs(gap))))
    if decimals > most:
        decimals, value = most, math.copysign(1 + math.copysign(10.0**-most, gap), value)
    return f"{value:.{decimals}f}"


def p_value(p: float) -> str:
    """A p-value as a paper prints it.

    >>> p_value(0.0273), p_value(0.00002), p_value(0.9999), p_value(1.0)
    ('p = 0.027', 'p < 0.001', 'p > 0.999', 'p = 1.000')
    """
    bare = bare_p_value(p)
    return f"p {bare}" if bare[0] in "<>" else f"p = {bare}"


def bare_p_value(p: float) -> str:
    """A p-value for a table column headed p; near 0.05 it has four decimals.

    >>> bare_p_value(0.0273), bare_p_value(0.00002), bare_p_value(0.0496), bare_p_value(0.0504)
    ('0.027', '< 0.001', '0.0496', '0.0504')
    """
    if p < 0.001:
        return "< 0.001"
    if 0.999 < p < 1:
        return "> 0.999"
    return f"{p:.4f}" if 0.045 <= p <= 0.055 else f"{p:.3f}"


def small_p_value(p: float) -> str:
    """A p-value with an exponent where it is below 0.001.

    >>> small_p_value(0.6694), small_p_value(2.88e-18)
    ('0.6694', '2.88E-18')
    """
    return number(p, 4) if p >= 0.001 else f"{p:.2E}"


def magnitude(value: float) -> str:
    """One digit of a number of any size.

    >>> magnitude(0.0), magnitude(3.4e-17)
    ('0', '3e-17')
    """
    return f"{value:.1g}"


def upper_limit(value: float) -> str:
    """Two digits of a number that others are at most, rounded up.

    >>> upper_limit(0.0), upper_limit(2.21e-6), upper_limit(0.25), upper_limit(9.96e-9)
    ('0', '2.3e-06', '0.25', '1e-08')
    """
    above = Context(prec=2, rounding=ROUND_CEILING).create_decimal(repr(value))
    return f"{float(above):.2g}"


def percent(share: float) -> str:
    """A share as a percentage without needless decimals; only 0 and 1 read as 0% and 100%.

    >>> percent(0.95), percent(0.999), percent(0.123456), percent(0.99999)
    ('95%', '99.9%', '12.3%', '99.999%')
    """
    digits = 1
    while 0 < share < 1 and digits < 15 and round(100 * share, digits) in (0, 100):
        digits += 1
    return f"{round(100 * share, digits):.15g}%"


def threshold_words(
    threshold: float, same_calls_until: float = math.nan, decimals: int | None = None
) -> str:
    """A threshold rounded so that, typed in again, it makes the same decisions.

    Every number from the threshold to ``same_calls_until`` (exclusive) classifies the same
    observations as positive; the text is the one of these with the fewest digits, at least three.
    Without ``same_calls_until`` the threshold keeps every digit. ``decimals`` are those of a column
    (:func:`threshold_decimals`).

    >>> threshold_words(0.390722, 0.382), threshold_words(0.390722, 0.3906), threshold_words(0.5)
    ('0.39', '0.3907', '0.5')
    >>> threshold_words(-1.23456, -1.2), threshold_words(math.inf), threshold_words(-0.0)
    ('-1.23', 'above all', '0')
    >>> threshold_words(0.390722, 0.382, 3), threshold_words(0.5, decimals=3)
    ('0.390', '0.500')
    """
    if not math.isfinite(threshold):
        return "above all" if threshold > 0 else "below all"
    exact = repr(threshold + 0.0).removesuffix(".0")
    falls = same_calls_until < threshold
    number_itself = Decimal(repr(threshold))
    if decimals is not None:
        way = ROUND_FLOOR if falls else ROUND_CEILING
        return f"{number_itself.quantize(Decimal(1).scaleb(-decimals), way) + 0:f}"
    for digits in range(_LEAST, len(exact)):
        unit = Decimal(1).scaleb(number_itself.adjusted() - digits + 1)
        way = ROUND_FLOOR if falls else ROUND_CEILING
        cut = float((number_itself / unit).to_integral_value(way) * unit)
        text = repr(cut + 0.0).removesuffix(".0")
        inside = cut > same_calls_until if falls else cut < same_calls_until
        if inside and len(text) < len(exact):
            return text
    return exact


def threshold_decimals(thresholds: Iterable[tuple[float, float]]) -> int | None:
    """The fewest decimals with which all thresholds of a column make the same decisions.

    Each comes with where the same decisions end. None where there are too many for a column, as
    for thresholds of very different sizes, each of which then has digits of its own.

    >>> threshold_decimals([(0.390722, 0.382), (0.152, 0.151)]), threshold_decimals([(3.0, 2.0)])
    (3, 0)
    >>> threshold_decimals([(0.0869, 0.08), (0.8389, 0.83)])
    3
    >>> threshold_decimals([(0.5, 0.4), (1.5e-9, 1.2e-9)])
    """
    finite = [(cut, until) for cut, until in thresholds if math.isfinite(cut)]
    words = [threshold_words(cut, until) for cut, until in finite]
    most = max((len(text.partition(".")[2]) for text in words), default=0)
    if any("e" in text for text in words) or most > _MOST_DECIMALS:
        return None
    for decimals in range(min(_LEAST, most), most):
        cuts = [float(threshold_words(cut, until, decimals)) for cut, until in finite]
        if all(
            shown == cut or (until < shown < cut if until < cut else cut < shown < until)
            for shown, (cut, until) in zip(cuts, finite, strict=True)
        ):
            return decimals
    return most


def interval(low: float, high: float, confidence: float, digits: int = 3) -> str:
    """An interval as a paper prints it.

    >>> interval(0.0104, 0.1737, 0.95)
    '95% CI 0.010 to 0.174'
    """
    digits = shared_digits((low, high), digits)
    return f"{percent(confidence)} CI {number(low, digits)} to {number(high, digits)}"


def count(total: float, what: str, plural: str = "") -> str:
    """A count with its noun; ``plural`` is needed where it is not formed with an s.

    >>> count(1, "row"), count(12345, "row"), count(2, "class", "classes")
    ('1 row', '12,345 rows', '2 classes')
    """
    return f"{amount(total)} {what if total == 1 else plural or what + 's'}"


def capital(words: str) -> str:
    """The text with its first letter capitalised and the rest unchanged.

    >>> capital("partial AUC"), capital("AUC")
    ('Partial AUC', 'AUC')
    """
    return words[:1].upper() + words[1:]


def join_words(words: Sequence[str], last: str = "and", *, most: int | None = None) -> str:
    """Words as a list in a sentence; beyond ``most`` of them the rest is counted.

    >>> join_words(["a"]), join_words(["a", "b"]), join_words(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    >>> join_words(["a", "b", "c", "d"], most=2)
    'a, b and 2 more'
    """
    if most is not None and len(words) > most:
        words = [*words[:most], f"{len(words) - most:,} more"]
    if len(words) <= 1:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def shortened(text: str, width: int = 40) -> str:
    """A name cut to fit a line of text, with control characters made visible.

    It is cut in the middle, because long names often differ only at their end.

    >>> shortened("albumin"), shortened("network with 20 layers, seed 4", 16)
    ('albumin', 'network wi…eed 4')
    """
    clean = printable(text)
    if len(clean) <= width:
        return clean
    end = width // 3
    return f"{clean[: width - 1 - end]}…{clean[len(clean) - end :]}"


def printable(text: str) -> str:
    r"""Text that cannot steer a terminal: control characters are replaced by a visible one.

    >>> printable("scores.csv"), printable("\x1b[31mno.csv")
    ('scores.csv', '�[31mno.csv')
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def amount(observations: float) -> str:
    """How many observations, or how much they weigh.

    >>> amount(1234), amount(94.2712), amount(94.0)
    ('1,234', '94.3', '94')
    """
    return f"{observations:,.0f}" if float(observations).is_integer() else f"{observations:,.1f}"


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows as aligned text: the first column and text left-aligned, numbers right-aligned.

    >>> print(text_table(["classifier", "AUC"], [["forest", "0.981"], ["tree", "0.912"]]))
    classifier    AUC
    forest      0.981
    tree        0.912
    """
    cells = [list(header), *(list(row) for row in rows)]
    columns = list(zip(*cells, strict=True))
    widths = [max(map(len, column)) for column in columns]
    to_left = [not numbers for numbers in columns_of_numbers(rows, len(columns))]

    def line(row: Sequence[str]) -> str:
        return "  ".join(
            cell.ljust(width) if left else cell.rjust(width)
            for cell, width, left in zip(row, widths, to_left, strict=True)
        ).rstrip()

    return "\n".join(line(row) for row in cells)


def html_table(header: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> str:
    """Rows as an HTML table.

    Every cell is text, never markup; cells with text have the class "words", so that a style sheet
    can left-align them.

    >>> print(html_table(["name", "AUC"], [["<b>", "1"]], "A & B"))
    <table>
    <caption>A &amp; B</caption>
    <thead><tr><th scope="col" class="words">name</th><th scope="col">AUC</th></tr></thead>
    <tbody>
    <tr><th scope="row">&lt;b&gt;</th><td>1</td></tr>
    </tbody>
    </table>
    """
    marks = ["" if right else ' class="words"' for right in columns_of_numbers(rows, len(header))]

    def line(cells: Sequence[str]) -> str:
        rest = "".join(
            f"<td{mark}>{escape(cell)}</td>"
            for cell, mark in zip(cells[1:], marks[1:], strict=True)
        )
        return f'<tr><th scope="row">{escape(cells[0])}</th>{rest}</tr>'

    head = "".join(
        f'<th scope="col"{mark}>{escape(cell)}</th>'
        for cell, mark in zip(header, marks, strict=True)
    )
    caption = [f"<caption>{escape(title)}</caption>"] if title else []
    body = ["<tbody>", *map(line, rows), "</tbody>"]
    return "\n".join(["<table>", *caption, f"<thead><tr>{head}</tr></thead>", *body, "</table>"])


def html_list(words: Sequence[object]) -> str:
    """Sentences as an HTML list; empty if there are none."""
    items = "".join(f"<li>{escape(str(item))}</li>" for item in words)
    return f"<ul>{items}</ul>" if words else ""


def columns_of_numbers(rows: Sequence[Sequence[str]], width: int) -> list[bool]:
    """Which columns hold mostly numbers, for alignment; the first never does.

    >>> columns_of_numbers([["a", "0.9", "good"], ["b", "", "10 of 12 are good"]], 3)
    [False, True, False]
    """
    found = [False]
    for at in range(1, width):
        cells = [row[at] for row in rows if row[at]]
        found.append(2 * sum(map(_is_number, cells)) > len(cells))
    return found


def _is_number(cell: str) -> bool:
    return cell[:1].isdigit() or cell[:1] in tuple("-<−+.±") or cell in ("inf", "nan")
