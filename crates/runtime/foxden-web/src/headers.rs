//! HTTP headers that protect the browser, on every answer of the server.
//!
//! An answer names only what is special to it: its type, how long it may be kept and,
//! for a document, its Content-Security-Policy.

use axum::http::{HeaderValue, header};
use axum::response::Response;

/// Adds the headers that every answer has: the browser does not guess types, and it does
/// not send the address of the page, which may contain a token, to other servers.
pub(crate) async fn protect(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    answer
}
