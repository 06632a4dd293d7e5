"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People, their tokens, and the mail that goes out to them."""

    name = "accounts"

    def ready(self) -> None:
        """Tell the outbox how to write the mails about accounts."""
        from accounts import account_mail, beside, couriers, outbox

        outbox.register(account_mail.KIND, account_mail.build)
        couriers.register(couriers.TEST, beside.trials)
