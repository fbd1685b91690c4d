//! Connections of the HTTP server.

use crate::guard::{self, Guard};
use crate::headers;
use axum::Router;
use axum::middleware;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Connections at the same time.
const CONNECTIONS: usize = 4096;

/// How long the head of a request may take, and a connection be idle.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// Room for the head of a request.
const HEAD_SIZE: usize = 64 * 1024;

/// Servers that run until this is dropped.
#[derive(Debug)]
pub struct Serving {
    _tasks: JoinSet<()>,
}

/// Serves a router on listeners. Every request passes the guard first, and every answer
/// gets the headers that protect the browser.
pub fn serve(listeners: Vec<TcpListener>, router: Router, guard: Guard) -> Serving {
    let router = router
        .layer(middleware::from_fn_with_state(
            Arc::new(guard),
            guard::check,
        ))
        .layer(middleware::map_response(headers::protect));
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut tasks = JoinSet::new();
    for listener in listeners {
        tasks.spawn(accept(listener, router.clone(), places.clone()));
    }
    Serving { _tasks: tasks }
}

async fn accept(listener: TcpListener, router: Router, places: Arc<Semaphore>) {
    loop {
        let Ok(place) = places.clone().acquire_owned().await else {
            return;
        };
        match listener.accept().await {
            Ok((stream, _)) => {
                let router = router.clone();
                tokio::spawn(async move {
                    connection(stream, router).await;
                    drop(place);
                });
            }
            // out of file descriptors, most likely: others will end
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

async fn connection(stream: TcpStream, router: Router) {
    let _ = stream.set_nodelay(true);
    // a peer that breaks off is its own concern
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_buf_size(HEAD_SIZE)
        .pipeline_flush(true)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades()
        .await;
}
