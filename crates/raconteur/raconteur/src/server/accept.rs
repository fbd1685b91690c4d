//! Streams that arrive at a server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::Peer;
use super::connection_limit::{ConnectionLimit, SessionFlag};
use crate::clock;
use crate::connection::{Connection, Settings};
use crate::link::{BoxStream, Carrier, DirectWriter, Link, StreamInfo, TlsUpgrade, drive, share};
use crate::node::NodeState;

/// How long a new connection may take to send its first bytes.
const FIRST_BYTES: Duration = Duration::from_secs(5);

/// How long a connection may stay without a session.
const FIRST_SESSION: Duration = Duration::from_secs(15);

/// How long a session may send nothing.
const LONGEST_SILENCE: Duration = Duration::from_secs(600);

/// What a TCP listener accepts.
#[derive(Clone, Debug)]
pub(crate) struct TcpOptions {
    pub settings: Settings,
    pub origins: Arc<crate::transport::Origins>,
    #[cfg(feature = "tls")]
    pub tls: Option<crate::transport::TlsServer>,
    #[cfg(feature = "tls")]
    pub https: Option<crate::transport::TlsServer>,
    /// Connections at the same time.
    pub connections: usize,
}

impl TcpOptions {
    /// How TLS is set up inside a stream, if there is a certificate.
    #[cfg(feature = "tls")]
    fn tls_upgrade(&self) -> Option<TlsUpgrade> {
        self.tls.clone().map(crate::transport::TlsServer::upgrade)
    }

    #[cfg(not(feature = "tls"))]
    fn tls_upgrade(&self) -> Option<TlsUpgrade> {
        None
    }

    /// The settings of a connection.
    fn connection_settings(&self) -> Settings {
        Settings {
            #[cfg(feature = "tls")]
            mutual_tls: self
                .tls
                .as_ref()
                .is_some_and(crate::transport::TlsServer::verifies_clients),
            ..self.settings.clone()
        }
    }
}

/// A stream that is ready for messages.
pub(crate) struct AcceptedStream {
    pub stream: BoxStream,
    pub initial: Vec<u8>,
    pub info: StreamInfo,
    pub tls: Option<TlsUpgrade>,
    /// Only where bytes need no wrapping.
    pub direct_writer: Option<DirectWriter>,
}

/// Accepts connections until the task is dropped.
pub(crate) async fn serve_tcp(node: Arc<NodeState>, listener: TcpListener, options: TcpOptions) {
    let connection_limit = ConnectionLimit::new(options.connections);
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let Some(slot) = connection_limit.enter() else {
                    tracing::warn!(%peer, "refused: too many connections");
                    continue;
                };
                let (node, options) = (node.clone(), options.clone());
                let settled = slot.session_flag();
                let task = tokio::spawn(async move {
                    let _place = slot;
                    let work = async {
                        if let Some(accepted) = greet(stream, peer, &options).await {
                            let settings = options.connection_settings();
                            serve_stream(&node, accepted, settings, settled).await;
                        }
                    };
                    tokio::select! {
                        () = work => {}
                        () = node.stopped() => {}
                    }
                });
                connection_limit.remember(task.abort_handle());
            }
            Err(error) => {
                // Out of file handles, most likely; it passes.
                tracing::warn!("cannot accept a connection: {error}");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

/// Detects whether a connection sends messages, HTTP or HTTPS.
async fn greet(
    mut stream: TcpStream,
    peer: SocketAddr,
    options: &TcpOptions,
) -> Option<AcceptedStream> {
    let _ = stream.set_nodelay(true);
    let mut first = [0; 4];
    let read = tokio::time::timeout(FIRST_BYTES, stream.read_exact(&mut first)).await;
    if !matches!(read, Ok(Ok(_))) {
        tracing::info!(%peer, "refused: no first bytes");
        return None;
    }
    let mut info = StreamInfo {
        carrier: Carrier::Tcp,
        local: stream.local_addr().ok(),
        peer: Some(peer),
        secure: false,
    };
    if first == *b"RRAC" {
        let tls = options.tls_upgrade();
        let (stream, direct_writer) = share(stream);
        return Some(AcceptedStream {
            stream: Box::new(stream),
            initial: first.to_vec(),
            info,
            direct_writer: tls.is_none().then_some(direct_writer),
            tls,
        });
    }
    info.carrier = Carrier::WebSocket;
    let upgrade = async {
        if is_http(first) {
            let stream =
                crate::transport::accept_websocket(stream, &first, &options.origins).await?;
            return Ok((Box::new(stream) as BoxStream, false));
        }
        #[cfg(feature = "tls")]
        if let (true, Some(https)) = (is_tls(first), &options.https) {
            let stream = accept_https(stream, first, https, &options.origins).await?;
            return Ok((stream, true));
        }
        stream.write_all(b"HTTP/1.1 404 File Not Found\r\n").await?;
        Err(std::io::Error::other("neither messages nor HTTP"))
    };
    let upgrade = tokio::time::timeout(FIRST_BYTES, upgrade)
        .await
        .unwrap_or_else(|_| Err(std::io::Error::other("not in time")));
    match upgrade {
        Ok((stream, secure)) => {
            info.secure = secure;
            Some(AcceptedStream {
                stream,
                initial: Vec::new(),
                info,
                tls: options.tls_upgrade(),
                direct_writer: None,
            })
        }
        Err(error) => {
            tracing::info!(%peer, "WebSocket refused: {error}");
            None
        }
    }
}

fn is_http(first: [u8; 4]) -> bool {
    matches!(&first, b"GET " | b"GET\t")
}

/// A TLS record with a handshake.
#[cfg(feature = "tls")]
fn is_tls(first: [u8; 4]) -> bool {
    first.starts_with(&[0x16, 0x03])
}

/// A WebSocket inside of TLS, whose first bytes have been read already.
#[cfg(feature = "tls")]
async fn accept_https(
    stream: TcpStream,
    first: [u8; 4],
    https: &crate::transport::TlsServer,
    origins: &crate::transport::Origins,
) -> std::io::Result<BoxStream> {
    let (reader, writer) = stream.into_split();
    let reader = std::io::Cursor::new(first).chain(reader);
    let mut stream = https.accept(tokio::io::join(reader, writer)).await?;
    let mut first = [0; 4];
    stream.read_exact(&mut first).await?;
    if !is_http(first) {
        stream.write_all(b"HTTP/1.1 404 File Not Found\r\n").await?;
        stream.shutdown().await?;
        return Err(std::io::Error::other("no HTTP inside of TLS"));
    }
    let stream = crate::transport::accept_websocket(stream, &first, origins).await?;
    Ok(Box::new(stream))
}

/// Serves one stream until it ends.
pub(crate) async fn serve_stream(
    node: &Arc<NodeState>,
    accepted: AcceptedStream,
    mut settings: Settings,
    settled: SessionFlag,
) {
    settings.tls = accepted.tls.is_some();
    // HTTPS protects the stream already.
    settings.require_tls &= !accepted.info.secure;
    let core = Connection::server(node.identity().clone(), settings, clock::now());
    let link = Link::new(core, accepted.info);
    if let Some(direct_writer) = accepted.direct_writer {
        link.set_direct_writer(direct_writer);
    }
    let peer = Peer::new(node.clone(), settled);
    node.add_link(&link);
    let watched = link.clone();
    let quiet = peer.clone();
    let driving = drive(link, accepted.stream, &accepted.initial, peer, accepted.tls);
    tokio::pin!(driving);
    tokio::select! {
        () = &mut driving => return,
        () = tokio::time::sleep(FIRST_SESSION) => {}
    }
    if watched.with_core(|core| core.session().is_none() && core.remote().is_none()) {
        watched.close(crate::Error::connection("no session in time"));
    }
    // A session that says nothing for a long time is over, although its
    // stream may still answer heartbeats.
    loop {
        tokio::select! {
            () = &mut driving => return,
            () = tokio::time::sleep(FIRST_SESSION * 2) => {}
        }
        if quiet.idle_time(clock::now()) > LONGEST_SILENCE {
            watched.close(crate::Error::connection("the session is silent"));
        }
    }
}
