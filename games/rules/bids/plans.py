"""Orders given ahead in Bids: whether a seat may give them, and what they play. ``ahead.py`` reads them.

They hold for one trick, which the canonical text names (``trick 2/7``); the clause of the thief stands until
it is replaced.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.bids.ahead import LEAST_TOP, Plan, read
from games.rules.bids.cards import BLACK, VALUE
from games.rules.bids.state import BidsView, to_play
from games.rules.game import LONGEST, Decision, IllegalOrder, Seat, gettext_noop

_ = gettext_noop


def now(view: BidsView) -> str:
    """The trick that is being played, as a plan names it."""
    return f"{view.round_no}/{view.trick_no}"


def planned(view: BidsView, seat: Seat, text: str) -> str:
    """The canonical text of a plan, checked against what the seat may see, or raise ``IllegalOrder``."""
    plan = read(text)
    if view.result is not None or seat in view.left or view.viewer != seat:
        raise IllegalOrder(_("You have nothing to plan in this match any more."), "not_asked")
    if plan.thief and view.options.thief == "off":
        raise IllegalOrder(_("There is no Thief among the cards of this match."), "no_thief")
    if not plan.cards:
        return plan._replace(trick="").text()
    _check_moment(view, seat, plan)
    for card in plan.cards:
        if card not in view.hand:
            raise IllegalOrder(
                _("You don’t hold {card}; you hold {hand}."),
                "not_held",
                card=card,
                hand=", ".join(view.hand),
            )
    return _short_enough(plan._replace(trick=now(view)).text())


def _short_enough(text: str) -> str:
    """The canonical text, which may be longer than what was written."""
    if len(text) > LONGEST:
        raise IllegalOrder(
            _("Written in full, these orders ahead have {count} characters; at most {most} are kept."),
            "too_long",
            most=LONGEST,
            count=len(text),
        )
    return text


def examples(view: BidsView, seat: Seat) -> tuple[str, ...]:
    """Plans that the seat could make now, with cards that it holds."""
    if view.result is not None or seat in view.left or view.viewer != seat:
        return ()
    thefts = ("thief >=6", "thief no") if view.options.thief == "on" else ()
    waits = view.stage == "bid" and seat in to_play(view, len(view.counts))
    if view.options.bidding == "sealed" or not waits or not view.hand:
        return thefts
    return (*_with_cards(sorted(view.hand, key=lambda card: VALUE.get(card, LEAST_TOP))), *thefts)


def _with_cards(hand: Sequence[str]) -> list[str]:
    """Conditions for the cards of a hand, which are sorted by worth."""
    low, high = hand[0], hand[-1]
    beaten = VALUE.get(high, LEAST_TOP) - 1
    if low == high or beaten < 1:
        return [f"else {low}"]
    return [f"else {low}", f"if top<={beaten} {high}; else {low}", f"if last and black {low}; else {high}"]


def _check_moment(view: BidsView, seat: Seat, plan: Plan) -> None:
    """Refuse a plan for a card that can't be planned now."""
    if view.options.bidding == "sealed":
        raise IllegalOrder(
            _("All bid at once in this match, so only a line for the thief can be given ahead."), "sealed"
        )
    if plan.trick and plan.trick != now(view):
        raise IllegalOrder(
            _("That plan is for trick {trick}; now trick {now} is played."),
            "other_trick",
            trick=plan.trick,
            now=now(view),
        )
    if view.stage == "steal" or seat not in to_play(view, len(view.counts)):
        raise IllegalOrder(
            _("You have played in this trick; plan the next card when the next trick is open."), "played"
        )


def follow(view: BidsView, seat: Seat, decision: Decision, text: str) -> tuple[str | None, str]:
    """The order that a plan gives, or None, and what is left of the plan."""
    plan = read(text)
    kept = Plan(thief=plan.thief).text()
    if decision.kind == "steal":
        return (_theft(decision, plan.thief) if plan.thief else None), kept
    if decision.kind != "bid":
        return None, text
    if plan.trick != now(view):
        return None, kept
    card = next((line.card for line in plan.lines if fits(view, seat, line.tests)), plan.other)
    return (card, kept) if card else (None, text)


def _theft(decision: Decision, wish: str) -> str:
    """What the standing clause makes of a chance to steal."""
    if wish != "no":
        worth = [int(value) for clause in decision.clauses for value in clause.values]
        best = max(worth, default=0)
        if worth and best >= int(wish.removeprefix(">=")):
            return f"steal {best}"
    return "no"


def fits(view: BidsView, seat: Seat, tests: tuple[str, ...]) -> bool:
    """Whether all of these conditions hold for the seat that is to play."""
    values = [VALUE[card] for _seat, card in view.plays if card in VALUE]
    top = None if not values else min(values) if view.low else max(values)
    facts = {
        "lead": not view.plays,
        "last": to_play(view, len(view.counts)) == [seat],
        "black": any(card[0] == BLACK for _seat, card in view.plays),
    }
    return all(facts[test] if test in facts else _compares(top, test) for test in tests)


def _compares(top: int | None, test: str) -> bool:
    """Whether the best bid so far compares as ``top<=6`` says; without a bid nothing does."""
    if top is None:
        return False
    if test[3] == "=":
        return top == int(test[4:])
    return top <= int(test[5:]) if test[3] == "<" else top >= int(test[5:])
