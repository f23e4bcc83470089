mod hostile;
mod translation;

use super::bookmark::BOOKMARK;
use glossweave_archive::{Archive, Limits};
use glossweave_base::Format;
use glossweave_base::error::Result;
use glossweave_document::annotation::{Annotation, Category, Entity, Metadata, Term, Translation};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::{EncodeOptions, Encoded, Placement};
use glossweave_testing::zip::{EntryBuilder, zip};

const HEAD: &str = "<w:document \
    xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
    xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" \
    xmlns:m=\"http://schemas.openxmlformats.org/officeDocument/2006/math\" \
    xmlns:v=\"urn:schemas-microsoft-com:vml\"><w:body>";
const FOOT: &str = "</w:body></w:document>";

const TYPES: &str = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
    <Default Extension=\"rels\" \
    ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
    <Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>";

fn relationships(links: &[(&str, &str)]) -> String {
    let links = links.iter().enumerate().map(|(index, (kind, target))| {
        format!("<Relationship Id=\"rId{index}\" Type=\"{kind}\" Target=\"{target}\"/>")
    });
    let namespace = "http://schemas.openxmlformats.org/package/2006/relationships";
    format!("<Relationships xmlns=\"{namespace}\">{}</Relationships>", links.collect::<String>())
}

fn office(kind: &str) -> String {
    format!("http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}")
}

/// Returns the records of a text, with other parts of the document.
fn records(body: &str, others: &[(&str, &str, &str)]) -> Vec<EntryBuilder> {
    let mut records = vec![
        EntryBuilder::new("[Content_Types].xml", TYPES),
        EntryBuilder::new(
            "_rels/.rels",
            relationships(&[(&office("officeDocument"), "word/document.xml")]),
        ),
        EntryBuilder::new("word/document.xml", format!("{HEAD}{body}{FOOT}")),
        EntryBuilder::new("word/media/a.png", b"\x89PNG not really".repeat(9)).stored(),
    ];
    if !others.is_empty() {
        let kinds: Vec<String> = others.iter().map(|other| office(other.0)).collect();
        let links: Vec<(&str, &str)> =
            kinds.iter().zip(others).map(|(kind, other)| (&**kind, other.1)).collect();
        let links = relationships(&links);
        records.push(EntryBuilder::new("word/_rels/document.xml.rels", links));
    }
    records.extend(
        others.iter().map(|(_, name, content)| {
            EntryBuilder::new(&format!("word/{name}"), content.as_bytes())
        }),
    );
    records
}

fn decoded(records: &[EntryBuilder]) -> Result<Document> {
    crate::decode(zip(records, "", false), Format::Docx, &DecodeOptions::default())
}

fn read(body: &str) -> Document {
    decoded(&records(body, &[])).unwrap()
}

fn units(body: &str) -> Vec<String> {
    read(body).units().map(|unit| unit.text().to_owned()).collect()
}

fn run(text: &str) -> String {
    format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
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
    let again = crate::decode(back.bytes.clone(), Format::Docx, &DecodeOptions::default()).unwrap();
    assert_eq!(again.text(), document.text());
    assert_eq!(again.source().parts(), back.parts);
    let joined = again.source().bytes();
    let mut source = Vec::new();
    let mut copied = 0;
    for span in &back.inserted {
        source.extend_from_slice(&joined[copied..span.start()]);
        copied = span.end();
    }
    source.extend_from_slice(&joined[copied..]);
    assert_eq!(String::from_utf8(source), String::from_utf8(document.source().bytes().to_vec()));
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

/// Returns the body after annotations were written.
fn body_with(body: &str, annotations: &[Annotation]) -> String {
    let back = written(&read(body), annotations);
    let document = record(&back.bytes, "word/document.xml").unwrap();
    document[HEAD.len()..document.len() - FOOT.len()].to_owned()
}

#[test]
fn paragraphs_are_units_and_runs_are_joined() {
    let body = "<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>Du</w:t></w:r>\
        <w:hyperlink><w:r><w:rPr><w:b/></w:rPr><w:t>bl</w:t></w:r></w:hyperlink><w:ins>\
        <w:r><w:t>in</w:t></w:r></w:ins></w:p><w:p/><w:tbl><w:tr><w:tc><w:p><w:sdt><w:sdtPr/>\
        <w:sdtContent><w:r><w:t>C&#xF3;rk &amp;<![CDATA[ <b>]]></w:t></w:r></w:sdtContent></w:sdt></w:p>\
        </w:tc></w:tr></w:tbl>";
    assert_eq!(units(body), ["Dublin", "Córk & <b>"]);
}

#[test]
fn deletions_codes_and_hidden_runs_are_no_text() {
    let field = |mark: &str| format!("<w:r><w:fldChar w:fldCharType=\"{mark}\"/></w:r>");
    let code = "<w:r><w:instrText>IF 1</w:instrText></w:r>";
    let (begin, separate, end) = (field("begin"), field("separate"), field("end"));
    let inner = format!("{begin}{code}{separate}{}{end}", run("inner"));
    let body = format!(
        "<w:p>{}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom>{}</w:moveFrom>\
         {begin}{code}{inner}{separate}{}{end}<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>\
         <w:r><w:rPr><w:vanish w:val=\"0\"/></w:rPr><w:t>seen</w:t></w:r></w:p>",
        run("a "),
        run("moved"),
        run("result "),
    );
    assert_eq!(units(&body), ["a result seen"]);
}

#[test]
fn signs_are_characters_and_white_space_counts_if_it_is_preserved() {
    let body = "<w:p><w:r><w:t> a </w:t><w:t xml:space=\"preserve\"> b\n&#9;</w:t><w:tab/><w:t>c</w:t>\
        <w:br/><w:t>d</w:t><w:noBreakHyphen/><w:t>e</w:t><w:softHyphen/><w:t>f</w:t>\
        <w:br w:type=\"page\"/><w:t>g</w:t><w:sym w:char=\"F0E0\"/><w:t>h</w:t></w:r></w:p>";
    assert_eq!(units(body), ["a b  \tc\nd-efgh"]);
    let document = read(body);
    let pieces = document.pieces();
    let pieces: Vec<&str> = pieces.iter().map(|span| &document.text()[span.range()]).collect();
    assert_eq!(pieces, ["a b  \tc\nd-ef", "g", "h"]);
}

#[test]
fn text_boxes_come_after_their_paragraph_and_fallbacks_are_left_out() {
    let inner = |text: &str| format!("<w:txbxContent><w:p>{}</w:p></w:txbxContent>", run(text));
    let body = format!(
        "<w:p>{}<w:r><mc:AlternateContent><mc:Choice Requires=\"wps\"><w:drawing>{}</w:drawing>\
         </mc:Choice><mc:Fallback><w:pict><v:textbox>{}</v:textbox></w:pict></mc:Fallback>\
         </mc:AlternateContent></w:r>{}<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></w:p><w:p>{}</w:p>",
        run("Host"),
        inner("Box"),
        inner("Box"),
        run(" goes on"),
        run("Last"),
    );
    assert_eq!(units(&body), ["Host goes on", "Box", "Last"]);
}

const WORD: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"";

#[test]
fn parts_are_found_by_relationships() {
    let story =
        |root: &str, text: &str| format!("<w:{root} {WORD}><w:p>{}</w:p></w:{root}>", run(text));
    let (header, notes) = (story("hdr", "Head"), story("footnotes", "Note"));
    let others =
        [("footnotes", "n.xml", &*notes), ("header", "my head.xml", &*header), ("footer", "f", "")];
    let mut records = records(&format!("<w:p>{}</w:p>", run("Body")), &others[..2]);
    let links = String::from_utf8(records[4].content.clone()).unwrap();
    let links =
        links.replace("my head.xml", "/word/my%20head.xml").replace("n.xml", "../WORD/N.xml");
    records[4].content = links.into_bytes();
    let document = decoded(&records).unwrap();
    assert_eq!(document.text(), "Body Head Note");
    records[4].content = relationships(&[(&office("header"), "missing.xml")]).into_bytes();
    let document = decoded(&records).unwrap();
    assert_eq!(document.text(), "Body");
    let message = "the package has no record `word/missing.xml`";
    assert_eq!(document.warnings()[0].message(), message);
}

#[test]
fn languages_are_those_of_runs_and_of_the_defaults() {
    let styles = format!(
        "<w:styles {WORD}><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val=\"en-IE\" \
         w:eastAsia=\"ja-JP\"/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>"
    );
    let body = format!(
        "<w:p>{}<w:r><w:rPr><w:lang w:val=\"ga-IE\"/></w:rPr><w:t>Corcaigh</w:t></w:r>\
         <w:r><w:rPr><w:rtl/><w:lang w:bidi=\"ar\"/></w:rPr><w:t>كورك</w:t></w:r>{}</w:p>",
        run("Cork "),
        run("コーク"),
    );
    let document = decoded(&records(&body, &[("styles", "styles.xml", &styles)])).unwrap();
    let language = |at: usize| document.language_at(at).map(|language| language.to_string());
    let text = document.text();
    let at = |word: &str| language(text.find(word).unwrap());
    assert_eq!(at("Cork").as_deref(), Some("en-IE"));
    assert_eq!(at("Corcaigh").as_deref(), Some("ga-IE"));
    assert_eq!(at("كورك").as_deref(), Some("ar"));
    assert_eq!(at("コーク").as_deref(), Some("ja-JP"));
}

#[test]
fn styles_hide_runs_and_state_their_languages() {
    let styles = format!(
        "<w:styles {WORD}><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val=\"en\"/></w:rPr></w:rPrDefault>\
         </w:docDefaults><w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"N\"><w:rPr>\
         <w:lang w:val=\"de\"/></w:rPr></w:style><w:style w:type=\"paragraph\" w:styleId=\"P\">\
         <w:basedOn w:val=\"Q\"/><w:rPr><w:lang w:val=\"fr\"/></w:rPr></w:style>\
         <w:style w:type=\"paragraph\" w:styleId=\"Q\"><w:basedOn w:val=\"P\"/><w:rPr><w:vanish/></w:rPr>\
         </w:style><w:style w:type=\"character\" w:styleId=\"C\"><w:rPr><w:vanish/><w:lang w:val=\"nl\"/>\
         </w:rPr></w:style></w:styles>"
    );
    let styled = "<w:r><w:rPr><w:rStyle w:val=\"C\"/></w:rPr><w:t>Kork</w:t></w:r>";
    let body = format!(
        "<w:p>{}{styled}</w:p><w:p><w:pPr><w:pStyle w:val=\"P\"/></w:pPr>{}{styled}<w:r><w:rPr>\
         <w:vanish w:val=\"0\"/></w:rPr><w:t>Corque</w:t></w:r></w:p>",
        run("Stadt"),
        run("hidden"),
    );
    let document = decoded(&records(&body, &[("styles", "styles.xml", &styles)])).unwrap();
    assert_eq!(document.text(), "Stadt KorkCorque");
    let language = |at: usize| document.language_at(at).map(|language| language.to_string());
    assert_eq!(language(0).as_deref(), Some("de"));
    assert_eq!(language(6).as_deref(), Some("nl"));
    assert_eq!(language(10).as_deref(), Some("fr"));
}

#[test]
fn an_entity_is_a_bookmark_with_an_entry_in_a_part() {
    let cork = entity(3..7, "http://e.example/Cork?a&b").by("http://tool.example/");
    let body = format!("<w:p>{}</w:p>", run("To Cork!"));
    let rest = "<w:t xml:space=\"preserve\">";
    assert_eq!(
        body_with(&body, std::slice::from_ref(&cork)),
        format!(
            "<w:p><w:r>{rest}To </w:t></w:r><w:bookmarkStart w:id=\"1\" w:name=\"_gw1\"/>\
             <w:r>{rest}Cork</w:t></w:r><w:bookmarkEnd w:id=\"1\"/><w:r>{rest}!</w:t></w:r></w:p>"
        )
    );
    let back = written(&read(&body), &[cork]);
    let part = record(&back.bytes, "customXml/item1.xml").unwrap();
    assert!(part.ends_with(
        "<gw:annotation gw:bookmarks=\"_gw1\" its:taIdentRef=\"http://e.example/Cork?a&amp;b\" \
         its:annotatorsRef=\"text-analysis|http://tool.example/\"/></gw:annotations>"
    ));
    let links = record(&back.bytes, "word/_rels/document.xml.rels").unwrap();
    assert!(links.contains("relationships/customXml\" Target=\"../customXml/item1.xml\"/>"));
    let links = record(&back.bytes, "customXml/_rels/item1.xml.rels").unwrap();
    assert!(links.contains("customXmlProps\" Target=\"itemProps1.xml\"/>"), "{links}");
    assert!(record(&back.bytes, "customXml/itemProps1.xml").unwrap().contains(" ds:itemID=\"{"));
    let types = record(&back.bytes, "[Content_Types].xml").unwrap();
    assert!(types.contains("<Override PartName=\"/customXml/itemProps1.xml\""));
}

#[test]
fn whole_runs_are_not_split_and_properties_are_repeated() {
    let bold = "<w:rPr><w:b/><w:rPrChange w:id=\"1\" w:author=\"A\"><w:rPr/></w:rPrChange></w:rPr>";
    let body = format!(
        "<w:p>{}<w:r w:rsidR=\"00A\">{bold}<w:t>Cork</w:t><w:tab/><w:t>City</w:t></w:r></w:p>",
        run("To ")
    );
    let whole = body_with(&body, &[entity(3..12, "http://e.example/")]);
    assert_eq!(
        whole,
        body.replace("<w:r w:rs", "<w:bookmarkStart w:id=\"2\" w:name=\"_gw1\"/><w:r w:rs")
            .replace("</w:r></w:p>", "</w:r><w:bookmarkEnd w:id=\"2\"/></w:p>")
    );
    let part = body_with(&body, &[entity(3..7, "http://e.example/")]);
    let again = bold.replace("w:id=\"1\"", "w:id=\"3\"");
    assert!(part.ends_with(&format!(
        "<w:t>Cork</w:t></w:r><w:bookmarkEnd w:id=\"2\"/><w:r w:rsidR=\"00A\">{again}<w:tab/>\
         <w:t>City</w:t></w:r></w:p>"
    )));
}

#[test]
fn annotations_anywhere_are_read_back() {
    let body = format!(
        "<w:p><w:r><w:t> Two words </w:t></w:r><w:r><w:t xml:space=\"default\"> x&lt;y</w:t><w:tab/>\
         <w:t><![CDATA[a]]>b<!-- c -->d</w:t></w:r><w:hyperlink>{}</w:hyperlink></w:p><w:p>{}</w:p>",
        run("li nk"),
        run("Last one"),
    );
    let document = read(&body);
    assert_eq!(document.text(), "Two wordsx<y\tabdli nk Last one");
    let gap = document.units().next().unwrap().span().end();
    let mut all: Vec<usize> = document.text().char_indices().map(|(at, _)| at).collect();
    all.push(document.text().len());
    for (index, start) in all.iter().enumerate() {
        for end in &all[index + 1..] {
            // The space between the units is not in the source.
            if *start == gap || *end == gap + 1 {
                continue;
            }
            written(&document, &[entity(*start..*end, "http://e.example/x")]);
        }
    }
    let term = Term::new().with_info_ref("http://t.example/").with_confidence(0.5);
    let term = Annotation::term((4..19).into(), term).by("http://tool.example/");
    let more = Entity::new("http://a.example/").with_class("http://b/").with_class("http://c/");
    let more = Annotation::entity((0..7).into(), more);
    let mut note = Metadata::new(Category::LocalizationNote);
    note.set("locNote", "a \"note\"").unwrap();
    note.set("locNoteType", "description").unwrap();
    let note = Annotation::metadata((2..30).into(), note);
    let first = written(&document, &[term, more, entity(8..13, "http://three.example/"), note]);
    let again = crate::decode(first.bytes, Format::Docx, &DecodeOptions::default()).unwrap();
    let second = written(&again, &[entity(0..3, "http://four.example/")]);
    let third = crate::decode(second.bytes, Format::Docx, &DecodeOptions::default()).unwrap();
    assert_eq!(third.annotations().len(), 5);
    let document = String::from_utf8(third.source().bytes().to_vec()).unwrap();
    assert_eq!(document.matches(&format!("w:name=\"{BOOKMARK}")).count(), 6);
}

#[test]
fn annotations_in_texts_with_comments_are_read_back() {
    let body = "<w:p><w:r><w:t> a <!-- x --> b </w:t></w:r><w:r><w:t xml:space=\"default\"> c<![CDATA[ d ]]>\
        </w:t></w:r></w:p>";
    let document = read(body);
    assert_eq!(document.text(), " a  b  c d ");
    for start in 0..11 {
        for end in start + 1..=11 {
            written(&document, &[entity(start..end, "http://e.example/x")]);
        }
    }
}

#[test]
fn no_annotation_is_the_package() {
    let document = read(&format!("<w:p>{}</w:p>", run("To Cork")));
    let back = crate::encode(&document, &[], &EncodeOptions::default()).unwrap();
    assert_eq!(back.bytes, document.source().original());
    assert_eq!(back.parts, document.source().parts());
}

#[test]
fn strict_documents_and_other_prefixes_are_written_in_kind() {
    let strict = |content: &str| {
        let start = "http://schemas.openxmlformats.org/";
        content
            .replace(
                &format!("{start}wordprocessingml/2006/"),
                "http://purl.oclc.org/ooxml/wordprocessingml/",
            )
            .replace(
                &format!("{start}officeDocument/2006/"),
                "http://purl.oclc.org/ooxml/officeDocument/",
            )
    };
    let mut records = records(&format!("<w:p>{}</w:p>", run("To Cork")), &[]);
    for record in &mut records[..3] {
        record.content = strict(std::str::from_utf8(&record.content).unwrap()).into_bytes();
    }
    let back = written(&decoded(&records).unwrap(), &[entity(3..7, "http://e.example/")]);
    let links = record(&back.bytes, "word/_rels/document.xml.rels").unwrap();
    assert!(links.contains("http://purl.oclc.org/ooxml/officeDocument/relationships/customXml\""));
    let content = String::from_utf8(records[2].content.clone()).unwrap();
    let content = content.replace("w:", "x:").replace(":w=", ":x=");
    records[2].content = content.into_bytes();
    let back = written(&decoded(&records).unwrap(), &[entity(3..7, "http://e.example/")]);
    assert!(record(&back.bytes, "word/document.xml").unwrap().contains("<x:bookmarkStart x:id"));
    let content = String::from_utf8(records[2].content.clone()).unwrap();
    let content =
        content.replace("x:", "").replace("xmlns:x=", "xmlns=").replace("xmlns:v", "xmlns:a");
    let content = content.replace("xml:space=\"preserve\"", "");
    records[2].content = content.into_bytes();
    written(&decoded(&records).unwrap(), &[entity(3..7, "http://e.example/")]);
}

#[test]
fn nothing_is_written_into_a_signed_package() {
    let mut records = records(&format!("<w:p>{}</w:p>", run("To Cork")), &[]);
    let signature =
        "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin";
    records[1].content = relationships(&[
        (&office("officeDocument"), "word/document.xml"),
        (signature, "_xmlsignatures/origin.sigs"),
    ])
    .into_bytes();
    let document = decoded(&records).unwrap();
    assert_eq!(document.text(), "To Cork");
    let options = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let irish = Translation::new("Go Corcaigh", "ga".parse().unwrap());
    let all = [entity(3..7, "http://e.example/"), Annotation::translation((0..7).into(), irish)];
    let back = crate::encode(&document, &all, &options).unwrap();
    let rule = crate::opc::SIGNED.into();
    assert_eq!(back.placements, vec![Placement::NotPlaced { rule }; 2]);
    assert_eq!(back.bytes, document.source().original());
}

#[test]
fn headings_have_the_level_of_the_outline() {
    let style = |id: &str, inner: &str| {
        format!("<w:style w:type=\"paragraph\" w:styleId=\"{id}\">{inner}</w:style>")
    };
    let styles = [
        style("berschrift1", "<w:name w:val=\"heading 1\"/>"),
        style("Own", "<w:name w:val=\"Own\"/><w:basedOn w:val=\"berschrift1\"/>"),
        style("Part", "<w:name w:val=\"Part\"/><w:pPr><w:outlineLvl w:val=\"3\"/></w:pPr>"),
        style("Title", "<w:name w:val=\"Title\"/>"),
    ];
    let namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    let styles = format!("<w:styles xmlns:w=\"{namespace}\">{}</w:styles>", styles.concat());
    let paragraph =
        |properties: &str| format!("<w:p><w:pPr>{properties}</w:pPr>{}</w:p>", run("x"));
    let body: String = [
        "<w:pStyle w:val=\"berschrift1\"/>",
        "<w:pStyle w:val=\"Own\"/>",
        "<w:pStyle w:val=\"Part\"/>",
        "<w:pStyle w:val=\"Title\"/>",
        "<w:outlineLvl w:val=\"1\"/>",
        "<w:pStyle w:val=\"Own\"/><w:outlineLvl w:val=\"9\"/>",
        "",
    ]
    .map(paragraph)
    .concat();
    let document = decoded(&records(&body, &[("styles", "styles.xml", &styles)])).unwrap();
    let levels: Vec<_> = document.units().map(|unit| unit.heading()).collect();
    assert_eq!(levels, [Some(1), Some(1), Some(4), None, Some(2), None, None]);
}
