"""A point that a lidar measured."""

from dataclasses import dataclass


@dataclass
class LidarPoint:
    """A point in metres, its layer, and when it was measured in seconds."""

    x: float
    y: float
    z: float
    layer: int
    time: float

    @property
    def layer_id(self) -> int:
        return self.layer
