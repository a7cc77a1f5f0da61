"""The pictures of a review, in Altair: win chance, plays left, where the points came from.

Each is drawn from rows that the page also shows as a table, for those who do not see a picture.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt

Row = dict[str, Any]
Chart = Any
"""A layered chart of Altair, whose own types do not say what ``layer`` gives."""

HEIGHT = 300
FONT = 12
_LOW = 18
"""Below it a figure stands above its mark, else the axis would be in its way."""


@dataclass(frozen=True, slots=True)
class Colours:
    """Tokens of ``table/tokens.css`` for one theme."""

    ink: str
    ink_2: str
    line: str
    ok: str
    warn: str
    no: str
    accent: str
    landlord: str
    peasant: str


LIGHT = Colours(
    ink="#1c2024",
    ink_2="#4f5860",
    line="#d3d8d0",
    ok="#17663a",
    warn="#785000",
    no="#9c261d",
    accent="#275a8a",
    landlord="#8a4210",
    peasant="#17614b",
)
DARK = Colours(
    ink="#e9e7e2",
    ink_2="#aeb5ba",
    line="#394246",
    ok="#8bd6a2",
    warn="#e8c26a",
    no="#ffab9e",
    accent="#8fbce6",
    landlord="#f0b07a",
    peasant="#86d1b1",
)
SHAPES = {
    "hard": "circle",
    "inaccuracy": "triangle-up",
    "mistake": "diamond",
    "blunder": "square",
}
"""Marks of the curve; each has a name beside the picture, so that no colour is needed."""


def win_chance(
    rows: Sequence[Row],
    marks: Sequence[Row],
    bombs: Sequence[Row],
    leads: Sequence[Row],
    tricks: Mapping[int, str],
    words: Mapping[str, str],
    colours: Colours,
    *,
    landlord: bool,
) -> Chart:
    """The curve of *rows* (``at chance low high who play``).

    *marks* stand on it (``at chance look figure row``), *bombs* above (``at label row``), *leads*
    that changed below (``at label``); *tricks* names places of the axis.  *landlord*: whose curve
    it is; above one half the own side is ahead.
    """
    own, other = (
        (colours.landlord, colours.peasant) if landlord else (colours.peasant, colours.landlord)
    )
    data = _data(rows)
    x = alt.X("at:Q", axis=_axis(tricks, words["tricks"], colours), scale=alt.Scale(nice=False))
    y = alt.Y(
        "chance:Q",
        scale=alt.Scale(domain=[0, 100]),
        axis=alt.Axis(
            values=[0, 50, 100],
            title=None,
            labelColor=colours.ink_2,
            labelFontSize=FONT,
            gridColor=colours.line,
            domain=False,
            ticks=False,
        ),
    )
    base = alt.Chart(data).encode(x=x)
    layers: list[Any] = [
        base.mark_area(color=own, opacity=0.16).encode(
            y=alt.Y("above:Q", scale=alt.Scale(domain=[0, 100])), y2="half:Q"
        ),
        base.mark_area(color=other, opacity=0.16).encode(y="below:Q", y2="half:Q"),
        base.mark_area(color=colours.ink_2, opacity=0.22).encode(y="low:Q", y2="high:Q"),
        alt.Chart(data).mark_rule(strokeDash=[2, 3], color=colours.ink_2).encode(y="half:Q"),
    ]
    if bombs:
        of_bombs = alt.Chart(_data(bombs)).encode(x="at:Q")
        layers.append(of_bombs.mark_rule(strokeDash=[3, 3], color=colours.ink_2))
        layers += [
            of_bombs.transform_filter(f"datum.row == {row}")
            .mark_text(
                dy=-8 - 16 * row,
                baseline="bottom",
                fontSize=FONT,
                fontWeight="bold",
                color=colours.ink,
            )
            .encode(y=alt.value(0), text="label:N")
            for row in (0, 1)  # neighbours stand one above the other
        ]
    if leads:
        layers.append(
            alt.Chart(_data(leads))
            .mark_tick(orient="vertical", size=10, thickness=2, color=colours.ink_2)
            .encode(x="at:Q", y=alt.datum(0), tooltip=[_tip("label", words["lead"])])
        )
    layers.append(base.mark_line(color=colours.ink, strokeWidth=2).encode(y=y))
    if marks:
        layers += _marks(marks, colours)
    layers.append(
        base.mark_point(size=160, opacity=0.001, filled=True).encode(
            y=y,
            tooltip=[
                _tip("trick", words["trick"]),
                _tip("who", words["who"]),
                _tip("play", words["play"]),
                _tip("figure", words["chance"]),
            ],
        )
    )
    return _framed(alt.layer(*layers), colours)


def _marks(marks: Sequence[Row], colours: Colours) -> list[alt.Chart]:
    data = _data(marks)
    chart = alt.Chart(data).encode(x="at:Q", y="chance:Q")
    looks = list(SHAPES)
    painted = [colours.ok, colours.warn, colours.no, colours.no]
    return [
        chart.mark_point(size=130, filled=True, opacity=1).encode(
            shape=alt.Shape(
                "look:N", scale=alt.Scale(domain=looks, range=list(SHAPES.values())), legend=None
            ),
            color=alt.Color("look:N", scale=alt.Scale(domain=looks, range=painted), legend=None),
            tooltip=[_tip("name", " "), _tip("play", " "), _tip("figure", " ")],
        ),
        *(
            chart.transform_filter(f"datum.chance {side} {_LOW} && datum.row == {row}")
            .mark_text(dy=dy * (1 + row), fontSize=FONT, fontWeight="bold", color=colours.ink)
            .encode(text="figure:N")
            for side, dy in ((">=", 18), ("<", -16))
            for row in (0, 1)  # neighbours stand one below the other
        ),
    ]


def plays_left(
    rows: Sequence[Row], tricks: Mapping[int, str], words: Mapping[str, str], colours: Colours
) -> Chart:
    """The fewest plays of every hand: *rows* are ``at seat plays``, the seat by its name."""
    data = _data(rows)
    seats = list(dict.fromkeys(row["seat"] for row in rows))
    dashes = [[1, 0], [6, 3], [2, 3], [8, 2, 2, 2]][: len(seats)]
    painted = [colours.accent, colours.ink, colours.ink_2, colours.warn][: len(seats)]
    chart = alt.Chart(data).encode(
        x=alt.X("at:Q", axis=_axis(tricks, words["tricks"], colours), scale=alt.Scale(nice=False)),
        y=alt.Y(
            "plays:Q",
            axis=alt.Axis(
                title=None,
                tickMinStep=1,
                labelColor=colours.ink_2,
                labelFontSize=FONT,
                gridColor=colours.line,
                domain=False,
                ticks=False,
            ),
        ),
        color=alt.Color(
            "seat:N",
            scale=alt.Scale(domain=seats, range=painted),
            legend=_legend(colours),
        ),
        strokeDash=alt.StrokeDash(
            "seat:N", scale=alt.Scale(domain=seats, range=dashes), legend=_legend(colours)
        ),
    )
    tips = [
        _tip("trick", words["trick"]),
        _tip("seat", words["who"]),
        _tip("plays", words["plays"]),
    ]
    layers = [
        chart.mark_line(interpolate="step-after", strokeWidth=2),
        chart.mark_point(size=120, opacity=0.001, filled=True).encode(tooltip=tips),
    ]
    return _framed(alt.layer(*layers), colours)


def waterfall(rows: Sequence[Row], words: Mapping[str, str], colours: Colours) -> Chart:
    """Where the points came from: *rows* are ``name from to points text sign``, the result last."""
    data = _data(rows)
    names = [row["name"] for row in rows]
    y = alt.Y(
        "name:N",
        sort=names,
        title=None,
        axis=alt.Axis(
            labelColor=colours.ink, labelFontSize=13, labelLimit=160, domain=False, ticks=False
        ),
    )
    chart = alt.Chart(data).encode(y=y, tooltip=[_tip("name", " "), _tip("text", words["points"])])
    bars = chart.encode(x=alt.X("from:Q", axis=None), x2="to:Q")
    plus = bars.transform_filter("datum.sign == 'plus'").mark_bar(color=colours.accent, height=14)
    minus = bars.transform_filter("datum.sign == 'minus'").mark_bar(
        height=14, fill=colours.line, stroke=colours.ink_2, strokeDash=[2, 2]
    )
    result = bars.transform_filter("datum.sign == 'result'").mark_bar(color=colours.ink, height=14)
    zero = alt.Chart(_data([{"zero": 0}])).mark_rule(color=colours.ink_2).encode(x="zero:Q")
    return _framed(alt.layer(plus, minus, result, zero), colours, height=34 * len(rows))


def accuracies(rows: Sequence[Row], words: Mapping[str, str], colours: Colours) -> Chart:
    """The accuracy of every deal, and its moving mean: *rows* are ``deal day accuracy smooth``."""
    names = [words["accuracy"], words["smooth"]]
    axis: Row = {
        "title": None, "labelColor": colours.ink_2, "labelFontSize": FONT,
        "domain": False, "ticks": False,
    }  # fmt: skip
    base = alt.Chart(_data(rows)).encode(
        x=alt.X("deal:Q", axis=alt.Axis(grid=False, tickMinStep=1, **axis)),
        tooltip=[
            _tip("day", words["day"]),
            *(_tip(f, n) for f, n in zip(_FIGURES, names, strict=True)),
        ],
    )
    colour = alt.Scale(domain=names, range=[colours.ink_2, colours.accent])
    points, line = (
        base.transform_calculate(what=json.dumps(name)).encode(
            y=alt.Y(
                f"{figure}:Q",
                scale=alt.Scale(domain=[0, 100]),
                axis=alt.Axis(values=[0, 50, 100], gridColor=colours.line, **axis),
            ),
            color=alt.Color("what:N", scale=colour, legend=_legend(colours)),
        )
        for figure, name in zip(_FIGURES, names, strict=True)
    )
    layers = [line.mark_line(strokeWidth=2), points.mark_point(size=60, filled=True, opacity=1)]
    return _framed(alt.layer(*layers), colours, height=220)


_FIGURES = ("accuracy", "smooth")


def _data(rows: Sequence[Row]) -> alt.Data:
    return alt.Data(values=list(rows))  # type: ignore[no-untyped-call]


def _axis(tricks: Mapping[int, str], title: str, colours: Colours) -> alt.Axis:
    named = json.dumps({str(at): name for at, name in tricks.items()})
    return alt.Axis(
        values=list(tricks),
        labelExpr=f"{named}[toString(datum.value)]",
        title=title,
        titleFontSize=FONT,
        titleColor=colours.ink_2,
        titleFontWeight="normal",
        labelFontSize=FONT,
        labelColor=colours.ink_2,
        labelOverlap="greedy",
        grid=False,
        domain=False,
        ticks=False,
    )


def _legend(colours: Colours) -> alt.Legend:
    return alt.Legend(
        orient="top",
        title=None,
        labelColor=colours.ink,
        labelFontSize=FONT,
        labelLimit=220,
        symbolType="stroke",
        symbolOpacity=1,
        symbolSize=300,
        symbolStrokeWidth=2,
        columns=2,
    )


def _tip(name: str, title: str) -> alt.Tooltip:
    return alt.Tooltip(f"{name}:N", title=title)


def _framed(chart: Chart, colours: Colours, *, height: int = HEIGHT) -> Chart:
    framed = chart.properties(
        height=height, padding={"top": 36, "left": 4, "right": 8, "bottom": 4}
    )
    return framed.configure_view(strokeWidth=0).configure(background="transparent")
