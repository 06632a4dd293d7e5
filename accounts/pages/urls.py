"""The addresses of the pages about people that are ours; allauth's stand beside them under accounts/."""

from __future__ import annotations

from django.urls import path

from accounts.pages import language, settings, unsubscribing

urlpatterns = [
    path("language/", language.choose, name="language"),
    path("settings/", settings.settings_page, name="account_settings"),
    path("tokens/", settings.tokens, name="account_tokens"),
    path("tokens/<int:pk>/revoke/", settings.revoke_token, name="account_revoke_token"),
    path("deliveries/", settings.deliveries, name="account_deliveries"),
    path("deliveries/send-again/", settings.send_again, name="account_send_again"),
    path("export/", settings.export, name="account_export"),
    path("leave/", settings.leave, name="account_leave"),
    path("unsubscribe/<str:token>/", unsubscribing.unsubscribe, name="unsubscribe"),
]
