//! Limits on the requests of a client per minute.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use crate::client::{Service, settings};

#[test]
fn a_client_is_told_what_is_left_and_refused_when_nothing_is() {
    let mut config = settings();
    config.server.requests_per_minute = 30;
    let service = Service::with(config);
    let first = service.call("GET", "/v1/e-entity/dictionary/datasets").send().expect(200);
    assert_eq!(first.header("ratelimit-policy"), Some("\"client\";q=30;w=60"));
    let left = |header: &str| header.split([';', '=']).nth(2).unwrap().parse::<u32>().unwrap();
    assert!((1..30).contains(&left(first.header("ratelimit").unwrap())));
    let refused = (0..40)
        .map(|_| service.call("GET", "/v1/e-entity/dictionary/datasets").send())
        .find(|reply| reply.status == 429)
        .unwrap();
    assert!(refused.header("ratelimit").unwrap().starts_with("\"client\";r=0;t="));
    assert!(refused.header("retry-after").unwrap().parse::<u32>().unwrap() <= 2);
    refused.problem(429, "Throttled");
    // Monitoring requests do not count.
    service.call("GET", "/health").send().expect(200);
}

#[test]
fn all_tokens_of_a_user_count_together() {
    let mut config = settings();
    config.server.proxies = "127.0.0.1".to_owned();
    config.server.requests_per_minute = 20;
    let service = Service::with(config);
    let tokens: Vec<String> = (0..4).map(|_| service.log_in("anna")).collect();
    // Each request comes from a different address.
    let read = |number: usize, token: &str| {
        let call = service.call("GET", "/v1/e-entity/dictionary/datasets").token(token);
        call.header("X-Forwarded-For", format!("192.0.2.{number}")).send().status
    };
    let statuses: Vec<u16> = (0..40).map(|number| read(number, &tokens[number % 4])).collect();
    // One of the twenty requests created a dataset, and some requests are regained while the test runs.
    let refused = statuses.iter().filter(|status| **status == 429).count();
    assert!((15..=21).contains(&refused), "{statuses:?}");
    assert!(statuses[..19].iter().all(|status| *status == 200), "{statuses:?}");
    // Other users, anonymous callers and unknown tokens are not refused.
    assert_eq!((read(100, &service.bert), read(101, ""), read(102, "made up")), (200, 200, 401));
}
