//! Wrong calls, and what to do instead.

use thiserror::Error;

/// Why a call was refused or is doubtful. The text follows the name of the
/// function: `Error: wb_led_set(): invalid device tag.`
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Misuse {
    /// There is no such device, or it is of another kind.
    #[error(
        "(): invalid device tag; use the tag that wb_robot_get_device() returned for a device of this kind"
    )]
    Tag,
    /// A period below 0.
    #[error("() called with negative sampling period; use 0 to switch off")]
    NegativePeriod,
    /// The value of a device that is not enabled.
    #[error("() called for a disabled device! Please use: {enable}()")]
    Disabled {
        /// The function that enables the device.
        enable: &'static str,
    },
    /// A device that is set to measure something else.
    #[error("() needs a device whose type is {wanted}; use {instead}() for this one")]
    OtherType {
        /// The type in the world.
        wanted: &'static str,
        /// The function for all others.
        instead: &'static str,
    },
    /// An argument that is not a number.
    #[error("() called with an invalid '{argument}' argument (NaN)")]
    NotANumber {
        /// The name of the argument.
        argument: &'static str,
    },
    /// An argument below 0.
    #[error("() called with negative '{argument}' argument")]
    Negative {
        /// The name of the argument.
        argument: &'static str,
    },
    /// An argument of 0 or below.
    #[error("() called with negative or zero '{argument}' argument")]
    NotPositive {
        /// The name of the argument.
        argument: &'static str,
    },
    /// A motor that holds a position cannot turn backwards.
    #[error(
        "() called with negative 'velocity' argument in position control mode ({position}); call wb_motor_set_position() with INFINITY first"
    )]
    NegativeVelocity {
        /// The target position.
        position: f64,
    },
    /// No text, or no data, where some is needed.
    #[error("() called with NULL or empty '{argument}' argument")]
    Empty {
        /// The name of the argument.
        argument: &'static str,
    },
    /// An argument outside of its range.
    #[error("() called with '{argument}' ({value}) outside of the range from {least} to {most}")]
    Range {
        /// The name of the argument.
        argument: &'static str,
        /// What it was.
        value: f64,
        /// The smallest value that is allowed.
        least: f64,
        /// The greatest value that is allowed.
        most: f64,
    },
    /// A channel below -1.
    #[error(
        "() called with an invalid channel={channel}. Please use a channel inside the range [-1,inf)"
    )]
    Channel {
        /// The channel.
        channel: i32,
    },
    /// A channel that the world forbids.
    #[error(
        "() called with channel={channel}, which is not between allowed channels. Please use an allowed channel"
    )]
    ForbiddenChannel {
        /// The channel.
        channel: i32,
    },
    /// A receiver without packets was asked for one.
    #[error("(): the receiver queue is empty; call wb_receiver_get_queue_length() first")]
    EmptyQueue,
    /// The robot is no supervisor.
    #[error(
        "() can only be used in a 'Supervisor' controller: set the field 'supervisor' of the Robot to TRUE"
    )]
    NoSupervisor,
    /// A node that was removed or never existed.
    #[error("() called with a NULL or invalid '{argument}' argument")]
    Node {
        /// The name of the argument.
        argument: &'static str,
    },
    /// A node inside of a PROTO has no number that may be used.
    #[error("() called for an internal PROTO node")]
    InternalNode,
    /// A node that is no instance of a PROTO.
    #[error("(): 'node' is not a PROTO node")]
    NoProto,
    /// A field that was removed or never existed.
    #[error("() called with a NULL or invalid 'field' argument")]
    Field,
    /// A field inside of a PROTO.
    #[error("() called on a read-only PROTO internal field")]
    ReadOnly,
    /// A field of another type.
    #[error("() called with wrong field type: {found}")]
    FieldType {
        /// The type of the field.
        found: &'static str,
    },
    /// A list without that item.
    #[error("() called with an out-of-bound index: {index} (should be between {least} and {most})")]
    Index {
        /// The index.
        index: i32,
        /// The smallest value that is allowed.
        least: i32,
        /// The greatest value that is allowed.
        most: i32,
    },
    /// A list without any item.
    #[error("() called on an empty list")]
    EmptyList,
    /// A field that already holds a node.
    #[error("() called with a non-empty field; remove the node in it first")]
    FieldNotEmpty,
    /// A number that no field can hold.
    #[error("() called with a value that is no finite 32-bit number: {value}")]
    Number {
        /// The number.
        value: f64,
    },
    /// An axis of length 0.
    #[error("() called with invalid values for the [x y z] axis; it must have a length")]
    Axis,
    /// A colour outside of 0 to 1.
    #[error("() called with invalid RGB values (outside [0,1] range)")]
    Colour,
    /// A file with another ending than it needs.
    #[error("(): the target file should have the '.{extension}' extension")]
    Extension {
        /// The ending.
        extension: &'static str,
    },
    /// Something else that is wrong.
    #[error("(): {0}")]
    Other(String),
}

impl Misuse {
    /// Refuses an argument outside of its range, or one that is not a number.
    ///
    /// ```
    /// use foxden_client::Misuse;
    /// assert!(Misuse::check_range("x", 0.5, 0.0, 1.0).is_ok());
    /// assert!(Misuse::check_range("x", f64::NAN, 0.0, 1.0).is_err());
    /// ```
    pub fn check_range(
        argument: &'static str,
        value: f64,
        least: f64,
        most: f64,
    ) -> Result<(), Self> {
        if value >= least && value <= most {
            return Ok(());
        }
        Err(Self::Range {
            argument,
            value,
            least,
            most,
        })
    }
}
