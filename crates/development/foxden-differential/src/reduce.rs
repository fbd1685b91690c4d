//! Makes a failing world small: nodes, arguments and fields that are not needed
//! for the failure are taken away, as long as the same check fails.

use crate::check::{Check, Verdict};
use crate::stage::StagedWorld;
use crate::worlds::FLOOR_NAME;
use foxden_scene::{FieldRef, Library, NodeId, Scene, Value};

/// The most worlds that are tried.
const MOST_TRIALS: usize = 600;

/// Fields that stay as they are: a recorder's own, and places and sizes, whose
/// defaults put bodies into each other and fail for another reason.
const VITAL: [&str; 10] = [
    "controller",
    "controllerArgs",
    "name",
    "supervisor",
    "translation",
    "rotation",
    "anchor",
    "size",
    "radius",
    "height",
];

/// A search for the smallest world.
struct Reduction {
    check: Check,
    best: StagedWorld,
    trials: usize,
}

/// The smallest world found that fails a check as this one does.
pub fn reduce(sample: &StagedWorld, check: Check) -> StagedWorld {
    let mut search = Reduction {
        check,
        best: sample.clone(),
        trials: 0,
    };
    loop {
        let before = search.best.clone();
        search.drop_nodes();
        search.drop_arguments();
        search.drop_values();
        if search.best == before || search.trials >= MOST_TRIALS {
            return search.best;
        }
    }
}

impl Reduction {
    /// Takes a smaller world if it still fails; whether it did.
    fn accept(&mut self, smaller: StagedWorld) -> bool {
        if self.trials >= MOST_TRIALS || smaller == self.best {
            return false;
        }
        self.trials += 1;
        let is_failing = matches!(self.check.run(&smaller), Verdict::Fails(_));
        if is_failing {
            self.best = smaller;
        }
        is_failing
    }

    /// Changes the scene of the best world; whether the result still fails.
    fn attempt(&mut self, change: impl FnOnce(&mut Scene, &mut Library) -> Option<()>) -> bool {
        let Ok((mut scene, mut library)) = self.best.open() else {
            return false;
        };
        match change(&mut scene, &mut library) {
            Some(()) => self.accept(self.best.with_scene(&scene)),
            None => false,
        }
    }

    /// How many nodes the best world has, and the node of a number in their order.
    fn nodes(scene: &Scene) -> Vec<NodeId> {
        let mut nodes = scene.descendants(scene.root());
        nodes.retain(|node| *node != scene.root());
        nodes
    }

    fn count(&self) -> usize {
        let opened = self.best.open();
        opened.map_or(0, |(scene, _)| Self::nodes(&scene).len())
    }

    /// Removes nodes with all that they hold, the first ones of the tree first.
    fn drop_nodes(&mut self) {
        let is_physical = self.check.is_physical();
        // what rests may rest on it
        let is_rest = self.check == Check::Rest;
        let mut at = 0;
        while at < self.count() {
            let is_dropped = self.attempt(|scene, library| {
                let node = *Self::nodes(scene).get(at)?;
                let field = scene.get(node)?.parent()?;
                if (is_physical && !is_part(scene, node)) || (is_rest && is_body(scene, node)) {
                    return None;
                }
                let index = scene
                    .nodes_in(field)
                    .iter()
                    .position(|other| *other == node)?;
                scene.remove_node(library, field, index).ok().map(|_| ())
            });
            // the next one has its number then
            at += usize::from(!is_dropped);
        }
    }

    /// Removes arguments of recorders: halves of the list first, then fewer.
    fn drop_arguments(&mut self) {
        for robot in 0..self.count() {
            let mut length = self.arguments(robot).len() / 2;
            while length > 0 {
                let mut start = 0;
                while start + length <= self.arguments(robot).len() {
                    let is_dropped = self.attempt(|scene, _| {
                        let (field, mut list) = Self::argument_list(scene, robot)?;
                        let range = start..start + length;
                        // without steps there is nothing to see
                        let is_vital = |text: &str| {
                            ["out=", "steps=", "dt="]
                                .iter()
                                .any(|key| text.starts_with(key))
                        };
                        if list[range.clone()].iter().any(|text| is_vital(&text.value)) {
                            return None;
                        }
                        list.drain(range);
                        scene.set(field, Value::StringList(list)).ok()
                    });
                    start += if is_dropped { 0 } else { length };
                }
                length /= 2;
            }
        }
    }

    fn argument_list(
        scene: &Scene,
        at: usize,
    ) -> Option<(FieldRef, Vec<foxden_scene::SourcedString>)> {
        let node = *Self::nodes(scene).get(at)?;
        let field = scene.field(node, "controllerArgs")?;
        match scene.value(field)?.into_owned() {
            Value::StringList(list) => Some((field, list)),
            _ => None,
        }
    }

    fn arguments(&self, at: usize) -> Vec<foxden_scene::SourcedString> {
        let Ok((scene, _)) = self.best.open() else {
            return Vec::new();
        };
        Self::argument_list(&scene, at).map_or_else(Vec::new, |(_, list)| list)
    }

    /// Gives fields their default values.
    fn drop_values(&mut self) {
        for node in 0..self.count() {
            let mut field = 0;
            loop {
                let mut is_over = false;
                self.attempt(|scene, _| {
                    let id = *Self::nodes(scene).get(node)?;
                    let fields = scene.visible_fields(id);
                    is_over = field >= fields.len();
                    let at = *fields.get(field)?;
                    if VITAL.contains(&scene.field_name(at)) || scene.field_type(at).is_node() {
                        return None;
                    }
                    let default = scene.default_value(at)?.into_owned();
                    if *scene.value(at)? == default {
                        return None;
                    }
                    scene.set(at, default).ok()
                });
                field += 1;
                if is_over || field > 100 {
                    break;
                }
            }
        }
    }
}

/// Whether a node can be taken away from a world of bodies without another
/// reason to fall: not the floor, and nothing that gives a body its shape.
fn is_part(scene: &Scene, node: NodeId) -> bool {
    let is_floor = scene
        .get(node)
        .is_some_and(|node| node.def() == Some(FLOOR_NAME));
    let chain = std::iter::once(node).chain(scene.ancestors(node));
    let holders = chain.filter_map(|node| scene.get(node)?.parent());
    let mut names = holders.map(|field| scene.field_name(field));
    let is_body = names.any(|name| ["boundingObject", "physics"].contains(&name));
    !is_floor && !is_body
}

fn is_body(scene: &Scene, node: NodeId) -> bool {
    !scene.nodes_of(node, "physics").is_empty()
}
