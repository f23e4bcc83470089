//! Streams of documents.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use glossweave::pipeline::{BatchOptions, CallResult, Order};
use glossweave::service::Call;
use glossweave::{Error, Result};

use super::fixture::{fixture, text};

fn call(number: usize) -> Result<Call> {
    match number % 10 {
        7 => Err(Error::invalid("this one could not be read")),
        8 => Ok(Call::new("/e-entity/cities/documents")),
        _ => Ok(Call::new("/e-entity/cities/documents").with_body(format!("Cork {number}"))),
    }
}

fn check(done: &CallResult) {
    match &done.answer {
        Ok(answer) => assert!(text(answer).contains(&format!("\"Cork {}\"", done.index))),
        Err(_) => assert!(matches!(done.index % 10, 7 | 8)),
    }
}

#[test]
fn answers_come_in_order_and_failures_stop_nothing() {
    let fixture = fixture();
    for threads in [1, 2, 7] {
        let options = BatchOptions { threads, ..BatchOptions::default() };
        let mut many = fixture.session().call_many((0..500).map(call), &options);
        let mut count = 0;
        for done in many.by_ref() {
            assert_eq!(done.index, count);
            check(&done);
            count += 1;
        }
        assert_eq!((count, many.progress()), (500, (500, 100)));
    }
}

#[test]
fn answers_come_as_they_are_done_where_that_is_asked() {
    let fixture = fixture();
    let options = BatchOptions { threads: 3, order: Order::Free, ..BatchOptions::default() };
    let mut seen: Vec<usize> = Vec::new();
    for done in fixture.session().call_many((0..300).map(call), &options) {
        check(&done);
        seen.push(done.index);
    }
    seen.sort_unstable();
    assert!(seen.iter().copied().eq(0..300));
}

#[test]
fn no_more_calls_are_taken_than_are_answered_soon() {
    let fixture = fixture();
    let taken = Arc::new(AtomicUsize::new(0));
    let counter = taken.clone();
    let endless = (0..).map(move |number| {
        counter.fetch_add(1, Ordering::SeqCst);
        call(number)
    });
    let options = BatchOptions { threads: 2, ..BatchOptions::default() };
    let mut many = fixture.session().call_many(endless, &options);
    for _ in 0..20 {
        many.next().unwrap();
    }
    std::thread::sleep(std::time::Duration::from_millis(50));
    assert!(taken.load(Ordering::SeqCst) <= 20 + 2 * 4 + 2 * 2 + 1, "{taken:?}");
    many.cancel();
    let rest = many.count();
    assert!(rest <= 2 * 4 + 2 * 2, "{rest}");
}

#[test]
fn calls_that_panic_are_the_last() {
    let fixture = fixture();
    let calls = (0..10).map(|number| if number == 5 { panic!("broken") } else { call(number) });
    let options = BatchOptions { threads: 2, ..BatchOptions::default() };
    let done: Vec<CallResult> = fixture.session().call_many(calls, &options).collect();
    assert_eq!(done.len(), 6);
    assert!(done[5].answer.as_ref().unwrap_err().message().contains("broken"));
}
