//! `raconteur browse`

use std::io::IsTerminal;

use raconteur::client::Session;
use raconteur::json::{DeclaredType, JsonConverter};
use raconteur::value::Value;
use raconteur_robdef::MemberKind;
use serde_json::{Map, Value as Json, json};

use super::list;
use crate::arguments::{Arguments, BrowseArguments};
use crate::failure::Failure;
use crate::output::{self, shown};
use crate::style::Style;
use crate::target;

/// Longest value that is shown.
const LONGEST_VALUE: usize = 100;

/// Clears the screen and goes to its first line.
const CLEAR: &str = "\x1b[H\x1b[2J";

/// A service that is looked at.
struct BrowsedService {
    url: String,
    name: String,
    session: Option<Session>,
}

/// A member with its value, or the reason why there is none.
struct Reading {
    member: String,
    keyword: &'static str,
    value: Result<Json, String>,
}

pub async fn run(
    arguments: &Arguments,
    browse: &BrowseArguments,
    style: Style,
) -> Result<(), Failure> {
    let mut services = services(arguments, browse).await?;
    if services.is_empty() {
        return output::print("no services found");
    }
    let on_terminal = std::io::stdout().is_terminal() && !arguments.json;
    let readings = browse
        .count
        .unwrap_or(if on_terminal { u64::MAX } else { 1 });
    for number in 0..readings {
        if number > 0 {
            tokio::time::sleep(browse.interval).await;
        }
        let mut lines = Vec::new();
        for service in &mut services {
            let found = service.read(arguments).await;
            lines.extend(match arguments.json {
                true => vec![as_json(service, &found)],
                false => as_lines(service, &found, style, on_terminal),
            });
        }
        let clear = if on_terminal { CLEAR } else { "" };
        output::print(&format!("{clear}{}", lines.join("\n")))?;
    }
    for service in services {
        if let Some(session) = service.session {
            session.disconnect().await;
        }
    }
    Ok(())
}

/// The services to look at: those of URLs, or of all nodes that are found.
async fn services(
    arguments: &Arguments,
    browse: &BrowseArguments,
) -> Result<Vec<BrowsedService>, Failure> {
    let is_service = |url: &&String| url.contains("service=");
    let (services, nodes): (Vec<&String>, Vec<&String>) = browse.urls.iter().partition(is_service);
    let mut found: Vec<BrowsedService> = services
        .into_iter()
        .map(|url| BrowsedService {
            url: url.clone(),
            name: url
                .parse()
                .map_or_else(|_| url.clone(), |url: raconteur::ServiceUrl| url.service),
            session: None,
        })
        .collect();
    if browse.urls.is_empty() || !nodes.is_empty() {
        let nodes: Vec<String> = nodes.into_iter().cloned().collect();
        let offers = list::offers(arguments, &nodes, browse.wait).await?;
        found.extend(offers.into_iter().filter_map(|offer| {
            Some(BrowsedService {
                url: offer.urls.into_iter().next()?,
                name: offer.name,
                session: None,
            })
        }));
    }
    Ok(found)
}

impl BrowsedService {
    /// Reads all properties and wires of the root object. A connection that
    /// was lost is opened again with the next reading.
    async fn read(&mut self, arguments: &Arguments) -> Result<Vec<Reading>, String> {
        if self.session.as_ref().is_none_or(Session::is_closed) {
            let session = target::connect(arguments, &self.url).await;
            self.session = Some(session.map_err(|failure| failure.to_string())?);
        }
        match &self.session {
            Some(session) => Ok(read_members(session).await),
            None => Ok(Vec::new()),
        }
    }
}

async fn read_members(session: &Session) -> Vec<Reading> {
    let schema = session.schema();
    let root = session.root();
    let type_name = root.schema().type_name.to_string();
    let (service, own) = type_name.rsplit_once('.').unwrap_or(("", &type_name));
    let definition = schema.definition(service);
    let declared =
        definition.and_then(|definition| definition.object(own).map(|object| (definition, object)));
    let Some((definition, object)) = declared else {
        return Vec::new();
    };
    let converter = JsonConverter::new(schema.definitions());
    let mut readings = Vec::new();
    for member in &object.members {
        let (value, data_type) = match &member.kind {
            MemberKind::Property(property) => {
                (root.get::<Value>(&member.name).await, &property.data_type)
            }
            MemberKind::Wire(wire) => {
                let peeked = root.peek_in::<Value>(&member.name).await;
                (peeked.map(|(value, _)| value), &wire.data_type)
            }
            _ => continue,
        };
        let typed = DeclaredType {
            data_type,
            definition,
        };
        readings.push(Reading {
            member: member.name.clone(),
            keyword: member.kind.keyword(),
            value: value
                .map(|value| converter.json(&value, Some(typed)))
                .map_err(|error| error.message),
        });
    }
    readings
}

fn as_json(service: &BrowsedService, found: &Result<Vec<Reading>, String>) -> String {
    let json = match found {
        Ok(readings) => {
            let values: Map<String, Json> = readings
                .iter()
                .map(|reading| {
                    let value = match &reading.value {
                        Ok(value) => json!({ "value": value }),
                        Err(reason) => json!({ "error": reason }),
                    };
                    (reading.member.clone(), value)
                })
                .collect();
            json!({ "service": service.name, "url": service.url, "members": values })
        }
        Err(reason) => json!({ "service": service.name, "url": service.url, "error": reason }),
    };
    shown(&json.to_string()).into_owned()
}

fn as_lines(
    service: &BrowsedService,
    found: &Result<Vec<Reading>, String>,
    style: Style,
    on_terminal: bool,
) -> Vec<String> {
    let mut lines = vec![format!(
        "{} {}",
        style.heading(&service.name),
        style.faint(&service.url)
    )];
    match found {
        Err(reason) => lines.push(format!("  {}", style.faint(reason))),
        Ok(readings) => {
            for reading in readings {
                let value = match &reading.value {
                    Ok(Json::String(text)) => shorten(&shown(text), on_terminal),
                    Ok(value) => shorten(&shown(&value.to_string()), on_terminal),
                    Err(reason) => style.faint(&shorten(reason, on_terminal)),
                };
                let (name, kind) = (style.name(&reading.member), style.faint(reading.keyword));
                lines.push(format!("  {name} {kind} {value}"));
            }
        }
    }
    lines
}

/// One line of a terminal; other programs get all.
fn shorten(text: &str, on_terminal: bool) -> String {
    let line = text.replace('\n', " ");
    match line.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) if on_terminal => format!("{}…", &line[..end]),
        _ => line,
    }
}
