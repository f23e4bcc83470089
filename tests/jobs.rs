//! Jobs: shared by several engines on one store, taken over, preserved over a restart, cancelled,
//! and reported by webhooks.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

mod backend;
mod receiver;

use std::io::Read;
use std::net::TcpListener;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use backend::Severed;
use glossweave::acl::{ApiKeyOptions, Scope};
use glossweave::annotation::Annotation;
use glossweave::entity::{Passage, Recognizer};
use glossweave::job::{Job, JobOptions, JobState, WebhookState};
use glossweave::service::Call;
use glossweave::settings::{AdminSettings, JobSettings, NetworkSettings, StoreSettings};
use glossweave::store::MemoryBackend;
use glossweave::{Caller, Engine, ErrorKind, Result, Session, Settings};
use glossweave_testing::server::Server;
use harness::base64::decode;
use hmac::{Hmac, KeyInit, Mac};
use receiver::Receiver;
use serde_json::Value;
use sha2::Sha256;

const LONG: Duration = Duration::from_secs(60);
const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// A recognizer that waits at a gate, and records the texts in their order.
#[derive(Clone, Default)]
struct Gate(Arc<(Mutex<Seen>, Condvar)>);

#[derive(Default)]
struct Seen {
    open: bool,
    texts: Vec<String>,
}

impl Gate {
    fn opened() -> Gate {
        let gate = Gate::default();
        gate.open();
        gate
    }

    fn open(&self) {
        self.0.0.lock().unwrap().open = true;
        self.0.1.notify_all();
    }

    fn count(&self, text: &str) -> usize {
        self.0.0.lock().unwrap().texts.iter().filter(|seen| *seen == text).count()
    }

    /// Waits until a text was seen `count` times.
    #[track_caller]
    fn wait_for(&self, text: &str, count: usize) {
        let begun = Instant::now();
        while self.count(text) < count {
            assert!(begun.elapsed() < LONG, "{text} has come {} times", self.count(text));
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Recognizer for Gate {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let mut seen = self.0.0.lock().unwrap();
        seen.texts.push(passage.text().to_owned());
        let _open = self.0.1.wait_while(seen, |seen| !seen.open).unwrap();
        if passage.text() == "panic" {
            panic!("on purpose");
        }
        Ok(Vec::new())
    }
}

fn settings() -> Settings {
    let jobs = JobSettings {
        lease: Duration::from_millis(500),
        webhook_secret: Some(glossweave::Secret::new(SECRET)),
        ..JobSettings::default()
    };
    Settings { jobs, admin: AdminSettings::new("root", "correct horse"), ..Settings::default() }
}

fn engine(settings: Settings, store: &Arc<Severed>, gate: &Gate) -> Engine {
    Engine::builder(settings)
        .backend(store.clone())
        .recognizer("gate", gate.clone())
        .open()
        .unwrap()
}

fn root(engine: &Engine) -> Session<'_> {
    let users = engine.session(Caller::Anonymous).users();
    engine.session(Caller::Token(users.authenticate("root", "correct horse").unwrap()))
}

fn call(text: &str) -> Call {
    Call::new("/e-entity/gate/documents?language=en").with_body(text)
}

/// Returns a pipeline of two steps, the first of which waits.
fn pipeline(text: &str) -> Call {
    let steps = format!(
        r#"[{{"method": "POST", "endpoint": "/e-entity/gate/documents", "body": "{text}"}},
            {{"method": "POST", "endpoint": "/e-entity/gate/documents"}}]"#
    );
    Call::new("/pipelining/chain").with_body(steps)
}

fn submit(session: &Session<'_>, call: Call) -> Job {
    session.jobs().submit(call, &JobOptions::default()).unwrap()
}

/// Waits until a job has a property.
#[track_caller]
fn wait(session: &Session<'_>, id: &str, is_so: impl Fn(&Job) -> bool) -> Job {
    let begun = Instant::now();
    loop {
        let job = session.jobs().read(id).unwrap();
        if is_so(&job) {
            return job;
        }
        assert!(begun.elapsed() < LONG, "{job:?}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_job_has_the_answer_of_its_call() {
    let engine = engine(settings(), &Severed::new(), &Gate::opened());
    let session = root(&engine);
    let plain = session.call(call("To Cork.")).unwrap();
    let job = submit(&session, call("To Cork."));
    let ended = session.jobs().wait(&job.id, LONG).unwrap();
    assert_eq!((ended.state, ended.attempts, ended.webhook), (JobState::Done, 1, None));
    assert_eq!(ended.path, "/e-entity/gate/documents");
    let answer = session.jobs().result(&job.id).unwrap();
    assert_eq!((answer.bytes, answer.media_type), (plain.bytes, plain.media_type));

    // A call that fails is a failed job with the same error.
    let wrong = call("To Cork.").with_parameter("colour", "red");
    let plain = session.call(wrong.clone()).unwrap_err();
    let job = submit(&session, wrong);
    assert_eq!(session.jobs().wait(&job.id, LONG).unwrap().state, JobState::Failed);
    let error = session.jobs().result(&job.id).unwrap_err();
    assert_eq!((error.to_string(), error.parameter()), (plain.to_string(), plain.parameter()));
    let job = submit(&session, call("panic"));
    assert_eq!(session.jobs().wait(&job.id, LONG).unwrap().state, JobState::Failed);
    assert_eq!(session.jobs().result(&job.id).unwrap_err().kind(), ErrorKind::Internal);

    // Calls that change the store cannot be jobs.
    for path in ["/e-link/templates", "/user", "/jobs", "/nowhere", ""] {
        let refused = session.jobs().submit(Call::new(path), &JobOptions::default());
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::NotFound, "{path}");
    }
}

#[test]
fn two_engines_over_one_store_do_each_job_once() {
    let (store, gate) = (Severed::new(), Gate::opened());
    let jobs = JobSettings { threads: 3, ..settings().jobs };
    let engines =
        [0, 1].map(|_| engine(Settings { jobs: jobs.clone(), ..settings() }, &store, &gate));
    let mut submitted = Vec::new();
    for number in 0..40 {
        let session = root(&engines[number % 2]);
        submitted.push((number, submit(&session, call(&format!("Text {number}"))).id));
    }
    let session = root(&engines[0]);
    for (number, id) in submitted {
        let ended = session.jobs().wait(&id, LONG).unwrap();
        assert_eq!((ended.state, ended.attempts), (JobState::Done, 1), "{number}");
        assert_eq!(gate.count(&format!("Text {number}")), 1);
    }
}

#[test]
fn the_job_of_an_engine_that_is_cut_off_is_taken_over_and_its_own_result_is_dropped() {
    let (memory, shut, open) = (Arc::new(MemoryBackend::new()), Gate::default(), Gate::opened());
    let (cut, whole) = (Severed::over(&memory), Severed::over(&memory));
    let first = engine(settings(), &cut, &shut);
    let job = submit(&root(&first), call("To Cork."));
    shut.wait_for("To Cork.", 1);
    let second = engine(settings(), &whole, &open);
    let session = root(&second);
    // While the lease is renewed, no other runner takes the job.
    thread::sleep(Duration::from_millis(1_500));
    assert_eq!(open.count("To Cork."), 0);
    cut.sever(true);
    let ended = session.jobs().wait(&job.id, LONG).unwrap();
    assert_eq!((ended.state, ended.attempts), (JobState::Done, 2));
    assert_eq!(open.count("To Cork."), 1);
    // The first runner detects that it has lost the job.
    cut.sever(false);
    shut.open();
    drop(first);
    assert_eq!(session.jobs().read(&job.id).unwrap(), ended);
    assert_eq!(session.jobs().list(&Default::default()).unwrap().len(), 1);
}

#[test]
fn an_engine_that_is_dropped_returns_its_job_to_the_queue() {
    let (store, gate) = (Severed::new(), Gate::default());
    let first = engine(settings(), &store, &gate);
    let job = submit(&root(&first), pipeline("To Cork."));
    gate.wait_for("To Cork.", 1);
    // The first step ends while the engine stops, so the second step is not begun.
    let opens = gate.clone();
    let opener = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        opens.open();
    });
    drop(first);
    opener.join().unwrap();
    assert_eq!(gate.count("To Cork."), 1);
    let second = engine(settings(), &store, &gate);
    let session = root(&second);
    let ended = session.jobs().wait(&job.id, LONG).unwrap();
    // An attempt that was returned to the queue does not count.
    assert_eq!((ended.state, ended.attempts), (JobState::Done, 1));
    assert_eq!(gate.count("To Cork."), 3);
}

#[test]
fn a_job_whose_store_fails_for_a_moment_is_run_again() {
    let (store, gate) = (Severed::new(), Gate::default());
    let engine = engine(settings(), &store, &gate);
    let session = root(&engine);
    let job = submit(&session, pipeline("To Cork."));
    gate.wait_for("To Cork.", 1);
    // The second step cannot identify the caller.
    store.sever(true);
    gate.open();
    thread::sleep(Duration::from_millis(700));
    store.sever(false);
    let ended = session.jobs().wait(&job.id, LONG).unwrap();
    assert_eq!((ended.state, ended.attempts), (JobState::Done, 2));
    assert_eq!(gate.count("To Cork."), 3);
}

#[test]
fn jobs_in_a_folder_are_done_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let settings = |threads| {
        let jobs = JobSettings { threads, ..settings().jobs };
        Settings { store: StoreSettings::new(folder.path().join("store")), jobs, ..settings() }
    };
    let open = |threads, gate: &Gate| {
        Engine::builder(settings(threads)).recognizer("gate", gate.clone()).open().unwrap()
    };
    // This engine runs no jobs.
    let engine = open(0, &Gate::opened());
    let session = root(&engine);
    let ids: Vec<String> =
        (0..3).map(|number| submit(&session, call(&format!("Text {number}"))).id).collect();
    assert_eq!(session.jobs().wait(&ids[0], Duration::ZERO).unwrap().state, JobState::Queued);
    drop(engine);
    // The folder is released immediately, and the next engine starts the job without a new
    // submission.
    let gate = Gate::opened();
    let engine = open(1, &gate);
    let session = root(&engine);
    for (number, id) in ids.iter().enumerate() {
        assert_eq!(session.jobs().wait(id, LONG).unwrap().state, JobState::Done);
        assert_eq!(gate.count(&format!("Text {number}")), 1);
    }
    drop(engine);
    let engine = open(1, &gate);
    let answer = root(&engine).jobs().result(&ids[2]).unwrap();
    assert_eq!(answer.media_type, "text/turtle");
}

#[test]
fn a_job_that_is_cancelled_stops_before_its_next_step() {
    let gate = Gate::default();
    let engine = engine(settings(), &Severed::new(), &gate);
    let session = root(&engine);
    let running = submit(&session, pipeline("To Cork."));
    gate.wait_for("To Cork.", 1);
    let queued = submit(&session, call("To Cobh."));
    let seen = wait(&session, &running.id, |job| job.progress.is_some());
    assert_eq!(seen.progress.map(|all| (all.done, all.total)), Some((0, 2)));
    for job in [&running, &queued] {
        assert_eq!(session.jobs().cancel(&job.id).unwrap().state, JobState::Cancelled);
        let error = session.jobs().result(&job.id).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Conflict);
    }
    // The runner checks the job before it continues.
    thread::sleep(Duration::from_millis(500));
    gate.open();
    let last = submit(&session, call("To Kerry."));
    assert_eq!(session.jobs().wait(&last.id, LONG).unwrap().state, JobState::Done);
    assert_eq!((gate.count("To Cork."), gate.count("To Cobh.")), (1, 0));
    assert_eq!(session.jobs().read(&running.id).unwrap().state, JobState::Cancelled);
}

#[test]
fn a_job_that_is_cancelled_does_not_wait_for_a_remote_service() {
    // A server that never responds, and detects the end of the connection.
    let slow = Server::new(|_, _, stream| {
        let _ = stream.set_read_timeout(Some(4 * LONG));
        let _ = stream.read(&mut [0; 1]);
    });
    let time = Duration::from_secs(600);
    let network =
        NetworkSettings { private_hosts: slow.host(), time, ..NetworkSettings::default() };
    let mut settings = Settings { network, ..settings() };
    settings.jobs = JobSettings { threads: 1, ..settings.jobs };
    let engine = engine(settings, &Severed::new(), &Gate::opened());
    let session = root(&engine);
    let steps = format!(r#"[{{"method": "POST", "endpoint": "{}", "body": "x"}}]"#, slow.url("/"));
    let waiting = submit(&session, Call::new("/pipelining/chain").with_body(steps));
    let begun = Instant::now();
    while slow.seen().is_empty() {
        assert!(begun.elapsed() < LONG);
        thread::sleep(Duration::from_millis(5));
    }
    session.jobs().cancel(&waiting.id).unwrap();
    // The only runner is free again.
    let next = submit(&session, call("To Kerry."));
    assert_eq!(session.jobs().wait(&next.id, LONG).unwrap().state, JobState::Done);
    assert_eq!(session.jobs().read(&waiting.id).unwrap().state, JobState::Cancelled);
}

#[test]
fn a_job_has_the_rights_that_its_caller_has_when_it_runs() {
    let gate = Gate::default();
    let engine = engine(settings(), &Severed::new(), &gate);
    let users = engine.session(Caller::Anonymous).users();
    users.create("anna", "correct horse").unwrap();
    let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse").unwrap()));
    let key = |name: &str| {
        let options = ApiKeyOptions::new(name, [Scope::Enrich]);
        Caller::Token(anna.users().create_key("anna", &options).unwrap().secret)
    };
    let private = glossweave::resource::ResourceUpdate {
        visibility: Some(glossweave::acl::Visibility::Private),
        ..glossweave::resource::ResourceUpdate::default()
    };
    anna.filters().create(Some("mine"), b"SELECT * { ?s ?p ?o }", &private).unwrap();
    let filtered = |text| call(text).with_parameter("filter", "mine");

    let blocks = submit(&root(&engine), call("first"));
    gate.wait_for("first", 1);
    let kept = submit(&engine.session(key("kept")), filtered("To Cork."));
    let revoked = submit(&engine.session(key("revoked")), filtered("To Cork."));
    anna.users().revoke_key("anna", "revoked").unwrap();
    let stranger = submit(&root(&engine), call("To Cork.").with_parameter("filter", "none"));
    gate.open();
    let state = |id: &str| root(&engine).jobs().wait(id, LONG).unwrap().state;
    assert_eq!((state(&blocks.id), state(&kept.id)), (JobState::Done, JobState::Done));
    assert_eq!((state(&revoked.id), state(&stranger.id)), (JobState::Failed, JobState::Failed));
    let error = anna.jobs().result(&revoked.id).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unauthenticated);
}

#[test]
fn a_webhook_is_signed_and_called_until_it_answers() {
    let receiver = Receiver::answering(&["503 Busy", "200 OK"]);
    let network = NetworkSettings { private_hosts: receiver.host(), ..NetworkSettings::default() };
    let engine = engine(Settings { network, ..settings() }, &Severed::new(), &Gate::opened());
    let session = root(&engine);
    let options = JobOptions { webhook: Some(receiver.url()), ..JobOptions::default() };
    let job = session.jobs().submit(call("To Cork."), &options).unwrap();
    let ended = wait(&session, &job.id, |job| job.webhook == Some(WebhookState::Delivered));
    assert_eq!(ended.state, JobState::Done);
    let calls = receiver.calls();
    assert_eq!(calls.len(), 2);
    let key = decode(SECRET.strip_prefix("whsec_").unwrap()).unwrap();
    for call in &calls {
        assert_eq!(call.header("webhook-id"), job.id);
        let timestamp = call.header("webhook-timestamp");
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(format!("{}.{timestamp}.", job.id).as_bytes());
        mac.update(&call.body);
        let signature = call.header("webhook-signature").strip_prefix("v1,").unwrap();
        assert_eq!(decode(signature).unwrap(), mac.finalize().into_bytes().to_vec());
        let body: Value = serde_json::from_slice(&call.body).unwrap();
        assert_eq!(body["type"], "job.ended");
        assert_eq!(body["data"]["id"], job.id);
        assert_eq!(body["data"]["state"], "done");
        assert_eq!(body["data"]["ended"], ended.ended.unwrap().to_string());
    }
}

#[test]
fn webhooks_that_hang_hold_up_no_jobs() {
    // Calls wait in the queue of the socket, because no server accepts them.
    let deaf = TcpListener::bind("127.0.0.1:0").unwrap();
    let receiver = Receiver::answering(&["200 OK"]);
    let hosts = format!("{},{}", deaf.local_addr().unwrap(), receiver.host());
    let mut settings = Settings {
        network: NetworkSettings { private_hosts: hosts, ..NetworkSettings::default() },
        ..settings()
    };
    settings.jobs.threads = 1;
    let engine = engine(settings, &Severed::new(), &Gate::opened());
    let session = root(&engine);
    let url = format!("http://{}/", deaf.local_addr().unwrap());
    let options = JobOptions { webhook: Some(url), ..JobOptions::default() };
    let hanging: Vec<Job> =
        (0..30).map(|_| session.jobs().submit(call("To Cork."), &options).unwrap()).collect();
    for job in &hanging {
        wait(&session, &job.id, |job| job.state == JobState::Done);
    }
    let options = JobOptions { webhook: Some(receiver.url()), ..JobOptions::default() };
    let job = session.jobs().submit(call("To Cork."), &options).unwrap();
    wait(&session, &job.id, |job| job.webhook == Some(WebhookState::Delivered));
    let delivered =
        |job: &&Job| session.jobs().read(&job.id).unwrap().webhook != Some(WebhookState::Pending);
    assert_eq!(hanging.iter().filter(delivered).count(), 0);
}

#[test]
fn a_job_is_taken_from_each_owner_in_turn() {
    let gate = Gate::default();
    let mut settings = settings();
    settings.jobs.threads = 1;
    let engine = engine(settings, &Severed::new(), &gate);
    let root = root(&engine);
    let users = engine.session(Caller::Anonymous).users();
    users.create("bert", "correct horse").unwrap();
    let bert = engine.session(Caller::Token(users.authenticate("bert", "correct horse").unwrap()));
    for _ in 0..20 {
        submit(&root, call("early"));
    }
    let late = submit(&bert, call("late"));
    gate.open();
    wait(&bert, &late.id, |job| job.state == JobState::Done);
    let before = gate.0.0.lock().unwrap().texts.iter().position(|text| text == "late");
    assert!(before.is_some_and(|before| before < 10), "{before:?} texts came before");
}

#[test]
fn a_webhook_that_may_not_be_called_is_refused_with_the_job() {
    let gate = Gate::opened();
    let network = NetworkSettings { hosts: "example.org".into(), ..NetworkSettings::default() };
    let signing = engine(Settings { network, ..settings() }, &Severed::new(), &gate);
    let mut unsigned = settings();
    unsigned.jobs.webhook_secret = None;
    let unsigned = engine(unsigned, &Severed::new(), &gate);
    for (engine, url, kind) in [
        (&signing, "https://example.com/", ErrorKind::Forbidden),
        (&signing, "https://127.0.0.1/", ErrorKind::Forbidden),
        (&signing, "https://anna:secret@example.org/", ErrorKind::Invalid),
        (&signing, "file:///etc/passwd", ErrorKind::Invalid),
        (&unsigned, "https://example.org/", ErrorKind::Unsupported),
    ] {
        let session = root(engine);
        let options = JobOptions { webhook: Some(url.into()), ..JobOptions::default() };
        let error = session.jobs().submit(call("To Cork."), &options).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (kind, Some("webhook")), "{url}");
        assert!(session.jobs().list(&Default::default()).unwrap().is_empty());
    }
}
