"""The peer of the order and page figures: a bare Django REST framework site whose POST stores one row."""
