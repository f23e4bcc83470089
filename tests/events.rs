//! Log events of the engine. There is only one test, because each process has one log.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use std::io::Read;
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, SystemTime};

use glossweave::clock::{Clock, FixedClock};
use glossweave::log::{Level, clear_listener, set_listener};
use glossweave::net::{HostPolicy, HttpRequest};
use glossweave::resource::ResourceUpdate;
use glossweave::translate::System;
use glossweave::translate::{TranslatedSegment, TranslationBatch, Translator};
use glossweave::{Caller, Engine, ErrorKind, Result, Settings};

type Told = Arc<Mutex<Vec<String>>>;

/// Sets a listener that records the events.
fn record(least: Level) -> Told {
    let told = Told::default();
    let into = told.clone();
    set_listener(least, move |event| {
        into.lock().unwrap().push(format!("{} {}: {}", event.level, event.target, event.message));
    })
    .unwrap();
    told
}

fn taken(told: &Told) -> Vec<String> {
    std::mem::take(&mut told.lock().unwrap())
}

struct Parrot;

impl Translator for Parrot {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        Ok(job.segments.iter().map(|one| Some(TranslatedSegment::machine(one.text))).collect())
    }
}

/// A clock that the test sets.
struct Watch(Arc<FixedClock>);

impl Clock for Watch {
    fn now(&self) -> SystemTime {
        self.0.now()
    }
}

/// Starts a server that closes connections, and returns its port.
fn deaf() -> u16 {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = server.local_addr().unwrap().port();
    thread::spawn(move || {
        for call in server.incoming() {
            let _ = call.unwrap().read(&mut [0; 4096]);
        }
    });
    port
}

#[test]
fn a_listener_is_told_what_matters_and_no_secret() {
    let told = record(Level::Debug);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display();
    let clock = Arc::new(FixedClock::new(SystemTime::UNIX_EPOCH));
    let mut settings = Settings::default();
    settings.store.location = Some(folder.path().to_str().unwrap().parse().unwrap());
    let (english, other) = ("en".parse().unwrap(), "en-x-parrot".parse().unwrap());
    let system = System::new("polly", english, other).with_key("hidden-key");
    let builder = Engine::builder(settings).clock(Watch(clock.clone()));
    let engine = builder.translator("parrot", system, Parrot).open().unwrap();
    assert_eq!(taken(&told), [format!("info store: opened `{path}`, which has 0 rows")]);

    let users = engine.session(Caller::Anonymous).users();
    users.create("anna", "hidden password").unwrap();
    let anna = Caller::Token(users.authenticate("anna", "hidden password").unwrap());
    let session = engine.session(anna);
    let table = b"uri,label\nhttp://example.org/hidden,Hidden\n";
    session.datasets().create(Some("places"), table, &ResourceUpdate::default()).unwrap();
    let said = taken(&told);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("info dataset: loaded a dataset of `anna` in "), "{said:?}");
    assert!(said[0].ends_with(": 1 entities, 1 labels"), "{said:?}");

    let call = "/e-translation/parrot?source-lang=en&target-lang=en-x-parrot&key=hidden-key";
    let call = glossweave::service::Call::new(call).with_body("hidden words");
    session.call(call).unwrap();
    assert_eq!(taken(&told), ["info translation: the system `polly` has started"]);
    clock.advance(Duration::from_secs(2 * 60 * 60));
    engine.expire().unwrap();
    let said = taken(&told);
    assert_eq!(
        said[0],
        "info translation: the system `polly` was stopped because it was not used for an hour"
    );
    assert!(said[1].starts_with("debug engine: expired: "), "{said:?}");

    let port = deaf();
    let url = format!("http://user:hidden@127.0.0.1:{port}/hidden?key=hidden");
    assert_eq!(
        engine
            .network()
            .send(&HttpRequest::get(url).reaching(HostPolicy::Named))
            .unwrap_err()
            .kind(),
        ErrorKind::Invalid
    );
    let url = format!("http://127.0.0.1:{port}/hidden?key=hidden");
    engine.network().send(&HttpRequest::get(url).reaching(HostPolicy::Named)).unwrap_err();
    let said = taken(&told);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("warn network: "), "{said:?}");
    assert!(said[0].contains(&format!("127.0.0.1:{port}")) && !said[0].contains("hidden"));

    drop(engine);
    assert_eq!(taken(&told), [format!("info store: closed `{path}`")]);

    // Only severe events are reported, and no events that the listener causes itself. A panic of
    // the listener does no harm.
    let grave = record(Level::Warn);
    let open = || Engine::builder(Settings::default()).open().unwrap();
    open();
    glossweave::store::SledBackend::open(folder.path(), &Default::default()).unwrap();
    assert!(taken(&grave).is_empty() && taken(&told).is_empty());
    let inner = folder.path().join("inner");
    let times = Arc::new(Mutex::new(0));
    let count = times.clone();
    set_listener(Level::Info, move |_| {
        *count.lock().unwrap() += 1;
        drop(glossweave::store::SledBackend::open(&inner, &Default::default()));
        panic!("on purpose");
    })
    .unwrap();
    drop(glossweave::store::SledBackend::open(folder.path(), &Default::default()).unwrap());
    assert_eq!(*times.lock().unwrap(), 2);
    clear_listener();
    drop(glossweave::store::SledBackend::open(folder.path(), &Default::default()).unwrap());
    assert_eq!(*times.lock().unwrap(), 2);
}
