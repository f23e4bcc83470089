//! Office Open XML packages with secrets.

use glossweave_base::media::Format;

use super::{Row, Syntax, lines};
use crate::tests::package;

const VALUE: Syntax = Syntax { divider: "", lacks: &['"', '\'', '<'], escape: str::to_owned };
const RUN: Syntax = Syntax {
    divider: "</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t xml:space=\"preserve\">",
    ..VALUE
};
const RICH: Syntax = Syntax { divider: "</t></r><r><t xml:space=\"preserve\">", ..VALUE };
const DRAWN: Syntax = Syntax { divider: "</a:t></a:r><a:r><a:t>", ..VALUE };
/// A header of a sheet, in which ampersands are codes.
const HEADER: Syntax = Syntax {
    divider: "&amp;B",
    lacks: &['"', '\'', '<', '&', '%', '=', '_'],
    escape: str::to_owned,
};
/// A file name.
const FILE: Syntax = Syntax {
    divider: "",
    lacks: &['"', '\'', '<', '&', '/', '\\', '?', ':', '\t', '+'],
    escape: str::to_owned,
};

const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const W: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
    xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\"";
const S: &str = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";
const P: &str = "xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" \
    xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"";

/// A file of a package.
type File = (String, Vec<u8>);

fn file(name: &str, content: impl Into<Vec<u8>>) -> File {
    (name.to_owned(), content.into())
}

/// Returns the relationships of a part: identifier, kind and target.
fn relations(all: &[(&str, &str, &str)]) -> String {
    let rows = all.iter().map(|(id, kind, target)| {
        format!("<Relationship Id=\"{id}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"/>")
    });
    format!("<Relationships xmlns=\"{RELATIONS}\">{}</Relationships>", rows.collect::<String>())
}

/// Returns a package with its main part, other parts with their kinds, and other files.
fn office(
    main: &str,
    kind: &str,
    content: &str,
    parts: &[(&str, &str, String)],
    others: &[File],
) -> Vec<u8> {
    let (folder, name) = main.split_once('/').unwrap_or_default();
    let family = kind.split('.').next().unwrap_or_default();
    let overrides = parts.iter().map(|(target, kind, _)| {
        format!("<Override PartName=\"/{folder}/{target}\" ContentType=\"application/vnd.openxmlformats-officedocument.{family}.{kind}+xml\"/>")
    });
    let types = format!(
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/{main}\" ContentType=\"application/vnd.openxmlformats-officedocument.{kind}.main+xml\"/>{}</Types>",
        overrides.collect::<String>()
    );
    let ids: Vec<String> = (0..parts.len()).map(|n| format!("r{n}")).collect();
    let rows: Vec<(&str, &str, &str)> =
        parts.iter().zip(&ids).map(|((target, kind, _), id)| (&**id, *kind, *target)).collect();
    let mut all = vec![
        file("[Content_Types].xml", types),
        file("_rels/.rels", relations(&[("a", "officeDocument", main)])),
        file(main, content),
        file(&format!("{folder}/_rels/{name}.rels"), relations(&rows)),
    ];
    all.extend(parts.iter().map(|(target, _, text)| file(&format!("{folder}/{target}"), &**text)));
    all.extend(others.iter().cloned());
    let all: Vec<(&str, &[u8])> = all.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    package(&all)
}

fn letter(body: &str, parts: &[(&str, &str, String)], others: &[File]) -> Vec<u8> {
    let document = format!("<w:document {W}><w:body>{body}</w:body></w:document>");
    office("word/document.xml", "wordprocessingml.document", &document, parts, others)
}

fn paragraph(text: &str) -> String {
    format!("<w:p><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>")
}

fn workbook(rows: &str, tail: &str, strings: &str, others: &[File]) -> Vec<u8> {
    let book = format!(
        "<workbook {S}><sheets><sheet name=\"Jane Roe\" sheetId=\"1\" r:id=\"r0\"/></sheets></workbook>"
    );
    let sheet = format!("<worksheet {S}><sheetData>{rows}</sheetData>{tail}</worksheet>");
    let parts = [
        ("worksheets/sheet1.xml", "worksheet", sheet),
        ("sharedStrings.xml", "sharedStrings", format!("<sst {S}>{strings}</sst>")),
    ];
    office("xl/workbook.xml", "spreadsheetml.sheet", &book, &parts, others)
}

fn slides(shapes: &str, others: &[File]) -> Vec<u8> {
    let show = format!(
        "<p:presentation {P}><p:sldIdLst><p:sldId id=\"256\" r:id=\"r0\"/></p:sldIdLst></p:presentation>"
    );
    let slide = format!("<p:sld {P}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>");
    office(
        "ppt/presentation.xml",
        "presentationml.presentation",
        &show,
        &[("slides/slide1.xml", "slide", slide)],
        others,
    )
}

fn shape(text: &str) -> String {
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"x\"/></p:nvSpPr><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
    )
}

fn chart(all: &[String]) -> String {
    let points = lines(all, |n, s| format!("<c:pt idx=\"{n}\"><c:v>{s}</c:v></c:pt>"));
    format!(
        "<c:chartSpace xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\"><c:strCache>{points}</c:strCache><c:numCache><c:pt idx=\"0\"><c:v>4111111111111111</c:v></c:pt></c:numCache></c:chartSpace>"
    )
}

pub const TEMPLATES: &[Row] = &[
    ("DOCX", Format::Docx, RUN, |all| {
        letter(&lines(all, |_, s| paragraph(&format!("To {s}."))), &[], &[])
    }),
    ("changes in DOCX", Format::Docx, VALUE, |all| {
        letter(
            &lines(all, |n, s| {
                format!(
                    "<w:p><w:del w:id=\"{n}\" w:author=\"x\"><w:r><w:delText>{s}</w:delText></w:r></w:del><w:ins w:id=\"i{n}\" w:author=\"x\"><w:r><w:t>{s}</w:t></w:r></w:ins></w:p>"
                )
            }),
            &[],
            &[],
        )
    }),
    ("headers and footers of DOCX", Format::Docx, RUN, |all| {
        let content = lines(all, |_, s| paragraph(s));
        letter(
            "<w:p><w:r><w:t>x</w:t></w:r></w:p>",
            &[
                ("header1.xml", "header", format!("<w:hdr {W}>{content}</w:hdr>")),
                ("footer1.xml", "footer", format!("<w:ftr {W}>{content}</w:ftr>")),
            ],
            &[],
        )
    }),
    ("notes and comments of DOCX", Format::Docx, RUN, |all| {
        let notes =
            lines(all, |n, s| format!("<w:footnote w:id=\"{n}\">{}</w:footnote>", paragraph(s)));
        let comments = lines(all, |n, s| {
            format!(
                "<w:comment w:id=\"{n}\" w:author=\"x\" w:initials=\"x\">{}</w:comment>",
                paragraph(s)
            )
        });
        letter(
            "<w:p><w:r><w:t>x</w:t></w:r></w:p>",
            &[
                ("footnotes.xml", "footnotes", format!("<w:footnotes {W}>{notes}</w:footnotes>")),
                ("comments.xml", "comments", format!("<w:comments {W}>{comments}</w:comments>")),
            ],
            &[],
        )
    }),
    ("chart and workbook of DOCX", Format::Docx, VALUE, |all| {
        let table = workbook(
            "<row r=\"1\"><c r=\"A1\"><v>4111111111111111</v></c></row>",
            "",
            &lines(all, |_, s| format!("<si><t>{s}</t></si>")),
            &[],
        );
        letter(
            "<w:p><w:r><w:t>x</w:t></w:r></w:p>",
            &[],
            &[
                file("word/charts/chart1.xml", chart(all)),
                file("word/embeddings/table.xlsx", table),
            ],
        )
    }),
    ("properties of DOCX", Format::Docx, VALUE, |all| {
        let core = lines(all, |_, s| {
            format!(
                "<dc:title>{s}</dc:title><dc:subject>{s}</dc:subject><cp:keywords>{s}</cp:keywords>"
            )
        });
        let custom = lines(all, |n, s| {
            format!("<property pid=\"{n}\" name=\"{s}\"><vt:lpwstr>{s}</vt:lpwstr></property>")
        });
        letter(
            "<w:p><w:r><w:t>x</w:t></w:r></w:p>",
            &[],
            &[
                file(
                    "docProps/core.xml",
                    format!(
                        "<cp:coreProperties xmlns:cp=\"x\" xmlns:dc=\"y\">{core}</cp:coreProperties>"
                    ),
                ),
                file(
                    "docProps/custom.xml",
                    format!("<Properties xmlns:vt=\"x\">{custom}</Properties>"),
                ),
                file(
                    "customXml/item1.xml",
                    format!("<c>{}</c>", lines(all, |_, s| format!("<v a=\"{s}\">{s}</v>"))),
                ),
            ],
        )
    }),
    ("fields and styles of DOCX", Format::Docx, VALUE, |all| {
        let body = lines(all, |n, s| {
            format!(
                "<w:p><w:pPr><w:pStyle w:val=\"P{n} {s}\"/></w:pPr><w:r><w:instrText>DOCPROPERTY \\x {s}</w:instrText></w:r><w:fldSimple w:instr=\"REF {s}\"><w:r><w:t>x</w:t></w:r></w:fldSimple><w:r><w:drawing><wp:inline><wp:docPr id=\"{n}\" name=\"{s}\" descr=\"{s}\" title=\"{s}\"/></wp:inline></w:drawing></w:r><w:bookmarkStart w:id=\"{n}\" w:name=\"B{n}_{s}\"/></w:p>"
            )
        });
        let styles = lines(all, |n, s| {
            format!(
                "<w:style w:type=\"paragraph\" w:styleId=\"P{n} {s}\"><w:name w:val=\"{s}\"/><w:aliases w:val=\"{s}\"/></w:style>"
            )
        });
        letter(
            &body,
            &[("styles.xml", "styles", format!("<w:styles {W}>{styles}</w:styles>"))],
            &[],
        )
    }),
    ("names of files of DOCX", Format::Docx, FILE, |all| {
        let pictures = all
            .iter()
            .enumerate()
            .map(|(n, s)| file(&format!("word/media/{n} {s}.png"), *b"\x89PNG\r\n\x1A\n\0"));
        letter("<w:p><w:r><w:t>x</w:t></w:r></w:p>", &[], &pictures.collect::<Vec<_>>())
    }),
    ("XLSX", Format::Xlsx, VALUE, |all| {
        workbook(
            &lines(all, |n, s| {
                format!(
                    "<row r=\"{0}\"><c r=\"A{0}\" t=\"inlineStr\"><is><t>To {s}</t></is></c><c r=\"B{0}\" t=\"str\"><f>\"{s}\"</f><v>{s}</v></c><c r=\"C{0}\"><v>4111111111111111</v></c></row>",
                    n + 1
                )
            }),
            "",
            "",
            &[],
        )
    }),
    ("shared strings of XLSX", Format::Xlsx, RICH, |all| {
        let cells = lines(all, |n, _| {
            format!("<row r=\"{0}\"><c r=\"A{0}\" t=\"s\"><v>{n}</v></c></row>", n + 1)
        });
        workbook(
            &cells,
            "",
            &lines(all, |_, s| format!("<si><r><t xml:space=\"preserve\">To {s}</t></r></si>")),
            &[],
        )
    }),
    ("headers of XLSX", Format::Xlsx, HEADER, |all| {
        let header = lines(all, |_, s| format!("&amp;L&amp;12 {s}&amp;R&amp;\"Arial,Bold\"{s}"));
        workbook(
            "",
            &format!(
                "<headerFooter><oddHeader>{header}</oddHeader><firstFooter>{header}</firstFooter></headerFooter>"
            ),
            "",
            &[],
        )
    }),
    ("comments and rules of XLSX", Format::Xlsx, VALUE, |all| {
        let rules = lines(all, |_, s| {
            format!(
                "<dataValidation type=\"list\" prompt=\"{s}\" promptTitle='{s}' error=\"{s}\"><formula1>\"x,{s}\"</formula1></dataValidation>"
            )
        });
        let comments = lines(all, |n, s| {
            format!("<comment ref=\"A{n}\" authorId=\"0\"><text><t>{s}</t></text></comment>")
        });
        let columns = lines(all, |n, s| {
            format!("<tableColumn id=\"{n}\" name=\"{n} {s}\" totalsRowLabel='{s}'/>")
        });
        workbook(
            "",
            &format!("<dataValidations>{rules}</dataValidations>"),
            "",
            &[
                file(
                    "xl/comments1.xml",
                    format!(
                        "<comments {S}><authors><author>x</author></authors><commentList>{comments}</commentList></comments>"
                    ),
                ),
                file(
                    "xl/tables/table1.xml",
                    format!("<table {S} name=\"t\"><tableColumns>{columns}</tableColumns></table>"),
                ),
            ],
        )
    }),
    ("charts and pivots of XLSX", Format::Xlsx, VALUE, |all| {
        let items = lines(all, |_, s| format!("<s v=\"{s}\"/><n v=\"4111111111111111\"/>"));
        workbook(
            "",
            "",
            "",
            &[
                file("xl/charts/chart1.xml", chart(all)),
                file(
                    "xl/pivotCache/pivotCacheDefinition1.xml",
                    format!(
                        "<pivotCacheDefinition {S}><sharedItems>{items}</sharedItems></pivotCacheDefinition>"
                    ),
                ),
            ],
        )
    }),
    ("PPTX", Format::Pptx, DRAWN, |all| {
        slides(&lines(all, |_, s| shape(&format!("To {s}."))), &[])
    }),
    ("notes and comments of PPTX", Format::Pptx, VALUE, |all| {
        let notes = lines(all, |_, s| shape(s));
        let comments = lines(all, |n, s| {
            format!("<p:cm authorId=\"0\" idx=\"{n}\"><p:text>{s}</p:text></p:cm>")
        });
        slides(
            &shape("x"),
            &[
                file(
                    "ppt/notesSlides/notesSlide1.xml",
                    format!("<p:notes {P}><p:cSld><p:spTree>{notes}</p:spTree></p:cSld></p:notes>"),
                ),
                file("ppt/comments/comment1.xml", format!("<p:cmLst {P}>{comments}</p:cmLst>")),
            ],
        )
    }),
];
