"""What is played in a contest: groups, rounds, pairings, and what each entry got."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models.contest import Contest, Entry


class LongJSON(models.JSONField):
    """The same column as any JSON, but read by a decoder that takes a fraction of the time."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        """What is stored, as Python has it."""
        return msgspec.json.decode(value) if isinstance(value, str) else value

    def deconstruct(self) -> tuple[str, str, Any, Any]:
        """To migrations it is what it is to the database."""
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.JSONField", args, options


class Group(models.Model):
    """A group of a stage, or a division of a league; a plain contest has one."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="groups", db_index=False)
    stage = models.PositiveSmallIntegerField(default=0)
    number = models.PositiveSmallIntegerField(default=1)
    """1 for the first group or the highest division."""
    ended_at = models.DateTimeField(null=True)
    standings = LongJSON(default=list)
    """The lines of the standings when a result last came in; see ``games.contests.standings``."""
    stale = models.BooleanField(default=False, db_default=False)
    """Whether a result has come in since; the next step of the contest makes the lines anew."""

    class Meta:
        ordering = ["stage", "number"]
        constraints = [
            models.UniqueConstraint(fields=["contest", "stage", "number"], name="one_group_per_number")
        ]

    def __str__(self) -> str:
        return f"group {self.stage}.{self.number} of contest {self.contest_id}"


class Berth(models.Model):
    """The place of an entry in a group."""

    # Needs no index of its own: a unique constraint begins with it.
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="berths", db_index=False)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="berths")
    number = models.PositiveIntegerField()
    """Its place in the seeding of the group, 1 for the strongest."""
    place = models.PositiveIntegerField(null=True)
    """Where it ended; shared places are equal."""
    playoff = models.PositiveSmallIntegerField(default=0, db_default=0)
    """What a director entered for a play-off; who has more comes before others that are level."""
    fate = models.CharField(max_length=10, blank=True)
    """What follows: ``through``, ``out``, ``up``, ``down``, ``stays``, ``champion``; empty until then."""

    class Meta:
        ordering = ["group_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["group", "entry"], name="one_berth_per_entry"),
            models.UniqueConstraint(fields=["group", "number"], name="one_berth_per_number"),
        ]

    def __str__(self) -> str:
        return f"berth {self.number} of group {self.group_id}"


class Round(models.Model):
    """A round of a group: its pairings are made together, once."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveIntegerField()
    begins_at = models.DateTimeField(null=True)
    """When it is to begin, if a calendar says so."""
    paired_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    """When all its matches had been opened."""
    ended_at = models.DateTimeField(null=True)
    sealed_seed = models.BinaryField(default=b"")
    """Where every table has the same deal: the seed of all of them; else empty."""
    seed_commitment = models.CharField(max_length=64, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    """Hex of that seed, published when the last table of the round has ended."""

    class Meta:
        ordering = ["group_id", "number"]
        constraints = [models.UniqueConstraint(fields=["group", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"round {self.number} of group {self.group_id}"


class PairingQuerySet(models.QuerySet["Pairing"]):
    """Reads of pairings."""

    def with_group(self) -> PairingQuerySet:
        """Each with its round and group, but not with all lines of standings for each of them."""
        return self.select_related("round__group").defer("round__group__standings")


class Pairing(models.Model):
    """Entries that meet in a round, or one that has a bye. Its matches point to it, numbered from 1."""

    class How(models.TextChoices):
        OPEN = "open", pgettext_lazy("pairing", "open")
        PLAYED = "played", _("played")
        FORFEIT = "forfeit", _("forfeit")
        BYE = "bye", _("bye")
        HALF_BYE = "half_bye", _("bye for half a win")
        ZERO_BYE = "zero_bye", _("absent")
        ADJUDICATED = "adjudicated", _("adjudicated")
        ANNULLED = "annulled", _("annulled")

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings", db_index=False)
    board = models.PositiveIntegerField()
    slot = models.CharField(max_length=12, blank=True)
    """Where it stands in a bracket."""
    how = models.CharField(max_length=12, choices=How.choices, default=How.OPEN)
    ended_at = models.DateTimeField(null=True)

    objects = PairingQuerySet.as_manager()

    class Meta:
        ordering = ["round_id", "board"]
        constraints = [models.UniqueConstraint(fields=["round", "board"], name="one_pairing_per_board")]
        indexes = [models.Index(fields=["round"], condition=Q(how="open"), name="pairing_open")]

    def __str__(self) -> str:
        return f"board {self.board} of round {self.round_id}"


class Side(models.Model):
    """What one entry has of a pairing: its seat, and what it got."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="sides", db_index=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sides", db_index=False)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sides")
    index = models.PositiveSmallIntegerField()
    """Its seat at the first match of the pairing; in a series seats are held in turn."""
    points = models.IntegerField(null=True)
    """In units of ``games.contests.plan.UNIT``; None as long as it isn't decided."""
    place = models.PositiveSmallIntegerField(null=True)
    score = models.FloatField(null=True)
    """The game's own score, summed over the matches of the pairing."""
    live = models.BooleanField(default=True)
    """Whether it counts as its entry's pairing of the round; an annulled one doesn't."""

    class Meta:
        ordering = ["pairing_id", "index"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "index"], name="one_side_per_seat"),
            models.UniqueConstraint(
                fields=["round", "entry"], condition=Q(live=True), name="one_pairing_per_entry"
            ),
        ]

    def __str__(self) -> str:
        return f"side {self.index} of pairing {self.pairing_id}"
