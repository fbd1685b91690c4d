//! The page: files that were built from `web/` and compiled in, or a plain one.

use crate::frame_ancestors::FrameAncestors;
use axum::Extension;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// A file of the page.
struct File {
    /// Its path, from the slash on.
    path: &'static str,
    content: &'static [u8],
    /// The same with brotli, where the build has made it.
    compressed: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// What is shown when the page was not built.
const PLAIN: &str = include_str!("plain.html");

/// Scripts and styles come from this server only. Nobody may frame the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; \
                      img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'";

/// The viewer also makes pictures of what it gets, and frames robot windows, which
/// are served with a policy of their own.
const VIEWER_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                             font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
                             worker-src 'self' blob:; frame-src 'self'; base-uri 'none'; \
                             form-action 'none'";

/// The page of the viewer.
const VIEWER: &str = "/view.html";

/// Whether the full page was compiled in.
pub fn is_built() -> bool {
    find("/index.html").is_some()
}

/// A file of the page, by its path from the slash on.
pub fn file(path: &str) -> Option<&'static [u8]> {
    find(path).map(|file| file.content)
}

/// All files of the page with their paths.
pub fn files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES.iter().map(|file| (file.path, file.content))
}

/// Answers a GET for a file of the page. Paths are looked up in a table, so
/// there is no way to any other file. The page of the viewer may be framed by the origins of
/// the extension [`FrameAncestors`], if the server has it.
pub async fn page(
    uri: Uri,
    headers: HeaderMap,
    ancestors: Option<Extension<FrameAncestors>>,
) -> Response {
    let path = match uri.path() {
        "/" => "/index.html",
        path => path,
    };
    let ancestors = match path {
        VIEWER => ancestors.map(|Extension(ancestors)| ancestors),
        _ => None,
    };
    let ancestors = ancestors.unwrap_or_default();
    let answer = |path, content| answer(path, content, &ancestors);
    match find(path) {
        Some(File {
            compressed: Some(compressed),
            content,
            ..
        }) => match takes_brotli(&headers) {
            true => encoded(answer(path, compressed), Some("br")),
            false => encoded(answer(path, content), None),
        },
        Some(file) => answer(path, file.content),
        None if path == "/index.html" || path == VIEWER => answer(path, PLAIN.as_bytes()),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn find(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}

/// Whether the browser can read brotli: it says so itself, `br;q=0` means no.
fn takes_brotli(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    let names = values.filter_map(|value| value.to_str().ok());
    names.flat_map(|names| names.split(',')).any(|name| {
        let (name, weight) = name.split_once(';').unwrap_or((name, "q=1"));
        let weight = weight.trim().strip_prefix("q=").unwrap_or("1");
        name.trim().eq_ignore_ascii_case("br") && weight.trim().parse() != Ok(0.0)
    })
}

/// Says how a file is written, and that others may get it in another form.
fn encoded(mut answer: Response, encoding: Option<&'static str>) -> Response {
    let headers = answer.headers_mut();
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    answer
}

fn answer(path: &str, content: &'static [u8], ancestors: &FrameAncestors) -> Response {
    // names of built assets change with their content
    let keep = if path.starts_with("/assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let policy = if path == VIEWER {
        VIEWER_POLICY
    } else {
        POLICY
    };
    (
        [
            (header::CONTENT_TYPE, content_type(path)),
            (header::CACHE_CONTROL, keep),
        ],
        [(header::CONTENT_SECURITY_POLICY, ancestors.policy(policy))],
        content,
    )
        .into_response()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "json" | "webmanifest" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brotli_is_sent_to_those_who_take_it() {
        let takes = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            takes_brotli(&headers)
        };
        assert!(takes("gzip, deflate, br, zstd"));
        assert!(takes("gzip;q=0.5,BR ; q=0.8"));
        assert!(!takes("gzip, br;q=0"));
        assert!(!takes("br; q=0.000"));
        assert!(!takes("gzip, brotli"));
        assert!(!takes_brotli(&HeaderMap::new()));
    }
}
