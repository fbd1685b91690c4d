"""Measures height."""

from .sensor import Reading


class Altimeter(Reading):
    """Measures height in metres."""

    _family = "altimeter"
