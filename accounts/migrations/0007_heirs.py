"""Guests know the account that they have asked for."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_guests")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="heir",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="legacies",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
