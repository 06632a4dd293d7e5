"""The addresses of the site with those for a provider of mail, which exist only where there is a secret."""

from django.urls import include, path

from bidplay.doorstep import MAIL_HOOKS
from bidplay.urls import handler400, urlpatterns

__all__ = ["handler400", "urlpatterns"]

urlpatterns = [path(MAIL_HOOKS, include("games.mailroom.webhooks")), *urlpatterns]
