from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('games', '0006_clocks')]

    operations = [
        migrations.AddField(
            model_name='turn',
            name='stops',
            field=models.JSONField(db_default=[], default=list),
        ),
    ]
