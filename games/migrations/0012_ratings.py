import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("games", "0011_contests"),
    ]
    operations = [
        migrations.AddField(
            model_name="berth",
            name="playoff",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="match",
            name="rated",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=Q(("rated", False), ("status", "finished")),
                fields=["ended_at"],
                name="match_to_rate",
            ),
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=30)),
                ("mu", models.FloatField(default=25.0)),
                ("sigma", models.FloatField(default=25.0 / 3.0)),
                ("floor", models.FloatField(default=0.0)),
                ("matches", models.PositiveIntegerField(default=0)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["game", "-floor"], name="rating_list")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=Q(("user__isnull", False)),
                        fields=("user", "game"),
                        name="one_rating_per_game",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingBook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=30, unique=True)),
                ("length", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="RatedMatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("rated_at", models.DateTimeField()),
                (
                    "book",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rated",
                        to="games.ratingbook",
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rating_entry",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("book", "number"), name="one_rated_match_per_number")
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu_after", models.FloatField()),
                ("sigma_after", models.FloatField()),
                (
                    "rated",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="games.ratedmatch",
                    ),
                ),
                (
                    "rating",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="changes", to="games.rating"
                    ),
                ),
            ],
            options={
                "ordering": ["rated_id", "seat", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("rated", "rating"), name="one_change_per_rating")
                ],
            },
        ),
    ]
