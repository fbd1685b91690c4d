"""What all devices have."""

from typing import Union

from .wb import text, wb


class Device:
    """A device of the robot, by its name or its tag."""

    def __init__(self, name: Union[str, int]):
        self._tag = name if isinstance(name, int) else wb.wb_robot_get_device(name.encode())

    def getName(self) -> str:
        return text(wb.wb_device_get_name(self._tag))

    def getModel(self) -> str:
        return text(wb.wb_device_get_model(self._tag))

    def getNodeType(self) -> int:
        return wb.wb_device_get_node_type(self._tag)

    name = property(getName)
    model = property(getModel)
    node_type = property(getNodeType)
