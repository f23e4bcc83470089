//! The laws of XLIFF, on the source texts and on the target texts of a file.

use glossweave::annotation::Annotation;
use glossweave::{DecodeOptions, Document, EncodeOptions, Error, Format, Placement};

use crate::annotate::is_new;
use crate::laws::{self, Woven};
use crate::reading::{Reading, line};

/// The texts of a file that are read and written as a document: the source texts or the target
/// texts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Half {
    Source,
    Target,
}

impl Half {
    pub fn of(self, file: &Document) -> Option<&Document> {
        match self {
            Half::Source => Some(file),
            Half::Target => file.target(),
        }
    }
}

/// The options for reading and writing a file.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    pub reading: DecodeOptions,
    pub writing: EncodeOptions,
}

/// Reads XLIFF.
pub fn read(bytes: &[u8], options: &DecodeOptions) -> Result<Document, Error> {
    glossweave::decode(bytes, Format::Xliff, options)
}

/// Checks the laws on one half of a file. Returns the number of annotations within one unit, and
/// the annotations of these that were not written.
pub fn hold_with(
    file: &Document,
    half: Half,
    annotations: &[Annotation],
    ways: &Ways,
) -> Result<(usize, Vec<String>), String> {
    let Some(document) = half.of(file) else { return Ok((0, Vec::new())) };
    let bytes = file.source().bytes();
    let reading = Reading::of(document);
    let nothing = glossweave::encode(document, &[], &ways.writing);
    laws::same_bytes(bytes, &nothing.map_err(|error| error.to_string())?.bytes)?;
    for annotation in annotations {
        let place = document.source_span(annotation.span()).map(|place| place.range());
        laws::text_under(&reading, annotation.span().range(), place)?;
    }
    let encoded = glossweave::encode(document, annotations, &ways.writing);
    let encoded = encoded.map_err(|error| error.to_string())?;
    let inserted = encoded.inserted.iter().map(|span| span.range()).collect();
    let woven = Woven { bytes: encoded.bytes, inserted };
    laws::nothing_else_touched(bytes, &woven)?;
    let again = read(&woven.bytes, &ways.reading).map_err(|error| error.to_string())?;
    let other = match half {
        Half::Source => file.target().map(Document::text) == again.target().map(Document::text),
        Half::Target => file.text() == again.text(),
    };
    if !other {
        return Err("the other half has another text".to_owned());
    }
    let again = Reading::of(half.of(&again).ok_or("the targets are gone")?);
    laws::same_text(&reading, &again)?;
    let mut expected = reading.said.clone();
    let placed = annotations.iter().zip(&encoded.placements).filter(|one| is_new(one.1));
    expected.extend(placed.map(|(annotation, _)| line(annotation)));
    laws::same_statements(&expected, &again.said)?;
    let is_free = |annotation: &Annotation| {
        let within = document.units().any(|unit| unit.span().contains(annotation.span()));
        within && document.source_span(annotation.span()).is_some()
    };
    let wanted = annotations.iter().zip(&encoded.placements).filter(|one| is_free(one.0));
    let (mut free, mut left_out) = (0, Vec::new());
    for (annotation, placement) in wanted {
        free += 1;
        if let Placement::NotPlaced { rule } = placement {
            left_out.push(format!("{}: {rule}", line(annotation)));
        }
    }
    Ok((free, left_out))
}
