//! The newest readings at fixed addresses, where an interpreter can read them.
//!
//! Calling a C function costs an interpreter several times what reading a
//! number costs. So each device has an address with the result of its
//! `get_value`. The number is NaN when that function would report an error;
//! then the interpreter has to call the function.

use std::sync::atomic::{AtomicU64, Ordering};

use foxden_client::Client;
use foxden_client::devices::DeviceState;
use foxden_protocol::Tag;

const TAGS: usize = 1 << u16::BITS;

/// One number for each possible tag, so that the addresses never change.
/// Unused pages take no memory.
static READINGS: [AtomicU64; TAGS] = [const { AtomicU64::new(0) }; TAGS];

fn write(tag: usize, value: f64) {
    if let Some(place) = READINGS.get(tag) {
        place.store(value.to_bits(), Ordering::Relaxed);
    }
}

/// Shows the reading of a device.
pub(crate) fn publish(tag: Tag, state: &DeviceState) {
    write(usize::from(tag.0), state.published_value());
}

/// Shows the readings of all devices.
pub(crate) fn publish_all(client: &Client) {
    for (device, tag) in client.devices.iter().zip(1..) {
        publish(Tag(tag), &device.state);
    }
}

/// Takes all readings away.
pub(crate) fn withdraw(client: &Client) {
    for (_, tag) in client.devices.iter().zip(1..) {
        write(tag, f64::NAN);
    }
}

/// The place of a device, if there is such a device.
pub(crate) fn place(client: &Client, tag: Tag) -> Option<*const f64> {
    client.device(tag)?;
    let place = READINGS.get(usize::from(tag.0))?;
    Some(place.as_ptr().cast_const().cast())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use foxden_client::devices::Device;
    use foxden_protocol::DeviceKind;

    fn client() -> Client {
        let device = |kind| Device {
            kind,
            name: "one".into(),
            model: "".into(),
            state: DeviceState::new(kind),
        };
        let mut client = Client::new();
        client.devices = vec![device(DeviceKind::LightSensor), device(DeviceKind::Led)];
        client
    }

    #[test]
    fn a_place_has_a_number_while_the_sensor_is_on() {
        let mut client = client();
        let look = |client: &Client, tag| {
            publish_all(client);
            // SAFETY: places live as long as the program.
            unsafe { *place(client, Tag(tag)).unwrap() }
        };
        let DeviceState::LightSensor(sensor) = &mut client.devices[0].state else {
            panic!("the first device is a light sensor");
        };
        sensor.value = 3.0;
        assert!(look(&client, 1).is_nan());
        let DeviceState::LightSensor(sensor) = &mut client.devices[0].state else {
            panic!("the first device is a light sensor");
        };
        sensor.period.set(32);
        assert_eq!(look(&client, 1), 3.0);
        assert!(look(&client, 2).is_nan());
        assert!(place(&client, Tag(3)).is_none());
        let kept = place(&client, Tag(1)).unwrap();
        withdraw(&client);
        // SAFETY: as above.
        assert!(unsafe { *kept }.is_nan());
    }
}
