"""Times when the clock stood still or no mail left, and how many turns they moved. Reads only."""

from __future__ import annotations

from django.db import models


class Outage(models.Model):
    """One outage that is over, and has moved the deadlines of open turns."""

    class What(models.TextChoices):
        CLOCK = "clock"
        MAIL = "mail"

    what = models.CharField(max_length=5, choices=What.choices)
    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()
    turns = models.PositiveIntegerField(default=0)
    """How many turns it moved."""

    class Meta:
        ordering = ["-ended_at"]

    def __str__(self) -> str:
        return f"no {self.what} from {self.began_at:%Y-%m-%d %H:%M} to {self.ended_at:%Y-%m-%d %H:%M}"
