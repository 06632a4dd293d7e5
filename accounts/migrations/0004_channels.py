import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_mailing'),
    ]

    operations = [
        migrations.CreateModel(
            name='Channel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('form', models.CharField(choices=[('push', 'this site in a browser'), ('discord', 'Discord'), ('slack', 'Slack'), ('json', 'signed JSON')], max_length=8)),
                ('table', models.CharField(blank=True, max_length=10)),
                ('name', models.CharField(max_length=60)),
                ('kinds', models.JSONField(default=list)),
                ('digest', models.CharField(max_length=64)),
                ('sealed', models.TextField()),
                ('made_at', models.DateTimeField()),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('error', models.CharField(blank=True, max_length=200)),
                ('off_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='channels', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20)),
                ('subject', models.CharField(max_length=80)),
                ('data', models.JSONField(default=dict)),
                ('status', models.CharField(choices=[('pending', 'waiting'), ('sent', 'sent'), ('dropped', 'no longer needed'), ('failed', 'could not be sent')], default='pending', max_length=8)),
                ('created_at', models.DateTimeField()),
                ('send_at', models.DateTimeField()),
                ('sent_at', models.DateTimeField(null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('error', models.CharField(blank=True, max_length=200)),
                ('channel', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='accounts.channel')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
            },
        ),
        migrations.CreateModel(
            name='Feed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.CharField(blank=True, max_length=10)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('sealed', models.TextField()),
                ('made_at', models.DateTimeField()),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='feeds', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddIndex(
            model_name='channel',
            index=models.Index(condition=models.Q(('table', ''), _negated=True), fields=['table'], name='channel_of_table'),
        ),
        migrations.AddIndex(
            model_name='channel',
            index=models.Index(fields=['digest'], name='channel_digest'),
        ),
        migrations.AddConstraint(
            model_name='channel',
            constraint=models.UniqueConstraint(fields=('user', 'table', 'digest'), name='one_channel_per_address'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('status', 'pending')), fields=['send_at', 'id'], name='delivery_to_send'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('channel', 'kind', 'subject'), name='one_delivery_per_subject'),
        ),
        migrations.AddConstraint(
            model_name='feed',
            constraint=models.UniqueConstraint(fields=('user', 'table'), name='one_feed_per_table'),
        ),
    ]
