//! Services of things that come and go while a world runs.

use crate::job::{Scope, WorldLink};
use crate::names::service_name;
use crate::server::RaconteurServer;
use crate::services::{DEVICE, attributes, offer};
use crate::short_names::OnlyOne;
use crate::values::DeviceDescription;
use raconteur::service::Object;
use raconteur::{Result, ServiceHandle};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Something of a world that has a service of its own. It is another thing if it gets another
/// name. Services are listed in its order.
pub(crate) trait Offered: Clone + Ord {
    /// What messages call it.
    fn title(&self) -> String;

    /// The name of its service, if no other service has it.
    fn wanted_name(&self) -> String;

    /// The robot that clients command through its service.
    fn robot(&self) -> Option<&Arc<str>> {
        None
    }

    /// The root object of its service, which has got a name, and what describes it.
    ///
    /// # Errors
    /// When it is not in the world any more.
    fn make(
        &self,
        scope: &mut Scope<'_>,
        link: &WorldLink,
        service: &str,
    ) -> Result<(Arc<dyn Object>, DeviceDescription)>;

    /// Forgets what `make` has left for others.
    fn forget(&self, _scope: &mut Scope<'_>) {}
}

/// A service with its root object.
pub(crate) struct OfferedService {
    pub(crate) handle: ServiceHandle,
    object: Arc<dyn Object>,
    about: DeviceDescription,
    /// Whether programs that look for a device find it by the name of the device.
    has_device_name: bool,
}

impl OfferedService {
    /// Registers an object as a service with the attributes of a device.
    pub(crate) fn register(
        server: &RaconteurServer,
        name: &str,
        object: Arc<dyn Object>,
        about: DeviceDescription,
    ) -> Result<Self> {
        let handle = offer(server, name, object.clone(), &about)?;
        Ok(Self {
            handle,
            object,
            about,
            has_device_name: true,
        })
    }

    /// Gives up the name of its device where standard services have the same one: a program that
    /// looks for a device by its name knows the standard types only.
    pub(crate) fn yield_device_name(&mut self, standard: &HashSet<String>) {
        let has_device_name = !standard.contains(&self.about.name);
        if std::mem::replace(&mut self.has_device_name, has_device_name) == has_device_name {
            return;
        }
        let mut attributes = attributes(&self.about);
        attributes.retain(|name, _| has_device_name || name != DEVICE);
        self.handle.set_attributes(attributes);
    }
}

/// The services of all things of a kind.
pub(crate) struct ServiceSet<K>(BTreeMap<K, OfferedService>);

impl<K> Default for ServiceSet<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Offered> ServiceSet<K> {
    /// The handles of the services.
    pub(crate) fn handles(&self) -> impl Iterator<Item = &ServiceHandle> {
        self.0.values().map(|service| &service.handle)
    }

    /// The only service whose root object has a type, if there is just one.
    pub(crate) fn only(&self, type_name: &str) -> Option<OnlyOne> {
        let mut of_type = self
            .0
            .iter()
            .filter(|(_, one)| one.object.type_name() == type_name);
        let (key, first) = of_type.next()?;
        let only = || OnlyOne {
            object: first.object.clone(),
            about: first.about.clone(),
            robot: key.robot().cloned(),
        };
        of_type.next().is_none().then(only)
    }

    /// The names of their devices.
    pub(crate) fn device_names(&self) -> impl Iterator<Item = String> {
        self.0.values().map(|service| service.about.name.clone())
    }

    /// Gives up names of devices that standard services have.
    pub(crate) fn yield_device_names(&mut self, standard: &HashSet<String>) {
        for service in self.0.values_mut() {
            service.yield_device_name(standard);
        }
    }

    /// Closes all services.
    pub(crate) fn close(&mut self) {
        for (_, service) in std::mem::take(&mut self.0) {
            service.handle.close();
        }
    }

    /// Registers services of what is new and closes those of what is gone; returns what did
    /// not work.
    pub(crate) fn follow(
        &mut self,
        present: Vec<K>,
        server: &RaconteurServer,
        scope: &mut Scope<'_>,
        link: &WorldLink,
    ) -> Vec<String> {
        self.0.retain(|key, service| {
            let is_there = present.contains(key);
            if !is_there {
                service.handle.close();
                scope.state.robot_handles.remove(&service.handle);
                key.forget(scope);
            }
            is_there
        });
        let mut remarks = Vec::new();
        for key in present {
            if self.0.contains_key(&key) {
                continue;
            }
            match register(&key, server, scope, link) {
                Ok(service) => {
                    if let Some(robot) = key.robot() {
                        let handles = &mut scope.state.robot_handles;
                        handles.add(robot.clone(), &service.handle);
                    }
                    self.0.insert(key, service);
                }
                Err(error) => {
                    key.forget(scope);
                    remarks.push(format!("{} is not offered: {error}", key.title()));
                }
            }
        }
        remarks
    }
}

fn register<K: Offered>(
    key: &K,
    server: &RaconteurServer,
    scope: &mut Scope<'_>,
    link: &WorldLink,
) -> Result<OfferedService> {
    let taken: HashSet<String> = server.node().services().into_iter().collect();
    let name = service_name(&key.wanted_name(), &taken);
    let (object, about) = key.make(scope, link, &name)?;
    OfferedService::register(server, &name, object, about)
}
