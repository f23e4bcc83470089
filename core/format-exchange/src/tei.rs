//! TEI with annotations in `standOff`: spans between two positions of the text.

mod read;
mod write;

use crate::reading::read_xml;
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::new_file::{Capabilities, Content, Output};

/// [TEI](https://tei-c.org/release/doc/tei-p5-doc/en/html/SA.html#SASOstdf) with `standOff`.
pub struct Tei;

/// The namespace of TEI.
const TEI: &str = "http://www.tei-c.org/ns/1.0";

/// The value of `type` that marks the span of a term.
const TERM: &str = "term";

static CAPABILITIES: Capabilities = Capabilities { sections: false, ..Capabilities::ALL };

impl DocumentFormat for Tei {
    fn format(&self) -> Format {
        Format::Tei
    }

    /// Reads each text as a section, and its paragraphs, headings, lines and cells as units. White
    /// space is preserved.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read_xml(bytes, Format::Tei, options, read::documents)
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
    use glossweave_base::error::ErrorKind;
    use glossweave_base::media::Format;
    use glossweave_base::text::TextSpan;
    use glossweave_document::DecodeOptions;
    use glossweave_document::annotation::{Annotation, Entity};
    use glossweave_format_base::ExportOptions;

    #[test]
    fn everything_is_said() {
        let (document, all) = everything();
        comes_back(&document, &all, Format::Tei, &[]);
    }

    #[test]
    fn spans_go_from_unit_to_unit() {
        let page = "<h1>😀 Cork</h1><p lang=he>קורק</p><p>x";
        let page = decode(page, Format::Html, &DecodeOptions::default()).unwrap();
        let end = page.text().len();
        let class = || Entity::default().with_class("http://nerd.eurecom.fr/ontology#GPE");
        let all = [
            Annotation::entity(TextSpan::new(5, end - 2), class()),
            Annotation::entity(TextSpan::new(0, end), Entity::new("http://a.example/x")),
        ];
        let made = export(&page, &all, Format::Tei, &ExportOptions::default()).unwrap();
        let again = decode(made.bytes, Format::Tei, &DecodeOptions::default()).unwrap();
        assert_eq!((again.text(), again.units().count()), (page.text(), 3));
        assert_eq!(again.annotations(), all);
    }

    const LETTER: &str = "<TEI xmlns='http://www.tei-c.org/ns/1.0'><teiHeader><fileDesc><titleStmt>\
        <title>A letter</title></titleStmt></fileDesc></teiHeader>\n<standOff><spanGrp>\
        <span target='#w1 #w2' ana='#PER' corresp='http://a.example/1' cert='0.5'/>\
        <span target='#string-range(p2,1,4)' type='place'/><span from='#w2' ana='http://a.example/C'/>\
        <span target='http://other.example/#x'/><span target='FROM'/></spanGrp><listRelation/></standOff>\n\
        <text xml:lang='ga'><body><p><w xml:id='w1'>Ann</w> <w xml:id='w2'>Lee</w></p>\n\
        <lg><l xml:id='p2'>😀קורק</l></lg></body></text></TEI>";

    #[test]
    fn pointers_to_elements_and_ranges_are_read() {
        let source = LETTER.replace("<span target='FROM'/>", "");
        let document = decode(source, Format::Tei, &DecodeOptions::default()).unwrap();
        assert_eq!(document.text(), "Ann Lee 😀קורק");
        assert_eq!(document.sections().next().unwrap().name, Some("A letter"));
        assert_eq!(document.language().unwrap().as_str(), "ga");
        let counts: Vec<(&str, usize, usize)> = document
            .annotations()
            .iter()
            .map(|annotation| (annotation, annotation.as_entity().unwrap()))
            .map(|(annotation, entity)| {
                (
                    &document.text()[annotation.span().range()],
                    entity.classes.len(),
                    entity.idents.len(),
                )
            })
            .collect();
        assert_eq!(counts, [("Lee", 1, 0), ("Ann Lee", 1, 1), ("קורק", 1, 0)]);
        assert_eq!(document.warnings().len(), 1);
    }

    #[test]
    fn anchors_between_paragraphs_belong_to_the_next_one() {
        let source = "<TEI xmlns='http://www.tei-c.org/ns/1.0'><standOff><span from='#a' to='#b'/>\
            <span from='#b' to='#c'/></standOff><text><body> <anchor xml:id='a'/> <p>קורק</p> \
            <anchor xml:id='b'/> <p>x</p> <anchor xml:id='c'/> </body></text></TEI>";
        let document = decode(source, Format::Tei, &DecodeOptions::default()).unwrap();
        let spans: Vec<_> =
            document.annotations().iter().map(|annotation| annotation.span().range()).collect();
        assert_eq!(spans, [0..8, 9..10]);
    }

    #[test]
    fn a_span_that_leads_nowhere_is_refused() {
        for wrong in ["#nobody", "#string-range(p2,1,5)", "#string-range(p2,x,1)"] {
            let source = LETTER.replace("FROM", wrong);
            let error = decode(source, Format::Tei, &DecodeOptions::default()).unwrap_err();
            assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
        }
        assert!(decode("<a/>", Format::Tei, &DecodeOptions::default()).is_err());
    }
}
