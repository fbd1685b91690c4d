//! `raconteur info`

use raconteur::client::Session;
use raconteur::json::JsonConverter;
use raconteur_robdef::{Object, ServiceDefinition};
use serde_json::{Map, Value as Json, json};

use crate::arguments::{Arguments, InfoArguments};
use crate::failure::Failure;
use crate::output::{self, shown};
use crate::style::Style;
use crate::target;

pub async fn run(arguments: &Arguments, info: &InfoArguments, style: Style) -> Result<(), Failure> {
    let session = target::connect(arguments, &info.url).await?;
    let object = target::object(&session, info.object.as_deref()).await?;
    let type_name = object.schema().type_name.to_string();
    let schema = session.schema();
    let (service, own) = type_name.rsplit_once('.').unwrap_or(("", &type_name));
    if info.definition {
        for name in schema.closure(service) {
            if let Some(text) = schema.text(&name) {
                output::print(&format!("{}\n", shown(text.trim_end())))?;
            }
        }
    } else {
        let definition = schema.definition(service);
        let declared = definition
            .and_then(|definition| definition.object(own).map(|object| (definition, object)));
        if arguments.json {
            let json = format!("{:#}", as_json(&session, &type_name, declared));
            output::print(&shown(&json))?;
        } else {
            output::print(&description(&session, &type_name, declared, style))?;
        }
    }
    session.disconnect().await;
    Ok(())
}

fn attributes(session: &Session) -> Map<String, Json> {
    let schema = session.schema();
    let texts = JsonConverter::new(schema.definitions());
    session
        .attributes()
        .iter()
        .map(|(name, value)| (name.clone(), texts.json(value, None)))
        .collect()
}

fn as_json(
    session: &Session,
    type_name: &str,
    declared: Option<(&ServiceDefinition, &Object)>,
) -> Json {
    let remote = session.remote();
    let members = declared
        .map(|(_, object)| &object.members[..])
        .unwrap_or_default();
    let members: Vec<Json> = members
        .iter()
        .map(|member| {
            json!({
                "name": member.name,
                "kind": member.kind.keyword(),
                "declaration": member.to_string(),
                "documentation": member.documentation,
            })
        })
        .collect();
    json!({
        "node": { "id": remote.id.to_string(), "name": remote.name.to_string() },
        "type": type_name,
        "implements": implements(declared),
        "attributes": attributes(session),
        "members": members,
    })
}

fn implements(declared: Option<(&ServiceDefinition, &Object)>) -> Vec<String> {
    declared.map_or_else(Vec::new, |(definition, object)| {
        let parents = object.implements.iter();
        parents.map(|parent| definition.qualify(parent)).collect()
    })
}

/// What an object is and has, as lines.
fn description(
    session: &Session,
    type_name: &str,
    declared: Option<(&ServiceDefinition, &Object)>,
    style: Style,
) -> String {
    let remote = session.remote();
    let mut lines = Vec::new();
    let row = |name: &str, value: &str| format!("{:<11} {value}", style.heading(name));
    lines.push(row("type", &style.name(type_name)));
    for parent in implements(declared) {
        lines.push(row("implements", &shown(&parent)));
    }
    lines.push(row(
        "node",
        &format!("{} {}", remote.id, style.faint(&remote.name)),
    ));
    for (name, value) in attributes(session) {
        lines.push(row("attribute", &shown(&format!("{name} = {value}"))));
    }
    if let Some((_, object)) = declared {
        if let Some(text) = &object.documentation {
            lines.push(format!("\n{}", shown(text.trim())));
        }
        lines.push(String::new());
        for member in &object.members {
            let documentation = member.documentation.as_deref().unwrap_or_default();
            for line in documentation.lines() {
                lines.push(format!("  {}", style.faint(&format!("#{line}"))));
            }
            let declaration = painted(&member.to_string(), &member.name, style);
            lines.push(format!("  {declaration}"));
        }
    }
    lines.join("\n")
}

/// The declaration with its name in colour.
fn painted(declaration: &str, name: &str, style: Style) -> String {
    let at = declaration
        .match_indices(name)
        .map(|(at, _)| at)
        .find(|at| {
            let before = declaration[..*at].ends_with(' ');
            let after = declaration[at + name.len()..].chars().next();
            before && after.is_none_or(|letter| matches!(letter, ' ' | '('))
        });
    match at {
        Some(at) => format!(
            "{}{}{}",
            shown(&declaration[..at]),
            style.name(name),
            shown(&declaration[at + name.len()..])
        ),
        None => shown(declaration).into_owned(),
    }
}
