//! Calls that would use gigabytes. Each runs in a process that may use two.

use glossweave::entity::Dictionary;
use glossweave::service::Call;
use glossweave::{Caller, Engine, ErrorKind, Settings};

type Case = (&'static str, fn() -> Call);

pub const ALL: &[Case] = &[
    ("a variable that stands a million times", || {
        let request = format!(
            r#"[{{"method": "POST", "endpoint": "/e-entity/names/documents", "body": "a",
                "parameters": {{"language": "{}"}}}}]"#,
            "$A$".repeat(1_000_000)
        );
        let path = format!("/pipelining/chain?A={}", "a".repeat(30_000));
        Call::new(path).with_body(request)
    }),
    ("a base that all references have", || {
        let base = format!("@base <http://example.org/{}/> .\n", "a".repeat(1_000_000));
        let statements = "<a> <b> <c> , <d> , <e> .\n".repeat(300_000);
        turtle(base + &statements)
    }),
    ("a prefix that all names have", || {
        let prefix = format!("@prefix a: <http://example.org/{}/> .\n", "a".repeat(500_000));
        turtle(prefix + &"a:a a:b a:c .\n".repeat(300_000))
    }),
    ("a phrase that comes again and again", || {
        let text = "solar panel power plant ".repeat(200_000);
        let path = "/e-terminology/extraction?source-lang=en&target-lang=de";
        Call::new(path).with_header("Content-Type", "text/plain").with_body(text)
    }),
    ("a name at every word", || {
        let text = "a ".repeat(750_000);
        let call = Call::new("/e-entity/names/documents");
        call.with_header("Content-Type", "text/plain").with_body(text)
    }),
    ("a name at every word, as a page", || {
        let text = format!("<p>{}", "a ".repeat(750_000));
        let call = Call::new("/e-entity/names/documents?outformat=html");
        call.with_header("Content-Type", "text/html").with_body(text)
    }),
];

fn turtle(source: String) -> Call {
    let call = Call::new("/e-entity/names/documents");
    call.with_header("Content-Type", "text/turtle").with_body(source)
}

/// Makes a call, which is refused, and then another call, which succeeds.
pub fn run(call: Call) {
    let table = "uri,label,type\nhttp://example.org/a,a,http://example.org/Letter\n";
    let names = Dictionary::from_csv(table.as_bytes()).unwrap();
    let engine = Engine::builder(Settings::default()).recognizer("names", names).open().unwrap();
    let session = engine.session(Caller::Anonymous);
    let error = session.call(call).map(|answer| answer.bytes.len()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    assert!(error.message().len() < 1_000, "{}", error.message().len());
    let text = Call::new("/e-entity/names/documents").with_header("Content-Type", "text/plain");
    let answer = session.call(text.with_body("only a word")).unwrap();
    assert!(String::from_utf8_lossy(&answer.bytes).contains("http://example.org/a"));
}
