//! Changes to a running scene.
