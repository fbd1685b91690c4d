//! An animation that a supervisor records while the world runs.
//!
//! It is a recording like that of `--record`. The supervisor's side starts and ends
//! it through the hub; the participant in the thread of the world fills it.

use crate::recording::Recorder;
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where an animation is.
#[derive(Debug)]
pub(crate) enum Stage {
    /// The scene is not in it yet; whether it ends right after that.
    Waiting { is_ending: bool },
    /// Frames are added.
    Running,
}

/// A recording and its stage.
#[derive(Debug)]
pub(crate) struct Animation {
    pub(crate) recorder: Recorder,
    pub(crate) stage: Stage,
}

/// The place of the animation: none or one.
#[derive(Debug, Default)]
pub struct AnimationSlot(Mutex<Option<Animation>>);

impl AnimationSlot {
    fn locked(&self) -> MutexGuard<'_, Option<Animation>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins an animation.
    ///
    /// # Errors
    /// When the file cannot be written, or there is an animation already.
    pub fn start(&self, file: &Path) -> io::Result<()> {
        let mut slot = self.locked();
        if slot.is_some() {
            return Err(io::Error::other("another animation is being recorded"));
        }
        *slot = Some(Animation {
            recorder: Recorder::create(file)?,
            stage: Stage::Waiting { is_ending: false },
        });
        Ok(())
    }

    /// Completes the animation. One that was begun since the last step is completed
    /// by the participant.
    ///
    /// # Errors
    /// When there is none, or the file cannot be written.
    pub fn stop(&self) -> io::Result<()> {
        let mut slot = self.locked();
        match &mut *slot {
            None => Err(io::Error::other("no animation is being recorded")),
            Some(Animation {
                stage: Stage::Waiting { is_ending },
                ..
            }) => {
                *is_ending = true;
                Ok(())
            }
            Some(_) => match slot.take() {
                Some(animation) => animation.recorder.finish(),
                None => Ok(()),
            },
        }
    }

    /// Whether there is one.
    pub(crate) fn is_recording(&self) -> bool {
        self.locked().is_some()
    }

    /// Whether the scene is to be added.
    pub(crate) fn is_waiting(&self) -> bool {
        let slot = self.locked();
        let stage = slot.as_ref().map(|animation| &animation.stage);
        matches!(stage, Some(Stage::Waiting { .. }))
    }

    /// Adds the scene; an animation that has ended already is completed.
    pub(crate) fn begin(&self, work: impl FnOnce(&mut Recorder)) -> io::Result<()> {
        let mut slot = self.locked();
        let Some(animation) = &mut *slot else {
            return Ok(());
        };
        work(&mut animation.recorder);
        let stage = std::mem::replace(&mut animation.stage, Stage::Running);
        match stage {
            Stage::Waiting { is_ending: true } => match slot.take() {
                Some(animation) => animation.recorder.finish(),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Adds to an animation that has its scene.
    pub(crate) fn with(&self, work: impl FnOnce(&mut Recorder)) {
        if let Some(animation) = &mut *self.locked()
            && matches!(animation.stage, Stage::Running)
        {
            work(&mut animation.recorder);
        }
    }
}
