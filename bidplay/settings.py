"""Every setting, read from the environment; the defaults are those of the embedded set-up on one machine."""

import base64
import hashlib
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured
from kombu.entity import Queue

from bidplay.api import SCHEMA, rest_framework
from bidplay.beat import schedule
from bidplay.logs import configure_structlog, logging
from bidplay.services import socket_path

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent

DEVELOPMENT_KEY = "development-only-not-a-secret"

# --- Where we are -----------------------------------------------------------------------------------------

DEBUG = env.bool("DEBUG", default=True)
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / ".bidplay"))).resolve()
PORT = env.int("PORT", default=8000)
BASE_URL = env.str("BASE_URL", default=f"http://127.0.0.1:{PORT}").rstrip("/")
SITE_NAME = env.str("SITE_NAME", default="bidplay")

SECRET_KEY = env.str("SECRET_KEY", default=DEVELOPMENT_KEY)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
# Fernet keys for what is sealed at rest, newest first; older ones still open what they sealed.
SEAL_KEYS: list[str] = env.list("BIDPLAY_SEAL_KEYS", default=[])
if not SEAL_KEYS and DEBUG:
    SEAL_KEYS = [base64.urlsafe_b64encode(hashlib.sha256(SECRET_KEY.encode()).digest()).decode()]
if not DEBUG and (SECRET_KEY == DEVELOPMENT_KEY or len(SECRET_KEY) < 32):
    raise ImproperlyConfigured("SECRET_KEY must be set to a long random text of your own when DEBUG is off.")
if not SEAL_KEYS:
    raise ImproperlyConfigured("BIDPLAY_SEAL_KEYS must hold at least one Fernet key when DEBUG is off.")

ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost", "[::1]"] if DEBUG else [])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[BASE_URL])

# The embedded set-up is for one machine: demo accounts, and turns of seconds, exist only there.
EMBEDDED = DEBUG and "DATABASE_URL" not in os.environ
SHORTEST_PACE = timedelta(seconds=env.int("SHORTEST_PACE", default=1 if DEBUG else 300))
LONGEST_PACE = timedelta(days=30)
VACATION_DAYS = env.int("VACATION_DAYS", default=28)
"""For how many days a year a person may be on vacation; 0 for none."""
VACATION_A_MATCH = timedelta(days=env.int("VACATION_DAYS_A_MATCH", default=14))
"""For how long the vacations of one seat may hold up a match."""
LONGEST_PAUSE = timedelta(days=env.int("PAUSE_DAYS", default=30))
"""A pause that nobody ends goes on by itself after this."""
BOT_BUDGET = env.int("BOT_BUDGET", default=0)
"""How many positions a bot that looks ahead looks at for one order; 0 for the game's own number."""
CLOCK_TICK = timedelta(seconds=env.int("CLOCK_TICK", default=1 if DEBUG else 5))
# When the clock stood still, or no mail left, for longer than this, the deadlines it touched move.
OUTAGE_AFTER = timedelta(minutes=env.int("OUTAGE_MINUTES", default=10))
# For how long turns wait while no mail leaves; then they close, and nobody is blamed for silence.
MAIL_WAIT = timedelta(days=env.int("MAIL_WAIT_DAYS", default=3))
# Metrics are for the host: from this machine without a word, from elsewhere with this bearer token.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

# --- Parts ------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "accounts",
    "games",
    "bidplay",
    "accounts.host_app.HostAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "anymail",
    "csp",
    "django_filters",
    "django_htmx",
    "django_structlog",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "bidplay.packing.PackingMiddleware",
    "bidplay.csp.PolicyMiddleware",
    "bidplay.doorstep.DoorstepMiddleware",
    "bidplay.errands.NumberMiddleware",
    "bidplay.programs.ProgramsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.ReaderMiddleware",
    "accounts.guests.GuestMiddleware",
]
if DEBUG:
    MIDDLEWARE.append("bidplay.doorstep.NowhereMiddleware")

ROOT_URLCONF = "bidplay.urls"
WSGI_APPLICATION = "bidplay.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.site",
            ],
        },
    }
]

# --- Database, broker, cache ------------------------------------------------------------------------------

DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'bidplay.sqlite3'}")
}
_database = DATABASES["default"]
# Opening SQLite anew for each request takes longer than most requests; so does signing in to PostgreSQL.
_database["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=60)
if _database["ENGINE"].endswith("sqlite3"):
    # Without immediate transactions half of the concurrent writers fail with "database is locked".
    _database.setdefault("OPTIONS", {}).update(
        {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
    )
else:
    _database["CONN_HEALTH_CHECKS"] = True
    _database["ENGINE"] = "bidplay.postgresql"
    # Statements are planned once a connection: planning an order's takes PostgreSQL longer than doing it.
    # Off for a pooler that gives each transaction another connection and knows no prepared statements.
    if env.bool("DATABASE_PREPARE", default=True):
        _database.setdefault("OPTIONS", {}).update(server_side_binding=True, prepare_threshold=3)
    if env.bool("DATABASE_POOL", default=False):  # for the web only: Celery closes the pool at each task
        _database["CONN_MAX_AGE"] = 0
        _database.setdefault("OPTIONS", {})["pool"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default=f"unix://{socket_path(DATA_DIR)}?db=0")


def _celery_url(url: str) -> str:
    """The same server as Celery writes it: kombu has its own form for a unix socket."""
    if not url.startswith("unix://"):
        return url
    path, _sep, query = url.removeprefix("unix://").partition("?")
    return f"redis+socket://{path}?virtual_host={query.removeprefix('db=') or 0}"


CACHES = {
    "default": {
        "BACKEND": "bidplay.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "bidplay",
        "OPTIONS": {"socket_connect_timeout": 0.5, "socket_timeout": 1.0},
    }
}

CELERY_BROKER_URL = _celery_url(REDIS_URL)
# The clock has a queue of its own, and a worker that takes nothing else: however long a mail server or a hook
# keeps the others waiting, it ticks. The others take from it too, if they are free.
CELERY_TASK_QUEUES = [Queue("celery"), Queue("clock")]  # type: ignore[no-untyped-call]
CELERY_TASK_ROUTES = {"games.tasks.tick": {"queue": "clock"}}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    # An order must never wait for the broker: publishing gives up at once and the clock's tick catches up.
    "socket_connect_timeout": 2,
    "socket_timeout": 10,
    "max_retries": 0,
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_BEAT_SCHEDULE = schedule(CLOCK_TICK)
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "celerybeat-schedule")
CELERY_TIMEZONE = "UTC"

# --- People -----------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
# This one is Django's own with sign-in by address added; a second would check each password twice.
AUTHENTICATION_BACKENDS = ["accounts.sessions.Backend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # in the browser that signed up, and in no other
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_RATE_LIMITS = {
    "guest": env.str("GUEST_RATE", default="20/h/ip"),
    "practice": env.str("PRACTICE_RATE", default="60/h/user"),
}
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {"login": "accounts.forms.LoginForm", "signup": "accounts.forms.SignupForm"}
# Moves are days apart: who signs in stays signed in.
ACCOUNT_SESSION_REMEMBER = True
SESSION_COOKIE_AGE = 60 * 24 * 3600
SESSION_ENGINE = "accounts.sessions"
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_DEFAULT_HTTP_PROTOCOL = BASE_URL.partition(":")[0]
# Tries are counted per address of the client; behind a proxy of ours that is the last one it names.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if env.bool("BEHIND_PROXY", default=False) else 0
MFA_TOTP_ISSUER = SITE_NAME
# A code is as good for one step after it has left the screen: people type, and clocks differ by seconds.
MFA_TOTP_TOLERANCE = 1
MFA_ADAPTER = "accounts.adapter.SealingMFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEBUG

# --- Mail -------------------------------------------------------------------------------------------------

# In development mail goes to a page of the site (/mailbox/) unless a server is named by EMAIL_URL, such as
# smtp+tls://user:password@mail.example.org:587. A provider's API works too: EMAIL_BACKEND names a backend of
# Anymail (anymail.backends.mailgun.EmailBackend) and ANYMAIL is its settings as JSON.
MAILBOX = DEBUG and env.bool("MAILBOX", default=not {"EMAIL_URL", "EMAIL_BACKEND"} & os.environ.keys())
if "EMAIL_URL" in os.environ:
    vars().update(env.email("EMAIL_URL"))
EMAIL_BACKEND = (
    "accounts.mailbox.MailboxBackend"
    if MAILBOX
    else env.str(
        "EMAIL_BACKEND", default=globals().get("EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend")
    )
)
ANYMAIL: dict[str, Any] = env.json("ANYMAIL", default={})
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=f"{SITE_NAME} <bidplay@localhost>")
SERVER_EMAIL = env.str("SERVER_EMAIL", default=DEFAULT_FROM_EMAIL)
ADMINS = [("host", address) for address in env.list("ADMINS", default=[])]
MAIL_DOMAIN = env.str("MAIL_DOMAIN", default=DEFAULT_FROM_EMAIL.rstrip(">").rpartition("@")[2])
# Where reports of undelivered mail go: the sender on the envelope. The one of DEFAULT_FROM_EMAIL if empty.
BOUNCE_ADDRESS = env.str("BOUNCE_ADDRESS", default="")
# Playing by reply: the address that orders are mailed to (bid@bidplay.example, or only a domain), the part
# bid+… of it being signed for one order; where the mailroom listens for them (smtp: or lmtp:, then an address
# with a port, or the path of a socket); and whose word counts for who a mail is from. Off if none is named.
MAIL_IN = env.str("MAIL_IN", default=MAIL_DOMAIN if EMBEDDED else "").lower()
if MAIL_IN and "@" not in MAIL_IN:
    MAIL_IN = f"bid@{MAIL_IN}"
MAIL_IN_LISTEN = env.str(
    "MAIL_IN_LISTEN", default=f"smtp:127.0.0.1:{PORT + 24}" if EMBEDDED else "lmtp:127.0.0.1:8024"
)
MAIL_IN_SIZE = env.int("MAIL_IN_SIZE", default=2_000_000)
"""The most bytes that a mail to us may have."""
MAIL_IN_RATE = env.int("MAIL_IN_RATE", default=30)
"""How many mails an hour are read for one order, and four times as many from one sender; others wait."""
MAIL_AUTHSERV_ID = env.str("MAIL_AUTHSERV_ID", default="")
"""The name under which our own mail server writes Authentication-Results; empty if it writes none."""
MAIL_IN_DKIM = env.bool("MAIL_IN_DKIM", default=False)
"""Whether a mail must bear a valid DKIM signature of its sender's domain, checked by ourselves."""
ANYMAIL_WEBHOOK_SECRET = env.str("ANYMAIL_WEBHOOK_SECRET", default="")
"""What a provider of mail must know (user:password) to tell us of mails that came, and of bounces."""
# How long guests who have not signed up, and their matches, outlast their last turn.
GUESTS_KEPT = timedelta(days=env.int("GUEST_DAYS", default=30))
# How long the delivery log goes back: notices that were sent, dropped or given up are then deleted.
NOTICES_KEPT = timedelta(days=env.int("NOTICE_DAYS", default=90))

# --- Beside mail ------------------------------------------------------------------------------------------

# Signs web push; `./run manage vapid` makes one. Without it nobody is offered push; the embedded set-up
# makes its own.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="")
# Where a push service may complain: an address of mail, or a page with https.
VAPID_CONTACT = env.str("VAPID_CONTACT", default=DEFAULT_FROM_EMAIL.rstrip(">").rpartition("<")[2])
# Lets webhooks go to this very machine in plain HTTP; in development only, whatever is set here.
HOOK_PRIVATE_OK = DEBUG and env.bool("HOOK_PRIVATE_OK", default=False)

# --- Words and times --------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("pl", "Polski"), ("bg", "Български")]
# What a game says is translated in its own folder; what allauth says, where its templates are.
LOCALE_PATHS = [
    BASE_DIR / "templates" / "locale",
    BASE_DIR / "templates" / "allauth" / "locale",
    *sorted((BASE_DIR / "templates" / "games").glob("*/locale")),
]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files -----------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(DATA_DIR / "static")))
STATICFILES_DIRS = [BASE_DIR / "templates" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": env.str(
            "STATIC_STORAGE", default="whitenoise.storage.CompressedManifestStaticFilesStorage"
        )
        if not DEBUG
        else "bidplay.packing.EmbeddedStorage"
    },
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = not DEBUG

# --- Safety -----------------------------------------------------------------------------------------------

_https = BASE_URL.startswith("https://")
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=_https)
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]
# One proxy that sets X-Forwarded-For and -Proto itself; without one, nobody's word for them counts.
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=31_536_000 if _https else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = _https
SECURE_HSTS_PRELOAD = _https
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _https
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
LARGEST_FORM = 256 * 1024
"""So many bytes may have what people and programs send; a provider of mail brings whole mails in base64."""
LARGEST_MAIL = 2 * MAIL_IN_SIZE
DATA_UPLOAD_MAX_MEMORY_SIZE = LARGEST_MAIL if ANYMAIL_WEBHOOK_SECRET else LARGEST_FORM
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
FORM_RENDERER = "django.forms.renderers.DjangoTemplates"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
        "manifest-src": ["'self'"],
        "frame-src": ["'self'"],
        "worker-src": ["'self'"],
    }
}

# --- API --------------------------------------------------------------------------------------------------

REST_FRAMEWORK = rest_framework(env, proxies=int(BEHIND_PROXY))
SPECTACULAR_SETTINGS = SCHEMA

# --- Logs -------------------------------------------------------------------------------------------------

DEFAULT_EXCEPTION_REPORTER_FILTER = "bidplay.reports.DiscreetFilter"
LOGGING = logging(env.str("LOG_LEVEL", default="WARNING"), development=DEBUG)
configure_structlog()
DJANGO_STRUCTLOG_CELERY_ENABLED = False
# A request is told by its id. Who asked, and from where, is nothing to keep, and costs a tenth of an order.
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_USER_ID_FIELD = ""
