"""How mail programs write answers: what they say of the mail answered, how they quote, sign and lay out HTML.

Each program takes a ``Draft`` and gives the text part and the HTML part of the answer (or none).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from tests.mailroom.ours import ADDRESS
from tests.mailroom.ours import html as ours_html


@dataclass(frozen=True)
class Draft:
    """What somebody writes in answer to a mail of ours, and where they put it."""

    language: str
    posting: str
    """``top``, ``bottom``, ``inline`` or ``none``."""
    lines: tuple[str, ...]
    quoted: str
    signature: tuple[str, ...] = ()

    @property
    def first(self) -> tuple[str, ...]:
        """What stands at the first place where something is written."""
        return self.lines[:1] if self.posting == "inline" else self.lines

    @property
    def second(self) -> tuple[str, ...]:
        """What stands at the second place of an inline answer."""
        return self.lines[1:] if self.posting == "inline" else ()

    def halves(self) -> tuple[str, str]:
        """The quoted mail in two parts, to write between them."""
        blocks = self.quoted.split("\n\n")
        middle = len(blocks) // 2
        return "\n\n".join(blocks[:middle]), "\n\n".join(blocks[middle:])


Parts = tuple[str, str]
Program = Callable[[Draft], Parts]

SUBJECTS = {"en": "Re: ", "pl": "Odp: ", "bg": "Отг: "}


def marked(text: str, mark: str = "> ") -> str:
    """Every line of a text behind a mark."""
    return "\n".join(
        (mark + line).rstrip() if not line.startswith(">") else mark.rstrip() + line
        for line in text.split("\n")
    )


def plain(draft: Draft, attribution: str, *, mark: str = "> ", footer: str = "") -> str:
    """A text part that marks what it quotes."""
    own, more = "\n".join(draft.first), "\n".join(draft.second)
    signed = "\n".join(draft.signature)
    if draft.posting == "none":
        return _paragraphs(own, footer, signed)
    if draft.posting == "top":
        return _paragraphs(own, footer, signed, attribution, marked(draft.quoted, mark))
    if draft.posting == "bottom":
        return _paragraphs(f"{attribution}\n{marked(draft.quoted, mark)}", own, footer, signed)
    above, below = draft.halves()
    return _paragraphs(
        f"{attribution}\n{marked(above, mark)}", own, marked(below, mark), more, footer, signed
    )


def _paragraphs(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


def divs(lines: tuple[str, ...]) -> str:
    """Lines as most editors write them."""
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in lines)


def cited(
    draft: Draft, attribution: str, opening: str, closing: str, *, inside: bool = False, footer: str = ""
) -> str:
    """HTML that quotes in blockquotes; ``inside`` has the attribution in the first of them."""
    said = f"{opening}{attribution if inside else ''}"
    lead = "" if inside else attribution
    signed = f"{footer}{divs(draft.signature)}"
    if draft.posting == "none":
        return divs(draft.lines) + signed
    if draft.posting == "inline":
        above, below = draft.halves()
        return (
            f"{lead}{said}{ours_html(above)}{closing}{divs(draft.first)}"
            f"{opening}{ours_html(below)}{closing}{divs(draft.second)}{signed}"
        )
    quote = f"{lead}{said}{ours_html(draft.quoted)}{closing}"
    if draft.posting == "bottom":
        return f"{quote}<div><br></div>{divs(draft.lines)}{signed}"
    return f"{divs(draft.lines)}{signed}<div><br></div>{quote}"


def page(body: str, head: str = "") -> str:
    return f"<html><head>{head}</head><body>{body}</body></html>"


def gmail(draft: Draft) -> Parts:
    """Gmail in a browser: wraps its attribution in the text part."""
    said = {
        "en": ("On Mon, Nov 30, 2026 at 12:00 PM bidplay <", "wrote:"),
        "pl": ("pon., 30 lis 2026 o 12:00 bidplay <", "napisał(a):"),
        "bg": ("На пн, 30.11.2026 г. в 12:00 bidplay <", "написа:"),
    }[draft.language]
    text = plain(draft, f"{said[0]}\n{ADDRESS}> {said[1]}\n")
    link = f'<a href="mailto:{ADDRESS}">{ADDRESS}</a>'
    attribution = f'<div dir="ltr" class="gmail_attr">{escape(said[0])}{link}&gt; {said[1]}<br></div>'
    quote = (
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px '
        'solid rgb(204,204,204);padding-left:1ex">'
    )
    if draft.posting == "top":
        own = "".join(escape(line) + "<br>" for line in draft.lines)
        body = (
            f'<div dir="ltr">{own}</div><br><div class="gmail_quote gmail_quote_container">'
            f"{attribution}{quote}"
            f"{ours_html(draft.quoted)}</blockquote></div>"
        )
    else:
        body = (
            f'<div dir="ltr"><div class="gmail_quote">'
            f"{cited(draft, attribution, quote, '</blockquote>')}</div></div>"
        )
    return text, body


def gmail_phone(draft: Draft) -> Parts:
    """Gmail on Android: everything in one direction, the date without AM and PM."""
    said = {
        "en": f"On Mon, 30 Nov 2026, 12:00 bidplay, <{ADDRESS}>\nwrote:",
        "pl": f"pon., 30 lis 2026, 12:00 użytkownik bidplay <\n{ADDRESS}> napisał:",
        "bg": f"пн, 30.11.2026 г., 12:00 bidplay <{ADDRESS}>\nнаписа:",
    }[draft.language]
    attribution = f'<div dir="ltr" class="gmail_attr">{escape(said)}<br></div>'
    quote = (
        '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc '
        'solid;padding-left:1ex">'
    )
    body = cited(draft, attribution, quote, "</blockquote>")
    return plain(draft, said + "\n"), f'<div dir="auto">{body}</div>'


_HEADS = {
    "en": ("From", "Sent", "To", "Subject", "Monday, November 30, 2026 12:00 PM"),
    "pl": ("Od", "Wysłane", "Do", "Temat", "poniedziałek, 30 listopada 2026 12:00"),
    "bg": ("От", "Изпратено", "До", "Относно", "понеделник, 30 ноември 2026 г. 12:00"),
}


def _header_block(language: str) -> tuple[tuple[str, str], ...]:
    names = _HEADS[language]
    values = (
        f"bidplay <{ADDRESS}>",
        names[4],
        "north@example.org",
        "[bidplay] Fourbid · Autumn table: turn 12",
    )
    return tuple(zip(names, values, strict=False))


def _unmarked(draft: Draft, header: str, quoted: str, join: str, own: str, more: str) -> str:
    """An answer whose quote nothing marks but the headers above it."""
    if draft.posting == "none":
        return own
    if draft.posting == "top":
        return join.join([own, header, quoted])
    if draft.posting == "bottom":
        return join.join([header, quoted, own])
    middle = len(quoted) // 2
    at = quoted.find("</p>", middle) + 4 if "</p>" in quoted else quoted.find("\n\n", middle)
    return join.join([header, quoted[:at], own, quoted[at:], more])


def outlook(draft: Draft) -> Parts:
    """Outlook on a desktop: Word's HTML, the quote unmarked below a rule of a certain colour."""
    header = "\n".join(f"{name}: {value} " for name, value in _header_block(draft.language))
    own, more = "\n\n".join((*draft.first, *draft.signature)), "\n\n".join(draft.second)
    text = _unmarked(draft, header, draft.quoted, "\n\n", own, more)

    def words(lines: tuple[str, ...]) -> str:
        return "".join(f'<p class="MsoNormal">{escape(line)}<o:p></o:p></p>' for line in lines)

    heads = "<br>".join(f"<b>{name}:</b> {escape(value)}" for name, value in _header_block(draft.language))
    rule = (
        '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        f'<p class="MsoNormal">{heads}<o:p></o:p></p></div></div><p class="MsoNormal"><o:p>&nbsp;</o:p></p>'
    )
    body = _unmarked(
        draft,
        rule,
        ours_html(draft.quoted),
        "",
        words((*draft.first, *draft.signature)),
        words(draft.second),
    )
    style = "<style><!--p.MsoNormal{margin:0cm;font-size:11.0pt;font-family:Calibri,sans-serif}--></style>"
    return text, page(
        f'<div class="WordSection1">{body}</div>',
        f'<meta name="Generator" content="Microsoft Word 15">{style}',
    )


def outlook_web(draft: Draft) -> Parts:
    """Outlook in a browser and on phones: a long line of underscores, and an element of a certain name."""
    rule = "_" * 32
    header = rule + "\n" + "\n".join(f"{name}: {value}" for name, value in _header_block(draft.language))
    own, more = "\n".join((*draft.first, *draft.signature)), "\n".join(draft.second)
    text = _unmarked(draft, header, draft.quoted, "\n", own, more)
    heads = "<br>".join(f"<b>{name}:</b> {escape(value)}" for name, value in _header_block(draft.language))
    border = (
        '<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1">'
        f'<div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" color="#000000">{heads}</font>'
        "<div>&nbsp;</div></div>"
    )
    style = (
        'style="font-family:Aptos,Calibri,sans-serif;font-size:12pt;color:rgb(0,0,0)" class="elementToProof"'
    )
    body = _unmarked(
        draft,
        border,
        ours_html(draft.quoted),
        "",
        "".join(f"<div {style}>{escape(line)}</div>" for line in (*draft.first, *draft.signature)),
        "".join(f"<div {style}>{escape(line)}</div>" for line in draft.second),
    )
    return text, page(body, '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">')


_APPLE = {
    "en": f"On 30 Nov 2026, at 12:00, bidplay <{ADDRESS}> wrote:",
    "pl": f"Wiadomość napisana przez bidplay <{ADDRESS}> w dniu 30 lis 2026, o godz. 12:00:",
    "bg": f"На 30.11.2026 г., в 12:00, bidplay <{ADDRESS}> написа:",
}


def apple(draft: Draft) -> Parts:
    """Apple Mail: the attribution is part of the quote."""
    said = _APPLE[draft.language]
    quoted = Draft(draft.language, draft.posting, draft.lines, f"{said}\n\n{draft.quoted}", draft.signature)
    attribution = f'<div>{escape(said)}</div><br class="Apple-interchange-newline">'
    body = cited(draft, attribution, '<div><blockquote type="cite">', "</blockquote></div>", inside=True)
    style = "overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;"
    return plain(quoted, "").lstrip("\n"), page(f'<div style="{style}">{body}</div>')


_FROM_PHONE = {"en": "Sent from my iPhone", "pl": "Wysłane z iPhone’a", "bg": "Изпратено от моя iPhone"}


def iphone(draft: Draft) -> Parts:
    """Mail on an iPhone: its footer stands at the top if one writes below the quote."""
    said, footer = _APPLE[draft.language], _FROM_PHONE[draft.language]
    quoted = f"{said}\n\n{draft.quoted}"
    own = "\n".join(draft.first)
    if draft.posting in ("top", "none"):
        text = _paragraphs(own, footer, "" if draft.posting == "none" else marked(quoted))
    elif draft.posting == "bottom":
        text = _paragraphs(footer, marked(quoted), own)
    else:
        above, below = draft.halves()
        text = _paragraphs(footer, marked(f"{said}\n\n{above}"), own, marked(below), "\n".join(draft.second))
    attribution = f'<div dir="ltr">{escape(said)}<br><br></div>'
    foot = f'<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">{footer}</div>'
    body = cited(
        draft,
        attribution,
        '<div dir="ltr"><blockquote type="cite">',
        "</blockquote></div>",
        inside=True,
        footer=foot,
    )
    return text, page(body, '<meta http-equiv="content-type" content="text/html; charset=utf-8">')


def thunderbird(draft: Draft) -> Parts:
    """Thunderbird: in Polish and Bulgarian without the address."""
    said = {
        "en": "On 30/11/2026 12:00, bidplay wrote:",
        "pl": "W dniu 30.11.2026 o 12:00, bidplay pisze:",
        "bg": "На 30.11.2026 г. 12:00 ч., bidplay написа:",
    }[draft.language]
    text = plain(draft, said, mark="> ").replace(f"{said}\n\n>", f"{said}\n>")
    prefix = f'<div class="moz-cite-prefix">{escape(said)}<br></div>'
    quote = '<blockquote type="cite" cite="mid:turn-12@play.example.org">'
    return text, page(cited(draft, prefix, quote, "</blockquote>"))


def k9(draft: Draft) -> Parts:
    """K-9 and Thunderbird for Android: a signature of its own below what is written."""
    said = {
        "en": f"On 30 November 2026 12:00:00 CET, bidplay <{ADDRESS}> wrote:",
        "pl": f"Dnia 30 listopada 2026 12:00:00 CET, bidplay <{ADDRESS}> napisał/a:",
        "bg": f"На 30 ноември 2026 г. 12:00:00 EET, bidplay <{ADDRESS}> написа:",
    }[draft.language]
    footer = {
        "en": "-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.",
        "pl": "-- \nWysłane za pomocą K-9 Mail.",
        "bg": "-- \nИзпратено с K-9 Mail. Моля, извинете краткостта ми.",
    }[draft.language]
    text = plain(draft, said, mark=">", footer=footer)
    attribution = f'<div class="gmail_quote">{escape(said)}'
    quote = (
        '<blockquote class="gmail_quote" style="margin: 0pt 0pt 0pt 0.8ex; border-left: '
        '1px solid rgb(204, 204, 204)">'
    )
    shown = footer.replace("\n", "<br>")
    foot = f"<div class='k9mail-signature'>{shown}</div>"
    return text, page(
        f'<div dir="auto">{cited(draft, attribution, quote, "</blockquote>", footer=foot)}</div>'
    )


def yahoo(draft: Draft) -> Parts:
    """Yahoo in a browser: the text part marks nothing but by its attribution."""
    said = {
        "en": f"On Monday, November 30, 2026 at 12:00:00 PM GMT+1, bidplay <{ADDRESS}> wrote:",
        "pl": f"W dniu poniedziałek, 30 listopada 2026 12:00:00 CET użytkownik bidplay <{ADDRESS}> napisał:",
        "bg": f"понеделник, 30 ноември 2026 г., 12:00:00 ч. Гринуич+2, bidplay <{ADDRESS}> написа:",
    }[draft.language]
    own, more = "\n ".join(draft.first), "\n".join(draft.second)
    text = _unmarked(draft, f"    {said}  \n \n", draft.quoted, "\n", f" {own}", more)
    wrap = (
        '<div class="ydp1f6yahoo-style-wrap" style="font-family:Helvetica Neue, '
        'Helvetica, Arial, sans-serif;font-size:16px">'
    )
    opening = (
        f'<div id="ydp2yahoo_quoted_5312" class="ydp2yahoo_quoted"><div '
        f'style="font-size:13px"><div>{escape(said)}</div>'
    )
    own_html, more_html = (
        "".join(f'<div dir="ltr" data-setdir="false">{escape(line)}</div>' for line in lines)
        for lines in (draft.first, draft.second)
    )
    body = _unmarked(draft, opening, ours_html(draft.quoted), "", own_html, more_html)
    return text, page(f"{wrap}{body}")


def proton(draft: Draft) -> Parts:
    """Proton: its own footer in both parts."""
    said = {
        "en": f"On Monday, November 30th, 2026 at 12:00 PM, bidplay <{ADDRESS}> wrote:",
        "pl": f"W dniu poniedziałek, 30 listopada 2026 o 12:00, bidplay <{ADDRESS}> napisał(a):",
        "bg": f"На понеделник, 30 ноември 2026 г. в 12:00, bidplay <{ADDRESS}> написа:",
    }[draft.language]
    footer = {
        "en": "Sent with [Proton Mail](https://proton.me/mail/home) secure email.",
        "pl": "Wysłano za pomocą bezpiecznej poczty e-mail [Proton Mail](https://proton.me/mail/home).",
        "bg": "Изпратено със защитената поща [Proton Mail](https://proton.me/mail/home).",
    }[draft.language]
    text = plain(draft, said + "\n", footer=footer)
    attribution = f'<div class="protonmail_quote">{escape(said)}<br>'
    foot = f'<div class="protonmail_signature_block protonmail_signature_block-proton">{escape(footer)}</div>'
    quote = '<blockquote class="protonmail_quote" type="cite">'
    return text, cited(draft, attribution, quote, "</blockquote><br></div>", footer=foot)


PROGRAMS: dict[str, Program] = {
    "gmail": gmail,
    "gmail_phone": gmail_phone,
    "outlook": outlook,
    "outlook_web": outlook_web,
    "apple": apple,
    "iphone": iphone,
    "thunderbird": thunderbird,
    "k9": k9,
    "yahoo": yahoo,
    "proton": proton,
}
