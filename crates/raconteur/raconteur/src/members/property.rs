//! Properties that keep what they are given.

use std::fmt;
use std::sync::Arc;

use parking_lot::Mutex;

/// The value of a property, for objects that only keep it. Clones share it.
///
/// ```
/// use raconteur::members::Property;
/// let brightness = Property::new(0.5);
/// assert_eq!(brightness.replace(1.0), 0.5);
/// brightness.set(0.25);
/// assert_eq!(brightness.get(), 0.25);
/// ```
#[derive(Default)]
pub struct Property<T>(Arc<Mutex<T>>);

impl<T: Clone> Property<T> {
    /// A property with its first value.
    pub fn new(value: T) -> Self {
        Self(Arc::new(Mutex::new(value)))
    }

    /// The value.
    pub fn get(&self) -> T {
        self.0.lock().clone()
    }

    /// Takes another value.
    pub fn set(&self, value: T) {
        *self.0.lock() = value;
    }

    /// Takes another value and gives the last one.
    pub fn replace(&self, value: T) -> T {
        std::mem::replace(&mut *self.0.lock(), value)
    }
}

impl<T> Clone for Property<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: fmt::Debug> fmt::Debug for Property<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Property").field(&*self.0.lock()).finish()
    }
}
