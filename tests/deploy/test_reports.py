"""An error report to the host holds nothing that somebody typed."""

import sys

from django.test import RequestFactory
from django.views.debug import ExceptionReporter
from pytest_django.fixtures import Settings

TYPED = {"order": "K 2; low best", "password": "sesame"}


def test_a_report_names_what_was_posted_but_shows_no_value(settings: Settings) -> None:
    settings.DEBUG = False
    text = report(TYPED)
    assert "ValueError" in text
    assert "password" in text
    assert [value for value in TYPED.values() if value in text] == []


def test_a_developer_sees_everything(settings: Settings) -> None:
    settings.DEBUG = True
    assert [value for value in TYPED.values() if value not in report(TYPED)] == []


def test_a_report_without_a_request_can_be_written(settings: Settings) -> None:
    settings.DEBUG = False
    assert "ValueError" in report(None)


def report(typed: dict[str, str] | None) -> str:
    request = RequestFactory().post("/match/abc", typed) if typed else None
    held = dict(typed or {})
    try:
        raise ValueError(len(held))
    except ValueError:
        reporter = ExceptionReporter(request, *sys.exc_info())
    return reporter.get_traceback_text() + reporter.get_traceback_html()
