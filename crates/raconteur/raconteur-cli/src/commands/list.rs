//! `raconteur list`

use std::collections::BTreeMap;
use std::time::Duration;

use raconteur::Node;
use raconteur::json::JsonConverter;
use raconteur::value::{Record, Value};
use raconteur_robdef::Definitions;
use serde_json::{Value as Json, json};

use super::find;
use crate::arguments::{Arguments, ListArguments};
use crate::failure::Failure;
use crate::output::{self, shown};
use crate::style::Style;
use crate::target;

/// The service that lists the others.
const INDEX: &str = "RobotRaconteurServiceIndex";

/// A service on offer.
pub struct OfferedService {
    pub node: String,
    pub name: String,
    pub object_type: String,
    pub implements: Vec<String>,
    pub urls: Vec<String>,
    pub attributes: BTreeMap<String, Value>,
}

pub async fn run(arguments: &Arguments, list: &ListArguments, style: Style) -> Result<(), Failure> {
    let mut offers = offers(arguments, &list.urls, list.wait).await?;
    if let Some(wanted) = &list.type_name {
        offers.retain(|offer| {
            offer.object_type == *wanted || offer.implements.iter().any(|name| name == wanted)
        });
    }
    if arguments.json {
        let all: Vec<Json> = offers.iter().map(as_json).collect();
        output::print(&shown(&format!("{:#}", Json::Array(all))))?;
    } else {
        print(&offers, style)?;
    }
    Ok(())
}

/// The services of the nodes at URLs; without a URL, those that can be found.
pub async fn offers(
    arguments: &Arguments,
    urls: &[String],
    wait: Duration,
) -> Result<Vec<OfferedService>, Failure> {
    let mut offers = Vec::new();
    if urls.is_empty() {
        offers = find::offers(&Node::new("")?, wait).await?;
    }
    for url in urls {
        offers.extend(index(arguments, url).await?);
    }
    offers.sort_by(|one, other| (&one.node, &one.name).cmp(&(&other.node, &other.name)));
    Ok(offers)
}

/// The services of the node at a URL.
async fn index(arguments: &Arguments, url: &str) -> Result<Vec<OfferedService>, Failure> {
    let session = target::connect(arguments, &index_url(url)).await?;
    let services: BTreeMap<i32, Record> = session.root().call("GetLocalNodeServices", ()).await?;
    let remote = session.remote();
    let node = match &*remote.name {
        "" => remote.id.to_string(),
        name => name.to_owned(),
    };
    session.disconnect().await;
    let mut offers = Vec::new();
    for mut service in services.into_values() {
        let texts = |urls: BTreeMap<i32, String>| urls.into_values().collect();
        let name: String = service.take("Name")?.to()?;
        if name == INDEX {
            continue;
        }
        offers.push(OfferedService {
            node: node.clone(),
            name,
            object_type: service.take("RootObjectType")?.to()?,
            implements: texts(service.take("RootObjectImplements")?.to()?),
            urls: texts(service.take("ConnectionURL")?.to()?),
            attributes: service.take("Attributes")?.to()?,
        });
    }
    Ok(offers)
}

/// The URL of the index on the node that a URL names.
fn index_url(url: &str) -> String {
    let (place, query) = url.split_once('?').unwrap_or((url, ""));
    let kept = query
        .split('&')
        .filter(|part| !part.is_empty() && !part.starts_with("service="));
    let mut query: String = kept.map(|part| format!("{part}&")).collect();
    query.push_str("service=");
    query.push_str(INDEX);
    format!("{place}?{query}")
}

fn attributes(offer: &OfferedService) -> Vec<(String, Json)> {
    // Attributes hold built-in types only, so no definition is needed.
    let none = Definitions::default();
    let texts = JsonConverter::new(&none);
    let entry = |(name, value): (&String, &Value)| (name.clone(), texts.json(value, None));
    offer.attributes.iter().map(entry).collect()
}

fn as_json(offer: &OfferedService) -> Json {
    json!({
        "node": offer.node,
        "name": offer.name,
        "type": offer.object_type,
        "implements": offer.implements,
        "urls": offer.urls,
        "attributes": attributes(offer).into_iter().collect::<serde_json::Map<_, _>>(),
    })
}

fn print(offers: &[OfferedService], style: Style) -> Result<(), Failure> {
    if offers.is_empty() {
        output::print("no services found")?;
    }
    let mut node = None;
    for offer in offers {
        if node != Some(&offer.node) {
            output::print(&style.heading(&offer.node))?;
            node = Some(&offer.node);
        }
        let object_type = shown(&offer.object_type);
        output::print(&format!("  {} {object_type}", style.name(&offer.name)))?;
        for (name, value) in attributes(offer) {
            let (name, value) = (style.faint(&format!("{name}:")), value.to_string());
            output::print(&format!("    {name} {}", shown(&value)))?;
        }
        for url in &offer.urls {
            output::print(&format!("    {}", style.faint(url)))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::index_url;

    #[test]
    fn any_url_of_a_node_leads_to_its_index() {
        let index = "service=RobotRaconteurServiceIndex";
        for (given, expected) in [
            ("rr+tcp://h:1", format!("rr+tcp://h:1?{index}")),
            ("rr+tcp://h:1/?service=x", format!("rr+tcp://h:1/?{index}")),
            (
                "rr+tcp://h?nodename=n&service=x",
                format!("rr+tcp://h?nodename=n&{index}"),
            ),
        ] {
            assert_eq!(index_url(given), expected);
        }
    }
}
