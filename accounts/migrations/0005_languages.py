from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('accounts', '0004_channels')]

    operations = [
        migrations.AlterField(
            model_name='user',
            name='language',
            field=models.CharField(default='en', max_length=8, verbose_name='language'),
        ),
    ]
