"""What all sensors have."""

from typing import List, Optional, Union

from .device import Device
from .wb import place_of, wb


class Sensor(Device):
    """A sensor. Made from a name, it measures immediately, by default at every basic step."""

    _family = ""

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if cls._family:
            # Found once for each class, so that a reading is one call.
            cls._enable = staticmethod(getattr(wb, f"wb_{cls._family}_enable"))
            cls._disable = staticmethod(getattr(wb, f"wb_{cls._family}_disable"))
            cls._period = staticmethod(getattr(wb, f"wb_{cls._family}_get_sampling_period"))

    def __init__(self, name: Union[str, int], sampling_period: Optional[int] = None):
        super().__init__(name)
        if isinstance(name, str):
            self.enable(int(wb.wb_robot_get_basic_time_step()) if sampling_period is None else sampling_period)

    def enable(self, p: int) -> None:
        self._enable(self._tag, p)

    def disable(self) -> None:
        self._disable(self._tag)

    def getSamplingPeriod(self) -> int:
        return self._period(self._tag)

    def _set_sampling_period(self, p: Optional[int]) -> None:
        self._enable(self._tag, p or 0)

    sampling_period = property(getSamplingPeriod, _set_sampling_period)


class Reading(Sensor):
    """A sensor of one number, which is read where the library keeps it: a call costs several times as much."""

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        cls._read = staticmethod(getattr(wb, f"wb_{cls._family}_get_value"))

    def __init__(self, name: Union[str, int], sampling_period: Optional[int] = None):
        super().__init__(name, sampling_period)
        self._place = place_of(self._tag)

    def getValue(self) -> float:
        value = self._place.value
        # No number is there while the library has something to say about it.
        return value if value == value else self._read(self._tag)

    value = property(getValue)


class LookupTable:
    """Reads the lookup table of a sensor."""

    _family = ""

    def getLookupTable(self) -> List[float]:
        size = getattr(wb, f"wb_{self._family}_get_lookup_table_size")(self._tag)
        table = getattr(wb, f"wb_{self._family}_get_lookup_table")(self._tag)
        return table[: 3 * size] if table else []

    lookup_table = property(getLookupTable)
