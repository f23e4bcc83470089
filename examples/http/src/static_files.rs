//! The files of the web page, which are embedded in the program.

use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};

use crate::response::Response;

/// The content security policy: no remote or inline content, and no frames around the page.
const POLICY: &str = "default-src 'self'; object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

/// The path, the name and the content of a file.
type File = (&'static str, &'static str, &'static [u8]);

/// The files of the folder `page`.
pub const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Returns the response for a file.
pub fn response((_, name, bytes): File) -> Response {
    let media_type = match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" => "application/json",
        _ => "application/octet-stream",
    };
    Response::new(StatusCode::OK, media_type, bytes)
        .with_header(CONTENT_SECURITY_POLICY, POLICY)
        .with_header(CACHE_CONTROL, "no-cache")
}
