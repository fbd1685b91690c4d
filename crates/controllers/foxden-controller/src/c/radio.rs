//! The radio. Its settings are sent and its messages are lost: the original passes them
//! to a plugin that it does not have, so there are no events either.

use std::collections::BTreeMap;
use std::ffi::{CString, c_char, c_double, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Mutex;

use foxden_client::Misuse;

use super::{DeviceTag, device, functions, getters, some_text, text};
use crate::library::report_misuse;

/// A message or an event for C programs; a number, not an address.
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

/// Takes a message that the program made.
fn taken(handle: RadioRef) -> Option<Message> {
    let mut messages = MESSAGES
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    messages.1.remove(&handle.addr())
}

fn no_event<R>(function: &str, missing: R) -> R {
    report_misuse(
        function,
        &Misuse::Other("called with an invalid event".into()),
    );
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
        if taken(handle).is_none() {
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

    fn wb_radio_enable(tag: DeviceTag, sampling_period: c_int) {
        device!(FUNCTION, tag, Radio, (), |radio| radio.period.set(sampling_period));
    }

    fn wb_radio_disable(tag: DeviceTag) {
        device!(FUNCTION, tag, Radio, (), |radio| radio.period.set(0));
    }

    fn wb_radio_set_address(tag: DeviceTag, address: *const c_char) {
        let Some(address) = some_text(address) else {
            return report_misuse(FUNCTION, &Misuse::Empty { argument: "address" });
        };
        device!(FUNCTION, tag, Radio, (), |radio| radio.set_address(&address));
    }

    fn wb_radio_set_frequency(tag: DeviceTag, hz: c_double) {
        if hz <= 0.0 {
            return report_misuse(FUNCTION, &Misuse::NotPositive { argument: "hz" });
        }
        device!(FUNCTION, tag, Radio, (), |radio| radio.set_frequency(hz));
    }

    fn wb_radio_set_channel(tag: DeviceTag, channel: c_int) {
        device!(FUNCTION, tag, Radio, (), |radio| radio.set_channel(channel));
    }

    fn wb_radio_set_bitrate(tag: DeviceTag, bits_per_second: c_int) {
        if bits_per_second <= 0 {
            return report_misuse(FUNCTION, &Misuse::NotPositive { argument: "bits_per_second" });
        }
        device!(FUNCTION, tag, Radio, (), |radio| radio.set_bitrate(bits_per_second));
    }

    fn wb_radio_set_rx_sensitivity(tag: DeviceTag, dbm: c_double) {
        device!(FUNCTION, tag, Radio, (), |radio| radio.set_rx_sensitivity(dbm));
    }

    fn wb_radio_set_tx_power(tag: DeviceTag, dbm: c_double) {
        if dbm <= 0.0 {
            return report_misuse(FUNCTION, &Misuse::NotPositive { argument: "dBm" });
        }
        device!(FUNCTION, tag, Radio, (), |radio| radio.set_tx_power(dbm));
    }

    fn wb_radio_set_callback(tag: DeviceTag, _callback: Option<unsafe extern "C" fn(RadioRef)>) {
        // nothing is ever received, so it is never called
        device!(FUNCTION, tag, Radio, (), |_radio| ());
    }

    fn wb_radio_event_get_radio(_event: RadioRef) -> DeviceTag {
        no_event(FUNCTION, 0)
    }

    fn wb_radio_event_get_data(_event: RadioRef) -> *mut c_char {
        no_event(FUNCTION, null_mut())
    }

    fn wb_radio_event_get_data_size(_event: RadioRef) -> c_int {
        no_event(FUNCTION, 0)
    }

    fn wb_radio_event_get_emitter(_event: RadioRef) -> *mut c_char {
        no_event(FUNCTION, null_mut())
    }

    fn wb_radio_event_get_rssi(_event: RadioRef) -> c_double {
        no_event(FUNCTION, f64::NAN)
    }

    fn wb_radio_send(tag: DeviceTag, handle: RadioRef, delay: c_double) {
        if delay < 0.0 {
            return report_misuse(FUNCTION, &Misuse::Negative { argument: "delay" });
        }
        // a message that is sent belongs to the library
        let Some(message) = taken(handle) else {
            return report_misuse(FUNCTION, &Misuse::Other("called with an invalid message".into()));
        };
        let destination = message.destination.to_string_lossy().into_owned();
        device!(FUNCTION, tag, Radio, (), |radio| radio.send(&destination, message.body, delay));
    }
}

getters! {
    wb_radio_get_address: Radio -> *const c_char, null(), |radio| radio.address.as_c_str().as_ptr();
    wb_radio_get_frequency: Radio -> c_double, f64::NAN, |radio| radio.frequency;
    wb_radio_get_channel: Radio -> c_int, -1, |radio| radio.channel;
    wb_radio_get_bitrate: Radio -> c_int, 0, |radio| radio.bitrate;
    wb_radio_get_rx_sensitivity: Radio -> c_double, f64::NAN, |radio| radio.rx_sensitivity;
    wb_radio_get_tx_power: Radio -> c_double, f64::NAN, |radio| radio.tx_power;
}
