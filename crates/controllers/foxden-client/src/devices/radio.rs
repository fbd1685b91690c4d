//! Sends and receives radio messages.
//!
//! No message ever arrives: the genuine program passes them to a plugin that it does
//! not have, and Foxden simulates no radio waves.

use foxden_protocol::devices::radio::{RadioAnswer, RadioRequest};

use super::DeviceRules;
use crate::{Period, Text};

/// A radio and its settings.
#[derive(Debug)]
pub struct Radio {
    /// How often it reports.
    pub period: Period,
    /// Its own address.
    pub address: Text,
    /// Hertz.
    pub frequency: f64,
    /// The channel.
    pub channel: i32,
    /// Bits for each second.
    pub bitrate: i32,
    /// Decibel-milliwatts.
    pub rx_sensitivity: f64,
    /// Decibel-milliwatts.
    pub tx_power: f64,
    /// Settings that were not sent yet, the last of each kind.
    settings: Vec<RadioRequest>,
    messages: Vec<RadioRequest>,
}

impl Default for Radio {
    fn default() -> Self {
        Self {
            period: Period::default(),
            address: Text::default(),
            frequency: -1.0,
            channel: -1,
            bitrate: -1,
            rx_sensitivity: f64::NAN,
            tx_power: f64::NAN,
            settings: Vec::new(),
            messages: Vec::new(),
        }
    }
}

/// Text with a zero byte at its end.
fn zero_ended(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0);
    bytes
}

impl Radio {
    fn change(&mut self, setting: RadioRequest) {
        let kind = std::mem::discriminant(&setting);
        self.settings
            .retain(|other| std::mem::discriminant(other) != kind);
        self.settings.push(setting);
    }

    /// Sets its address.
    pub fn set_address(&mut self, address: &str) {
        self.address = address.into();
        let address = zero_ended(address);
        self.change(RadioRequest::SetAddress { address });
    }

    /// Sets the frequency.
    pub fn set_frequency(&mut self, frequency: f64) {
        self.frequency = frequency;
        self.change(RadioRequest::SetFrequency { frequency });
    }

    /// Sets the channel.
    pub fn set_channel(&mut self, channel: i32) {
        self.channel = channel;
        self.change(RadioRequest::SetChannel { channel });
    }

    /// Sets the bit rate.
    pub fn set_bitrate(&mut self, bitrate: i32) {
        self.bitrate = bitrate;
        self.change(RadioRequest::SetBitrate { bitrate });
    }

    /// Sets the sensitivity of the receiver.
    pub fn set_rx_sensitivity(&mut self, sensitivity: f64) {
        self.rx_sensitivity = sensitivity;
        self.change(RadioRequest::SetRxSensitivity { sensitivity });
    }

    /// Sets the power of the transmitter.
    pub fn set_tx_power(&mut self, power: f64) {
        self.tx_power = power;
        self.change(RadioRequest::SetTxPower { power });
    }

    /// Sends a message.
    pub fn send(&mut self, destination: &str, body: Vec<u8>, delay: f64) {
        self.messages.push(RadioRequest::Send {
            destination: zero_ended(destination),
            body,
            delay,
        });
    }
}

/// The place of a setting in a request; the genuine library has this order.
fn place(setting: &RadioRequest) -> u8 {
    match setting {
        RadioRequest::SetPeriod { .. } => 0,
        RadioRequest::SetAddress { .. } => 1,
        RadioRequest::SetFrequency { .. } => 2,
        RadioRequest::SetChannel { .. } => 3,
        RadioRequest::SetBitrate { .. } => 4,
        RadioRequest::SetRxSensitivity { .. } => 5,
        RadioRequest::SetTxPower { .. } => 6,
        RadioRequest::Send { .. } => 7,
    }
}

impl DeviceRules for Radio {
    type Request = RadioRequest;

    fn requests(&mut self, _: u32) -> Vec<RadioRequest> {
        if let Some(period) = self.period.take() {
            self.settings.push(RadioRequest::SetPeriod { period });
        }
        let mut requests = std::mem::take(&mut self.settings);
        requests.sort_by_key(place);
        requests.append(&mut self.messages);
        requests
    }

    fn apply(&mut self, answer: RadioAnswer) {
        match answer {
            RadioAnswer::Configure {
                address,
                frequency,
                channel,
                bitrate,
                rx_sensitivity,
                tx_power,
            } => {
                self.address = address.into();
                self.frequency = frequency;
                self.channel = channel;
                self.bitrate = bitrate;
                self.rx_sensitivity = rx_sensitivity;
                self.tx_power = tx_power;
            }
            // programs would get it by a callback; no simulator sends one
            RadioAnswer::Receive { .. } => {}
        }
    }

    fn period_mut(&mut self) -> Option<&mut Period> {
        Some(&mut self.period)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_settings_are_sent_in_order_before_messages() {
        let mut radio = Radio::default();
        radio.set_tx_power(3.0);
        radio.set_channel(4);
        radio.send("there", b"ab".to_vec(), 0.5);
        radio.set_channel(5);
        let requests = radio.requests(32);
        assert_eq!(
            requests,
            [
                RadioRequest::SetChannel { channel: 5 },
                RadioRequest::SetTxPower { power: 3.0 },
                RadioRequest::Send {
                    destination: b"there\0".to_vec(),
                    body: b"ab".to_vec(),
                    delay: 0.5
                },
            ]
        );
        assert!(radio.requests(32).is_empty());
    }
}
