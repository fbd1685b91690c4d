//! One HTML file with the page and a recording: it needs no server.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use foxden_scene::save_with;
use foxden_web::page;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The page and the script that starts it without a server.
const PAGE: &str = "/view.html";
const STARTER: &str = "/recording.js";

fn missing() -> io::Error {
    io::Error::other(
        "the page is not in this build, so there can be no .html recording: install Node 20.19 or \
         newer and build Foxden again, or record to a .mcap file",
    )
}

/// Whether the page is there.
pub(super) fn check() -> io::Result<()> {
    match (page::file(PAGE), page::file(STARTER)) {
        (Some(_), Some(_)) => Ok(()),
        _ => Err(missing()),
    }
}

/// Writes the page with the recording in it.
pub(super) fn write(recording: &Path, target: &Path) -> io::Result<()> {
    let text = |path: &str| page::file(path).map(String::from_utf8_lossy);
    let page = text(PAGE).ok_or_else(missing)?;
    let starter = text(STARTER).ok_or_else(missing)?;
    let saved = save_with(target, |file| write_to(file, recording, &page, &starter));
    saved.map_err(|error| error.reason)
}

fn write_to(file: &mut File, recording: &Path, page: &str, starter: &str) -> io::Result<()> {
    let mut output = BufWriter::new(file);
    let (head, body) = inlined(page);
    output.write_all(head.as_bytes())?;
    for (path, content) in page::files().filter(|(path, _)| is_chunk(path)) {
        let content = STANDARD.encode(content);
        writeln!(
            output,
            "<script type=\"text/plain\" data-chunk=\"{path}\">{content}</script>"
        )?;
    }
    output.write_all(b"<script type=\"text/plain\" id=\"recording\">")?;
    {
        let encoder = base64::write::EncoderWriter::new(&mut output, &STANDARD);
        let mut compressed = GzEncoder::new(encoder, Compression::default());
        io::copy(&mut File::open(recording)?, &mut compressed)?;
        compressed.finish()?.finish()?;
    }
    write!(
        output,
        "</script>\n<script>{}</script>\n{body}",
        starter.replace("</script", "<\\/script")
    )?;
    output.flush()
}

fn is_chunk(path: &str) -> bool {
    path.starts_with("/assets/") && path.ends_with(".js")
}

/// The page without its scripts and with its styles inside, cut before the end of
/// its body.
fn inlined(page: &str) -> (String, String) {
    let mut result = String::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        result.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find('>').map_or(rest.len(), |end| end + 1);
        let tag = &rest[..end];
        if tag.starts_with("<script") {
            let close = rest
                .find("</script>")
                .map_or(end, |close| close + "</script>".len());
            rest = &rest[close..];
        } else if tag.starts_with("<link") {
            let style = attribute(tag, "href").and_then(page::file);
            if tag.contains("stylesheet")
                && let Some(style) = style
            {
                let style = embedded(&String::from_utf8_lossy(style), "url(", ")");
                result.push_str("<style>");
                result.push_str(&style.replace("</style", "<\\/style"));
                result.push_str("</style>");
            }
            rest = &rest[end..];
        } else {
            result.push_str(&embedded(tag, "src=\"", "\""));
            rest = &rest[end..];
        }
    }
    result.push_str(rest);
    match result.rfind("</body>") {
        Some(at) => {
            let body = result.split_off(at);
            (result, body)
        }
        None => (result, String::new()),
    }
}

/// A text in which names of the page's files between two marks are replaced with
/// the files themselves.
fn embedded(text: &str, before: &str, after: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(before) {
        let (head, tail) = rest.split_at(start + before.len());
        result.push_str(head);
        let end = tail.find(after).unwrap_or(tail.len());
        let name = tail[..end].trim_matches(['"', '\'']);
        match data_address(name) {
            Some(address) => result.push_str(&address),
            None => result.push_str(&tail[..end]),
        }
        rest = &tail[end..];
    }
    result.push_str(rest);
    result
}

/// A font or drawing of the page as an address that contains it.
fn data_address(name: &str) -> Option<String> {
    let kind = match name.rsplit_once('.')?.1 {
        "woff2" => "font/woff2",
        "svg" => "image/svg+xml",
        _ => return None,
    };
    // Style sheets name their neighbours in the folder of assets.
    let inside = name.trim_start_matches("./");
    let file = page::file(name).or_else(|| page::file(&format!("/assets/{inside}")))?;
    Some(format!("data:{kind};base64,{}", STANDARD.encode(file)))
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = tag.split_once(&format!("{name}=\""))?;
    Some(rest.split_once('"')?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_links_leave_the_page() {
        let page = "<html><head><script type=\"module\" src=\"/a.js\"></script>\
                    <link rel=\"icon\" href=\"/x.svg\"></head><body><p>a &lt; b</p></body></html>";
        let (head, body) = inlined(page);
        assert_eq!(head, "<html><head></head><body><p>a &lt; b</p>");
        assert_eq!(body, "</body></html>");
    }

    #[test]
    fn names_that_are_no_files_of_the_page_stay() {
        let style = "a { background: url(#dots) } b { background: url(data:image/png;base64,AA) }";
        assert_eq!(embedded(style, "url(", ")"), style);
        if page::file("/fox.svg").is_some() {
            let tag = embedded("<img src=\"/fox.svg\" alt=\"\">", "src=\"", "\"");
            assert!(
                tag.starts_with("<img src=\"data:image/svg+xml;base64,")
                    && tag.ends_with("\" alt=\"\">"),
                "{tag}"
            );
        }
    }
}
