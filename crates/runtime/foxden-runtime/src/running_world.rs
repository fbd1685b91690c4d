//! A world while it runs: all of it can be read, and inputs change it.

use crate::input::{Input, RunPosition};
use foxden_lang::diagnostic::{Diagnostic, Diagnostics};
use foxden_scene::{EditError, FieldRef, NodeId, Value};
use foxden_sim::controller::{Answer, Request, Tag, Write};
use foxden_sim::devices::display::DisplayPicture;
use foxden_sim::light::explain::Explanation;
use foxden_sim::picture_requests::{PictureRequestError, RenderedPicture, Standpoint};
use foxden_sim::report::Report;
use foxden_sim::viewer_data::{BodyGroups, BodyPose, ShownScene};
use foxden_sim::{RobotIndex, Snapshot, World};
use std::ops::Deref;

/// Receives everything that happens to a world, in its order.
pub trait RunRecorder: Send {
    /// An input comes after a number of steps.
    fn input(&mut self, steps: u64, input: &Input);

    /// The start was marked, to which [`Input::RestoreStart`] returns.
    fn mark_start(&mut self) {}

    /// A step was made; `steps` are made now.
    fn step(&mut self, _steps: u64, _world: &World) {}

    /// Nothing more comes.
    fn finish(&mut self, _steps: u64, _world: &World) {}
}

/// What an input returned.
pub type InputResult = Result<InsertedNodes, EditError>;

/// The nodes that an input inserted, and what is wrong in their text.
#[derive(Debug, Default)]
pub struct InsertedNodes {
    /// The nodes; none for other inputs.
    pub nodes: Vec<NodeId>,
    /// Errors and warnings of the text.
    pub diagnostics: Diagnostics,
}

/// A world that is changed only by inputs and by steps.
pub struct RunningWorld {
    world: World,
    start: Option<Snapshot>,
    steps: u64,
    inputs: u64,
    recorders: Vec<Box<dyn RunRecorder>>,
}

impl Deref for RunningWorld {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

impl RunningWorld {
    /// Takes over a world.
    pub fn new(world: World) -> Self {
        Self {
            world,
            start: None,
            steps: 0,
            inputs: 0,
            recorders: Vec::new(),
        }
    }

    /// Gives the world back.
    pub fn into_world(self) -> World {
        self.world
    }

    /// How many steps were made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Where the run is now.
    pub fn run_position(&self) -> RunPosition {
        RunPosition {
            steps: self.steps,
            inputs: self.inputs,
        }
    }

    /// Hands everything that happens from now on to a recorder.
    pub fn record(&mut self, recorder: Box<dyn RunRecorder>) {
        self.recorders.push(recorder);
    }

    /// Ends the recorders.
    pub fn finish_recorders(&mut self) {
        for mut recorder in std::mem::take(&mut self.recorders) {
            recorder.finish(self.steps, &self.world);
        }
    }

    /// Makes a step.
    pub fn step(&mut self) {
        self.world.step();
        self.steps += 1;
        for recorder in &mut self.recorders {
            recorder.step(self.steps, &self.world);
        }
    }

    /// Marks the point to which [`Input::RestoreStart`] returns.
    pub fn mark_start(&mut self) {
        self.start = Some(self.world.snapshot());
        for recorder in &mut self.recorders {
            recorder.mark_start();
        }
    }

    /// Applies an input. Every change from outside passes this function.
    ///
    /// # Errors
    /// When the scene rejects an edit.
    pub fn apply(&mut self, input: Input) -> InputResult {
        for recorder in &mut self.recorders {
            recorder.input(self.steps, &input);
        }
        self.inputs += 1;
        let world = &mut self.world;
        let mut inserted = InsertedNodes::default();
        match input {
            Input::ControllerRequest { robot, request } => world.submit(robot, request),
            Input::RestartController { robot } => world.restart_controller(robot),
            Input::SetLoad { robot, watts } => world.set_load(robot, watts),
            Input::SetField { field, write } => world.set(field, write)?,
            Input::InsertItem { field, at, item } => world.insert_item(field, at, item)?,
            Input::RemoveItem { field, at } => world.remove_item(field, at)?,
            Input::InsertNodes { field, at, source } => {
                (inserted.nodes, inserted.diagnostics) = world.insert(field, at, &source)?;
            }
            Input::PutNodesBack { field, at, source } => {
                (inserted.nodes, inserted.diagnostics) = world.put_back(field, at, &source)?;
            }
            Input::ReplaceNode { field, at, source } => {
                (inserted.nodes, inserted.diagnostics) = world.replace(field, at, &source)?;
            }
            Input::RemoveNode { node } => world.remove(node)?,
            Input::DeviceCommands { robot, commands } => world.command_devices(robot, commands),
            Input::Push {
                node,
                force,
                is_relative,
            } => world.apply_force(node, force, is_relative),
            Input::Reset => world.reset_now(),
            Input::Restore(moment) => world.return_to(&moment.snapshot),
            Input::KeepImported => world.keep_imported(),
            Input::RestoreStart => {
                if let Some(start) = &self.start {
                    world.restore(start);
                }
            }
            Input::TakeSavedImages { robot, tag } => {
                world.take_saved_images(robot, tag);
            }
        }
        Ok(inserted)
    }

    /// Sends a controller's request.
    pub fn submit(&mut self, robot: RobotIndex, request: Request) {
        // only edits can fail
        let _ = self.apply(Input::ControllerRequest { robot, request });
    }

    /// Lets a new controller take over a robot.
    pub fn restart_controller(&mut self, robot: RobotIndex) {
        let _ = self.apply(Input::RestartController { robot });
    }

    /// Sets the power that a robot draws besides its devices.
    pub fn set_load(&mut self, robot: RobotIndex, watts: f64) {
        let _ = self.apply(Input::SetLoad { robot, watts });
    }

    /// Changes a field.
    ///
    /// # Errors
    /// When the scene rejects the value.
    pub fn set(&mut self, field: FieldRef, write: Write) -> Result<(), EditError> {
        self.apply(Input::SetField { field, write }).map(drop)
    }

    /// Inserts an item into a list of values.
    ///
    /// # Errors
    /// When the scene rejects it.
    pub fn insert_item(
        &mut self,
        field: FieldRef,
        at: usize,
        item: Value,
    ) -> Result<(), EditError> {
        self.apply(Input::InsertItem { field, at, item }).map(drop)
    }

    /// Removes an item from a list of values.
    ///
    /// # Errors
    /// When there is no such item.
    pub fn remove_item(&mut self, field: FieldRef, at: usize) -> Result<(), EditError> {
        self.apply(Input::RemoveItem { field, at }).map(drop)
    }

    /// Inserts the nodes of a text into a field.
    ///
    /// # Errors
    /// When the scene rejects them.
    pub fn insert(&mut self, field: FieldRef, at: usize, source: &str) -> InputResult {
        let source = source.to_owned();
        self.apply(Input::InsertNodes { field, at, source })
    }

    /// Puts nodes that were removed into their field again. Their text may name
    /// every PROTO of the world.
    ///
    /// # Errors
    /// When the scene rejects them.
    pub fn put_back(&mut self, field: FieldRef, at: usize, source: &str) -> InputResult {
        let source = source.to_owned();
        self.apply(Input::PutNodesBack { field, at, source })
    }

    /// Replaces a node of a field with the node of a text.
    ///
    /// # Errors
    /// When the scene rejects it; the old node stays.
    pub fn replace(&mut self, field: FieldRef, at: usize, source: &str) -> InputResult {
        let source = source.to_owned();
        self.apply(Input::ReplaceNode { field, at, source })
    }

    /// Removes a node.
    ///
    /// # Errors
    /// When there is no such node, or it must stay.
    pub fn remove(&mut self, node: NodeId) -> Result<(), EditError> {
        self.apply(Input::RemoveNode { node }).map(drop)
    }

    /// Says that the world was saved: imported nodes stay after a reset.
    pub fn keep_imported(&mut self) {
        let _ = self.apply(Input::KeepImported);
    }

    /// The answer for a robot's controller, once.
    pub fn answer(&mut self, robot: RobotIndex) -> Option<Answer> {
        self.world.answer(robot)
    }

    /// The images of a display that a controller wants to save, the newest first.
    pub fn take_saved_images(&mut self, robot: RobotIndex, tag: Tag) -> Vec<(i32, DisplayPicture)> {
        let images = self.world.take_saved_images(robot, tag);
        if !images.is_empty() {
            // the display has them no longer, so nothing is left to do for the input
            let _ = self.apply(Input::TakeSavedImages { robot, tag });
        }
        images
    }

    /// Takes a picture: [`World::render`].
    ///
    /// # Errors
    /// When there is no such picture.
    pub fn render(
        &mut self,
        standpoint: &Standpoint,
        size: Option<[u32; 2]>,
    ) -> Result<RenderedPicture, PictureRequestError> {
        self.world.render(standpoint, size)
    }

    /// Starts or ends the list of what moves: [`World::watch_moves`].
    pub fn watch_moves(&mut self, is_wanted: bool) {
        self.world.watch_moves(is_wanted);
    }

    /// Keeps forces of contacts or not: [`World::watch_contact_forces`].
    pub fn watch_contact_forces(&mut self, is_watched: bool) {
        self.world.watch_contact_forces(is_watched);
    }

    /// What moved since the last call: [`World::take_moves`].
    pub fn take_moves(
        &mut self,
        groups: &BodyGroups,
        each: impl FnMut(u32, BodyPose),
    ) -> Vec<NodeId> {
        self.world.take_moves(groups, each)
    }

    /// What can be seen: [`World::shown_scene`].
    pub fn shown_scene(&mut self, groups: &BodyGroups) -> ShownScene<'_> {
        self.world.shown_scene(groups)
    }

    /// How often a sensor is sampled: [`World::sampling_period`].
    pub fn sampling_period(&mut self, robot: RobotIndex, tag: Tag) -> Option<i32> {
        self.world.sampling_period(robot, tag)
    }

    /// Whether a sensor was sampled in the last step: [`World::is_sampled_now`].
    pub fn is_sampled_now(&mut self, robot: RobotIndex, tag: Tag) -> bool {
        self.world.is_sampled_now(robot, tag)
    }

    /// Why a light sensor measures what it measures.
    pub fn explain(&mut self, robot: RobotIndex, sensor: &str) -> Option<Explanation> {
        self.world.explain(robot, sensor)
    }

    /// [`RunningWorld::explain`] for a device by its tag: several may have the same name.
    pub fn explain_device(&mut self, robot: RobotIndex, tag: Tag) -> Option<Explanation> {
        self.world.explain_device(robot, tag)
    }

    /// What happened in the world since the last call.
    pub fn take_reports(&mut self) -> Vec<Report> {
        self.world.take_reports()
    }

    /// Errors in nodes that were imported or regenerated since the last call.
    pub fn take_findings(&mut self) -> Vec<Diagnostic> {
        self.world.take_findings()
    }
}
