from django.db import migrations, models


def name_voices(apps, schema_editor):
    """Each voice was its member's own."""
    orders = apps.get_model("games", "Order").objects
    orders.filter(voice__gt=0).update(giver=models.F("voice"))


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_teams'),
    ]

    operations = [
        migrations.AddField(
            model_name='member',
            name='misses',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='order',
            name='giver',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.RunPython(name_voices, migrations.RunPython.noop),
    ]
