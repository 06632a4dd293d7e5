"""The accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People, their tokens, and the mail that goes out to them."""

    name = "accounts"

    def ready(self) -> None:
        """Tell the outbox how to write the mails about accounts."""
        from accounts import account_mail, beside, couriers, models, outbox

        outbox.register(account_mail.KIND, account_mail.build)
        outbox.register(models.TRIAL, account_mail.trials)
        couriers.register(couriers.TEST, beside.trials)
