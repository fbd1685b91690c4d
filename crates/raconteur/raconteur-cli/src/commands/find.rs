//! Looks for services on this machine and on the local network.

use std::time::Duration;

use raconteur::Node;

use super::list::OfferedService;
use crate::failure::Failure;

/// The services that can be found within a time.
pub async fn offers(node: &Node, wait: Duration) -> Result<Vec<OfferedService>, Failure> {
    let discovery = node.discover(Default::default()).await?;
    let found = discovery.search(wait, |_| true).await;
    Ok(found
        .into_iter()
        .filter(|service| service.name != "RobotRaconteurServiceIndex")
        .map(|service| OfferedService {
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
        .collect())
}
