"""Fields of nodes."""

import ctypes
import sys
from typing import TYPE_CHECKING, List, Optional, Sequence, Union

from .wb import text, wb

if TYPE_CHECKING:
    from .node import Node

Value = Union[bool, int, float, str, List[float], "Optional[Node]"]


def _vector(function: str, values: Sequence[float], length: int):
    """Numbers for the library, or none and a message."""
    if len(values) != length:
        print(f"Error: {function}(): length of 'value' argument should be {length}.", file=sys.stderr)
        return None
    return (ctypes.c_double * length)(*values)


class Field:
    """A field of a node. `value` reads and writes fields with a single value."""

    NO_FIELD = 0x00
    SF_BOOL = 0x01
    SF_INT32 = 0x02
    SF_FLOAT = 0x03
    SF_VEC2F = 0x04
    SF_VEC3F = 0x05
    SF_ROTATION = 0x06
    SF_COLOR = 0x07
    SF_STRING = 0x08
    SF_NODE = 0x09
    MF = 0x10
    MF_BOOL = 0x11
    MF_INT32 = 0x12
    MF_FLOAT = 0x13
    MF_VEC2F = 0x14
    MF_VEC3F = 0x15
    MF_ROTATION = 0x16
    MF_COLOR = 0x17
    MF_STRING = 0x18
    MF_NODE = 0x19

    def __init__(self, node, name: Optional[str] = None, index: Optional[int] = None, proto: bool = False):
        family = "wb_supervisor_node_get_proto_field" if proto else "wb_supervisor_node_get_field"
        if name is not None:
            self._ref = getattr(wb, family)(node._ref, name.encode())
        else:
            self._ref = getattr(wb, family + "_by_index")(node._ref, index)
        self.type: Optional[int] = wb.wb_supervisor_field_get_type(self._ref) if self._ref else None

    def getName(self) -> str:
        return text(wb.wb_supervisor_field_get_name(self._ref))

    def getType(self) -> Optional[int]:
        return self.type

    def getTypeName(self) -> str:
        return text(wb.wb_supervisor_field_get_type_name(self._ref))

    def getCount(self) -> int:
        return wb.wb_supervisor_field_get_count(self._ref)

    def enableSFTracking(self, samplingPeriod: int) -> None:
        wb.wb_supervisor_field_enable_sf_tracking(self._ref, samplingPeriod)

    def disableSFTracking(self) -> None:
        wb.wb_supervisor_field_disable_sf_tracking(self._ref)

    def getSFBool(self) -> bool:
        return wb.wb_supervisor_field_get_sf_bool(self._ref)

    def getSFInt32(self) -> int:
        return wb.wb_supervisor_field_get_sf_int32(self._ref)

    def getSFFloat(self) -> float:
        return wb.wb_supervisor_field_get_sf_float(self._ref)

    def getSFVec2f(self) -> List[float]:
        return self._numbers(wb.wb_supervisor_field_get_sf_vec2f(self._ref), 2)

    def getSFVec3f(self) -> List[float]:
        return self._numbers(wb.wb_supervisor_field_get_sf_vec3f(self._ref), 3)

    def getSFRotation(self) -> List[float]:
        return self._numbers(wb.wb_supervisor_field_get_sf_rotation(self._ref), 4)

    def getSFColor(self) -> List[float]:
        return self._numbers(wb.wb_supervisor_field_get_sf_color(self._ref), 3)

    def getSFString(self) -> str:
        return text(wb.wb_supervisor_field_get_sf_string(self._ref))

    def getSFNode(self) -> "Optional[Node]":
        return self._node(wb.wb_supervisor_field_get_sf_node(self._ref))

    def getMFBool(self, index: int) -> bool:
        return wb.wb_supervisor_field_get_mf_bool(self._ref, index)

    def getMFInt32(self, index: int) -> int:
        return wb.wb_supervisor_field_get_mf_int32(self._ref, index)

    def getMFFloat(self, index: int) -> float:
        return wb.wb_supervisor_field_get_mf_float(self._ref, index)

    def getMFVec2f(self, index: int) -> List[float]:
        return self._numbers(wb.wb_supervisor_field_get_mf_vec2f(self._ref, index), 2)

    def getMFVec3f(self, index: int) -> List[float]:
        return self._numbers(wb.wb_supervisor_field_get_mf_vec3f(self._ref, index), 3)

    def getMFRotation(self, index: int) -> List[float]:
        return self._numbers(wb.wb_supervisor_field_get_mf_rotation(self._ref, index), 4)

    def getMFColor(self, index: int) -> List[float]:
        return self._numbers(wb.wb_supervisor_field_get_mf_color(self._ref, index), 3)

    def getMFString(self, index: int) -> str:
        return text(wb.wb_supervisor_field_get_mf_string(self._ref, index))

    def getMFNode(self, index: int) -> "Optional[Node]":
        return self._node(wb.wb_supervisor_field_get_mf_node(self._ref, index))

    def setSFBool(self, value: bool) -> None:
        wb.wb_supervisor_field_set_sf_bool(self._ref, value)

    def setSFInt32(self, value: int) -> None:
        wb.wb_supervisor_field_set_sf_int32(self._ref, value)

    def setSFFloat(self, value: float) -> None:
        wb.wb_supervisor_field_set_sf_float(self._ref, value)

    def setSFVec2f(self, value: Sequence[float]) -> None:
        numbers = _vector("setSFVec2f", value, 2)
        if numbers is not None:
            wb.wb_supervisor_field_set_sf_vec2f(self._ref, numbers)

    def setSFVec3f(self, value: Sequence[float]) -> None:
        numbers = _vector("setSFVec3f", value, 3)
        if numbers is not None:
            wb.wb_supervisor_field_set_sf_vec3f(self._ref, numbers)

    def setSFRotation(self, value: Sequence[float]) -> None:
        numbers = _vector("setSFRotation", value, 4)
        if numbers is not None:
            wb.wb_supervisor_field_set_sf_rotation(self._ref, numbers)

    def setSFColor(self, value: Sequence[float]) -> None:
        numbers = _vector("setSFColor", value, 3)
        if numbers is not None:
            wb.wb_supervisor_field_set_sf_color(self._ref, numbers)

    def setSFString(self, value: str) -> None:
        wb.wb_supervisor_field_set_sf_string(self._ref, value.encode())

    def removeMF(self, index: int) -> None:
        wb.wb_supervisor_field_remove_mf(self._ref, index)

    def removeSF(self) -> None:
        wb.wb_supervisor_field_remove_sf(self._ref)

    def importMFNodeFromString(self, position: int, nodeString: str) -> None:
        wb.wb_supervisor_field_import_mf_node_from_string(self._ref, position, nodeString.encode())

    def importSFNodeFromString(self, nodeString: str) -> None:
        wb.wb_supervisor_field_import_sf_node_from_string(self._ref, nodeString.encode())

    @staticmethod
    def _numbers(values, length: int) -> List[float]:
        return values[:length] if values else [float("nan")] * length

    @staticmethod
    def _node(ref: Optional[int]) -> "Optional[Node]":
        from .node import Node

        return Node(ref=ref) if ref else None

    @property
    def value(self) -> Value:
        read = _READ.get(self.type or 0)
        return read(self) if read else None

    @value.setter
    def value(self, value: Value) -> None:
        write = _WRITE.get(self.type or 0)
        if write is None:
            print("Error: new field value has wrong type or length.", file=sys.stderr)
        else:
            write(self, value)

    name = property(getName)
    type_name = property(getTypeName)
    count = property(getCount)


def _item_functions() -> None:
    """Adds the functions that change or insert an item of a list, which are alike."""
    lengths = {"Vec2f": 2, "Vec3f": 3, "Rotation": 4, "Color": 3}
    for kind in ("Bool", "Int32", "Float", "Vec2f", "Vec3f", "Rotation", "Color", "String"):
        for verb in ("set", "insert"):
            method = f"{verb}MF{kind}"
            call = getattr(wb, f"wb_supervisor_field_{verb}_mf_{kind.lower()}")
            length = lengths.get(kind)

            def change(self, index: int, value, method=method, call=call, length=length, kind=kind) -> None:
                if length:
                    value = _vector(method, value, length)
                    if value is None:
                        return
                elif kind == "String":
                    value = value.encode()
                call(self._ref, index, value)

            change.__name__ = method
            setattr(Field, method, change)


_item_functions()

_READ = {
    Field.SF_BOOL: Field.getSFBool,
    Field.SF_INT32: Field.getSFInt32,
    Field.SF_FLOAT: Field.getSFFloat,
    Field.SF_VEC2F: Field.getSFVec2f,
    Field.SF_VEC3F: Field.getSFVec3f,
    Field.SF_ROTATION: Field.getSFRotation,
    Field.SF_COLOR: Field.getSFColor,
    Field.SF_STRING: Field.getSFString,
    Field.SF_NODE: Field.getSFNode,
}

_WRITE = {
    Field.SF_BOOL: Field.setSFBool,
    Field.SF_INT32: Field.setSFInt32,
    Field.SF_FLOAT: Field.setSFFloat,
    Field.SF_VEC2F: Field.setSFVec2f,
    Field.SF_VEC3F: Field.setSFVec3f,
    Field.SF_ROTATION: Field.setSFRotation,
    Field.SF_COLOR: Field.setSFColor,
    Field.SF_STRING: Field.setSFString,
}
