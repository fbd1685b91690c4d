"""What some languages have and others lack: old names, tags, tasks, Python's properties."""

from .vocabulary import STEP, Call, Name, Result, assign, found, keep, nothing, number, of, only, read, text, vector

CLASSES = ("C++", "Java")
OBJECTS = ("C++", "Java", "Python")
FUNCTIONS = ("C", "Octave")
ALL_BUT_PYTHON = ("C", "C++", "Java", "Octave")

DEVICE_CLASSES = (
    "Accelerometer Altimeter Brake Camera Compass Connector Display DistanceSensor Emitter GPS Gyro InertialUnit "
    "LED Lidar LightSensor Microphone Motor Pen PositionSensor Radar RangeFinder Receiver Skin Speaker TouchSensor "
    "VacuumGripper"
).split()

SIZES = only(("C", "C++", "Octave"), of("light", number("getLookupTableSize")) + of("distance", number("getLookupTableSize")))

TAGS = only(
    CLASSES,
    of("motor", number("getTag"), number("getBrakeTag"), number("getPositionSensorTag"))
    + of("position", number("getMotorTag"), number("getBrakeTag"))
    + of("light", number("hasType", Result("light", "getTag"), Result("light", "getNodeType"))),
) + only(
    ("C++",),
    of(
        "robot",
        found("getFromDeviceTag", Result("light", "getTag")),
        found("getDeviceFromTag", Result("light", "getTag")),
        number("getDeviceTypeFromTag", Result("light", "getTag")),
        text("getDeviceNameFromTag", Result("light", "getTag")),
        number("getDeviceTagFromIndex", 0),
        number("getDeviceTagFromName", "light"),
        found("getSupervisorInstance"),
    ),
) + only(("Java",), of("robot", found("getSupervisorInstance"))) + only(
    ("Python",), of("robot", found("getFromDeviceTag", 1))
)

GETTERS = only(
    OBJECTS,
    of("robot", *(found(f"get{kind}", "no such device") for kind in DEVICE_CLASSES))
    + of("robot", found("getKeyboard"), found("getJoystick"), found("getMouse")),
)

WINDOW = (
    only(OBJECTS, of("robot", nothing("wwiSendText", "hello"), nothing("wwiReceiveText")))
    + only(("C++",), of("robot", nothing("wwiSend", "hello", 6), nothing("wwiReceive", Name("size"))))
    + only(("C++",), of("robot", found("windowCustomFunction", Name("nowhere"))))
    + only(("C",), of("", nothing("wb_robot_wwi_receive", Name("size")), nothing("wb_robot_wwi_send", "hello", 6)))
    + only(("C",), of("", found("wb_robot_window_custom_function", Name("nowhere"))))
    + only(FUNCTIONS, of("", nothing("wb_robot_wwi_receive_text")))
    + only(("Octave",), of("", nothing("wb_robot_wwi_send_text", "hello"), nothing("wb_robot_wwi_send", "hello")))
)

CONTACTS = only(
    ALL_BUT_PYTHON,
    of(
        "ball",
        number("getNumberOfContactPoints", False),
        nothing("getContactPoint", 0),
        found("getContactPointNode", 0),
    ),
) + only(("C", "C++"), of("ball", nothing("getContactPoints", False, Name("size")))) + only(
    ("Python", "Java", "Octave"), of("ball", nothing("getContactPoints", False))
)

OLD_NAMES = (
    only(ALL_BUT_PYTHON, of("robot", number("movieGetStatus"), number("saveWorld", "old.wbt")))
    # the class's old name does not ask whether it may know, the function's does
    + only(CLASSES, of("robot", number("getMovieStatus")))
    + only(FUNCTIONS, of("robot", number("getMovieStatus")))
    + only(ALL_BUT_PYTHON, of("robot", nothing("startMovie", "old.mp4", 64, 64, 0, 50, 1, False), nothing("stopMovie")))
    + only(ALL_BUT_PYTHON, of("robot", nothing("simulationPhysicsReset"), nothing("setData", "ü"), text("getData")))
    + only(
        FUNCTIONS,
        of(
            "",
            number("wb_device_get_type", Name("light")),
            nothing("wb_robot_get_controller_name"),
            nothing("wb_robot_pin_to_static_environment", False),
            nothing("wb_supervisor_node_enable_contact_point_tracking", Name("ball"), 32, False),
            nothing("wb_supervisor_node_disable_contact_point_tracking", Name("ball"), False),
            nothing("wb_supervisor_field_remove_mf_node", Name("severalNode"), 0),
        ),
    )
)

NEWER = only(
    FUNCTIONS,
    of(
        "",
        found("wb_supervisor_node_get_base_node_field", Name("chest"), "name"),
        found("wb_supervisor_node_get_base_node_field_by_index", Name("chest"), 0),
        number("wb_supervisor_node_get_number_of_base_node_fields", Name("chest")),
        keep("proto", "Proto", "wb_supervisor_node_get_proto", Name("chest")),
        text("wb_supervisor_proto_get_type_name", Name("proto")),
        number("wb_supervisor_proto_is_derived", Name("proto")),
        found("wb_supervisor_proto_get_parent", Name("proto")),
        number("wb_supervisor_proto_get_number_of_fields", Name("proto")),
        found("wb_supervisor_proto_get_field_by_index", Name("proto"), 0),
        keep("parameter", "Field", "wb_supervisor_proto_get_field", Name("proto"), "translation"),
        found("wb_supervisor_field_get_actual_field", Name("parameter")),
    ),
)

# Functions of C for threads, and others that only C has.
THREADS = only(
    ("C",),
    of(
        "",
        number("wb_robot_init_msvc"),
        nothing("wb_robot_task_new", Name("do_nothing"), Name("nowhere")),
        keep("mutex", "Mutex", "wb_robot_mutex_new"),
        nothing("wb_robot_mutex_lock", Name("mutex")),
        nothing("wb_robot_mutex_unlock", Name("mutex")),
        nothing("wb_robot_mutex_delete", Name("mutex")),
    ),
) + only(("Octave",), of("", nothing("wb_robot_init"), nothing("wb_robot_cleanup")))

DELETIONS = only(("Java",), [
    Call(receiver, "delete", (), "nothing") for receiver in ("light", "ball", "place")
])  # fmt: skip

NUMBERS_OF_MOTORS = (
    "max_force max_position max_torque max_velocity min_position multiplier force_feedback torque_feedback type "
    "force_feedback_sampling_period torque_feedback_sampling_period available_force available_torque "
    "target_position target_velocity target_acceleration"
)

PROPERTIES = (
    of("robot", *(read(name) for name in "basic_time_step mode number_of_devices supervisor synchronization time".split()))
    + of("robot", read("battery_sensor_sampling_period"), read("simulation_mode"), assign("simulation_mode", 2))
    + of("robot", *(read(name, "nothing") for name in "project_path world_path".split()))
    + of("robot", read("name", "text"), read("model", "text"), assign("custom_data", "ü"), read("custom_data", "text"))
    + of("light", assign("sampling_period", 32), read("sampling_period"), read("lookup_table", ("vector", 6)))
    + of("light", read("name", "text"), read("model", "text"), read("node_type"))
    + of("distance", assign("sampling_period", 32), read("sampling_period"), read("lookup_table", ("vector", 6)))
    + of("distance", *(read(name) for name in "aperture max_value min_value type".split()))
    + of("position", assign("sampling_period", 32), read("sampling_period"), read("type"))
    + of("position", read("brake", "found"), read("motor", "found"))
    + STEP
    + of("light", read("value"))
    + of("distance", read("value"))
    + of("position", read("value"))
    + of("led", assign("value", 1), read("value"))
    + of("motor", assign("target_position", 0.25), assign("target_velocity", 2.0), assign("target_acceleration", 3.0))
    + of("motor", assign("available_torque", 4.0), assign("available_force", 4.0))
    + of("motor", *(read(name) for name in NUMBERS_OF_MOTORS.split()))
    + of("motor", read("brake", "found"), read("position_sensor", "found"))
    + of("ball", *(read(name, "text") for name in "DEF type_name base_type_name".split()))
    + of("ball", *(read(name) for name in "id type number_of_fields".split()))
    + of("place", *(read(name, "text") for name in "name type_name".split()), read("type"), read("count"))
    + of("place", assign("value", [0.0, 2.0, 1.0]), read("value", ("vector", 3)))
)

ALL = (
    SIZES
    + TAGS
    + GETTERS
    + WINDOW
    + CONTACTS
    + only(OBJECTS, of("ball", vector(16, "getPose")))
    + OLD_NAMES
    + NEWER
    + THREADS
    + DELETIONS
)
