//! Connects to a service and finds the member meant.

use std::sync::Arc;

use raconteur::Node;
use raconteur::client::{ConnectOptions, MemberPath, ObjectRef, ObjectStep, Session};
use raconteur::schema::Schema;
use raconteur::transport::TlsClient;
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
    if let Some(path) = &arguments.trust {
        let trusted = std::fs::read(path)
            .map_err(|error| error.to_string())
            .and_then(|roots| TlsClient::trusting_pem(&roots).map_err(|error| error.to_string()))
            .map_err(|reason| Failure::Certificates(path.clone(), reason))?;
        options.tls = Some(trusted);
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

/// Follows object references from the root.
pub async fn object(session: &Session, path: Option<&str>) -> Result<ObjectRef, Failure> {
    let steps = path.map(ObjectStep::parse_path).transpose()?;
    let mut object = session.root();
    for step in steps.unwrap_or_default() {
        object = step.follow(&object).await?;
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
    let path: MemberPath = path.parse()?;
    let object = path.follow(session).await?;
    let target = Target {
        name: path.member,
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
