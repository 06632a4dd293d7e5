"""How mail programs say whose words follow, what they add of their own, and how people close: patterns.

English, Polish and Bulgarian by their words; other languages by shape where the shape is enough.
"""

from __future__ import annotations

import re


def _any(*patterns: str) -> str:
    return f"(?:{'|'.join(patterns)})"


def _compiled(*parts: str) -> re.Pattern[str]:
    return re.compile("".join(parts), re.IGNORECASE)


QUOTED = re.compile(r"\s*(?:[>|»]|\w{1,4}>)")
"""How a quoted line begins."""

ADDRESS = _compiled(r"[\w.+-]{1,100}@[\w-]{1,60}\.\w|mailto:")
LINK = _compiled(r"<?https?://\S+>?$")
"""A line that is nothing but a link, as in our mails and below signatures."""

RULE = re.compile(r"(?:[. ]*[-_=*~#─—–]){2,}[. ]*$")
"""A line of dashes: before a signature, the mail answered, or under a title of ours."""
TITLED_RULE = re.compile(r"[-_=*]{2,}\s*[^\W\d_][\w '()./-]{2,50}:?\s*[-_=*]{2,}$")
"""Words between dashes, such as ``-----Original Message-----`` in any language."""
BEGINS_OTHER = _compiled(
    r"\W{0,3}",
    _any(
        "begin forwarded message",
        "(?:forwarded|original) message",
        "początek przekazywanej wiadomości",
        "(?:przekazana|oryginalna|przekazywana) wiadomość",
        "wiadomość (?:oryginalna|przekazana)",
        "оригинално (?:писмо|съобщение)",
        "препратен[оа] (?:писмо|съобщение)",
        "начало на препратено(?:то)? (?:писмо|съобщение)",
    ),
    r"\W{0,10}$",
)

HEADER_FROM = _compiled(
    r"\W{0,3}",
    _any("from", "od", "nadawca", "от", "подател", "von", "de", "da", "van", "från", "fra"),
    r"\s?:\W{0,3}\s*\S",
)
HEADER_OTHER = _compiled(
    r"\W{0,3}",
    _any("sent", "date", "to", "cc", "subject", "reply-to", "importance")[:-1],
    *("|wysłan[eoya]", "|wysłano", "|data", "|do", "|dw", "|kopia", "|temat", "|odpowiedz do", "|adresat"),
    *("|изпратен[оа]?(?: на)?", "|дата", "|до", "|копие", "|як", "|тема", "|относно", "|отговор до"),
    *("|gesendet", "|an", "|betreff", "|envoyé", "|à", "|objet", "|enviado", "|para", "|asunto)"),
    r"\s?:",
)

OPENS = _compiled(
    r"\W{0,3}",
    _any(
        r"(?:on|in|at|le|am|el|il|op|em)\b",
        r"(?:dnia|w dniu|wiadomość napisana|użytkownik)\b",
        r"(?:pon|wto?|śro?|czw|pt|pią|sob|ndz|nie|niedz)\w*[.,]",
        r"(?:на|в|във)\b",
        r"(?:пн|вт|ср|чт|пт|сб|нд|нед)\w*[.,]",
        r"(?:mon|tue|wed|thu|fri|sat|sun)\w*[.,]",
        r"\d{1,4}([-./])\d{1,2}\1\d{1,4}\b",
    ),
)
"""How a sentence begins that says whose words follow."""
CLOSES = _compiled(
    _any(
        r"\b(?:wrote|writes|says)",
        r"\b(?:napisał(?:[ao]|\(a\))?|pisze|napisano)",
        r"\b(?:написа(?:л[аи]?)?|пише)",
        r"\b(?:schrieb|écrit|escribió|ha scritto|skrev|schreef|escreveu)",
    ),
    r"\s*:?\s*$",
)
"""How it ends."""
DATED = re.compile(r"\d{1,2}[.:]\d{2}|\b(?:19|20)\d\d\b")

FOOTER = _compiled(
    r"\W{0,3}",
    _any(
        r"(?:sent|wysłan[eoya]|wyslan[eoya])\b.{0,12}\b(?:from|via|with|using|by|z|ze|za|przez|przy)\b.{1,90}",
        r"(?:изпратен[оа]?|пратено)\b.{0,12}\b(?:от|с|със|чрез|през)\b.{1,90}",
        r"(?:get|download) (?:outlook|yahoo|bluemail|spark)\b.{0,90}",
        r"pobierz (?:aplikację |program )?outlook\b.{0,90}",
        r"(?:изтегл\w+|вземете) outlook\b.{0,90}",
        r"yahoo mail: .{0,60}",
        r"please excuse (?:my brevity|(?:any )?typos)\b.{0,60}",
        r"(?:proszę wybaczyć|przepraszam za) (?:moją )?zwięzłość\b.{0,60}",
        r"(?:моля,? )?извинете (?:за )?краткостта(?: ми)?\b.{0,60}",
        r"(?:virus-free|wolny od wirusów|без вируси)\W.{0,60}",
        r"(?:von meinem .{0,40} gesendet|envoyé de mon .{0,40})",
        r"\[(?:image|cid|obraz|изображение|grafika)[:\w].{0,100}\]",
        r"<image\d*\.\w{3,4}>",
    ),
    r"\s*$",
)
"""A line that a program adds below what somebody wrote, and a picture's place."""

CLOSING = _compiled(
    _any(
        r"(?:(?:best|kind|kindest|warm|warmest|many|with best|with kind) )?regards",
        r"cheers|best wishes|best|all the best|sincerely|yours(?: sincerely| faithfully| truly)?",
        r"(?:many )?thanks(?: in advance| a lot)?|thank you|greetings",
        r"pozdrawiam(?: serdecznie)?|serdecznie pozdrawiam|(?:serdeczne )?pozdrowienia|z poważaniem",
        r"z wyrazami szacunku|(?:z góry )?dziękuję|dzięki|pozdro|pzdr",
        r"(?:сърдечни |най-добри |много )?поздрави|с уважение|с най-добри пожелания",
        r"благодаря(?: предварително)?|хубав ден",
        r"mit freundlichen grüßen|viele grüße|cordialement|saludos",
    ),
    r"\s*[,.!]*$",
)
"""How people close a letter: nothing below is an order."""

GREETING = _compiled(
    _any("hi", "hello", "hey", "dear", "good (?:morning|evening|day)"),
    r"(?: (?:all|there|bidplay|everybody|everyone|sir|madam))*\s*[,.!]*$|",
    _any("cześć", "hej", "witam", "witaj", "dzień dobry", "dobry wieczór", "szanowni państwo"),
    r"(?: (?:wszystkim|bidplay|serdecznie))*\s*[,.!]*$|",
    _any("здравей(?:те)?", "здрасти", "привет", "добър ден", "добро утро", "добър вечер", "уважаеми"),
    r"(?: (?:всички|bidplay))*\s*[,.!]*$",
)
"""How people begin one."""

NOTICE = _compiled(
    r"\W{0,4}",
    _any(
        r"(?:this|any) (?:e-?mail|message|communication|transmission)\b",
        r"the (?:information|contents?) (?:of|in|contained)\b",
        r"(?:(?:important|legal|confidentiality|privacy) )?(?:notice|disclaimer|confidentiality)\s*:",
        r"confidential(?:ity)?\b\s*[:.-]",
        r"please (?:consider|think of) the environment|before printing|save (?:a tree|paper)",
        r"you received this message because|to unsubscribe from this",
        r"(?:niniejsza|ta) wiadomość|wiadomość ta|treść (?:tej|niniejszej) wiadomości",
        r"(?:ten|niniejszy) e-?mail|informacja poufna|klauzula|zastrzeżenie\b",
        r"zanim wydrukujesz|przed wydrukowaniem|pomyśl o środowisku|chroń środowisko",
        r"administratorem (?:danych|państwa|twoich)",
        r"(?:това|настоящ(?:ото|ият|ата)) (?:съобщение|имейл|писмо|електронн\w+)|този имейл",
        r"съдържанието на (?:това|този)|поверително",
        r"(?:моля,? )?помислете за (?:природата|околната)|преди да (?:отпечатате|разпечатате)",
    ),
)
"""How the notices begin that firms and programs put below a mail."""

BANNER = _compiled(
    r"\W{0,6}",
    _any("caution", "external(?: e-?mail| sender)?", "warning", "uwaga", "внимание", "външен имейл"),
    r"\W.{0,200}",
    _any("outside", "external", "spoza", "zewnętrzn", "извън", "външен"),
)
"""What a firm's server puts above mails that came from outside."""
