//! The robot itself.

use std::ffi::{c_char, c_double, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Mutex;

use foxden_client::{EndNotice, Misuse, Text, UserInputWait};
use foxden_protocol::robot::{OutputStream, UserInputSet};

use super::{Bool, DeviceTag, boolean, count, functions, some_text, text};
use crate::library::{self, ControllerLibrary, report_misuse, with};

/// Text of the robot where C programs read it.
fn lend(function: &str, get: impl FnOnce(&ControllerLibrary) -> &Text) -> *const c_char {
    with(function, null(), |library| get(library).as_c_str().as_ptr())
}

/// A step cannot go backwards.
fn duration(function: &str, milliseconds: c_int) -> u32 {
    u32::try_from(milliseconds).unwrap_or_else(|_| {
        report_misuse(
            function,
            &Misuse::Negative {
                argument: "duration",
            },
        );
        0
    })
}

/// What came from the robot window, where C programs read it.
static WINDOW: Mutex<ReceivedMessages> = Mutex::new(ReceivedMessages {
    data: Vec::new(),
    read: 0,
});

struct ReceivedMessages {
    data: Vec<u8>,
    read: usize,
}

functions! {
    fn wb_robot_init() -> c_int {
        library::init();
        1
    }

    fn wb_robot_init_msvc() -> c_int {
        wb_robot_init()
    }

    fn wb_robot_cleanup() {
        library::cleanup();
    }

    fn wb_robot_step(milliseconds: c_int) -> c_int {
        let milliseconds = duration(FUNCTION, milliseconds);
        with(FUNCTION, -1, |library| library.step(FUNCTION, milliseconds))
    }

    fn wb_robot_step_begin(milliseconds: c_int) -> c_int {
        let milliseconds = duration(FUNCTION, milliseconds);
        with(FUNCTION, -1, |library| match library.step_begin(FUNCTION, milliseconds) {
            true => 0,
            false => -1,
        })
    }

    fn wb_robot_step_end() -> c_int {
        with(FUNCTION, -1, |library| library.step_end(FUNCTION))
    }

    fn wb_robot_wait_for_user_input_event(event_type: c_int, timeout: c_int) -> c_int {
        with(FUNCTION, 0, |library| {
            let events = UserInputSet(event_type);
            let wants = |kinds: &[UserInputSet]| kinds.iter().any(|kind| event_type & kind.0 != 0);
            let robot = &library.client.robot;
            let devices = [
                (wants(&[UserInputSet::MOUSE_CLICK, UserInputSet::MOUSE_MOVE]), robot.mouse.period, "wb_mouse_enable"),
                (wants(&[UserInputSet::KEYBOARD]), robot.keyboard.period, "wb_keyboard_enable"),
                (
                    wants(&[UserInputSet::JOYSTICK_BUTTON, UserInputSet::JOYSTICK_AXIS, UserInputSet::JOYSTICK_POV]),
                    robot.joystick.period,
                    "wb_joystick_enable",
                ),
            ];
            let mut valid = events == UserInputSet::NONE;
            for (wanted, period, enable) in devices {
                match wanted {
                    true if period.is_on() => valid = true,
                    true => report_misuse(FUNCTION, &Misuse::Disabled { enable }),
                    false => {}
                }
            }
            if !valid {
                return UserInputSet::NONE.0;
            }
            library.client.robot.wait_for_user_input(UserInputWait { events, timeout });
            if !library.flush(FUNCTION) {
                return UserInputSet::NONE.0;
            }
            while library.client.robot.user_input.is_none() && library.client.ending == EndNotice::None {
                library.receive_more();
            }
            match library.client.ending {
                EndNotice::None => library.client.robot.user_input.unwrap_or(UserInputSet::NONE).0,
                EndNotice::Now | EndNotice::Later => {
                    library.client.ending = EndNotice::Now;
                    UserInputSet::QUIT.0
                }
            }
        })
    }

    fn wb_robot_get_time() -> c_double {
        with(FUNCTION, f64::NAN, |library| library.client.robot.time)
    }

    fn wb_robot_get_urdf(prefix: *const c_char) -> *const c_char {
        let prefix = text(prefix).unwrap_or_default();
        with(FUNCTION, null(), |library| {
            library.client.robot.ask_for_urdf(prefix);
            library.flush(FUNCTION);
            let urdf = &library.client.robot.urdf;
            urdf.as_ref().map_or_else(null, |urdf| urdf.as_c_str().as_ptr())
        })
    }

    fn wb_robot_get_name() -> *const c_char {
        lend(FUNCTION, |library| &library.client.robot.setting.name)
    }

    fn wb_robot_get_model() -> *const c_char {
        lend(FUNCTION, |library| &library.client.robot.setting.model)
    }

    fn wb_robot_get_custom_data() -> *const c_char {
        lend(FUNCTION, |library| &library.client.robot.custom_data)
    }

    fn wb_robot_set_custom_data(data: *const c_char) {
        let Some(data) = text(data) else {
            return report_misuse(FUNCTION, &Misuse::Empty { argument: "data" });
        };
        with(FUNCTION, (), |library| library.client.robot.set_custom_data(data.into()));
    }

    fn wb_robot_get_data() -> *const c_char {
        wb_robot_get_custom_data()
    }

    fn wb_robot_set_data(data: *const c_char) {
        wb_robot_set_custom_data(data);
    }

    fn wb_robot_get_mode() -> c_int {
        // Only the simulation: there is no real robot behind this library.
        0
    }

    fn wb_robot_set_mode(mode: c_int, _argument: *const c_char) {
        if mode != 0 {
            let text = "only mode 0 (simulation) is supported: there is no remote control plugin";
            report_misuse(FUNCTION, &Misuse::Other(text.into()));
        }
    }

    fn wb_robot_get_synchronization() -> Bool {
        with(FUNCTION, 0, |library| boolean(library.client.robot.setting.synchronization))
    }

    fn wb_robot_get_supervisor() -> Bool {
        with(FUNCTION, 0, |library| boolean(library.client.robot.is_supervisor))
    }

    fn wb_robot_get_project_path() -> *const c_char {
        lend(FUNCTION, |library| &library.client.robot.setting.project_path)
    }

    fn wb_robot_get_world_path() -> *const c_char {
        lend(FUNCTION, |library| &library.client.robot.setting.world_path)
    }

    fn wb_robot_get_controller_name() -> *const c_char {
        lend(FUNCTION, |library| &library.client.robot.setting.controller)
    }

    fn wb_robot_get_basic_time_step() -> c_double {
        with(FUNCTION, f64::NAN, |library| library.client.robot.setting.basic_time_step)
    }

    fn wb_robot_get_step_duration() -> c_int {
        with(FUNCTION, 0, |library| c_int::try_from(library.client.step_duration).unwrap_or(c_int::MAX))
    }

    fn wb_robot_get_device(name: *const c_char) -> DeviceTag {
        let Some(name) = some_text(name) else {
            report_misuse(FUNCTION, &Misuse::Empty { argument: "name" });
            return 0;
        };
        with(FUNCTION, 0, |library| match library.client.tag_of(&name) {
            Some(tag) => tag.0,
            None => {
                eprintln!("Warning: \"{name}\" device not found.");
                0
            }
        })
    }

    fn wb_robot_get_number_of_devices() -> c_int {
        with(FUNCTION, 0, |library| count(library.client.devices.len()))
    }

    fn wb_robot_get_device_by_index(index: c_int) -> DeviceTag {
        with(FUNCTION, 0, |library| {
            let most = count(library.client.devices.len()) - 1;
            match DeviceTag::try_from(index) {
                Ok(tag) if index <= most => tag + 1,
                _ => {
                    report_misuse(FUNCTION, &Misuse::Index { index, least: 0, most });
                    0
                }
            }
        })
    }

    fn wb_robot_battery_sensor_enable(sampling_period: c_int) {
        with(FUNCTION, (), |library| library.client.robot.enable_battery(sampling_period));
    }

    fn wb_robot_battery_sensor_disable() {
        with(FUNCTION, (), |library| library.client.robot.enable_battery(0));
    }

    fn wb_robot_battery_sensor_get_sampling_period() -> c_int {
        with(FUNCTION, 0, |library| library.client.robot.battery_period.milliseconds())
    }

    fn wb_robot_battery_sensor_get_value() -> c_double {
        with(FUNCTION, f64::NAN, |library| {
            if !library.client.robot.battery_period.is_on() {
                report_misuse(FUNCTION, &Misuse::Disabled { enable: "wb_robot_battery_sensor_enable" });
            }
            library.client.robot.battery
        })
    }

    fn wb_robot_pin_to_static_environment(pin: Bool) {
        with(FUNCTION, (), |library| library.client.robot.pin(pin != 0));
    }

    fn wb_console_print(text_to_print: *const c_char, stream: c_int) {
        let Some(text) = text(text_to_print) else {
            return report_misuse(FUNCTION, &Misuse::Empty { argument: "text" });
        };
        let stream = match stream {
            1 => OutputStream::Out,
            2 => OutputStream::Error,
            value => {
                let value = f64::from(value);
                return report_misuse(FUNCTION, &Misuse::Range { argument: "stream", value, least: 1.0, most: 2.0 });
            }
        };
        with(FUNCTION, (), |library| {
            library.client.robot.print(stream, text.into_bytes());
            if library.step(FUNCTION, 0) == -1 {
                std::process::exit(0);
            }
        });
    }

    fn wb_robot_wwi_send(data: *const c_char, size: c_int) {
        let Ok(length) = usize::try_from(size) else {
            return report_misuse(FUNCTION, &Misuse::Negative { argument: "size" });
        };
        if data.is_null() || length == 0 {
            return report_misuse(FUNCTION, &Misuse::Empty { argument: "data" });
        }
        // SAFETY: the interface demands as many bytes as are announced.
        let data = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length) }.to_vec();
        with(FUNCTION, (), |library| {
            library.client.robot.send_to_window(data);
            library.flush(FUNCTION);
        });
    }

    fn wb_robot_wwi_receive(size: *mut c_int) -> *const c_char {
        let data = with(FUNCTION, Vec::new(), |library| library.client.robot.take_window_messages());
        let mut window = WINDOW.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        window.data = data;
        window.read = 0;
        if !size.is_null() {
            // SAFETY: the interface demands a place for a number, or NULL.
            unsafe { *size = count(window.data.len()) };
        }
        super::start(&window.data).cast()
    }

    fn wb_robot_wwi_receive_text() -> *const c_char {
        let more = with(FUNCTION, Vec::new(), |library| library.client.robot.take_window_messages());
        let mut window = WINDOW.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if window.read >= window.data.len() && !more.is_empty() {
            window.data = more;
            window.read = 0;
            // Programs read up to a NUL; a message without would let them go on.
            if window.data.last() != Some(&0) {
                window.data.push(0);
            }
        } else if !more.is_empty() {
            window.data.extend(more);
            if window.data.last() != Some(&0) {
                window.data.push(0);
            }
        }
        let Some(rest) = window.data.get(window.read..).filter(|rest| !rest.is_empty()) else {
            return null();
        };
        let text = rest.as_ptr().cast();
        let length = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len());
        window.read += length + 1;
        text
    }

    fn wb_robot_window_custom_function(_argument: *mut c_void) -> *mut c_void {
        report_misuse(FUNCTION, &Misuse::Other("there is no robot window library".into()));
        null_mut()
    }

    fn wb_robot_task_new(task: Option<unsafe extern "C" fn(*mut c_void)>, parameter: *mut c_void) {
        let Some(task) = task else {
            return report_misuse(FUNCTION, &Misuse::Empty { argument: "task" });
        };
        struct Task(unsafe extern "C" fn(*mut c_void), *mut c_void);
        // SAFETY: the program gives the parameter to the new thread.
        unsafe impl Send for Task {}
        let task = Task(task, parameter);
        let run = move || {
            let task = task;
            // SAFETY: the program demands that its function is called so.
            unsafe { (task.0)(task.1) }
        };
        if let Err(error) = std::thread::Builder::new().spawn(run) {
            report_misuse(FUNCTION, &Misuse::Other(format!("cannot create a thread: {error}")));
        }
    }

    fn wb_robot_mutex_new() -> *mut c_void {
        // A thread may lock it again; that is why it is one of the C library.
        // SAFETY: the attributes are set up before use and freed after; the lock
        // lives until `wb_robot_mutex_delete`.
        unsafe {
            let mut attributes = std::mem::zeroed();
            libc::pthread_mutexattr_init(&raw mut attributes);
            libc::pthread_mutexattr_settype(&raw mut attributes, libc::PTHREAD_MUTEX_RECURSIVE);
            let mutex = Box::into_raw(Box::new(libc::PTHREAD_MUTEX_INITIALIZER));
            libc::pthread_mutex_init(mutex, &raw const attributes);
            libc::pthread_mutexattr_destroy(&raw mut attributes);
            mutex.cast()
        }
    }

    fn wb_robot_mutex_lock(mutex: *mut c_void) {
        if mutex.is_null() {
            return report_misuse(FUNCTION, &Misuse::Empty { argument: "mutex" });
        }
        // SAFETY: the interface demands a lock of `wb_robot_mutex_new`.
        unsafe { libc::pthread_mutex_lock(mutex.cast()) };
    }

    fn wb_robot_mutex_unlock(mutex: *mut c_void) {
        if mutex.is_null() {
            return report_misuse(FUNCTION, &Misuse::Empty { argument: "mutex" });
        }
        // SAFETY: the interface demands a lock of `wb_robot_mutex_new`.
        unsafe { libc::pthread_mutex_unlock(mutex.cast()) };
    }

    fn wb_robot_mutex_delete(mutex: *mut c_void) {
        if mutex.is_null() {
            return report_misuse(FUNCTION, &Misuse::Empty { argument: "mutex" });
        }
        // SAFETY: the interface demands a lock of `wb_robot_mutex_new`, which
        // made it from a box, and that nobody uses it again.
        unsafe {
            libc::pthread_mutex_destroy(mutex.cast());
            drop(Box::from_raw(mutex.cast::<libc::pthread_mutex_t>()));
        }
    }
}
