"""The addresses of the pages about people that are ours; allauth's stand beside them under accounts/."""

from __future__ import annotations

from django.urls import path

from accounts.pages import beside, language, settings, unsubscribing, vacations

urlpatterns = [
    path("language/", language.choose, name="language"),
    path("settings/", settings.settings_page, name="account_settings"),
    path("vacations/", vacations.vacations, name="account_vacations"),
    path("vacations/<int:pk>/finish/", vacations.finish, name="account_finish_vacation"),
    path("tokens/", settings.tokens, name="account_tokens"),
    path("tokens/<int:pk>/revoke/", settings.revoke_token, name="account_revoke_token"),
    path("deliveries/", settings.deliveries, name="account_deliveries"),
    path("deliveries/trial/", settings.mail_trial, name="account_mail_trial"),
    path("deliveries/again/", settings.mail_again, name="account_mail_again"),
    path("deliveries/send-again/", settings.send_again, name="account_send_again"),
    path("export/", settings.export, name="account_export"),
    path("beside-mail/", beside.beside_page, name="account_beside"),
    path("beside-mail/devices/", beside.add_device, name="account_add_device"),
    path("beside-mail/devices/renew/", beside.renew_device, name="account_renew_device"),
    path("beside-mail/hooks/", beside.add_hook, name="account_add_hook"),
    path("beside-mail/feeds/", beside.change_feed, name="account_change_feed"),
    path("beside-mail/<int:pk>/", beside.change, name="account_change_channel"),
    path("leave/", settings.leave, name="account_leave"),
    path("unsubscribe/<str:token>/", unsubscribing.unsubscribe, name="unsubscribe"),
]
