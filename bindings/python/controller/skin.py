"""Moves the bones of a mesh."""

import ctypes
from typing import List, Optional, Sequence

from .device import Device
from .wb import text, wb


class Skin(Device):
    """A skin."""

    def getBoneCount(self) -> int:
        return wb.wb_skin_get_bone_count(self._tag)

    def getBoneName(self, index: int) -> str:
        return text(wb.wb_skin_get_bone_name(self._tag, index))

    def getBoneOrientation(self, index: int, absolute: bool) -> Optional[List[float]]:
        values = wb.wb_skin_get_bone_orientation(self._tag, index, absolute)
        return values[:4] if values else None

    def getBonePosition(self, index: int, absolute: bool) -> Optional[List[float]]:
        values = wb.wb_skin_get_bone_position(self._tag, index, absolute)
        return values[:3] if values else None

    def setBoneOrientation(self, index: int, orientation: Sequence[float], absolute: bool) -> None:
        wb.wb_skin_set_bone_orientation(self._tag, index, (ctypes.c_double * 4)(*orientation), absolute)

    def setBonePosition(self, index: int, position: Sequence[float], absolute: bool) -> None:
        wb.wb_skin_set_bone_position(self._tag, index, (ctypes.c_double * 3)(*position), absolute)

    bone_count = property(getBoneCount)
