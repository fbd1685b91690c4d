"""Nodes of the scene."""

import ctypes
from typing import List, Optional, Sequence

from .field import Field
from .wb import text, wb


class ContactPoint:
    """A point where a solid touches another."""

    def __init__(self, point: Sequence[float], node_id: int):
        self.point: List[float] = list(point)
        self.node_id = node_id

    def getPoint(self) -> List[float]:
        return self.point

    def getNodeId(self) -> int:
        return self.node_id


class Node:
    """A node: the root, or one found by its DEF name, tag, number, selection or reference."""

    NO_NODE = 0
    APPEARANCE = 1
    BACKGROUND = 2
    BILLBOARD = 3
    BOX = 4
    CAD_SHAPE = 5
    CAPSULE = 6
    COLOR = 7
    CONE = 8
    COORDINATE = 9
    CYLINDER = 10
    DIRECTIONAL_LIGHT = 11
    ELEVATION_GRID = 12
    FOG = 13
    GROUP = 14
    IMAGE_TEXTURE = 15
    INDEXED_FACE_SET = 16
    INDEXED_LINE_SET = 17
    MATERIAL = 18
    MESH = 19
    MUSCLE = 20
    NORMAL = 21
    PBR_APPEARANCE = 22
    PLANE = 23
    POINT_LIGHT = 24
    POINT_SET = 25
    POSE = 26
    SHAPE = 27
    SPHERE = 28
    SPOT_LIGHT = 29
    TEXTURE_COORDINATE = 30
    TEXTURE_TRANSFORM = 31
    TRANSFORM = 32
    VIEWPOINT = 33
    ROBOT = 34
    ACCELEROMETER = 35
    ALTIMETER = 36
    BRAKE = 37
    CAMERA = 38
    COMPASS = 39
    CONNECTOR = 40
    DISPLAY = 41
    DISTANCE_SENSOR = 42
    EMITTER = 43
    GPS = 44
    GYRO = 45
    INERTIAL_UNIT = 46
    LED = 47
    LIDAR = 48
    LIGHT_SENSOR = 49
    LINEAR_MOTOR = 50
    PEN = 51
    POSITION_SENSOR = 52
    PROPELLER = 53
    RADAR = 54
    RANGE_FINDER = 55
    RECEIVER = 56
    ROTATIONAL_MOTOR = 57
    SKIN = 58
    SPEAKER = 59
    TOUCH_SENSOR = 60
    VACUUM_GRIPPER = 61
    BALL_JOINT = 62
    BALL_JOINT_PARAMETERS = 63
    CHARGER = 64
    CONTACT_PROPERTIES = 65
    DAMPING = 66
    FLUID = 67
    FOCUS = 68
    HINGE_JOINT = 69
    HINGE_JOINT_PARAMETERS = 70
    HINGE_2_JOINT = 71
    IMMERSION_PROPERTIES = 72
    JOINT_PARAMETERS = 73
    LENS = 74
    LENS_FLARE = 75
    PHYSICS = 76
    RECOGNITION = 77
    SLIDER_JOINT = 78
    SLOT = 79
    SOLID = 80
    SOLID_REFERENCE = 81
    TRACK = 82
    TRACK_WHEEL = 83
    WORLD_INFO = 84
    ZOOM = 85
    MICROPHONE = 86
    RADIO = 87

    def __init__(
        self,
        DEF: Optional[str] = None,
        tag: Optional[int] = None,
        id: Optional[int] = None,
        selected: Optional[bool] = None,
        ref: Optional[int] = None,
    ):
        if ref is not None:
            self._ref = ref
        elif id is not None:
            self._ref = wb.wb_supervisor_node_get_from_id(id)
        elif DEF is not None:
            self._ref = wb.wb_supervisor_node_get_from_def(DEF.encode())
        elif tag is not None:
            self._ref = wb.wb_supervisor_node_get_from_device(tag) if tag else wb.wb_supervisor_node_get_self()
        elif selected:
            self._ref = wb.wb_supervisor_node_get_selected()
        else:
            self._ref = wb.wb_supervisor_node_get_root()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self._ref == other._ref

    def __hash__(self) -> int:
        return hash(self._ref)

    @staticmethod
    def _of(ref: Optional[int]) -> "Optional[Node]":
        return Node(ref=ref) if ref else None

    @staticmethod
    def _field(field: Field) -> Optional[Field]:
        return field if field._ref else None

    def getDef(self) -> str:
        return text(wb.wb_supervisor_node_get_def(self._ref))

    def getId(self) -> int:
        return wb.wb_supervisor_node_get_id(self._ref)

    def getParentNode(self) -> "Optional[Node]":
        return self._of(wb.wb_supervisor_node_get_parent_node(self._ref))

    def isProto(self) -> bool:
        return wb.wb_supervisor_node_is_proto(self._ref)

    def getFromProtoDef(self, DEF: str) -> "Optional[Node]":
        return self._of(wb.wb_supervisor_node_get_from_proto_def(self._ref, DEF.encode()))

    def getType(self) -> int:
        return wb.wb_supervisor_node_get_type(self._ref)

    def getTypeName(self) -> str:
        return text(wb.wb_supervisor_node_get_type_name(self._ref))

    def getBaseTypeName(self) -> str:
        return text(wb.wb_supervisor_node_get_base_type_name(self._ref))

    def remove(self) -> None:
        wb.wb_supervisor_node_remove(self._ref)

    def exportString(self) -> str:
        return text(wb.wb_supervisor_node_export_string(self._ref))

    def getField(self, name: str) -> Optional[Field]:
        return self._field(Field(self, name=name))

    def getFieldByIndex(self, index: int) -> Optional[Field]:
        return self._field(Field(self, index=index))

    def getNumberOfFields(self) -> int:
        return wb.wb_supervisor_node_get_number_of_fields(self._ref)

    def getProtoField(self, name: str) -> Optional[Field]:
        return self._field(Field(self, name=name, proto=True))

    def getProtoFieldByIndex(self, index: int) -> Optional[Field]:
        return self._field(Field(self, index=index, proto=True))

    def getProtoNumberOfFields(self) -> int:
        return wb.wb_supervisor_node_get_proto_number_of_fields(self._ref)

    def getPosition(self) -> List[float]:
        return wb.wb_supervisor_node_get_position(self._ref)[:3]

    def getOrientation(self) -> List[float]:
        return wb.wb_supervisor_node_get_orientation(self._ref)[:9]

    def getPose(self, fromNode: "Optional[Node]" = None) -> List[float]:
        return wb.wb_supervisor_node_get_pose(self._ref, fromNode._ref if fromNode else None)[:16]

    def enablePoseTracking(self, samplingPeriod: int, fromNode: "Optional[Node]" = None) -> None:
        wb.wb_supervisor_node_enable_pose_tracking(self._ref, samplingPeriod, fromNode._ref if fromNode else None)

    def disablePoseTracking(self, fromNode: "Optional[Node]" = None) -> None:
        wb.wb_supervisor_node_disable_pose_tracking(self._ref, fromNode._ref if fromNode else None)

    def getCenterOfMass(self) -> List[float]:
        return wb.wb_supervisor_node_get_center_of_mass(self._ref)[:3]

    def getContactPoints(self, includeDescendants: bool = False) -> List[ContactPoint]:
        size = ctypes.c_int(0)
        points = wb.wb_supervisor_node_get_contact_points(self._ref, includeDescendants, ctypes.byref(size))
        return [ContactPoint(point.point, point.node_id) for point in points[: size.value]] if points else []

    def enableContactPointsTracking(self, samplingPeriod: int, includeDescendants: bool = False) -> None:
        wb.wb_supervisor_node_enable_contact_points_tracking(self._ref, samplingPeriod, includeDescendants)

    def disableContactPointsTracking(self, includeDescendants: bool = False) -> None:
        wb.wb_supervisor_node_disable_contact_points_tracking(self._ref)

    def getStaticBalance(self) -> bool:
        return wb.wb_supervisor_node_get_static_balance(self._ref)

    def getVelocity(self) -> List[float]:
        return wb.wb_supervisor_node_get_velocity(self._ref)[:6]

    def setVelocity(self, velocity: Sequence[float]) -> None:
        wb.wb_supervisor_node_set_velocity(self._ref, (ctypes.c_double * 6)(*velocity))

    def saveState(self, stateName: str) -> None:
        wb.wb_supervisor_node_save_state(self._ref, stateName.encode())

    def loadState(self, stateName: str) -> None:
        wb.wb_supervisor_node_load_state(self._ref, stateName.encode())

    def resetPhysics(self) -> None:
        wb.wb_supervisor_node_reset_physics(self._ref)

    def setJointPosition(self, position: float, index: int = 1) -> None:
        wb.wb_supervisor_node_set_joint_position(self._ref, position, index)

    def restartController(self) -> None:
        wb.wb_supervisor_node_restart_controller(self._ref)

    def moveViewpoint(self) -> None:
        wb.wb_supervisor_node_move_viewpoint(self._ref)

    def setVisibility(self, fromNode: "Node", visible: bool) -> None:
        wb.wb_supervisor_node_set_visibility(self._ref, fromNode._ref, visible)

    def addForce(self, force: Sequence[float], relative: bool) -> None:
        wb.wb_supervisor_node_add_force(self._ref, (ctypes.c_double * 3)(*force), relative)

    def addForceWithOffset(self, force: Sequence[float], offset: Sequence[float], relative: bool) -> None:
        vector = ctypes.c_double * 3
        wb.wb_supervisor_node_add_force_with_offset(self._ref, vector(*force), vector(*offset), relative)

    def addTorque(self, torque: Sequence[float], relative: bool) -> None:
        wb.wb_supervisor_node_add_torque(self._ref, (ctypes.c_double * 3)(*torque), relative)

    DEF = property(getDef)
    id = property(getId)
    type = property(getType)
    type_name = property(getTypeName)
    base_type_name = property(getBaseTypeName)
    number_of_fields = property(getNumberOfFields)
