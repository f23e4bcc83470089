//! The page for people, which is part of the program.

use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};

use crate::response::Response;

/// Nothing from elsewhere, nothing inline, in nobody's frame.
const POLICY: &str = "default-src 'self'; object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

/// A path, the name of a file, and what is in it.
type File = (&'static str, &'static str, &'static [u8]);

/// The files of the folder `page`.
pub const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A file as an answer.
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
