"""The robot itself."""

import sys
from typing import Dict, Optional

from .accelerometer import Accelerometer
from .altimeter import Altimeter
from .brake import Brake
from .camera import Camera
from .compass import Compass
from .connector import Connector
from .device import Device
from .display import Display
from .distance_sensor import DistanceSensor
from .emitter import Emitter
from .gps import GPS
from .gyro import Gyro
from .inertial_unit import InertialUnit
from .joystick import Joystick
from .keyboard import Keyboard
from .led import LED
from .lidar import Lidar
from .light_sensor import LightSensor
from .microphone import Microphone
from .motor import Motor
from .mouse import Mouse
from .node import Node
from .pen import Pen
from .position_sensor import PositionSensor
from .radar import Radar
from .range_finder import RangeFinder
from .receiver import Receiver
from .skin import Skin
from .speaker import Speaker
from .touch_sensor import TouchSensor
from .vacuum_gripper import VacuumGripper
from .wb import text, wb

_CLASSES = {
    Node.ACCELEROMETER: Accelerometer,
    Node.ALTIMETER: Altimeter,
    Node.BRAKE: Brake,
    Node.CAMERA: Camera,
    Node.COMPASS: Compass,
    Node.CONNECTOR: Connector,
    Node.DISPLAY: Display,
    Node.DISTANCE_SENSOR: DistanceSensor,
    Node.EMITTER: Emitter,
    Node.GPS: GPS,
    Node.GYRO: Gyro,
    Node.INERTIAL_UNIT: InertialUnit,
    Node.LED: LED,
    Node.LIDAR: Lidar,
    Node.LIGHT_SENSOR: LightSensor,
    Node.LINEAR_MOTOR: Motor,
    Node.MICROPHONE: Microphone,
    Node.PEN: Pen,
    Node.POSITION_SENSOR: PositionSensor,
    Node.RADAR: Radar,
    Node.RANGE_FINDER: RangeFinder,
    Node.RECEIVER: Receiver,
    Node.ROTATIONAL_MOTOR: Motor,
    Node.SKIN: Skin,
    Node.SPEAKER: Speaker,
    Node.TOUCH_SENSOR: TouchSensor,
    Node.VACUUM_GRIPPER: VacuumGripper,
}


class Robot:
    """The robot of this process. Making it connects to the simulator."""

    EVENT_QUIT = -1
    EVENT_NO_EVENT = 0
    EVENT_MOUSE_CLICK = 1
    EVENT_MOUSE_MOVE = 2
    EVENT_KEYBOARD = 4
    EVENT_JOYSTICK_BUTTON = 8
    EVENT_JOYSTICK_AXIS = 16
    EVENT_JOYSTICK_POV = 32
    MODE_SIMULATION = 0
    MODE_CROSS_COMPILATION = 1
    MODE_REMOTE_CONTROL = 2

    created: "Optional[Robot]" = None

    def __init__(self) -> None:
        if Robot.created:
            print("Error: only one Robot instance can be created per controller process.", file=sys.stderr)
            return
        Robot.created = self
        wb.wb_robot_init()
        self._step = wb.wb_robot_step
        self.devices: Dict[str, Device] = {}
        for index in range(wb.wb_robot_get_number_of_devices()):
            tag = wb.wb_robot_get_device_by_index(index)
            name = text(wb.wb_device_get_name(tag))
            kind = _CLASSES.get(wb.wb_device_get_node_type(tag), Device)
            self.devices[name] = kind(tag)
        self.keyboard = Keyboard(0)
        self.mouse = Mouse(0)
        self.joystick = Joystick(0)

    def __del__(self) -> None:
        if Robot.created is self:
            Robot.created = None
            wb.wb_robot_cleanup()

    def step(self, time_step: Optional[int] = None) -> int:
        """Lets the simulation go on; -1 when the simulator ends the controller."""
        if time_step is None:
            time_step = int(wb.wb_robot_get_basic_time_step())
        return self._step(time_step)

    def stepBegin(self, time_step: Optional[int] = None) -> int:
        return wb.wb_robot_step_begin(int(self.getBasicTimeStep()) if time_step is None else time_step)

    def stepEnd(self) -> int:
        return wb.wb_robot_step_end()

    def waitForUserInputEvent(self, event_type: int, timeout: int) -> int:
        return wb.wb_robot_wait_for_user_input_event(event_type, timeout)

    def getDevice(self, name: str) -> Optional[Device]:
        """The device with a name, as an object of its own class."""
        device = self.devices.get(name)
        if device is None:
            print(f'Device "{name}" was not found on robot "{self.getName()}"', file=sys.stderr)
        return device

    def getDeviceByIndex(self, index: int) -> Optional[Device]:
        tag = wb.wb_robot_get_device_by_index(index)
        return self.devices.get(text(wb.wb_device_get_name(tag))) if tag else None

    def getNumberOfDevices(self) -> int:
        return wb.wb_robot_get_number_of_devices()

    def getKeyboard(self) -> Keyboard:
        return self.keyboard

    def getMouse(self) -> Mouse:
        return self.mouse

    def getJoystick(self) -> Joystick:
        return self.joystick

    def getName(self) -> str:
        return text(wb.wb_robot_get_name())

    def getModel(self) -> str:
        return text(wb.wb_robot_get_model())

    def getTime(self) -> float:
        return wb.wb_robot_get_time()

    def getBasicTimeStep(self) -> float:
        return wb.wb_robot_get_basic_time_step()

    def getCustomData(self) -> str:
        return text(wb.wb_robot_get_custom_data())

    def setCustomData(self, data: str) -> None:
        wb.wb_robot_set_custom_data(data.encode())

    def getProjectPath(self) -> str:
        return text(wb.wb_robot_get_project_path())

    def getWorldPath(self) -> str:
        return text(wb.wb_robot_get_world_path())

    def getSupervisor(self) -> bool:
        return wb.wb_robot_get_supervisor()

    def getSynchronization(self) -> bool:
        return wb.wb_robot_get_synchronization()

    def getUrdf(self, prefix: str = "") -> str:
        return text(wb.wb_robot_get_urdf(prefix.encode()))

    def getMode(self) -> int:
        return wb.wb_robot_get_mode()

    def setMode(self, mode: int, arg: str = "") -> None:
        wb.wb_robot_set_mode(mode, arg.encode())

    def batterySensorEnable(self, sampling_period: int) -> None:
        wb.wb_robot_battery_sensor_enable(sampling_period)

    def batterySensorDisable(self) -> None:
        wb.wb_robot_battery_sensor_disable()

    def batterySensorGetSamplingPeriod(self) -> int:
        return wb.wb_robot_battery_sensor_get_sampling_period()

    def batterySensorGetValue(self) -> float:
        return wb.wb_robot_battery_sensor_get_value()

    def wwiSendText(self, message: str) -> None:
        data = message.encode()
        wb.wb_robot_wwi_send(data, len(data) + 1)

    def wwiReceiveText(self) -> Optional[str]:
        message = wb.wb_robot_wwi_receive_text()
        return None if message is None else text(message)

    def _set_battery_period(self, sampling_period: Optional[int]) -> None:
        self.batterySensorEnable(int(self.getBasicTimeStep()) if sampling_period is None else sampling_period)

    name = property(getName)
    model = property(getModel)
    custom_data = property(getCustomData, setCustomData)
    time = property(getTime)
    basic_time_step = property(getBasicTimeStep)
    mode = property(getMode)
    supervisor = property(getSupervisor)
    synchronization = property(getSynchronization)
    project_path = property(getProjectPath)
    world_path = property(getWorldPath)
    number_of_devices = property(getNumberOfDevices)
    battery_sensor_sampling_period = property(batterySensorGetSamplingPeriod, _set_battery_period)


def _old_getters() -> None:
    """Adds getLED, getMotor and the others, which getDevice has replaced."""
    for kind in {kind.__name__ for kind in _CLASSES.values()}:
        method = f"get{kind}"

        def get(self, name: str, method=method) -> Optional[Device]:
            print(f"DEPRECATION: Robot.{method} is deprecated, please use Robot.getDevice instead.", file=sys.stderr)
            return self.getDevice(name)

        get.__name__ = method
        setattr(Robot, method, get)


_old_getters()
