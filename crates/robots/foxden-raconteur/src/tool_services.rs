//! Services of grippers.

use crate::job::{Scope, WorldLink, shown};
use crate::service_set::Offered;
use crate::standard_robot::MovingParts;
use crate::tool::{self, Gripper, ToolKey};
use crate::values::DeviceDescription;
use foxden_catalogue::NodeType;
use raconteur::Result;
use raconteur::service::Object;
use std::sync::Arc;

impl ToolKey {
    /// The grippers of a world.
    pub(crate) fn all(scope: &mut Scope<'_>) -> Vec<Self> {
        let mut found = scope.find_devices(|robot, name, kind, node| {
            (kind == NodeType::VacuumGripper).then(|| Self {
                gripper: Gripper::Vacuum(node),
                robot: robot.name.clone(),
                name,
            })
        });
        for robot in scope.robots() {
            let fingers = MovingParts::read(&scope.run.world, robot.index).grippers;
            let names = ["gripper".to_owned()].into_iter();
            let names = names.chain((2..).map(|number| format!("gripper {number}")));
            found.extend(fingers.into_iter().zip(names).map(|(one, name)| Self {
                gripper: Gripper::Fingers(one.holder),
                robot: robot.name.clone(),
                name: name.into(),
            }));
        }
        found
    }
}

impl Offered for ToolKey {
    fn title(&self) -> String {
        let (name, robot) = (shown(&self.name), shown(&self.robot));
        format!("the gripper {name} of the robot {robot}")
    }

    fn wanted_name(&self) -> String {
        format!("{}_{}", self.robot, self.name)
    }

    fn robot(&self) -> Option<&Arc<str>> {
        Some(&self.robot)
    }

    fn make(
        &self,
        scope: &mut Scope<'_>,
        link: &WorldLink,
        _service: &str,
    ) -> Result<(Arc<dyn Object>, DeviceDescription)> {
        let object: Arc<dyn Object> = Arc::new(tool::object(scope, self, link));
        Ok((object, self.describe(scope)))
    }
}
