//! What follows for every device from its row: the state of a device of any kind.

/// A row is the kind of the device and the type with its rules.
macro_rules! device_table {
    ($( $kind:ident: $module:ident::$state:ident; )*) => {
        /// The state of a device. It has an explicit discriminant, because it is read
        /// several times for each device and step and a discriminant in a niche is
        /// slower to read.
        #[repr(u8)]
        #[derive(Debug)]
        #[allow(clippy::large_enum_variant, reason = "a robot has few devices")]
        pub enum DeviceState {
            $( #[doc = concat!("Of a `", stringify!($kind), "`.")] $kind($module::$state) ),*
        }

        impl DeviceState {
            /// The state of a device that was just announced.
            pub fn new(kind: DeviceKind) -> Self {
                match kind { $( DeviceKind::$kind => Self::$kind(Default::default()) ),* }
            }

            /// The requests to send. The number of some requests depends on
            /// the duration of the step.
            pub fn requests(&mut self, step_duration: u32) -> Vec<DeviceRequest> {
                match self {
                    $( Self::$kind(state) => {
                        let requests = state.requests(step_duration);
                        requests.into_iter().map(DeviceRequest::$kind).collect()
                    } ),*
                }
            }

            /// Decodes an answer and applies it.
            pub fn read(&mut self, reader: &mut Reader<'_>) -> Result<(), DecodeError> {
                match self {
                    $( Self::$kind(state) => state.apply(Wire::decode(reader)?), )*
                }
                Ok(())
            }

            /// Applies an answer.
            pub fn apply(&mut self, answer: DeviceAnswer) {
                match (self, answer) {
                    $( (Self::$kind(state), DeviceAnswer::$kind(answer)) => state.apply(answer), )*
                    // The decoder chooses the type of a message by the kind of
                    // its device.
                    _ => {}
                }
            }

            /// How often a device that measures does so.
            pub fn period_mut(&mut self) -> Option<&mut Period> {
                match self { $( Self::$kind(state) => state.period_mut() ),* }
            }

            /// What the device's function `get_value` returns; not a number where that
            /// function reports an error.
            pub fn published_value(&self) -> f64 {
                match self { $( Self::$kind(state) => state.published_value() ),* }
            }

            /// The picture of the device of this kind, if it has one.
            pub fn picture_mut(&mut self, kind: ImageKind) -> Option<&mut DevicePicture> {
                match self { $( Self::$kind(state) => state.picture_mut(kind) ),* }
            }
        }
    };
}

pub(super) use device_table;
