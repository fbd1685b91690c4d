//! What a peer may ask for.

/// The least size of a message that peers accept.
pub(super) const LEAST_MESSAGE: usize = 16;

/// Bounds on what is read. The defaults are those of the reference node
/// where it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a message.
    pub message_size: usize,
    /// Elements of a message, at all depths together.
    pub elements: usize,
    /// Depth of elements in elements.
    pub depth: usize,
    /// Bytes of a name or type name.
    pub name: usize,
    /// Bytes of a service path.
    pub path: usize,
    /// Bytes of a metadata text.
    pub metadata: usize,
    /// Arrays shorter than this are copied out of messages larger than
    /// [`Limits::share_message`], so that keeping them does not keep the message.
    pub copy_below: usize,
    /// Size up to which a message may stay in memory for one small value.
    pub share_message: usize,
}

impl Limits {
    /// Bytes of a message before there is a session or a known user.
    pub const BEFORE_SESSION: usize = 512 * 1024;

    /// The limits that hold before a session exists.
    ///
    /// ```
    /// use raconteur::codec::Limits;
    /// assert_eq!(Limits::default().before_session().message_size, 512 * 1024);
    /// ```
    #[must_use]
    pub fn before_session(&self) -> Self {
        Self {
            message_size: self.message_size.min(Self::BEFORE_SESSION),
            elements: self.elements.min(16 * 1024),
            ..self.clone()
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message_size: 12 * 1024 * 1024,
            elements: 512 * 1024,
            depth: 64,
            name: 1024,
            path: 4096,
            metadata: 16 * 1024,
            copy_below: 4096,
            share_message: 64 * 1024,
        }
    }
}
