"""Mails with strange signs, in strange shapes, or that came to harm on their way."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from textwrap import wrap

from tests.mailroom.oddities import ORDER, QUOTE, SAID, attached, html, image, text
from tests.mailroom.ours import TURN
from tests.mailroom.ours import html as ours_html
from tests.mailroom.programs import Draft, divs, gmail, marked, thunderbird
from tests.mailroom.wire import Case, head, mail, multipart, part


def cases() -> list[Case]:
    """All of them."""
    return [*marks(), *long_lines(), *shapes(), *broken()]


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
