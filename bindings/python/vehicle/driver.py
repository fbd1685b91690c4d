"""Drives a car."""

from controller import Supervisor

from .library import driver


class Driver(Supervisor):
    """A car that is driven by a speed or a throttle."""

    INDICATOR_OFF = 0
    INDICATOR_RIGHT = 1
    INDICATOR_LEFT = 2
    SPEED = 0
    TORQUE = 1
    DOWN = 0
    SLOW = 1
    NORMAL = 2
    FAST = 3

    def __init__(self):
        super().__init__()
        driver.wbu_driver_init()

    def __del__(self):
        driver.wbu_driver_cleanup()
        super().__del__()

    @staticmethod
    def isInitialisationPossible() -> bool:
        return driver.wbu_driver_initialization_is_possible() != 0

    def step(self) -> int:
        return driver.wbu_driver_step()

    @property
    def antifog_lights(self) -> bool:
        return driver.wbu_driver_get_antifog_lights() != 0

    @antifog_lights.setter
    def antifog_lights(self, value: bool) -> None:
        driver.wbu_driver_set_antifog_lights(int(bool(value)))

    @property
    def brake_intensity(self) -> float:
        return driver.wbu_driver_get_brake_intensity()

    @brake_intensity.setter
    def brake_intensity(self, value: float) -> None:
        driver.wbu_driver_set_brake_intensity(value)

    @property
    def dipped_beams(self) -> bool:
        return driver.wbu_driver_get_dipped_beams() != 0

    @dipped_beams.setter
    def dipped_beams(self, value: bool) -> None:
        driver.wbu_driver_set_dipped_beams(int(bool(value)))

    @property
    def gear(self) -> int:
        return driver.wbu_driver_get_gear()

    @gear.setter
    def gear(self, value: int) -> None:
        driver.wbu_driver_set_gear(value)

    @property
    def hazard_flashers(self) -> bool:
        return driver.wbu_driver_get_hazard_flashers() != 0

    @hazard_flashers.setter
    def hazard_flashers(self, value: bool) -> None:
        driver.wbu_driver_set_hazard_flashers(int(bool(value)))

    @property
    def indicator(self) -> int:
        return driver.wbu_driver_get_indicator()

    @indicator.setter
    def indicator(self, value: int) -> None:
        driver.wbu_driver_set_indicator(value)

    @property
    def steering_angle(self) -> float:
        return driver.wbu_driver_get_steering_angle()

    @steering_angle.setter
    def steering_angle(self, value: float) -> None:
        driver.wbu_driver_set_steering_angle(value)

    @property
    def throttle(self) -> float:
        return driver.wbu_driver_get_throttle()

    @throttle.setter
    def throttle(self, value: float) -> None:
        driver.wbu_driver_set_throttle(value)

    @property
    def wiper_mode(self) -> int:
        return driver.wbu_driver_get_wiper_mode()

    @wiper_mode.setter
    def wiper_mode(self, value: int) -> None:
        driver.wbu_driver_set_wiper_mode(value)

    @property
    def target_cruising_speed(self) -> float:
        return driver.wbu_driver_get_target_cruising_speed()

    @target_cruising_speed.setter
    def target_cruising_speed(self, value: float) -> None:
        driver.wbu_driver_set_cruising_speed(value)

    @property
    def current_speed(self) -> float:
        return driver.wbu_driver_get_current_speed()

    @property
    def rpm(self) -> float:
        return driver.wbu_driver_get_rpm()

    @property
    def gear_number(self) -> int:
        return driver.wbu_driver_get_gear_number()

    @property
    def control_mode(self):
        mode = driver.wbu_driver_get_control_mode()
        return None if mode == -1 else mode

    def getAntifogLights(self) -> bool:
        return self.antifog_lights

    def setAntifogLights(self, value: bool) -> None:
        self.antifog_lights = value

    def getBrakeIntensity(self) -> float:
        return self.brake_intensity

    def setBrakeIntensity(self, value: float) -> None:
        self.brake_intensity = value

    def getDippedBeams(self) -> bool:
        return self.dipped_beams

    def setDippedBeams(self, value: bool) -> None:
        self.dipped_beams = value

    def getGear(self) -> int:
        return self.gear

    def setGear(self, value: int) -> None:
        self.gear = value

    def getHazardFlashers(self) -> bool:
        return self.hazard_flashers

    def setHazardFlashers(self, value: bool) -> None:
        self.hazard_flashers = value

    def getIndicator(self) -> int:
        return self.indicator

    def setIndicator(self, value: int) -> None:
        self.indicator = value

    def getSteeringAngle(self) -> float:
        return self.steering_angle

    def setSteeringAngle(self, value: float) -> None:
        self.steering_angle = value

    def getThrottle(self) -> float:
        return self.throttle

    def setThrottle(self, value: float) -> None:
        self.throttle = value

    def getWiperMode(self) -> int:
        return self.wiper_mode

    def setWiperMode(self, value: int) -> None:
        self.wiper_mode = value

    def setCruisingSpeed(self, speed: float) -> None:
        self.target_cruising_speed = speed

    def getTargetCruisingSpeed(self) -> float:
        return self.target_cruising_speed

    def getCurrentSpeed(self) -> float:
        return self.current_speed

    def getRpm(self) -> float:
        return self.rpm

    def getGearNumber(self) -> int:
        return self.gear_number

    def getControlMode(self):
        return self.control_mode
