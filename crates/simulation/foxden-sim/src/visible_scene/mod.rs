//! The visible scene of a world: the shapes, materials, textures and lights that
//! `foxden-vision` draws, made from document, model and state. [`VisibleWorld`] keeps
//! the `VisibleScene` of `foxden-vision` up to date when a picture is made or a viewer
//! reads it.
//!
//! Shapes follow the tables of the model. After an edit only shapes with a
//! changed node in them are read again; when something moved only their
//! transforms are.

mod appearance;
mod belts;
mod explanations;
mod geometry;
mod lights;
mod placements;
mod segmentation_colors;
mod surface_hit;
mod textures;

use crate::math::Vector;
use crate::model::compile::read;
use crate::model::{EmissiveIndex, Model, PoseIndex, RowIndex, SolidIndex};
use crate::state::State;
use crate::world::assets::AssetFiles;
use belts::BeltShape;
use foxden_catalogue::NodeType;
use foxden_scene::{NodeId, Scene};
use foxden_vision::{
    Instance, InstanceId, Material, MaterialId, Picture, SingleRotation, Texture, TextureId,
    Transform, VisibleScene,
};
pub(crate) use geometry::Sheet;
use geometry::{FoundGeometry, Geometries};
use placements::Placements;
use segmentation_colors::segmentation_color;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use textures::Textures;

/// A Shape that can be seen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ShapeRow {
    pub(crate) node: NodeId,
    /// The material of its file that it is drawn with: a CadShape has a row for each.
    pub(crate) part: u32,
    pub(crate) place: Option<PoseIndex>,
    /// What Transforms around it make of sizes.
    pub(crate) scale: Vector,
    /// The solid that it belongs to.
    pub(crate) solid: Option<SolidIndex>,
    /// Whether it is in a Billboard: devices do not see it then.
    pub(crate) is_in_billboard: bool,
}

/// Which nodes changed since the visible scene was last brought up to date.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangedNodes {
    nodes: BTreeSet<NodeId>,
    /// Whether anything besides poses, lights and emissive colours changed.
    is_any: bool,
}

impl ChangedNodes {
    /// Notes a change of a node, or of something in it.
    pub(crate) fn add(&mut self, node: NodeId) {
        self.nodes.insert(node);
        self.is_any = true;
    }
}

/// What is drawn of a Shape.
#[derive(Debug)]
struct Drawn {
    part: u32,
    instance: InstanceId,
    material_id: MaterialId,
    /// What its geometry makes of the size of its Shape.
    size: [f64; 3],
    /// What pens need to know of its geometry.
    sheet: Sheet,
    material: Material,
    emissive: Option<EmissiveIndex>,
    /// The picture that pens painted on it.
    ink: Option<TextureId>,
    /// Where it was drawn last.
    transform: Transform,
    /// Whether a belt moves it.
    is_on_belt: bool,
}

/// The visible scene with what is needed to bring it up to date.
#[derive(Debug, Default)]
pub(crate) struct VisibleWorld {
    pub(crate) scene: VisibleScene,
    /// Parallel to the shapes of the model; `None` where nothing is drawn.
    shapes: Vec<Option<Drawn>>,
    nodes: Vec<NodeId>,
    geometries: Geometries,
    textures: Textures,
    placements: Placements,
    belts: Vec<BeltShape>,
    is_built: bool,
    /// Whether it was built without what displays and pens show.
    has_no_pictures: bool,
    moves: u64,
}

/// What the visible scene is made of.
pub(crate) struct Sources<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) assets: &'a AssetFiles,
    pub(crate) model: &'a Model,
    pub(crate) state: &'a State,
}

impl VisibleWorld {
    /// Brings the scene up to date. Poses must be.
    pub(crate) fn update(&mut self, sources: &Sources<'_>, changed: &mut ChangedNodes) {
        if !self.is_built || changed.is_any {
            self.follow_edits(sources, &std::mem::take(changed));
            self.is_built = true;
            self.moves = u64::MAX;
        }
        let moves = sources.state.moves.count();
        if self.moves != moves {
            self.moves = moves;
            self.follow_moves(sources);
        }
        self.follow_emissives(sources.state);
        self.follow_belts(sources);
        let lights = lights::lights(sources);
        if self.scene.lights != lights {
            self.scene.lights = lights;
        }
        self.scene.update();
    }

    /// Brings everything but transforms and lights up to date: a viewer places
    /// shapes by itself, so poses need not be.
    pub(crate) fn update_appearance(&mut self, sources: &Sources<'_>, changed: &mut ChangedNodes) {
        if !self.is_built || changed.is_any {
            self.has_no_pictures |= !self.is_built;
            self.follow_edits(sources, &std::mem::take(changed));
            self.is_built = true;
            self.moves = u64::MAX;
        }
        self.follow_emissives(sources.state);
        self.follow_belt_textures(sources);
    }

    /// Whether the pictures of displays and pens are to be shown for the first
    /// time; asked once.
    pub(crate) fn take_missing_pictures(&mut self) -> bool {
        std::mem::take(&mut self.has_no_pictures)
    }

    /// What is drawn of each Shape of the model.
    pub(crate) fn drawn(&self) -> impl Iterator<Item = Option<(InstanceId, [f64; 3])>> + '_ {
        let shapes = self.shapes.iter();
        shapes.map(|drawn| drawn.as_ref().map(|drawn| (drawn.instance, drawn.size)))
    }

    /// Whether it was ever brought up to date.
    pub(crate) fn is_built(&self) -> bool {
        self.is_built
    }

    fn follow_edits(&mut self, sources: &Sources<'_>, changed: &ChangedNodes) {
        let Sources { scene, model, .. } = sources;
        let dirty = dirty_shapes(scene, changed);
        let mut before: HashMap<(NodeId, u32), Drawn> = std::mem::take(&mut self.nodes)
            .into_iter()
            .zip(std::mem::take(&mut self.shapes))
            .filter_map(|(node, drawn)| drawn.map(|drawn| ((node, drawn.part), drawn)))
            .collect();
        let emissives: HashMap<NodeId, EmissiveIndex> = model
            .emissives
            .iter()
            .enumerate()
            .map(|(at, row)| (row.node, EmissiveIndex::new(at)))
            .collect();
        let displays = self.textures.find_displays(&mut self.scene, sources);
        for row in &model.shapes {
            let known = before.remove(&(row.node, row.part));
            let is_same = self.is_built && !dirty.contains(&row.node);
            let drawn = match known {
                Some(drawn) if is_same => Some(Drawn {
                    emissive: emissive_of(scene, row.node, &emissives),
                    ..drawn
                }),
                known => self.draw(sources, row, known, &emissives, &displays),
            };
            if let Some(drawn) = &drawn {
                self.color(sources, row, drawn);
            }
            self.nodes.push(row.node);
            self.shapes.push(drawn);
        }
        for drawn in before.into_values() {
            self.remove(drawn);
        }
        self.build_belts(sources);
        self.geometries.remove_unused(&mut self.scene);
        self.scene.background = lights::background(sources, &mut self.textures, &mut self.scene);
        self.scene.fog = lights::fog(scene);
    }

    fn remove(&mut self, drawn: Drawn) {
        self.scene.remove_instance(drawn.instance);
        self.scene.remove_material(drawn.material_id);
        if let Some(ink) = drawn.ink {
            self.scene.remove_texture(ink);
        }
    }

    /// Adds a Shape to the scene, or reads it again.
    fn draw(
        &mut self,
        sources: &Sources<'_>,
        row: &ShapeRow,
        known: Option<Drawn>,
        emissives: &HashMap<NodeId, EmissiveIndex>,
        displays: &BTreeMap<NodeId, TextureId>,
    ) -> Option<Drawn> {
        let Sources { scene, assets, .. } = sources;
        let found = self.geometries.find(&mut self.scene, scene, assets, row);
        let Some(FoundGeometry { id, size, sheet }) = found else {
            if let Some(drawn) = known {
                self.remove(drawn);
            }
            return None;
        };
        let (scene_out, textures) = (&mut self.scene, &mut self.textures);
        let cad = assets.meshes.cad_materials(row.node);
        let mut material = match cad.and_then(|cad| cad.all.get(row.part as usize)) {
            Some(material) => appearance::of_file(material, &mut |map| {
                let picture = assets.textures.of_cad(row.node, row.part, map)?;
                Some(textures.of_file(scene_out, picture))
            }),
            None => appearance::material(scene, row.node, &mut |node| match displays.get(&node) {
                Some(id) => Some(textures::map(scene, node, *id)),
                None => textures.of_node(scene_out, scene, assets, node),
            }),
        };
        material.ink = known.as_ref().and_then(|known| known.ink);
        let transform = self.transform(row, size);
        let (material_id, instance, ink) = match known {
            Some(known) => {
                self.scene.set_material(known.material_id, material.clone());
                (known.material_id, Some(known.instance), known.ink)
            }
            None => (self.scene.add_material(material.clone()), None, None),
        };
        let made = Instance {
            geometry: id,
            material: material_id,
            transform,
            casts_shadows: !row.is_in_billboard && read::flag(scene, row.node, "castShadows"),
            is_in_billboard: row.is_in_billboard,
            segmentation_color: None,
        };
        let instance = match instance {
            Some(instance) => {
                self.scene.set_instance(instance, made);
                instance
            }
            None => self.scene.add_instance(made),
        };
        Some(Drawn {
            part: row.part,
            instance,
            material_id,
            size,
            sheet,
            material,
            emissive: emissive_of(scene, row.node, emissives),
            ink,
            transform,
            is_on_belt: false,
        })
    }

    /// Gives a Shape the colour that it has in segmentation pictures.
    fn color(&mut self, sources: &Sources<'_>, row: &ShapeRow, drawn: &Drawn) {
        let color = segmentation_color(sources, row.solid);
        if let Some(instance) = self.scene.instance(drawn.instance)
            && instance.segmentation_color != color
        {
            let instance = Instance {
                segmentation_color: color,
                ..instance.clone()
            };
            self.scene.set_instance(drawn.instance, instance);
        }
    }

    fn follow_moves(&mut self, sources: &Sources<'_>) {
        self.placements.update(sources.model, sources.state);
        for (at, row) in sources.model.shapes.iter().enumerate() {
            let Some(drawn) = &self.shapes[at] else {
                continue;
            };
            let transform = self.transform(row, drawn.size);
            if let Some(drawn) = &mut self.shapes[at]
                && transform != drawn.transform
                && !drawn.is_on_belt
            {
                drawn.transform = transform;
                self.scene.set_transform(drawn.instance, transform);
            }
        }
    }

    /// Where a Shape is drawn: turned and moved by its node, scaled along its own axes.
    fn transform(&self, row: &ShapeRow, size: [f64; 3]) -> Transform {
        let node = self.placements.of(row.place);
        Transform::of_node(&node.child([0.0; 3], SingleRotation::IDENTITY, size))
    }

    /// Where a device at a place sees from, as of the last update.
    pub(crate) fn view_pose(&self, place: PoseIndex) -> foxden_vision::ViewPose {
        foxden_vision::ViewPose::of_node(&self.placements.of(Some(place)))
    }

    /// LEDs and chargers change emissive colours while the world runs.
    fn follow_emissives(&mut self, state: &State) {
        for drawn in self.shapes.iter_mut().flatten() {
            let Some(emissive) = drawn.emissive else {
                continue;
            };
            let color = state.emissives[emissive];
            if appearance::set_emissive(&mut drawn.material, color) {
                let material = drawn.material.clone();
                self.scene.set_material(drawn.material_id, material);
            }
        }
    }

    /// The texture of the noise mask of a camera.
    pub(crate) fn mask_texture(&mut self, picture: &Arc<Picture>) -> TextureId {
        self.textures.of_mask(&mut self.scene, picture)
    }

    /// The texture that a Display shows, if a Shape has it, over the picture of a camera.
    pub(crate) fn show(&mut self, display: NodeId, picture: Picture, below: Option<Picture>) {
        if let Some(id) = self.textures.of_display(display) {
            let texture = Texture::of_display(picture, below);
            self.scene.set_texture(id, texture);
        }
    }

    /// Shows what pens painted on a Shape.
    pub(crate) fn show_ink(&mut self, node: NodeId, picture: Picture) {
        let at = self.nodes.iter().position(|other| *other == node);
        let Some(Some(drawn)) = at.and_then(|at| self.shapes.get_mut(at)) else {
            return;
        };
        let texture = Texture::unfitted(picture);
        match drawn.ink {
            Some(id) => self.scene.set_texture(id, texture),
            None => {
                let id = self.scene.add_texture(texture);
                drawn.ink = Some(id);
                drawn.material.ink = Some(id);
                let material = drawn.material.clone();
                self.scene.set_material(drawn.material_id, material);
            }
        }
    }

    /// The instances of shapes below some nodes, in rising order.
    pub(crate) fn instances_below(
        &self,
        scene: &Scene,
        nodes: &BTreeSet<NodeId>,
    ) -> Vec<InstanceId> {
        let is_below = |shape: NodeId| {
            nodes.contains(&shape) || scene.ancestors(shape).any(|node| nodes.contains(&node))
        };
        let shapes = self.nodes.iter().zip(&self.shapes);
        let mut found: Vec<InstanceId> = shapes
            .enumerate()
            .filter_map(|(at, (node, drawn))| Some((at, *node, drawn.as_ref()?)))
            .filter(|(_, node, _)| is_below(*node))
            .flat_map(|(at, _, drawn)| self.copies_of(at).chain([drawn.instance]))
            .collect();
        found.sort_unstable();
        found
    }
}

/// Shapes with a changed node in them or above them.
fn dirty_shapes(scene: &Scene, changed: &ChangedNodes) -> BTreeSet<NodeId> {
    let mut dirty = BTreeSet::new();
    for node in &changed.nodes {
        if scene.get(*node).is_none() {
            continue;
        }
        let above = std::iter::once(*node).chain(scene.ancestors(*node));
        let shape = above
            .into_iter()
            .find(|node| is_shape(read::kind(scene, *node)));
        match shape {
            Some(shape) => {
                dirty.insert(shape);
            }
            // an instance that was made again, or what a template made of it
            None => dirty.extend(
                scene
                    .descendants(*node)
                    .into_iter()
                    .filter(|node| is_shape(read::kind(scene, *node))),
            ),
        }
    }
    dirty
}

fn emissive_of(
    scene: &Scene,
    shape: NodeId,
    emissives: &HashMap<NodeId, EmissiveIndex>,
) -> Option<EmissiveIndex> {
    let appearance = read::child(scene, shape, "appearance")?;
    let node = match read::kind(scene, appearance) {
        NodeType::PBRAppearance => appearance,
        _ => read::child(scene, appearance, "material")?,
    };
    emissives.get(&node).copied()
}

/// Whether nodes of a kind are drawn by themselves.
fn is_shape(kind: NodeType) -> bool {
    matches!(kind, NodeType::Shape | NodeType::CadShape)
}
