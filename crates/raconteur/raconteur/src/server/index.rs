//! The service that lists the services of a node.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Weak};

use crate::error::Result;
use crate::link::Carrier;
use crate::members::Event;
use crate::message::{NodeId, ScalarKind};
use crate::node::NodeState;
use crate::schema::Schema;
use crate::service::{BoxFuture, Context, Object, Service};
use crate::value::{Record, Value};

/// Name of the service.
pub(crate) const INDEX_NAME: &str = "RobotRaconteurServiceIndex";

/// Type of its root object.
const INDEX_TYPE: &str = "RobotRaconteurServiceIndex.ServiceIndex";

const DEFINITION: &str = "\
service RobotRaconteurServiceIndex

struct NodeInfo
    field string NodeName
    field uint8[16] NodeID
    field string{int32} ServiceIndexConnectionURL
end struct

struct ServiceInfo
    field string Name
    field string RootObjectType
    field string{int32} RootObjectImplements
    field string{int32} ConnectionURL
    field varvalue{string} Attributes
end struct

object ServiceIndex
    function ServiceInfo{int32} GetLocalNodeServices()
    function NodeInfo{int32} GetRoutedNodes()
    function NodeInfo{int32} GetDetectedNodes()
    event LocalNodeServicesChanged()
end object
";

static SCHEMA: LazyLock<Result<Arc<Schema>>> = LazyLock::new(|| Schema::parse(&[DEFINITION]));

/// The index as a service of a node.
pub(crate) fn index_service(node: &Weak<NodeState>, changed: &Event<()>) -> Result<Service> {
    let object = ServiceIndex {
        node: node.clone(),
        changed: changed.untyped(),
    };
    Ok(Service::new(INDEX_NAME, SCHEMA.clone()?, object))
}

struct ServiceIndex {
    node: Weak<NodeState>,
    changed: Event,
}

impl Object for ServiceIndex {
    fn type_name(&self) -> &str {
        INDEX_TYPE
    }

    fn call<'a>(
        &'a self,
        name: &'a str,
        _arguments: Vec<Value>,
        context: &'a Context,
    ) -> BoxFuture<'a, Result<Value>> {
        let result = match name {
            "GetLocalNodeServices" => Ok(self.services(context)),
            "GetRoutedNodes" => Ok(Value::IntMap(BTreeMap::new())),
            "GetDetectedNodes" => Ok(self.detected()),
            other => Err(crate::Error::member_not_found(other)),
        };
        Box::pin(async { result })
    }

    fn event(&self, name: &str) -> Option<Event> {
        (name == "LocalNodeServicesChanged").then(|| self.changed.clone())
    }
}

impl ServiceIndex {
    fn services(&self, context: &Context) -> Value {
        let Some(node) = self.node.upgrade() else {
            return Value::IntMap(BTreeMap::new());
        };
        let services = node.services();
        let infos = (0..).zip(services).map(|(key, service): (i32, _)| {
            let object_type = service.root.type_name();
            let implements: BTreeMap<i32, String> =
                (0..).zip(service.schema.implements(object_type)).collect();
            let url = connection_url(context, node.identity().id, &service.name);
            let info = Record::new("RobotRaconteurServiceIndex.ServiceInfo")
                .with("Name", service.name.as_str())
                .with("RootObjectType", object_type)
                .with("RootObjectImplements", implements)
                .with("ConnectionURL", BTreeMap::from([(1, url)]))
                .with(
                    "Attributes",
                    Value::StringMap(plain(&service.attributes.read())),
                );
            (key, Value::Struct(info))
        });
        Value::IntMap(infos.collect())
    }

    fn detected(&self) -> Value {
        let Some(node) = self.node.upgrade() else {
            return Value::IntMap(BTreeMap::new());
        };
        let nodes = (0..).zip(node.detected()).map(|(key, found): (i32, _)| {
            let urls: BTreeMap<i32, String> = (0..).zip(found.urls).collect();
            let info = Record::new("RobotRaconteurServiceIndex.NodeInfo")
                .with("NodeName", found.name)
                .with("NodeID", found.id.as_bytes().as_slice())
                .with("ServiceIndexConnectionURL", urls);
            (key, Value::Struct(info))
        });
        Value::IntMap(nodes.collect())
    }
}

/// Attributes that every reader of the index understands.
fn plain(attributes: &BTreeMap<String, Value>) -> BTreeMap<String, Value> {
    attributes
        .iter()
        .filter(|(_, value)| match value {
            Value::String(_) => true,
            Value::Array(array) => array.kind() != ScalarKind::Bool || !array.is_empty(),
            _ => false,
        })
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The URL of a service on the address that the caller used.
fn connection_url(context: &Context, node: NodeId, service: &str) -> String {
    let stream = context.stream();
    let is_https = context.session.link.info.secure;
    let secure = match stream.secure && !is_https {
        true => "rrs",
        false => "rr",
    };
    match (stream.carrier, stream.local) {
        (Carrier::Local, _) | (_, None) => {
            format!("rr+local:///?nodeid={node}&service={service}")
        }
        (carrier, Some(mut address)) => {
            let carrier = match carrier {
                Carrier::WebSocket if is_https => "wss",
                Carrier::WebSocket => "ws",
                _ => "tcp",
            };
            if let std::net::SocketAddr::V6(v6) = &mut address {
                v6.set_scope_id(0);
            }
            format!("{secure}+{carrier}://{address}/?nodeid={node}&service={service}")
        }
    }
}
