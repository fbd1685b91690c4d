//! Rigid bodies: bodies, joints, contacts and the solver of their rows.
