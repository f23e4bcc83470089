mod hostile;
pub(crate) mod others;
mod translation;

use glossweave_archive::{Archive, Limits};
use glossweave_base::Format;
use glossweave_base::error::Result;
use glossweave_document::annotation::{Annotation, Category, Entity, Metadata, Term};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::{EncodeOptions, Encoded, Placement};
use glossweave_testing::zip::{EntryBuilder, zip};

const NAMESPACES: &str = "xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" \
    xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
    xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\"";

const TYPES: &str = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
    <Default Extension=\"rels\" \
    ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
    <Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>";

fn relationships(links: &[(&str, &str)]) -> String {
    let links = links.iter().enumerate().map(|(index, (kind, target))| {
        let start = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
        let start = if kind.contains(':') { "" } else { start };
        format!("<Relationship Id=\"r{index}\" Type=\"{start}{kind}\" Target=\"{target}\"/>")
    });
    let namespace = "http://schemas.openxmlformats.org/package/2006/relationships";
    format!("<Relationships xmlns=\"{namespace}\">{}</Relationships>", links.collect::<String>())
}

/// A slide: its shapes, and other parts with the kinds of their relationships.
type Slide<'s> = (&'s str, &'s [(&'s str, &'s str, &'s str)]);

fn part(root: &str, content: &str) -> String {
    format!("<p:{root} {NAMESPACES}><p:cSld><p:spTree>{content}</p:spTree></p:cSld></p:{root}>")
}

/// Returns the records of a presentation.
fn records(slides: &[Slide<'_>]) -> Vec<EntryBuilder> {
    let ids: String =
        (0..slides.len()).map(|n| format!("<p:sldId id=\"{n}\" r:id=\"r{n}\"/>")).collect();
    let main = format!(
        "<p:presentation {NAMESPACES}><p:sldIdLst>{ids}</p:sldIdLst><p:defaultTextStyle><a:defPPr>\
         <a:defRPr lang=\"en-IE\"/></a:defPPr></p:defaultTextStyle></p:presentation>"
    );
    let names: Vec<String> = (0..slides.len()).map(|n| format!("slides/s{n}.xml")).collect();
    let links: Vec<(&str, &str)> = names.iter().map(|name| ("slide", &**name)).collect();
    let mut records = vec![
        EntryBuilder::new("[Content_Types].xml", TYPES),
        EntryBuilder::new("_rels/.rels", relationships(&[("officeDocument", "ppt/main.xml")])),
        EntryBuilder::new("ppt/main.xml", main),
        EntryBuilder::new("ppt/_rels/main.xml.rels", relationships(&links)),
        EntryBuilder::new("ppt/media/a.png", b"\x89PNG not really".repeat(9)).stored(),
    ];
    for ((content, others), name) in slides.iter().zip(&names) {
        let slide = if content.starts_with('<') { part("sld", content) } else { (*content).into() };
        records.push(EntryBuilder::new(&format!("ppt/{name}"), slide));
        let links: Vec<(&str, String)> =
            others.iter().map(|link| (link.0, format!("../{}", link.1))).collect();
        let links: Vec<(&str, &str)> = links.iter().map(|link| (link.0, &*link.1)).collect();
        let name = name.replace("slides/", "slides/_rels/");
        records.push(EntryBuilder::new(&format!("ppt/{name}.rels"), relationships(&links)));
        records.extend(
            others
                .iter()
                .map(|(_, name, content)| EntryBuilder::new(&format!("ppt/{name}"), *content)),
        );
    }
    records
}

fn decoded(records: &[EntryBuilder]) -> Result<Document> {
    crate::decode(zip(records, "", false), Format::Pptx, &DecodeOptions::default())
}

fn read(shapes: &str) -> Document {
    decoded(&records(&[(shapes, &[])])).unwrap()
}

fn texts(document: &Document) -> Vec<&str> {
    document.units().map(|unit| unit.text()).collect()
}

fn run(text: &str) -> String {
    format!("<a:r><a:t>{text}</a:t></a:r>")
}

fn shape(paragraphs: &str) -> String {
    format!("<p:sp><p:txBody><a:bodyPr/>{paragraphs}</p:txBody></p:sp>")
}

fn entity(range: std::ops::Range<usize>, iri: &str) -> Annotation {
    Annotation::entity(range.into(), Entity::new(iri))
}

fn record(package: &[u8], name: &str) -> Option<String> {
    let archive = Archive::open(package, Limits::default()).unwrap();
    let record = archive.has(name).then(|| archive.read(name).unwrap())?;
    Some(String::from_utf8(record).unwrap())
}

/// Writes annotations, and checks the invariants of all results.
fn written(document: &Document, annotations: &[Annotation]) -> Encoded {
    let back = crate::encode(document, annotations, &EncodeOptions::default()).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let again = crate::decode(back.bytes.clone(), Format::Pptx, &DecodeOptions::default()).unwrap();
    assert_eq!(again.text(), document.text());
    assert_eq!(again.source().parts(), back.parts);
    let mut expected: Vec<String> = annotations
        .iter()
        .chain(document.annotations())
        .map(|annotation| format!("{annotation:?}"))
        .collect();
    let mut found: Vec<String> =
        again.annotations().iter().map(|annotation| format!("{annotation:?}")).collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
    back
}

#[test]
fn paragraphs_are_units_and_runs_are_joined() {
    let shapes = format!(
        "<p:grpSp><p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"Not text\" title=\"A &amp; B\" descr=\"Box\"/></p:nvSpPr>\
         <p:txBody><a:bodyPr/><a:p><a:pPr><a:buChar char=\"x\"/></a:pPr>{}<a:br><a:rPr/></a:br><a:r><a:rPr b=\"1\"/>\
         <a:t> C&#xF3;rk\t</a:t></a:r><a:fld type=\"slidenum\"><a:rPr/><a:t>7</a:t></a:fld><a:endParaRPr/></a:p><a:p/>\
         </p:txBody></p:sp></p:grpSp><p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc><a:txBody><a:p>{}\
         </a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>",
        run("Dub") + &run("lin"),
        run("Cell"),
    );
    assert_eq!(texts(&read(&shapes)), ["A & B", "Box", "Dublin\n Córk\t7", "Cell"]);
}

#[test]
fn properties_of_runs_part_no_words() {
    let runs = "<a:r><a:rPr lang=\"en-IE\"/><a:t>To Co</a:t></a:r><a:r><a:rPr lang=\"en-IE\" b=\"1\"/><a:t>rk</a:t></a:r>";
    let document = read(&shape(&format!("<a:p>{runs}<a:endParaRPr/></a:p>")));
    assert_eq!((document.text(), document.pieces().len()), ("To Cork", 1));
}

#[test]
fn fallbacks_and_formulas_are_no_text() {
    let shapes = format!(
        "<mc:AlternateContent><mc:Choice>{}</mc:Choice><mc:Fallback>{}</mc:Fallback></mc:AlternateContent>{}",
        shape(&format!("<a:p>{}</a:p>", run("seen"))),
        shape(&format!("<a:p>{}</a:p>", run("not seen"))),
        shape(&format!(
            "<a:p>{}<a14:m xmlns:a14=\"a\"><m:oMath xmlns:m=\"m\"><m:t>x</m:t></m:oMath></a14:m>{}</a:p>",
            run("a"),
            run("b")
        )),
    );
    let document = read(&shapes);
    assert_eq!(texts(&document), ["seen", "ab"]);
    assert_eq!(document.pieces().len(), 3);
}

#[test]
fn each_slide_is_followed_by_what_belongs_to_it() {
    let paragraph = |text: &str| shape(&format!("<a:p>{}</a:p>", run(text)));
    let notes = part("notes", &paragraph("Note"));
    let comments = format!(
        "<p:cmLst {NAMESPACES}><p:cm authorId=\"0\"><p:pos/><p:text>Remark\ntwo</p:text></p:cm></p:cmLst>"
    );
    let threads = format!(
        "<x:cmLst xmlns:x=\"http://schemas.microsoft.com/office/powerpoint/2018/8/main\" {NAMESPACES}><x:cm><x:replyLst>\
         <x:reply><x:txBody><a:p>{}</a:p></x:txBody></x:reply></x:replyLst><x:txBody><a:p>{}</a:p></x:txBody></x:cm>\
         </x:cmLst>",
        run("Answer"),
        run("Thread")
    );
    let chart = format!(
        "<c:chartSpace xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" {NAMESPACES}><c:title><c:tx>\
         <c:rich><a:p>{}</a:p></c:rich></c:tx></c:title><c:cat><c:strRef><c:f>A1</c:f><c:strCache><c:pt idx=\"0\">\
         <c:v>East</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numCache><c:pt><c:v>4</c:v></c:pt>\
         </c:numCache></c:val></c:chartSpace>",
        run("Chart")
    );
    let diagram = format!(
        "<d:dataModel xmlns:d=\"http://schemas.openxmlformats.org/drawingml/2006/diagram\" {NAMESPACES}><d:ptLst><d:pt>\
         <d:t><a:bodyPr/><a:p>{}</a:p></d:t></d:pt></d:ptLst></d:dataModel>",
        run("Step")
    );
    let drawn = format!(
        "<s:drawing xmlns:s=\"http://schemas.microsoft.com/office/drawing/2008/diagram\" {NAMESPACES}><s:sp><s:txBody><a:p>{}\
         </a:p></s:txBody></s:sp></s:drawing>",
        run("Step, drawn")
    );
    let drawing = "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing";
    let holder = format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"1\" descr=\"x\"/><p:nvPr><p:ph/></p:nvPr></p:nvSpPr><a:p>{}</a:p></p:sp>",
        run("Click here")
    );
    let layout = part("sldLayout", &(paragraph("On each slide") + &holder));
    let (first, second) = (paragraph("One"), paragraph("Two"));
    let modern = "http://schemas.microsoft.com/office/2018/10/relationships/comments";
    let slides: [Slide<'_>; 2] = [
        (
            &first,
            &[
                ("slideLayout", "layout.xml", &layout),
                ("comments", "comments.xml", &comments),
                (modern, "threads.xml", &threads),
                ("notesSlide", "notes.xml", &notes),
                ("chart", "chart.xml", &chart),
                ("diagramData", "diagram.xml", &diagram),
                (drawing, "drawing.xml", &drawn),
            ],
        ),
        (&second, &[("slideLayout", "layout.xml", &layout), ("chart", "missing.xml", "")]),
    ];
    let mut records = records(&slides);
    records.pop();
    records.dedup_by(|a, b| a.name == b.name);
    let last = records.iter().rposition(|record| record.name == "ppt/layout.xml").unwrap();
    records.remove(last);
    let document = decoded(&records).unwrap();
    let expected = [
        "One",
        "Chart",
        "East",
        "Step",
        "Step, drawn",
        "Note",
        "Remark\ntwo",
        "Answer",
        "Thread",
        "Two",
        "On each slide",
    ];
    assert_eq!(texts(&document), expected);
    assert_eq!(document.warnings()[0].message(), "the package has no record `ppt/missing.xml`");
    let names: Vec<&str> = document.source().parts().iter().map(|part| &*part.name).collect();
    assert_eq!(names.iter().filter(|name| name.ends_with("layout.xml")).count(), 1);
}

#[test]
fn languages_are_those_of_runs_and_of_the_defaults() {
    let paragraphs = "<a:p><a:r><a:t>Cork </a:t></a:r><a:r><a:rPr lang=\"ga-IE\"/><a:t>Corcaigh</a:t></a:r></a:p>";
    let document = read(&shape(paragraphs));
    let language = |at: usize| document.language_at(at).map(ToString::to_string);
    assert_eq!((language(0).as_deref(), language(5).as_deref()), (Some("en-IE"), Some("ga-IE")));
}

#[test]
fn strict_documents_are_read() {
    let mut records = records(&[(&shape(&format!("<a:p>{}</a:p>", run("To Cork"))), &[])]);
    for record in &mut records {
        if let Ok(text) = String::from_utf8(record.content.clone()) {
            let text = text
                .replace(
                    "schemas.openxmlformats.org/presentationml/2006/main",
                    "purl.oclc.org/ooxml/presentationml/main",
                )
                .replace(
                    "schemas.openxmlformats.org/drawingml/2006/main",
                    "purl.oclc.org/ooxml/drawingml/main",
                )
                .replace(
                    "schemas.openxmlformats.org/officeDocument/2006/relationships",
                    "purl.oclc.org/ooxml/officeDocument/relationships",
                );
            record.content = text.into_bytes();
        }
    }
    let document = decoded(&records).unwrap();
    assert_eq!(texts(&document), ["To Cork"]);
    let back = written(&document, &[entity(3..7, "http://e.example/")]);
    let links = record(&back.bytes, "ppt/_rels/main.xml.rels").unwrap();
    assert!(
        links.contains("purl.oclc.org/ooxml/officeDocument/relationships/customXml\""),
        "{links}"
    );
}

#[test]
fn an_annotation_is_an_element_with_its_place() {
    let cork = entity(3..7, "http://e.example/Cork?a&b").by("http://tool.example/");
    let back = written(&read(&shape(&format!("<a:p>{}</a:p>", run("To Cork!")))), &[cork]);
    let item = record(&back.bytes, "customXml/item1.xml").unwrap();
    let expected = " gw:part=\"ppt/slides/s0.xml\" gw:number=\"0\" gw:unit=\"4756eede6695d42c 0 1\" gw:length=\"8\" \
        gw:start=\"3\" gw:end=\"7\" gw:text=\"Cork\" its:taIdentRef=\"http://e.example/Cork?a&amp;b\" \
        its:annotatorsRef=\"text-analysis|http://tool.example/\"/></gw:annotations>";
    assert!(item.ends_with(expected), "{item}");
    let links = record(&back.bytes, "ppt/_rels/main.xml.rels").unwrap();
    assert!(links.contains("relationships/customXml\" Target=\"../customXml/item1.xml\"/>"));
}

#[test]
fn annotations_anywhere_are_read_back() {
    let shapes = format!(
        "<p:cNvPr descr=\"Alt &lt;one&gt;\"/>{}",
        shape(&format!(
            "<a:p>{}<a:br/>{}</a:p><a:p>{}</a:p><a:p>{}</a:p>",
            run("Two w"),
            run("örds"),
            run("same"),
            run("same")
        ))
    );
    let document = read(&shapes);
    assert_eq!(document.text(), "Alt <one> Two w\nörds same same");
    let gaps: Vec<usize> = document.units().map(|unit| unit.span().end()).collect();
    let mut all: Vec<usize> = document.text().char_indices().map(|(at, _)| at).collect();
    all.push(document.text().len());
    for (index, start) in all.iter().enumerate() {
        for end in &all[index + 1..] {
            // The space between the units is not in the source.
            if gaps.contains(start) || gaps.contains(&(end - 1)) {
                continue;
            }
            written(&document, &[entity(*start..*end, "http://e.example/x")]);
        }
    }
    let between =
        crate::encode(&document, &[entity(9..12, "http://e.example/")], &EncodeOptions::default());
    assert!(!between.unwrap().placements[0].is_there());
    let term = Term::new().with_info_ref("http://t.example/").with_confidence(0.5);
    let term = Annotation::term((4..19).into(), term).by("http://tool.example/");
    let mut note = Metadata::new(Category::LocalizationNote);
    note.set("locNote", "a \"note\"").unwrap();
    note.set("locNoteType", "description").unwrap();
    let note = Annotation::metadata((2..28).into(), note);
    let first = written(&document, &[term, note, entity(10..13, "http://three.example/")]);
    let again = crate::decode(first.bytes, Format::Pptx, &DecodeOptions::default()).unwrap();
    let second = written(&again, &[entity(0..20, "http://four.example/")]);
    let third = crate::decode(second.bytes, Format::Pptx, &DecodeOptions::default()).unwrap();
    assert_eq!(third.annotations().len(), 4);
}

/// Returns the spans of the annotations after a change to the records.
fn after(change: impl Fn(&str, &mut String)) -> Vec<String> {
    let paragraphs =
        ["Cork and Cobh are here", "Cork", "Cork"].map(|text| format!("<a:p>{}</a:p>", run(text)));
    let document = read(&shape(&paragraphs.concat()));
    let all = [
        entity(0..4, "http://a.example/"),
        entity(9..13, "http://b.example/"),
        entity(28..32, "http://c.example/"),
    ];
    let back = written(&document, &all);
    let archive = Archive::open(&back.bytes, Limits::default()).unwrap();
    let records: Vec<EntryBuilder> = archive
        .names()
        .map(|name| {
            let content = archive.read(&name).unwrap();
            let content = match String::from_utf8(content.clone()) {
                Ok(mut text) => {
                    change(&name, &mut text);
                    text.into_bytes()
                }
                Err(_) => content,
            };
            EntryBuilder::new(&name, content)
        })
        .collect();
    let document = decoded(&records).unwrap();
    let found = document.annotations().iter().map(|annotation| {
        let iri = &annotation.as_entity().unwrap().idents[0];
        format!("{} {}", &iri[7..8], annotation.span().start())
    });
    found.collect()
}

#[test]
fn annotations_follow_their_text_and_are_skipped_if_it_changed() {
    assert_eq!(after(|_, _| ()), ["a 0", "b 9", "c 28"]);
    let slide = |from: &'static str, to: &'static str| {
        move |name: &str, text: &mut String| {
            if name.ends_with("s0.xml") {
                *text = text.replacen(from, to, 1);
            }
        }
    };
    // A new paragraph moves the others, which are found by their text.
    assert_eq!(
        after(slide("<a:p>", "<a:p><a:r><a:t>New</a:t></a:r></a:p><a:p>")),
        ["a 4", "b 13", "c 32"]
    );
    // When the text of a unit changes, annotations are found from its start or its end.
    assert_eq!(after(slide(" are", " were")), ["a 0", "b 9", "c 29"]);
    assert_eq!(after(slide(" and", ", and then")), ["a 0", "b 15", "c 34"]);
    assert_eq!(after(slide("Cobh", "Youghal")), ["a 0", "c 31"]);
    // When one of two equal units is removed, it is unknown which one was annotated.
    assert_eq!(after(slide("<a:p><a:r><a:t>Cork</a:t></a:r></a:p>", "")), ["a 0", "b 9"]);
}

#[test]
fn no_annotation_is_the_package() {
    let document = read(&shape(&format!("<a:p>{}</a:p>", run("To Cork"))));
    let back = crate::encode(&document, &[], &EncodeOptions::default()).unwrap();
    assert_eq!(back.bytes, document.source().original());
}
