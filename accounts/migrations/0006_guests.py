"""Guests: people who play without having signed up."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_languages")]

    operations = []
