//! Services of devices that have a standard type.

use crate::devices::{self, DeviceKey};
use crate::job::{Scope, StandardDevice, WorldLink, shown};
use crate::names;
use crate::service_set::Offered;
use crate::values::DeviceDescription;
use foxden_scene::NodeId;
use raconteur::Result;
use raconteur::service::Object;
use std::sync::Arc;

/// A device of a standard type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OfferedDevice {
    node: NodeId,
    key: DeviceKey,
}

impl OfferedDevice {
    /// The devices of a world that have a standard type.
    pub(crate) fn all(scope: &mut Scope<'_>) -> Vec<Self> {
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
                    let key = DeviceKey { robot, name };
                    found.push(Self { node, key });
                }
            }
        }
        found
    }
}

impl Offered for OfferedDevice {
    fn title(&self) -> String {
        let (name, robot) = (shown(&self.key.name), shown(&self.key.robot));
        format!("the device {name} of the robot {robot}")
    }

    fn wanted_name(&self) -> String {
        format!("{}_{}", self.key.robot, self.key.name)
    }

    fn make(
        &self,
        scope: &mut Scope<'_>,
        link: &WorldLink,
        service: &str,
    ) -> Result<(Arc<dyn Object>, DeviceDescription)> {
        let object = devices::standard_object(scope, &self.key, link)?;
        let device = scope.device(&self.key.robot, &self.key.name)?;
        let about = self.key.describe(scope, device, "");
        let shared = StandardDevice {
            service: service.to_owned(),
            object: object.clone(),
        };
        scope.state.standard.insert(self.node, shared);
        Ok((object, about))
    }

    fn forget(&self, scope: &mut Scope<'_>) {
        scope.state.standard.remove(&self.node);
    }
}
