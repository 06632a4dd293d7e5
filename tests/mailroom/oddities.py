"""Mails that people write with other programs, and what stands below their words."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from tests.mailroom.ours import ADDRESS, RECEIPT, TURN
from tests.mailroom.ours import html as ours_html
from tests.mailroom.programs import marked
from tests.mailroom.wire import Case, head, part

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
ORDER = ("K 3; low own",)
SAID = f"On Mon, 30 Nov 2026 at 12:00, bidplay <{ADDRESS}> wrote:"
QUOTE = f"\n\n{SAID}\n\n{marked(TURN['en'])}\n"


def text(
    words: str, charset: str = "utf-8", transfer: str = "8bit", more: str = "", language: str = "en"
) -> bytes:
    """A mail of plain text."""
    return head(language) + part("text/plain", words, charset, transfer, more)


def html(
    words: str, charset: str = "utf-8", transfer: str = "quoted-printable", language: str = "en"
) -> bytes:
    """A mail of HTML alone."""
    return head(language) + part("text/html", words, charset, transfer)


def image(disposition: str = "inline") -> bytes:
    """A picture as a part."""
    raw = base64.encodebytes(PNG).decode().replace("\n", "\r\n")
    headers = (
        f'Content-Type: image/png; name="board.png"\r\nContent-Transfer-Encoding: '
        f'base64\r\nContent-Disposition: {disposition}; filename="board.png"\r\n\r\n'
    )
    return (headers + raw).encode()


def attached(kind: str, words: str, name: str) -> bytes:
    """A file as a part."""
    headers = (
        f'Content-Type: {kind}; charset=utf-8; name="{name}"\r\nContent-Disposition: '
        f'attachment; filename="{name}"\r\n\r\n'
    )
    return (headers + words.replace("\n", "\r\n")).encode()


def cases() -> list[Case]:
    """All of them."""
    return [*texts(), *webmails()]


def texts() -> Iterator[Case]:
    """Plain text, and what may stand below it."""
    footers = {
        "android-en": "Get Outlook for Android<https://aka.ms/AAb9ysg>",
        "android-pl": "Pobierz aplikację Outlook dla systemu Android<https://aka.ms/AAb9ysg>",
        "galaxy-pl": "Wysłane z mojego Galaxy",
        "samsung-bg": "Изпратено от моя смартфон Samsung Galaxy.",
        "ipad-pl": "Wysłane z iPada",
        "yahoo-phone": "Sent from Yahoo Mail for iPhone",
        "onet-pl": "Wysłano z aplikacji mobilnej Poczta Onet",
        "abv-bg": "Изпратено от мобилно приложение АБВ Поща",
        "thunderbird-phone-en": "-- \nSent with Thunderbird for Android. Please excuse my brevity.",
    }
    for name, footer in footers.items():
        yield Case(f"footer-{name}", text(f"K 3; low own\n\n{footer}{QUOTE}"), ORDER)
    notices = {
        "en": "This e-mail and any attachments are confidential. If you are not the intended "
        "recipient,\nplease delete it: K 5 must not be disclosed.",
        "en-rule": "________________________________\nCONFIDENTIALITY NOTICE: the contents of this "
        "email message are intended solely for the addressee.",
        "pl": "Niniejsza wiadomość oraz załączniki są poufne. Jeśli nie są Państwo jej "
        "adresatem,\nprosimy ją usunąć.",
        "pl-rodo": "Administratorem danych osobowych jest Przykład sp. z o.o.\nPrzed wydrukowaniem "
        "pomyśl o środowisku.",
        "bg": "Това съобщение и приложенията към него са поверителни. Ако не сте негов "
        "адресат,\nмоля, изтрийте го.",
        "bg-trees": "Моля, помислете за природата, преди да отпечатате това писмо.",
    }
    for name, notice in notices.items():
        yield Case(f"notice-{name}", text(f"K 3; low own\n\n{notice}{QUOTE}"), ORDER)
    closings = {
        "en": "Best regards,\nNorth\n+44 20 7946 0000",
        "pl": "Z poważaniem\nPółnoc\ntel. 22 555 01 01",
        "bg": "С уважение,\nСевер\nтел. 02 555 0101",
    }
    for name, closing in closings.items():
        yield Case(f"closing-{name}", text(f"K 3; low own\n\n{closing}{QUOTE}"), ORDER)
    banner = "CAUTION: This email originated from outside the organisation."
    yield Case(
        "banner-in-quote",
        text(f"K 3; low own\n\n{SAID}\n\n{marked(banner + chr(10) * 2 + TURN['en'])}\n"),
        ORDER,
    )
    yield Case("banner-above", text(f"{banner}\n\nK 3; low own{QUOTE}"), ORDER)
    nested = marked(f"K 4; low none\n\n{SAID}\n\n{marked(TURN['en'])}")
    yield Case(
        "nested-quotes",
        text(f"K 3; low own\n\nOn Tue, 1 Dec 2026, bidplay wrote:\n\n{marked(RECEIPT['en'])}\n{nested}\n"),
        ORDER,
    )
    yield Case("no-attribution", text(f"{marked(TURN['en'])}\n\nK 3; low own\n"), ORDER)
    yield Case(
        "attribution-unknown-tongue",
        text(f"K 3; low own\n\nPirmadienį, 2026-11-30 12:00, bidplay <{ADDRESS}> rašė:\n\n{TURN['en']}\n"),
        ORDER,
    )
    yield Case(
        "unmarked-and-unsaid",
        text(f"K 3; low own\n\n\n{TURN['en']}\n"),
        (*ORDER,),
        (*ORDER, "Fourbid · Autumn table"),
    )
    broken_quote = marked(TURN["en"]).replace(
        "> Open this page, write your order, press the button. You need not sign in:",
        "> Open this page, write your order, press the button. You need not\nsign in:",
    )
    yield Case("quote-broken-in-two", text(f"{SAID}\n{broken_quote}\n\nK 3; low own\n"), ORDER)
    yield Case(
        "forwarded",
        text(
            f"K 3; low own\n\n---------- Forwarded message ---------\nFrom: bidplay "
            f"<{ADDRESS}>\nDate: Mon, 30 Nov 2026\nSubject: turn 12\nTo: <north@example.org>\n"
            f"\n{TURN['en']}\n"
        ),
        ORDER,
    )
    yield Case("quoted-by-bars", text(f"{SAID}\n{marked(TURN['en'], '| ')}\n\nK 3; low own\n"), ORDER)
    yield Case(
        "quoted-by-initials",
        text(f"{SAID}\n{marked(TURN['en'].replace('> ', ''), 'bp> ')}\n\nK 3; low own\n"),
        ORDER,
    )
    for name, hello in {"en": "Hi all,", "pl": "Dzień dobry!", "bg": "Здравейте,"}.items():
        yield Case(f"greeting-{name}", text(f"{hello}\n\nK 3; low own\n\nThanks{QUOTE}"), ORDER)
    yield Case("thanks-first", text(f"Dzięki!\nK 3; low own{QUOTE}"), ORDER)
    yield Case("empty", text("\n"), ())
    yield Case("empty-above-quote", text(f"\n{QUOTE}"), ())
    yield Case(
        "several-commands",
        text(f"bid K 3\nplan 5; low own\nsay hello\nstatus{QUOTE}"),
        ("bid K 3", "plan 5; low own", "say hello", "status"),
    )


def webmails() -> Iterator[Case]:
    """Webmail of Poland and Bulgaria, and other programs that part by words between dashes."""
    yield Case(
        "onet-pl",
        text(
            f"K 3; low own\n\n\nW dniu 2026-11-30 12:00:00 użytkownik bidplay <{ADDRESS}> "
            f"napisał:\n\n{marked(TURN['pl'])}\n",
            "iso-8859-2",
            "quoted-printable",
            language="pl",
        ),
        ORDER,
    )
    yield Case(
        "wp-pl",
        text(
            f"K 3; low own\n\n\nDnia 30 listopada 2026 12:00 bidplay <{ADDRESS}> napisał(a):\n"
            f"\n{TURN['pl']}\n",
            language="pl",
        ),
        ORDER,
    )
    yield Case(
        "interia-pl",
        text(
            f"K 3; low own\n\n\nTemat: [bidplay] Fourbid\nData: 2026-11-30 12:00\nNadawca: "
            f'"bidplay" <{ADDRESS}>\nAdresat: north@example.org;\n\n{marked(TURN["pl"])}\n',
            language="pl",
        ),
        ORDER,
        (*ORDER, "Temat: [bidplay] Fourbid", "Data: 2026-11-30 12:00"),
    )
    abv = (
        f"-------- Оригинално писмо --------\nОт: bidplay {ADDRESS}\nОтносно: [bidplay] "
        f"Fourbid\nДо: north@example.org\nИзпратено на: 30.11.2026 12:00\n\n{TURN['bg']}"
    )
    yield Case("abv-bg", text(f"K 3; low own\n\n\n {abv}\n", "windows-1251", "8bit", language="bg"), ORDER)
    yield Case("abv-bg-marked", text(f"K 3; low own\n\n\n {marked(abv, ' >')}\n", language="bg"), ORDER)
    yield Case(
        "abv-bg-html",
        html(
            f'K 3; low own<br><br><blockquote style="border-left:1px solid">{ours_html(abv)}</blockquote>',
            "windows-1251",
            language="bg",
        ),
        ORDER,
    )
    for language, words in {
        "en": "Original Message",
        "pl": "Wiadomość oryginalna",
        "bg": "Оригинално съобщение",
    }.items():
        yield Case(
            f"original-message-{language}",
            text(f"K 3; low own\n\n-----{words}-----\n{TURN[language]}\n", language=language),
            ORDER,
        )
    yield Case(
        "bare-words-pl",
        text(f"K 3; low own\n\nPoczątek przekazywanej wiadomości:\n\n{TURN['pl']}\n", language="pl"),
        ORDER,
    )
