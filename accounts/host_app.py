"""Django's admin app, told to use the host's site."""

from django.contrib.admin.apps import AdminConfig


class HostAdminConfig(AdminConfig):
    """Django's admin with our site."""

    default_site = "accounts.host.HostSite"
