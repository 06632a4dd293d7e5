"""The mailroom: mails that people send, read and turned into orders. It decides nothing about play."""
