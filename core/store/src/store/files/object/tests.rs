//! Object storage in memory, and a server that fails.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use object_store::memory::InMemory;

use super::bucket::BucketUrl;
use super::{FileStore, ObjectFiles, PART};
use crate::store::files::open_files;
use crate::store::files::tests::conforms;
use glossweave_base::error::{ErrorKind, Result};

#[test]
fn object_storage_conforms() {
    for prefix in ["", "a/prefix/"] {
        let files = ObjectFiles::of(Arc::new(InMemory::new()), prefix.to_owned()).unwrap();
        conforms(&files, 5 * PART + 7);
        conforms(&files, PART);
    }
}

#[test]
fn it_is_called_from_asynchronous_code() {
    let files = ObjectFiles::of(Arc::new(InMemory::new()), String::new()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async { files.put("a/b", &mut &b"Cork"[..]).unwrap() });
    assert_eq!(read(&files, "a/b").unwrap(), b"Cork");
}

#[test]
fn a_place_that_is_none_is_an_error_without_its_secrets() {
    for url in [
        "s3://",
        "s3://key:secret@bucket/prefix",
        "s3://bucket/../secret",
        "s3://bucket//secret",
        "s3://bucket?secret_access_key=secret",
        "s3://bucket?allow_http=secret",
        "s3://bucket?endpoint=http://key:secret@localhost",
        "gs://bucket?region=secret",
        "ftp://secret/bucket",
        "secret",
    ] {
        let error = open_files(url, 0).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid, "{url}");
        assert!(!format!("{error:?} {error}").contains("secret"), "{error:?}");
    }
}

#[test]
fn credentials_are_not_shown() {
    let place = BucketUrl::of("s3://bucket/prefix/?region=eu-west-1").unwrap();
    let store = place.s3().with_access_key_id("secret").with_secret_access_key("secret").build();
    let files = ObjectFiles::of(Arc::new(store.unwrap()), place.prefix).unwrap();
    let shown = format!("{files:?}");
    assert!(shown.contains("bucket") && shown.contains("prefix/"), "{shown}");
    assert!(!shown.contains("secret"), "{shown}");
}

fn read(files: &ObjectFiles, name: &str) -> Result<Vec<u8>> {
    let mut content = Vec::new();
    files.open(name)?.read_to_end(&mut content).map_err(|error| {
        glossweave_base::error::Error::new(ErrorKind::Storage, error.to_string())
    })?;
    Ok(content)
}

/// Starts a server that answers each request by its number. Returns files on that server, and the
/// count of requests.
fn served(answer: fn(usize, &str) -> Vec<u8>) -> (ObjectFiles, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let number = counted.fetch_add(1, Ordering::SeqCst);
            // The client may have closed the connection.
            let _ = reply(stream.unwrap(), number, answer);
        }
    });
    let url = format!("s3://bucket?region=eu-west-1&allow_http=true&endpoint={endpoint}");
    let place = BucketUrl::of(&url).unwrap();
    let store = place.s3().with_skip_signature(true).build().unwrap();
    (ObjectFiles::of(Arc::new(store), String::new()).unwrap(), count)
}

fn reply(
    mut stream: TcpStream,
    number: usize,
    answer: fn(usize, &str) -> Vec<u8>,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().unwrap()?;
    lines.find(|line| line.as_ref().map_or(true, |line| line.is_empty()));
    stream.write_all(&answer(number, &first))
}

const BUSY: &[u8] = b"HTTP/1.1 503 Slow Down\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// Returns the response for an object with the content `Cork`.
fn cork(request: &str) -> Vec<u8> {
    let (status, body) = match request.starts_with("HEAD") {
        true => ("200 OK", ""),
        false => ("206 Partial Content\r\ncontent-range: bytes 0-3/4", "Cork"),
    };
    format!(
        "HTTP/1.1 {status}\r\ncontent-length: 4\r\nlast-modified: Fri, 27 Nov 2026 08:00:00 GMT\r\netag: \"1\"\r\n\
         connection: close\r\n\r\n{body}"
    )
    .into_bytes()
}

#[test]
fn a_server_that_is_busy_is_asked_again() {
    let (files, count) = served(|number, request| match number {
        0 | 2 => BUSY.to_vec(),
        _ => cork(request),
    });
    assert_eq!(read(&files, "names").unwrap(), b"Cork");
    assert_eq!(count.load(Ordering::SeqCst), 4);
}

#[test]
fn an_answer_that_is_cut_off_is_asked_for_again() {
    let (files, _) = served(|number, request| match number {
        1 => cork(request)[..cork(request).len() - 2].to_vec(),
        // The rest of the object.
        2 if request.starts_with("GET") => {
            let rest = String::from_utf8(cork(request)).unwrap();
            let rest = rest.replace("content-length: 4", "content-length: 2");
            rest.replace("bytes 0-3/4", "bytes 2-3/4").replace("\r\nCork", "\r\nrk").into_bytes()
        }
        _ => cork(request),
    });
    assert_eq!(read(&files, "names").unwrap(), b"Cork");
}

#[test]
fn a_server_that_stays_busy_is_an_error() {
    let (files, count) = served(|_, _| BUSY.to_vec());
    let error = files.open("names").map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    assert!(error.message().contains("`names`"), "{error}");
    assert_eq!(count.load(Ordering::SeqCst), 6);
    let error = files.put("names", &mut &b"Cork"[..]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
}
