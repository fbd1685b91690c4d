//! The world of the den as the service `world`, as any other world has it. The service `den` is a
//! smaller picture of it, in two dimensions.

use crate::servers::DenOpenError;
use foxden_raconteur::server::RaconteurServer;
use foxden_raconteur::services::{WorldOptions, WorldServices};
use foxden_runtime::participant::{Participant, Readiness};
use foxden_runtime::run::Run;
use foxden_runtime::run_handle::RunHandle;
use foxden_view::controller_access::UnreachableControllers;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;
use tokio::sync::oneshot;

/// The den drives all robots: clients of the world watch them, and drive Reynard through his own
/// services.
const REFUSAL: &str = "Reynard is driven by his services";

/// What the service is registered with, and where the result goes.
struct Opening {
    server: Arc<RaconteurServer>,
    run: RunHandle,
    world_name: String,
    done: oneshot::Sender<raconteur::Result<()>>,
}

/// The participant that offers the world, from the moment at which there is a node.
pub(crate) struct WorldService {
    openings: Receiver<Opening>,
    services: Option<WorldServices>,
}

/// Has the service registered.
pub(crate) struct WorldServiceOpener(SyncSender<Opening>);

impl WorldService {
    /// The participant, and what opens the service.
    pub(crate) fn new() -> (Self, WorldServiceOpener) {
        let (sender, openings) = sync_channel(1);
        let service = Self {
            openings,
            services: None,
        };
        (service, WorldServiceOpener(sender))
    }
}

impl WorldServiceOpener {
    /// Registers the service on a node.
    ///
    /// # Errors
    /// When the run has ended or the node does not take the service.
    pub(crate) async fn open(
        &self,
        server: Arc<RaconteurServer>,
        run: &RunHandle,
        world_name: String,
    ) -> Result<(), DenOpenError> {
        let (done, result) = oneshot::channel();
        let opening = Opening {
            server,
            run: run.clone(),
            world_name,
            done,
        };
        let ended = || DenOpenError::System(std::io::Error::other("the simulation has ended"));
        self.0.try_send(opening).map_err(|_| ended())?;
        run.wake();
        result
            .await
            .map_err(|_| ended())?
            .map_err(DenOpenError::Node)
    }
}

impl Participant for WorldService {
    fn take_commands(&mut self, run: &mut Run) -> bool {
        if let Ok(opening) = self.openings.try_recv() {
            let options = WorldOptions {
                name: opening.world_name,
                controllers: Box::new(UnreachableControllers::driven_by("den", REFUSAL)),
                has_robot_services: false,
                is_reloadable: false,
                ..WorldOptions::default()
            };
            let opened = WorldServices::open_in(&opening.server, opening.run, run, options);
            // who opens it waits for this
            let _ = opening
                .done
                .send(opened.map(|services| self.services = Some(services)));
        }
        self.services
            .as_mut()
            .is_some_and(|services| services.take_commands(run))
    }

    fn poll_ready(&mut self, run: &mut Run, limit: Duration) -> Readiness {
        match &mut self.services {
            Some(services) => services.poll_ready(run, limit),
            None => Readiness::Ready,
        }
    }

    fn before_step(&mut self, run: &mut Run) {
        if let Some(services) = &mut self.services {
            services.before_step(run);
        }
    }

    fn after_step(&mut self, run: &mut Run) -> ControlFlow<()> {
        match &mut self.services {
            Some(services) => services.after_step(run),
            None => ControlFlow::Continue(()),
        }
    }

    fn publish(&mut self, run: &mut Run) {
        if let Some(services) = &mut self.services {
            services.publish(run);
        }
    }

    fn finish(&mut self) {
        // clients get a message that the services end
        self.services = None;
    }
}
