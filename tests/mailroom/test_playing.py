"""What comes of a mail: the order is sealed, or nothing changes, and its writer is told which."""

from __future__ import annotations

import pytest
from django.utils import timezone, translation

from accounts.models import Notice
from games.actions import lobby, orders, seats, turns
from games.links import Asked, address_for, asked_by
from games.mailroom.receiving import Outcome
from games.models import Match, Note, Order, Seat, Talk
from games.rules import GAMES
from tests.actions.tables import DAY, HOUR, NEXT, NOW, lines, open_turn, opened, order, person, seat
from tests.mailroom.posting import address, answer, answers, mailed, mailer, slot, table

pytestmark = pytest.mark.django_db


def given(match: Match, name: str) -> tuple[str | None, int, str]:
    """What a person has sealed for the open turn: the line, its version and its door."""
    sealed = slot(match, name)
    return orders.own_order(person(name), open_turn(match)), sealed.version, sealed.door


def said(name: str) -> str:
    """The text of the one answer to a person, on one line."""
    return " ".join(answer(name)[1].text.split())


def test_an_order_by_mail_is_sealed_and_answered_with_a_receipt() -> None:
    match = table()
    assert mailed(match, "ann", "K 2\nlow best", Message_ID="<7@mail.example.org>") is Outcome.ANSWERED
    assert given(match, "ann") == ("K 2; low best", 1, "mail")
    kind, mail = answer("ann")
    assert (kind, mail.answers, mail.thread) == ("receipt", "<7@mail.example.org>", match.code)
    assert "your order is in" in mail.subject
    for words in (
        "> K 2; low best",
        "You may still change it until Friday 4 January 2030, 12:00 (UTC); 3 days",
        "Version: 1",
        slot(match, "ann").commitment,
    ):
        assert words in mail.text
    assert "K 2; low best" in mail.html
    assert "K 2" not in mail.subject
    assert asked_by(mail.reply_to) == Asked(match.pk, 1, seat(match, "ann").index, person("ann").pk)


def test_a_receipt_speaks_the_language_and_zone_of_its_reader() -> None:
    match = table()
    ann = person("ann")
    ann.zone = "Europe/Warsaw"
    ann.save()
    mailed(match, "ann", "K 2")
    with translation.override("en"), timezone.override("UTC"):
        assert "until Friday 4 January 2030, 13:00 (Europe/Warsaw, CET)" in said("ann")


def test_an_order_may_be_changed_by_another_mail() -> None:
    match = table()
    mailed(match, "ann", "K 2")
    mailed(match, "ann", "Q 3")
    assert given(match, "ann") == ("Q 3", 2, "mail")
    assert [kind for kind, _mail in answers("ann")] == ["receipt", "receipt"]


@pytest.mark.parametrize("text", ["bid K 2", "Play K 2", "move: K 2", "licytuję K 2", "ход K 2", "К 2"])
def test_a_word_before_an_order_is_no_part_of_it(text: str) -> None:
    match = table()
    mailed(match, "ann", text)
    assert given(match, "ann")[0] == "K 2"


@pytest.mark.parametrize("slug", sorted(set(GAMES) - {"foursquare"}))
def test_the_order_of_silence_can_be_mailed_in_every_game(slug: str) -> None:
    match = table(*(["ann", "bob", "cyd"] if slug == "bids" else ["ann", "bob"]), game=slug)
    turn = open_turn(match)
    for index, decision in match.rules.decisions(turn.state()).items():
        name = match.seats.get(index=index).user.username
        if decision.forced:
            continue
        word = "" if decision.default.split()[0] in ("bid", "setup") else "play "
        assert mailed(match, name, word + decision.default.replace("; ", "\n")) is Outcome.ANSWERED
        if open_turn(match).pk == turn.pk:
            assert given(match, name)[0] == decision.default
        else:
            assert lines(turn)[index] == (decision.default, "player")


def test_a_bid_in_a_game_whose_orders_begin_so_keeps_its_word() -> None:
    match = table(game="bid_chess")
    mailed(match, "ann", "bid nothing; pay R")
    kind, mail = answer("ann")
    assert kind == "refusal"
    assert "> bid nothing; pay R" in mail.text


def test_the_order_that_closes_a_turn_says_that_what_happened_comes() -> None:
    match = table()
    order("bob", match, "3")
    mailed(match, "ann", "K 2")
    assert open_turn(match).number == 2
    _kind, mail = answer("ann")
    assert "What happened is on its way to you." in said("ann")
    # Whoever answers the receipt has not seen the next question.
    assert asked_by(mail.reply_to).turn == 1


@pytest.mark.parametrize("text", ["K K K", "xyzzy", "Hello Bob, how are you?", "K 2; low nonsense"])
def test_what_is_no_order_changes_nothing_and_is_answered_with_what_would_be(text: str) -> None:
    match = table()
    mailed(match, "ann", "Q 3")
    Notice.objects.filter(kind="receipt").update(status=Notice.Status.SENT)
    mailed(match, "ann", text)
    assert given(match, "ann") == ("Q 3", 1, "mail")
    kind, mail = answer("ann")
    assert kind == "refusal"
    assert "Your mail changed nothing" in mail.text
    assert f"> {text}" in mail.text
    assert "one or two cards, 15 at most together" in mail.text
    assert asked_by(mail.reply_to).turn == 1


def test_lines_behind_an_order_are_said_to_be_no_part_of_it() -> None:
    match = table()
    mailed(match, "ann", "K 2\nGood luck to you!\nI hope that you are well.")
    assert given(match, "ann")[0] == "K 2"
    assert "Not read as part of it: Good luck to you! / I hope that you are well." in " ".join(
        answer("ann")[1].text.split()
    )


def test_a_mail_of_nothing_but_quotes_is_told_so() -> None:
    match = table()
    mailed(match, "ann", "> K 2\n> low best")
    assert given(match, "ann")[0] is None
    assert "says nothing above the quoted text" in said("ann")


def test_an_order_for_a_closed_turn_is_refused_with_what_happened_since_and_the_question_of_now() -> None:
    match = table()
    old = address(match, "ann")
    order("ann", match, "K 2")
    order("bob", match, "3")
    order("ann", match, "4")
    order("bob", match, "5")
    assert mailed(match, "ann", "Q 3", to=old) is Outcome.ANSWERED
    assert given(match, "ann") == (None, 0, "")
    kind, mail = answer("ann")
    assert kind == "refusal"
    text = " ".join(mail.text.split())
    assert "Turn 1 has closed; the match is at turn 3 now. Nothing was changed." in text
    assert "What happened in turn 1" in text
    assert "What happened in turn 2" in text
    assert asked_by(mail.reply_to).turn == 3


def test_the_same_order_for_a_turn_that_it_closed_gets_its_receipt_again() -> None:
    match = table()
    order("bob", match, "3")
    old = address(match, "ann")
    mailed(match, "ann", "K 2")
    mailed(match, "ann", "K 2", to=old)
    assert [kind for kind, _mail in answers("ann")] == ["receipt", "receipt"]
    assert given(match, "ann") == (None, 0, "")


def test_an_order_after_the_end_is_refused_with_how_it_ended() -> None:
    match = table()
    old = address(match, "ann")
    seats.resign(person("bob"), match, NOW)
    mailed(match, "ann", "K 2", to=old)
    kind, mail = answer("ann")
    assert kind == "refusal"
    assert "the match is over" in " ".join(mail.text.split())


def test_a_person_whose_seat_was_taken_by_a_bot_is_told() -> None:
    match = table(pace={"grace": False, "misses": 1})
    old = address(match, "ann")
    order("bob", match, "3")
    turns.close_due(NEXT)
    assert seat(match, "ann").state == Seat.State.DESERTED
    mailed(match, "ann", "K 2", to=old, now=NEXT)
    kind, mail = answer("ann", NEXT)
    assert kind == "refusal"
    assert "You hold no seat in this match." in mail.text


def test_an_address_for_another_seat_than_ones_own_orders_nothing() -> None:
    match = table()
    other = Asked(match.pk, 1, seat(match, "bob").index, person("ann").pk)
    mailed(match, "ann", "K 2", to=address_for(other))
    assert "You hold no seat in this match." in answer("ann")[1].text
    assert not Order.objects.given().exists()


def planning() -> Match:
    """A match of a game that takes orders ahead, in which ann ordered and bob did not."""
    match = table(game="hush")
    order("ann", match, "3")
    return match


@pytest.mark.parametrize("text", ["plan then 5 7", "Plan: then 5 7", "план then 5 7", "then 5 7"])
def test_orders_ahead_are_kept_and_said_back(text: str) -> None:
    match = planning()
    mailed(match, "ann", text)
    assert orders.own_plan(person("ann"), match).plan == "then 5 7"
    kind, mail = answer("ann")
    assert (kind, "> then 5 7" in mail.text) == ("receipt", True)
    assert "Your orders ahead are kept." in mail.text
    assert "then 5" not in mail.subject


def test_an_order_and_orders_ahead_may_come_in_one_mail() -> None:
    match = table(game="hush")
    mailed(match, "ann", "4\nthen 5 7")
    assert given(match, "ann")[0] == "4"
    assert orders.own_plan(person("ann"), match).plan == "then 5 7"
    assert "What still waits: then 5 7" in answer("ann")[1].text or "are kept" in answer("ann")[1].text


def test_orders_ahead_are_cleared() -> None:
    match = planning()
    mailed(match, "ann", "plan then 5 7")
    mailed(match, "ann", "clear")
    assert orders.own_plan(person("ann"), match).plan == ""
    assert "You have no orders ahead now." in answers("ann")[1][1].text


@pytest.mark.parametrize("text", ["plan then 8", "then 8", "clear"])
def test_orders_ahead_in_the_answer_to_an_old_turn_change_nothing(text: str) -> None:
    match = table(game="hush", options={"quiet": True})
    old = address(match, "ann")
    order("ann", match, "3")
    order("bob", match, "3")
    order("ann", match, "3")
    orders.plan(person("ann"), match.code, "then 5 7", NOW)
    mailed(match, "ann", text, to=old)
    assert orders.own_plan(person("ann"), match).plan == "then 5 7"
    assert answer("ann")[0] == "refusal"


def test_a_plan_of_nothing_shows_what_waits() -> None:
    match = planning()
    mailed(match, "ann", "plan then 5 7")
    mailed(match, "ann", "plan")
    assert "Your orders ahead: then 5 7" in answers("ann")[1][1].text


def test_a_plan_in_a_game_without_plans_is_no_order() -> None:
    match = table()
    mailed(match, "ann", "plan K 2")
    assert given(match, "ann")[0] is None
    assert "This game takes no orders ahead." in answer("ann")[1].text


def test_what_is_said_stands_at_the_table() -> None:
    match = table()
    mailed(match, "ann", "say Good luck,\nBob!")
    assert [(talk.user.username, talk.text) for talk in Talk.objects.all()] == [("ann", "Good luck,\nBob!")]
    assert answer("ann")[0] == "receipt"


@pytest.mark.parametrize("text", ["say", "say" + 60 * ("\n" + "x" * 40 + ".")])
def test_what_can_not_be_said_is_refused(text: str) -> None:
    match = table()
    mailed(match, "ann", text)
    assert not Talk.objects.exists()
    assert answer("ann")[0] == "refusal"


def test_a_note_is_added_to_those_that_are_there() -> None:
    match = table()
    seats.note(person("ann"), match, "First.")
    mailed(match, "ann", "note Second.")
    assert Note.objects.get().text == "First.\nSecond."
    assert "> Second." in answer("ann")[1].text
    assert "First." not in answer("ann")[1].text


def test_an_empty_note_changes_nothing() -> None:
    match = table()
    mailed(match, "ann", "note")
    assert not Note.objects.exists()
    assert answer("ann")[0] == "refusal"


def test_whoever_wants_to_resign_is_asked_first() -> None:
    match = table()
    mailed(match, "ann", "resign")
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    _kind, mail = answer("ann")
    assert "“resign yes”" in mail.text
    assert mailed(match, "ann", "resign yes", to=mail.reply_to) is Outcome.ANSWERED
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert "You have resigned" in answers("ann")[1][1].text


def test_a_resignation_in_the_answer_to_an_old_turn_changes_nothing() -> None:
    match = table()
    old = address(match, "ann")
    order("ann", match, "3")
    order("bob", match, "4")
    mailed(match, "ann", "resign yes", to=old)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert answer("ann")[0] == "refusal"


def test_the_status_shows_the_board_ones_own_order_and_the_question() -> None:
    match = table()
    mailed(match, "ann", "K 2")
    mailed(match, "ann", "status", now=NOW + HOUR)
    _kind, mail = answers("ann", NOW + HOUR)[1]
    for said in ("Your order: K 2", "The board; you are ann", "bob: nothing yet", "your order is in."):
        assert said in mail.text


def test_the_status_of_who_owes_nothing_names_who_is_waited_for() -> None:
    match = table(game="bid_n_bet")
    first = open_turn(match).orders.get().seat.user.username
    other = {"ann": "bob", "bob": "ann"}[first]
    old = address(match, first)
    order(first, match, "4")
    mailed(match, first, "status", to=old)
    assert f"You owe nothing now. Your table waits for {other} until Friday 4 January 2030" in said(first)


def test_the_help_lists_the_commands_and_the_legal_forms() -> None:
    match = table()
    mailed(match, "ann", "pomoc")
    _kind, mail = answer("ann")
    for said in (
        "plan …",
        "say …",
        "resign:",
        "one or two cards, 15 at most together",
        "You owe an order until",
    ):
        assert said in mail.text


def test_answers_are_about_the_match_as_it_is_when_they_leave() -> None:
    match = table()
    mailed(match, "ann", "K 2")
    order("bob", match, "3")
    assert "The turn has closed since." in answer("ann")[1].text


def test_answers_are_written_at_a_fixed_number_of_queries(django_assert_max_num_queries: object) -> None:
    for names in (("ann", "bob"), ("ann", "cyd"), ("ann", "dan")):
        match = table(*names)
        mailed(match, "ann", "K 2")
        mailed(match, "ann", "xyzzy")
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        assert len(answers("ann")) == 6


def test_an_answer_stays_in_the_delivery_log_without_its_text() -> None:
    match = table()
    mailed(match, "ann", "K 2")
    notice = Notice.objects.get(kind="receipt")
    assert notice.kind_name == "What came of a mail that you sent"
    assert set(notice.data) == {"match", "turn", "seat", "sealed"}


def test_whoever_has_no_account_any_more_is_not_answered() -> None:
    match = table()
    to = address(match, "ann")
    person("ann")
    mailer("ann").__class__.objects.filter(username="ann").update(is_active=False)
    assert mailed(match, "ann", "K 2", to=to) is Outcome.DROPPED


def test_a_late_mail_of_days_ago_is_one_for_its_turn() -> None:
    match = table()
    mailed(match, "ann", "K 2", now=NOW + DAY)
    assert given(match, "ann")[0] == "K 2"


def team(**options: object) -> Match:
    """A running match of ann with amy against bob with ben, whose addresses are confirmed."""
    match = opened("ann", 2, team=2, options={"quiet": True, **options})
    for index, names in enumerate((["amy"], ["bob", "ben"])):
        for name in names:
            lobby.join(person(name), match, f"word of {name}", NOW, index)
    for name in ("ann", "amy", "bob", "ben"):
        mailer(name)
    match.refresh_from_db()
    return match


def test_each_member_of_a_team_mails_their_own_voice() -> None:
    match = team(pooled="all")
    for voice, name in enumerate(("ann", "amy"), 1):
        to = address_for(Asked(match.pk, 1, 0, person(name).pk))
        assert mailed(match, name, f"play {voice}", to=to) is Outcome.ANSWERED
        assert answer(name)[0] == "receipt"
    assert list(Order.objects.voices().given().values_list("voice", "door")) == [(1, "mail"), (2, "mail")]


def test_whoever_is_not_captain_is_told_who_orders() -> None:
    match = team()
    mailed(match, "amy", "4", to=address_for(Asked(match.pk, 1, 0, person("amy").pk)))
    assert answer("amy")[0] == "refusal"
    assert "ann orders for your team in turn 1; you owe nothing." in said("amy")
    mailed(match, "amy", "say Play 4!", to=address_for(Asked(match.pk, 1, 0, person("amy").pk)))
    assert Talk.objects.count() == 1
