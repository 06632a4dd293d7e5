import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('accounts', '0001_initial')]

    operations = [
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begins_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('zone', models.CharField(max_length=64)),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['begins_at'],
                'indexes': [models.Index(fields=['person', 'ends_at'], name='vacation_of_person')],
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('begins_at'))), name='vacation_lasts')],
            },
        ),
    ]
