//! Packages of Office Open XML, OpenDocument and EPUB, with the markup that programs write around the text.

use std::error::Error;
use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::Dice;
use super::xml::WORDS;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The maximum size of a slide, a chapter or a sheet in bytes.
const PART: usize = 40_000;

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

/// Creates a package of records in their order. A record with the name `mimetype` is not compressed.
pub fn pack(records: &[(String, String)]) -> Result<Vec<u8>> {
    let mut package = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in records {
        let method = match name.as_str() {
            "mimetype" => CompressionMethod::Stored,
            _ => CompressionMethod::Deflated,
        };
        package.start_file(&**name, SimpleFileOptions::default().compression_method(method))?;
        package.write_all(text.as_bytes())?;
    }
    Ok(package.finish()?.into_inner())
}

/// Returns texts between `start` and `end`, of about `size` bytes in total and of at most `most` bytes
/// each.
fn parts(
    (size, most): (usize, usize),
    seed: u64,
    [start, end]: [&str; 2],
    block: impl Fn(&mut String, &mut Dice),
) -> Vec<String> {
    let mut dice = Dice::new(seed);
    let mut parts = Vec::new();
    let mut written = 0;
    while written < size {
        let mut part = format!("{DECLARATION}{start}");
        while part.len() + end.len() < most && written + part.len() < size {
            block(&mut part, &mut dice);
        }
        part.push_str(end);
        written += part.len();
        parts.push(part);
    }
    parts
}

/// Appends words, with `open` and `close` around one in 20 words.
fn words(out: &mut String, dice: &mut Dice, count: usize, [open, close]: [&str; 2]) {
    for index in 0..count {
        if index > 0 {
            out.push(' ');
        }
        let word = WORDS[dice.below(WORDS.len())];
        let [open, close] = if dice.below(20) == 0 { [open, close] } else { ["", ""] };
        [open, word, close].iter().for_each(|part| out.push_str(part));
    }
}

const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";

/// Returns relationships with the identifiers `r1`, `r2` and so on.
fn links<'a>(all: impl Iterator<Item = (&'a str, String)>) -> String {
    let links = all.zip(1..).map(|((kind, target), id)| {
        format!("<Relationship Id=\"r{id}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"/>")
    });
    let links: String = links.collect();
    format!("{DECLARATION}<Relationships xmlns=\"{PACKAGE}/relationships\">{links}</Relationships>")
}

/// Creates a package of Office Open XML from its main part and the parts that the main part refers to:
/// kind, file name, media type, text.
fn office(
    (folder, media, main): (&str, &str, String),
    others: &[(&'static str, String, &str, String)],
) -> Result<Vec<u8>> {
    let start = "application/vnd.openxmlformats-officedocument";
    let part = |name: &str, media: &str| {
        format!("<Override PartName=\"/{folder}/{name}\" ContentType=\"{start}.{media}+xml\"/>")
    };
    let parts: String = others.iter().map(|(_, name, media, _)| part(name, media)).collect();
    let types = format!(
        "{DECLARATION}<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" \
         ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default \
         Extension=\"xml\" ContentType=\"application/xml\"/>{}{parts}</Types>",
        part("main.xml", &format!("{media}.main"))
    );
    let top = links([("officeDocument", format!("{folder}/main.xml"))].into_iter());
    let inner = links(others.iter().map(|(kind, name, ..)| (*kind, name.clone())));
    let mut records = vec![
        ("[Content_Types].xml".into(), types),
        ("_rels/.rels".into(), top),
        (format!("{folder}/main.xml"), main),
        (format!("{folder}/_rels/main.xml.rels"), inner),
    ];
    records
        .extend(others.iter().map(|(_, name, _, text)| (format!("{folder}/{name}"), text.clone())));
    pack(&records)
}

/// Returns a DOCX whose document has at least `size` bytes.
pub fn docx(size: usize, seed: u64) -> Result<Vec<u8>> {
    let start = format!(
        "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
         xmlns:r=\"{OFFICE}\"><w:body>"
    );
    let around = [start.as_str(), "<w:sectPr/></w:body></w:document>"];
    let mut all = parts((size, usize::MAX), seed, around, |out, dice| {
        out.push_str(
            "<w:p w:rsidR=\"00A77B3E\" w:rsidRDefault=\"00A77B3E\"><w:pPr><w:pStyle w:val=\"BodyText\"/>\
             <w:spacing w:after=\"120\"/></w:pPr><w:r><w:t xml:space=\"preserve\">",
        );
        let phrase = [
            "</w:t></w:r><w:r w:rsidRPr=\"00B21C4D\"><w:rPr><w:b/><w:lang w:val=\"en-IE\"/></w:rPr><w:t>",
            "</w:t></w:r><w:r><w:t xml:space=\"preserve\">",
        ];
        let count = 6 + dice.below(60);
        words(out, dice, count, phrase);
        out.push_str("</w:t></w:r></w:p>");
    });
    let main = all.pop().unwrap_or_default();
    office(("word", "wordprocessingml.document", main), &[])
}

/// Returns a PPTX whose slides have about `size` bytes.
pub fn pptx(size: usize, seed: u64) -> Result<Vec<u8>> {
    let namespaces = format!(
        "xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" \
         xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" xmlns:r=\"{OFFICE}\""
    );
    let start = format!(
        "<p:sld {namespaces}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id=\"1\" name=\"\"/><p:cNvGrpSpPr/>\
         <p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>"
    );
    let around = [start.as_str(), "</p:spTree></p:cSld></p:sld>"];
    let slides = parts((size, PART / 8), seed, around, |out, dice| {
        out.push_str(
            "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"Text 1\"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>\
             <a:xfrm><a:off x=\"457200\" y=\"274638\"/><a:ext cx=\"8229600\" cy=\"1143000\"/></a:xfrm>\
             <a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>",
        );
        for _ in 0..1 + dice.below(6) {
            out.push_str("<a:p><a:r><a:rPr lang=\"en-IE\" dirty=\"0\"/><a:t>");
            let phrase = [
                "</a:t></a:r><a:r><a:rPr lang=\"en-IE\" b=\"1\" dirty=\"0\"/><a:t>",
                "</a:t></a:r><a:r><a:rPr lang=\"en-IE\" dirty=\"0\"/><a:t>",
            ];
            let count = 3 + dice.below(14);
            words(out, dice, count, phrase);
            out.push_str("</a:t></a:r></a:p>");
        }
        out.push_str("</p:txBody></p:sp>");
    });
    let list: String = (1..=slides.len())
        .map(|id| format!("<p:sldId id=\"{}\" r:id=\"r{id}\"/>", 255 + id))
        .collect();
    let main = format!(
        "{DECLARATION}<p:presentation {namespaces}><p:sldIdLst>{list}</p:sldIdLst>\
         <p:sldSz cx=\"9144000\" cy=\"6858000\"/><p:notesSz cx=\"6858000\" cy=\"9144000\"/></p:presentation>"
    );
    let slides = slides.into_iter().zip(1..);
    let slides = slides.map(|(slide, number)| {
        ("slide", format!("slide{number}.xml"), "presentationml.slide", slide)
    });
    office(("ppt", "presentationml.presentation", main), &slides.collect::<Vec<_>>())
}

const STYLES: &str = "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">\
    <fonts count=\"1\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts><fills count=\"1\"><fill>\
    <patternFill patternType=\"none\"/></fill></fills><borders count=\"1\"><border/></borders><cellStyleXfs \
    count=\"1\"><xf/></cellStyleXfs><cellXfs count=\"1\"><xf/></cellXfs></styleSheet>";

/// Returns an XLSX whose sheets and strings have about `size` bytes.
pub fn xlsx(size: usize, seed: u64) -> Result<Vec<u8>> {
    let namespaces = format!(
        "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:r=\"{OFFICE}\""
    );
    let (mut strings, mut rows, mut count) = (String::new(), String::new(), 0);
    let mut dice = Dice::new(seed);
    for row in 1usize.. {
        if strings.len() + rows.len() >= size {
            break;
        }
        rows.push_str(&format!("<row r=\"{row}\" spans=\"1:4\">"));
        for column in ["A", "B"] {
            rows.push_str(&format!("<c r=\"{column}{row}\" t=\"s\"><v>{count}</v></c>"));
            count += 1;
            strings.push_str("<si><t>");
            let words_in_cell = 2 + dice.below(12);
            words(&mut strings, &mut dice, words_in_cell, ["", ""]);
            strings.push_str("</t></si>");
        }
        let number = dice.below(10_000);
        rows.push_str(&format!(
            "<c r=\"C{row}\"><v>{number}</v></c><c r=\"D{row}\"><v>0.5</v></c></row>"
        ));
    }
    let main = format!(
        "{DECLARATION}<workbook {namespaces}><sheets><sheet name=\"Sheet1\" sheetId=\"1\" r:id=\"r2\"/>\
         </sheets></workbook>"
    );
    let strings = format!(
        "{DECLARATION}<sst {namespaces} count=\"{count}\" uniqueCount=\"{count}\">{strings}</sst>"
    );
    let sheet =
        format!("{DECLARATION}<worksheet {namespaces}><sheetData>{rows}</sheetData></worksheet>");
    let kind = "spreadsheetml";
    let others = [
        ("sharedStrings", "strings.xml".into(), &*format!("{kind}.sharedStrings"), strings),
        ("worksheet", "sheet.xml".into(), &*format!("{kind}.worksheet"), sheet),
        ("styles", "styles.xml".into(), &*format!("{kind}.styles"), STYLES.into()),
    ];
    office(("xl", "spreadsheetml.sheet", main), &others)
}

/// Returns an ODS whose content.xml has at least `size` bytes.
pub fn ods(size: usize, seed: u64) -> Result<Vec<u8>> {
    let start = "<office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
        xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
        xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" office:version=\"1.3\">\
        <office:body><office:spreadsheet><table:table table:name=\"Sheet1\">";
    let end = "</table:table></office:spreadsheet></office:body></office:document-content>";
    let mut all = parts((size, usize::MAX), seed, [start, end], |out, dice| {
        out.push_str("<table:table-row table:style-name=\"ro1\">");
        for _ in 0..2 {
            out.push_str(
                "<table:table-cell table:style-name=\"ce1\" office:value-type=\"string\"><text:p>",
            );
            let count = 2 + dice.below(12);
            words(out, dice, count, ["", ""]);
            out.push_str("</text:p></table:table-cell>");
        }
        let number = dice.below(10_000);
        out.push_str(&format!(
            "<table:table-cell office:value-type=\"float\" office:value=\"{number}\"><text:p>{number}\
             </text:p></table:table-cell></table:table-row>"
        ));
    });
    let manifest = "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\" \
        manifest:version=\"1.3\"><manifest:file-entry manifest:full-path=\"/\" \
        manifest:media-type=\"application/vnd.oasis.opendocument.spreadsheet\"/><manifest:file-entry \
        manifest:full-path=\"content.xml\" manifest:media-type=\"text/xml\"/></manifest:manifest>";
    pack(&[
        ("mimetype".into(), "application/vnd.oasis.opendocument.spreadsheet".into()),
        ("content.xml".into(), all.pop().unwrap_or_default()),
        ("META-INF/manifest.xml".into(), manifest.into()),
    ])
}

/// Returns an EPUB 3 whose chapters have about `size` bytes.
pub fn epub(size: usize, seed: u64) -> Result<Vec<u8>> {
    let page = "<html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" \
        lang=\"en\" xml:lang=\"en\">\n<head><title>A generated book</title></head>\n<body>\n";
    let end = "</body>\n</html>\n";
    let chapters = parts((size, PART), seed, [page, end], |out, dice| {
        if dice.below(12) == 0 {
            out.push_str("<h2 class=\"section\">");
            words(out, dice, 5, ["", ""]);
            out.push_str("</h2>\n");
        }
        out.push_str("<p class=\"body\">");
        let count = 10 + dice.below(80);
        words(out, dice, count, ["<em class=\"key\">", "</em>"]);
        out.push_str("</p>\n");
    });
    let number = |form: fn(usize) -> String| (1..=chapters.len()).map(form).collect::<String>();
    let items = number(|chapter| {
        format!(
            "<item id=\"c{chapter}\" href=\"c{chapter}.xhtml\" media-type=\"application/xhtml+xml\"/>\n"
        )
    });
    let order = number(|chapter| format!("<itemref idref=\"c{chapter}\"/>\n"));
    let entries =
        number(|chapter| format!("<li><a href=\"c{chapter}.xhtml\">Chapter {chapter}</a></li>\n"));
    let navigation =
        format!("{DECLARATION}{page}<nav epub:type=\"toc\"><ol>\n{entries}</ol></nav>{end}");
    let package = format!(
        "{DECLARATION}<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" \
         unique-identifier=\"id\"><metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:identifier \
         id=\"id\">urn:uuid:6f1d3a52-7f4a-4c15-9e37-79b97f4a7c15</dc:identifier><dc:title>A generated \
         book</dc:title><dc:language>en</dc:language><meta property=\"dcterms:modified\">\
         2024-01-01T00:00:00Z</meta></metadata><manifest><item id=\"nav\" href=\"nav.xhtml\" \
         media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n{items}</manifest><spine>\n{order}\
         </spine></package>"
    );
    let container = "<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\" version=\"1.0\">\
        <rootfiles><rootfile full-path=\"b/package.opf\" media-type=\"application/oebps-package+xml\"/>\
        </rootfiles></container>";
    let mut records: Vec<(String, String)> = vec![
        ("mimetype".into(), "application/epub+zip".into()),
        ("META-INF/container.xml".into(), container.into()),
        ("b/package.opf".into(), package),
        ("b/nav.xhtml".into(), navigation),
    ];
    let chapters = chapters.into_iter().zip(1..);
    records.extend(chapters.map(|(text, chapter)| (format!("b/c{chapter}.xhtml"), text)));
    pack(&records)
}
