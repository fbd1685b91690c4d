"""Drives a joint."""

from typing import TYPE_CHECKING, Optional

from .device import Device
from .wb import wb

if TYPE_CHECKING:
    from .brake import Brake
    from .position_sensor import PositionSensor


class Motor(Device):
    """A motor, turning or sliding."""

    ROTATIONAL = 0
    LINEAR = 1

    def setPosition(self, position: float) -> None:
        wb.wb_motor_set_position(self._tag, position)

    def setVelocity(self, velocity: float) -> None:
        wb.wb_motor_set_velocity(self._tag, velocity)

    def setAcceleration(self, acceleration: float) -> None:
        wb.wb_motor_set_acceleration(self._tag, acceleration)

    def setForce(self, force: float) -> None:
        wb.wb_motor_set_force(self._tag, force)

    def setTorque(self, torque: float) -> None:
        wb.wb_motor_set_torque(self._tag, torque)

    def setAvailableForce(self, force: float) -> None:
        wb.wb_motor_set_available_force(self._tag, force)

    def setAvailableTorque(self, torque: float) -> None:
        wb.wb_motor_set_available_torque(self._tag, torque)

    def setControlPID(self, p: float, i: float, d: float) -> None:
        wb.wb_motor_set_control_pid(self._tag, p, i, d)

    def getTargetPosition(self) -> float:
        return wb.wb_motor_get_target_position(self._tag)

    def getMinPosition(self) -> float:
        return wb.wb_motor_get_min_position(self._tag)

    def getMaxPosition(self) -> float:
        return wb.wb_motor_get_max_position(self._tag)

    def getVelocity(self) -> float:
        return wb.wb_motor_get_velocity(self._tag)

    def getMaxVelocity(self) -> float:
        return wb.wb_motor_get_max_velocity(self._tag)

    def getAcceleration(self) -> float:
        return wb.wb_motor_get_acceleration(self._tag)

    def getAvailableForce(self) -> float:
        return wb.wb_motor_get_available_force(self._tag)

    def getMaxForce(self) -> float:
        return wb.wb_motor_get_max_force(self._tag)

    def getAvailableTorque(self) -> float:
        return wb.wb_motor_get_available_torque(self._tag)

    def getMaxTorque(self) -> float:
        return wb.wb_motor_get_max_torque(self._tag)

    def getMultiplier(self) -> float:
        return wb.wb_motor_get_multiplier(self._tag)

    def enableForceFeedback(self, sampling_period: int) -> None:
        wb.wb_motor_enable_force_feedback(self._tag, sampling_period)

    def disableForceFeedback(self) -> None:
        wb.wb_motor_disable_force_feedback(self._tag)

    def getForceFeedbackSamplingPeriod(self) -> int:
        return wb.wb_motor_get_force_feedback_sampling_period(self._tag)

    def getForceFeedback(self) -> float:
        return wb.wb_motor_get_force_feedback(self._tag)

    def enableTorqueFeedback(self, sampling_period: int) -> None:
        wb.wb_motor_enable_torque_feedback(self._tag, sampling_period)

    def disableTorqueFeedback(self) -> None:
        wb.wb_motor_disable_torque_feedback(self._tag)

    def getTorqueFeedbackSamplingPeriod(self) -> int:
        return wb.wb_motor_get_torque_feedback_sampling_period(self._tag)

    def getTorqueFeedback(self) -> float:
        return wb.wb_motor_get_torque_feedback(self._tag)

    def getType(self) -> int:
        return wb.wb_motor_get_type(self._tag)

    def getBrake(self) -> "Optional[Brake]":
        from .brake import Brake

        tag = wb.wb_motor_get_brake(self._tag)
        return Brake(tag) if tag else None

    def getPositionSensor(self) -> "Optional[PositionSensor]":
        from .position_sensor import PositionSensor

        tag = wb.wb_motor_get_position_sensor(self._tag)
        return PositionSensor(tag) if tag else None

    def _set_force_period(self, sampling_period: Optional[int]) -> None:
        self.enableForceFeedback(sampling_period or 0)

    def _set_torque_period(self, sampling_period: Optional[int]) -> None:
        self.enableTorqueFeedback(sampling_period or 0)

    target_position = property(getTargetPosition, setPosition)
    target_velocity = property(getVelocity, setVelocity)
    target_acceleration = property(getAcceleration, setAcceleration)
    available_force = property(getAvailableForce, setAvailableForce)
    available_torque = property(getAvailableTorque, setAvailableTorque)
    force_feedback_sampling_period = property(getForceFeedbackSamplingPeriod, _set_force_period)
    torque_feedback_sampling_period = property(getTorqueFeedbackSamplingPeriod, _set_torque_period)
    force_feedback = property(getForceFeedback)
    torque_feedback = property(getTorqueFeedback)
    min_position = property(getMinPosition)
    max_position = property(getMaxPosition)
    max_velocity = property(getMaxVelocity)
    max_force = property(getMaxForce)
    max_torque = property(getMaxTorque)
    multiplier = property(getMultiplier)
    brake = property(getBrake)
    position_sensor = property(getPositionSensor)
    type = property(getType)
