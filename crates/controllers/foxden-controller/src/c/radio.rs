//! The radio, an experiment of the original that no simulator offers: no robot
//! has such a device, so its functions refuse every tag. Messages can be made.

use std::collections::BTreeMap;
use std::ffi::{CString, c_char, c_double, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Mutex;

use foxden_client::Misuse;

use super::{DeviceTag, functions, text};
use crate::library::report_misuse;

/// A message or an event for C programs; it points nowhere.
pub type RadioRef = *mut c_void;

struct Message {
    destination: CString,
    body: Vec<u8>,
}

static MESSAGES: Mutex<(usize, BTreeMap<usize, Message>)> = Mutex::new((0, BTreeMap::new()));

fn message<R>(function: &str, message: RadioRef, missing: R, get: impl FnOnce(&Message) -> R) -> R {
    let messages = MESSAGES
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    match messages.1.get(&message.addr()) {
        Some(message) => get(message),
        None => {
            report_misuse(
                function,
                &Misuse::Other("called with an invalid message".into()),
            );
            missing
        }
    }
}

fn no_radio<R>(function: &str, missing: R) -> R {
    report_misuse(function, &Misuse::Tag);
    missing
}

functions! {
    fn wb_radio_message_new(length: c_int, body: *const c_char, destination: *const c_char) -> RadioRef {
        let (Ok(length), false) = (usize::try_from(length), body.is_null()) else {
            report_misuse(FUNCTION, &Misuse::Empty { argument: "body" });
            return null_mut();
        };
        // SAFETY: the interface demands as many bytes as are announced.
        let body = unsafe { std::slice::from_raw_parts(body.cast::<u8>(), length) }.to_vec();
        let destination = CString::new(text(destination).unwrap_or_default()).unwrap_or_default();
        let mut messages = MESSAGES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        messages.0 += 16;
        let handle = messages.0;
        messages.1.insert(handle, Message { destination, body });
        std::ptr::without_provenance_mut(handle)
    }

    fn wb_radio_message_delete(handle: RadioRef) {
        let mut messages = MESSAGES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if messages.1.remove(&handle.addr()).is_none() {
            report_misuse(FUNCTION, &Misuse::Other("called with an invalid message".into()));
        }
    }

    fn wb_radio_message_get_destination(handle: RadioRef) -> *const c_char {
        message(FUNCTION, handle, null(), |message| message.destination.as_ptr())
    }

    fn wb_radio_message_get_length(handle: RadioRef) -> c_int {
        message(FUNCTION, handle, 0, |message| super::count(message.body.len()))
    }

    fn wb_radio_message_get_body(handle: RadioRef) -> *const c_char {
        message(FUNCTION, handle, null(), |message| message.body.as_ptr().cast())
    }

    fn wb_radio_enable(_tag: DeviceTag, _sampling_period: c_int) {
        no_radio(FUNCTION, ())
    }

    fn wb_radio_disable(_tag: DeviceTag) {
        no_radio(FUNCTION, ())
    }

    fn wb_radio_set_address(_tag: DeviceTag, _address: *const c_char) {
        no_radio(FUNCTION, ())
    }

    fn wb_radio_get_address(_tag: DeviceTag) -> *const c_char {
        no_radio(FUNCTION, null())
    }

    fn wb_radio_set_frequency(_tag: DeviceTag, _hz: c_double) {
        no_radio(FUNCTION, ())
    }

    fn wb_radio_get_frequency(_tag: DeviceTag) -> c_double {
        no_radio(FUNCTION, f64::NAN)
    }

    fn wb_radio_set_channel(_tag: DeviceTag, _channel: c_int) {
        no_radio(FUNCTION, ())
    }

    fn wb_radio_get_channel(_tag: DeviceTag) -> c_int {
        no_radio(FUNCTION, -1)
    }

    fn wb_radio_set_bitrate(_tag: DeviceTag, _bits_per_second: c_int) {
        no_radio(FUNCTION, ())
    }

    fn wb_radio_get_bitrate(_tag: DeviceTag) -> c_int {
        no_radio(FUNCTION, -1)
    }

    fn wb_radio_set_rx_sensitivity(_tag: DeviceTag, _dbm: c_double) {
        no_radio(FUNCTION, ())
    }

    fn wb_radio_get_rx_sensitivity(_tag: DeviceTag) -> c_double {
        no_radio(FUNCTION, f64::NAN)
    }

    fn wb_radio_set_tx_power(_tag: DeviceTag, _dbm: c_double) {
        no_radio(FUNCTION, ())
    }

    fn wb_radio_get_tx_power(_tag: DeviceTag) -> c_double {
        no_radio(FUNCTION, f64::NAN)
    }

    fn wb_radio_set_callback(_tag: DeviceTag, _callback: Option<unsafe extern "C" fn(RadioRef)>) {
        no_radio(FUNCTION, ())
    }

    fn wb_radio_event_get_radio(_event: RadioRef) -> DeviceTag {
        no_radio(FUNCTION, 0)
    }

    fn wb_radio_event_get_data(_event: RadioRef) -> *mut c_char {
        no_radio(FUNCTION, null_mut())
    }

    fn wb_radio_event_get_data_size(_event: RadioRef) -> c_int {
        no_radio(FUNCTION, 0)
    }

    fn wb_radio_event_get_emitter(_event: RadioRef) -> *mut c_char {
        no_radio(FUNCTION, null_mut())
    }

    fn wb_radio_event_get_rssi(_event: RadioRef) -> c_double {
        no_radio(FUNCTION, f64::NAN)
    }

    fn wb_radio_send(_tag: DeviceTag, _message: RadioRef, _delay: c_double) {
        no_radio(FUNCTION, ())
    }
}
