"""Reads and changes the world."""

from typing import List, Optional

from .node import Node
from .robot import Robot
from .wb import wb


class Supervisor(Robot):
    """A robot that may read and change the world."""

    SIMULATION_MODE_PAUSE = 0
    SIMULATION_MODE_REAL_TIME = 1
    SIMULATION_MODE_FAST = 2

    @staticmethod
    def _found(node: Node) -> Optional[Node]:
        return node if node._ref else None

    def getRoot(self) -> Node:
        return Node()

    def getSelf(self) -> Node:
        return Node(tag=0)

    def getFromDef(self, d: str) -> Optional[Node]:
        return self._found(Node(DEF=d))

    def getFromId(self, id: int) -> Optional[Node]:
        return self._found(Node(id=id))

    def getFromDevice(self, tag) -> Optional[Node]:
        """The node of a device, given as an object or a tag."""
        return self._found(Node(tag=getattr(tag, "_tag", tag)))

    def getFromDeviceTag(self, tag: int) -> Optional[Node]:
        return self._found(Node(tag=tag))

    def getSelected(self) -> Optional[Node]:
        return self._found(Node(selected=True))

    def setLabel(
        self,
        id: int,
        label: str,
        x: float,
        y: float,
        size: float,
        color: int,
        transparency: float = 0,
        font: str = "Arial",
    ) -> None:
        wb.wb_supervisor_set_label(id, label.encode(), x, y, size, color, transparency, font.encode())

    def simulationQuit(self, status: int) -> None:
        wb.wb_supervisor_simulation_quit(status)

    def simulationGetMode(self) -> int:
        return wb.wb_supervisor_simulation_get_mode()

    def simulationSetMode(self, mode: int) -> None:
        wb.wb_supervisor_simulation_set_mode(mode)

    def simulationReset(self) -> None:
        wb.wb_supervisor_simulation_reset()

    def simulationResetPhysics(self) -> None:
        wb.wb_supervisor_simulation_reset_physics()

    def worldLoad(self, filename: str) -> None:
        wb.wb_supervisor_world_load(filename.encode())

    def worldSave(self, filename: Optional[str] = None) -> bool:
        return wb.wb_supervisor_world_save(filename.encode() if filename else None)

    def worldReload(self) -> None:
        wb.wb_supervisor_world_reload()

    def exportImage(self, filename: str, quality: int) -> None:
        wb.wb_supervisor_export_image(filename.encode(), quality)

    def movieStartRecording(
        self, filename: str, width: int, height: int, codec: int, quality: int, acceleration: int, caption: bool
    ) -> None:
        name = filename.encode()
        wb.wb_supervisor_movie_start_recording(name, width, height, codec, quality, acceleration, caption)

    def movieStopRecording(self) -> None:
        wb.wb_supervisor_movie_stop_recording()

    def movieIsReady(self) -> bool:
        return wb.wb_supervisor_movie_is_ready()

    def movieFailed(self) -> bool:
        return wb.wb_supervisor_movie_failed()

    def animationStartRecording(self, filename: str) -> bool:
        return wb.wb_supervisor_animation_start_recording(filename.encode())

    def animationStopRecording(self) -> bool:
        return wb.wb_supervisor_animation_stop_recording()

    def virtualRealityHeadsetIsUsed(self) -> bool:
        return wb.wb_supervisor_virtual_reality_headset_is_used()

    def virtualRealityHeadsetGetPosition(self) -> List[float]:
        return wb.wb_supervisor_virtual_reality_headset_get_position()[:3]

    def virtualRealityHeadsetGetOrientation(self) -> List[float]:
        return wb.wb_supervisor_virtual_reality_headset_get_orientation()[:9]

    simulation_mode = property(simulationGetMode, simulationSetMode)
