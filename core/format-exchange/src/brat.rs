//! Standoff annotations of brat: an archive with a text file and an annotation file for each
//! document. Offsets count code points.

mod read;
mod write;

use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::new_file::Output;
use glossweave_format_base::new_file::{Capabilities, Content};

/// A zip archive of [brat](https://brat.nlplab.org/standoff.html) files: `NAME.txt` with
/// `NAME.ann`.
pub struct Brat;

static CAPABILITIES: Capabilities = Capabilities {
    any_label: false,
    classes: false,
    confidence: false,
    tool: false,
    ..Capabilities::ALL
};

/// The prefix used for IRIs that have no known prefix.
const IRI: &str = "iri";

/// The prefix used for identifiers that have no source.
const ID: &str = "id";

impl DocumentFormat for Brat {
    fn format(&self) -> Format {
        Format::Brat
    }

    /// Reads each document as a section of one unit.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read::read(bytes, options)
    }

    fn capabilities(&self) -> Option<&'static Capabilities> {
        Some(&CAPABILITIES)
    }

    fn export(&self, content: &mut Content<'_>, output: &mut Output) -> Result<()> {
        write::write(content, output)
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{comes_back, everything};
    use crate::{decode, export};
    use glossweave_archive::{Archive, Limits as ArchiveLimits};
    use glossweave_base::error::ErrorKind;
    use glossweave_base::media::Format;
    use glossweave_base::text::TextSpan;
    use glossweave_document::DecodeOptions;
    use glossweave_document::Document;
    use glossweave_document::annotation::{Annotation, Entity};
    use glossweave_format_base::ExportOptions;

    fn packed(files: &[(&str, &str)]) -> Vec<u8> {
        let files = files.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec()));
        glossweave_archive::write(&files.collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn annotations_come_back() {
        let (document, all) = everything();
        let lost = ["IRIs of classes", "confidences", "further classes", "tools"];
        comes_back(&document, &all, Format::Brat, &lost);
    }

    #[test]
    fn identifiers_and_labels_of_brat_are_kept() {
        let document = Document::of_text("😀 Cork\nקורק".to_owned(), None);
        let entity = Entity::new("http://www.wikidata.org/entity/Q36647")
            .with_ident("http://a.example/1")
            .with_source("MESH", "D1")
            .with_class("http://nerd.eurecom.fr/ontology#GPE");
        let all = [Annotation::entity(TextSpan::new(5, 18), entity)];
        let made = export(&document, &all, Format::Brat, &ExportOptions::default()).unwrap();
        let archive = Archive::open(&made.bytes, ArchiveLimits::default()).unwrap();
        let ann = String::from_utf8(archive.read("document.ann").unwrap()).unwrap();
        let expected = "T1\tGPE 2 11\tCork קורק\nN1\tReference T1 wikidata:Q36647\tCork קורק\n\
            N2\tReference T1 iri:http://a.example/1\tCork קורק\nN3\tReference T1 MESH:D1\tCork קורק\n";
        assert_eq!(ann, expected);
        let conf = String::from_utf8(archive.read("annotation.conf").unwrap()).unwrap();
        assert!(conf.starts_with("[entities]\nGPE\n"));
        let again = decode(made.bytes, Format::Brat, &DecodeOptions::default()).unwrap();
        assert_eq!(again.annotations(), all);
    }

    #[test]
    fn files_in_folders_are_documents_and_relations_are_reported() {
        let bytes = packed(&[
            ("corpus/b.txt", "Cobh is in Cork\n"),
            (
                "corpus/b.ann",
                "T1\tLOC 0 4\tCobh\nT2\tLOC 11 15\tCork\nR1\tin Arg1:T1 Arg2:T2\n\
              T3\tX 0 4;11 15\tCobh Cork\n#1\tAnnotatorNotes T1\ta port\nE1\tX:T1\n",
            ),
            ("corpus/a.txt", "Nothing"),
            ("corpus/a.a1", "T1\tX 0 7\tNothing\n"),
            ("__MACOSX/x", ""),
        ]);
        let document = decode(bytes, Format::Brat, &DecodeOptions::default()).unwrap();
        let names: Vec<_> = document.sections().map(|section| section.name.unwrap()).collect();
        assert_eq!(names, ["corpus/b", "corpus/a"]);
        let spans: Vec<_> =
            document.annotations().iter().map(|annotation| annotation.span().range()).collect();
        assert_eq!(spans, [0..4, 11..15, 0..15].map(|span| span));
        let warnings: Vec<&str> =
            document.warnings().iter().map(|warning| warning.message()).collect();
        assert_eq!(
            warnings,
            [
                "the file `corpus/a.a1` is not read",
                "1 annotations with several parts are read as one span",
                "2 relations, events and attributes are not read",
                "1 annotator notes on entities are not read",
            ]
        );
    }

    #[test]
    fn wrong_lines_are_skipped_with_their_numbers() {
        let ann = "T1\tLOC 0 4\tCobh\nT2\tLOC 5 99\tCork\nT3\tLOC 8 13\tCork\nT4\tLOC x\n\
            N1\tReference T3 a:b\tx\nT5\tLOC 8 12\tCork\n";
        let bytes = packed(&[("a.txt", "Cobh to Cork"), ("a.ann", ann)]);
        let document = decode(bytes, Format::Brat, &DecodeOptions::default()).unwrap();
        let spans: Vec<_> =
            document.annotations().iter().map(|found| found.span().range()).collect();
        assert_eq!(spans, [0..4, 8..12]);
        let warnings = document.warnings().iter().map(|warning| warning.message());
        let lines: Vec<&str> = warnings.filter_map(|text| text.split(':').next()).collect();
        assert_eq!(lines, ["line 2", "line 3", "line 4", "line 5"]);
    }

    #[test]
    fn byte_order_marks_line_ends_and_offsets_of_other_programs_are_read() {
        for (text, ann) in [
            ("\u{FEFF}To Cork", "\u{FEFF}T1\tLOC 3 7\tCork\r\n"),
            // The offsets include the byte order mark.
            ("\u{FEFF}To Cork", "T1\tLOC 4 8\tCork\n"),
            ("To\r\nCork", "T1\tLOC 3 7\tCork\n"),
            ("To\r\nCork", "T1\tLOC 4 8\tCork\nT2\tLOC 0 4\tTork\n"),
            ("😀 Cork", "T1\tLOC 3 7\tCork\n"),
            ("😀\r\n Cork", "T1\tLOC 4 8\tCork\n"),
            ("ü Cork", "T1\tLOC 3 7\tCork\n"),
        ] {
            let bytes = packed(&[
                ("a.txt", text),
                ("a.ann", ann),
                ("__MACOSX/._a.txt", "\u{0}\u{5}\u{16}"),
                ("b/._a.txt", "\u{0}"),
            ]);
            let document = decode(bytes, Format::Brat, &DecodeOptions::default()).unwrap();
            let found: Vec<&str> = document
                .annotations()
                .iter()
                .map(|found| &document.text()[found.span().range()])
                .collect();
            assert_eq!(
                (found, document.text().starts_with('\u{FEFF}')),
                (vec!["Cork"], false),
                "{ann}"
            );
            assert_eq!(document.sections().count(), 1);
        }
    }

    #[test]
    fn files_with_wrong_lines_only_are_refused_with_their_places() {
        for (ann, part) in [
            ("T1\tLOC 0 4\tCork\n", "`Cobh`"),
            ("\nT1\tLOC 0 99\tCobh\n", "0 to 99"),
            ("T1\tLOC\n", "expected"),
            ("N1\tReference T9 a:b\tx\n", "`T9`"),
        ] {
            let bytes = packed(&[("a.txt", "Cobh"), ("a.ann", ann)]);
            let error = decode(bytes, Format::Brat, &DecodeOptions::default()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Malformed);
            assert!(
                error.message().contains(part) && error.message().contains("`a.ann`"),
                "{error}"
            );
            assert!(error.location().is_some());
        }
        let empty = packed(&[("a.ann", "")]);
        assert!(decode(empty, Format::Brat, &DecodeOptions::default()).is_err());
        assert!(decode("no zip", Format::Brat, &DecodeOptions::default()).is_err());
    }
}
