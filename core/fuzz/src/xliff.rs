//! Any bytes as XLIFF. Bytes: the options, the declared encoding, the annotations as in `encoding`, the
//! file.

use glossweave::markup::Encoding;
use glossweave::translate::{CheckOptions, check_translations};
use harness::corpus;
use harness::xliff::{self, Half, Ways};

use super::decode::{CHARSETS, lies_in_bounds};
use super::input::{Input, expect};
use super::{encoding, xml};

/// Reads the bytes, and inserts annotations into sources and targets. Checks the invariants of all results.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let choice = input.byte();
    let mut ways = Ways::default();
    ways.reading.charset = Encoding::for_label(input.pick(CHARSETS));
    ways.writing.on_parent = encoding::on_parent(choice);
    if choice & 4 != 0 {
        ways.writing.verify = false;
    }
    let chosen = encoding::annotation_bytes(&mut input);
    let Some(file) = xml::known(xliff::read(input.rest(), &ways.reading)) else { return };
    // Only checks that the call returns, whatever the issues are.
    drop(check_translations(&file, &CheckOptions::default()));
    for half in [Half::Source, Half::Target] {
        let Some(document) = half.of(&file) else { continue };
        lies_in_bounds(document);
        let annotations = encoding::annotations(&chosen, document);
        expect(xliff::hold_with(&file, half, &annotations, &ways).map(drop));
    }
}

/// Returns the corpus, and its small files with less surrounding markup.
pub fn seeds() -> Vec<Vec<u8>> {
    let files = corpus::folder("xliff").into_iter().filter(|file| file.bytes.len() < 4000);
    let seeds = (0..=u8::MAX).cycle().zip(files);
    seeds
        .map(|(number, file)| [&[number & 7, 0], &encoding::four(number)[..], &file.bytes].concat())
        .collect()
}
