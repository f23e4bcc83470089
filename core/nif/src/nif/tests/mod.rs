mod check;
mod metadata;
mod read;
mod section;
mod skeleton;
mod write;

use glossweave_base::media::Format;
use glossweave_base::text::{Language, TextSpan};
use glossweave_document::annotation::{Annotation, Entity, Term, Translation};
use glossweave_document::{Builder, Document, Source, SourceExt};
use glossweave_markup::Encoding;

/// Returns a document with the given units, as if a markup reader had created it.
fn page(units: &[&str]) -> Document {
    let mut source = String::new();
    let mut builder = Builder::default();
    for (index, unit) in units.iter().enumerate() {
        source.push_str("<p>");
        builder.literal(unit, source.len());
        builder.end_unit(index as u32 + 1);
        source.push_str(unit);
    }
    builder.finish(Source::new(source.into_bytes(), Format::Html, Encoding::UTF_8))
}

fn plain(text: &str) -> Document {
    Document::of_text(text.to_owned(), None)
}

fn language(tag: &str) -> Language {
    Language::parse(tag).unwrap()
}

fn formats() -> impl Iterator<Item = Format> {
    Format::ALL.iter().copied().filter(|format| format.is_rdf())
}

fn example_annotations() -> Vec<Annotation> {
    let dublin = Entity::new("http://d.example/Dublin")
        .with_class("http://d.example/City")
        .with_confidence(0.5);
    vec![
        Annotation::entity(TextSpan::new(3, 9), dublin).by("http://tool.example/"),
        Annotation::term(TextSpan::new(3, 9), Term::new().with_info_ref("http://t.example/1")),
        Annotation::translation(
            TextSpan::new(0, 9),
            Translation::new("À Dublin", language("fr")).with_confidence(1.0),
        ),
    ]
}
