"""Guests: people who play without having signed up."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_languages")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_guest",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(is_guest=True), fields=["date_joined"], name="guest_by_age"
            ),
        ),
    ]
