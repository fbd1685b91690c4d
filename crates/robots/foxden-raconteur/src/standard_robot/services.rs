//! Services of robots of the standard type.

use super::{MovingParts, TYPE, object};
use crate::job::{NamedRobot, Scope, WorldLink, shown};
use crate::service_set::Offered;
use crate::values::DeviceDescription;
use foxden_scene::NodeId;
use raconteur::Result;
use raconteur::service::Object;
use std::sync::Arc;

/// A robot of the standard type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MovingRobot {
    node: NodeId,
    name: Arc<str>,
}

impl MovingRobot {
    /// The robots of a world that can move.
    pub(crate) fn all(scope: &mut Scope<'_>) -> Vec<Self> {
        let robots = scope.robots().into_iter();
        let world = &scope.run.world;
        let moving = robots.filter(|robot| MovingParts::read(world, robot.index).has_axes());
        let offered = |robot: NamedRobot| Self {
            node: robot.node,
            name: robot.name,
        };
        moving.map(offered).collect()
    }
}

impl Offered for MovingRobot {
    fn title(&self) -> String {
        format!("the robot {} as a standard robot", shown(&self.name))
    }

    fn wanted_name(&self) -> String {
        format!("{}_robot", self.name)
    }

    fn robot(&self) -> Option<&Arc<str>> {
        Some(&self.name)
    }

    fn make(
        &self,
        scope: &mut Scope<'_>,
        link: &WorldLink,
        service: &str,
    ) -> Result<(Arc<dyn Object>, DeviceDescription)> {
        let (index, node) = scope.robot(&self.name)?;
        let parts = MovingParts::read(&scope.run.world, index);
        let (members, drive) = object(scope, &self.name, parts, link)?;
        let state = &mut scope.state;
        state.standard_names.insert(node, service.to_owned());
        state.drives.insert(node, drive);
        let about = scope.describe(node, &self.name, TYPE, None);
        Ok((Arc::new(members), about))
    }

    fn forget(&self, scope: &mut Scope<'_>) {
        scope.state.drives.remove(&self.node);
        scope.state.standard_names.remove(&self.node);
    }
}
