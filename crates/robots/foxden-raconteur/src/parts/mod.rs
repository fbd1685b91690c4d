//! What a world has besides robots: chargers, lights and slots.

mod charger;
mod lamp;
mod slot;

use crate::devices::{send, stamped};
use crate::job::{Scope, WorldLink, not_found, shown};
use crate::members::Members;
use crate::names::{NamedNodes, Names, node_of};
use foxden_scene::NodeId;
use raconteur::Result;
use raconteur::service::Object;
use std::sync::Arc;

/// A kind of part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    Charger,
    Light,
    Slot,
}

impl PartKind {
    /// The parts of this kind, by name.
    pub(crate) fn list(self, names: &Names) -> &NamedNodes {
        match self {
            Self::Charger => &names.chargers,
            Self::Light => &names.lights,
            Self::Slot => &names.slots,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Charger => "charger",
            Self::Light => "light",
            Self::Slot => "slot",
        }
    }
}

/// A part by its name.
#[derive(Clone, Debug)]
struct PartKey {
    kind: PartKind,
    name: Arc<str>,
}

impl PartKey {
    fn find(&self, scope: &mut Scope<'_>) -> Result<NodeId> {
        let found = node_of(self.kind.list(scope.names()), &self.name);
        found.ok_or_else(|| {
            let word = self.kind.word();
            not_found(format!(
                "there is no {word} {} in this world",
                shown(&self.name)
            ))
        })
    }
}

/// The object of a part.
pub(crate) fn object(
    scope: &mut Scope<'_>,
    kind: PartKind,
    name: &str,
    link: &WorldLink,
) -> Result<Arc<dyn Object>> {
    let key = PartKey {
        kind,
        name: name.into(),
    };
    key.find(scope)?;
    Ok(Arc::new(match kind {
        PartKind::Charger => charger::object(scope, &key, link),
        PartKind::Light => lamp::object(scope, &key, link),
        PartKind::Slot => slot::object(scope, &key, link),
    }))
}

/// An object with what all parts have.
fn part(type_name: &'static str, key: &PartKey, link: &WorldLink) -> Members {
    let (info, id) = (key.clone(), key.clone());
    Members::new(type_name, link)
        .read("device_info", move |scope| {
            let node = info.find(scope)?;
            Ok(scope.describe(node, &info.name, type_name, None).info())
        })
        .read("node_id", move |scope| Ok(id.find(scope)?.number()))
}
