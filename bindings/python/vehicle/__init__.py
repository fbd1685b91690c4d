"""Cars: for robots of a PROTO derived from Car."""

from .driver import Driver
from .car import Car

__all__ = ["Car", "Driver"]
