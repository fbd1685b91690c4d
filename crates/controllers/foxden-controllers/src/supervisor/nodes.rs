//! Nodes by number, name and tag.

use super::RequestHandler;
use crate::scene_access as access;
use foxden_protocol::supervisor::SupervisorAnswer;
use foxden_protocol::{Tag, Uid};

impl RequestHandler<'_> {
    /// Describes the node with a number.
    pub(super) fn node_by_id(&mut self, node: Uid) {
        if let Some(id) = self.node(node) {
            let found = access::describe(self.world.scene(), self.context.devices, id);
            if !found.is_internal {
                self.knowledge.learn(self.world, found.node);
            }
            self.tell(SupervisorAnswer::NodeById(found));
        }
    }

    /// Describes the node with a DEF name, in the scene or inside of a PROTO.
    pub(super) fn node_by_def(&mut self, def: &str, proto: Option<Uid>) {
        let scene = self.world.scene();
        // an instance that is gone is no instance, and the name is looked for in the scene
        let inside = proto.filter(|proto| proto.0 > 0);
        let inside = inside.and_then(|proto| access::node(scene, proto));
        let found = access::find_def(scene, def, inside);
        let found = found.map_or_else(access::nothing, |id| {
            access::describe(scene, self.context.devices, id)
        });
        self.knowledge.learn(self.world, found.node);
        self.tell(SupervisorAnswer::NodeByDef(access::report(found)));
    }

    /// Describes the node of a device; 0 is the robot.
    pub(super) fn node_by_tag(&mut self, Tag(tag): Tag) {
        let device = usize::from(tag)
            .checked_sub(1)
            .and_then(|at| self.context.devices.get(at));
        let id = match (tag, device) {
            (0, _) => Some(self.context.node),
            (_, device) => device.map(|device| device.node),
        };
        if let Some(id) = id {
            let found = access::describe(self.world.scene(), self.context.devices, id);
            self.knowledge.learn(self.world, found.node);
            self.tell(SupervisorAnswer::NodeByTag(found));
        }
    }
}
