"""What people write around a match: what they say at the table, their private notes."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.match import Match


class Talk(models.Model):
    """A message at the table, seen by everyone who may see the match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="talk")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    text = models.TextField(max_length=2000)
    written_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "talk"

    def __str__(self) -> str:
        return f"message {self.pk} at match {self.match_id}"


class Note(models.Model):
    """A person's private notes on a match; they stay with the person, not with the seat."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="notes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(max_length=10_000)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="one_note_per_person")]

    def __str__(self) -> str:
        return f"notes of {self.user_id} on match {self.match_id}"
