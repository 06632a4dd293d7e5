import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_vacations'),
    ]

    operations = [
        migrations.CreateModel(
            name='Outgoing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('down_since', models.DateTimeField(null=True)),
            ],
        ),
        migrations.RemoveIndex(
            model_name='notice',
            name='notice_to_send',
        ),
        migrations.AddField(
            model_name='notice',
            name='wanted_by',
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
        ),
        migrations.AddField(
            model_name='user',
            name='digest_hour',
            field=models.PositiveSmallIntegerField(db_default=18, default=18, verbose_name='hour of the daily digest'),
        ),
        migrations.AddField(
            model_name='user',
            name='mail_bounced',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='user',
            name='mail_complained_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='user',
            name='mail_digest',
            field=models.JSONField(blank=True, db_default=models.Value([], models.JSONField()), default=list, verbose_name='kinds of mail that wait for the daily digest'),
        ),
        migrations.AddField(
            model_name='user',
            name='mail_failure',
            field=models.TextField(blank=True, db_default='', default=''),
        ),
        migrations.AddField(
            model_name='user',
            name='quiet_from',
            field=models.TimeField(blank=True, null=True, verbose_name='quiet hours from'),
        ),
        migrations.AddField(
            model_name='user',
            name='quiet_until',
            field=models.TimeField(blank=True, null=True, verbose_name='quiet hours until'),
        ),
        migrations.AlterField(
            model_name='notice',
            name='status',
            field=models.CharField(choices=[('pending', 'waiting'), ('quiet', 'waits until your quiet hours end'), ('digest', 'waits for your daily digest'), ('sent', 'sent'), ('dropped', 'no longer needed'), ('failed', 'could not be sent')], default='pending', max_length=8),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('status', 'pending')), fields=['wanted_by', 'send_at', 'id'], name='notice_to_send'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('status__in', ['quiet', 'digest'])), fields=['status', 'send_at'], name='notice_that_waits'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'digest'), ('status__in', ['pending', 'quiet'])), fields=('user',), name='one_digest_under_way'),
        ),
    ]
