//! OpenDocument packages, e-books and InDesign packages with secrets.

use glossweave_base::media::Format;

use super::{Row, Syntax, lines};
use crate::tests::package;

const SPAN: Syntax =
    Syntax { divider: "<text:s text:c=\"0\"/>", lacks: &['"', '\'', '<'], escape: str::to_owned };
const VALUE: Syntax = Syntax { divider: "", ..SPAN };
const PAGE: Syntax = Syntax { divider: "<b></b>", ..SPAN };
const RANGE: Syntax = Syntax { divider: "</Content><Content>", ..SPAN };
/// A file name in a reference.
const FILE: Syntax = Syntax {
    divider: "",
    lacks: &['"', '\'', '<', '&', '/', '\\', '?', ':', '\t', '+', '%'],
    escape: str::to_owned,
};

const SPACES: &str = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
    xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
    xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" \
    xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" xmlns:meta=\"urn:oasis:names:tc:opendocument:xmlns:meta:1.0\" \
    xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\"";

/// Returns a package with a body and other files.
fn open(kind: &str, body: &str, others: &[(&str, String)]) -> Vec<u8> {
    let media_type = format!("application/vnd.oasis.opendocument.{kind}");
    let entry = |(name, _): &(&str, String)| {
        format!(
            "<manifest:file-entry manifest:full-path=\"{name}\" manifest:media-type=\"text/xml\"/>"
        )
    };
    let content = format!("<office:document-content {SPACES}>{body}</office:document-content>");
    let manifest = format!(
        "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\"><manifest:file-entry manifest:full-path=\"/\" manifest:media-type=\"{media_type}\"/><manifest:file-entry manifest:full-path=\"content.xml\" manifest:media-type=\"text/xml\"/>{}</manifest:manifest>",
        others.iter().map(entry).collect::<String>()
    );
    let mut files = vec![
        ("mimetype", media_type.as_bytes()),
        ("content.xml", content.as_bytes()),
        ("META-INF/manifest.xml", manifest.as_bytes()),
    ];
    files.extend(others.iter().map(|(name, text)| (*name, text.as_bytes())));
    package(&files)
}

fn text(paragraphs: &str, others: &[(&str, String)]) -> Vec<u8> {
    open(
        "text",
        &format!("<office:body><office:text>{paragraphs}</office:text></office:body>"),
        others,
    )
}

fn book(pages: &[(String, String)], metadata: &str, others: &[(&str, &str)]) -> Vec<u8> {
    let items = pages.iter().enumerate().map(|(n, (name, _))| {
        format!("<item id=\"i{n}\" href=\"{name}\" media-type=\"application/xhtml+xml\"/>")
    });
    let spine = (0..pages.len()).map(|n| format!("<itemref idref=\"i{n}\"/>"));
    let opf = format!(
        "<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"u\"><metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:identifier id=\"u\">x</dc:identifier>{metadata}</metadata><manifest>{}</manifest><spine>{}</spine></package>",
        items.collect::<String>(),
        spine.collect::<String>()
    );
    let pages = pages.iter().map(|(name, body)| {
        let page = format!("<?xml version=\"1.0\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>x</title></head><body>{body}</body></html>");
        (format!("OPS/{name}"), page)
    });
    let pages: Vec<(String, String)> = pages.collect();
    let mut files: Vec<(&str, &[u8])> = vec![
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", b"<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\" version=\"1.0\"><rootfiles><rootfile full-path=\"OPS/book.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>"),
        ("OPS/book.opf", opf.as_bytes()),
    ];
    files.extend(pages.iter().map(|(name, page)| (&**name, page.as_bytes())));
    files.extend(others.iter().map(|(name, text)| (*name, text.as_bytes())));
    package(&files)
}

fn one_page(body: String) -> Vec<(String, String)> {
    vec![("a.xhtml".to_owned(), body)]
}

fn design(content: &str, others: &[(&str, String)]) -> Vec<u8> {
    let space = "xmlns:idPkg=\"http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging\"";
    let map = format!(
        "<?aid style=\"50\" type=\"document\" readerVersion=\"6.0\" featureSet=\"257\"?><Document {space} DOMVersion=\"8.0\" Self=\"d\" StoryList=\"u1\"><idPkg:Spread src=\"Spreads/Spread_s.xml\"/><idPkg:Story src=\"Stories/Story_u1.xml\"/></Document>"
    );
    let spread = format!(
        "<idPkg:Spread {space} DOMVersion=\"8.0\"><Spread Self=\"s\"><TextFrame Self=\"f\" ParentStory=\"u1\" ContentType=\"TextType\"/></Spread></idPkg:Spread>"
    );
    let story = format!(
        "<idPkg:Story {space} DOMVersion=\"8.0\"><Story Self=\"u1\">{content}</Story></idPkg:Story>"
    );
    let mut files = vec![
        ("mimetype", "application/vnd.adobe.indesign-idml-package".as_bytes()),
        ("designmap.xml", map.as_bytes()),
        ("Spreads/Spread_s.xml", spread.as_bytes()),
        ("Stories/Story_u1.xml", story.as_bytes()),
    ];
    files.extend(others.iter().map(|(name, text)| (*name, text.as_bytes())));
    package(&files)
}

fn ranges(all: &[String]) -> String {
    lines(all, |_, s| {
        format!(
            "<ParagraphStyleRange AppliedParagraphStyle=\"ParagraphStyle/n\"><CharacterStyleRange AppliedCharacterStyle=\"CharacterStyle/n\"><Content>To {s}.</Content><Br/></CharacterStyleRange></ParagraphStyleRange>"
        )
    })
}

pub const TEMPLATES: &[Row] = &[
    ("ODT", Format::Odt, VALUE, |all| {
        text(
            &lines(all, |_, s| {
                format!("<text:p>To <text:span>{s}</text:span>.</text:p><text:h>{s}</text:h>")
            }),
            &[],
        )
    }),
    (
        "markup in ODT",
        Format::Odt,
        Syntax { divider: "<text:bookmark text:name=\"b\"/>", ..SPAN },
        |all| text(&lines(all, |_, s| format!("<text:p>To {s}.</text:p>")), &[]),
    ),
    ("comments and changes of ODT", Format::Odt, VALUE, |all| {
        let changes = lines(all, |n, s| {
            format!(
                "<text:changed-region text:id=\"c{n}\"><text:deletion><office:change-info><dc:creator>x</dc:creator></office:change-info><text:p>{s}</text:p></text:deletion></text:changed-region>"
            )
        });
        let notes = lines(all, |_, s| {
            format!(
                "<text:p>x<office:annotation><dc:creator>x</dc:creator><text:p>{s}</text:p></office:annotation><text:note text:note-class=\"footnote\"><text:note-citation>1</text:note-citation><text:note-body><text:p>{s}</text:p></text:note-body></text:note></text:p>"
            )
        });
        text(&format!("<text:tracked-changes>{changes}</text:tracked-changes>{notes}"), &[])
    }),
    ("styles and fields of ODT", Format::Odt, VALUE, |all| {
        let styles = lines(all, |n, s| {
            format!(
                "<style:style style:name=\"P{n}_{s}\" style:display-name=\"{s}\" style:family=\"paragraph\"/>"
            )
        });
        let body = lines(all, |n, s| {
            format!(
                "<text:p text:style-name=\"P{n}_{s}\">x<text:placeholder text:placeholder-type=\"text\" text:description=\"{s}\">y</text:placeholder><draw:frame draw:name=\"{s}\"><svg:title>{s}</svg:title><svg:desc>{s}</svg:desc></draw:frame></text:p>"
            )
        });
        open(
            "text",
            &format!(
                "<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:text>{body}</office:text></office:body>"
            ),
            &[],
        )
    }),
    ("properties of ODT", Format::Odt, VALUE, |all| {
        let rows = lines(all, |_, s| {
            format!(
                "<dc:title>{s}</dc:title><dc:description>{s}</dc:description><meta:keyword>{s}</meta:keyword><meta:user-defined meta:name=\"{s}\">{s}</meta:user-defined>"
            )
        });
        text(
            "<text:p>x</text:p>",
            &[(
                "meta.xml",
                format!(
                    "<office:document-meta {SPACES}><office:meta>{rows}</office:meta></office:document-meta>"
                ),
            )],
        )
    }),
    ("headers of ODT", Format::Odt, VALUE, |all| {
        let rows = lines(all, |n, s| {
            format!(
                "<style:master-page style:name=\"M{n}\"><style:header><text:p>{s}</text:p></style:header><style:footer><text:p>{s}</text:p></style:footer></style:master-page>"
            )
        });
        text(
            "<text:p>x</text:p>",
            &[(
                "styles.xml",
                format!(
                    "<office:document-styles {SPACES}><office:master-styles>{rows}</office:master-styles></office:document-styles>"
                ),
            )],
        )
    }),
    ("ODS", Format::Ods, VALUE, |all| {
        let rows = lines(all, |_, s| {
            format!(
                "<table:table-row><table:table-cell office:value-type=\"float\" office:value=\"4111111111111111\"><text:p>4111111111111111</text:p></table:table-cell><table:table-cell office:value-type=\"string\"><text:p>{s}</text:p></table:table-cell></table:table-row>"
            )
        });
        open(
            "spreadsheet",
            &format!(
                "<office:body><office:spreadsheet><table:table table:name=\"Jane Roe\">{rows}</table:table></office:spreadsheet></office:body>"
            ),
            &[],
        )
    }),
    ("names and comments of ODS", Format::Ods, VALUE, |all| {
        let sheets = lines(all, |n, s| {
            format!(
                "<table:table table:name=\"{n} {s}\"><table:table-row><table:table-cell table:formula=\"of:=['{n} {s}'.A1]\" office:value-type=\"float\" office:value=\"1\"><office:annotation><dc:creator>x</dc:creator><text:p>{s}</text:p></office:annotation><text:p>1</text:p></table:table-cell></table:table-row></table:table>"
            )
        });
        let names = lines(all, |n, s| {
            format!(
                "<table:named-range table:name=\"n{n}_{s}\" table:cell-range-address=\"x\"/><table:content-validation table:name=\"v{n}\" table:condition=\"of:cell-content-is-in-list(&quot;{s}&quot;)\"><table:help-message table:title=\"{s}\"><text:p>{s}</text:p></table:help-message></table:content-validation>"
            )
        });
        open(
            "spreadsheet",
            &format!(
                "<office:body><office:spreadsheet>{sheets}<table:named-expressions>{names}</table:named-expressions></office:spreadsheet></office:body>"
            ),
            &[],
        )
    }),
    ("ODP", Format::Odp, VALUE, |all| {
        let slides = lines(all, |n, s| {
            format!(
                "<draw:page draw:name=\"{n} {s}\"><draw:frame><draw:text-box><text:p>To {s}.</text:p></draw:text-box></draw:frame></draw:page>"
            )
        });
        open(
            "presentation",
            &format!(
                "<office:body><office:presentation>{slides}</office:presentation></office:body>"
            ),
            &[],
        )
    }),
    ("EPUB", Format::Epub, PAGE, |all| {
        book(
            &one_page(lines(all, |_, s| format!("<p>To {s}.</p><blockquote>{s}</blockquote>"))),
            "",
            &[],
        )
    }),
    ("metadata of EPUB", Format::Epub, VALUE, |all| {
        let metadata = lines(all, |_, s| {
            format!(
                "<dc:title>{s}</dc:title><dc:description>{s}</dc:description><meta property=\"dcterms:x\">{s}</meta><meta name=\"x\" content=\"{s}\"/>"
            )
        });
        let ncx = lines(all, |n, s| {
            format!(
                "<navPoint id=\"n{n}\"><navLabel><text>{s}</text></navLabel><content src=\"a.xhtml\"/></navPoint>"
            )
        });
        book(
            &one_page("<p>x</p>".to_owned()),
            &metadata,
            &[(
                "OPS/toc.ncx",
                &format!(
                    "<ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\"><navMap>{ncx}</navMap></ncx>"
                ),
            )],
        )
    }),
    ("names of files of EPUB", Format::Epub, FILE, |all| {
        let pages =
            all.iter().enumerate().map(|(n, s)| (format!("{n} {s}.xhtml"), format!("<p>{n}</p>")));
        book(&pages.collect::<Vec<_>>(), "", &[])
    }),
    ("style of EPUB", Format::Epub, VALUE, |all| {
        let rules = lines(all, |n, s| format!(".a{n}::before {{ content: '{s}' }}\n"));
        let script = lines(all, |n, s| format!("var a{n} = '{s}';\n"));
        book(&one_page("<p>x</p>".to_owned()), "", &[("OPS/a.css", &rules), ("OPS/a.js", &script)])
    }),
    ("IDML", Format::Idml, RANGE, |all| design(&ranges(all), &[])),
    ("notes and properties of IDML", Format::Idml, VALUE, |all| {
        let notes = lines(all, |n, s| {
            format!(
                "<ParagraphStyleRange><CharacterStyleRange><Note UserName=\"$ID/{n}\"><ParagraphStyleRange><CharacterStyleRange><Content>{s}</Content></CharacterStyleRange></ParagraphStyleRange></Note><HyperlinkTextSource Self=\"h{n}\" Name=\"{s}\"><Content>x</Content></HyperlinkTextSource></CharacterStyleRange></ParagraphStyleRange>"
            )
        });
        let metadata = lines(all, |_, s| {
            format!("<dc:title xmlns:dc=\"http://purl.org/dc/elements/1.1/\">{s}</dc:title>")
        });
        let styles = lines(all, |n, s| {
            format!("<ParagraphStyle Self=\"ParagraphStyle/{n} {s}\" Name=\"{s}\"/>")
        });
        design(
            &notes,
            &[
                ("META-INF/metadata.xml", format!("<x>{metadata}</x>")),
                ("Resources/Styles.xml", format!("<Styles>{styles}</Styles>")),
            ],
        )
    }),
];
