//! What follows for every device from its row: the kinds, and the enums of requests and
//! answers with their encoding.

/// The messages of all devices in one direction.
macro_rules! of_all_devices {
    ($(#[$meta:meta])* $name:ident, $preposition:literal: $( $kind:ident as $message:ty ),*) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {
            $( #[doc = concat!($preposition, " a `", stringify!($kind), "`.")] $kind($message) ),*
        }

        impl $name {
            /// What the device is.
            pub fn kind(&self) -> DeviceKind {
                match self { $( Self::$kind(_) => DeviceKind::$kind ),* }
            }

            /// Appends the message.
            pub fn encode(&self, out: &mut Writer<'_>) {
                match self { $( Self::$kind(message) => message.encode(out) ),* }
            }

            /// Reads a message of a device of this kind.
            pub fn decode(kind: DeviceKind, reader: &mut Reader<'_>) -> Result<Self, DecodeError> {
                Ok(match kind { $( DeviceKind::$kind => Self::$kind(Wire::decode(reader)?) ),* })
            }
        }
    };
}

/// All that is the same for every device. A row is the name of the kind, the number of
/// its node type and the type of its requests.
macro_rules! device_table {
    ($( $(#[$meta:meta])* $kind:ident = $number:literal with $module:ident::$request:ident; )*) => {
        crate::layout::choice! {
            /// What a device is. The numbers are those of the node types.
            pub enum DeviceKind: u16, "kind of device" {
                $( $(#[$meta])* $kind = $number ),*
            }
        }

        impl DeviceKind {
            /// All kinds, by number.
            pub const ALL: &[Self] = &[ $( Self::$kind ),* ];

            /// The number of its node type.
            pub fn number(self) -> crate::ids::NodeTypeNumber {
                crate::ids::NodeTypeNumber(match self { $( Self::$kind => $number ),* })
            }

            /// The name of its node type.
            pub fn name(self) -> &'static str {
                self.number().name().unwrap_or_default()
            }

            /// Whether the library cannot go on without this device's configuration
            /// in the packet that announces it.
            pub fn needs_configuration(self) -> bool {
                match self { $( Self::$kind => <$module::$request>::NEEDS_CONFIGURATION ),* }
            }

            /// Whether the layout of its requests shows the dialect of the library.
            pub(crate) fn shows_dialect(self) -> bool {
                match self { $( Self::$kind => <$module::$request>::SHOWS_DIALECT ),* }
            }
        }

        $crate::devices::table::of_all_devices! {
            /// What a controller asks of a device.
            DeviceRequest, "To": $( $kind as $module::$request ),*
        }
        $crate::devices::table::of_all_devices! {
            /// A message from a device to its controller.
            DeviceAnswer, "From": $( $kind as <$module::$request as DeviceMessages>::Answer ),*
        }

        #[cfg(test)]
        impl DeviceRequest {
            pub(crate) fn sample(kind: DeviceKind, from: &mut crate::sample::SampleSource) -> Self {
                match kind { $( DeviceKind::$kind => Self::$kind(crate::sample::Sample::sample(from)) ),* }
            }
        }

        #[cfg(test)]
        impl DeviceAnswer {
            /// A random answer; `None` for devices that send none.
            pub(crate) fn sample(kind: DeviceKind, from: &mut crate::sample::SampleSource) -> Option<Self> {
                match kind {
                    $( DeviceKind::$kind => {
                        crate::sample::sample_if_possible(from).map(Self::$kind)
                    } ),*
                }
            }
        }
    };
}

pub(super) use {device_table, of_all_devices};
