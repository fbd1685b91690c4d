//! Security.
//!
//! # Users and roles
//!
//! A service can ask clients to log in. A [`PasswordFile`](crate::service::PasswordFile)
//! has a line for each user: name, MD5 of the password, privileges. Other
//! sources of users implement [`Authenticator`](crate::service::Authenticator).
//! [`Permissions`](crate::service::Permissions) says which privileges members
//! need:
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use raconteur::client::ConnectOptions;
//! use raconteur::schema::Schema;
//! use raconteur::service::{DynamicObject, PasswordFile, Permissions, Security, Service};
//! use raconteur::{ErrorCode, Node};
//!
//! let users = PasswordFile::parse(
//!     "guest 5f4dcc3b5aa765d61d8327deb882cf99 see\n\
//!      driver 5f4dcc3b5aa765d61d8327deb882cf99 drive\n",
//! )?;
//! let permissions = Permissions::default().read("see").write("drive").includes("drive", "see");
//! let schema = Schema::parse(&["service example.cart\n\nobject Cart\n    property double speed\nend\n"])?;
//! let cart = DynamicObject::new("example.cart.Cart").property("speed", |_| Ok(0.5), |_: f64, _| Ok(()));
//! let service = Service::new("cart", schema, cart)
//!     .security(Security::require(users))
//!     .permissions(permissions);
//! let node = Node::new("example.cart")?;
//! node.register(service)?;
//! let listener = node.listen("127.0.0.1:0", Default::default()).await?;
//!
//! let guest = ConnectOptions::default().password("guest", "password");
//! let session = Node::new("")?.connect_with(&listener.url("cart"), guest).await?;
//! assert_eq!(session.root().get::<f64>("speed").await?, 0.5);
//! let refused = session.root().set("speed", 1.0).await.unwrap_err();
//! assert_eq!(refused.code, ErrorCode::PermissionDenied);
//! # Ok(()) }
//! ```
//!
//! A method can look at the user itself, by
//! [`Context::require_privilege`](crate::service::Context::require_privilege).
//! After ten wrong passwords an address must wait for 30 s.
//!
//! Users with the privilege `objectlock` can lock an object and all below it
//! against other users, with [`ObjectRef::lock`](crate::client::ObjectRef::lock).
//!
//! # TLS
//!
//! | URL | protection | certificate of the server |
//! | --- | --- | --- |
//! | `rrs+tcp`, `rrs+ws` | TLS inside of the stream | a node certificate, which names the identity of the node |
//! | `rr+wss` | WebSocket over HTTPS | a web certificate, which names the host |
//! | `rrs+wss` | both | both |
//!
#![cfg_attr(feature = "tls", doc = "```no_run")]
#![cfg_attr(not(feature = "tls"), doc = "```ignore")]
//! # async fn example(node: raconteur::Node) -> Result<(), Box<dyn std::error::Error>> {
//! use raconteur::client::ConnectOptions;
//! use raconteur::transport::{TlsClient, TlsServer};
//! use raconteur::ListenOptions;
//! use std::fs::read;
//!
//! // A server with both kinds of certificates. It verifies clients that have
//! // a node certificate.
//! let tls = TlsServer::from_pem(&read("node.pem")?, &read("node.key")?)?
//!     .trusting_clients_pem(&read("authority.pem")?)?;
//! let https = TlsServer::from_pem(&read("host.pem")?, &read("host.key")?)?;
//! let options = ListenOptions {
//!     tls: Some(tls),
//!     https: Some(https),
//!     require_tls: true,
//!     ..ListenOptions::default()
//! };
//! let listener = node.listen("0.0.0.0:48653", options).await?;
//!
//! // A client with a certificate of its own.
//! let tls = TlsClient::trusting_pem(&read("authority.pem")?)?
//!     .certificate_pem(&read("client.pem")?, &read("client.key")?)?;
//! let options = ConnectOptions { tls: Some(tls), ..ConnectOptions::default() };
//! let session = node.connect_with("rrs+tcp://robot:48653?service=cart", options).await?;
//! # Ok(()) }
//! ```
//!
//! A node certificate has the subject `CN=Robot Raconteur Node {uuid}` and the
//! critical extension 1.3.6.1.4.1.45455.1.1.3.3, its root the extension
//! …3.1. The vendor of the reference implementation sells them; `openssl` can
//! make an authority of your own, which reference nodes trust if
//! `ROBOTRACONTEUR_SSL_CERT_FILE` names its certificate. No root is built in.
//!
//! [`PasswordFile::require_verified_client`](crate::service::PasswordFile::require_verified_client)
//! lets users log in only from nodes with a certificate.
//!
//! # Web pages
//!
//! A WebSocket request of a web page has an origin.
//! [`Origins`](crate::transport::Origins) says which pages may connect.
