"""Every address of the site, by door."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from bidplay import health

handler400 = "bidplay.doorstep.bad_request"

urlpatterns = [
    path("api/", include("games.api.urls")),  # first, since programs call more often than people
    path("", include("games.pages.urls")),
    path("accounts/", include("accounts.pages.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", health.metrics, name="metrics"),
]

if settings.MAILBOX:
    urlpatterns.append(path("mailbox/", include("accounts.pages.mailbox_urls")))
