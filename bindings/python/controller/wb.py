"""The controller library, loaded once, with the types of its functions."""

import ctypes
import math
import os
import pathlib
import sys
from ctypes import POINTER, c_bool, c_char_p, c_double, c_float, c_int, c_ubyte, c_ushort, c_void_p

_NAMES = {"darwin": "libController.dylib", "win32": "Controller.dll"}


def _candidates():
    name = _NAMES.get(sys.platform, "libController.so")
    yield pathlib.Path(__file__).parent / "lib" / name
    home = os.environ.get("WEBOTS_HOME")
    if home:
        inside = pathlib.Path("Contents") if sys.platform == "darwin" else pathlib.Path()
        yield pathlib.Path(home) / inside / "lib" / "controller" / name


def _load():
    tried = []
    for path in _candidates():
        if path.exists():
            return ctypes.CDLL(str(path))
        tried.append(str(path))
    raise ImportError(
        "the controller library was not found; looked for "
        + ", ".join(tried)
        + ". Install the wheel that carries it, or set WEBOTS_HOME to a folder that has lib/controller in it."
    )


wb = _load()

_TAG = c_ushort
_NUMBERS = POINTER(c_double)
_FLOATS = POINTER(c_float)
_REF = c_void_p


class RecognitionObject(ctypes.Structure):
    """An object that a camera recognises, as the library lays it out."""

    _fields_ = [
        ("id", c_int),
        ("position", c_double * 3),
        ("orientation", c_double * 4),
        ("size", c_double * 2),
        ("position_on_image", c_int * 2),
        ("size_on_image", c_int * 2),
        ("number_of_colors", c_int),
        ("colors", POINTER(c_double)),
        ("_model", c_char_p),
    ]


class MouseStateStructure(ctypes.Structure):
    """The mouse, as the library lays it out."""

    _fields_ = [(axis, c_double) for axis in "uvxyz"] + [(button, c_bool) for button in ("left", "middle", "right")]


class ContactPointStructure(ctypes.Structure):
    """A contact point, as the library lays it out."""

    _fields_ = [("point", c_double * 3), ("node_id", c_int), ("padding", c_int)]


class RadarTargetStructure(ctypes.Structure):
    """A target of a radar, as the library lays it out."""

    _fields_ = [(part, c_double) for part in ("distance", "received_power", "speed", "azimuth")]


class LidarPointStructure(ctypes.Structure):
    """A point of a lidar, as the library lays it out."""

    _fields_ = [("x", c_float), ("y", c_float), ("z", c_float), ("layer_id", c_int), ("time", c_float)]


def _declare(prefix, result, arguments, names):
    """Declares the types of functions to ctypes, so that calls convert nothing twice."""
    for name in names.split():
        function = getattr(wb, prefix + name)
        function.restype = result
        function.argtypes = arguments


def _declare_sensors():
    sensors = (
        "accelerometer altimeter camera compass distance_sensor gps gyro inertial_unit lidar light_sensor "
        "microphone position_sensor radar range_finder receiver touch_sensor"
    )
    for name in sensors.split():
        _declare(f"wb_{name}_", None, [_TAG, c_int], "enable")
        _declare(f"wb_{name}_", None, [_TAG], "disable")
        _declare(f"wb_{name}_", c_int, [_TAG], "get_sampling_period")
    for name in "altimeter distance_sensor light_sensor position_sensor touch_sensor".split():
        _declare(f"wb_{name}_", c_double, [_TAG], "get_value")
    for name in "accelerometer compass gps gyro touch_sensor".split():
        _declare(f"wb_{name}_", _NUMBERS, [_TAG], "get_values")
    for name in "accelerometer compass distance_sensor gyro light_sensor touch_sensor".split():
        _declare(f"wb_{name}_", c_int, [_TAG], "get_lookup_table_size")
        _declare(f"wb_{name}_", _NUMBERS, [_TAG], "get_lookup_table")


def _declare_devices():
    _declare("wb_device_", c_char_p, [_TAG], "get_name get_model")
    _declare("wb_device_", c_int, [_TAG], "get_node_type")
    _declare("wb_distance_sensor_", c_double, [_TAG], "get_max_value get_min_value get_aperture")
    _declare("wb_", c_int, [_TAG], "distance_sensor_get_type touch_sensor_get_type gps_get_coordinate_system")
    _declare("wb_gps_", c_double, [_TAG], "get_speed")
    _declare("wb_gps_", _NUMBERS, [_TAG], "get_speed_vector")
    _declare("wb_gps_", c_void_p, [c_double], "convert_to_degrees_minutes_seconds")
    _declare("wb_inertial_unit_", c_double, [_TAG], "get_noise")
    _declare("wb_inertial_unit_", _NUMBERS, [_TAG], "get_roll_pitch_yaw get_quaternion")
    _declare("wb_led_", None, [_TAG, c_int], "set")
    _declare("wb_led_", c_int, [_TAG], "get")
    _declare("wb_pen_", None, [_TAG, c_bool], "write")
    _declare("wb_pen_", None, [_TAG, c_int, c_double], "set_ink_color")
    for name in "connector vacuum_gripper".split():
        _declare(f"wb_{name}_", None, [_TAG, c_int], "enable_presence")
        _declare(f"wb_{name}_", None, [_TAG], "disable_presence")
        _declare(f"wb_{name}_", c_int, [_TAG], "get_presence_sampling_period")
    _declare("wb_connector_", c_int, [_TAG], "get_presence")
    _declare("wb_connector_", None, [_TAG], "lock unlock")
    _declare("wb_connector_", c_bool, [_TAG], "is_locked")
    _declare("wb_vacuum_gripper_", c_bool, [_TAG], "get_presence is_on")
    _declare("wb_vacuum_gripper_", None, [_TAG], "turn_on turn_off")
    _declare("wb_emitter_", c_int, [_TAG, c_void_p, c_int], "send")
    _declare("wb_emitter_", c_int, [_TAG], "get_buffer_size get_channel")
    _declare("wb_emitter_", None, [_TAG, c_int], "set_channel")
    _declare("wb_emitter_", c_double, [_TAG], "get_range")
    _declare("wb_emitter_", None, [_TAG, c_double], "set_range")
    _declare("wb_receiver_", c_int, [_TAG], "get_channel get_queue_length get_data_size")
    _declare("wb_receiver_", None, [_TAG, c_int], "set_channel")
    _declare("wb_receiver_", None, [_TAG], "next_packet")
    _declare("wb_receiver_", c_void_p, [_TAG], "get_data")
    _declare("wb_receiver_", c_double, [_TAG], "get_signal_strength")
    _declare("wb_receiver_", _NUMBERS, [_TAG], "get_emitter_direction")
    _declare("wb_radar_", c_int, [_TAG], "get_number_of_targets")
    _declare("wb_radar_", POINTER(RadarTargetStructure), [_TAG], "get_targets")
    _declare("wb_radar_", c_double, [_TAG], "get_min_range get_max_range get_horizontal_fov get_vertical_fov")
    _declare("wb_microphone_", c_void_p, [_TAG], "get_sample_data")
    _declare("wb_microphone_", c_int, [_TAG], "get_sample_size")
    _declare("wb_skin_", None, [_TAG, c_int, c_double * 4, c_bool], "set_bone_orientation")
    _declare("wb_skin_", None, [_TAG, c_int, c_double * 3, c_bool], "set_bone_position")
    _declare("wb_skin_", c_int, [_TAG], "get_bone_count")
    _declare("wb_skin_", c_char_p, [_TAG, c_int], "get_bone_name")
    _declare("wb_skin_", _NUMBERS, [_TAG, c_int, c_bool], "get_bone_orientation get_bone_position")
    _declare("wb_speaker_", None, [_TAG, _TAG, c_char_p, c_double, c_double, c_double, c_bool], "play_sound")
    _declare("wb_speaker_", None, [_TAG, c_char_p], "stop")
    _declare("wb_speaker_", c_bool, [_TAG, c_char_p], "is_sound_playing set_engine set_language")
    _declare("wb_speaker_", c_char_p, [_TAG], "get_engine get_language")
    _declare("wb_speaker_", None, [_TAG, c_char_p, c_double], "speak")
    _declare("wb_speaker_", c_bool, [_TAG], "is_speaking")


def _declare_joints():
    _declare("wb_motor_", None, [_TAG, c_double], "set_position set_velocity set_acceleration set_force set_torque")
    _declare("wb_motor_", None, [_TAG, c_double], "set_available_force set_available_torque")
    _declare("wb_motor_", None, [_TAG, c_double, c_double, c_double], "set_control_pid")
    _declare("wb_motor_", None, [_TAG, c_int], "enable_force_feedback enable_torque_feedback")
    _declare("wb_motor_", None, [_TAG], "disable_force_feedback disable_torque_feedback")
    _declare(
        "wb_motor_",
        c_int,
        [_TAG],
        "get_force_feedback_sampling_period get_torque_feedback_sampling_period get_type",
    )
    _declare(
        "wb_motor_",
        c_double,
        [_TAG],
        "get_force_feedback get_torque_feedback get_target_position get_min_position get_max_position get_velocity "
        "get_max_velocity get_acceleration get_available_force get_max_force get_available_torque get_max_torque "
        "get_multiplier",
    )
    _declare("wb_motor_", _TAG, [_TAG], "get_brake get_position_sensor")
    _declare("wb_brake_", None, [_TAG, c_double], "set_damping_constant")
    _declare("wb_brake_", c_int, [_TAG], "get_type")
    _declare("wb_brake_", _TAG, [_TAG], "get_motor get_position_sensor")
    _declare("wb_position_sensor_", c_int, [_TAG], "get_type")
    _declare("wb_position_sensor_", _TAG, [_TAG], "get_motor get_brake")


def _declare_pictures():
    _declare("wb_camera_", c_void_p, [_TAG], "get_image recognition_get_segmentation_image")
    _declare("wb_", c_int, [_TAG], "camera_get_width camera_get_height range_finder_get_width range_finder_get_height")
    _declare(
        "wb_camera_",
        c_double,
        [_TAG],
        "get_fov get_max_fov get_min_fov get_exposure get_focal_length get_focal_distance get_max_focal_distance "
        "get_min_focal_distance get_near",
    )
    _declare("wb_camera_", None, [_TAG, c_double], "set_fov set_exposure set_focal_distance")
    _declare("wb_camera_", c_int, [_TAG, c_char_p, c_int], "save_image recognition_save_segmentation_image")
    _declare("wb_camera_", c_bool, [_TAG], "has_recognition recognition_has_segmentation")
    _declare("wb_camera_", c_bool, [_TAG], "recognition_is_segmentation_enabled")
    _declare("wb_camera_recognition_", None, [_TAG, c_int], "enable")
    _declare("wb_camera_recognition_", None, [_TAG], "disable enable_segmentation disable_segmentation")
    _declare("wb_camera_recognition_", c_int, [_TAG], "get_sampling_period get_number_of_objects")
    _declare("wb_camera_recognition_", POINTER(RecognitionObject), [_TAG], "get_objects")
    _declare("wb_range_finder_", _FLOATS, [_TAG], "get_range_image")
    _declare("wb_range_finder_", c_double, [_TAG], "get_fov get_min_range get_max_range")
    _declare("wb_range_finder_", c_int, [_TAG, c_char_p, c_int], "save_image")
    _declare("wb_lidar_", None, [_TAG], "enable_point_cloud disable_point_cloud")
    _declare("wb_lidar_", c_bool, [_TAG], "is_point_cloud_enabled")
    _declare("wb_lidar_", _FLOATS, [_TAG], "get_range_image")
    _declare("wb_lidar_", _FLOATS, [_TAG, c_int], "get_layer_range_image")
    _declare("wb_lidar_", POINTER(LidarPointStructure), [_TAG], "get_point_cloud")
    _declare("wb_lidar_", POINTER(LidarPointStructure), [_TAG, c_int], "get_layer_point_cloud")
    _declare("wb_lidar_", c_int, [_TAG], "get_number_of_points get_horizontal_resolution get_number_of_layers")
    _declare(
        "wb_lidar_",
        c_double,
        [_TAG],
        "get_min_frequency get_max_frequency get_frequency get_fov get_vertical_fov get_min_range get_max_range",
    )
    _declare("wb_lidar_", None, [_TAG, c_double], "set_frequency")
    _declare("wb_display_", c_int, [_TAG], "get_width get_height")
    _declare("wb_display_", None, [_TAG, c_int], "set_color")
    _declare("wb_display_", None, [_TAG, c_double], "set_alpha set_opacity")
    _declare("wb_display_", None, [_TAG, c_char_p, c_int, c_bool], "set_font")
    _declare("wb_display_", None, [_TAG, _TAG], "attach_camera")
    _declare("wb_display_", None, [_TAG], "detach_camera")
    _declare("wb_display_", None, [_TAG, c_int, c_int], "draw_pixel")
    four = [_TAG, c_int, c_int, c_int, c_int]
    _declare("wb_display_", None, four, "draw_line draw_rectangle draw_oval fill_rectangle fill_oval")
    _declare("wb_display_", None, [_TAG, POINTER(c_int), POINTER(c_int), c_int], "draw_polygon fill_polygon")
    _declare("wb_display_", None, [_TAG, c_char_p, c_int, c_int], "draw_text")
    _declare("wb_display_", _REF, [_TAG, c_int, c_int, c_void_p, c_int], "image_new")
    _declare("wb_display_", _REF, four, "image_copy")
    _declare("wb_display_", _REF, [_TAG, c_char_p], "image_load")
    _declare("wb_display_", None, [_TAG, _REF], "image_delete")
    _declare("wb_display_", None, [_TAG, _REF, c_int, c_int, c_bool], "image_paste")
    _declare("wb_display_", None, [_TAG, _REF, c_char_p], "image_save")


def _declare_robot():
    _declare("wb_robot_", c_int, [], "init step_end get_mode get_number_of_devices battery_sensor_get_sampling_period")
    _declare("wb_robot_", c_int, [c_int], "step step_begin")
    _declare("wb_robot_", c_int, [c_int, c_int], "wait_for_user_input_event")
    _declare("wb_robot_", None, [], "cleanup battery_sensor_disable")
    _declare("wb_robot_", c_double, [], "get_time get_basic_time_step battery_sensor_get_value")
    _declare(
        "wb_robot_",
        c_char_p,
        [],
        "get_name get_model get_custom_data get_project_path get_world_path wwi_receive_text",
    )
    _declare("wb_robot_", c_char_p, [c_char_p], "get_urdf")
    _declare("wb_robot_", None, [c_char_p], "set_custom_data")
    _declare("wb_robot_", None, [c_int, c_char_p], "set_mode")
    _declare("wb_robot_", c_bool, [], "get_synchronization get_supervisor")
    _declare("wb_robot_", _TAG, [c_char_p], "get_device")
    _declare("wb_robot_", _TAG, [c_int], "get_device_by_index")
    _declare("wb_robot_", None, [c_int], "battery_sensor_enable")
    _declare("wb_robot_", None, [c_bool], "pin_to_static_environment")
    _declare("wb_robot_", None, [c_char_p, c_int], "wwi_send")
    for name in "keyboard joystick mouse".split():
        _declare(f"wb_{name}_", None, [c_int], "enable")
        _declare(f"wb_{name}_", None, [], "disable")
        _declare(f"wb_{name}_", c_int, [], "get_sampling_period")
    _declare("wb_keyboard_", c_int, [], "get_key")
    _declare("wb_joystick_", c_bool, [], "is_connected")
    _declare("wb_joystick_", c_char_p, [], "get_model")
    _declare("wb_joystick_", c_int, [], "get_number_of_axes get_number_of_povs get_pressed_button")
    _declare("wb_joystick_", c_int, [c_int], "get_axis_value get_pov_value")
    _declare("wb_joystick_", None, [c_int], "set_constant_force set_force_axis")
    _declare("wb_joystick_", None, [c_double], "set_constant_force_duration set_auto_centering_gain set_resistance_gain")
    _declare("wb_mouse_", None, [], "enable_3d_position disable_3d_position")
    _declare("wb_mouse_", c_bool, [], "is_3d_position_enabled")
    _declare("wb_mouse_", POINTER(MouseStateStructure), [], "get_state_pointer")
    _declare("wbu_motion_", _REF, [c_char_p], "new")
    _declare("wbu_motion_", None, [_REF], "delete play stop")
    _declare("wbu_motion_", None, [_REF, c_bool], "set_loop set_reverse")
    _declare("wbu_motion_", c_bool, [_REF], "is_over")
    _declare("wbu_motion_", c_int, [_REF], "get_duration get_time")
    _declare("wbu_motion_", None, [_REF, c_int], "set_time")
    _declare("wb_node_", c_char_p, [c_int], "get_name")


def _declare_supervisor():
    p = "wb_supervisor_"
    _declare(p, None, [c_char_p], "world_load")
    _declare(p, c_bool, [c_char_p], "world_save animation_start_recording")
    _declare(
        p,
        None,
        [],
        "world_reload simulation_reset simulation_reset_physics movie_stop_recording",
    )
    _declare(p, None, [c_int], "simulation_quit simulation_set_mode")
    _declare(p, c_int, [], "simulation_get_mode")
    _declare(p, None, [c_int, c_char_p, c_double, c_double, c_double, c_int, c_double, c_char_p], "set_label")
    _declare(p, None, [c_char_p, c_int], "export_image")
    _declare(p, None, [c_char_p, c_int, c_int, c_int, c_int, c_int, c_bool], "movie_start_recording")
    _declare(p, c_bool, [], "movie_is_ready movie_failed animation_stop_recording virtual_reality_headset_is_used")
    _declare(p, _NUMBERS, [], "virtual_reality_headset_get_position virtual_reality_headset_get_orientation")
    n = "wb_supervisor_node_"
    _declare(n, _REF, [], "get_root get_self get_selected")
    _declare(n, c_int, [_REF], "get_id get_type get_number_of_fields get_proto_number_of_fields")
    _declare(n, _REF, [c_int], "get_from_id")
    _declare(n, _REF, [_TAG], "get_from_device")
    _declare(n, _REF, [c_char_p], "get_from_def")
    _declare(n, _REF, [_REF, c_char_p], "get_from_proto_def get_field get_proto_field")
    _declare(n, _REF, [_REF, c_int], "get_field_by_index get_proto_field_by_index")
    _declare(n, _REF, [_REF], "get_parent_node")
    _declare(n, c_char_p, [_REF], "get_def get_type_name get_base_type_name export_string")
    _declare(n, c_bool, [_REF], "is_proto get_static_balance")
    _declare(n, None, [_REF], "remove reset_physics restart_controller move_viewpoint disable_contact_points_tracking")
    _declare(n, None, [_REF, c_char_p], "save_state load_state")
    _declare(n, None, [_REF, c_double, c_int], "set_joint_position")
    _declare(n, _NUMBERS, [_REF], "get_position get_orientation get_center_of_mass get_velocity")
    _declare(n, _NUMBERS, [_REF, _REF], "get_pose")
    _declare(n, POINTER(ContactPointStructure), [_REF, c_bool, POINTER(c_int)], "get_contact_points")
    _declare(n, None, [_REF, c_double * 6], "set_velocity")
    _declare(n, None, [_REF, _REF, c_bool], "set_visibility")
    _declare(n, None, [_REF, c_double * 3, c_bool], "add_force add_torque")
    _declare(n, None, [_REF, c_double * 3, c_double * 3, c_bool], "add_force_with_offset")
    _declare(n, None, [_REF, c_int, _REF], "enable_pose_tracking")
    _declare(n, None, [_REF, _REF], "disable_pose_tracking")
    _declare(n, None, [_REF, c_int, c_bool], "enable_contact_points_tracking")
    f = "wb_supervisor_field_"
    _declare(f, c_char_p, [_REF], "get_name get_type_name")
    _declare(f, c_int, [_REF], "get_type get_count")
    _declare(f, None, [_REF, c_int], "enable_sf_tracking remove_mf")
    _declare(f, None, [_REF], "disable_sf_tracking remove_sf")
    _declare(f, None, [_REF, c_int, c_char_p], "import_mf_node_from_string")
    _declare(f, None, [_REF, c_char_p], "import_sf_node_from_string")
    values = {
        "bool": (c_bool, c_bool),
        "int32": (c_int, c_int),
        "float": (c_double, c_double),
        "vec2f": (_NUMBERS, c_double * 2),
        "vec3f": (_NUMBERS, c_double * 3),
        "rotation": (_NUMBERS, c_double * 4),
        "color": (_NUMBERS, c_double * 3),
        "string": (c_char_p, c_char_p),
    }
    for name, (read, write) in values.items():
        _declare(f, read, [_REF], f"get_sf_{name}")
        _declare(f, read, [_REF, c_int], f"get_mf_{name}")
        _declare(f, None, [_REF, write], f"set_sf_{name}")
        _declare(f, None, [_REF, c_int, write], f"set_mf_{name} insert_mf_{name}")
    _declare(f, _REF, [_REF], "get_sf_node")
    _declare(f, _REF, [_REF, c_int], "get_mf_node")


_declare_sensors()
_declare_devices()
_declare_joints()
_declare_pictures()
_declare_robot()
_declare_supervisor()


_NOWHERE = c_double(math.nan)


def _find_places():
    """Foxden's own function for `place_of`; other libraries of this interface lack it."""
    find = getattr(wb, "foxden_reading", None)
    if find is None:
        return lambda tag: None
    find.restype, find.argtypes = c_void_p, [_TAG]
    return find


_place = _find_places()


def place_of(tag):
    """Where the library keeps the newest number of a sensor, or a place where there never is one."""
    address = _place(tag)
    return c_double.from_address(address) if address else _NOWHERE


def text(value):
    """Text of the library; an empty one for none."""
    return value.decode("utf-8", "replace") if value else ""


def bytes_at(address, size):
    """A copy of bytes of the library; none for NULL."""
    return ctypes.string_at(address, size) if address else None


def view_at(address, size, kind=c_ubyte):
    """The memory of the library itself, without a copy; none for NULL."""
    if not address:
        return None
    # the casts give the view a format of the machine: views of ctypes have one that cannot be indexed
    return memoryview((kind * size).from_address(address)).cast("B").cast(kind._type_)


def image_quality(filename, quality):
    """The quality for a picture file. Only JPEG files have one, so for others any value is allowed, also a text such as
    "PNG": public programs pass that, and the genuine library ignores it."""
    return quality if filename.lower().endswith((".jpg", ".jpeg")) else 0
