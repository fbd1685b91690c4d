//! Emitter and receiver.

use std::ffi::{c_double, c_int, c_void};
use std::ptr::null;

use foxden_client::Misuse;

use super::{DeviceTag, count, device, functions, getters, measured, sampling};
use crate::library::report_misuse;

sampling! {
    Receiver [period] wb_receiver_enable wb_receiver_disable wb_receiver_get_sampling_period;
}

getters! {
    wb_emitter_get_buffer_size: Emitter -> c_int, -1, |state| state.buffer_size;
    wb_emitter_get_channel: Emitter -> c_int, -1, |state| state.channel;
    wb_emitter_get_range: Emitter -> c_double, f64::NAN, |state| state.range;
    wb_receiver_get_channel: Receiver -> c_int, -1, |state| state.channel;
}

measured! {
    wb_receiver_get_queue_length: Receiver [period] "wb_receiver_enable" -> c_int, -1, |state| count(state.queue_length());
}

macro_rules! packet_getters {
    ($($name:ident -> $type:ty, $missing:expr, |$packet:ident| $value:expr;)*) => {
        functions! {$(
            fn $name(tag: DeviceTag) -> $type {
                device!(FUNCTION, tag, Receiver, $missing, |state| match state.packet() {
                    Ok($packet) => $value,
                    Err(misuse) => {
                        report_misuse(FUNCTION, &misuse);
                        $missing
                    }
                })
            }
        )*}
    };
}

packet_getters! {
    wb_receiver_get_data_size -> c_int, -1, |packet| count(packet.data.len());
    wb_receiver_get_data -> *const c_void, null(), |packet| packet.data.as_ptr().cast();
    wb_receiver_get_signal_strength -> c_double, f64::NAN, |packet| packet.signal;
    wb_receiver_get_emitter_direction -> *const c_double, null(), |packet| packet.direction.as_ptr();
}

fn check(function: &str, result: Result<(), Misuse>) {
    if let Err(misuse) = result {
        report_misuse(function, &misuse);
    }
}

functions! {
    fn wb_emitter_send(tag: DeviceTag, data: *const c_void, size: c_int) -> c_int {
        let Ok(length @ 1..) = usize::try_from(size) else {
            report_misuse(FUNCTION, &Misuse::Other(format!("invalid size={size} argument")));
            return 0;
        };
        if data.is_null() {
            report_misuse(FUNCTION, &Misuse::Empty { argument: "data" });
            return 0;
        }
        // SAFETY: the interface demands as many bytes as are announced.
        let data = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), length) };
        device!(FUNCTION, tag, Emitter, 0, |state| c_int::from(state.send(data)))
    }

    fn wb_emitter_set_channel(tag: DeviceTag, channel: c_int) {
        device!(FUNCTION, tag, Emitter, (), |state| check(FUNCTION, state.set_channel(channel)));
    }

    fn wb_emitter_set_range(tag: DeviceTag, range: c_double) {
        device!(FUNCTION, tag, Emitter, (), |state| check(FUNCTION, state.set_range(range)));
    }

    fn wb_receiver_set_channel(tag: DeviceTag, channel: c_int) {
        device!(FUNCTION, tag, Receiver, (), |state| check(FUNCTION, state.set_channel(channel)));
    }

    fn wb_receiver_next_packet(tag: DeviceTag) {
        device!(FUNCTION, tag, Receiver, (), |state| state.next_packet());
    }
}
