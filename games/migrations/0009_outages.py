from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('games', '0008_tenures')]

    operations = [
        migrations.AddField(
            model_name='clock',
            name='mail_down_since',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='order',
            name='excused',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='turn',
            name='due_was',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='turn',
            name='moved',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('what', models.CharField(choices=[('clock', 'Clock'), ('mail', 'Mail')], max_length=5)),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField()),
                ('turns', models.PositiveIntegerField(default=0)),
            ],
            options={'ordering': ['-ended_at']},
        ),
    ]
