"""Measures light."""

from .sensor import LookupTable, Reading


class LightSensor(LookupTable, Reading):
    """Measures the irradiance at a point from all lights of the world."""

    _family = "light_sensor"
