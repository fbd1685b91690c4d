//! A world whose robots are driven by recorders, step by step.

use crate::ensemble::Ensemble;
use crate::recorders::sup::RecordedRun;
use foxden_sim::World;

/// A world and its recorders, in process.
pub struct GoldenReplay {
    world: World,
    ensemble: Ensemble,
}

impl GoldenReplay {
    /// Starts the recorders of a world, before its first step. The name is that
    /// of the world's file without extension.
    pub fn new(mut world: World, name: &str) -> Self {
        let mut ensemble = Ensemble::new(&world, name, RecordedRun::First);
        ensemble.start(&mut world);
        Self { world, ensemble }
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world, to be changed between two steps.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Steps once; `false` when the recorders have finished.
    pub fn step(&mut self) -> bool {
        self.ensemble.step(&mut self.world)
    }

    /// What the recorders wrote: what follows the world's name in the file's
    /// name, and the text.
    pub fn tables(&self) -> Vec<(String, String)> {
        self.ensemble.tables()
    }

    /// What a recorder did that cannot be done in process.
    pub fn beyond(&self) -> Option<String> {
        self.ensemble.beyond()
    }
}
