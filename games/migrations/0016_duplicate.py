from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0015_directing")]
    operations = [
        migrations.AddField(
            model_name="match",
            name="dealt",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
