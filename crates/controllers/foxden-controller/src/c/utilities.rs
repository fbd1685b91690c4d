//! Small helpers of the interface: environment, text, the default robot window.

use std::ffi::{CStr, CString, c_char, c_int};
use std::ptr::{null, null_mut};
use std::sync::OnceLock;

use super::{Bool, functions};
use crate::connect::temporary_folder;

/// The folder for temporary files, found once.
static TEMPORARY_FOLDER: OnceLock<CString> = OnceLock::new();

functions! {
    fn wbu_system_getenv(variable: *const c_char) -> *const c_char {
        if variable.is_null() {
            return null();
        }
        // SAFETY: the interface demands a C string.
        unsafe { libc::getenv(variable) }
    }

    fn wbu_system_short_path(path: *const c_char) -> *const c_char {
        // Only Windows has short paths.
        path
    }

    fn wbu_system_tmpdir() -> *const c_char {
        TEMPORARY_FOLDER
            .get_or_init(|| CString::new(temporary_folder()).unwrap_or_default())
            .as_ptr()
    }

    fn wbu_system_webots_instance_path(_refresh: Bool) -> *const c_char {
        let value = wbu_system_getenv(c"WEBOTS_INSTANCE_PATH".as_ptr());
        // SAFETY: a text of the environment is a C string.
        match value.is_null() || unsafe { *value } == 0 {
            true => null(),
            false => value,
        }
    }

    fn wbu_string_strsep(stringp: *mut *mut c_char, delim: *const c_char) -> *mut c_char {
        if stringp.is_null() || delim.is_null() {
            return null_mut();
        }
        // SAFETY: the interface demands a place with a C string, or NULL in it,
        // and a C string of separators; only bytes up to the final NUL are
        // touched. A separator behind a backslash does not count.
        unsafe {
            let start = *stringp;
            if start.is_null() {
                return null_mut();
            }
            let separators = CStr::from_ptr(delim).to_bytes();
            let mut place = start.cast::<u8>();
            let mut before = 0;
            while *place != 0 {
                if separators.contains(&*place) && before != b'\\' {
                    *place = 0;
                    *stringp = place.add(1).cast();
                    return start;
                }
                before = *place;
                place = place.add(1);
            }
            *stringp = null_mut();
            start
        }
    }

    fn wbu_string_replace(value: *mut c_char, before: *mut c_char, after: *mut c_char) -> *mut c_char {
        if value.is_null() || before.is_null() {
            return null_mut();
        }
        // SAFETY: the interface demands C strings, the last one or NULL.
        let (value, before, after) = unsafe {
            let after = if after.is_null() { c"" } else { CStr::from_ptr(after) };
            (CStr::from_ptr(value), CStr::from_ptr(before), after)
        };
        let (value, before, after) = (value.to_bytes(), before.to_bytes(), after.to_bytes());
        if before.is_empty() {
            return null_mut();
        }
        let mut result = Vec::with_capacity(value.len());
        let mut rest = value;
        while let Some(at) = rest.windows(before.len()).position(|part| part == before) {
            result.extend_from_slice(&rest[..at]);
            result.extend_from_slice(after);
            rest = &rest[at + before.len()..];
        }
        result.extend_from_slice(rest);
        let result = CString::new(result).unwrap_or_default();
        // SAFETY: the copy is made of a C string; the program frees it with `free`.
        unsafe { libc::strdup(result.as_ptr()) }
    }

    fn wbu_default_robot_window_configure() {
        // There is no window to be set up.
    }

    fn wbu_default_robot_window_update() {
        // There is no window to be brought up to date.
    }

    fn wbu_default_robot_window_set_images_max_size(_max_width: c_int, _max_height: c_int) {
        // There is no window to show pictures in.
    }
}
