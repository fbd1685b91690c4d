//! Reynard's servers, as clients of the original use them.
#![allow(clippy::unwrap_used)]

mod ascii;
mod den;
mod edges;
#[allow(dead_code)]
#[path = "../../../../controllers/foxden-controllers/tests/controllers/fake.rs"]
mod fake;
mod genuine;
mod hostile;
mod pages;
mod participants;
mod rest;
mod support;
mod world;
