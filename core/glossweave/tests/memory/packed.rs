//! Calls whose packed input is short, but needs much more memory than its size. Each call returns
//! an answer, or reaches its limit.

use glossweave::entity::Dictionary;
use glossweave::service::Call;
use glossweave::{Caller, Engine, ErrorKind, Settings};

/// The memory that a call may use, in bytes.
pub const MEMORY: usize = 8 << 20;

/// The size of an input, in bytes.
const INPUT: usize = 300_000;

/// Media types, each with a start, a repeated part, and an end.
const INPUTS: &[(&str, [&str; 3])] = &[
    ("text/plain", ["", "a ", ""]),
    ("text/plain", ["", "A. ", ""]),
    ("text/html", ["", "<p>a", ""]),
    ("text/html", ["", "<b>a</b>", ""]),
    ("text/html", ["", "<br>", ""]),
    ("text/markdown", ["", "a\n\n", ""]),
    ("text/markdown", ["", "- a\n", ""]),
    ("text/markdown", ["", "*a* ", ""]),
    ("application/yaml", ["", "- a\n", ""]),
    ("text/csv", ["a,b\n", "a,a\n", ""]),
    ("text/xml", ["<d>", "<p>a</p>", "</d>"]),
    ("text/xml", ["<d>", "<p/>", "</d>"]),
    ("text/x-java-properties", ["", "a=a\n", ""]),
    ("text/turtle", ["", "<a> <b> <c> .\n", ""]),
    ("text/x-gettext-translation", ["", "msgid \"a\"\nmsgstr \"\"\n\n", ""]),
    ("text/x-conll-2003", ["", "a O\n", ""]),
    ("application/x-subrip", ["", "1\n00:00:01,000 --> 00:00:02,000\na\n\n", ""]),
];

const SERVICES: &[&str] = &[
    "/e-entity/names/documents?language=en",
    "/e-terminology/extraction?language=en",
    "/toolbox/chunks",
    "/toolbox/redact?patterns=mail",
    "/toolbox/xliff/extract?source-lang=en&target-lang=de",
];

/// Calls a function with each call and its name.
pub fn each(mut run: impl FnMut(&str, Call)) {
    for service in SERVICES {
        for (media_type, [start, part, end]) in INPUTS {
            let body = format!("{start}{}{end}", part.repeat(INPUT / part.len()));
            let call = Call::new(*service).with_header("Content-Type", *media_type);
            run(&format!("{service}, {media_type} {part:?}"), call.with_body(body));
        }
    }
}

/// Returns an engine whose calls may use little memory.
pub fn engine() -> Engine {
    let table = "uri,label,type\nhttp://example.org/a,a,http://example.org/Letter\n";
    let names = Dictionary::from_csv(table.as_bytes()).unwrap();
    let settings = Settings::from_pairs([("limits.memory", MEMORY.to_string())]).unwrap();
    Engine::builder(settings).recognizer("names", names).open().unwrap()
}

/// Makes a call. Returns `true` if it was refused by a limit.
pub fn is_limited(engine: &Engine, call: Call) -> bool {
    match engine.session(Caller::Anonymous).call(call) {
        Ok(_) => false,
        Err(error) => {
            let expected = [ErrorKind::TooLarge, ErrorKind::Malformed, ErrorKind::Unsupported];
            assert!(expected.contains(&error.kind()), "{error}");
            error.kind() == ErrorKind::TooLarge
        }
    }
}
