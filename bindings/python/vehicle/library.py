"""The two vehicle libraries, loaded once, with the types of their functions."""

import ctypes
import pathlib
import sys

from controller.wb import wb

_ENDINGS = {"darwin": "dylib", "win32": "dll"}


def _load(name):
    prefix = "" if sys.platform == "win32" else "lib"
    file = f"{prefix}{name}.{_ENDINGS.get(sys.platform, 'so')}"
    # they are where the controller library was found
    return ctypes.CDLL(str(pathlib.Path(wb._name).parent / file))


def _type(library, prefix, numbers, whole):
    for name in numbers:
        getattr(library, prefix + name).restype = ctypes.c_double
    for name in whole:
        # truth values have one byte in C, so what is above it means nothing
        getattr(library, prefix + name).restype = ctypes.c_ubyte


car = _load("car")
driver = _load("driver")

_type(
    car,
    "wbu_car_",
    [
        "get_front_wheel_radius",
        "get_indicator_period",
        "get_left_steering_angle",
        "get_rear_wheel_radius",
        "get_right_steering_angle",
        "get_track_front",
        "get_track_rear",
        "get_wheelbase",
        "get_wheel_encoder",
        "get_wheel_speed",
    ],
    ["get_backwards_lights", "get_brake_lights"],
)
_type(
    driver,
    "wbu_driver_",
    [
        "get_brake_intensity",
        "get_current_speed",
        "get_rpm",
        "get_steering_angle",
        "get_target_cruising_speed",
        "get_throttle",
    ],
    ["get_antifog_lights", "get_dipped_beams", "get_hazard_flashers", "initialization_is_possible"],
)
for _library, _names in (
    (car, ["set_indicator_period", "set_left_steering_angle", "set_right_steering_angle"]),
    (driver, ["set_brake_intensity", "set_cruising_speed", "set_steering_angle", "set_throttle"]),
):
    for _name in _names:
        _prefix = "wbu_car_" if _library is car else "wbu_driver_"
        getattr(_library, _prefix + _name).argtypes = [ctypes.c_double]
