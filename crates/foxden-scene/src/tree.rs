//! The expanded tree for people and machines.
