//! What wires and pipes ask before they send.

use crate::error::{Error, ErrorCode, Result};

/// What is to be sent where.
pub(super) struct SendCheck {
    /// `wire` or `pipe`, for the message.
    pub member: &'static str,
    pub closed: bool,
    pub allowed: bool,
    pub by_service: bool,
}

/// Whether this end may send at all.
pub(super) fn check_sending(sending: SendCheck) -> Result<()> {
    let SendCheck { member, .. } = sending;
    if sending.closed {
        let message = format!("the {member} is closed");
        return Err(Error::new(ErrorCode::InvalidOperation, message));
    }
    if sending.allowed {
        return Ok(());
    }
    let code = if sending.by_service {
        ErrorCode::WriteOnlyMember
    } else {
        ErrorCode::ReadOnlyMember
    };
    let message = format!("the {member} carries nothing in this direction");
    Err(Error::new(code, message))
}
