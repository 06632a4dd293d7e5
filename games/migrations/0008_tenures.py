import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_stops'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='reliability',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='seat',
            name='since',
            field=models.PositiveIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name='seat',
            name='until',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('until__isnull', False)), fields=['match'], name='seat_vacant'),
        ),
        migrations.CreateModel(
            name='Tenure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.PositiveIntegerField()),
                ('until', models.PositiveIntegerField()),
                ('missed', models.PositiveSmallIntegerField(default=0)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tenures', to='games.seat')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={'ordering': ['seat_id', 'since']},
        ),
    ]
