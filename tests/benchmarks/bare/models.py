"""One table of orders, in the open."""

from __future__ import annotations

from django.db import models


class Row(models.Model):
    """An order of a seat for a turn."""

    match = models.BigIntegerField()
    seat = models.PositiveSmallIntegerField()
    turn = models.PositiveIntegerField()
    line = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["match", "turn"], name="bare_row_turn")]

    def __str__(self) -> str:
        return f"row {self.pk}"
