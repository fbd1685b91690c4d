//! Kinds of entries by number.

use std::fmt;

/// Kind of an entry. Odd numbers are requests or packets; the response to a
/// request is the next number.
///
/// ```
/// use raconteur::message::EntryType;
/// assert_eq!(EntryType::PROPERTY_GET.response(), EntryType::PROPERTY_GET_RESPONSE);
/// assert!(EntryType::PROPERTY_GET.is_request());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryType(pub u16);

macro_rules! entry_types {
    ($($(#[$doc:meta])* $name:ident = $number:literal;)*) => {
        impl EntryType {
            $($(#[$doc])* pub const $name: Self = Self($number);)*

            /// The name of a known kind.
            pub fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($number => Some(stringify!($name)),)*
                    _ => None,
                }
            }
        }
    };
}

entry_types! {
    /// Operation on the byte stream itself, such as `CreateConnection`.
    STREAM_OP = 1;
    /// Answer to a stream operation.
    STREAM_OP_RESPONSE = 2;
    /// Question for a capability of the stream.
    STREAM_CHECK_CAPABILITY = 3;
    /// Answer about a capability of the stream.
    STREAM_CHECK_CAPABILITY_RESPONSE = 4;
    /// Asks for a service definition.
    GET_SERVICE_DESC = 101;
    /// Service definition.
    GET_SERVICE_DESC_RESPONSE = 102;
    /// Asks for the type of an object.
    OBJECT_TYPE_NAME = 103;
    /// Type of an object.
    OBJECT_TYPE_NAME_RESPONSE = 104;
    /// The service has been closed.
    SERVICE_CLOSED = 105;
    /// Opens a session.
    CONNECT_CLIENT = 107;
    /// Session opened.
    CONNECT_CLIENT_RESPONSE = 108;
    /// Ends a session.
    DISCONNECT_CLIENT = 109;
    /// Session ended.
    DISCONNECT_CLIENT_RESPONSE = 110;
    /// Heartbeat.
    CONNECTION_TEST = 111;
    /// Answer to a heartbeat.
    CONNECTION_TEST_RESPONSE = 112;
    /// Asks who the node is.
    GET_NODE_INFO = 113;
    /// The header contains the identity of the node.
    GET_NODE_INFO_RESPONSE = 114;
    /// Question for a capability of the node.
    NODE_CHECK_CAPABILITY = 117;
    /// Answer about a capability of the node.
    NODE_CHECK_CAPABILITY_RESPONSE = 118;
    /// Asks for the attributes of a service.
    GET_SERVICE_ATTRIBUTES = 119;
    /// Attributes of a service.
    GET_SERVICE_ATTRIBUTES_RESPONSE = 120;
    /// Opens a session with everything in one exchange.
    CONNECT_CLIENT_COMBINED = 121;
    /// Session opened in one exchange.
    CONNECT_CLIENT_COMBINED_RESPONSE = 122;
    /// Question for a capability of the endpoint.
    ENDPOINT_CHECK_CAPABILITY = 501;
    /// Answer about a capability of the endpoint.
    ENDPOINT_CHECK_CAPABILITY_RESPONSE = 502;
    /// Question for a capability of the service.
    SERVICE_CHECK_CAPABILITY = 1101;
    /// Answer about a capability of the service.
    SERVICE_CHECK_CAPABILITY_RESPONSE = 1102;
    /// The client is still there.
    CLIENT_KEEP_ALIVE = 1105;
    /// The client's sign of life was seen.
    CLIENT_KEEP_ALIVE_RESPONSE = 1106;
    /// Authentication and locks.
    CLIENT_SESSION_OP = 1107;
    /// Answer to authentication and locks.
    CLIENT_SESSION_OP_RESPONSE = 1108;
    /// An object is no longer served.
    SERVICE_PATH_RELEASED = 1109;
    /// Reads a property.
    PROPERTY_GET = 1111;
    /// Value of a property.
    PROPERTY_GET_RESPONSE = 1112;
    /// Writes a property.
    PROPERTY_SET = 1113;
    /// Property written.
    PROPERTY_SET_RESPONSE = 1114;
    /// Calls a function.
    FUNCTION_CALL = 1121;
    /// Result of a function.
    FUNCTION_CALL_RESPONSE = 1122;
    /// Asks a generator for its next value.
    GENERATOR_NEXT = 1123;
    /// Next value of a generator.
    GENERATOR_NEXT_RESPONSE = 1124;
    /// Event.
    EVENT = 1131;
    /// Packets of a pipe.
    PIPE_PACKET = 1141;
    /// Acknowledged packets of a pipe.
    PIPE_PACKET_ACK = 1142;
    /// Opens a pipe.
    PIPE_CONNECT = 1143;
    /// Pipe opened.
    PIPE_CONNECT_RESPONSE = 1144;
    /// Closes a pipe.
    PIPE_DISCONNECT = 1145;
    /// Pipe closed on request.
    PIPE_DISCONNECT_RESPONSE = 1146;
    /// The service has closed a pipe.
    PIPE_CLOSED = 1147;
    /// Calls the client back.
    CALLBACK = 1151;
    /// Result of a callback.
    CALLBACK_RESPONSE = 1152;
    /// Value of a wire.
    WIRE_PACKET = 1161;
    /// Connects a wire.
    WIRE_CONNECT = 1163;
    /// Wire connected.
    WIRE_CONNECT_RESPONSE = 1164;
    /// Disconnects a wire.
    WIRE_DISCONNECT = 1165;
    /// Wire disconnected on request.
    WIRE_DISCONNECT_RESPONSE = 1166;
    /// The service has closed a wire.
    WIRE_CLOSED = 1167;
    /// Reads a memory.
    MEMORY_READ = 1171;
    /// Content of a memory.
    MEMORY_READ_RESPONSE = 1172;
    /// Writes a memory.
    MEMORY_WRITE = 1173;
    /// Memory written.
    MEMORY_WRITE_RESPONSE = 1174;
    /// Asks for a size of a memory.
    MEMORY_GET_PARAM = 1175;
    /// Size of a memory.
    MEMORY_GET_PARAM_RESPONSE = 1176;
    /// Asks for the value a wire would send to the client.
    WIRE_PEEK_IN_VALUE = 1181;
    /// Value a wire would send to the client.
    WIRE_PEEK_IN_VALUE_RESPONSE = 1182;
    /// Asks for the value the service last received.
    WIRE_PEEK_OUT_VALUE = 1183;
    /// Value the service last received.
    WIRE_PEEK_OUT_VALUE_RESPONSE = 1184;
    /// Sets the value of a wire once, without connecting.
    WIRE_POKE_OUT_VALUE = 1185;
    /// Value of a wire set.
    WIRE_POKE_OUT_VALUE_RESPONSE = 1186;
}

impl EntryType {
    /// Whether the number is odd: a request or a packet.
    pub const fn is_request(self) -> bool {
        self.0 % 2 == 1
    }

    /// The kind of the response to this request.
    pub const fn response(self) -> Self {
        Self(self.0.saturating_add(1))
    }

    /// Whether the entry needs no session (kinds below 500).
    ///
    /// ```
    /// use raconteur::message::EntryType;
    /// assert!(EntryType::GET_NODE_INFO.is_special());
    /// assert!(!EntryType::PROPERTY_GET.is_special());
    /// ```
    pub const fn is_special(self) -> bool {
        self.0 < 500
    }
}

impl fmt::Debug for EntryType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "{name}({})", self.0),
            None => write!(f, "EntryType({})", self.0),
        }
    }
}
