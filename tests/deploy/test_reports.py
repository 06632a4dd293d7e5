"""An error report to the host holds nothing that somebody typed."""

import sys

from django.test import RequestFactory
from django.views.debug import ExceptionReporter
from pytest_django.fixtures import SettingsWrapper


def report() -> str:
    request = RequestFactory().post("/match/abc", {"order": "K 2; low best", "password": "sesame"})
    held = request.POST["order"]
    try:
        raise ValueError(len(held))
    except ValueError:
        reporter = ExceptionReporter(request, *sys.exc_info())
    return reporter.get_traceback_text() + reporter.get_traceback_html()


def test_a_report_names_what_was_posted_but_shows_no_value(settings: SettingsWrapper) -> None:
    settings.DEBUG = False
    text = report()
    assert "ValueError" in text
    assert "password" in text
    assert [word for word in ("K 2; low best", "sesame") if word in text] == []


def test_a_developer_sees_everything(settings: SettingsWrapper) -> None:
    settings.DEBUG = True
    assert [word for word in ("K 2; low best", "sesame") if word not in report()] == []
