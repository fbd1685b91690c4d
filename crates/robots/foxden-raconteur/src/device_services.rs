//! Services of devices that have a standard type.

use crate::devices::{self, DeviceKey};
use crate::job::{Scope, StandardDevice, WorldLink, shown};
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
        scope.find_devices(|robot, name, kind, node| {
            let robot = robot.name.clone();
            let key = DeviceKey { robot, name };
            devices::is_standard(kind).then_some(Self { node, key })
        })
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
