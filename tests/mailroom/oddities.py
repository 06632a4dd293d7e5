"""Mails that people write with other programs, in other shapes, or that arrive broken."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from textwrap import wrap

from tests.mailroom.ours import ADDRESS, RECEIPT, TURN
from tests.mailroom.ours import html as ours_html
from tests.mailroom.programs import Draft, divs, gmail, marked, thunderbird
from tests.mailroom.wire import Case, head, mail, multipart, part

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
    return [*texts(), *webmails(), *marks(), *long_lines(), *shapes(), *broken()]


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


def marks() -> Iterator[Case]:
    """What is seen differently from what it is."""
    yield Case("no-break-spaces", text("K\u00a03;\u00a0low\u2009own" + QUOTE), ORDER)
    yield Case("zero-width", text("\ufeffK\u200b 3;\u200d low own\u2060" + QUOTE), ORDER)
    yield Case("right-to-left-marks", text("\u200f\u202bK 3; low own\u202c\u200e" + QUOTE), ORDER)
    yield Case("nul-bytes", text("K\x00 3; low own\x00" + QUOTE), ORDER)
    yield Case("smart-signs", text("e7–e5\n“say well done…”" + QUOTE), ("e7–e5", "“say well done…”"))
    yield Case("suits", text("K♠\ufe0e 3♥\ufe0f; low own" + QUOTE), ("K♠ 3♥; low own",))
    yield Case(
        "old-line-ends",
        head()
        + part("text/plain", "K 3; low own\n\nsay hello", "utf-8", "8bit").replace(
            b"\r\n\r\nsay", b"\r\rsay"
        ),
        (*ORDER, "say hello"),
    )
    yield Case(
        "flowed",
        text(
            "say this sentence is long enough to \nflow over two lines\nK 3; low own" + QUOTE,
            more="; format=flowed",
        ),
        ("say this sentence is long enough to flow over two lines", *ORDER),
    )
    yield Case(
        "flowed-delsp",
        text("say a word may be bro \nken in two\nK 3; low own" + QUOTE, more="; format=flowed; delsp=yes"),
        ("say a word may be broken in two", *ORDER),
    )
    yield Case(
        "flowed-stuffed",
        text(" From here on\nK 3; low own" + QUOTE, more="; format=flowed"),
        ("From here on", *ORDER),
    )
    yield Case("utf-16", text("K 3; low own\nsay źdźbło" + QUOTE, "utf-16", "base64"), (*ORDER, "say źdźbło"))
    said = ("say źdźbło trawy", *ORDER)
    yield Case(
        "wrongly-declared-latin",
        (head("pl") + part("text/plain", "\n".join(said) + QUOTE, "utf-8", "8bit")).replace(
            b'charset="utf-8"', b'charset="iso-8859-1"'
        ),
        said,
    )
    yield Case(
        "undeclared-8bit-pl",
        (head("pl") + part("text/plain", "\n".join(said), "iso-8859-2", "8bit")).replace(
            b'; charset="iso-8859-2"', b""
        ),
        said,
    )
    say = ("say всичко най-хубаво", *ORDER)
    yield Case(
        "undeclared-8bit-bg",
        (head("bg") + part("text/plain", "\n".join(say), "windows-1251", "8bit")).replace(
            b'; charset="windows-1251"', b""
        ),
        say,
    )
    yield Case(
        "unknown-charset",
        (head("bg") + part("text/plain", "\n".join(say), "windows-1251", "8bit")).replace(
            b"windows-1251", b"x-user-defined"
        ),
        say,
    )
    yield Case("a-codec-that-is-no-charset", text("\n".join(ORDER)).replace(b'"utf-8"', b'"punycode"'), ORDER)
    yield Case(
        "html-meta-charset",
        (
            head("bg")
            + part(
                "text/html",
                f'<html><head><meta http-equiv="Content-Type" content="text/html; '
                f'charset=windows-1251"></head><body>{say[0]}<br>{say[1]}</body></html>',
                "windows-1251",
                "8bit",
            )
        ).replace(b'; charset="windows-1251"', b""),
        say,
    )
    yield Case(
        "html-entities",
        html("<p>K&nbsp;3&#59; low&#x20;own</p><p>say &lt;hello&gt; &amp; bye</p>"),
        (*ORDER, "say <hello> & bye"),
    )
    yield Case(
        "html-table-and-list",
        html(
            "<table><tr><td>K 3;</td><td>low own</td></tr></table><ul><li>say one</li><li>say two</li></ul>"
        ),
        (*ORDER, "say one", "say two"),
    )
    yield Case(
        "html-unseen",
        html(
            "<!doctype html></><style>K 5</style><script>K 6</script><title>K 7</title><!-- K 8 --><!--[if "
            "mso]><p>K 9</p><![endif]-->K 3; low own"
        ),
        ORDER,
    )
    yield Case(
        "html-pre",
        html(f"<pre>K 3; low own\n\n{SAID}\n{marked(TURN['en']).replace('>', '&gt;')}</pre>"),
        ORDER,
    )
    yield Case(
        "html-title-of-ours",
        html(f'<div>K 3; low own</div><div style="border-left:2px solid">{ours_html(TURN["en"])}</div>'),
        ORDER,
        (*ORDER, "Fourbid · Autumn table"),
    )
    forward = '<div class="gmail_attr">---------- Forwarded message ---------<br>From: bidplay<br></div><br>'
    yield Case("html-forwarded", html(f"<div>K 3; low own</div>{forward}{ours_html(TURN['bg'])}"), ORDER)
    yield Case(
        "html-badly-nested-quote",
        html(
            f"<div><p>K 3; low own<blockquote><div><p>{ours_html(TURN['en'])}</div></div></p>"
            f"</table></div>K 5</blockquote></div>"
        ),
        ORDER,
    )
    yield Case(
        "html-quote-never-closed", html(f"<div>K 3; low own</div><blockquote>{ours_html(TURN['en'])}"), ORDER
    )


def long_lines() -> Iterator[Case]:
    """Lines that a program breaks where they get long: the text part, never the HTML."""
    long = ("plan if top<=6 B8 else R1; if top>6 G2 else Y3; if pot>=20 K1 else R7; steal none", "say hello")
    narrow = text_wrapped(long)
    yield Case("long-line-in-text", text(narrow + QUOTE), long)
    page = part(
        "text/html", divs(long) + f"<blockquote>{ours_html(TURN['en'])}</blockquote>", "utf-8", "8bit"
    )
    both = multipart("alternative", part("text/plain", narrow + QUOTE, "utf-8", "8bit"), page)
    yield Case("long-line-beside-html", head() + both, long)
    near = ("note this line is as long as any line may be and ends just before a", "say hello")
    page = part("text/html", divs(near), "utf-8", "8bit")
    both = multipart("alternative", part("text/plain", "\n".join(near), "utf-8", "8bit"), page)
    yield Case("long-line-that-is-whole", head() + both, near)
    other = multipart(
        "alternative", part("text/plain", narrow, "utf-8", "8bit"), part("text/html", "K 5", "utf-8", "8bit")
    )
    yield Case("long-line-beside-other-html", head() + other, long)


def text_wrapped(lines: tuple[str, ...]) -> str:
    """Lines as programs break them at 72 columns."""
    return "\n".join("\n".join(wrap(line, 72)) for line in lines)


def shapes() -> Iterator[Case]:
    """Parts within parts."""
    plain = part("text/plain", "K 3; low own" + QUOTE, "utf-8", "quoted-printable")
    page = part("text/html", gmail(Draft("en", "top", ORDER, TURN["en"]))[1], "utf-8", "base64")
    both = multipart("alternative", plain, page)
    yield Case(
        "mixed-with-attachments",
        head()
        + multipart(
            "mixed", both, attached("text/plain", "K 5; low best", "orders.txt"), image("attachment")
        ),
        ORDER,
    )
    yield Case(
        "attached-text-first",
        head() + multipart("mixed", attached("text/plain", "K 5; low best", "orders.txt"), both),
        ORDER,
    )
    yield Case("related-picture", head() + multipart("related", both, image()), ORDER)
    apple = multipart(
        "mixed",
        part("text/plain", "K 3; low own\n\n", "utf-8", "8bit"),
        image(),
        part("text/plain", f"\n\n{marked(TURN['en'])}", "utf-8", "8bit"),
    )
    yield Case("picture-between-texts", head() + apple, ORDER)
    signature = (
        b"Content-Type: application/pgp-signature; name=signature.asc\r\n\r\n-----BEGIN "
        b"PGP SIGNATURE-----\r\niQEz\r\n-----END PGP SIGNATURE-----\r\n"
    )
    yield Case(
        "pgp-signed",
        head()
        + multipart(
            "signed", plain, signature, more='; micalg=pgp-sha512; protocol="application/pgp-signature"'
        ),
        ORDER,
    )
    smime = (
        b"Content-Type: application/pkcs7-signature; name=smime.p7s\r\n"
        b"Content-Transfer-Encoding: base64\r\n\r\nMIAGCSqGSIb3\r\n"
    )
    yield Case(
        "smime-signed",
        head()
        + multipart("signed", both, smime, more='; micalg=sha-256; protocol="application/pkcs7-signature"'),
        ORDER,
    )
    yield Case(
        "smime-encrypted",
        head() + b"Content-Type: application/pkcs7-mime; smime-type=enveloped-data; "
        b"name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\nMIAGCSqGSIb3\r\n",
        (),
    )
    winmail = (
        b"Content-Type: application/ms-tnef; name=winmail.dat\r\n"
        b"Content-Transfer-Encoding: base64\r\n\r\neJ8+IgAA\r\n"
    )
    yield Case("winmail", head() + multipart("mixed", plain, winmail), ORDER)
    yield Case("winmail-alone", head() + winmail, ())
    yield Case(
        "attachments-alone",
        head() + multipart("mixed", image("attachment"), attached("text/plain", "K 5", "k.txt")),
        (),
    )
    forwarded = (
        b"Content-Type: message/rfc822\r\n\r\n"
        + head()
        + part("text/plain", "K 5; low best", "utf-8", "8bit")
    )
    yield Case("a-mail-within", head() + multipart("mixed", plain, forwarded), ORDER)
    calendar = part("text/calendar", "BEGIN:VCALENDAR\nEND:VCALENDAR", "utf-8", "8bit", "; method=REQUEST")
    yield Case("calendar-within", head() + multipart("alternative", plain, calendar), ORDER)
    stub = part("text/plain", " \n", "utf-8", "8bit")
    yield Case("blank-text-beside-html", head() + multipart("alternative", stub, page), ORDER)
    hidden = part(
        "text/plain", f"K 3; low own\n\n{TURN['en'].replace('=', '').replace('---', '')}", "utf-8", "8bit"
    )
    yield Case("text-that-hides-its-quote", head() + multipart("alternative", hidden, page), ORDER)
    yield Case(
        "thunderbird-flowed-en",
        mail((thunderbird(Draft("en", "bottom", ORDER, TURN["en"]))[0], ""), "en", "utf-8", "8bit", "plain"),
        ORDER,
    )


def broken() -> Iterator[Case]:
    """Mails that came to harm on their way."""
    page = "K 3; low own"
    yield Case(
        "border-never-closed",
        head()
        + b'Content-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n'
        + page.encode(),
        ORDER,
    )
    yield Case("border-missing", head() + b"Content-Type: multipart/mixed\r\n\r\n" + page.encode(), ())
    yield Case("no-content-type", head() + b"\r\n" + (page + QUOTE).encode(), ORDER)
    yield Case(
        "base64-cut-short",
        head()
        + b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        + base64.b64encode((page + "\n\n" + SAID + "\n").encode())[:-3],
        ORDER,
    )
    yield Case(
        "quoted-printable-broken",
        head() + b"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: "
        b"quoted-printable\r\n\r\nK 3; low own=ZZ\r\n\r\n=\r\n",
        ("K 3; low own=ZZ",),
    )
    yield Case(
        "content-type-broken",
        head() + b'Content-Type: text/plain; charset="utf-8; =; format*0*=\r\n\r\n' + page.encode(),
        ORDER,
    )
    yield Case(
        "utf-8-cut-in-a-letter",
        head() + b"Content-Type: text/plain; charset=utf-8\r\n\r\n" + page.encode() + b"\r\nsay \xd0",
        (*ORDER, "say \ufffd"),
    )
