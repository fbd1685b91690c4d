//! A rapier island as part of an encoded state: what Foxden knows of its bodies.
//!
//! Rapier's own sets are not encoded, so a state with such an island has a hash
//! but cannot be decoded.

use super::{Known, Link, RapierIsland};
use crate::{ContactProperties, Settings};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize)]
struct EncodedIsland<'a> {
    members: Vec<Option<Known>>,
    count: usize,
    unit: f64,
    typical_mass: f64,
    properties: &'a [ContactProperties],
    settings: Settings,
    links: &'a [Link],
    is_broken: bool,
}

/// Encodes what Foxden knows of an island.
pub(crate) fn serialize<S: Serializer>(
    island: &Option<Box<RapierIsland>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let encoded = island.as_ref().map(|island| EncodedIsland {
        members: island
            .members
            .iter()
            .map(|member| member.map(|member| member.known))
            .collect(),
        count: island.count,
        unit: island.unit,
        typical_mass: island.typical_mass,
        properties: &island.properties,
        settings: island.settings,
        links: &island.links,
        is_broken: island.is_broken,
    });
    encoded.serialize(serializer)
}

/// Decodes a state without an island; others are an error.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Box<RapierIsland>>, D::Error> {
    match Option::<()>::deserialize(deserializer)? {
        None => Ok(None),
        Some(()) => Err(serde::de::Error::custom(
            "bodies in islands that rapier moves cannot be restored from bytes; \
             run the world with exact physics only",
        )),
    }
}
