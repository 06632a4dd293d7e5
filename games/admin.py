"""The host's pages about play. On none of them is a seed before the end, a position or a sealed order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnlyAdmin
from games.models import Deal, Match, Member, Order, Seat, Talk, Turn
from games.models.recall import shown_line, waiting_from
from games.models.tenure import former_holders

if TYPE_CHECKING:
    MatchTable = admin.TabularInline[Any, Match]
else:
    MatchTable = admin.TabularInline


class RowsOfMatch(MatchTable):
    """Rows that belong to a match, to be read and not changed."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Nobody."""
        return False

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        """The rows, with their people."""
        return super().get_queryset(request).select_related("user")


class SeatsInline(RowsOfMatch):
    """Who sits at a match."""

    model = Seat
    fields = readonly_fields = (
        "index",
        "user",
        "bot",
        "state",
        "word",
        "misses",
        "missed",
        "grace_used",
        "clock",
        "since",
        "until",
    )


class MembersInline(RowsOfMatch):
    """Who is in the teams of a match, also who has left them."""

    model = Member
    fields = readonly_fields = ("seat", "position", "user", "active", "misses")


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Matches. The host may change how a table is named and who may see it, nothing of its play."""

    list_display = ("code", "name", "game", "status", "visibility", "created_at", "in_trouble")
    list_filter = ("status", "game", "visibility")
    search_fields = ("code", "name", "seats__user__username")
    fields = (
        "code",
        "name",
        "visibility",
        "game",
        "rules_version",
        "options",
        "pace",
        "size",
        "team",
        "captain",
        "reliability",
        "status",
        "creator",
        "created_at",
        "started_at",
        "ended_at",
        "seed_commitment",
        "published_seed",
        "outcome",
        "trouble",
        "held_before",
    )
    readonly_fields = tuple(field for field in fields if field not in ("name", "visibility"))
    inlines = (SeatsInline, MembersInline)
    show_full_result_count = False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Who may, by the rights they were given."""
        return admin.ModelAdmin.has_change_permission(self, request, obj)

    @admin.display(description=_("in trouble"), boolean=True)
    def in_trouble(self, match: Match) -> bool:
        """Whether the match stands still because the rules failed on it."""
        return bool(match.trouble)

    @admin.display(description=_("held seats before"))
    def held_before(self, match: Match) -> str:
        """Who held a seat that another holds now, and in which turns."""
        tenures = [one for held in former_holders(match.seats.all()).values() for one in held]
        row = gettext("Seat {number}: {name}, turns {first} to {last}").format
        return format_html_join(
            mark_safe("<br>"),
            "{}",
            [
                (row(number=one.seat.index + 1, name=one.name, first=one.since, last=one.until),)
                for one in tenures
            ],
        )

    @admin.display(description=_("seed"))
    def published_seed(self, match: Match) -> str:
        """The seed, once the match is over."""
        return match.seed if match.status in (Match.Status.FINISHED, Match.Status.ABORTED) else ""


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    """Deals of the day. The seed of one is here when everybody may read it, and not before."""

    list_display = ("game", "day", "published")
    fields = ("game", "day", "seed_commitment", "seed", "created_at")
    list_filter = ("game",)

    @admin.display(description=_("seed published"), boolean=True)
    def published(self, deal: Deal) -> bool:
        """Whether the seed is out."""
        return bool(deal.seed)


@admin.register(Turn)
class TurnAdmin(ReadOnlyAdmin):
    """Turns, by their times. What happened in them is told on the pages of the match, to whom it concerns."""

    list_display = ("match", "number", "opened_at", "due_at", "closed_at")
    fields = (*list_display, "remind_at", "owed", "left", "hash")
    list_select_related = ("match",)
    search_fields = ("match__code",)
    show_full_result_count = False


@admin.register(Order)
class OrderAdmin(ReadOnlyAdmin):
    """Orders: that and when they were given; their lines once they are opened."""

    list_display = ("turn", "seat", "version", "given_at", "door", "opened", "by")
    fields = (*list_display, "voice", "commitment", "opened_line")
    list_filter = ("opened",)
    list_select_related = ("turn", "seat")
    search_fields = ("turn__match__code",)
    show_full_result_count = False

    @admin.display(description=_("line"))
    def opened_line(self, order: Order) -> str:
        """The line, once everybody may read it, and as far as they may."""
        if not order.opened:
            return ""
        first = waiting_from(order.turn.match)
        return shown_line(order, waits=first is not None and order.turn.number >= first)


@admin.register(Talk)
class TalkAdmin(ReadOnlyAdmin):
    """What people say at tables, to be taken down if it must be."""

    list_display = ("match", "user", "written_at", "text")
    fields = ("match", "user", "written_at", "text")
    list_select_related = ("match", "user")
    search_fields = ("match__code", "user__username", "text")
    show_full_result_count = False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """Who may, by the rights they were given."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)
