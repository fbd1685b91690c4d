//! A thread that owns a world and runs it beside servers.

use crate::pace::Pace;
use crate::participant::Participant;
use crate::run_handle::{ControlMessage, RunHandle};
use crate::run_loop::{RunLoop, Until};
use crate::running_world::RunningWorld;
use crate::stop_flag::StopFlag;
use std::io;
use std::sync::mpsc::{self, SyncSender};
use std::thread::JoinHandle;

/// A world and its participants, with what the starter of the thread wants to have.
pub struct OpenedWorld<T> {
    /// The world.
    pub world: RunningWorld,
    /// Its participants, in the order in which they are called.
    pub participants: Vec<Box<dyn Participant>>,
    /// What [`start`] returns.
    pub held: T,
}

/// The thread of a running world. The run ends when this is dropped.
#[derive(Debug)]
pub struct WorldThread {
    messages: SyncSender<ControlMessage>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for WorldThread {
    fn drop(&mut self) {
        // waits while the channel is full; the thread empties it
        let _ = self.messages.send(ControlMessage::End);
        if let Some(thread) = self.thread.take() {
            // a panic there was reported by its own thread
            let _ = thread.join();
        }
    }
}

/// Starts a thread that opens a world and runs it at a pace.
///
/// # Errors
/// When the world cannot be opened or no thread can be started.
pub fn start<T, E>(
    open: impl FnOnce() -> Result<OpenedWorld<T>, E> + Send + 'static,
    pace: Pace,
) -> Result<(T, RunHandle, WorldThread), E>
where
    T: Send + 'static,
    E: From<io::Error> + Send + 'static,
{
    let (sender, result) = mpsc::channel();
    let thread = std::thread::Builder::new()
        .name("simulation".into())
        .spawn(move || match open() {
            Ok(opened) => {
                let mut participants = opened.participants;
                let mut run_loop = RunLoop::new(opened.world, pace, &StopFlag::default());
                if sender.send(Ok((opened.held, run_loop.handle()))).is_ok() {
                    let borrow = |one| -> &mut dyn Participant { Box::as_mut(one) };
                    let mut participants: Vec<_> = participants.iter_mut().map(borrow).collect();
                    run_loop.run(Until::Stopped, &mut participants);
                    for participant in participants {
                        participant.finish();
                    }
                }
            }
            // a starter that has left needs no answer
            Err(error) => drop(sender.send(Err(error))),
        })?;
    let (held, handle) = result
        .recv()
        .map_err(|_| io::Error::other("the simulation ended while its world was opened"))??;
    let thread = WorldThread {
        messages: handle.messages.clone(),
        thread: Some(thread),
    };
    Ok((held, handle, thread))
}
