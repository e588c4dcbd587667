"""The names of curves beside their lines, in the colours of the lines.

A label is a name, with the numbers of its curve below it. It lies beside its line, at a place where
the other lines are far away, or where nothing is drawn, with a thin leader to its line. The search
is deterministic: along each line candidate places are taken at equal distances, to all sides of the
line and at several distances from it. A candidate is possible if its box is inside the axes and
meets no line in colour, no words and no legend, and if its leader starts where its line can be
distinguished from the others. Of the possible ones a beam search takes, label by label, those
whose boxes and leaders do not meet each other, at the least cost: leaders are short and cross few
lines. Distances are in points (1/72 inch) on the axes as they are when the labels are placed.

Where there is no such set of places, as with curves that lie on each other, there are no labels but
the ordered legend, with marks along the lines.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from aucurate.plots.style import MOST_SOLID
from aucurate.plots.text import place_legend, plain, with_numbers

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D
    from matplotlib.text import Annotation

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

GID = "direct-label"
"""The group id of the texts, by which they are found on a figure."""

_SIZE = 8.0  # points of the letters
_ANCHORS = 60  # places along each line
_DIRECTIONS = 16
_NEAR = 4.0  # points between a line and a label without a leader
_FAR = (14.0, 24.0, 36.0, 52.0, 72.0, 96.0, 124.0, 156.0)  # lengths of leaders
_EDGE = 2.0  # points between a label and the border of the axes
_CLEAR = 2.5  # points between a label and a line in colour
_OTHER = 9.0  # a label without a leader has no other line so near
_SEPARATE = 2.5  # points from the start of a leader to the next line
_APART = 3.0  # points between two labels
_KEPT, _BEAM = 160, 60
_STEPS = np.linspace(0.0, 1.0, 100)  # places along a leader

_LEADER = 6.0  # what any leader costs, beside its length
_LENGTH, _LENGTH_TO_COLUMN = 0.25, 0.15  # for each point of a leader
_UPWARD = 12.0  # what a column costs whose first label is the lowest
_COLUMNS = 6  # columns of labels to each side that are tried
_GAP = 2.0  # points between a leader and the words in a column
_BESIDE = 6.0  # a leader goes at least so many points to the side
_ROW = 4.0  # points between the labels of a column
_CROSSING = 14.0
_COVERING = 1.0  # of grey lines and dotted ones, for each point that is covered
_SEPARATION = 0.8
_SEPARATION_ENOUGH = 16.0


def name_lines(
    axes: "Axes",
    lines: "Sequence[Line2D]",
    names: Sequence[str],
    numbers: Sequence[str],
    *,
    references: "tuple[Sequence[Line2D], Sequence[str]]" = ((), ()),
    more: "tuple[Sequence[Artist], Sequence[str]]" = ((), ()),
) -> None:
    """Name lines beside them, or in the legend where that cannot be done; call it last.

    ``numbers`` are those of each line, or empty. ``references`` are lines with a name only, such as
    that of no classifier, ``more`` the handles and labels of what stands in the legend in any case.
    """
    handles, others = more
    if len(lines) <= MOST_SOLID:
        if others:
            place_legend(axes, handles, others)
        all_lines, all_names = [*lines, *references[0]], [*names, *references[1]]
        if _label(axes, all_lines, all_names, [*numbers, *[""] * len(references[0])]):
            return
        legend = axes.get_legend()
        if legend is not None:
            legend.remove()
    labels = [with_numbers(n, each) if each else n for n, each in zip(names, numbers, strict=True)]
    place_legend(axes, [*lines, *handles, *references[0]], [*labels, *others, *references[1]])


def _label(
    axes: "Axes", lines: "Sequence[Line2D]", names: Sequence[str], numbers: Sequence[str]
) -> bool:
    """Put a label beside each line; False, and nothing changed, where they find no place."""
    axes.apply_aspect()
    page = _Page.of(axes, lines)
    drafts = []
    for separator in (", ", ",\n"):
        words = [
            "\n".join([name, *each.replace(", ", separator).splitlines()]).replace(",\n", "\n")
            for name, each in zip(names, numbers, strict=True)
        ]
        texts = [_text(axes, line, word) for line, word in zip(lines, words, strict=True)]
        drafts.append((texts, [page.size(text) for text in texts]))
    chosen = _arranged(page, [sizes for _, sizes in drafts])
    for at, (texts, _) in enumerate(drafts):
        if chosen is None or at != chosen[0]:
            for text in texts:
                text.remove()
    if chosen is None:
        return False
    at, places = chosen
    for text, line, place in zip(drafts[at][0], lines, places, strict=True):
        _put(axes, text, line, page, place)
        line.set_marker("")
    return True


def _arranged(
    page: "_Page", forms: "Sequence[Sequence[Floats]]"
) -> "tuple[int, list[_Place]] | None":
    """The places of all labels, and the form of the words that fits them.

    Best is each label beside its own line. Where several have leaders, or one would cross a line,
    they stand in a column if there is room for one.
    """
    free, columns = [], []
    for at, sizes in enumerate(forms):
        found = _search([page.beside(line, size) for line, size in enumerate(sizes)])
        if found is not None:
            free.append((found[0], at, found[1]))
    best = min(free, default=None, key=lambda each: each[:2])
    if best is not None and _is_tidy(best[2]):
        return best[1:]
    least = np.inf
    for at, sizes in enumerate(forms):
        for upward, right, boxes in page.columns(sizes):
            cost = _UPWARD * upward
            each = []
            for line, box in enumerate(boxes):
                each.append(page.from_box(line, box, right=right))
                cost += float(np.min(each[-1].costs, initial=np.inf))
                if cost >= least:
                    break
            found = _search(each) if cost < least else None
            if found is not None and found[0] + _UPWARD * upward < least:
                least = found[0] + _UPWARD * upward
                columns.append((least, at, found[1]))
    column = min(columns, default=None, key=lambda each: each[:2])
    best = column or best
    return None if best is None else best[1:]


def _is_tidy(places: "Sequence[_Place]") -> bool:
    return sum(place.has_leader for place in places) <= 1 and not any(p.crossed for p in places)


def _text(axes: "Axes", line: "Line2D", words: str) -> "Annotation":
    colour = legible(line.get_color(), axes.get_facecolor())
    face = axes.get_facecolor()
    text = axes.annotate(
        words,
        (0.0, 0.0),
        xycoords="axes fraction",
        xytext=(0.0, 0.0),
        textcoords="axes fraction",
        fontsize=_SIZE,
        color=colour,
        linespacing=1.1,
        horizontalalignment="left",
        verticalalignment="bottom",
        zorder=5,
        bbox={"facecolor": face, "edgecolor": "none", "alpha": 0.75, "pad": 1.0},
    )
    text.set_gid(GID)
    plain(text)
    return text


def _put(axes: "Axes", text: "Annotation", line: "Line2D", page: "_Page", place: "_Place") -> None:
    """Move a label to its place, with a leader to its line where it is away from it."""
    left, bottom, right, _ = place.box
    text.set_position((left / page.width, bottom / page.height))
    text.set_multialignment("left" if place.anchor[0] <= (left + right) / 2 else "right")
    text.xy = (float(place.anchor[0] / page.width), float(place.anchor[1] / page.height))
    if not place.has_leader:
        return
    from matplotlib.patches import ConnectionPatch

    start = (float(place.end[0] / page.width), float(place.end[1] / page.height))
    leader = ConnectionPatch(
        start, text.xy, "axes fraction", "axes fraction", axesA=axes, axesB=axes,
        color=line.get_color(), linewidth=0.7, zorder=4, shrinkA=0.0, shrinkB=0.0,
    )  # fmt: skip
    leader.set_gid(f"{GID}-leader")
    axes.add_artist(leader)


def legible(colour: Any, background: Any) -> tuple[float, float, float]:
    """The colour, darker or lighter until letters of it are read on the background.

    The ratio of contrast is then 4.5 at least, as the guidelines for web content ask (WCAG 2.2).

    >>> tuple(round(part, 2) for part in legible("#0072B2", "white"))
    (0.0, 0.45, 0.7)
    >>> tuple(round(part, 2) for part in legible("#E69F00", "white"))
    (0.61, 0.42, 0.0)
    """
    from matplotlib.colors import to_rgb

    own, behind = np.array(to_rgb(colour)), np.array(to_rgb(background))
    ground = _luminance(behind)
    towards = np.zeros(3) if ground > 0.18 else np.ones(3)
    for share in np.linspace(0, 1, 51):
        mixed = (1 - share) * own + share * towards
        light, dark = sorted((_luminance(mixed), ground), reverse=True)
        if (light + 0.05) / (dark + 0.05) >= 4.5:
            break
    red, green, blue = mixed.tolist()
    return red, green, blue


def _luminance(colour: Floats) -> float:
    linear = np.where(colour <= 0.04045, colour / 12.92, ((colour + 0.055) / 1.055) ** 2.4)
    return float(linear @ np.array([0.2126, 0.7152, 0.0722]))


class _Place(NamedTuple):
    """Where a label lies, in points from the lower left corner of the axes."""

    box: Floats
    anchor: Floats
    end: Floats
    has_leader: bool
    crossed: float  # lines that the leader crosses
    cost: float


class _Candidates(NamedTuple):
    """Possible places of one label, the cheapest first."""

    boxes: Floats  # left, bottom, right, top
    anchors: Floats  # on the line
    ends: Floats  # of the leader, at the box
    has_leader: Flags
    crossed: Floats
    costs: Floats


@dataclass(frozen=True, eq=False)
class _Page:
    """The axes in points, cut into cells of a point, and what is drawn in which of them."""

    width: float
    height: float
    dots: float  # of the screen in a point
    paths: list[Floats]  # places at equal distances along each line
    distances: list[Floats]  # of each cell from each line
    taken: Flags  # by words, legends and single marks
    behind: Flags  # lines in grey, dotted lines

    @classmethod
    def of(cls, axes: "Axes", lines: "Sequence[Line2D]") -> "_Page":
        from scipy.ndimage import distance_transform_edt

        figure: Any = axes.figure
        dots = figure.dpi / 72
        whole = axes.get_window_extent()
        width, height = whole.width / dots, whole.height / dots
        shape = int(np.ceil(width)) + 1, int(np.ceil(height)) + 1
        origin = np.array([whole.x0, whole.y0])

        def along(line: "Line2D") -> Floats:
            places = (line.get_transform().transform(line.get_xydata()) - origin) / dots
            return _dense(places[np.isfinite(places).all(axis=1)], max(shape))

        paths = [along(line) for line in lines]
        distances = []
        for path in paths:
            drawn = _cells(path, shape)
            distances.append(
                distance_transform_edt(~drawn) if drawn.any() else np.full(shape, np.inf)
            )
        taken, behind = np.zeros(shape, bool), np.zeros(shape, bool)
        for line in axes.lines:
            if any(line is each for each in lines) or not line.get_visible():
                continue
            if str(line.get_linestyle()).lower() == "none":
                for x, y in along(line):
                    reach = float(line.get_markersize()) / 2 + 1
                    _fill(taken, np.array([x - reach, y - reach, x + reach, y + reach]))
            else:
                behind |= _cells(along(line), shape)
        legend = axes.get_legend()
        for artist in [*axes.texts, *([legend] if legend is not None else [])]:
            box = artist.get_window_extent()
            corners = np.array([box.x0, box.y0, box.x1, box.y1])
            _fill(taken, (corners - np.tile(origin, 2)) / dots)
        return cls(width, height, dots, paths, distances, taken, behind)

    def size(self, text: "Annotation") -> Floats:
        """Width and height of words."""
        from matplotlib.text import Text

        box = Text.get_window_extent(text)
        return np.array([box.width, box.height]) / self.dots

    def beside(self, at: int, size: Floats) -> _Candidates:
        """The possible places of the label of one line, to all sides of the line."""
        path, separation = self._anchors[at]
        nearest = self._others[at]
        angles = 2 * np.pi * np.arange(_DIRECTIONS) / _DIRECTIONS
        directions = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        lengths = np.array([_NEAR, *_FAR])
        line, turn, far = (
            each.ravel() for each in np.indices((len(path), len(directions), len(lengths)))
        )
        ends = path[line] + directions[turn] * lengths[far][:, None]
        # The box touches the end of the leader with the side or the corner that faces the line.
        shift = np.where(directions > 0.3, 0.0, np.where(directions < -0.3, -1.0, -0.5))[turn]
        boxes = np.concatenate([ends + shift * size, ends + (shift + 1) * size], axis=1)
        has_leader = far > 0
        possible = self._is_free(boxes)
        possible &= has_leader | (_covered(_sums(nearest <= _OTHER), boxes) == 0)
        keep = np.flatnonzero(possible)
        line = line[keep]
        return self._judged(
            at, boxes[keep], path[line], ends[keep], has_leader[keep], separation[line], _LENGTH
        )

    def from_box(self, at: int, box: Floats, *, right: bool) -> _Candidates:
        """The leaders from the left or the right side of a box to the line."""
        path, separation = self._anchors[at]
        x = box[2] + _GAP if right else box[0] - _GAP
        beyond = path[:, 0] > x + _BESIDE if right else path[:, 0] < x - _BESIDE
        path, separation = path[beyond], separation[beyond]
        ends = np.tile([x, (box[1] + box[3]) / 2], (len(path), 1))
        boxes, each = np.tile(box, (len(path), 1)), np.ones(len(path), bool)
        return self._judged(
            at, boxes, path, ends, each, separation, _LENGTH_TO_COLUMN, in_column=True
        )

    def columns(self, sizes: Sequence[Floats]) -> Iterator[tuple[bool, bool, list[Floats]]]:
        """The boxes of columns in places where nothing is drawn.

        Before them stands whether the column goes upward and whether its leaders start at the
        right, where its words end in line then.
        """
        for upward in (False, True):
            ordered = sizes[::-1] if upward else sizes
            for right in (False, True):
                for boxes in self._columns(ordered, right=right):
                    yield upward, right, boxes[::-1] if upward else boxes

    def _columns(self, sizes: Sequence[Floats], *, right: bool) -> Iterator[list[Floats]]:
        widths, heights = np.array(sizes).T
        tops = np.concatenate([[0.0], np.cumsum(heights + _ROW)])[:-1]
        whole, most = tops[-1] + heights[-1], float(np.max(widths))
        across = np.linspace(_EDGE, self.width - _EDGE - most, _COLUMNS)
        up = np.linspace(self.height - _EDGE, whole + _EDGE, _COLUMNS)
        for start in across if across[-1] > _EDGE else ():
            left = start + (most - widths if right else np.zeros(len(widths)))
            for high in up if up[0] > up[-1] else ():
                low = high - tops - heights
                boxes = np.stack([left, low, left + widths, low + heights], axis=1)
                if self._is_free(boxes).all():
                    yield list(boxes)

    @cached_property
    def _others(self) -> list[Floats]:
        """The distance of each cell from the nearest line but one, for each line."""
        nowhere = np.full(self.taken.shape, np.inf)
        return [
            np.min([nowhere, *self.distances[:at], *self.distances[at + 1 :]], axis=0)
            for at in range(len(self.distances))
        ]

    @cached_property
    def _anchors(self) -> list[tuple[Floats, Floats]]:
        """Places on each line apart from the others, and how far, up to what is enough."""
        found = []
        for path, nearest in zip(self.paths, self._others, strict=True):
            inside = (path >= 0).all(axis=1) & (path <= [self.width, self.height]).all(axis=1)
            some = np.linspace(0, max(inside.sum() - 1, 0), _ANCHORS).round().astype(int)
            places = path[inside][np.unique(some)] if inside.any() else path[:0]
            separation = np.minimum(nearest[_at(places)], _SEPARATION_ENOUGH)
            apart = separation >= _SEPARATE
            found.append((places[apart], separation[apart]))
        return found

    @cached_property
    def _occupied(self) -> Floats:
        return _sums((np.min(self.distances, axis=0) <= _CLEAR) | self.taken)

    @cached_property
    def _background(self) -> Floats:
        return _sums(self.behind)

    def _is_free(self, boxes: Floats) -> Flags:
        """Which boxes are inside the axes and meet no words and no line in colour."""
        limits = np.array([self.width - _EDGE, self.height - _EDGE])
        free = (boxes[:, :2] >= _EDGE).all(axis=1) & (boxes[:, 2:] <= limits + 1e-9).all(axis=1)
        free &= _covered(self._occupied, boxes) == 0
        return free  # type: ignore[no-any-return]

    def _judged(
        self,
        at: int,
        boxes: Floats,
        anchors: Floats,
        ends: Floats,
        has_leader: Flags,
        separation: Floats,
        length_cost: float,
        *,
        in_column: bool = False,
    ) -> _Candidates:
        """The candidates whose leaders meet no words, with their costs, the cheapest first."""
        steps = _at(ends[:, None, :] + _STEPS[None, :, None] * (anchors - ends)[:, None, :])
        crossed = np.zeros(len(boxes))
        for other, distance in enumerate(self.distances):
            if other != at:
                crossed += (distance[steps] <= 1.5).any(axis=1)
        length = np.hypot(*(anchors - ends).T)
        costs = has_leader * (_LEADER + length_cost * length + _CROSSING * crossed)
        costs += _COVERING * _covered(self._background, boxes) / 4
        costs += _SEPARATION * (_SEPARATION_ENOUGH - separation)
        order = np.argsort(costs.round(6), kind="stable")
        blocked: Flags = np.asarray(self.taken[steps].any(axis=1))
        order = order[~blocked[order]]
        order = order if in_column else _spread(order, boxes)
        return _Candidates(
            boxes[order],
            anchors[order],
            ends[order],
            has_leader[order],
            crossed[order],
            costs.round(6)[order],
        )


def _spread(order: NDArray[np.int64], boxes: Floats) -> NDArray[np.int64]:
    """The first of those whose boxes lie in the same small part of the axes, in their order."""
    parts = (boxes[order, :2] // 10).astype(np.int64)
    _, first = np.unique(parts[:, 0] * 100_000 + parts[:, 1], return_index=True)
    kept: NDArray[np.int64] = order[np.sort(first)][:_KEPT]
    return kept


def _dense(places: Floats, most: float) -> Floats:
    """Places half a point apart along a line, whose far ends outside the axes are cut."""
    if len(places) < 2:
        return places
    places = np.clip(places, -most, 2 * most)
    length = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(places, axis=0).T))])
    along = np.linspace(0, length[-1], max(2, int(2 * length[-1]) + 1))
    return np.stack([np.interp(along, length, part) for part in places.T], axis=1)


def _at(places: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The cells of places inside the axes."""
    cells = np.floor(places).astype(np.int64)
    return cells[..., 0], cells[..., 1]


def _cells(path: Floats, shape: tuple[int, int]) -> Flags:
    """The cells that a line goes through."""
    drawn = np.zeros(shape, bool)
    x, y = _at(path)
    inside = (x >= 0) & (y >= 0) & (x < shape[0]) & (y < shape[1])
    drawn[x[inside], y[inside]] = True
    return drawn


def _fill(cells: Flags, box: Floats) -> None:
    """Take all cells in a box."""
    left, bottom = np.maximum(np.floor(box[:2]).astype(int), 0)
    right, top = np.maximum(np.ceil(box[2:]).astype(int), 0)
    cells[left:right, bottom:top] = True


def _sums(cells: Flags) -> Floats:
    """How many of these cells lie below and to the left of each corner of a cell."""
    sums = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1))
    sums[1:, 1:] = cells.cumsum(axis=0, dtype=np.float64).cumsum(axis=1)
    return sums


def _covered(sums: Floats, boxes: Floats) -> Floats:
    """How many cells lie in each box."""
    low, high = np.floor(boxes[:, :2]).astype(int), np.ceil(boxes[:, 2:]).astype(int)
    left, right = (np.clip(each[:, 0], 0, sums.shape[0] - 1) for each in (low, high))
    bottom, top = (np.clip(each[:, 1], 0, sums.shape[1] - 1) for each in (low, high))
    inside: Floats = sums[right, top] - sums[left, top] - sums[right, bottom] + sums[left, bottom]
    return inside


# The choice of one place for every label.


def _search(each: Sequence[_Candidates]) -> tuple[float, list[_Place]] | None:
    """The places of all labels that go together, with about the least cost; None without any."""
    order = sorted(range(len(each)), key=lambda at: (len(each[at].costs), at))
    states: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    together: dict[tuple[int, int], Flags] = {}
    for depth, at in enumerate(order):
        costs, extended = each[at].costs, []
        for before in order[:depth]:
            together[before, at] = _compatible(each[before], each[at])
        for cost, chosen in states:
            possible = np.ones(len(costs), bool)
            for before, place in zip(order, chosen, strict=False):
                possible &= together[before, at][place]
            extended += [
                (cost + float(costs[place]), (*chosen, place))
                for place in np.flatnonzero(possible)[:_BEAM].tolist()
            ]
        states = sorted(extended)[:_BEAM]
        if not states:
            return None
    places = dict(zip(order, states[0][1], strict=True))
    return states[0][0], [
        _Place(*(column[places[at]] for column in candidates)) for at, candidates in enumerate(each)
    ]


def _compatible(first: _Candidates, second: _Candidates) -> Flags:
    """Which places of two labels go together: neither boxes nor leaders meet."""
    a, b = first.boxes[:, None, :], second.boxes[None, :, :]
    apart = (a[..., 0] > b[..., 2] + _APART) | (b[..., 0] > a[..., 2] + _APART)
    apart |= (a[..., 1] > b[..., 3] + _APART) | (b[..., 1] > a[..., 3] + _APART)
    clear = apart & ~_meet(first, second) & ~_meet(second, first).T
    p, r = first.anchors[:, None, :], (first.ends - first.anchors)[:, None, :]
    q, s = second.anchors[None, :, :], (second.ends - second.anchors)[None, :, :]
    across = _cross(r, s)
    with np.errstate(divide="ignore", invalid="ignore"):
        t, u = _cross(q - p, s) / across, _cross(q - p, r) / across
    crossing = (across != 0) & (t >= 0) & (t <= 1) & (u >= 0) & (u <= 1)
    return clear & ~crossing  # type: ignore[no-any-return]


def _meet(leaders: _Candidates, boxes: _Candidates) -> Flags:
    """Whether the leaders of one label run through boxes of another."""
    way = leaders.anchors - leaders.ends
    shares = _STEPS[::4]
    steps = leaders.ends[:, None, :] + shares[None, :, None] * way[:, None, :]
    low, high = boxes.boxes[:, :2] - 2.0, boxes.boxes[:, 2:] + 2.0
    inside = np.zeros((len(leaders.costs), len(boxes.costs)), bool)
    for step in range(len(shares)):
        x, y = steps[:, step, 0, None], steps[:, step, 1, None]
        inside |= (x > low[:, 0]) & (x < high[:, 0]) & (y > low[:, 1]) & (y < high[:, 1])
    return inside


def _cross(a: Floats, b: Floats) -> Floats:
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
