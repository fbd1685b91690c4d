//! Nodes by number, name and tag.

use super::Work;
use crate::scene_access as access;
use foxden_protocol::Tag;
use foxden_protocol::supervisor::{SupervisorAnswer, SupervisorRequest};

impl Work<'_> {
    /// Finds a node; `false` if the request is for something else.
    pub(super) fn find_node(&mut self, request: &SupervisorRequest) -> bool {
        match request {
            SupervisorRequest::NodeById { node } => {
                if let Some(id) = self.node(*node) {
                    let found = access::describe(self.world.scene(), self.context.devices, id);
                    if !found.is_internal {
                        self.knowledge.learn(self.world, found.node);
                    }
                    self.tell(SupervisorAnswer::NodeById(found));
                }
            }
            SupervisorRequest::NodeByDef { def, proto } => {
                let scene = self.world.scene();
                let inside = proto.filter(|proto| proto.0 > 0);
                let inside = inside.map(|proto| access::node(scene, proto));
                let found = match inside {
                    Some(None) => None,
                    Some(Some(proto)) => access::find_def(scene, def, Some(proto)),
                    None => access::find_def(scene, def, None),
                };
                let found = found.map_or_else(access::nothing, |id| {
                    access::describe(scene, self.context.devices, id)
                });
                self.knowledge.learn(self.world, found.node);
                self.tell(SupervisorAnswer::NodeByDef(access::report(found)));
            }
            SupervisorRequest::NodeByTag { tag: Tag(tag) } => {
                let device = usize::from(*tag)
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
            // nobody selects anything without a window
            SupervisorRequest::SelectedNode => {}
            _ => return false,
        }
        true
    }
}
