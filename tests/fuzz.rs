//! The fuzz targets, run on the seeds and on corrupted seeds.

#[path = "../core/fuzz/src/lib.rs"]
#[allow(dead_code)]
mod trials;

use std::panic;

use harness::mutate;
use harness::random::Random;
use trials::{
    batch, decode, dictionary, docx, encoding, epub, exchange, idml, imports, its, nif, odt, pdf,
    pptx, strings, xliff, xlsx, xml, xslt,
};

/// Runs a target with each seed, unchanged and corrupted once.
fn run(seeds: Vec<Vec<u8>>, hold: fn(&[u8])) {
    assert!(seeds.len() > 20, "only {} seeds", seeds.len());
    for (number, mut bytes) in (0..).zip(seeds) {
        for spoilt in [false, true] {
            if spoilt {
                mutate::spoil(&mut Random::new(number), &mut bytes, 3);
            }
            if let Err(thrown) = panic::catch_unwind(|| hold(&bytes)) {
                eprintln!("seed {number}, spoilt: {spoilt}: {}", bytes.escape_ascii());
                panic::resume_unwind(thrown);
            }
        }
    }
}

#[test]
fn decode_holds_on_its_seeds() {
    run(decode::seeds(), decode::hold);
}

#[test]
fn weave_holds_on_its_seeds() {
    run(encoding::seeds(), encoding::hold);
}

#[test]
fn nif_holds_on_its_seeds() {
    run(nif::seeds(), nif::hold);
}

#[test]
fn xml_holds_on_its_seeds() {
    run(xml::seeds(), xml::hold);
}

#[test]
fn xliff_holds_on_its_seeds() {
    run(xliff::seeds(), xliff::hold);
}

#[test]
fn pdf_holds_on_its_seeds() {
    run(pdf::seeds(), pdf::hold);
}

#[test]
fn odt_holds_on_its_seeds() {
    run(odt::seeds(), odt::hold);
}

#[test]
fn epub_holds_on_its_seeds() {
    run(epub::seeds(), epub::hold);
}

#[test]
fn idml_holds_on_its_seeds() {
    run(idml::seeds(), idml::hold);
}

#[test]
fn docx_holds_on_its_seeds() {
    run(docx::seeds(), docx::hold);
}

#[test]
fn pptx_holds_on_its_seeds() {
    run(pptx::seeds(), pptx::hold);
}

#[test]
fn xlsx_holds_on_its_seeds() {
    run(xlsx::seeds(), xlsx::hold);
}

#[test]
fn exchange_formats_hold_on_their_seeds() {
    run(exchange::seeds(), exchange::hold);
}

#[test]
fn batches_hold_on_their_seeds() {
    run(batch::seeds(), batch::hold);
}

#[test]
fn strings_hold_on_their_seeds() {
    run(strings::seeds(), strings::hold);
}

#[test]
fn its_holds_on_its_seeds() {
    run(its::seeds(), its::hold);
}

#[test]
fn dictionary_holds_on_its_seeds() {
    run(dictionary::seeds(), dictionary::hold);
}

#[test]
fn imports_hold_on_their_seeds() {
    run(imports::seeds(), imports::hold);
}

#[test]
fn xslt_holds_on_its_seeds() {
    run(xslt::seeds(), xslt::hold);
}
