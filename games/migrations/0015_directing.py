from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0014_entering")]
    operations = [
        migrations.AddField("entry", "wanted_number", models.PositiveIntegerField(null=True)),
        migrations.AddField("entry", "byes", models.JSONField(db_default={}, default=dict)),
        migrations.AddField(
            "match", "stopped", models.CharField(blank=True, db_default="", default="", max_length=300)
        ),
    ]
