"""The addresses of the console of directors."""

from __future__ import annotations

from django.urls import path

from games.pages.contests import director, director_people

urlpatterns = [
    path("c/<code:code>/director/", director.console, name="contest_director"),
    path("c/<code:code>/director/people/", director_people.people, name="contest_director_people"),
    path("c/<code:code>/director/undo/<int:number>/", director.take_back, name="contest_director_undo"),
    path("c/<code:code>/director/<slug:verb>/", director.act, name="contest_director_act"),
]
