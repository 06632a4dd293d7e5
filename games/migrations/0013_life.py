from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_ratings")]
    operations = [
        migrations.AddField(
            model_name="group",
            name="stale",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
