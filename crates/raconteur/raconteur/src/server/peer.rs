//! A connected peer of a server: requests without a session, and the start of
//! one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::SessionFlag;
use crate::connection::{self, Address};
use crate::error::{Error, ErrorCode, Result};
use crate::link::{Handler, Link};
use crate::message::{Element, Endpoints, Entry, EntryType, Header, Message};
use crate::node::NodeState;
use crate::schema::Schema;
use crate::service::{LoginPeer, ServerSession, ServiceState, User, read_credentials};
use crate::value::Value;

/// What a node does for one connection.
pub(crate) struct Peer {
    node: Arc<NodeState>,
    session: Mutex<Option<Arc<ServerSession>>>,
    ended: Mutex<bool>,
    settled: SessionFlag,
}

impl Peer {
    pub fn new(node: Arc<NodeState>, settled: SessionFlag) -> Arc<Self> {
        Arc::new(Self {
            node,
            session: Mutex::new(None),
            ended: Mutex::new(false),
            settled,
        })
    }

    /// How long the session has sent nothing.
    pub fn idle_time(&self, now: Instant) -> Duration {
        self.session()
            .map_or(Duration::ZERO, |session| session.idle_time(now))
    }

    fn session(&self) -> Option<Arc<ServerSession>> {
        self.session.lock().clone()
    }
}

impl Handler for Peer {
    fn message(&self, link: &Arc<Link>, message: Message) {
        let Message { header, entries } = message;
        for entry in entries {
            let in_session = header.endpoints_or_zero().receiver != 0 || header.endpoints.is_none();
            match self.session() {
                Some(session)
                    if !entry.kind.is_special()
                        || entry.kind == EntryType::OBJECT_TYPE_NAME && in_session =>
                {
                    session.handle(entry);
                }
                session if entry.kind.is_special() && entry.kind.is_request() => {
                    self.special(link, &header, entry, session);
                }
                _ => {}
            }
        }
    }

    fn closed(&self, _link: &Arc<Link>, reason: &Error) {
        *self.ended.lock() = true;
        if let Some(session) = self.session.lock().take() {
            tracing::debug!(service = session.service.name, "session ended: {reason}");
            session.end();
        }
    }
}

impl Peer {
    fn special(
        &self,
        link: &Arc<Link>,
        header: &Header,
        mut entry: Entry,
        session: Option<Arc<ServerSession>>,
    ) {
        let mut response = entry.response();
        let connects = matches!(
            entry.kind,
            EntryType::CONNECT_CLIENT | EntryType::CONNECT_CLIENT_COMBINED
        );
        if connects && session.is_some() {
            link.close(Error::protocol("a second session on one connection"));
            return;
        }
        let mut local = header.endpoints_or_zero().receiver;
        let outcome = match entry.kind {
            EntryType::CONNECT_CLIENT | EntryType::CONNECT_CLIENT_COMBINED => {
                let combined = entry.kind == EntryType::CONNECT_CLIENT_COMBINED;
                self.connect(link, header, &mut entry, combined)
                    .map(|(endpoint, elements)| {
                        local = endpoint;
                        elements
                    })
            }
            EntryType::GET_SERVICE_DESC => self.describe(&mut entry),
            EntryType::OBJECT_TYPE_NAME => {
                return self.object_type(link, header, entry);
            }
            EntryType::DISCONNECT_CLIENT => {
                // The locks of the session are released before its client gets
                // the answer, because the next request of another client may
                // follow immediately.
                *self.ended.lock() = true;
                let ending = self.session.lock().take();
                if let Some(session) = ending {
                    session.end();
                }
                let _ = self.reply(link, header, local, response);
                link.close_after_flush();
                return;
            }
            EntryType::GET_NODE_INFO => Ok(Vec::new()),
            EntryType::NODE_CHECK_CAPABILITY => Ok(vec![Element::scalar("return", 0u32)]),
            EntryType::GET_SERVICE_ATTRIBUTES => self
                .service(&entry)
                .map(|service| vec![attributes(&service, "return")]),
            EntryType::SERVICE_CLOSED => return,
            _ => Err(Error::protocol("Invalid Special Operation")),
        };
        match outcome {
            Ok(elements) => response.elements = elements,
            Err(error) => error.write_to(&mut response),
        }
        if let Err(error) = self.reply(link, header, local, response) {
            tracing::debug!("answer not sent: {error}");
        }
    }

    fn reply(&self, link: &Link, header: &Header, local: u32, response: Entry) -> Result<()> {
        let address = Address::Node {
            node: match &header.routing {
                Some(routing) => routing.sender,
                None => link.with_core(|core| core.remote().map(|r| r.id).unwrap_or_default()),
            },
            endpoints: Endpoints {
                sender: local,
                receiver: header.endpoints_or_zero().sender,
            },
        };
        link.send_to(&address, vec![response])
    }

    fn service(&self, entry: &Entry) -> Result<Arc<ServiceState>> {
        let name = entry.path.split('.').next().unwrap_or_default();
        self.node.service(name).ok_or_else(|| Error {
            name: "RobotRaconteur.ServiceNotFoundException".into(),
            ..Error::new(ErrorCode::ServiceNotFound, "Service not found")
        })
    }

    fn connect(
        &self,
        link: &Arc<Link>,
        header: &Header,
        entry: &mut Entry,
        combined: bool,
    ) -> Result<(u32, Vec<Element>)> {
        let service = self.service(entry)?;
        let client = header.endpoints_or_zero().sender;
        let node = header.routing_or_zero().sender;
        if client == 0 || node.is_any() {
            return Err(Error::new(
                ErrorCode::InvalidEndpoint,
                "a session needs a node and an endpoint",
            ));
        }
        let user = if combined {
            authenticate(&self.node, &link.login_peer(), &service, entry)?
        } else {
            None
        };
        let elements = if combined {
            combined_answer(&service, entry)?
        } else {
            Vec::new()
        };
        let endpoint = self.node.new_endpoint()?;
        let session = ServerSession::new(link.clone(), service.clone(), endpoint, node, user);
        link.with_core(|core| {
            core.bind(connection::SessionEndpoints {
                local: endpoint,
                remote: client,
                node,
            });
            core.trust(session.is_admitted());
        });
        *self.session.lock() = Some(session.clone());
        self.settled.set();
        service.add_session(session.clone());
        if *self.ended.lock() {
            session.end();
        }
        Ok((endpoint, elements))
    }

    fn describe(&self, entry: &mut Entry) -> Result<Vec<Element>> {
        let by_type = ["ServiceType", "servicetype"]
            .iter()
            .find_map(|name| entry.take(name));
        if let Some(element) = by_type {
            let name = element
                .as_str()
                .ok_or_else(|| Error::data_type("ServiceType must be a string"))?;
            let text = self.node.definition(name).ok_or_else(|| Error {
                name: "RobotRaconteur.ServiceNotFoundException".into(),
                ..Error::new(ErrorCode::ServiceNotFound, "Service definition not found")
            })?;
            return Ok(vec![Element::text("servicedef", &*text)]);
        }
        let service = self.service(entry)?;
        let object_type = readable_type(&service, entry)?;
        let text = service
            .schema
            .text(Schema::definition_of(&object_type))
            .cloned()
            .ok_or_else(|| Error::new(ErrorCode::ServiceError, "the definition is missing"))?;
        let mut answer = vec![
            Element::text("servicedef", &*text),
            attributes(&service, "attributes"),
        ];
        if !service.extra_imports.is_empty() {
            answer.push(texts("extraimports", service.extra_imports.iter().cloned()));
        }
        Ok(answer)
    }

    fn object_type(&self, link: &Arc<Link>, header: &Header, entry: Entry) {
        let mut response = entry.response();
        let outcome = self.service(&entry).and_then(|service| {
            if *entry.path == *service.name {
                return type_elements(&service, &readable_type(&service, &entry)?);
            }
            // Objects below the root exist only for sessions.
            Err(Error {
                name: "RobotRaconteur.ObjectNotFoundException".into(),
                ..Error::new(ErrorCode::ObjectNotFound, "Object not found")
            })
        });
        match outcome {
            Ok(elements) => response.elements = elements,
            Err(error) => error.write_to(&mut response),
        }
        let local = header.endpoints_or_zero().receiver;
        let _ = self.reply(link, header, local, response);
    }
}

fn authenticate(
    node: &NodeState,
    peer: &LoginPeer,
    service: &ServiceState,
    entry: &mut Entry,
) -> Result<Option<User>> {
    // Reference nodes send no more than this.
    let failed = || Error::new(ErrorCode::AuthenticationError, "Authentication Failed");
    let name = entry.take("username");
    match (&service.security, name) {
        (None, None) => Ok(None),
        (Some(security), None) if !security.require_valid_user => Ok(None),
        (None, Some(_)) | (Some(_), None) => Err(failed()),
        (Some(security), Some(name)) => {
            let name = name.as_str().ok_or_else(failed)?;
            let credentials = read_credentials(entry.take("credentials")).map_err(|_| failed())?;
            let user = node.authenticate(peer, security, name, &credentials);
            user.map(Some).map_err(|_| failed())
        }
    }
}

fn combined_answer(service: &ServiceState, entry: &Entry) -> Result<Vec<Element>> {
    let object_type = readable_type(service, entry)?;
    let wants_definitions = entry
        .element("returnservicedefs")
        .and_then(Element::as_str)
        .is_none_or(|text| text != "false" && text != "0");
    let mut answer = type_elements(service, &object_type)?;
    if wants_definitions {
        let mut names = service.schema.closure(Schema::definition_of(&object_type));
        let bases = service.schema.implements(&object_type);
        let bases = bases
            .iter()
            .map(|name| Schema::definition_of(name).to_owned());
        for extra in bases.chain(service.extra_imports.iter().cloned()) {
            for name in service.schema.closure(&extra) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let definitions = names
            .iter()
            .filter_map(|name| service.schema.text(name))
            .map(|text| text.to_string());
        answer.push(texts("servicedefs", definitions));
    }
    answer.push(attributes(service, "attributes"));
    Ok(answer)
}

fn readable_type(service: &ServiceState, entry: &Entry) -> Result<String> {
    let client = entry
        .element("clientversion")
        .and_then(Element::as_str)
        .and_then(|text| text.parse().ok());
    service
        .schema
        .type_for_client(service.root.type_name(), client)
}

fn type_elements(service: &ServiceState, object_type: &str) -> Result<Vec<Element>> {
    let mut elements = vec![Element::text("objecttype", object_type.to_owned())];
    let implements = service.schema.implements(object_type);
    if !implements.is_empty() {
        elements.push(texts("objectimplements", implements));
    }
    Ok(elements)
}

fn texts(name: &'static str, items: impl IntoIterator<Item = String>) -> Element {
    Value::List(items.into_iter().map(Value::from).collect()).into_element(name)
}

fn attributes(service: &ServiceState, name: &'static str) -> Element {
    Value::StringMap(service.attributes.read().clone()).into_element(name)
}
