//! Which privileges the members of a service need.

use std::collections::{BTreeMap, BTreeSet};

use super::User;
use crate::error::{Error, ErrorCode, Result};
use crate::message::EntryType;
use crate::schema::{Direction, MemberSchema};

/// How a client uses a member.
///
/// ```
/// use raconteur::service::{Access, Permissions};
/// let permissions = Permissions::default()
///     .member("example.lamp.Lamp", "brightness", Access::Write, "dim");
/// # let _ = permissions;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Gets a property, reads a memory, receives from a wire or pipe.
    Read,
    /// Sets a property, writes a memory, sends into a wire or pipe.
    Write,
    /// Calls a function.
    Call,
}

/// The privileges that the members of a service need.
///
/// A rule for a member is stronger than one for its object, which is stronger
/// than the one for the whole service. Where no rule applies, every user that
/// the service serves has access. Events have no rule: they go to all users.
///
/// ```
/// use raconteur::service::{Access, Permissions, PasswordFile, Security, Service};
/// # fn example(service: Service) -> Result<Service, Box<dyn std::error::Error>> {
/// let users = PasswordFile::parse(
///     "guest 084e0343a0486ff05530df6c705c8bb4 see\n\
///      fox 5f4dcc3b5aa765d61d8327deb882cf99 drive\n",
/// )?;
/// let permissions = Permissions::default()
///     .read("see")
///     .write("drive")
///     .call("drive")
///     .object("example.robot.World", Access::Call, "edit")
///     .member("example.robot.World", "describe", Access::Call, "see")
///     .includes("drive", "see")
///     .includes("edit", "drive");
/// let service = service.security(Security::require(users)).permissions(permissions);
/// # Ok(service) }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Permissions {
    service: BTreeMap<Access, String>,
    objects: BTreeMap<(String, Access), String>,
    members: BTreeMap<(String, String, Access), String>,
    included: BTreeMap<String, BTreeSet<String>>,
}

impl Permissions {
    /// The privilege to read.
    #[must_use]
    pub fn read(mut self, privilege: impl Into<String>) -> Self {
        self.service.insert(Access::Read, privilege.into());
        self
    }

    /// The privilege to write.
    #[must_use]
    pub fn write(mut self, privilege: impl Into<String>) -> Self {
        self.service.insert(Access::Write, privilege.into());
        self
    }

    /// The privilege to call functions.
    #[must_use]
    pub fn call(mut self, privilege: impl Into<String>) -> Self {
        self.service.insert(Access::Call, privilege.into());
        self
    }

    /// The privilege for all members of objects of a type, by its full name.
    #[must_use]
    pub fn object(
        mut self,
        object_type: impl Into<String>,
        access: Access,
        privilege: impl Into<String>,
    ) -> Self {
        self.objects
            .insert((object_type.into(), access), privilege.into());
        self
    }

    /// The privilege for one member of objects of a type, by its full name.
    #[must_use]
    pub fn member(
        mut self,
        object_type: impl Into<String>,
        member: impl Into<String>,
        access: Access,
        privilege: impl Into<String>,
    ) -> Self {
        self.members.insert(
            (object_type.into(), member.into(), access),
            privilege.into(),
        );
        self
    }

    /// Users with a privilege have another one too.
    #[must_use]
    pub fn includes(mut self, privilege: impl Into<String>, other: impl Into<String>) -> Self {
        self.included
            .entry(privilege.into())
            .or_default()
            .insert(other.into());
        self
    }

    /// Whether a user has a privilege, directly or because another one
    /// includes it.
    ///
    /// ```
    /// use raconteur::service::{Permissions, User};
    /// let permissions = Permissions::default().includes("drive", "see");
    /// let fox = User { name: "fox".into(), privileges: ["drive".to_owned()].into() };
    /// assert!(permissions.grants(&fox, "see") && !permissions.grants(&fox, "edit"));
    /// ```
    pub fn grants(&self, user: &User, privilege: &str) -> bool {
        let mut waiting: Vec<&str> = user.privileges.iter().map(String::as_str).collect();
        let mut known: BTreeSet<&str> = BTreeSet::new();
        while let Some(held) = waiting.pop() {
            if held == privilege {
                return true;
            }
            if known.insert(held)
                && let Some(included) = self.included.get(held)
            {
                waiting.extend(included.iter().map(String::as_str));
            }
        }
        false
    }

    /// The privilege that a use of a member needs.
    fn needed(&self, object_type: &str, member: &str, access: Access) -> Option<&str> {
        self.members
            .get(&(object_type.to_owned(), member.to_owned(), access))
            .or_else(|| self.objects.get(&(object_type.to_owned(), access)))
            .or_else(|| self.service.get(&access))
            .map(String::as_str)
    }

    /// An error unless a user may use a member.
    pub(crate) fn check(
        &self,
        user: Option<&User>,
        object_type: &str,
        member: &str,
        access: Access,
    ) -> Result<()> {
        match self.needed(object_type, member, access) {
            Some(privilege) => self.require(user, privilege),
            None => Ok(()),
        }
    }

    /// An error unless a user has a privilege.
    pub(crate) fn require(&self, user: Option<&User>, privilege: &str) -> Result<()> {
        match user {
            Some(user) if self.grants(user, privilege) => Ok(()),
            Some(user) => Err(Error::new(
                ErrorCode::PermissionDenied,
                format!("user {} needs the privilege `{privilege}`", user.name),
            )),
            None => Err(Error::new(
                ErrorCode::AuthenticationError,
                format!("log in as a user with the privilege `{privilege}`"),
            )),
        }
    }
}

/// How a request uses a member; `None` for requests that every client may make.
pub(crate) fn access_of(kind: EntryType, member: &MemberSchema) -> Option<Access> {
    match kind {
        EntryType::PROPERTY_GET
        | EntryType::MEMORY_READ
        | EntryType::MEMORY_GET_PARAM
        | EntryType::WIRE_PEEK_IN_VALUE
        | EntryType::WIRE_PEEK_OUT_VALUE => Some(Access::Read),
        EntryType::PROPERTY_SET | EntryType::MEMORY_WRITE | EntryType::WIRE_POKE_OUT_VALUE => {
            Some(Access::Write)
        }
        EntryType::FUNCTION_CALL | EntryType::GENERATOR_NEXT => Some(Access::Call),
        EntryType::WIRE_CONNECT | EntryType::PIPE_CONNECT => match member {
            MemberSchema::Wire {
                direction: Direction::WriteOnly,
                ..
            }
            | MemberSchema::Pipe {
                direction: Direction::WriteOnly,
                ..
            } => Some(Access::Write),
            _ => Some(Access::Read),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(privileges: &[&str]) -> User {
        User {
            name: "fox".into(),
            privileges: privileges.iter().map(|word| (*word).to_owned()).collect(),
        }
    }

    #[test]
    fn the_most_specific_rule_decides() {
        let permissions = Permissions::default()
            .call("drive")
            .object("a.World", Access::Call, "edit")
            .member("a.World", "describe", Access::Call, "see");
        let allowed = |privileges: &[&str], object: &str, member: &str| {
            permissions
                .check(Some(&user(privileges)), object, member, Access::Call)
                .is_ok()
        };
        assert!(allowed(&["drive"], "a.Robot", "move"));
        assert!(!allowed(&["drive"], "a.World", "clear"));
        assert!(allowed(&["edit"], "a.World", "clear"));
        assert!(allowed(&["see"], "a.World", "describe"));
        assert!(!allowed(&["edit"], "a.World", "describe"));
        let free = permissions.check(None, "a.World", "x", Access::Read);
        assert!(free.is_ok());
    }

    #[test]
    fn inclusion_may_go_round_in_a_circle() {
        let permissions = Permissions::default()
            .includes("a", "b")
            .includes("b", "c")
            .includes("c", "a");
        assert!(permissions.grants(&user(&["a"]), "c"));
        assert!(!permissions.grants(&user(&["a"]), "d"));
    }
}
