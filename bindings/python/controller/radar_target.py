"""A target that a radar found."""

from dataclasses import dataclass


@dataclass
class RadarTarget:
    """A target: metres, decibel milliwatts, metres per second, radians."""

    distance: float
    receiver_power: float
    speed: float
    azimuth: float

    @property
    def received_power(self) -> float:
        return self.receiver_power
