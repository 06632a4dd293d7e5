from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('games', '0009_outages')]

    operations = [
        migrations.AddField(
            model_name='turn',
            name='stretched',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='turn',
            name='paused_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='turn',
            name='paused_due',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='away',
            field=models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.AddField(
            model_name='seat',
            name='away_used',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='seat',
            name='pause_wish',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddIndex(
            model_name='turn',
            index=models.Index(condition=models.Q(('closed_at__isnull', True), ('paused_at__isnull', False)), fields=['paused_at'], name='turn_paused'),
        ),
    ]
