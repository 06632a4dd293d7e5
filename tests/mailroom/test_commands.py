"""What the first own line of a mail asks for, in three languages, whatever game is played."""

import pytest

from games.mailroom.commands import BEFORE, COMMANDS, Command, command, without_word
from games.rules import GAMES
from games.rules.chance import Chance

CLAUSES = {"low", "ask", "horse", "bet"}


@pytest.mark.parametrize(
    ("line", "word"),
    [
        *[(line, "help") for line in ("help", "Help!", "HELP", "?", "pomoc", "Pomoc.", "помощ", "Помощ!")],
        *[(line, "status") for line in ("status", "Status?", "stan", "статус", "Състояние")],
        *[(line, "clear") for line in ("clear", "Clear.", "clear plan", "wyczyść", "изчисти план")],
        *[(line, "resign") for line in ("resign", "Resign.", "rezygnuję", "poddaję się", "Предавам се")],
    ],
)
def test_a_command_is_understood_in_three_languages(line: str, word: str) -> None:
    assert command([line], CLAUSES) == Command(word)


@pytest.mark.parametrize(
    "line", ["resign yes", "Resign: YES!", "rezygnuję tak", "poddaję się, tak", "предавам се да"]
)
def test_a_resignation_is_confirmed_in_so_many_words(line: str) -> None:
    assert command([line], CLAUSES) == Command("resign", sure=True)


@pytest.mark.parametrize(
    "line", ["resign? never, yes I mean it", "clear win for me", "resign no", "rezygnuję jutro tak"]
)
def test_nothing_is_given_up_or_cleared_by_a_sentence_that_begins_so(line: str) -> None:
    found = command([line], CLAUSES)
    assert found is not None
    assert (found.word, found.sure) == ("order", False)


@pytest.mark.parametrize(
    "line", ["say Hello, all", "Say: Hello, all", "powiedz Hello, all", "кажи Hello, all"]
)
def test_a_message_goes_on_to_the_end_of_the_mail(line: str) -> None:
    assert command([line, "K 2", "help"], CLAUSES) == Command("say", "Hello, all\nK 2\nhelp")


def test_a_message_may_begin_on_the_second_line() -> None:
    assert command(["say", "Hello"], CLAUSES) == Command("say", "Hello")


@pytest.mark.parametrize("line", ["note keep the king", "Notatka: keep the king", "бележка keep the king"])
def test_a_note_is_understood(line: str) -> None:
    assert command([line], CLAUSES) == Command("note", "keep the king")


def test_what_people_say_keeps_its_signs() -> None:
    assert command(["say “Да” – нека…"], CLAUSES) == Command("say", "“Да” – нека…")


def test_an_order_takes_the_lines_that_go_on_with_it() -> None:
    assert command(["K 2", "Low best", "ask", "Good luck", "low 2"], CLAUSES) == Command(
        "order", "K 2\nLow best\nask", "Good luck\nlow 2"
    )


def test_an_order_is_read_in_the_signs_of_its_notation() -> None:
    assert command(["К 2; low best"], CLAUSES) == Command("order", "K 2; low best")


def test_orders_ahead_take_the_lines_that_go_on_with_them() -> None:
    assert command(["plan horse red", "bet red 20", "Bye"], CLAUSES) == Command(
        "plan", "horse red\nbet red 20", "Bye"
    )
    assert command(["plan", "horse red", "bet red 20"], CLAUSES) == Command("plan", "horse red\nbet red 20")
    assert command(["план horse red"], CLAUSES) == Command("plan", "horse red")
    assert command(["Plan"], CLAUSES) == Command("plan")


def test_a_mail_without_a_line_of_its_own_asks_for_nothing() -> None:
    assert command([], CLAUSES) is None


def test_no_more_is_read_than_an_order_could_have() -> None:
    found = command(["K" * 100_000, "x" * 100_000], CLAUSES)
    assert found is not None
    assert (len(found.text), len(found.unread)) == (1300, 1300)


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        ("bid K 2", ("bid", "K 2")),
        ("Play: K 2", ("play", "K 2")),
        ("ruch e2e4", ("ruch", "e2e4")),
        ("ход e2e4", ("ход", "e2e4")),
        ("K 2", ("", "K 2")),
        ("bid", ("", "bid")),
        ("bid\n", ("", "bid\n")),
    ],
)
def test_a_word_before_an_order_is_told_from_the_order(text: str, parted: tuple[str, str]) -> None:
    assert without_word(text) == parted


def heads(slug: str) -> set[str]:
    """The words that orders and orders ahead of a game may begin with, along a walk through a match."""
    game = GAMES[slug]
    options = game.options()
    found = {clause.word.split()[0] for clause in game.plans if clause.word}
    found |= {order.split()[0].casefold() for order in game.written.values()}
    state = game.setup(min(game.seats), options, Chance(b"words", 0))
    for step in range(12):
        decisions = game.decisions(state)
        for decision in decisions.values():
            for clause in decision.clauses:
                found |= {clause.word.split()[0]} if clause.word else {v.split()[0] for v in clause.values}
            found.add(decision.default.split()[0])
        if not decisions:
            break
        lines = {seat: decision.default for seat, decision in decisions.items()}
        state, _events = game.resolve(state, lines, Chance(b"words", step + 1))
    return {word.casefold() for word in found}


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_no_order_of_any_game_begins_like_a_command(slug: str) -> None:
    commands = {word for words in COMMANDS.values() for word in words.split()}
    # Both mean what the game means by them: drop the orders ahead; give up, which is asked once more.
    assert heads(slug) & commands <= {"clear", "resign"}


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_orders_of_a_game_that_begin_like_a_word_before_one_are_known_by_their_clauses(slug: str) -> None:
    expected = {"bid_chess": {"bid"}, "bid_n_bet": {"bid"}}
    assert heads(slug) & BEFORE <= expected.get(slug, set())
