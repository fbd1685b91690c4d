//! Services of grippers.

use crate::job::{Scope, WorldLink, shown};
use crate::names;
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
        let robots = scope.names().robots.clone();
        let world = &scope.run.world;
        let mut found = Vec::new();
        for (robot, node) in robots {
            let Some(index) = world.robot_of(node) else {
                continue;
            };
            for (name, (_, kind, node)) in names::devices(world, index) {
                if kind == NodeType::VacuumGripper {
                    found.push(Self {
                        gripper: Gripper::Vacuum(node),
                        robot: robot.clone(),
                        name,
                    });
                }
            }
            let fingers = MovingParts::read(world, index).grippers;
            for (at, one) in fingers.into_iter().enumerate() {
                let name = match at {
                    0 => "gripper".to_owned(),
                    at => format!("gripper {}", at + 1),
                };
                found.push(Self {
                    gripper: Gripper::Fingers(one.holder),
                    robot: robot.clone(),
                    name: name.into(),
                });
            }
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
