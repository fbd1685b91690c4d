//! The description of a scene for pages: what is there, what it looks like and
//! what moves as one. It is sent once; after that only differences are.

mod changes;
mod entries;
mod looks;
mod nodes;

pub use changes::changes;
pub use entries::{
    BackgroundEntry, BodyEntry, FogEntry, GeometryEntry, InstanceEntry, LabelEntry, LightEntry,
    MapEntry, MaterialEntry, NodeEntry, ProtoEntry, TextureEntry, TransformEntry, ViewpointEntry,
};
pub use looks::NameCache;
pub(crate) use looks::lights;

use crate::blobs::{BlobName, Blobs};
use foxden_runtime::running_world::RunningWorld;
use foxden_scene::NodeId;
use foxden_sim::viewer_data::BodyGroups;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Everything that pages know of a scene.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Description {
    /// The nodes, parents first.
    pub nodes: Vec<NodeEntry>,
    /// Groups that move as one; the first is the fixed world.
    pub bodies: Vec<BodyEntry>,
    /// Geometries by content.
    pub geometries: BTreeMap<BlobName, GeometryEntry>,
    /// Textures by content.
    pub textures: BTreeMap<BlobName, TextureEntry>,
    /// What surfaces look like.
    pub materials: Vec<MaterialEntry>,
    /// What is drawn where.
    pub instances: Vec<InstanceEntry>,
    /// The lights.
    pub lights: Vec<LightEntry>,
    /// What is seen where nothing is.
    pub background: Option<BackgroundEntry>,
    /// Fog.
    pub fog: Option<FogEntry>,
    /// Which way is up.
    pub up: [f64; 3],
    /// Texts of supervisors over the picture.
    pub labels: Vec<LabelEntry>,
    /// Where a viewer starts to look from.
    pub viewpoint: Option<ViewpointEntry>,
}

/// The numbers of bodies. A number is never used for another node.
#[derive(Clone, Debug, Default)]
pub struct BodyNumbers {
    numbers: HashMap<NodeId, u32>,
    /// Nodes that were seen to move within their group.
    moved: BTreeSet<NodeId>,
    next: u32,
}

impl BodyNumbers {
    /// Gives nodes that were seen to move a body of their own.
    pub fn add_moved(&mut self, nodes: impl IntoIterator<Item = NodeId>) {
        self.moved.extend(nodes);
    }

    /// The groups of a world, with numbers for new ones.
    pub fn groups(&mut self, world: &RunningWorld) -> BodyGroups {
        let starts = world.group_nodes(&self.moved);
        let now: BTreeSet<NodeId> = starts.iter().copied().collect();
        self.numbers.retain(|node, _| now.contains(node));
        for node in starts {
            self.numbers.entry(node).or_insert_with(|| {
                self.next += 1;
                self.next
            });
        }
        world.group_bodies(|node| self.numbers.get(&node).copied())
    }

    /// The node of each body.
    pub fn nodes(&self) -> impl Iterator<Item = (u32, NodeId)> + '_ {
        self.numbers.iter().map(|(node, number)| (*number, *node))
    }
}

/// Describes a world.
pub fn describe(
    world: &mut RunningWorld,
    groups: &BodyGroups,
    numbers: &BodyNumbers,
    names: &mut NameCache,
    blobs: &Blobs,
) -> Description {
    let nodes = nodes::nodes(world, groups);
    let mut bodies = vec![BodyEntry::world()];
    let of_number: HashMap<u32, NodeId> = numbers.nodes().collect();
    world.group_poses(groups, |number, pose| {
        let node = of_number.get(&number).map_or(0, |node| node.number());
        bodies.push(BodyEntry {
            index: number,
            node,
            position: pose.position,
            rotation: pose.rotation,
        });
    });
    bodies.sort_unstable_by_key(|body| body.index);
    let viewpoint = nodes::viewpoint(world);
    let mut description = looks::looks(world, groups, names, blobs);
    description.nodes = nodes;
    description.bodies = bodies;
    description.viewpoint = viewpoint;
    description.up = world.settings().up.to_array();
    description
}
