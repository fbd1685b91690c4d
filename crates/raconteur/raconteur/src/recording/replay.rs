//! Offers recorded wires again.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use super::{Recording, RecordingError};
use crate::client::ObjectStep;
use crate::error::{Error, ErrorCode};
use crate::members::Wire;
use crate::service::{DynamicObject, Object, Service};

/// Services that play a recording.
///
/// The services, objects and wires have the names and types that were
/// recorded. Members that were not recorded answer with an error.
///
/// ```no_run
/// # async fn example(recording: raconteur::recording::Recording) -> Result<(), Box<dyn std::error::Error>> {
/// use raconteur::recording::Replay;
/// let replay = Replay::new(recording)?;
/// println!("{} services, {:?}", replay.services().len(), replay.duration());
/// replay.wait_for_client().await;
/// replay.play(2.0).await;
/// # Ok(()) }
/// ```
pub struct Replay {
    recording: Recording,
    wires: Vec<Wire>,
    services: Vec<(String, Arc<dyn Object>)>,
    connected: Arc<Notify>,
}

/// An object of a recorded service.
#[derive(Default)]
struct RecordedObject {
    type_name: String,
    wires: BTreeMap<String, Wire>,
    objects: BTreeMap<ObjectStep, RecordedObject>,
}

impl RecordedObject {
    /// The object at a path, with the types of the objects on the way.
    fn at(&mut self, steps: &[ObjectStep], types: &[String]) -> Option<&mut Self> {
        let (own, rest) = types.split_first()?;
        if self.type_name.is_empty() {
            self.type_name.clone_from(own);
        }
        match steps.split_first() {
            None => Some(self),
            Some((step, steps)) => self
                .objects
                .entry(step.clone())
                .or_default()
                .at(steps, rest),
        }
    }

    fn into_object(self) -> Arc<dyn Object> {
        let mut object = DynamicObject::new(self.type_name);
        for (name, wire) in &self.wires {
            object = object.wire(name, wire);
        }
        let mut references: BTreeMap<String, BTreeMap<Option<String>, Arc<dyn Object>>> =
            BTreeMap::new();
        for (step, inner) in self.objects {
            references
                .entry(step.member)
                .or_default()
                .insert(step.index, inner.into_object());
        }
        for (name, found) in references {
            object = object.object(&name, move |index, _| {
                found
                    .get(&index.map(str::to_owned))
                    .cloned()
                    .ok_or_else(|| {
                        Error::new(ErrorCode::ObjectNotFound, "the object was not recorded")
                    })
            });
        }
        Arc::new(object)
    }
}

impl Replay {
    /// Prepares the services of a recording.
    pub fn new(recording: Recording) -> Result<Self, RecordingError> {
        let connected = Arc::new(Notify::new());
        let mut roots: BTreeMap<String, RecordedObject> = BTreeMap::new();
        let mut wires = Vec::new();
        for recorded in recording.wires() {
            let wire: Wire = Wire::new();
            let notify = connected.clone();
            wire.on_connect(move |_| notify.notify_one());
            let root = roots.entry(recorded.service.clone()).or_default();
            let object = root.at(&recorded.path.objects, &recorded.object_types);
            if let Some(object) = object {
                let member = recorded.path.member.clone();
                object.wires.insert(member, wire.clone());
            }
            wires.push(wire);
        }
        if roots.is_empty() {
            return Err(RecordingError::Format("it has no wires".into()));
        }
        let services = roots
            .into_iter()
            .map(|(name, root)| (name, root.into_object()))
            .collect();
        Ok(Self {
            recording,
            wires,
            services,
            connected,
        })
    }

    /// The services, to be registered with a node.
    pub fn services(&self) -> Vec<Service> {
        let schema = self.recording.schema();
        self.services
            .iter()
            .map(|(name, root)| Service::shared(name, schema.clone(), root.clone()))
            .collect()
    }

    /// From the first value to the last.
    pub fn duration(&self) -> Duration {
        let messages = self.recording.messages();
        match (messages.first(), messages.last()) {
            (Some(first), Some(last)) => {
                Duration::from_nanos(last.received.saturating_sub(first.received))
            }
            _ => Duration::ZERO,
        }
    }

    /// Waits until a client connects to a wire.
    pub async fn wait_for_client(&self) {
        self.connected.notified().await;
    }

    /// Sends all values with the pauses that were recorded, divided by the
    /// speed. A speed of zero or less, or NaN, is taken as 1.
    pub async fn play(&self, speed: f64) {
        let speed = if speed > 0.0 { speed } else { 1.0 };
        let messages = self.recording.messages();
        let Some(first) = messages.first() else {
            return;
        };
        let begin = Instant::now();
        for message in messages {
            let after = Duration::from_nanos(message.received - first.received);
            let after = Duration::try_from_secs_f64(after.as_secs_f64() / speed);
            if let Ok(after) = after {
                tokio::time::sleep_until(begin + after).await;
            }
            let wire = &self.wires[message.wire];
            if let Err(error) = wire.send_at(message.value.clone(), message.time) {
                tracing::debug!("a recorded value was not sent: {error}");
            }
        }
    }
}

impl std::fmt::Debug for Replay {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Replay")
            .field("wires", &self.recording.wires())
            .finish_non_exhaustive()
    }
}
