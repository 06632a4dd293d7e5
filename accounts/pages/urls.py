"""The addresses of the pages about people that are ours; allauth's stand beside them under accounts/."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
