"""A person with a browser, without the browser: pages, forms and cookies by HTTP alone; and a program."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode, urljoin


@dataclass
class Form:
    """A form of a page: where it goes, and what it would send as it stands."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Page:
    """A page as it came."""

    url: str
    status: int
    html: str

    @property
    def complaints(self) -> list[str]:
        """The lines in which the page says what is wrong."""
        return [line.strip() for line in self.html.splitlines() if "error" in line]

    def form(self, part: str = "") -> Form:
        """The first form that posts to an address with this part in it."""
        reader = _Forms(self.url)
        reader.feed(self.html)
        for form in reader.forms:
            if part in form.action:
                return form
        raise AssertionError(f"no form for “{part}” on {self.url}: {[form.action for form in reader.forms]}")


class _Forms(HTMLParser):
    """Reads the forms that post, with the values that their fields have."""

    def __init__(self, url: str) -> None:
        super().__init__()
        self.url = url
        self.forms: list[Form] = []
        self.form: Form | None = None
        self.select: str | None = None
        self.chosen: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form" and values.get("method", "").lower() == "post":
            self.form = Form(urljoin(self.url, values.get("action") or self.url))
            self.forms.append(self.form)
        elif self.form is not None:
            self._read_field(tag, values)

    def _read_field(self, tag: str, values: dict[str, str]) -> None:
        assert self.form is not None
        name = values.get("name", "")
        if tag == "input" and name:
            box = values.get("type") in ("checkbox", "radio")
            if not box or "checked" in values:
                self.form.fields.append((name, values.get("value", "on" if box else "")))
        elif tag == "select":
            self.select, self.chosen = name, []
        elif tag == "option" and self.select:
            self.chosen.append((values.get("value", ""), "selected" in values))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.form = None
        elif tag == "select" and self.form is not None and self.select:
            # As in a browser, the first option stands where none is selected.
            chosen = [value for value, selected in self.chosen if selected]
            chosen = chosen or [value for value, _selected in self.chosen[:1]]
            self.form.fields += [(self.select, value) for value in chosen]
            self.select = None


class Visitor:
    """One browser window with its own cookies."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.cookies = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def open(self, address: str) -> Page:
        """Open a page of the site, or a whole address such as that of a link in a mail."""
        return self._go(urllib.request.Request(urljoin(self.site, address)))

    def send(self, page: Page, part: str = "", **values: str | None) -> Page:
        """Fill in a form of a page and send it; None leaves a field out."""
        form = page.form(part)
        fields = [(name, value) for name, value in form.fields if name not in values]
        fields += [(name, value) for name, value in values.items() if value is not None]
        request = urllib.request.Request(form.action, urlencode(fields).encode())
        request.add_header("Referer", page.url)
        return self._go(request)

    def _go(self, request: urllib.request.Request) -> Page:
        try:
            with self._opener.open(request, timeout=30) as answer:
                return Page(answer.url, answer.status, answer.read().decode())
        except urllib.error.HTTPError as error:
            return Page(request.full_url, error.code, error.read().decode())


class Program:
    """A program with the token of a person."""

    def __init__(self, site: str, token: str = "") -> None:
        self.site = f"{site}/api/v1/"
        self.token = token

    @classmethod
    def signed_in(cls, site: str, username: str, password: str) -> Program:
        """A program that got its token by name and password."""
        status, body = cls(site).call("POST", "tokens", username=username, password=password)
        assert status in (200, 201), body
        return cls(site, body["token"])

    def call(self, method: str, place: str, **body: Any) -> tuple[int, Any]:
        """The status and the body of an answer."""
        status, text = self.text(method, place, **body)
        return status, json.loads(text) if text else None

    def text(self, method: str, place: str, **body: Any) -> tuple[int, str]:
        """The same with the body as it came. Whoever asks too often waits as long as they are told, once."""
        status, answer, wait = self._answer(method, place, body)
        if status == 429:
            time.sleep(min(wait, 60))
            status, answer, _wait = self._answer(method, place, body)
        return status, answer

    def _answer(self, method: str, place: str, body: dict[str, Any]) -> tuple[int, str, int]:
        request = urllib.request.Request(urljoin(self.site, place), method=method)
        if body:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("Authorization", f"Token {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read().decode(), 0
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), int(error.headers.get("Retry-After", 0))
