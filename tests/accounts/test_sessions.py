"""Who asks for a page: the session and the person behind it, as the site's own statements find them."""

from __future__ import annotations

import datetime

import pytest
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sessions import Backend, SessionStore

pytestmark = pytest.mark.django_db


def signed_in(name: str = "ann") -> tuple[User, HttpRequest]:
    """A person, and a request of theirs."""
    user = User.objects.create_user(
        name, f"{name}@bidplay.example", mail_off=["talk"], mail_failed_at=timezone.now()
    )
    client = Client()
    client.force_login(user)
    request = HttpRequest()
    request.session = SessionStore(client.session.session_key)
    return user, request


def test_the_person_of_a_session_is_read_whole():
    user, request = signed_in()
    found = get_user(request)
    assert isinstance(found, User)
    stored = User.objects.get(pk=user.pk)
    assert found.get_deferred_fields() == set()
    for field in User._meta.concrete_fields:
        assert getattr(found, field.attname) == getattr(stored, field.attname)


def test_a_session_that_is_over_is_empty():
    _user, request = signed_in()
    Session.objects.update(expire_date=timezone.now() - datetime.timedelta(seconds=1))
    assert not get_user(request).is_authenticated
    assert dict(request.session.items()) == {}
    assert request.session.session_key is None


def test_a_closed_account_is_nobody():
    user, request = signed_in()
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert not get_user(request).is_authenticated
    assert Backend().get_user(user.pk + 1) is None
