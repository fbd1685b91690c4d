//! The REST server: each request gets one response, and no request is an error of the
//! server.

use super::den::FuzzDen;
use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use reynard::rest::{Rest, router};
use reynard::stream::{ServerAddresses, Welcome};
use std::cell::RefCell;
use std::sync::Arc;
use tower::ServiceExt as _;

thread_local! {
    static SERVER: RefCell<(FuzzDen, Router)> = RefCell::new(server());
}

fn server() -> (FuzzDen, Router) {
    let den = FuzzDen::new();
    let welcome = Welcome {
        title: "fuzz".to_owned(),
        servers: ServerAddresses {
            raconteur: None,
            http: None,
            ascii: None,
        },
        den: false,
    };
    let router = router(Rest {
        handle: den.handle.clone(),
        welcome: Arc::new(welcome),
    });
    (den, router)
}

/// Runs one input: method and path in the first line, then the body.
pub fn run(data: &[u8]) {
    let (head, body) = match data.iter().position(|byte| *byte == b'\n') {
        Some(at) => (&data[..at], &data[at + 1..]),
        None => (data, &[][..]),
    };
    let Ok(head) = std::str::from_utf8(head) else {
        return;
    };
    let (method, path) = head.split_once(' ').unwrap_or(("POST", head));
    let Ok(method) = Method::from_bytes(method.as_bytes()) else {
        return;
    };
    let request = Request::builder()
        .method(method)
        .uri(path)
        .body(Body::from(body.to_vec()));
    let Ok(request) = request else {
        return;
    };
    SERVER.with_borrow_mut(|(den, router)| {
        let router = router.clone();
        let work = async move {
            let response = match router.oneshot(request).await {
                Ok(response) => response,
                Err(never) => match never {},
            };
            let status = response.status();
            let body = axum::body::to_bytes(response.into_body(), 1 << 22).await;
            (status, body.is_ok())
        };
        if let Some((status, has_body)) = den.serve(work) {
            assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR);
            assert!(has_body, "the body of the response is whole");
        }
    });
}
