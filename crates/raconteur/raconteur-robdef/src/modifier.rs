//! Member modifiers: `[readonly, nolock]`.

/// A member's modifiers in the order written. Unknown ones are stored too.
///
/// ```
/// use raconteur_robdef::{Direction, LockExemption, Modifier, ModifierArgument, Modifiers};
/// let word = |name: &str| Modifier { name: name.into(), arguments: Vec::new() };
/// let modifiers = Modifiers(vec![word("readonly"), word("nolock"), word("urgent")]);
/// assert!(modifiers.contains("readonly"));
/// assert_eq!(modifiers.direction(), Direction::ReadOnly);
/// assert_eq!(modifiers.lock_exemption(), LockExemption::All);
/// assert!(modifiers.is_urgent() && !modifiers.is_unreliable() && !modifiers.is_per_client());
///
/// // Words with arguments are kept, and mean nothing by themselves.
/// let own = Modifier { name: "rate".into(), arguments: vec![ModifierArgument::Number("10".into())] };
/// assert!(!Modifiers(vec![own]).contains("rate"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Modifiers(pub Vec<Modifier>);

/// One modifier, with its arguments if it has any.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Modifier {
    /// For example `readonly`.
    pub name: String,
    /// The arguments in parentheses after the name.
    pub arguments: Vec<ModifierArgument>,
}

/// An argument of a modifier.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ModifierArgument {
    /// A number as written.
    Number(String),
    /// The name of a constant.
    Constant(String),
}

/// Which way values of a property, pipe, wire or memory may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Both ways.
    Both,
    /// From the service to the client only.
    ReadOnly,
    /// From the client to the service only.
    WriteOnly,
}

/// Which requests are allowed although another client has locked the object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LockExemption {
    /// None.
    None,
    /// Reading.
    Read,
    /// All.
    All,
}

impl Modifiers {
    /// True if a modifier of this name, without arguments, is present.
    pub fn contains(&self, name: &str) -> bool {
        self.0
            .iter()
            .any(|modifier| modifier.name == name && modifier.arguments.is_empty())
    }

    /// The direction set by `readonly` or `writeonly`; the former wins.
    pub fn direction(&self) -> Direction {
        if self.contains("readonly") {
            Direction::ReadOnly
        } else if self.contains("writeonly") {
            Direction::WriteOnly
        } else {
            Direction::Both
        }
    }

    /// The exemption set by `nolock` or `nolockread`.
    pub fn lock_exemption(&self) -> LockExemption {
        if self.contains("nolock") {
            LockExemption::All
        } else if self.contains("nolockread") {
            LockExemption::Read
        } else {
            LockExemption::None
        }
    }

    /// True for pipes whose packets may be lost.
    pub fn is_unreliable(&self) -> bool {
        self.contains("unreliable")
    }

    /// True for properties that differ from client to client.
    pub fn is_per_client(&self) -> bool {
        self.contains("perclient")
    }

    /// True for members that must not be delayed.
    pub fn is_urgent(&self) -> bool {
        self.contains("urgent")
    }
}
