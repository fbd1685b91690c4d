//! Brakes a joint.

use crate::devices::{DeviceMessages, JointKind};
use crate::error::{DecodeError, DecodeErrorReason};
use crate::ids::{NodeTypeNumber, OrZero, Short, Tag};
use crate::layout::messages;
use crate::reader::Reader;
use crate::wire::{Codec, Wire, Writer};

/// What a controller asks, all in one message with a bit for each part.
#[derive(Clone, Debug, PartialEq)]
pub struct BrakeRequest {
    /// Brake with this damping constant (bit 2).
    pub damping: Option<f64>,
    /// Name the device of this type on the same joint (bit 4).
    pub wanted: Option<NodeTypeNumber>,
}

const DAMPING: u8 = 2;
const WANTED: u8 = 4;

impl Wire for BrakeRequest {
    const SMALLEST: usize = 1;

    fn encode(&self, out: &mut Writer<'_>) {
        let damping = self.damping.map_or(0, |_| DAMPING);
        let wanted = self.wanted.map_or(0, |_| WANTED);
        (damping | wanted).encode(out);
        if let Some(damping) = self.damping {
            damping.encode(out);
        }
        if let Some(wanted) = self.wanted {
            Short::encode(&wanted, out);
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let start = reader.clone();
        let flags = u8::decode(reader)?;
        if flags == 0 || flags & !(DAMPING | WANTED) != 0 {
            return Err(start.error(DecodeErrorReason::UnknownMessage {
                receiver: "brake request",
                id: flags.into(),
            }));
        }
        let damping = (flags & DAMPING != 0)
            .then(|| f64::decode(reader))
            .transpose()?;
        let wanted = (flags & WANTED != 0)
            .then(|| Short::decode(reader))
            .transpose()?;
        Ok(Self { damping, wanted })
    }
}

messages! {
    /// The answers to the controller.
    pub enum BrakeAnswer: u8, "brake answer" {
        /// What it brakes.
        0 => Configure {
            /// The kind of joint.
            joint: JointKind,
        },
        /// The requested device on the same joint.
        4 => Associated {
            /// The device, if there is one.
            tag: Option<Tag> as OrZero,
        },
    }
}

impl DeviceMessages for BrakeRequest {
    type Answer = BrakeAnswer;
    const NEEDS_CONFIGURATION: bool = false;
}
