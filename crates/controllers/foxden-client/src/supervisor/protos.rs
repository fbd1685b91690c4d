//! PROTOs that the controller has seen (R2025a).

use foxden_protocol::{ProtoId, Uid};

use super::Supervisor;
use crate::{Misuse, Text};

/// A PROTO for the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProtoHandle(pub usize);

/// A PROTO that the controller has seen.
#[derive(Debug)]
pub struct Proto {
    /// Its name.
    pub type_name: Text,
    /// The instance it was asked of.
    pub node: Uid,
    /// Its number.
    pub id: ProtoId,
    /// Whether it is made from another.
    pub is_derived: bool,
    /// How many fields it has.
    pub field_count: i32,
}

impl Supervisor {
    /// A PROTO, if the handle is one of those given out.
    pub fn proto(&self, handle: ProtoHandle) -> Result<&Proto, Misuse> {
        self.protos
            .get(&handle)
            .map(|proto| &**proto)
            .ok_or(Misuse::Other(
                "called with a NULL or invalid 'proto' argument".into(),
            ))
    }

    pub(super) fn add_proto(&mut self, proto: Proto) -> ProtoHandle {
        let known = self
            .protos
            .iter()
            .find_map(|(handle, known)| (known.id == proto.id).then_some(*handle));
        known.unwrap_or_else(|| {
            let handle = ProtoHandle(self.new_handle());
            self.protos.insert(handle, Box::new(proto));
            handle
        })
    }
}
