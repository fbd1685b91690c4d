//! Failures, as they travel between nodes.

use std::fmt;

use crate::message::{Data, Element, Entry};
use crate::value::Value;

/// Short for a result with this crate's error.
pub type Result<T, E = Error> = std::result::Result<T, E>;

macro_rules! error_codes {
    ($($name:ident = $number:literal $text:literal,)*) => {
        /// Kind of a failure, with its number on the wire.
        ///
        /// ```
        /// use raconteur::ErrorCode;
        /// assert_eq!(ErrorCode::InvalidArgument.number(), 18);
        /// assert_eq!(ErrorCode::InvalidArgument.name(), "RobotRaconteur.InvalidArgument");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ErrorCode {
            $(
                #[doc = concat!("Number ", stringify!($number), ", `RobotRaconteur.", $text, "`.")]
                $name,
            )*
            /// A number this crate has no name for.
            Other(u16),
        }

        impl ErrorCode {
            /// The kind of that number.
            pub const fn from_number(number: u16) -> Self {
                match number {
                    $($number => Self::$name,)*
                    other => Self::Other(other),
                }
            }

            /// The number on the wire.
            pub const fn number(self) -> u16 {
                match self {
                    $(Self::$name => $number,)*
                    Self::Other(number) => number,
                }
            }

            /// The name on the wire.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => concat!("RobotRaconteur.", $text),)*
                    Self::Other(_) => "RobotRaconteur.RemoteError",
                }
            }
        }
    };
}

error_codes! {
    ConnectionError = 1 "ConnectionError",
    ProtocolError = 2 "ProtocolError",
    ServiceNotFound = 3 "ServiceNotFound",
    ObjectNotFound = 4 "ObjectNotFound",
    InvalidEndpoint = 5 "InvalidEndpoint",
    EndpointCommunicationFatalError = 6 "EndpointCommunicationFatalError",
    NodeNotFound = 7 "NodeNotFound",
    ServiceError = 8 "ServiceError",
    MemberNotFound = 9 "MemberNotFound",
    MemberFormatMismatch = 10 "MemberFormatMismatch",
    DataTypeMismatch = 11 "DataTypeMismatch",
    DataTypeError = 12 "DataTypeError",
    DataSerializationError = 13 "DataSerializationError",
    MessageEntryNotFound = 14 "MessageEntryNotFound",
    MessageElementNotFound = 15 "MessageElementNotFound",
    UnknownError = 16 "UnknownError",
    InvalidOperation = 17 "InvalidOperation",
    InvalidArgument = 18 "InvalidArgument",
    OperationFailed = 19 "OperationFailed",
    NullValue = 20 "NullValue",
    InternalError = 21 "InternalError",
    SystemResourcePermissionDenied = 22 "SystemResourcePermissionDenied",
    OutOfSystemResource = 23 "OutOfSystemResource",
    SystemResourceError = 24 "SystemResourceError",
    ResourceNotFound = 25 "ResourceNotFound",
    InputOutputError = 26 "IOError",
    BufferLimitViolation = 27 "BufferLimitViolation",
    ServiceDefinitionError = 28 "ServiceDefinitionError",
    OutOfRange = 29 "OutOfRange",
    KeyNotFound = 30 "KeyNotFound",
    InvalidConfiguration = 31 "InvalidConfiguration",
    InvalidState = 32 "InvalidState",
    RemoteError = 100 "RemoteError",
    RequestTimeout = 101 "RequestTimeout",
    ReadOnlyMember = 102 "ReadOnlyMember",
    WriteOnlyMember = 103 "WriteOnlyMember",
    NotImplementedError = 104 "NotImplementedError",
    MemberBusy = 105 "MemberBusy",
    ValueNotSet = 106 "ValueNotSet",
    AbortOperation = 107 "AbortOperation",
    OperationAborted = 108 "OperationAborted",
    StopIteration = 109 "StopIteration",
    OperationTimeout = 110 "OperationTimeout",
    OperationCancelled = 111 "OperationCancelled",
    AuthenticationError = 150 "AuthenticationError",
    ObjectLockedError = 151 "ObjectLockedError",
    PermissionDenied = 152 "PermissionDenied",
}

/// An error that a node reports to its peer, or that a caller gets.
///
/// ```
/// use raconteur::{Error, ErrorCode};
/// let error = Error::new(ErrorCode::OutOfRange, "speed is limited to 3 m/s");
/// assert_eq!(error.to_string(), "RobotRaconteur.OutOfRange: speed is limited to 3 m/s");
///
/// // An exception that a service definition declares.
/// let error = Error::declared("example.robot.Stalled", "the left wheel does not turn");
/// assert_eq!(error.code, ErrorCode::RemoteError);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// Kind.
    pub code: ErrorCode,
    /// Name: that of the kind, or of a declared exception.
    pub name: String,
    /// What went wrong, for people.
    pub message: String,
    /// A narrower name, often empty.
    pub subname: String,
    /// A value with details.
    pub parameter: Option<Box<Value>>,
}

impl Error {
    /// A failure of a known kind.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            name: code.name().into(),
            message: message.into(),
            subname: String::new(),
            parameter: None,
        }
    }

    /// An exception that a service definition declares, by its qualified name.
    pub fn declared(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::new(ErrorCode::RemoteError, message)
        }
    }

    /// Adds a narrower name and a value.
    ///
    /// ```
    /// use raconteur::value::Value;
    /// use raconteur::{Error, ErrorCode};
    /// let hot = Error::new(ErrorCode::OperationFailed, "too hot").with_details("motor", Some(Value::from(91.5)));
    /// assert_eq!(hot.subname, "motor");
    /// ```
    #[must_use]
    pub fn with_details(mut self, subname: impl Into<String>, parameter: Option<Value>) -> Self {
        self.subname = subname.into();
        self.parameter = parameter.map(Box::new);
        self
    }

    /// The generator has no more values.
    ///
    /// ```
    /// use raconteur::{Error, ErrorCode};
    /// assert_eq!(Error::stop_iteration().code, ErrorCode::StopIteration);
    /// ```
    pub fn stop_iteration() -> Self {
        Self::new(ErrorCode::StopIteration, "")
    }

    pub(crate) fn connection(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::ConnectionError, message)
    }

    pub(crate) fn protocol(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::ProtocolError, message)
    }

    pub(crate) fn missing_element(name: &str) -> Self {
        Self::new(
            ErrorCode::MessageElementNotFound,
            format!("the element {name} is missing"),
        )
    }

    pub(crate) fn data_type(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::DataTypeError, message)
    }

    pub(crate) fn read_only() -> Self {
        Self::new(ErrorCode::ReadOnlyMember, "the member can only be read")
    }

    pub(crate) fn write_only() -> Self {
        Self::new(ErrorCode::WriteOnlyMember, "the member can only be written")
    }

    pub(crate) fn member_not_found(name: &str) -> Self {
        Self::new(
            ErrorCode::MemberNotFound,
            format!("there is no member {name} of that kind"),
        )
    }

    /// Turns an entry into a failed one that carries this error.
    pub(crate) fn write_to(&self, entry: &mut Entry) {
        entry.error = self.code.number();
        entry.elements.clear();
        entry
            .elements
            .push(Element::text("errorname", self.name.clone()));
        entry
            .elements
            .push(Element::text("errorstring", self.message.clone()));
        if !self.subname.is_empty() {
            entry
                .elements
                .push(Element::text("errorsubname", self.subname.clone()));
        }
        if let Some(parameter) = &self.parameter {
            entry
                .elements
                .push(Value::clone(parameter).into_element("errorparam"));
        }
    }

    /// The error that a failed entry carries.
    pub(crate) fn read_from(entry: &mut Entry) -> Self {
        let code = ErrorCode::from_number(entry.error);
        let text = |name: &str| {
            entry
                .element(name)
                .and_then(Element::as_str)
                .map(str::to_owned)
        };
        let (name, message, subname) =
            (text("errorname"), text("errorstring"), text("errorsubname"));
        let parameter = entry
            .take("errorparam")
            .filter(|element| element.data != Data::Void)
            .and_then(|element| Value::from_element(element).ok());
        Self {
            code,
            name: name.unwrap_or_else(|| code.name().into()),
            message: message.unwrap_or_default(),
            subname: subname.unwrap_or_default(),
            parameter: parameter.map(Box::new),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.message.is_empty() {
            write!(f, ": {}", self.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::connection(error.to_string())
    }
}
