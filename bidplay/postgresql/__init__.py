"""Django's backend for PostgreSQL, but that a link still holds is found out without asking the server."""
