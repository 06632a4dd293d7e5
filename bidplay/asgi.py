"""The door for web servers that speak ASGI; gunicorn with threads is faster for these pages."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidplay.settings")

application = get_asgi_application()
