//! Streams to servers.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::net::TcpStream;

use super::ConnectOptions;
use crate::connection::{Settings, Timing};
use crate::error::{Error, Result};
use crate::link::{BoxStream, Carrier, StreamInfo};
use crate::transport::connect_websocket;
use crate::url::{Scheme, ServiceUrl};

/// How long connecting to one address may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// Pause before the next address is tried as well.
const STAGGER: Duration = Duration::from_millis(25);

/// Opens a stream to the node of a URL.
pub(super) async fn open(
    url: &ServiceUrl,
    settings: &mut Settings,
    options: &ConnectOptions,
) -> Result<(BoxStream, StreamInfo)> {
    if url.scheme == Scheme::Local {
        settings.timing = Timing::LOCAL;
        let stream = crate::transport::connect_local(url, options.run_folder.as_deref()).await?;
        let info = StreamInfo {
            carrier: Carrier::Local,
            local: None,
            peer: None,
            secure: false,
        };
        return Ok((Box::new(stream), info));
    }
    let stream = connect_any(url).await?;
    let _ = stream.set_nodelay(true);
    let mut info = StreamInfo {
        carrier: Carrier::Tcp,
        local: stream.local_addr().ok(),
        peer: stream.peer_addr().ok(),
        secure: url.scheme == Scheme::SecureWebSocket,
    };
    match url.scheme {
        Scheme::WebSocket => {
            info.carrier = Carrier::WebSocket;
            let (host, target) = (url.authority(), url.target());
            let upgrade = connect_websocket(stream, &host, &target);
            let stream = tokio::time::timeout(PATIENCE, upgrade)
                .await
                .map_err(|_| Error::connection("no answer to the WebSocket request"))??;
            Ok((Box::new(stream), info))
        }
        Scheme::SecureWebSocket => {
            info.carrier = Carrier::WebSocket;
            let stream = tokio::time::timeout(PATIENCE, connect_https(url, stream, options))
                .await
                .map_err(|_| Error::connection("no answer to the WebSocket request"))??;
            Ok((stream, info))
        }
        Scheme::Tcp | Scheme::Local => Ok((Box::new(stream), info)),
    }
}

/// A WebSocket inside of TLS.
#[cfg(feature = "tls")]
async fn connect_https(
    url: &ServiceUrl,
    stream: TcpStream,
    options: &ConnectOptions,
) -> Result<BoxStream> {
    let system;
    let tls = match &options.tls {
        Some(tls) => tls,
        None => {
            system = crate::transport::TlsClient::system()
                .map_err(|error| Error::connection(error.to_string()))?;
            &system
        }
    };
    let stream = tls
        .connect(&url.host, stream)
        .await
        .map_err(|error| Error::connection(format!("TLS with {} failed: {error}", url.host)))?;
    let (host, target) = (url.authority(), url.target());
    Ok(Box::new(connect_websocket(stream, &host, &target).await?))
}

#[cfg(not(feature = "tls"))]
async fn connect_https(_: &ServiceUrl, _: TcpStream, _: &ConnectOptions) -> Result<BoxStream> {
    Err(Error::connection(
        "this program was built without the feature `tls` of raconteur",
    ))
}

async fn addresses(url: &ServiceUrl) -> Result<Vec<SocketAddr>> {
    let found: Vec<SocketAddr> = tokio::net::lookup_host((url.host.as_str(), url.port))
        .await
        .map_err(|error| Error::connection(format!("{}: {error}", url.host)))?
        .collect();
    let mut all = Vec::new();
    for address in found {
        match address {
            // Published addresses never name the interface; try each one.
            SocketAddr::V6(mut v6) if v6.ip().is_unicast_link_local() && v6.scope_id() == 0 => {
                for scope in crate::discovery::link_local_scopes() {
                    v6.set_scope_id(scope);
                    all.push(SocketAddr::V6(v6));
                }
            }
            other => all.push(other),
        }
    }
    Ok(all)
}

/// Tries every address of the host, one shortly after the other; the first
/// that answers wins.
async fn connect_any(url: &ServiceUrl) -> Result<TcpStream> {
    let mut attempts = FuturesUnordered::new();
    for (index, address) in (0..).zip(addresses(url).await?) {
        attempts.push(async move {
            tokio::time::sleep(STAGGER * index).await;
            tokio::time::timeout(PATIENCE, TcpStream::connect(address))
                .await
                .unwrap_or_else(|_| Err(std::io::ErrorKind::TimedOut.into()))
        });
    }
    let mut last = None;
    while let Some(outcome) = attempts.next().await {
        match outcome {
            Ok(stream) => return Ok(stream),
            Err(error) => last = Some(error),
        }
    }
    Err(match last {
        Some(error) => Error::connection(format!("{}: {error}", url.authority())),
        None => Error::connection(format!("{} has no address", url.host)),
    })
}
