//! Connects to a service and finds the member meant.

use std::sync::Arc;

use raconteur::Node;
use raconteur::client::{ConnectOptions, ObjectRef, Session};
use raconteur::schema::Schema;
use raconteur_robdef::{Member, ServiceDefinition};

use crate::arguments::Arguments;
use crate::failure::Failure;

/// Connects as the command line says.
pub async fn connect(arguments: &Arguments, url: &str) -> Result<Session, Failure> {
    let node = Node::new("")?;
    let mut options = ConnectOptions {
        timeout: arguments.timeout,
        ..ConnectOptions::default()
    };
    if let Some(user) = &arguments.user {
        options = options.password(user, password(arguments)?);
    }
    let connecting = node.connect_with(url, options);
    match tokio::time::timeout(arguments.timeout, connecting).await {
        Ok(session) => Ok(session?),
        Err(_) => Err(Failure::Node(raconteur::Error::new(
            raconteur::ErrorCode::RequestTimeout,
            format!("no answer from {url}"),
        ))),
    }
}

fn password(arguments: &Arguments) -> Result<String, Failure> {
    if let Some(path) = &arguments.password_file {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::Password(format!("{}: {error}", path.display())))?;
        return Ok(text.lines().next().unwrap_or_default().to_owned());
    }
    std::env::var("RACONTEUR_PASSWORD")
        .map_err(|_| Failure::Password("RACONTEUR_PASSWORD is not set".into()))
}

/// One step of a path: `tools[2]`.
#[derive(Debug, PartialEq, Eq)]
struct Step {
    name: String,
    index: Option<String>,
}

/// Splits `tools[2].gripper` into steps; an index may hold anything but `]`.
fn steps(path: &str) -> Result<Vec<Step>, Failure> {
    let bad = || Failure::Path(path.to_owned());
    let mut steps = Vec::new();
    let mut rest = path;
    loop {
        let end = rest.find(['.', '[']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        let word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        if name.is_empty() || !name.chars().all(word) {
            return Err(bad());
        }
        let (index, after) = match after.strip_prefix('[') {
            Some(inside) => {
                let (index, after) = inside.split_once(']').ok_or_else(bad)?;
                (Some(index.to_owned()), after)
            }
            None => (None, after),
        };
        steps.push(Step {
            name: name.to_owned(),
            index,
        });
        if after.is_empty() {
            return Ok(steps);
        }
        rest = after.strip_prefix('.').ok_or_else(bad)?;
    }
}

/// Follows object references from the root.
pub async fn object(session: &Session, path: Option<&str>) -> Result<ObjectRef, Failure> {
    let all = path.map(steps).transpose()?.unwrap_or_default();
    follow(session, &all).await
}

async fn follow(session: &Session, steps: &[Step]) -> Result<ObjectRef, Failure> {
    let mut object = session.root();
    for step in steps {
        object = match &step.index {
            Some(index) => object.object_at(&step.name, index).await?,
            None => object.object(&step.name).await?,
        };
    }
    Ok(object)
}

/// A member of an object, with its declaration.
pub struct Target {
    pub object: ObjectRef,
    pub name: String,
    schema: Arc<Schema>,
    type_name: String,
}

/// Follows a path such as `tools[2].name` to its last part.
pub async fn member(session: &Session, path: &str) -> Result<Target, Failure> {
    let mut steps = steps(path)?;
    let last = match steps.pop() {
        Some(Step { name, index: None }) => name,
        _ => return Err(Failure::Path(path.to_owned())),
    };
    let object = follow(session, &steps).await?;
    let target = Target {
        name: last,
        schema: session.schema(),
        type_name: object.schema().type_name.to_string(),
        object,
    };
    target.find()?;
    Ok(target)
}

impl Target {
    /// The definition the object's type belongs to, and the member's declaration.
    pub fn find(&self) -> Result<(&ServiceDefinition, &Member), Failure> {
        let (service, own) = self
            .type_name
            .rsplit_once('.')
            .unwrap_or(("", &self.type_name));
        let definition = self.schema.definition(service);
        let object = definition.and_then(|definition| definition.object(own));
        let found = object.and_then(|object| object.member(&self.name));
        match (definition, found) {
            (Some(definition), Some(member)) => Ok((definition, member)),
            _ => Err(Failure::NoMember {
                type_name: self.type_name.clone(),
                member: self.name.clone(),
                known: object
                    .map(|object| {
                        object
                            .members
                            .iter()
                            .map(|item| item.name.clone())
                            .collect()
                    })
                    .unwrap_or_default(),
            }),
        }
    }

    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The failure of using the member in a way its kind has not.
    pub fn wrong_kind(&self, member: &Member) -> Failure {
        Failure::WrongKind {
            member: self.name.clone(),
            kind: member.kind.keyword(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_split_at_dots_outside_of_brackets() {
        let step = |name: &str, index: Option<&str>| Step {
            name: name.into(),
            index: index.map(str::to_owned),
        };
        assert_eq!(steps("speed").expect("a path"), [step("speed", None)]);
        assert_eq!(
            steps("tools[a.b].grip").expect("a path"),
            [step("tools", Some("a.b")), step("grip", None)]
        );
        for bad in ["", ".", "a.", "a..b", "a[1", "a[1]b", "a b"] {
            assert!(steps(bad).is_err(), "{bad}");
        }
    }
}
