//! The exported numbers and texts, which bindings read.

use std::ffi::{c_char, c_int};

macro_rules! numbers {
    ($($name:ident = $value:expr;)*) => {$(
        #[doc = concat!("The value of `", stringify!($name), "` in the headers.")]
        #[unsafe(no_mangle)]
        #[allow(non_upper_case_globals, reason = "the names are given")]
        pub static $name: c_int = $value;
    )*};
}

/// A text that programs in other languages read through a pointer.
#[derive(Debug)]
#[repr(transparent)]
pub struct StaticText(*const c_char);

// SAFETY: the text is part of the program and never changes.
unsafe impl Sync for StaticText {}

macro_rules! texts {
    ($($name:ident = $value:expr;)*) => {$(
        #[doc = concat!("The value of `", stringify!($name), "` in the headers.")]
        #[unsafe(no_mangle)]
        #[allow(non_upper_case_globals, reason = "the names are given")]
        pub static $name: StaticText = StaticText($value.as_ptr());
    )*};
}

numbers! {
    wb_ROTATIONAL = 0;
    wb_LINEAR = 1;
    wb_SF_BOOL = 0x01;
    wb_SF_INT32 = 0x02;
    wb_SF_FLOAT = 0x03;
    wb_SF_VEC2F = 0x04;
    wb_SF_VEC3F = 0x05;
    wb_SF_ROTATION = 0x06;
    wb_SF_COLOR = 0x07;
    wb_SF_STRING = 0x08;
    wb_SF_NODE = 0x09;
    wb_MF = 0x10;
    wb_MF_BOOL = 0x11;
    wb_MF_INT32 = 0x12;
    wb_MF_FLOAT = 0x13;
    wb_MF_VEC2F = 0x14;
    wb_MF_VEC3F = 0x15;
    wb_MF_ROTATION = 0x16;
    wb_MF_COLOR = 0x17;
    wb_MF_STRING = 0x18;
    wb_MF_NODE = 0x19;
    wb_KEYBOARD_END = 312;
    wb_KEYBOARD_HOME = 313;
    wb_KEYBOARD_LEFT = 314;
    wb_KEYBOARD_UP = 315;
    wb_KEYBOARD_RIGHT = 316;
    wb_KEYBOARD_DOWN = 317;
    wb_KEYBOARD_PAGEUP = 366;
    wb_KEYBOARD_PAGEDOWN = 367;
    wb_KEYBOARD_NUMPAD_HOME = 375;
    wb_KEYBOARD_NUMPAD_LEFT = 376;
    wb_KEYBOARD_NUMPAD_UP = 377;
    wb_KEYBOARD_NUMPAD_RIGHT = 378;
    wb_KEYBOARD_NUMPAD_DOWN = 379;
    wb_KEYBOARD_NUMPAD_END = 382;
    wb_KEYBOARD_KEY = 0x0000_ffff;
    wb_KEYBOARD_SHIFT = 0x0001_0000;
    wb_KEYBOARD_CONTROL = 0x0002_0000;
    wb_KEYBOARD_ALT = 0x0004_0000;
    wb_NODE_NO_NODE = 0;
    wb_NODE_APPEARANCE = 1;
    wb_NODE_BACKGROUND = 2;
    wb_NODE_BILLBOARD = 3;
    wb_NODE_BOX = 4;
    wb_NODE_CAD_SHAPE = 5;
    wb_NODE_CAPSULE = 6;
    wb_NODE_COLOR = 7;
    wb_NODE_CONE = 8;
    wb_NODE_COORDINATE = 9;
    wb_NODE_CYLINDER = 10;
    wb_NODE_DIRECTIONAL_LIGHT = 11;
    wb_NODE_ELEVATION_GRID = 12;
    wb_NODE_FOG = 13;
    wb_NODE_GROUP = 14;
    wb_NODE_IMAGE_TEXTURE = 15;
    wb_NODE_INDEXED_FACE_SET = 16;
    wb_NODE_INDEXED_LINE_SET = 17;
    wb_NODE_MATERIAL = 18;
    wb_NODE_MESH = 19;
    wb_NODE_MUSCLE = 20;
    wb_NODE_NORMAL = 21;
    wb_NODE_PBR_APPEARANCE = 22;
    wb_NODE_PLANE = 23;
    wb_NODE_POINT_LIGHT = 24;
    wb_NODE_POINT_SET = 25;
    wb_NODE_POSE = 26;
    wb_NODE_SHAPE = 27;
    wb_NODE_SPHERE = 28;
    wb_NODE_SPOT_LIGHT = 29;
    wb_NODE_TEXTURE_COORDINATE = 30;
    wb_NODE_TEXTURE_TRANSFORM = 31;
    wb_NODE_TRANSFORM = 32;
    wb_NODE_VIEWPOINT = 33;
    wb_NODE_ROBOT = 34;
    wb_NODE_ACCELEROMETER = 35;
    wb_NODE_ALTIMETER = 36;
    wb_NODE_BRAKE = 37;
    wb_NODE_CAMERA = 38;
    wb_NODE_COMPASS = 39;
    wb_NODE_CONNECTOR = 40;
    wb_NODE_DISPLAY = 41;
    wb_NODE_DISTANCE_SENSOR = 42;
    wb_NODE_EMITTER = 43;
    wb_NODE_GPS = 44;
    wb_NODE_GYRO = 45;
    wb_NODE_INERTIAL_UNIT = 46;
    wb_NODE_LED = 47;
    wb_NODE_LIDAR = 48;
    wb_NODE_LIGHT_SENSOR = 49;
    wb_NODE_LINEAR_MOTOR = 50;
    wb_NODE_PEN = 51;
    wb_NODE_POSITION_SENSOR = 52;
    wb_NODE_PROPELLER = 53;
    wb_NODE_RADAR = 54;
    wb_NODE_RANGE_FINDER = 55;
    wb_NODE_RECEIVER = 56;
    wb_NODE_ROTATIONAL_MOTOR = 57;
    wb_NODE_SKIN = 58;
    wb_NODE_SPEAKER = 59;
    wb_NODE_TOUCH_SENSOR = 60;
    wb_NODE_VACUUM_GRIPPER = 61;
    wb_NODE_BALL_JOINT = 62;
    wb_NODE_BALL_JOINT_PARAMETERS = 63;
    wb_NODE_CHARGER = 64;
    wb_NODE_CONTACT_PROPERTIES = 65;
    wb_NODE_DAMPING = 66;
    wb_NODE_FLUID = 67;
    wb_NODE_FOCUS = 68;
    wb_NODE_HINGE_JOINT = 69;
    wb_NODE_HINGE_JOINT_PARAMETERS = 70;
    wb_NODE_HINGE_2_JOINT = 71;
    wb_NODE_IMMERSION_PROPERTIES = 72;
    wb_NODE_JOINT_PARAMETERS = 73;
    wb_NODE_LENS = 74;
    wb_NODE_LENS_FLARE = 75;
    wb_NODE_PHYSICS = 76;
    wb_NODE_RECOGNITION = 77;
    wb_NODE_SLIDER_JOINT = 78;
    wb_NODE_SLOT = 79;
    wb_NODE_SOLID = 80;
    wb_NODE_SOLID_REFERENCE = 81;
    wb_NODE_TRACK = 82;
    wb_NODE_TRACK_WHEEL = 83;
    wb_NODE_WORLD_INFO = 84;
    wb_NODE_ZOOM = 85;
    wb_NODE_MICROPHONE = 86;
    wb_NODE_RADIO = 87;
}

texts! {
    wb_ANSI_RESET = c"\x1b[0m";
    wb_ANSI_BOLD = c"\x1b[1m";
    wb_ANSI_UNDERLINE = c"\x1b[4m";
    wb_ANSI_BLACK_BACKGROUND = c"\x1b[40m";
    wb_ANSI_RED_BACKGROUND = c"\x1b[41m";
    wb_ANSI_GREEN_BACKGROUND = c"\x1b[42m";
    wb_ANSI_YELLOW_BACKGROUND = c"\x1b[43m";
    wb_ANSI_BLUE_BACKGROUND = c"\x1b[44m";
    wb_ANSI_MAGENTA_BACKGROUND = c"\x1b[45m";
    wb_ANSI_CYAN_BACKGROUND = c"\x1b[46m";
    wb_ANSI_WHITE_BACKGROUND = c"\x1b[47m";
    wb_ANSI_BLACK_FOREGROUND = c"\x1b[30m";
    wb_ANSI_RED_FOREGROUND = c"\x1b[31m";
    wb_ANSI_GREEN_FOREGROUND = c"\x1b[32m";
    wb_ANSI_YELLOW_FOREGROUND = c"\x1b[33m";
    wb_ANSI_BLUE_FOREGROUND = c"\x1b[34m";
    wb_ANSI_MAGENTA_FOREGROUND = c"\x1b[35m";
    wb_ANSI_CYAN_FOREGROUND = c"\x1b[36m";
    wb_ANSI_WHITE_FOREGROUND = c"\x1b[37m";
    wb_ANSI_CLEAR_SCREEN = c"\x1b[2J";
}
