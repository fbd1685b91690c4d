//! How viewers follow the scene: the whole description once, then what is new, and
//! the poses of what moved.

use super::{DESCRIPTION_SHARE, DESCRIPTION_TIME, Viewer, moment};
use crate::description;
use axum::extract::ws::Utf8Bytes;
use foxden_runtime::run::Run;
use serde_json::json;
use tokio::time::Instant;

impl Viewer {
    /// Groups the bodies again and starts to follow their moves.
    fn regroup(&mut self, run: &mut Run) {
        self.groups = self.numbers.groups(&run.world);
        run.world.watch_moves(true);
        let moment = moment(run);
        let (world, groups) = (&run.world, &self.groups);
        self.hub
            .frames
            .write(moment, |put| world.group_poses(groups, put));
    }

    /// Reads the whole scene; viewers get what is new.
    pub(super) fn describe(&mut self, run: &mut Run) {
        let started = Instant::now();
        self.regroup(run);
        let changes = run.world.appearance_changes();
        let (names, blobs) = (&mut self.names, &self.hub.blobs);
        let world = &mut run.world;
        let mut new = description::describe(world, &self.groups, &self.numbers, names, blobs);
        // a recording names folders of another machine, and no controller runs
        if !self.is_replay {
            self.hub.windows.find(world.scene(), &self.about.projects);
        }
        for node in new.nodes.iter_mut().filter(|node| node.robot) {
            node.window = self.hub.windows.path(node.id);
        }
        new.labels = self.controllers.labels();
        self.label_changes = self.controllers.label_changes();
        let robots = world.robots();
        let robots = robots.map(|(_, robot)| (robot.name.clone(), robot.node().number()));
        self.hub.set_robots(robots.collect());
        self.emissives = world.emissive_colors().to_vec();
        self.painted = Some(world.painted_changes());
        self.belts = world.belt_positions();
        self.lights = world.shown_lights(&self.groups);
        if self.described.is_some()
            && let Some(message) = description::changes(&self.description, &new)
        {
            self.tell(run, "changes", &message);
            self.scene = None;
        }
        let is_used =
            |name: &str| new.geometries.contains_key(name) || new.textures.contains_key(name);
        self.hub.blobs.retain(is_used);
        self.description = new;
        self.described = Some(changes);
        let took = started.elapsed();
        self.next_description = Instant::now() + DESCRIPTION_TIME.max(took * DESCRIPTION_SHARE);
    }

    /// Brings viewers up to date with the scene, as far as it changed.
    pub(super) fn follow_scene(&mut self, run: &mut Run) {
        let is_changed = self.described != Some(run.world.appearance_changes());
        let painted = run.world.painted_changes();
        let has_colors =
            self.emissives != run.world.emissive_colors() || self.painted != Some(painted);
        let has_colors = has_colors || self.belts != run.world.belt_positions();
        if is_changed && !run.world.is_grouped(&self.groups) {
            self.regroup(run);
        }
        if is_changed || has_colors {
            let is_early = Instant::now() < self.next_description;
            match is_early && !self.is_recording() {
                true => self.has_deferred = true,
                false => self.describe(run),
            }
            return;
        }
        let lights = run.world.shown_lights(&self.groups);
        if lights != self.lights {
            self.description.lights = description::lights(&lights);
            self.lights = lights;
            self.scene = None;
            let message = json!({ "type": "changes", "lights": self.description.lights });
            self.tell(run, "changes", &message);
        }
    }

    /// Hands moved bodies to the frames; whether there are any.
    pub(super) fn follow_moves(&mut self, run: &mut Run) -> bool {
        let moment = moment(run);
        let (world, groups) = (&mut run.world, &self.groups);
        let mut inner = Vec::new();
        let has_moved = self
            .hub
            .frames
            .write(moment, |put| inner = world.take_moves(groups, put));
        if !inner.is_empty() {
            // something moves within its group: it gets one of its own
            self.numbers.add_moved(inner);
            self.describe(run);
            return true;
        }
        has_moved
    }

    pub(super) fn scene_message(&mut self) -> Utf8Bytes {
        let description = &self.description;
        let scene = self.scene.get_or_insert_with(|| {
            let mut scene = json!(description);
            scene["type"] = "scene".into();
            scene.to_string().into()
        });
        scene.clone()
    }
}
