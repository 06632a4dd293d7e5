"""The person who asks: get a token, who am I, what do I owe."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.base.forms import BaseAuthenticateForm
from allauth.mfa.utils import is_mfa_enabled
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from accounts.actions import issue
from accounts.models import User
from games.actions.texts import one_line
from games.api import people_shapes, sent, shapes
from games.api.door import Door, PeopleDoor, answer, body, described, signed_in
from games.api.portraits import duty
from games.api.problems import Problem
from games.api.throttles import TokenThrottle, exceeded
from games.models import Order, Rating
from games.models.reliability import reliability_of

MOST_DUTIES = 100


class Tokens(Door):
    """Ways in for programs."""

    authentication_classes = []
    permission_classes = []
    throttle_classes = [TokenThrottle]

    @described(
        "tokens_create", people_shapes.Token, status=201, takes=sent.TokenRequest, refuses=(400, 403, 413)
    )
    def post(self, request: Request) -> HttpResponse:
        """Get a token for a name (or address) and a password.

        Whoever signs in with a second factor sends a ``code`` of the authenticator app too, or makes a token
        on the settings page.
        """
        asked = body(request, sent.TokenRequest)
        with context.request_context(request._request):  # allauth counts failures by where they come from
            user = _signed_in_by(request, asked)
            _check_code(user, asked.code)
        return answer(people_shapes.Token(issue(user, one_line(asked.name, 60, "name"), timezone.now())), 201)


def _signed_in_by(request: Request, asked: sent.TokenRequest) -> User:
    """The person with this name and password; the same refusal whether the name or the password is wrong."""
    wait = exceeded("tokens", f"name {asked.username.lower()}")
    if wait is not None:
        raise Throttled(wait)
    try:
        user = get_adapter().authenticate(request._request, username=asked.username, password=asked.password)
    except ValidationError as error:  # too many failures for this name, here or on the sign-in page
        raise Throttled(60) from error
    if not isinstance(user, User) or not user.is_active:
        raise Problem(400, "sign_in_failed", _("Nobody signs in here with this name and this password."))
    if not EmailAddress.objects.filter(user=user, verified=True).exists():
        raise Problem(403, "unconfirmed", _("Confirm your e-mail address first."))
    return user


def _check_code(user: User, code: str) -> None:
    if not is_mfa_enabled(user):
        return
    if not code:
        sentence = _("You sign in with a second factor: send its code too.")
        raise Problem(400, "code_required", sentence, field="code")
    form = BaseAuthenticateForm({"code": code}, user=user)
    if not form.is_valid():
        raise Problem(400, "wrong_code", _("This code is wrong, used or too old."), field="code")
    form.authenticator.record_usage()


class Me(PeopleDoor):
    """You."""

    @described("me_read", people_shapes.Person, refuses=(401,))
    def get(self, request: Request) -> HttpResponse:
        """Tell who you are."""
        user = signed_in(request)
        todo = Order.objects.owing(user).count()
        return answer(people_shapes.Person(user.username, user.email, user.zone, user.language, todo))


class OnePerson(Door):
    """Anybody here."""

    @described("people_read", people_shapes.Reliability, refuses=(404,))
    def get(self, request: Request, username: str) -> HttpResponse:
        """Tell how reliable and how strong somebody is."""
        if not username.isprintable():  # no name has such letters, and PostgreSQL takes no NUL
            raise Http404
        person = get_object_or_404(User, username=username, is_active=True, is_guest=False)
        found = reliability_of([person])[person.pk]
        ratings = [
            people_shapes.Rating(one.game, one.skill.figure, one.skill.margin, one.matches)
            for one in Rating.objects.of(person)
        ]
        return answer(
            people_shapes.Reliability(person.username, found.owed, found.given, found.percent, ratings)
        )


class TodoList(PeopleDoor):
    """What you owe."""

    @described("todo_list", shapes.Todo, refuses=(401,))
    def get(self, request: Request) -> HttpResponse:
        """List the orders that you owe, the most urgent first."""
        slots = Order.objects.owing(signed_in(request))[:MOST_DUTIES]
        return answer(shapes.Todo([duty(request, slot) for slot in slots]))
