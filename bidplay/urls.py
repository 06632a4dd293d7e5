"""Every address of the site, by door."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from accounts.pages.beside import worker
from bidplay import health
from bidplay.doorstep import MAIL_HOOKS

handler400 = "bidplay.doorstep.bad_request"

urlpatterns = [
    path("api/", include("games.api.urls")),  # first, since programs call more often than people
    path("", include("games.pages.urls")),
    path("accounts/", include("accounts.pages.urls")),
    path("accounts/", include("allauth.urls")),
    path("push-worker.js", worker, name="push_worker"),
    path("admin/", admin.site.urls),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", health.metrics, name="metrics"),
]

if settings.ANYMAIL_WEBHOOK_SECRET:
    urlpatterns.append(path(MAIL_HOOKS, include("games.mailroom.webhooks")))
if settings.MAILBOX:
    urlpatterns.append(path("mailbox/", include("accounts.pages.mailbox_urls")))
