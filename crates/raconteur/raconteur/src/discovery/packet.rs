//! Announcements and requests as text.

use std::net::IpAddr;

use super::is_near;
use crate::message::NodeId;
use crate::url::ServiceUrl;

const ANNOUNCEMENT: &str = "Robot Raconteur Node Discovery Packet";
const REQUEST: &str = "Robot Raconteur Discovery Request Packet";
const LONGEST_URL: usize = 256;
const LONGEST_NAME: usize = 128;
const LONGEST_NONCE: usize = 31;

/// Largest packet that is read.
pub(super) const LARGEST: usize = 8 * 1024;

/// A packet that may be believed as far as a packet can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DiscoveryPacket {
    Announcement(Announcement),
    /// A request for announcements, with its id.
    Request(NodeId),
}

/// What a node says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Announcement {
    pub id: NodeId,
    pub name: String,
    pub url: String,
    pub nonce: String,
}

impl Announcement {
    pub fn to_text(&self) -> String {
        let name = if self.name.is_empty() {
            String::new()
        } else {
            format!(",{}", self.name)
        };
        format!(
            "{ANNOUNCEMENT}\n{}{name}\n{}\nServiceStateNonce: {}\n",
            self.id.braced(),
            self.url,
            self.nonce
        )
    }
}

pub(super) fn request_text(id: NodeId) -> String {
    format!("{REQUEST}\n{}\n", id.braced())
}

/// Parses a packet; an inconsistent one is dropped.
pub(super) fn parse(bytes: &[u8], sender: IpAddr) -> Option<DiscoveryPacket> {
    if bytes.len() > LARGEST {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let mut lines = text.lines();
    match lines.next()? {
        REQUEST => lines
            .next()?
            .trim()
            .parse()
            .ok()
            .map(DiscoveryPacket::Request),
        ANNOUNCEMENT => {
            let who = lines.next()?;
            let (id, name) = who.split_once(',').unwrap_or((who, ""));
            let id: NodeId = id.trim().parse().ok()?;
            let url = lines.next()?.trim();
            check_url(url, id, sender)?;
            let name = name.trim();
            let nonce = lines
                .find_map(|line| line.strip_prefix("ServiceStateNonce:"))
                .map(str::trim)
                .filter(|nonce| nonce.len() <= LONGEST_NONCE)
                .unwrap_or_default();
            Some(DiscoveryPacket::Announcement(Announcement {
                id,
                name: if name.len() <= LONGEST_NAME { name } else { "" }.to_owned(),
                url: url.to_owned(),
                nonce: nonce.to_owned(),
            }))
        }
        _ => None,
    }
}

fn check_url(text: &str, id: NodeId, sender: IpAddr) -> Option<()> {
    if text.len() > LONGEST_URL {
        return None;
    }
    let url: ServiceUrl = text.parse().ok()?;
    if url.node_id != Some(id) {
        return None;
    }
    let host: IpAddr = url.host.parse().ok()?;
    if host.is_loopback() {
        return Some(());
    }
    let related = match (host, sender) {
        (IpAddr::V6(_), IpAddr::V6(_)) => is_near(&host),
        (IpAddr::V4(host), IpAddr::V4(sender)) => host.octets()[..2] == sender.octets()[..2],
        _ => false,
    };
    related.then_some(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const ID: &str = "12345678-1234-1234-1234-1234567890ab";

    fn announcement(url: &str) -> String {
        format!("{ANNOUNCEMENT}\n{{{ID}}},node.name\n{url}\nServiceStateNonce: abc\n")
    }

    fn good_url() -> String {
        format!("rr+tcp://[fe80::1]:29200/?nodeid={ID}&service=RobotRaconteurServiceIndex")
    }

    #[test]
    fn an_announcement_is_read_back() {
        let link: IpAddr = "fe80::2".parse().unwrap();
        let text = announcement(&good_url());
        let Some(DiscoveryPacket::Announcement(read)) = parse(text.as_bytes(), link) else {
            panic!("not read");
        };
        assert_eq!(read.name, "node.name");
        assert_eq!(read.nonce, "abc");
        assert_eq!(read.to_text(), text);
        let id = NodeId::random();
        assert_eq!(
            parse(request_text(id).as_bytes(), link),
            Some(DiscoveryPacket::Request(id))
        );
    }

    #[test]
    fn forged_announcements_are_dropped() {
        let link: IpAddr = "fe80::2".parse().unwrap();
        let other = "22345678-1234-1234-1234-1234567890ab";
        for url in [
            // Another node's identity, a name instead of an address, a far
            // address, another family, a long URL.
            format!("rr+tcp://[fe80::1]:1/?nodeid={other}&service=s"),
            "rr+tcp://[fe80::1]:1/?service=s".to_owned(),
            format!("rr+tcp://example.com:1/?nodeid={ID}&service=s"),
            format!("rr+tcp://[2001:db8::1]:1/?nodeid={ID}&service=s"),
            format!("rr+tcp://10.0.0.1:1/?nodeid={ID}&service=s"),
            format!(
                "rr+tcp://[fe80::1]:1/?nodeid={ID}&service={}",
                "s".repeat(300)
            ),
        ] {
            assert_eq!(parse(announcement(&url).as_bytes(), link), None, "{url}");
        }
        let near: IpAddr = "10.0.3.4".parse().unwrap();
        let url = |host: &str| announcement(&format!("rr+tcp://{host}:1/?nodeid={ID}&service=s"));
        assert!(parse(url("10.0.0.1").as_bytes(), near).is_some());
        assert!(parse(url("10.1.0.1").as_bytes(), near).is_none());
        assert!(parse(url("127.0.0.1").as_bytes(), near).is_some());
        assert_eq!(parse(b"\xff\xfe", near), None);
        assert_eq!(parse(REQUEST.as_bytes(), near), None);
        assert_eq!(parse(&vec![b'x'; 9000], near), None);
    }
}
