"""What every drawing is drawn on: its measures, its frame on a page, its frame and colours anywhere else."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from games.drawing.emblems import COLOURS, LETTERS, QUEEN, symbols

UNIT = 60
"""How wide one space is drawn."""
RIM = 12

SQUARES_STYLE = """
.rim{fill:#6b4a24}.cell{fill:#f4ead3}.dark{fill:#ddc69b}.num{fill:none;stroke:#5c4a2a;stroke-width:1.1}
.text{fill:#5c4a2a;font:13px Roboto}.ring{fill:none;stroke:#fff;stroke-opacity:.55;stroke-width:1.5}
.s0{fill:#20262b}.s1{fill:#b3202f}.s2{fill:#1c5fa8}.s3{fill:#2a7436}.emblem{fill:#fff}
.here{fill:none;stroke:#164737;stroke-width:4}.queen{fill:#fff;stroke:#15211b;stroke-width:1.4}
.line{fill:#f2c14e}.new{fill:none;stroke:#7a5410;stroke-width:2.5;stroke-dasharray:5 4}
"""
_STYLE = """
.ground{fill:#164737}.well{fill:#0f332a}.slot{fill:none;stroke:#7fa594;stroke-width:1.2}.rim{fill:#6b4a24}
.cell{fill:#f4ead3}.dark{fill:#ddc69b}.shade{fill:#0b2019;fill-opacity:.3}
.ink{fill:none;stroke:#4a3b20;stroke-width:1.25;stroke-linecap:round;stroke-linejoin:round}
.pale{stroke:#f4f1e4}.soft{stroke:#c7d9cf}.bold{stroke-width:1.7}
.open{fill:none;stroke:#f2c14e;stroke-width:3;stroke-dasharray:6 4}
.here{fill:none;stroke:#f2c14e;stroke-width:4}.won{fill:#f2c14e}.new{fill:#f2c14e;stroke:#4a3b20}
.emblem{fill:#fff}.disc circle{stroke:#fff;stroke-width:2}.allied .hollow{stroke:#f2c14e}
.face{fill:#fffdf6;stroke:#b9b19a;stroke-width:1.2}.under{fill:#e2dac4;stroke:#9c947c}
.down .face{fill:#2b3e63;stroke:#fffdf6}.net{fill:none;stroke:#6f86b4;stroke-width:1.2}
.badge{fill:#2b3e63}.kR .face{fill:#b3202f}.kG .face{fill:#22692e}.kY .face{fill:#f3c433}
.kB .face{fill:#1c5fa8}.kK .face{fill:#17191c}.pip{fill:#17191c}
.hollow{fill:none;stroke:#17191c;stroke-width:2.4}
.kY .ink,.kW .ink,.kN .ink{stroke:#17191c}.down .ink,.kR .ink,.kG .ink,.kB .ink,.kK .ink{stroke:#fff}
.kR .pip,.kG .pip,.kB .pip,.kK .pip{fill:#fff}.note .pip{fill:#f2c14e}
"""
"""The style sheet of a page says the same; here it goes into the drawing."""


_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_TAG = re.compile(r"<(/?)(\w+)( class=\"([^\"]*)\")?([^>]*?)(/?)>")
Rule = tuple[frozenset[str], frozenset[str], str]
"""The looks or the tag an element must have, those that must be around it, and what it then wears."""


@lru_cache(maxsize=16)
def _rules(style: str, colours: tuple[str, ...]) -> tuple[Rule, ...]:
    """A style sheet as rules, those for elements within others last, since they win."""
    seats = "".join(f".s{seat}{{fill:{colour}}}" for seat, colour in enumerate(colours))
    rules = [
        (_words(selector.split()[-1]), _words(" ".join(selector.split()[:-1])), body)
        for selectors, body in _RULE.findall(_STYLE + seats + style)
        for selector in selectors.split(",")
    ]
    return tuple(sorted(rules, key=lambda rule: len(rule[1])))


def _words(selector: str) -> frozenset[str]:
    return frozenset(selector.replace(".", " ").split())


@lru_cache(maxsize=2048)
def _worn(style: str, colours: tuple[str, ...], own: tuple[str, ...], around: tuple[str, ...]) -> str:
    """What an element wears, as attributes."""
    found: dict[str, str] = {}
    for needs, outside, body in _rules(style, colours):
        if needs.issubset(own) and outside.issubset(around):
            found |= dict(part.split(":") for part in body.split(";"))
    return "".join(f' {name}="{value}"' for name, value in found.items())


def _dressed(drawn: str, style: str, colours: tuple[str, ...]) -> str:
    """A drawing whose elements wear attributes in place of classes: a style sheet costs twice the drawing."""
    around: list[tuple[str, ...]] = [()]

    def dress(tag: re.Match[str]) -> str:
        closing, name, _class, looks, others, single = tag.groups()
        if closing:
            around.pop()
            return tag[0]
        own = (name, *(looks or "").split())
        worn = _worn(style, colours, own, around[-1])
        if not single:
            around.append(around[-1] + own)
        return f"<{name}{worn}{others}{single}>"

    return _TAG.sub(dress, drawn)


def box(look: str, x: float, y: float, wide: float, tall: float, round_by: float = 0) -> str:
    """A rectangle with a look of its own, such as a mark or a place."""
    corners = f' rx="{round_by:g}"' if round_by else ""
    return f'<rect class="{look}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{tall:g}"{corners}/>'


def pickable(drawing: str, value: str) -> str:
    """What is drawn, as a part of a page's board that stands for a value of the order form."""
    return f'<g data-pick="{escape(value)}">{drawing}</g>'


def page_frame(body: str, width: float, height: float, label: str, look: str) -> str:
    """A drawing for a page, dressed by its style sheet."""
    return (
        f'<svg class="board {look}" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{escape(label)}">{body}</svg>'
    )


def own_frame(
    body: str,
    width: float,
    height: float,
    label: str,
    style: str = "",
    colours: tuple[str, ...] = COLOURS,
    shapes: str = "",
) -> str:
    """A drawing that brings all it needs; ``shapes`` are those it refers to beside the emblems."""
    used = tuple(name for name in (*LETTERS, QUEEN) if f'"#suit-{name}"' in body)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img"><title>{escape(label)}</title>'
        f"<defs>{symbols(used)}{shapes}</defs>{_dressed(body, style, colours)}</svg>"
    )
