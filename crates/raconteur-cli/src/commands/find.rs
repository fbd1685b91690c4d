//! Looks for services on this machine and on the local network.

use std::time::Duration;

use raconteur::Node;

use super::list::Offer;
use crate::failure::Failure;

/// The services that can be found within a time, sorted by node and name.
pub async fn offers(node: &Node, wait: Duration) -> Result<Vec<Offer>, Failure> {
    let discovery = node.discover(Default::default()).await?;
    let found = discovery.search(wait, |_| true).await;
    let mut offers: Vec<Offer> = found
        .into_iter()
        .filter(|service| service.name != "RobotRaconteurServiceIndex")
        .map(|service| Offer {
            node: if service.node_name.is_empty() {
                service.node_id.to_string()
            } else {
                service.node_name
            },
            name: service.name,
            object_type: service.object_type,
            implements: service.implements,
            urls: service.urls,
            attributes: service.attributes,
        })
        .collect();
    offers.sort_by(|one, other| (&one.node, &one.name).cmp(&(&other.node, &other.name)));
    Ok(offers)
}
