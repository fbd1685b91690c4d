//! Parts that several devices have in common.

use crate::error::DecodeError;
use crate::ids::Uid;
use crate::layout::{choice, layout};
use crate::reader::Reader;
use crate::wire::{Wire, Writer};

/// A device that is only switched on and off and read out: its request.
macro_rules! sampled {
    ($name:ident, $receiver:literal) => {
        crate::layout::messages! {
            /// The requests of a controller.
            pub enum $name: u8, $receiver {
                /// Set the sampling period; 0 disables the sensor.
                1 => SetPeriod {
                    /// Milliseconds.
                    period: u16,
                },
            }
        }
    };
}

/// A device that never says anything: its answer.
macro_rules! silent {
    ($name:ident, $receiver:literal) => {
        /// The answers to the controller: there are none.
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {}

        impl crate::wire::Wire for $name {
            const SMALLEST: usize = 1;

            fn encode(&self, _: &mut crate::wire::Writer<'_>) {
                match *self {}
            }

            fn decode(reader: &mut crate::reader::Reader<'_>) -> Result<Self, crate::DecodeError> {
                let start = reader.clone();
                let id = u8::decode(reader)?;
                Err(start.error(crate::DecodeErrorReason::UnknownMessage {
                    receiver: $receiver,
                    id: id.into(),
                }))
            }
        }

        #[cfg(test)]
        impl crate::sample::Sample for $name {
            const IS_POSSIBLE: bool = false;

            fn sample(_: &mut crate::sample::SampleSource) -> Self {
                unreachable!("there is no such answer")
            }
        }
    };
}

pub(crate) use {sampled, silent};

layout! {
    /// How one measured value is reported.
    pub struct LookupRow {
        /// The physical quantity.
        input: f64,
        /// The value that is reported for it.
        output: f64,
        /// Standard deviation of the noise, as a part of the value.
        noise: f64,
    }
}

/// How measured values are reported: rows in the order of the field.
pub type LookupTable = Vec<LookupRow>;

choice! {
    /// What a joint does.
    pub enum JointKind: i32, "kind of joint" {
        /// It turns.
        Rotational = 0,
        /// It slides.
        Linear = 1,
    }
}

layout! {
    /// What a rendering device sees, as far as it can change.
    pub struct ViewProjection {
        /// Horizontal field of view in radians.
        field_of_view: f64,
        /// Nothing nearer is seen; metres.
        near: f64,
        /// Whether the picture is flat, not cylindrical or spherical.
        planar: bool,
    }
}

layout! {
    /// What a rendering device sees.
    pub struct ViewSettings {
        /// The node of the device.
        node: Uid,
        /// Pixels.
        width: u16,
        /// Pixels.
        height: u16,
        /// How it is projected.
        projection: ViewProjection,
    }
}

/// Where the picture of a rendering device can be found on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImageFile {
    /// Nowhere any more.
    None,
    /// In a file to be mapped into memory.
    File {
        /// How many bytes of it; more than none.
        size: i32,
        /// Its absolute path.
        path: String,
    },
}

impl Wire for ImageFile {
    const SMALLEST: usize = 4;

    fn encode(&self, out: &mut Writer<'_>) {
        match self {
            Self::File { size, path } if *size > 0 => {
                size.encode(out);
                path.encode(out);
            }
            Self::File { .. } | Self::None => 0_i32.encode(out),
        }
    }

    fn decode(reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let size = i32::decode(reader)?;
        if size <= 0 {
            return Ok(Self::None);
        }
        Ok(Self::File {
            size,
            path: Wire::decode(reader)?,
        })
    }
}
