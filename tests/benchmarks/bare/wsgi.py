"""The bare site as gunicorn wants it; the settings are named here, since the site beside it has its own."""

import os

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.benchmarks.bare.settings"

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
