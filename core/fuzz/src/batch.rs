//! Bodies with the documents of a batch. The first byte selects the media type of the rest.

use glossweave::batch::{BatchDocument, BatchDocuments};

use super::input::Input;

/// The maximum size of a record in an archive, in bytes.
const MOST: usize = 1 << 20;

const TYPES: [&str; 4] = [
    "application/x-ndjson",
    "multipart/form-data; boundary=ab",
    "multipart/mixed; boundary=\"a b\"",
    "application/zip",
];

/// Reads all documents. Checks that reading ends, that the documents are not larger than the body, and that
/// error locations are in it. The documents must not change when they are written as a form and read again.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let media_type = input.pick(&TYPES);
    let body = input.rest();
    let Ok(documents) = BatchDocuments::read(media_type, body, MOST) else { return };
    let documents: Vec<BatchDocument> = documents.collect();
    assert!(documents.len() <= body.len(), "{} documents", documents.len());
    let mut contents = Vec::new();
    for document in documents {
        match document.content {
            Ok(content) => contents.push(content),
            Err(error) => {
                let line = error.location().map_or(0, |place| place.line());
                let lines = body.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 1;
                assert!(line as usize <= lines, "{error}");
            }
        }
    }
    if media_type != "application/zip" {
        let all: usize = contents.iter().map(Vec::len).sum();
        assert!(all <= body.len(), "{all} bytes");
    }
    come_back(&contents);
}

fn come_back(contents: &[Vec<u8>]) {
    let boundary = "not-in-any-of-them-7f3a";
    if contents.is_empty() || contents.iter().any(|content| contains(content, boundary.as_bytes()))
    {
        return;
    }
    let mut form = Vec::new();
    for content in contents {
        form.extend_from_slice(format!("--{boundary}\r\n\r\n").as_bytes());
        form.extend_from_slice(content);
        form.extend_from_slice(b"\r\n");
    }
    form.extend_from_slice(format!("--{boundary}--").as_bytes());
    let media_type = format!("multipart/mixed; boundary={boundary}");
    let again = BatchDocuments::read(&media_type, form, MOST).expect("a form");
    let again: Vec<Vec<u8>> = again.map(|document| document.content.expect("a part")).collect();
    assert!(again == contents, "other parts");
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

pub fn seeds() -> Vec<Vec<u8>> {
    let lines = [
        "",
        "\n\n",
        r#"{"content": "To Cork"}"#,
        "{\"name\": \"a.html\", \"content\": \"<p>\\ud83d\\ude00\"}\r\n{\"base64\": \"Q29yaw==\"}\n",
        "\u{FEFF}{\"content\": \"\", \"media_type\": \"text/plain\"}\n{\"content\": 7}\n",
        r#"{"name": "a"}"#,
        "{\"content\": \"a\", \"base64\": \"YQ==\"}\n{\"base64\": \"?\"}",
        "{\"content\": \"a\"} {\"content\": \"b\"}\n[",
        r#"{"content": "a", "other": 1}"#,
    ];
    let forms = [
        "--ab--",
        "--ab\r\n\r\nA\r\n--ab--\r\n",
        "preamble\r\n--ab\r\nContent-Disposition: form-data; name=\"a\"; filename=\"b.txt\"\r\n\r\nA\r\n--ab--",
        "--ab \t\r\ncontent-type: text/html\r\n\r\n\r\n--abc\r\n--ab\r\n\r\n--ab--",
        "--ab\r\n\r\nA\r\n--ab\r\n\r\nB",
        "--ab\r\nno head\r\n--ab--",
        "--ab\r\nContent-Transfer-Encoding: base64\r\n\r\nQQ==\r\n--ab--",
        "--ab\r\nContent-Disposition: form-data; filename*=utf-8''%C3%A9; filename=\"\\\"%22\r\n\r\n\r\n--ab--",
        "\r\n--ab\r\n\r\n\r\n--ab--",
        "--ab\r\n folded: x\r\n\ty\r\n\r\n\n\r\n--ab--",
        "--ab",
        "--ab-",
    ];
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for (number, bodies) in [(0, &lines[..]), (1, &forms[..])] {
        seeds.extend(bodies.iter().map(|body| [&[number], body.as_bytes()].concat()));
    }
    seeds.push([&[2][..], b"--a b\r\n\r\nA\r\n--a b--"].concat());
    seeds.push([&[3][..], b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"].concat());
    seeds
}
