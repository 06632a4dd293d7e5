"""How a contest is held, in whole sentences: stages, points, ties, admission, rounds; for pages and mails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.contests.plan import UNIT, Plan, Stage
from games.contests.ties import TIES
from games.models import Contest, Match

_SIGNS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}


def figure(units: int, scale: int = UNIT) -> str:
    """A number of points as people write it: ``0``, ``½``, ``7⅓``."""
    whole, rest = divmod(abs(units), scale)
    minus = "−" if units < 0 else ""
    if not rest:
        return f"{minus}{whole}"
    sign = _SIGNS.get(Fraction(rest, scale))
    if sign is None:
        return f"{minus}{abs(units) / scale:.2f}"
    return f"{minus}{whole or ''}{sign}"


def kind(plan: Plan) -> str:
    """The format of a contest, in a few words: ``Swiss, 7 rounds``."""
    if len(plan.stages) > 1:
        return _("{first}, then {second}").format(
            first=_stage_kind(plan.stages[0]), second=_stage_kind(plan.stages[1])
        )
    return _stage_kind(plan.stages[0])


def _stage_kind(stage: Stage) -> str:
    if stage.format == "swiss" and stage.rounds:
        return ngettext("Swiss, {n} round", "Swiss, {n} rounds", stage.rounds).format(n=stage.rounds)
    if stage.format == "knockout":
        return _("double elimination") if stage.double else _("single elimination")
    if stage.groups > 1:
        return ngettext("{n} group", "{n} groups", stage.groups).format(n=stage.groups)
    return {
        "round_robin": _("round robin"),
        "swiss": _("Swiss"),
        "pods": _("knock-out at tables"),
        "duplicate": _("duplicate"),
        "league": _("league with divisions"),
        "ladder": _("ladder"),
    }[stage.format]


def stages_in_words(contest: Contest) -> list[list[str]]:
    """Each stage of a contest as sentences."""
    plan = contest.terms
    return [
        [*_grouped(stage), *_FORMATS[stage.format](stage, contest.size), *_going_on(stage, index, plan)]
        for index, stage in enumerate(plan.stages)
    ]


def _grouped(stage: Stage) -> Iterator[str]:
    if stage.groups > 1:
        yield _("The entries are divided into {groups} groups of equal strength.").format(groups=stage.groups)


def _going_on(stage: Stage, index: int, plan: Plan) -> Iterator[str]:
    if index + 1 < len(plan.stages) and stage.through:
        yield ngettext(
            "The best of each group goes on to the next stage.",
            "The best {n} of each group go on to the next stage.",
            stage.through,
        ).format(n=stage.through)


def _round_robin(stage: Stage, size: int) -> Iterator[str]:
    if size > 2:
        yield _(
            "At tables of {size}, everybody meets everybody equally often, as nearly as the numbers allow."
        ).format(size=size)
    if size == 2 or stage.legs > 1:
        yield ngettext(
            "Everybody meets everybody once.", "Everybody meets everybody {n} times.", stage.legs
        ).format(n=stage.legs)
    if stage.at_once == 0:
        yield _("All rounds are played at the same time.")
    elif stage.at_once > 1:
        yield _("Each entry plays up to {n} rounds at the same time.").format(n=stage.at_once)
    else:
        yield _("One round is played after the other.")


def _swiss(stage: Stage, size: int) -> Iterator[str]:
    if stage.rounds:
        yield ngettext("A Swiss system of {n} round.", "A Swiss system of {n} rounds.", stage.rounds).format(
            n=stage.rounds
        )
    else:
        yield _("A Swiss system of as many rounds as it takes for one to win all.")
    if size > 2:
        yield _(
            "In each round those who have scored alike sit at tables of {size}, with new opponents as far as"
            " there are any."
        ).format(size=size)
    else:
        yield _("In each round those who have scored alike meet, and nobody meets the same opponent twice.")


def _knockout(stage: Stage, size: int) -> Iterator[str]:
    if stage.double:
        yield _("Double elimination: whoever loses twice is out.")
    else:
        yield _("Single elimination: whoever loses is out.")
    if stage.best_of > 1:
        yield _("A pairing is a series of up to {n} matches; whoever wins most of them goes on.").format(
            n=stage.best_of
        )
    if stage.third:
        yield _("The third place is played for.")


def _pods(stage: Stage, size: int) -> Iterator[str]:
    yield ngettext(
        "A knock-out at tables of {size}: the winner of each table goes on to the next round.",
        "A knock-out at tables of {size}: the best {n} of each table go on to the next round.",
        stage.advance,
    ).format(size=size, n=stage.advance)


def _duplicate(stage: Stage, size: int) -> Iterator[str]:
    if stage.rounds:
        yield ngettext("A duplicate of {n} round.", "A duplicate of {n} rounds.", stage.rounds).format(
            n=stage.rounds
        )
    yield _(
        "In a round every table gets the same deal, and each seat is compared with the same seat of the other"
        " tables."
    )


def _league(stage: Stage, size: int) -> Iterator[str]:
    yield _("A league with divisions of {n} entries, from {least} to {most}.").format(
        n=stage.division, least=stage.least, most=stage.most
    )
    yield from _round_robin(stage, size)
    yield ngettext(
        "At the end of a season the best of a division goes up, and the last goes down.",
        "At the end of a season the best {n} of a division go up, and the last {n} go down.",
        stage.up,
    ).format(n=stage.up)
    yield _("Whoever is new enters at the bottom. The next season opens by itself.")


def _ladder(stage: Stage, size: int) -> Iterator[str]:
    yield ngettext(
        "A ladder: you may challenge whoever stands one rung above you.",
        "A ladder: you may challenge whoever stands up to {n} rungs above you.",
        stage.reach,
    ).format(n=stage.reach)
    yield _("If the challenger wins, they take the higher rung, and those between move down by one.")
    yield ngettext(
        "A challenge that is not taken up within {n} day is lost.",
        "A challenge that is not taken up within {n} days is lost.",
        stage.answer_days,
    ).format(n=stage.answer_days)
    if stage.days:
        yield ngettext(
            "The ladder stands for {n} day.", "The ladder stands for {n} days.", stage.days
        ).format(n=stage.days)


_FORMATS: dict[str, Callable[[Stage, int], Iterator[str]]] = {
    "round_robin": _round_robin,
    "swiss": _swiss,
    "knockout": _knockout,
    "pods": _pods,
    "duplicate": _duplicate,
    "league": _league,
    "ladder": _ladder,
}


def deal_in_words(contest: Contest) -> str:
    """What a deal of a duplicate is worth."""
    if contest.terms.points == "score":
        return _("A deal is worth the score that was made in it.")
    return _(
        "A deal is worth up to 1 point: the part of the others at the same seat whose result was worse, with "
        "equal results counting half. To beat all of them is 1 point, to beat half of them ½. A bye or a "
        "walk-over is ½, and not to be there is nothing."
    )


def points_in_words(contest: Contest) -> list[str]:
    """What a result is worth, how ties are broken, what a deserted seat comes to."""
    plan = contest.terms
    formats = {stage.format for stage in plan.stages}
    # A deal is worth what the stage says of it, and on a ladder the rungs alone order.
    alone = formats == {"duplicate"} and plan.points != "score"
    said = [deal_in_words(contest)] if alone else [_points(plan, contest.size)]
    if plan.ties and formats != {"ladder"}:
        names = ", ".join(_(TIES[tie].name) for tie in plan.ties)
        said.append(_("Who is level on points is ordered by, in this order: {names}.").format(names=names))
    if contest.size == 1:
        return said
    if plan.deserted == "forfeit":
        said.append(_("A seat that its person has deserted is lost by forfeit, and the others have won."))
    else:
        said.append(_("A seat that its person has deserted counts for what it came to in the match."))
    if plan.points == "score":
        said.append(_("Whoever gives a match up has the lowest score of its table."))
    if not plan.wait:
        said.append(_("A round does not wait for tables whose result can’t change who goes on."))
    return said


def _points(plan: Plan, size: int) -> str:
    if plan.points == "three":
        return _("A win is worth 3 points, a draw 1, a loss nothing.")
    if plan.points == "score":
        return _("What the game scores are the points.")
    if plan.points == "places":
        worth = [int(points * UNIT) for points in plan.places] or [n * UNIT for n in range(size - 1, -1, -1)]
        return _("Points by place, from the first on: {points}.").format(
            points=", ".join(figure(units) for units in worth)
        )
    if size > 2:
        return _("A win is worth 1 point, a shared one its share, anything else nothing.")
    return _("A win is worth 1 point, a draw ½, a loss nothing.")


def rounds_in_words(contest: Contest) -> list[str]:
    """When rounds begin, in sentences; on a ladder none but challenges do."""
    if contest.terms.stages[0].format == "ladder":
        return []
    if not contest.round_days:
        return [_("A round begins as soon as the last one has ended.")]
    said = ngettext(
        "A round begins every day; where it needs results of the last one, it waits for them.",
        "Rounds begin {n} days apart; where one needs results of the last one, it waits for them.",
        contest.round_days,
    ).format(n=contest.round_days)
    if any(stage.early for stage in contest.terms.stages):
        return [said, _("If the last one ends before that day, the next one begins at once.")]
    return [said]


def admission_in_words(contest: Contest) -> list[str]:
    """Who may enter, and until when, as sentences."""
    return [*_who(contest), *_how_many(contest), *_late(contest)]


def _who(contest: Contest) -> Iterator[str]:
    if contest.admission == Contest.Admission.INVITED:
        yield _("Only those who are invited may enter.")
    elif contest.reliability or contest.rating_least is not None or contest.rating_most is not None:
        yield _("Whoever fits may enter.")
    else:
        yield _("Anyone may enter.")
    if contest.reliability:
        yield _(
            "Whoever enters must have given {least} percent of their orders in time; newcomers, who have no"
            " figure yet, are let in."
        ).format(least=contest.reliability)
    yield from _rated(contest.rating_least, contest.rating_most)
    if contest.team > 1:
        yield _("An entry is a team of up to {most} people.").format(most=contest.team)
        yield (
            _("The captain, who orders for the team, changes after each order that it owed.")
            if contest.captain == Match.Captain.ROTATE
            else _("Whoever enters the team is its captain and orders for it; if they leave, the next does.")
        )


def _rated(least: int | None, most: int | None) -> Iterator[str]:
    if least is not None and most is not None:
        yield _("It is for ratings from {least} to {most}.").format(least=least, most=most)
    elif least is not None:
        yield _("It is for ratings of {least} and more.").format(least=least)
    elif most is not None:
        yield _("It is for ratings of up to {most}.").format(most=most)


def _how_many(contest: Contest) -> Iterator[str]:
    yield _("With fewer than {least} entries it is called off.").format(least=contest.least)
    if contest.most:
        yield _("There are {most} places; whoever enters after that waits for one to become free.").format(
            most=contest.most
        )


def _late(contest: Contest) -> Iterator[str]:
    if contest.terms.stages[0].format == "ladder":
        yield _("Once it stands one may enter at any time, on the lowest rung.")
    elif contest.late_rounds:
        yield ngettext(
            "Once it runs one may still enter until the first round has been paired.",
            "Once it runs one may still enter until round {n} has been paired.",
            contest.late_rounds,
        ).format(n=contest.late_rounds)
    else:
        yield _("Once it has begun nobody enters any more; volunteers may step in for those who leave.")
