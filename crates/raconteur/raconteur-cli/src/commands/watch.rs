//! `raconteur watch`

use raconteur::json::{DeclaredType, JsonConverter};
use raconteur::value::Value;
use raconteur_robdef::MemberKind;
use serde_json::{Map, Value as Json, json};

use super::line;
use crate::arguments::{Arguments, WatchArguments};
use crate::failure::Failure;
use crate::output::{print, shown};
use crate::style::Style;
use crate::target;

pub async fn run(
    arguments: &Arguments,
    watch: &WatchArguments,
    style: Style,
) -> Result<(), Failure> {
    let session = target::connect(arguments, &watch.url).await?;
    let target = target::member(&session, &watch.member).await?;
    let (definition, member) = target.find()?;
    let texts = JsonConverter::new(target.schema().definitions());
    let mut left = watch.count.unwrap_or(u64::MAX);
    let ended = || {
        Failure::Node(raconteur::Error::new(
            raconteur::ErrorCode::ConnectionError,
            "the service ended the connection",
        ))
    };
    match &member.kind {
        MemberKind::Wire(wire) => {
            let typed = Some(DeclaredType {
                data_type: &wire.data_type,
                definition,
            });
            let mut connection = target.object.wire::<Value>(&target.name).await?;
            while left > 0 {
                let (value, time) = connection.next().await.ok_or_else(ended)?;
                let stamp = format!("{}.{:09}", time.seconds(), time.nanoseconds());
                if arguments.json {
                    let json = json!({ "time": stamp, "value": texts.json(&value, typed) });
                    print(&shown(&json.to_string()))?;
                } else {
                    let value = texts.plain(&value, typed);
                    print(&format!("{} {}", style.faint(&stamp), shown(&value)))?;
                }
                left -= 1;
            }
        }
        MemberKind::Pipe(pipe) => {
            let typed = Some(DeclaredType {
                data_type: &pipe.data_type,
                definition,
            });
            let endpoint = target.object.pipe::<Value>(&target.name, None).await?;
            while left > 0 {
                let packet = endpoint.recv().await.ok_or_else(ended)??;
                print(&line(arguments, texts, &packet, typed))?;
                left -= 1;
            }
        }
        MemberKind::Event(event) => {
            let mut events = target.object.event::<Vec<Value>>(&target.name)?;
            while left > 0 {
                let values = events.next().await.ok_or_else(ended)?;
                let mut parameters = Map::new();
                for (parameter, value) in event.parameters.iter().zip(&values) {
                    let typed = DeclaredType {
                        data_type: &parameter.data_type,
                        definition,
                    };
                    parameters.insert(parameter.name.clone(), texts.json(value, Some(typed)));
                }
                print(&shown(&Json::Object(parameters).to_string()))?;
                left -= 1;
            }
        }
        _ => return Err(target.wrong_kind(member)),
    }
    session.disconnect().await;
    Ok(())
}
