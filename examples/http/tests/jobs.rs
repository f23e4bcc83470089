//! Jobs over HTTP.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use std::thread;
use std::time::{Duration, Instant};

use crate::client::{Reply, Service, settings};
use glossweave_testing::PATIENCE;
use serde_json::{Value, json};

const TERMS: &str = "/v1/e-terminology/extraction?informat=text&language=en";
const CHUNKS: &str = "/v1/toolbox/chunks?informat=text";

/// Waits until a job has ended.
fn ended(service: &Service, location: &str, token: &str) -> Value {
    let begun = Instant::now();
    loop {
        let job = service.call("GET", location).token(token).send().expect(200).json();
        if !matches!(job["state"].as_str().unwrap(), "queued" | "running") {
            return job;
        }
        assert!(begun.elapsed() < PATIENCE, "{job}");
        thread::sleep(Duration::from_millis(10));
    }
}

fn submitted(reply: &Reply) -> String {
    assert_eq!(reply.status, 202, "{}", reply.text());
    reply.header("location").unwrap().to_owned()
}

#[test]
fn a_request_becomes_a_job_whose_result_is_its_response() {
    let service = Service::start();
    let text = "We saw a black hole.";
    let post = |target: &str| {
        service.call("POST", target).token(&service.anna).accept("application/ld+json").body(text)
    };
    let plain = post(TERMS).send().expect(200);
    let asked = post(&format!("{TERMS}&async=true")).send();
    let preferred = post(TERMS).header("Prefer", "wait=5, Respond-Async; x=1").send();
    assert_eq!(asked.header("preference-applied"), None);
    assert_eq!(preferred.header("preference-applied"), Some("respond-async"));
    for reply in [&asked, &preferred] {
        let location = submitted(reply);
        let job = reply.json();
        assert_eq!(location, format!("/v1/jobs/{}", job["id"].as_str().unwrap()));
        assert_eq!((&job["state"], &job["owner"]), (&json!("queued"), &json!("anna")));
        assert_eq!(job["path"], "/e-terminology/extraction");
        let job = ended(&service, &location, &service.anna);
        assert_eq!((&job["state"], &job["attempts"]), (&json!("done"), &json!(1)));
        let result = format!("{location}/result");
        let result = service.call("GET", &result).token(&service.anna).send().expect(200);
        assert_eq!(result.header("content-type"), plain.header("content-type"));
        assert_eq!(result.body, plain.body);
    }
    // The parameter has priority over the preference.
    let now = post(&format!("{TERMS}&async=false")).header("Prefer", "respond-async").send();
    assert_eq!(now.expect(200).body, plain.body);
    let wrong = post(&format!("{TERMS}&async=perhaps")).send().problem(400, "Invalid").json();
    assert_eq!(wrong["parameter"], "async");
    post(&format!("{TERMS}&webhook=https://example.org/")).send().problem(400, "Invalid");
    let unsigned = post(&format!("{TERMS}&async=true&webhook=https://example.org/")).send();
    assert_eq!(unsigned.problem(400, "Unsupported").json()["parameter"], "webhook");
}

#[test]
fn a_pipeline_is_a_job_and_its_failure_has_the_step() {
    let service = Service::start();
    let run = |second: &str| {
        let steps = json!([
            {"method": "POST", "endpoint": "/e-entity/dictionary/documents?dataset=cork", "body": "To Cork"},
            {"method": "POST", "endpoint": second}
        ]);
        let call = service.call("POST", "/v1/pipelining/chain?async=true").token(&service.anna);
        let location = submitted(&call.typed("application/json").body(steps.to_string()).send());
        (ended(&service, &location, &service.anna), location)
    };
    let (job, location) = run("/e-terminology/extraction?source-lang=en");
    assert_eq!(job["state"], "done", "{job}");
    let result = format!("{location}/result");
    let result = service.call("GET", &result).token(&service.anna).send().expect(200);
    assert!(result.text().contains("http://example.org/Cork"));

    let (job, location) = run("/e-entity/nobody/documents");
    assert_eq!((&job["state"], &job["error"]["step"]), (&json!("failed"), &json!(1)));
    let result = format!("{location}/result");
    let problem = service.call("GET", &result).token(&service.anna).send();
    let problem = problem.problem(404, "NotFound").json();
    assert_eq!((&problem["step"], &problem["detail"]), (&json!(1), &job["error"]["message"]));
}

#[test]
fn jobs_are_listed_cancelled_and_removed_by_their_owner() {
    let mut config = settings();
    config.engine.jobs.threads = 0;
    config.engine.quotas.jobs = 3;
    let service = Service::with(config);
    let call =
        |method: &str, target: &str, token: &str| service.call(method, target).token(token).send();
    let submit = |token: &str| {
        let target = format!("{CHUNKS}&async=true");
        service.call("POST", &target).token(token).body("To Cork.").send()
    };
    submit("").problem(401, "Unauthenticated");
    submit("made up").problem(401, "Unauthenticated");
    let mut locations: Vec<String> = (0..3).map(|_| submitted(&submit(&service.anna))).collect();
    // Jobs of the same millisecond can have any order.
    locations.sort();
    submit(&service.anna).problem(429, "Throttled");
    let one = &locations[0];
    let result = format!("{one}/result");
    call("GET", &result, &service.anna).problem(409, "Conflict");
    for (method, target) in
        [("GET", one), ("GET", &result), ("DELETE", one), ("POST", &format!("{one}/cancel"))]
    {
        call(method, target, &service.bert).problem(404, "NotFound");
        call(method, target, "").problem(401, "Unauthenticated");
    }
    let ids = |reply: &Reply| -> Vec<String> {
        let jobs = reply.json();
        let ids = jobs.as_array().unwrap().iter();
        ids.map(|job| format!("/v1/jobs/{}", job["id"].as_str().unwrap())).collect()
    };
    let first = call("GET", "/v1/jobs?limit=2", &service.anna).expect(200);
    assert_eq!(ids(&first), locations[..2]);
    let next = first.header("link").unwrap();
    let next = next.strip_prefix('<').unwrap().split('>').next().unwrap();
    assert_eq!(ids(&call("GET", next, &service.anna).expect(200)), locations[2..]);
    assert_eq!(call("GET", "/v1/jobs", &service.bert).expect(200).json(), json!([]));
    assert_eq!(ids(&call("GET", "/v1/jobs", &service.root).expect(200)), locations);
    call("GET", "/v1/jobs?after=nothing", &service.anna).problem(400, "Invalid");

    let cancelled = call("POST", &format!("{one}/cancel"), &service.anna).expect(200).json();
    assert_eq!(cancelled["state"], "cancelled");
    call("GET", &result, &service.anna).problem(409, "Conflict");
    for location in &locations {
        call("DELETE", location, &service.anna).expect(204);
        call("GET", location, &service.anna).problem(404, "NotFound");
    }
    submitted(&submit(&service.anna));
}

#[test]
fn an_api_key_needs_the_scope_enrich_for_jobs() {
    let service = Service::start();
    let key = |scope: &str| {
        let target = format!("/v1/user/anna/keys?name={scope}&scopes={scope}");
        let key = service.call("POST", &target).token(&service.anna).send().expect(201).json();
        key["secret"].as_str().unwrap().to_owned()
    };
    let submit = |token: &str| {
        let target = format!("{CHUNKS}&async=true");
        service.call("POST", &target).token(token).body("To Cork.").send()
    };
    let (reads, enriches) = (key("read"), key("enrich"));
    submit(&reads).problem(403, "Forbidden");
    service.call("GET", "/v1/jobs").token(&reads).send().problem(403, "Forbidden");
    let location = submitted(&submit(&enriches));
    assert_eq!(ended(&service, &location, &enriches)["state"], "done");
    service.call("DELETE", &location).token(&enriches).send().expect(204);
}
