//! Strings that version 4 may replace by codes.

use std::collections::HashMap;
use std::sync::LazyLock;

use bytestring::ByteString;

use super::integers::unsigned_length;
use crate::message::{Element, ElementName, Message};

/// Longest string that is replaced by a code.
const LONGEST: usize = 128;

/// Bytes the table of one message may take.
const LOCAL_SIZE: usize = 1024;

/// Which strings a writer replaces by codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StringTable {
    /// None.
    #[default]
    Off,
    /// Those of the table that both sides know.
    Standard,
    /// Those, and any other through a table inside the message.
    Local,
}

/// The strings of the table that both sides know: code, text.
static STANDARD: LazyLock<Vec<(u32, &'static str)>> = LazyLock::new(|| {
    let low = FIRST
        .iter()
        .enumerate()
        .map(|(i, text)| (4 * i as u32, *text));
    let high = SECOND
        .iter()
        .enumerate()
        .map(|(i, text)| (512 + 4 * i as u32, *text));
    low.chain(high).collect()
});

static CODES: LazyLock<HashMap<&'static str, u32>> = LazyLock::new(|| {
    let mut codes = HashMap::new();
    for (code, text) in STANDARD.iter() {
        codes.entry(*text).or_insert(*code);
    }
    codes
});

const FIRST: [&str; 78] = [
    "",
    "array",
    "attributes",
    "AuthenticateUser",
    "capabilities",
    "capabilities2",
    "clientversion",
    "confirmcodes",
    "Continue",
    "count",
    "CreateConnection",
    "credentials",
    "data",
    "DimCount",
    "Dimensions",
    "dims",
    "errorname",
    "errorparam",
    "errorstring",
    "errorsubname",
    "extraimports",
    "false",
    "GetRemoteNodeID",
    "index",
    "Length",
    "LogoutUser",
    "MaxTransferSize",
    "memorypos",
    "messageversion",
    "MonitorContinueEnter",
    "MonitorEnter",
    "MonitorExit",
    "mutualauth",
    "nanoseconds",
    "nodeid",
    "nodeid",
    "nodename",
    "nolock",
    "nolockread",
    "null",
    "objectimplements",
    "objecttype",
    "OK",
    "packet",
    "packetnumber",
    "packettime",
    "parameter",
    "password",
    "pause",
    "perclient",
    "readonly",
    "ReleaseClientObjectLock",
    "ReleaseObjectLock",
    "requestack",
    "RequestClientObjectLock",
    "RequestObjectLock",
    "resume",
    "return",
    "returnservicedefs",
    "robotraconteur",
    "RobotRaconteur",
    "RobotRaconteur.TimeSpec",
    "seconds",
    "seqno",
    "service",
    "servicedef",
    "servicedefs",
    "ServiceIndex",
    "servicename",
    "servicepath",
    "ServiceType",
    "stringtable",
    "timeout",
    "timespec",
    "timestamp",
    "true",
    "unreliable",
    "urgent",
];

const SECOND: [&str; 35] = [
    "username",
    "value",
    "writeonly",
    "Attributes",
    "ConnectionURL",
    "GetDetectedNodes",
    "GetLocalNodeServices",
    "GetRoutedNodes",
    "LocalNodeServicesChanged",
    "Name",
    "NodeID",
    "NodeInfo",
    "NodeName",
    "RobotRaconteurServiceIndex",
    "RobotRaconteurServiceIndex.NodeInfo",
    "RobotRaconteurServiceIndex.ServiceIndex",
    "RobotRaconteurServiceIndex.ServiceInfo",
    "RootObjectImplements",
    "RootObjectType",
    "ServiceIndex",
    "ServiceIndexConnectionURL",
    "ServiceInfo",
    "node",
    "level",
    "component",
    "componentname",
    "componentobjectid",
    "endpoint",
    "member",
    "message",
    "time",
    "sourcefile",
    "sourceline",
    "threadid",
    "fiberid",
];

/// The text of a code of the standard table.
pub(super) fn standard_text(code: u32) -> Option<ByteString> {
    let text = match code {
        0..512 if code.is_multiple_of(4) => FIRST.get((code / 4) as usize),
        512.. if code.is_multiple_of(4) => SECOND.get(((code - 512) / 4) as usize),
        _ => None,
    };
    text.map(|text| ByteString::from_static(text))
}

/// The codes that one message is written with.
#[derive(Default)]
pub(super) struct MessageCodes<'a> {
    enabled: bool,
    local: HashMap<&'a str, u32>,
    /// The local table in the order it is written.
    pub table: Vec<(u32, &'a str)>,
    size: usize,
}

impl<'a> MessageCodes<'a> {
    /// Chooses codes for every string of a message. A table that the message
    /// already carries is used as it is.
    pub fn choose(message: &'a Message, strings: StringTable) -> Self {
        let mut codes = Self {
            enabled: strings != StringTable::Off,
            ..Self::default()
        };
        if !message.header.string_table.is_empty() {
            for (code, text) in &message.header.string_table {
                codes.table.push((*code, text));
                codes.local.insert(text, *code);
            }
        } else if strings == StringTable::Local {
            for entry in &message.entries {
                codes.collect(&entry.member);
                codes.collect(&entry.path);
                for element in &entry.elements {
                    codes.collect_element(element);
                }
            }
        }
        codes
    }

    fn collect_element(&mut self, element: &'a Element) {
        if let ElementName::Text(name) = &element.name {
            self.collect(name);
        }
        if !element.type_name.is_empty() {
            self.collect(&element.type_name);
        }
        for child in element.children() {
            self.collect_element(child);
        }
    }

    fn collect(&mut self, text: &'a str) {
        if text.len() > LONGEST || self.code(text).is_some() {
            return;
        }
        let code = 1 + 2 * self.table.len() as u32;
        let size = unsigned_length(code) + unsigned_length(text.len() as u32) + text.len();
        if self.size + size <= LOCAL_SIZE {
            self.size += size;
            self.table.push((code, text));
            self.local.insert(text, code);
        }
    }

    /// The code of a text, if it is to be replaced.
    pub fn code(&self, text: &str) -> Option<u32> {
        if !self.enabled || text.len() > LONGEST {
            return None;
        }
        CODES.get(text).or_else(|| self.local.get(text)).copied()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_last_codes_are_those_of_the_reference_node() {
        assert_eq!(CODES["urgent"], 308);
        assert_eq!(CODES["fiberid"], 648);
        assert_eq!(CODES["nodeid"], 136);
        assert_eq!(CODES["ServiceIndex"], 268);
        assert_eq!(&*standard_text(588).unwrap(), "ServiceIndex");
        assert_eq!(standard_text(2), None);
        assert_eq!(standard_text(312), None);
    }
}
