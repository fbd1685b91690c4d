"""What a car is."""

from .driver import Driver
from .library import car


class Car(Driver):
    """A car that is driven, with what it is made of."""

    TRACTION = 0
    PROPULSION = 1
    FOUR_BY_FOUR = 2
    COMBUSTION_ENGINE = 0
    ELECTRIC_ENGINE = 1
    PARALLEL_HYBRID_ENGINE = 2
    POWER_SPLIT_HYBRID_ENGINE = 3
    WHEEL_FRONT_RIGHT = 0
    WHEEL_FRONT_LEFT = 1
    WHEEL_REAR_RIGHT = 2
    WHEEL_REAR_LEFT = 3

    @property
    def type(self) -> int:
        return car.wbu_car_get_type()

    @property
    def engine_type(self) -> int:
        return car.wbu_car_get_engine_type()

    @property
    def backwards_lights(self) -> bool:
        return car.wbu_car_get_backwards_lights() != 0

    @property
    def brake_lights(self) -> bool:
        return car.wbu_car_get_brake_lights() != 0

    @property
    def front_wheel_radius(self) -> float:
        return car.wbu_car_get_front_wheel_radius()

    @property
    def rear_wheel_radius(self) -> float:
        return car.wbu_car_get_rear_wheel_radius()

    @property
    def track_front(self) -> float:
        return car.wbu_car_get_track_front()

    @property
    def track_rear(self) -> float:
        return car.wbu_car_get_track_rear()

    @property
    def wheelbase(self) -> float:
        return car.wbu_car_get_wheelbase()

    @property
    def indicator_period(self) -> float:
        return car.wbu_car_get_indicator_period()

    @indicator_period.setter
    def indicator_period(self, value: float) -> None:
        car.wbu_car_set_indicator_period(value)

    @property
    def left_steering_angle(self) -> float:
        return car.wbu_car_get_left_steering_angle()

    @left_steering_angle.setter
    def left_steering_angle(self, value: float) -> None:
        car.wbu_car_set_left_steering_angle(value)

    @property
    def right_steering_angle(self) -> float:
        return car.wbu_car_get_right_steering_angle()

    @right_steering_angle.setter
    def right_steering_angle(self, value: float) -> None:
        car.wbu_car_set_right_steering_angle(value)

    def getType(self) -> int:
        return self.type

    def getEngineType(self) -> int:
        return self.engine_type

    def getBackwardsLights(self) -> bool:
        return self.backwards_lights

    def getBrakeLights(self) -> bool:
        return self.brake_lights

    def getFrontWheelRadius(self) -> float:
        return self.front_wheel_radius

    def getRearWheelRadius(self) -> float:
        return self.rear_wheel_radius

    def getTrackFront(self) -> float:
        return self.track_front

    def getTrackRear(self) -> float:
        return self.track_rear

    def getWheelbase(self) -> float:
        return self.wheelbase

    def getIndicatorPeriod(self) -> float:
        return self.indicator_period

    def setIndicatorPeriod(self, value: float) -> None:
        self.indicator_period = value

    def getLeftSteeringAngle(self) -> float:
        return self.left_steering_angle

    def setLeftSteeringAngle(self, value: float) -> None:
        self.left_steering_angle = value

    def getRightSteeringAngle(self) -> float:
        return self.right_steering_angle

    def setRightSteeringAngle(self, value: float) -> None:
        self.right_steering_angle = value

    def getWheelEncoder(self, wheel: int) -> float:
        return car.wbu_car_get_wheel_encoder(wheel)

    def getWheelSpeed(self, wheel: int) -> float:
        return car.wbu_car_get_wheel_speed(wheel)

    def enableLimitedSlipDifferential(self, enable: bool) -> None:
        car.wbu_car_enable_limited_slip_differential(int(bool(enable)))

    def enableIndicatorAutoDisabling(self, enable: bool) -> None:
        car.wbu_car_enable_indicator_auto_disabling(int(bool(enable)))
