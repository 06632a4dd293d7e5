"""The addresses of the development mailbox."""

from __future__ import annotations

from django.urls import path

from accounts.pages import mailbox

urlpatterns = [
    path("", mailbox.messages, name="mailbox"),
    path("<int:pk>/", mailbox.message, name="mailbox_message"),
    path("<int:pk>/letter/", mailbox.letter, name="mailbox_letter"),
    path("<int:pk>/source/", mailbox.source, name="mailbox_source"),
]
