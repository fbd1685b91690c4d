//! The built-in Webots nodes as data.
