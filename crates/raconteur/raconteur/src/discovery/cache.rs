//! Nodes that have announced themselves.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::NodeInfo;
use super::packet::Announcement;
use crate::message::NodeId;

const EXPIRES: Duration = Duration::from_secs(60);
const MOST_NODES: usize = 4096;
const MOST_URLS: usize = 16;

/// Pause between looks for what has expired.
const LOOK: Duration = Duration::from_secs(1);

#[derive(Debug)]
struct CachedNode {
    name: String,
    nonce: String,
    urls: BTreeMap<String, Instant>,
}

#[derive(Debug, Default)]
pub(super) struct DiscoveryCache {
    nodes: BTreeMap<NodeId, CachedNode>,
    looked: Option<Instant>,
}

impl DiscoveryCache {
    /// Adds an announcement. Returns whether it has new information, or `None`
    /// if too many nodes are known already.
    pub fn add(&mut self, announcement: Announcement, now: Instant) -> Option<bool> {
        if self.looked.is_none_or(|looked| now >= looked + LOOK) {
            self.expire(now);
            self.looked = Some(now);
        }
        if self.nodes.len() >= MOST_NODES && !self.nodes.contains_key(&announcement.id) {
            return None;
        }
        let mut news = false;
        let heard = self.nodes.entry(announcement.id).or_insert_with(|| {
            news = true;
            CachedNode {
                name: String::new(),
                nonce: String::new(),
                urls: BTreeMap::new(),
            }
        });
        if heard.nonce != announcement.nonce {
            heard.nonce = announcement.nonce;
            news = true;
        }
        heard.name = announcement.name;
        if heard.urls.len() < MOST_URLS || heard.urls.contains_key(&announcement.url) {
            news |= heard.urls.insert(announcement.url, now).is_none();
        }
        Some(news)
    }

    pub fn expire(&mut self, now: Instant) {
        self.nodes.retain(|_, heard| {
            heard.urls.retain(|_, seen| now < *seen + EXPIRES);
            !heard.urls.is_empty()
        });
    }

    pub fn nodes(&self) -> Vec<NodeInfo> {
        self.nodes
            .iter()
            .map(|(id, heard)| NodeInfo {
                id: *id,
                name: heard.name.clone(),
                urls: heard.urls.keys().cloned().collect(),
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn announcement(id: NodeId, nonce: &str) -> Announcement {
        Announcement {
            id,
            name: "n".into(),
            url: "rr+tcp://[fe80::1]:1/?service=s".into(),
            nonce: nonce.into(),
        }
    }

    #[test]
    fn nodes_expire_and_their_number_is_bounded() {
        let start = Instant::now();
        let mut cache = DiscoveryCache::default();
        let id = NodeId::random();
        assert_eq!(cache.add(announcement(id, "a"), start), Some(true));
        assert_eq!(cache.add(announcement(id, "a"), start), Some(false));
        assert_eq!(cache.add(announcement(id, "b"), start), Some(true));
        for _ in 0..5000 {
            cache.add(announcement(NodeId::random(), "a"), start);
        }
        assert_eq!(cache.nodes().len(), MOST_NODES);
        let other = announcement(NodeId::random(), "a");
        assert_eq!(cache.add(other.clone(), start), None);
        cache.expire(start + Duration::from_secs(61));
        assert!(cache.nodes().is_empty());
        let later = start + Duration::from_secs(61);
        assert_eq!(cache.add(other, later), Some(true));
    }
}
