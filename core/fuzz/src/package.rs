//! Any bytes as a package, as a part of a package, or as the content of a part. The first byte selects one
//! of these and the variant. It is followed by the number of annotations, and four bytes for each.

use glossweave::annotation::{Annotation, Entity, Translation};
use glossweave::text::TextSpan;
use glossweave::{DecodeOptions, EncodeOptions, ErrorKind, Format};
use harness::package;

use super::input::{Input, boundary, expect};

const KINDS: &[ErrorKind] =
    &[ErrorKind::Malformed, ErrorKind::Unsupported, ErrorKind::TooLarge, ErrorKind::Invalid];

/// The number of annotations of a seed, and their positions.
const SAID: [u8; 9] = [2, 0, 0, 9, 0, 3, 0, 30, 0];

/// A format, or a version of it, with the part that is created from the bytes.
pub struct Variant {
    pub format: Format,
    /// The function that creates a package with the part.
    pub pack: fn(&[u8]) -> Vec<u8>,
    /// The markup before and after the content of the part.
    pub around: [&'static str; 2],
    /// The contents that are used for seeds.
    pub bodies: &'static [&'static str],
}

impl Variant {
    fn part(&self, content: &[u8]) -> Vec<u8> {
        let [start, end] = self.around.map(str::as_bytes);
        [start, content, end].concat()
    }
}

/// Reads the bytes. When there is a text, annotates and translates it. Checks the invariants of all
/// results.
pub fn hold(bytes: &[u8], variants: &[Variant]) {
    let mut input = Input::new(bytes);
    let choice = usize::from(input.byte());
    let variant = &variants[choice / 3 % variants.len()];
    let ranges: Vec<[usize; 2]> =
        (0..input.byte() % 9).map(|_| [input.number(), input.number()]).collect();
    let rest = input.rest();
    let source = match choice % 3 {
        0 => rest.to_vec(),
        1 => (variant.pack)(rest),
        _ => (variant.pack)(&variant.part(rest)),
    };
    let read =
        |bytes: Vec<u8>| glossweave::decode(bytes, variant.format, &DecodeOptions::default());
    let document = match read(source) {
        Ok(document) => document,
        Err(error) => {
            assert!(KINDS.contains(&error.kind()), "{:?} {error}", error.kind());
            return;
        }
    };
    let text = document.text();
    let entity = |[start, length]: &[usize; 2]| {
        let start = boundary(text, start % (text.len() + 1));
        let end = boundary(text, start + length % 64);
        Annotation::entity(TextSpan::new(start, end), Entity::new("http://a.example/é&_"))
    };
    let entities: Vec<Annotation> = match variant.format.returns() {
        true => ranges.iter().map(entity).collect(),
        false => Vec::new(),
    };
    expect(package::hold_with(&document, &entities).map(drop));
    let translation = || Translation::new("a & <b>\nc", "ga".parse().expect("a language"));
    let all: Vec<Annotation> =
        document.units().map(|unit| Annotation::translation(unit.span(), translation())).collect();
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let back = glossweave::encode(&document, &all, &options).expect("a package");
    let again = read(back.bytes).expect("a package that can be read");
    assert_eq!(again.units().count(), document.units().count());
}

/// Returns a seed with the first annotations and a content.
pub fn seed(choice: u8, content: &[u8]) -> Vec<u8> {
    [&[choice], &SAID[..], content].concat()
}

/// Returns contents, parts and packages of each variant.
pub fn seeds(variants: &[Variant]) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (variant, first) in variants.iter().zip((0..).step_by(3)) {
        let whole = variant.part(variant.bodies.concat().as_bytes());
        seeds.extend(variant.bodies.iter().map(|body| seed(first + 2, body.as_bytes())));
        seeds.push(seed(first + 1, &whole));
        seeds.push(seed(first, &(variant.pack)(&whole)));
    }
    seeds
}
