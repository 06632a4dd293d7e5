"""The addresses of the pages about people that are ours; allauth's stand beside them under accounts/."""

from __future__ import annotations

from django.urls import path

from accounts.pages import unsubscribing

urlpatterns = [
    path("unsubscribe/<str:token>/", unsubscribing.unsubscribe, name="unsubscribe"),
]
