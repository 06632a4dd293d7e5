"""The addresses of contests that everybody has; what directors have is in their own room."""

from __future__ import annotations

from django.urls import path

from games.pages.contests import listing, overview

urlpatterns = [
    path("contests/", listing.contests, name="contests"),
    path("c/<code:code>/", overview.contest_page, name="contest"),
]
