"""Devices that act: motors, lights, radio, connectors, grippers, pens."""

from __future__ import annotations

from typing import NamedTuple

from . import _foxden
from .device import Device, Sensor, Vector, channels
from .errors import NotMeasuredError

__all__ = [
    "LED",
    "Brake",
    "Connector",
    "Emitter",
    "LinearMotor",
    "Motor",
    "Packet",
    "Pen",
    "Receiver",
    "RotationalMotor",
    "VacuumGripper",
]


class Motor(Device):
    """Moves a joint or a track.

    >>> import foxden
    >>> world = foxden.World("worlds/hello.wbt")
    >>> motor = world.robot("cub")["left motor"]
    >>> motor.velocity = 2.5
    >>> world.step()
    >>> motor.velocity
    2.5
    >>> motor.velocity = float("nan")
    Traceback (most recent call last):
    ValueError: the velocity must be a finite number, not NaN

    What is set acts with the next step; what is read is the state after the last step.
    """

    __slots__ = ()

    def _state(self) -> _foxden.MotorRow:
        row = _foxden.motor(self._core, self._number)
        if row is None:
            raise NotMeasuredError(f"{self._name!r} is not simulated")
        return row

    @property
    def velocity(self) -> float:
        """The target velocity in radians or metres per second. To set it lets the motor
        turn at this velocity without end; `move_to` goes to a position."""
        return self._state()[1]

    @velocity.setter
    def velocity(self, velocity: float) -> None:
        self._order("velocity", velocity)

    @property
    def target_position(self) -> float:
        """Where the motor wants to go, in radians or metres; infinite when it turns at a
        velocity."""
        return self._state()[0]

    def move_to(self, position: float, velocity: float | None = None) -> None:
        """Moves to a position, at most with a velocity if one is given."""
        if velocity is not None:
            self._order("speed", velocity)
        self._order("position", position)

    def set_acceleration(self, acceleration: float) -> None:
        """Limits the acceleration; -1 for no limit."""
        self._order("acceleration", acceleration)

    @property
    def available_force(self) -> float:
        """The force or torque that the motor may use, in newtons or newton metres."""
        return self._state()[2]

    @available_force.setter
    def available_force(self, force: float) -> None:
        self._order("available_force", force)

    def push(self, force: float) -> None:
        """Drives the joint with a force or torque instead of a position or velocity."""
        self._order("force", force)

    def set_control(self, p: float, i: float, d: float) -> None:
        """Sets the constants of the position control."""
        _foxden.set_control(self._core, self._number, (p, i, d))

    @property
    def max_velocity(self) -> float:
        """The greatest velocity."""
        return self._state()[3]

    @property
    def max_force(self) -> float:
        """The greatest force or torque."""
        return self._state()[4]

    @property
    def position_limits(self) -> tuple[float, float] | None:
        """The least and the greatest position; None if there are no limits."""
        *_, low, high = self._state()
        return None if low == high else (low, high)

    def enable_feedback(self, period: int) -> None:
        """Measures the force or torque every ``period`` milliseconds; 0 turns it off."""
        self._order("enable_feedback", period)

    @property
    def feedback(self) -> float:
        """The force or torque that was measured last."""
        feedback: float = self._reading("feedback")
        return feedback


class RotationalMotor(Motor):
    """Turns a joint."""

    __slots__ = ()


class LinearMotor(Motor):
    """Slides a joint or drives a track."""

    __slots__ = ()


class Brake(Device):
    """Slows a joint."""

    __slots__ = ()

    def set_damping(self, damping: float) -> None:
        """Sets the damping that the brake adds."""
        self._order("brake", damping)


class LED(Device):
    """A light of a robot."""

    __slots__ = ()

    def light(self, value: int) -> None:
        """Lights the LED with one of its colours, counted from 1, or with 0xRRGGBB if it
        has none; 0 turns it off."""
        self._order("led", value)

    @property
    def value(self) -> int:
        """What it shows after the last step."""
        found = _foxden.led(self._core, self._number)
        if found is None:
            raise NotMeasuredError(f"{self._name!r} is not simulated")
        return found


class Packet(NamedTuple):
    """A packet that was received."""

    data: bytes
    """What was sent."""
    direction: Vector
    """Where the emitter is, in the frame of the receiver."""
    strength: float
    """How strong the signal is."""


class Emitter(Device):
    """Sends packets."""

    __slots__ = ()

    def send(
        self, data: bytes | str, channel: int | None = None, range: float | None = None
    ) -> None:
        """Sends a packet in the next step, by default on the channel and as far as the
        fields of the emitter say."""
        packet = data.encode() if isinstance(data, str) else bytes(data)
        own_channel: int = self.get("channel") if channel is None else channel
        own_range: float = self.get("range") if range is None else range
        _foxden.send(self._core, self._number, packet, own_channel, own_range)


class Receiver(Sensor):
    """Receives packets."""

    __slots__ = ()

    def take(self) -> list[Packet]:
        """The packets that were heard since the last call, the oldest first."""
        return [Packet(*row) for row in _foxden.packets(self._core, self._number)]

    def set_channel(self, channel: int) -> None:
        """Receives on another channel; -1 receives all channels."""
        self._order("channel", channel)


class Connector(Sensor):
    """Locks to another connector."""

    __slots__ = ()

    @property
    def presence(self) -> int:
        """Whether another connector is there: 1, 0, or -1 for one that cannot know."""
        presence: int = self._reading("presence")
        return presence

    @property
    def is_locked(self) -> bool:
        """Whether it is locked."""
        is_locked: bool = self._reading("locked")
        return is_locked

    def lock(self) -> None:
        """Locks to a connector that is there or comes near."""
        self._order("lock", 1)

    def unlock(self) -> None:
        """Lets go."""
        self._order("lock", 0)


class VacuumGripper(Sensor):
    """Holds what touches it."""

    __slots__ = ()

    @property
    def has_object(self) -> bool:
        """Whether it holds something."""
        held: bool = self._reading("held")
        return held

    @property
    def is_on(self) -> bool:
        """Whether it is turned on."""
        is_on: bool = self._reading("gripper_on")
        return is_on

    def turn_on(self) -> None:
        """Holds what touches it from the next step on."""
        self._order("grip", 1)

    def turn_off(self) -> None:
        """Lets go."""
        self._order("grip", 0)


class Pen(Device):
    """Paints on shapes."""

    __slots__ = ()

    def write(self, writes: bool = True) -> None:
        """Paints from the next step on, or no longer."""
        self._order("write", bool(writes))

    def set_ink(self, color: int | tuple[int, int, int], density: float = 1.0) -> None:
        """Takes another ink: 0xRRGGBB or red, green and blue from 0 to 255, and how much of
        it covers what is there, from 0 to 1."""
        _foxden.set_ink(self._core, self._number, channels(color), density)
