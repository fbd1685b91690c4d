//! Paths to members, as people write them.

use std::str::FromStr;

use super::{ObjectRef, Session};
use crate::error::Result;

/// The path from the root object to a member: `tools[2].gripper.force`.
///
/// ```no_run
/// # async fn example(session: raconteur::client::Session) -> Result<(), Box<dyn std::error::Error>> {
/// use raconteur::client::MemberPath;
/// let path: MemberPath = "tools[2].force".parse()?;
/// assert_eq!((path.objects[0].to_string(), &*path.member), ("tools[2]".to_owned(), "force"));
/// let tool = path.follow(&session).await?;
/// let force: f64 = tool.get(&path.member).await?;
/// # let _ = force;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberPath {
    /// The object references to follow.
    pub objects: Vec<ObjectStep>,
    /// The member of the last object.
    pub member: String,
}

/// One object reference of a path: `tools[2]`.
///
/// ```
/// use raconteur::client::ObjectStep;
/// let steps = ObjectStep::parse_path("tools[a.b].grip")?;
/// assert_eq!((&*steps[0].member, steps[0].index.as_deref()), ("tools", Some("a.b")));
/// # Ok::<(), raconteur::client::InvalidPath>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObjectStep {
    /// The reference.
    pub member: String,
    /// The index, if the reference has one.
    pub index: Option<String>,
}

/// A text that is no path to a member.
///
/// ```
/// use raconteur::client::{InvalidPath, MemberPath};
/// assert_eq!("tools[2".parse::<MemberPath>(), Err(InvalidPath("tools[2".into())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no path to a member; write it like `tools[2].name`")]
pub struct InvalidPath(pub String);

impl ObjectStep {
    /// Splits a path; an index may contain anything but `]`.
    pub fn parse_path(path: &str) -> Result<Vec<Self>, InvalidPath> {
        let bad = || InvalidPath(path.to_owned());
        let mut steps = Vec::new();
        let mut rest = path;
        loop {
            let end = rest.find(['.', '[']).unwrap_or(rest.len());
            let (name, after) = rest.split_at(end);
            let word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            if name.is_empty() || !name.chars().all(word) {
                return Err(bad());
            }
            let (index, after) = match after.strip_prefix('[') {
                Some(inside) => {
                    let (index, after) = inside.split_once(']').ok_or_else(bad)?;
                    (Some(index.to_owned()), after)
                }
                None => (None, after),
            };
            steps.push(Self {
                member: name.to_owned(),
                index,
            });
            if after.is_empty() {
                return Ok(steps);
            }
            rest = after.strip_prefix('.').ok_or_else(bad)?;
        }
    }

    /// Follows the reference from an object.
    ///
    /// ```no_run
    /// # async fn example(session: raconteur::client::Session) -> Result<(), Box<dyn std::error::Error>> {
    /// use raconteur::client::ObjectStep;
    /// let mut object = session.root();
    /// for step in ObjectStep::parse_path("tools[2].gripper")? {
    ///     object = step.follow(&object).await?;
    /// }
    /// # Ok(()) }
    /// ```
    pub async fn follow(&self, object: &ObjectRef) -> Result<ObjectRef> {
        match &self.index {
            Some(index) => object.object_at(&self.member, index).await,
            None => object.object(&self.member).await,
        }
    }
}

impl std::fmt::Display for ObjectStep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.index {
            Some(index) => write!(f, "{}[{index}]", self.member),
            None => f.write_str(&self.member),
        }
    }
}

impl MemberPath {
    /// The object that has the member.
    pub async fn follow(&self, session: &Session) -> Result<ObjectRef> {
        let mut object = session.root();
        for step in &self.objects {
            object = step.follow(&object).await?;
        }
        Ok(object)
    }
}

impl FromStr for MemberPath {
    type Err = InvalidPath;

    fn from_str(path: &str) -> Result<Self, InvalidPath> {
        let mut objects = ObjectStep::parse_path(path)?;
        match objects.pop() {
            Some(ObjectStep {
                member,
                index: None,
            }) => Ok(Self { objects, member }),
            _ => Err(InvalidPath(path.to_owned())),
        }
    }
}

impl std::fmt::Display for MemberPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for step in &self.objects {
            write!(f, "{step}.")?;
        }
        f.write_str(&self.member)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_split_at_dots_outside_of_brackets() {
        let path: MemberPath = "tools[a.b].grip.force".parse().expect("a path");
        assert_eq!(path.to_string(), "tools[a.b].grip.force");
        assert_eq!(path.objects.len(), 2);
        assert_eq!(path.objects[0].index.as_deref(), Some("a.b"));
        for bad in ["", ".", "a.", "a..b", "a[1", "a[1]b", "a b", "a[1]"] {
            assert!(bad.parse::<MemberPath>().is_err(), "{bad}");
        }
    }
}
