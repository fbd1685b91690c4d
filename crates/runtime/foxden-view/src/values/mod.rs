//! The values of topics. Each function computes one message from the world.

mod energy;
mod image;
mod mechanics;
mod node;
mod robot;
pub(crate) mod slots;

use crate::controller_access::ControllerAccess;
use crate::topic::Topic;
use axum::extract::ws::Message;
use foxden_runtime::run::Run;
use foxden_sim::viewer_data::BodyGroups;
use serde_json::{Value as Json, json};

/// What values are computed from.
pub(crate) struct Context<'a> {
    pub(crate) run: &'a mut Run,
    pub(crate) groups: &'a BodyGroups,
    pub(crate) controllers: &'a mut dyn ControllerAccess,
    /// Parts that Slots did not take.
    pub(crate) refusals: &'a [slots::Refusal],
    /// The number of the topic in pictures.
    pub(crate) number: u16,
}

/// The message of a topic; `None` if there is nothing to say.
pub(crate) fn compute(topic: &Topic, mut context: Context<'_>) -> Option<Message> {
    let time = context.run.world.time();
    let groups = context.groups;
    let world = &context.run.world;
    let values = match topic {
        Topic::Node(node) => node::values(&mut context, *node),
        Topic::Robot(node) => robot::values(&mut context, *node),
        Topic::Explain(node) => energy::explain(&mut context, *node),
        Topic::Chargers => Ok(energy::chargers(world)),
        Topic::Energy => Ok(energy::ledger(world)),
        Topic::Slots => Ok(slots::values(world, context.refusals)),
        Topic::Contacts => Ok(mechanics::contacts(world, groups)),
        Topic::Joints => Ok(mechanics::joints(world)),
        Topic::Outlines => Ok(mechanics::outlines(world, groups)),
        Topic::Masses => Ok(mechanics::masses(world)),
        Topic::Islands => Ok(mechanics::islands(world, groups)),
        Topic::Rays => Ok(mechanics::rays(world)),
        Topic::Image { robot, device } => match image::picture(&context, *robot, device) {
            Ok(picture) => return Some(Message::Binary(picture.into())),
            Err(reason) => Err(reason),
        },
        // the viewer collects these as they come
        Topic::Window(_) => return None,
    };
    let mut message = match values {
        Ok(Json::Object(values)) => Json::Object(values),
        Ok(items) => json!({ "items": items }),
        Err(reason) => json!({ "error": reason }),
    };
    message["type"] = "values".into();
    message["topic"] = topic.to_string().into();
    message["time"] = time.into();
    Some(Message::Text(message.to_string().into()))
}
