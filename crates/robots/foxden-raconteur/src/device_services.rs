//! Services of devices that have a standard type.

use crate::devices::{self, DeviceKey};
use crate::job::{Scope, StandardDevice, WorldLink, shown};
use crate::names::{self, service_name};
use crate::server::RaconteurServer;
use crate::services::offer;
use foxden_scene::NodeId;
use raconteur::{Result, ServiceHandle};
use std::collections::{BTreeMap, HashSet};

/// The services of the devices of a world.
#[derive(Default)]
pub(crate) struct DeviceServices(BTreeMap<NodeId, (DeviceKey, ServiceHandle)>);

impl DeviceServices {
    /// The handles of the services.
    pub(crate) fn handles(&self) -> impl Iterator<Item = &ServiceHandle> {
        self.0.values().map(|(_, handle)| handle)
    }

    /// Closes all services.
    pub(crate) fn close(&mut self) {
        for (_, (_, service)) in std::mem::take(&mut self.0) {
            service.close();
        }
    }

    /// Registers services of new devices and closes those of devices that are gone or
    /// have another name; returns what did not work.
    pub(crate) fn follow(
        &mut self,
        server: &RaconteurServer,
        scope: &mut Scope<'_>,
        link: &WorldLink,
    ) -> Vec<String> {
        let present = standard_devices(scope);
        let gone = self.0.iter().filter(|(node, (key, _))| {
            let same = present.iter().find(|(one, _)| one == *node);
            same.is_none_or(|(_, other)| other != key)
        });
        let gone: Vec<NodeId> = gone.map(|(node, _)| *node).collect();
        for node in gone {
            if let Some((_, service)) = self.0.remove(&node) {
                service.close();
            }
            scope.state.standard.remove(&node);
        }
        let mut remarks = Vec::new();
        for (node, key) in present {
            if self.0.contains_key(&node) {
                continue;
            }
            match offer_device(server, scope, link, node, &key) {
                Ok(service) => {
                    self.0.insert(node, (key, service));
                }
                Err(error) => remarks.push(format!(
                    "device {} of the robot {} is not offered: {error}",
                    shown(&key.name),
                    shown(&key.robot)
                )),
            }
        }
        remarks
    }
}

/// The devices of a world that have a standard type.
fn standard_devices(scope: &mut Scope<'_>) -> Vec<(NodeId, DeviceKey)> {
    let robots = scope.names().robots.clone();
    let world = &scope.run.world;
    let mut found = Vec::new();
    for (robot, node) in robots {
        let Some(index) = world.robot_of(node) else {
            continue;
        };
        for (name, (_, kind, node)) in names::devices(world, index) {
            if devices::is_standard(kind) {
                let robot = robot.clone();
                found.push((node, DeviceKey { robot, name }));
            }
        }
    }
    found
}

fn offer_device(
    server: &RaconteurServer,
    scope: &mut Scope<'_>,
    link: &WorldLink,
    node: NodeId,
    key: &DeviceKey,
) -> Result<ServiceHandle> {
    let taken: HashSet<String> = server.node().services().into_iter().collect();
    let service = service_name(&format!("{}_{}", key.robot, key.name), &taken);
    let object = devices::standard_object(scope, key, link)?;
    let device = scope.device(&key.robot, &key.name)?;
    let about = key.describe(scope, device, "");
    let handle = offer(server, &service, object.clone(), &about)?;
    let shared = StandardDevice { service, object };
    scope.state.standard.insert(node, shared);
    Ok(handle)
}
