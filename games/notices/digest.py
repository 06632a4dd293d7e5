"""The daily digest: what waited for it, looked at again, grouped by match, what is due first on top."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.conf import settings
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts import digests
from accounts.holding import deadlines
from accounts.models import Notice, User
from accounts.outbox import Draft, Mail, finished, reading_as, written
from games.models import Order
from games.notices.columns import fill, tidy
from games.notices.layout import direction, standings, whole
from games.notices.letters import About, Letter, heading, page_of, settings_page
from games.notices.plain import facts, head, page, quoted, ranked, whole_page
from games.notices.playing import owed_in
from games.notices.questions import order_page
from games.notices.times import deadline, short_moment

LAST = datetime.datetime.max.replace(tzinfo=datetime.UTC)


@dataclass(frozen=True)
class Part:
    """A letter that the digest tells, and until when it asks for something."""

    notice: Notice
    letter: Letter
    due_at: datetime.datetime | None
    still: bool = False
    """Whether it reminds of an order that another mail asked for."""

    @property
    def asks(self) -> bool:
        """Whether the reader owes the order that it is about."""
        return self.still or self.letter.question is not None

    @property
    def standings(self) -> SafeString:
        """The standings that it shows, laid out."""
        return standings(self.letter.standings)

    @property
    def silence(self) -> str:
        """What the reader's silence leads to."""
        asked = self.letter.question
        if asked is None:
            return ""
        if asked.silence:
            return _("If you send nothing, this is played for you: {order}").format(order=asked.silence)
        return _("If you send nothing: {lost}").format(lost=asked.lost)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """The facts of a letter without a board; what else there is stands on the page of the match."""
        return self.letter.facts if self.letter.picture is None else ()


@dataclass(frozen=True)
class Table:
    """What a digest tells of one match or contest."""

    about: About
    parts: Sequence[Part]

    @property
    def heading(self) -> str:
        """Which match or contest it is."""
        return heading(self.about)


def write(notices: Sequence[Notice], now: datetime.datetime) -> dict[int, Draft]:
    """The digests that have something to tell, by notice pk: rows are read now, mails written later."""
    waiting = digests.gather(notices)
    drafts: dict[int, list[tuple[Notice, Mail | Draft]]] = {}
    for notice, draft in written([part for parts in waiting.values() for part in parts], now):
        drafts.setdefault(notice.user_id, []).append((notice, draft))
    due = deadlines([notice for told in drafts.values() for notice, _draft in told], now)
    telling = [notice for notice in notices if notice.user_id in drafts]
    return {
        notice.pk: partial(_mail, notice, drafts[notice.user_id], due, _owing(notice.user), now)
        for notice in telling
    }


def _owing(user: User) -> list[tuple[Order, str]]:
    """The orders that a person owes at the moment, each with the page that takes it."""
    return [(slot, order_page(slot)) for slot in Order.objects.owing(user)]


def _mail(
    notice: Notice,
    drafts: Sequence[tuple[Notice, Mail | Draft]],
    due: Mapping[int, datetime.datetime],
    owing: Sequence[tuple[Order, str]],
    now: datetime.datetime,
) -> Mail:
    mails = [(part, finished(draft)) for part, draft in drafts]
    parts = [Part(one, mail.told, due.get(one.pk)) for one, mail in mails if isinstance(mail.told, Letter)]
    with reading_as(notice.user):
        asked = {part.letter.about.code for part in parts if part.asks}
        parts += [_still(*one, now) for one in owing if one[0].turn.match.code not in asked]
        tables = _tables(parts)
        owed = [part.due_at for table in tables for part in table.parts if part.asks]
        return Mail(
            subject=f"[{settings.SITE_NAME}] {_subject(owed, now)}",
            text=tidy("\n\n".join(_blocks(tables, _summary(owed, now)))),
            html=_html(tables, _summary(owed, now)),
            thread="digest",
            covers=tuple(part.pk for part, _mail in mails),
        )


def _still(slot: Order, page: str, now: datetime.datetime) -> Part:
    """Of an order that was asked for before, so that no digest says that nothing is owed when it is."""
    letter = Letter(
        subject="",
        title=_("Turn {turn}: you owe an order").format(turn=slot.turn.number),
        opening=(owed_in(slot.turn, now),),
        about=slot.turn.match,
        button=(_("Write your order"), page),
    )
    return Part(Notice(pk=0, kind="turn"), letter, slot.turn.due_at, still=True)


def _tables(parts: Sequence[Part]) -> list[Table]:
    """The parts by match; of several that ask for the same order, only the first."""
    asked: set[str] = set()
    by_code: dict[str, list[Part]] = {}
    for part in sorted(parts, key=_urgency):
        question = part.letter.question
        if question is None or question.link not in asked:
            by_code.setdefault(part.letter.about.code, []).append(part)
        if question is not None:
            asked.add(question.link)
    return [Table(told[0].letter.about, told) for told in by_code.values()]


def _urgency(part: Part) -> tuple[datetime.datetime, bool, int]:
    """What is due sooner comes first, then what came first; a reminder only where nothing else asks."""
    return part.due_at or LAST, part.notice.kind == "reminder", part.notice.pk


def _subject(owed: Sequence[datetime.datetime | None], now: datetime.datetime) -> str:
    first = min((due_at for due_at in owed if due_at is not None), default=None)
    if first is not None:
        return ngettext(
            "your day: you owe {count} order, until {when}",
            "your day: you owe {count} orders, the first until {when}",
            len(owed),
        ).format(count=len(owed), when=short_moment(first, now))
    if owed:
        return ngettext(
            "your day: you owe {count} order", "your day: you owe {count} orders", len(owed)
        ).format(count=len(owed))
    return _("your day: you owe nothing")


def _summary(owed: Sequence[datetime.datetime | None], now: datetime.datetime) -> str:
    first = min((due_at for due_at in owed if due_at is not None), default=None)
    if first is not None:
        return ngettext(
            "You owe {count} order, until {deadline}.",
            "You owe {count} orders, the first until {deadline}.",
            len(owed),
        ).format(count=len(owed), deadline=deadline(first, now))
    if owed:
        return ngettext(
            "You owe {count} order; the table pauses.",
            "You owe {count} orders; the tables pause.",
            len(owed),
        ).format(count=len(owed))
    return _("You owe nothing. This is what you should know.")


def _blocks(tables: Sequence[Table], summary: str) -> Iterator[str]:
    yield head(_("Your day at {site}").format(site=settings.SITE_NAME), "=")
    yield fill(summary)
    for table in tables:
        yield head(table.heading)
        for part in table.parts:
            yield from _told(part)
        yield whole_page(table.about)
    yield _("Which mails you get: {address}").format(address=settings_page())


def _told(part: Part) -> Iterator[str]:
    letter = part.letter
    yield fill(letter.title, "* ", "  ")
    yield from map(fill, letter.opening)
    if letter.quote:
        yield quoted(letter.quote)
    yield from ranked(letter)
    for chapter in letter.chapters:
        sentences = (fill(sentence, "- ", "  ") for sentence in chapter.sentences)
        yield "\n".join([f"{fill(chapter.heading)}:", *sentences])
    if part.facts:
        yield "\n".join(facts(part.facts))
    if part.silence:
        yield fill(part.silence)
    if letter.question is not None:
        yield from page(
            _("Open this page, write your order, press the button. You need not sign in:"),
            letter.question.link,
        )
        if letter.reply_to:
            yield from page(_("Or send your order by mail to:"), letter.reply_to)
    elif letter.button is not None and letter.button[1] != page_of(letter.about):
        yield from page(*letter.button)


def _html(tables: Sequence[Table], summary: str) -> str:
    return whole(
        "digest",
        language=get_language() or "",
        direction=direction(),
        title=_("Your day at {site}").format(site=settings.SITE_NAME),
        summary=summary,
        tables=tables,
        settings_page=settings_page(),
    )
