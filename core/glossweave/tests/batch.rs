//! Batches: one call for many documents.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use glossweave::batch::{BatchDocument, BatchDocuments, BatchResult};
use glossweave::pipeline::{BatchOptions, Order};
use glossweave::service::Call;
use glossweave::settings::{BatchSettings, Bytes};
use glossweave::{Caller, Engine, Error, ErrorKind, Settings};

const TERMS: &str = "/e-terminology/extraction?language=en";

fn engine(batches: BatchSettings) -> Engine {
    Engine::builder(Settings { batches, ..Settings::default() }).open().unwrap()
}

fn documents(count: usize) -> impl Iterator<Item = BatchDocument> + Send + 'static {
    (0..count).map(|number| {
        let mut document = BatchDocument::new(format!("Black hole {number}."));
        match number % 10 {
            3 => document.content = Err(Error::invalid("this one could not be read")),
            7 => {
                document.content = Ok(b"{".to_vec());
                document.media_type = Some("application/ld+json".to_owned());
            }
            _ => {}
        }
        BatchDocument { name: Some(format!("document {number}")), ..document }
    })
}

fn check(result: &BatchResult) {
    assert_eq!(result.name, Some(format!("document {}", result.index)));
    let kind = result.answer.as_ref().map_err(Error::kind).map(drop);
    let expected = match result.index % 10 {
        3 => Err(ErrorKind::Invalid),
        7 => Err(ErrorKind::Malformed),
        _ => Ok(()),
    };
    assert_eq!(kind, expected, "{result:?}");
}

#[test]
fn every_document_has_its_result_in_either_order() {
    let engine = engine(BatchSettings::default());
    let session = engine.session(Caller::Anonymous);
    for order in [Order::Kept, Order::Free] {
        let options = BatchOptions { threads: 3, order, ..BatchOptions::default() };
        let mut batch = session.batch(Call::new(TERMS), documents(300), &options).unwrap();
        let results: Vec<BatchResult> = batch.by_ref().collect();
        results.iter().for_each(check);
        assert_eq!(batch.progress(), (300, 60));
        let mut seen: Vec<usize> = results.iter().map(|one| one.index).collect();
        if order == Order::Free {
            seen.sort_unstable();
        }
        assert!(seen.into_iter().eq(0..300));
    }
}

#[test]
fn only_documents_in_flight_are_taken() {
    let engine =
        engine(BatchSettings { threads: 2, documents: usize::MAX, ..BatchSettings::default() });
    let taken = Arc::new(AtomicUsize::new(0));
    for order in [Order::Kept, Order::Free] {
        taken.store(0, Ordering::SeqCst);
        let counter = taken.clone();
        let endless = documents(usize::MAX).inspect(move |_| {
            counter.fetch_add(1, Ordering::SeqCst);
        });
        let options = BatchOptions { order, ..BatchOptions::default() };
        let session = engine.session(Caller::Anonymous);
        let mut batch = session.batch(Call::new(TERMS), endless, &options).unwrap();
        batch.by_ref().take(20).for_each(|result| check(&result));
        std::thread::sleep(Duration::from_millis(100));
        let most = 20 + 2 * 4 + 2 * 2 + 1;
        assert!(taken.load(Ordering::SeqCst) <= most, "{order:?}: {taken:?}");
        batch.cancel();
        assert!(batch.count() <= 2 * 4 + 2 * 2);
        // No more documents are taken.
        let now = taken.load(Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(taken.load(Ordering::SeqCst), now);
    }
}

#[test]
fn the_first_document_beyond_a_limit_is_the_last() {
    let last = |settings: BatchSettings| {
        let engine = engine(settings);
        let texts = (0..50).map(|_| BatchDocument::new("A black hole."));
        let session = engine.session(Caller::Anonymous);
        let options = BatchOptions::default();
        let results: Vec<_> = session.batch(Call::new(TERMS), texts, &options).unwrap().collect();
        let (last, others) = results.split_last().unwrap();
        assert!(others.iter().all(|one| one.answer.is_ok()));
        let error = last.answer.as_ref().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        (others.len(), error.message().to_owned())
    };
    let (done, message) = last(BatchSettings { documents: 7, ..BatchSettings::default() });
    assert_eq!((done, &*message), (7, "the batch exceeds 7 documents and ends here"));
    let (done, message) = last(BatchSettings { size: Bytes(30), ..BatchSettings::default() });
    assert_eq!((done, &*message), (2, "the batch exceeds 30 bytes and ends here"));
}

#[test]
fn a_batch_needs_the_rights_of_a_call() {
    let engine = engine(BatchSettings::default());
    let kind = |caller: Caller, path: &str| {
        let options = BatchOptions::default();
        let batch = engine.session(caller).batch(Call::new(path), documents(1), &options);
        batch.map(drop).map_err(|error| error.kind())
    };
    assert_eq!(kind(Caller::Anonymous, "/user"), Err(ErrorKind::NotFound));
    assert_eq!(kind(Caller::Anonymous, "https://example.org/"), Err(ErrorKind::NotFound));
    assert_eq!(kind(Caller::token(&"ab".repeat(32)), TERMS), Err(ErrorKind::Unauthenticated));
    let users = engine.session(Caller::Anonymous).users();
    users.create("anna", "correct horse").unwrap();
    let anna = Caller::Token(users.authenticate("anna", "correct horse").unwrap());
    assert_eq!(kind(anna, TERMS), Ok(()));
    assert_eq!(kind(Caller::Anonymous, TERMS), Ok(()));
}

#[test]
fn records_of_an_archive_are_documents() {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    zip.add_directory("pages/", options).unwrap();
    for (name, content) in [
        ("pages/a.html", "<p>One black hole.".repeat(3)),
        ("pages/large.txt", "Two black holes.".repeat(1_000)),
        ("README", "A black hole.".to_owned()),
    ] {
        zip.start_file(name, options).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    let bytes = zip.finish().unwrap().into_inner();
    let all: Vec<_> =
        BatchDocuments::read("application/zip", bytes.clone(), 1_000).unwrap().collect();
    let names: Vec<_> = all.iter().map(|one| one.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["pages/a.html", "pages/large.txt", "README"]);
    let types: Vec<_> = all.iter().map(BatchDocument::media_type).collect();
    assert_eq!(types, [Some("text/html"), Some("text/plain"), None]);
    assert_eq!(all[1].content.as_ref().unwrap_err().kind(), ErrorKind::TooLarge);
    assert_eq!(all[2].content.as_deref().unwrap(), b"A black hole.");

    // Changes one byte of the content of a record.
    let mut broken = bytes.clone();
    let at = broken.windows(6).position(|window| window == b"README").unwrap() + 8;
    broken[at] ^= 0x55;
    let all = BatchDocuments::read("application/zip", broken, 1 << 20).unwrap();
    let kinds: Vec<_> =
        all.map(|one| one.content.map(drop).map_err(|error| error.kind())).collect();
    assert_eq!(kinds, [Ok(()), Ok(()), Err(ErrorKind::Malformed)]);
    let cut = BatchDocuments::read("application/zip", &bytes[..bytes.len() - 30], 1_000);
    assert_eq!(cut.unwrap_err().kind(), ErrorKind::Malformed);
}
