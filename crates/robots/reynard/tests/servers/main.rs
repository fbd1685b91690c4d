//! Reynard through his doors, as clients of the original know him.
#![allow(clippy::unwrap_used)]

mod ascii;
mod den;
mod edges;
mod genuine;
mod hostile;
mod pages;
mod rest;
mod support;
