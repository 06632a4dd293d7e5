"""What a game says in words: the sentences for its events and for how a match ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from django.template import Context
from django.template.loader import get_template
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.models import Match, Turn
from games.models.deal import day_of
from games.models.recall import may_be_told, told
from games.rules.game import Game


def story(turn: Turn, seat: int | None, names: Sequence[str]) -> list[str]:
    """What happened in a closed turn, a sentence for each event that the seat may see now."""
    game, told_to, language = turn.match.game, tuple(names), get_language() or ""
    events = told(turn, seat)
    if turn.events and not events and not may_be_told(turn):
        return [_("What happened here may be looked at again when the match is over.")]
    sentences = (_sentence(game, msgspec.json.encode(event), told_to, language) for event in events)
    return [sentence for sentence in sentences if sentence]


def standing(game: Game[Any], view: Any, names: Sequence[str]) -> list[str]:
    """What holds in a position beside what its picture shows, a sentence for each fact."""
    told_to, language = tuple(names), get_language() or ""
    facts = (msgspec.to_builtins(fact) for fact in game.standing(view))
    return [_sentence(game.slug, msgspec.json.encode(fact), told_to, language) for fact in facts]


def ending(match: Match, seat: int, names: Sequence[str]) -> str:
    """Who won a finished match, told to one of its seats."""
    winners = (match.outcome or {}).get("winners", [])
    if match.size == 1:
        return _alone(match, match.outcome or {})
    others = ", ".join(names[winner] for winner in winners if winner != seat)
    if not winners:
        return _("it is a draw") if match.size == 2 else _("nobody won")
    if seat not in winners:
        return _("you lost; the winner is {names}").format(names=others)
    return _("you won, together with {names}").format(names=others) if others else _("you won")


def _alone(match: Match, outcome: Mapping[str, Any]) -> str:
    """How a match for one ended, and with what score."""
    if match.deal_id and not _within_a_day(match):
        return _("not finished in time")
    if outcome.get("reason") == "resigned":
        return _("given up")
    score = (outcome.get("scores") or [0])[0]
    points = ngettext("{score} point", "{score} points", score).format(score=score)
    if outcome.get("winners"):
        return _("won with {points}").format(points=points)
    return _("lost with {points}").format(points=points) if score else _("lost")


def _within_a_day(match: Match) -> bool:
    began, ended = match.started_at, match.ended_at
    return began is not None and ended is not None and day_of(began) == day_of(ended)


@lru_cache(maxsize=4096)
def _sentence(game: str, event: bytes, names: tuple[str, ...], language: str) -> str:
    """Several readers are told the same events; each is put into words once a language."""
    values: dict[str, Any] = {"event": msgspec.json.decode(event), "names": names}
    template = get_template(f"games/{game}/events.txt").template  # type: ignore[attr-defined]
    # Sentences are plain text; whoever puts them into HTML escapes them there.
    return " ".join(template.render(Context(values, autoescape=False)).split())
