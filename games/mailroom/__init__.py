"""The mailroom: mails that people send, read and turned into orders. A door: it decides nothing about play."""
