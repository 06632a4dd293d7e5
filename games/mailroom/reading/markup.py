"""HTML as lines, with ``>`` before those that the sender's program marks as quoted.

A tokenizer that is linear in whatever it gets, and as much of the box model as tells lines apart. What a
program signs is left out; where it says that the other mail begins, the text ends with a rule.
"""

from __future__ import annotations

import re
from html import unescape

DEEPEST = 200
"""Elements within elements; what is nested deeper is not read."""
RULE = "--"
"""Stands for whatever parts a reply from the mail below it."""

BLOCKS = frozenset(
    (
        "address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt",
        "fieldset", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
        "html", "li", "main", "nav", "ol", "p", "pre", "section", "table", "tbody", "tfoot",
        "thead", "tr", "ul",
    )
)  # fmt: skip
VOID = frozenset(
    (
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr", "o:p",
    )
)  # fmt: skip
UNSEEN = frozenset(
    (
        "head", "style", "script", "title", "template", "noscript", "svg", "math", "select",
        "textarea", "object",
    )
)  # fmt: skip
ENDS = frozenset(("hr", "h1"))
"""Answers have no titles; ours do."""

_TOKEN = re.compile(r"<([/!?]?[a-zA-Z][^<>]*|/)>|([^<]+)|<")
_NAME = re.compile(r"/?([a-zA-Z][\w:-]*)")
_NOTED = re.compile(
    r"(?P<ends>divrplyfwdmsg|appendonsend|olk_src_body_section|mail-editor-reference-message|isreplycontent"
    r"|isforwardcontent|__quoted_text__|forwardcontentmessage|gmail_extra|yahoo_quoted|yqt\d"
    r"|ms-outlook-mobile-reference|moz-forward-container"
    r"|border-top:\s*(?:solid\s*(?:#?[eb][0-9a-f]{5}|windowtext)|1(?:\.0)?p[tx]))"
    r"|(?P<said>gmail_attr|moz-cite-prefix)"
    r"|(?P<signed>gmail_signature|moz-signature|protonmail_signature|k9mail-signature|yahoo-signature"
    r"|id=[\"']?signature)"
)
_HINTS = re.compile(r"<blockquote|class=[\"']?gmail_quote|protonmail_quote", re.IGNORECASE)


def quotes(html: str) -> bool:
    """Whether a program marked something here as quoted."""
    if _HINTS.search(html):
        return True
    return any(found.lastgroup != "signed" for found in _NOTED.finditer(html.lower()))


def lines_of(html: str) -> str:
    """The text of some HTML."""
    return _Page(_without_comments(html)).text()


def _without_comments(html: str) -> str:
    """Leaves out comments; one that is never closed ends the text."""
    kept, at = [], 0
    while (begins := html.find("<!--", at)) >= 0:
        kept.append(html[at:begins])
        ends = html.find("-->", begins + 4)
        if ends < 0:
            return "".join(kept)
        at = ends + 3
    return "".join([*kept, html[at:]])


class _Page:
    """One page on its way into lines."""

    def __init__(self, html: str) -> None:
        self._html = html
        self._lines: list[str] = []
        self._words: list[str] = []
        self._line_quoted = False
        self._open: list[tuple[str, str]] = []
        """The names of open elements, and what each is: a word of ``_marks``, or nothing."""
        self._marks = {"quoted": 0, "said": 0, "signed": 0, "unseen": 0}
        self._said: list[int] = []
        """How many lines there were after each attribution."""
        self._pre = 0
        self._over = False

    def text(self) -> str:
        for token in _TOKEN.finditer(self._html):
            if token[1]:
                self._tag(token[1])
            else:
                self._say(token[2] or "<")
            if self._over:
                break
        self._end_line()
        return "\n".join(self._up_to_unmarked())

    def _up_to_unmarked(self) -> list[str]:
        """The lines without what follows an attribution and is not marked: a mail forwarded, perhaps."""
        for after in self._said:
            at = next((at for at in range(after, len(self._lines)) if self._lines[at]), after)
            if at < len(self._lines) and not self._lines[at].startswith(">"):
                return self._lines[:at]
        return self._lines

    def _tag(self, tag: str) -> None:
        named = _NAME.match(tag)
        if named is None:
            return
        name = named[1].lower()
        if name == "br":
            self._end_line(blank=True)
        elif tag.startswith("/"):
            self._close(name)
        else:
            self._begin(name, tag)
        if name in BLOCKS:
            self._end_line()
        elif name in ("td", "th"):
            self._words.append(" ")

    def _begin(self, name: str, tag: str) -> None:
        if name in BLOCKS:
            self._end_line()
        kind = "" if self._marks["unseen"] else _kind(name, tag)
        if kind == "ends" and self._marks["quoted"]:
            kind = ""
        if kind == "ends" or len(self._open) >= DEEPEST:
            self._end_line()
            self._lines.append(RULE)
            self._over = True
        elif name not in VOID and not tag.endswith("/"):
            self._open.append((name, kind))
            self._pre += name == "pre"
            if kind:
                self._marks[kind] += 1

    def _close(self, name: str) -> None:
        """Close an element and what is open within it, but never a quote from within."""
        at = len(self._open) - 1
        while at >= 0 and self._open[at][0] != name:
            if self._open[at][1]:
                return
            at -= 1
        if at < 0:
            return
        if any(kind == "said" for _name, kind in self._open[at:]):
            self._end_line()
            self._said.append(len(self._lines))
        for closed, kind in self._open[at:]:
            self._pre -= closed == "pre"
            if kind:
                self._marks[kind] -= 1
        del self._open[at:]

    def _say(self, words: str) -> None:
        if self._marks["unseen"] or self._marks["signed"]:
            return
        words = unescape(words) if "&" in words else words
        if self._pre:
            first, *rest = words.split("\n")
            self._append(first)
            for line in rest:
                self._end_line(blank=True)
                self._append(line)
        else:
            self._append(re.sub(r"[ \t\r\n]+", " ", words))

    def _quoted(self) -> bool:
        return self._marks["quoted"] + self._marks["said"] > 0

    def _append(self, words: str) -> None:
        self._words.append(words)
        self._line_quoted = self._line_quoted or (self._quoted() and not words.isspace())

    def _end_line(self, *, blank: bool = False) -> None:
        line = " ".join("".join(self._words).split())
        if line or blank:
            quoted = self._line_quoted or (not line and self._quoted())
            self._lines.append(f"> {line}" if quoted else line)
        self._words.clear()
        self._line_quoted = False


def _kind(name: str, tag: str) -> str:
    if name in UNSEEN:
        return "unseen"
    if name in ENDS:
        return "ends"
    if name == "blockquote":
        return "quoted"
    noted = _NOTED.search(tag.lower()) if "=" in tag else None
    return str(noted.lastgroup) if noted else ""
