"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People, their tokens, and the mail that goes out to them."""

    name = "accounts"
