//! HTML, XML and XLIFF documents with secrets.

use glossweave_base::media::Format;

use super::{Row, Syntax, lines};

/// HTML: any reference is allowed.
const HTML: Syntax = Syntax { divider: "<b></b>", lacks: &['"', '\''], escape: str::to_owned };
/// XML: invisible characters and character references are not escaped.
const XML: Syntax = Syntax { divider: "<hi/>", lacks: &['"', '\'', '<'], escape: str::to_owned };
/// Values with the inline elements of vocabularies, and values that cannot contain markup.
const EMPHASIS: Syntax = Syntax { divider: "<emphasis/>", ..XML };
const BOLD: Syntax = Syntax { divider: "<b/>", ..XML };
const JATS: Syntax = Syntax { divider: "<bold/>", ..XML };
const VALUE: Syntax = Syntax { divider: "", lacks: &['"', '\'', '<'], escape: str::to_owned };
/// A JSON string in a script.
const SCRIPT: Syntax = Syntax { divider: "", lacks: &['"', '\''], escape: super::texts::json };
/// A page within an attribute.
const INNER_PAGE: Syntax =
    Syntax { divider: "<b></b>", lacks: &['"', '\''], escape: str::to_owned };

const XLIFF: &str = "source-language=\"en\" target-language=\"de\" datatype=\"plaintext\"";

fn page(head: &str, body: &str) -> Vec<u8> {
    format!("<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>").into_bytes()
}

fn xml(root: &str, content: String) -> Vec<u8> {
    let name = root.split(' ').next().unwrap_or_default();
    format!("<?xml version=\"1.0\"?>\n<{root}>{content}</{name}>").into_bytes()
}

pub const TEMPLATES: &[Row] = &[
    ("page", Format::Html, HTML, |all| {
        page("", &lines(all, |_, s| format!("<p>To {s}.</p><div>An <i>{s}</i></div>")))
    }),
    ("attributes of a page", Format::Html, VALUE, |all| {
        page(
            "",
            &lines(all, |_, s| {
                format!(
                    "<p title=\"{s}\" data-x='To {s}' aria-label=\"{s}\"><img alt='{s}' src=\"a.png\">x</p>"
                )
            }),
        )
    }),
    ("classes and identifiers of a page", Format::Html, VALUE, |all| {
        page("", &lines(all, |n, s| format!("<p id=\"{s}\" class='c{n} {s}'>x</p>")))
    }),
    ("comments of a page", Format::Html, VALUE, |all| {
        page("", &lines(all, |_, s| format!("<!-- {s} --><p>x<!--[if IE]> {s} <![endif]--></p>")))
    }),
    ("data of a page", Format::Html, SCRIPT, |all| {
        let data = lines(all, |n, s| format!("\"k{n}\": \"{s}\",\n"));
        page(&format!("<script type=\"application/ld+json\">{{{data}\"n\": 1}}</script>"), "<p>x")
    }),
    ("script of a page", Format::Html, SCRIPT, |all| {
        page(
            "",
            &format!(
                "<p>x<script>{}</script>",
                lines(all, |n, s| format!("var a{n} = \"{s}\"; // {s}\n"))
            ),
        )
    }),
    ("style of a page", Format::Html, VALUE, |all| {
        let rules = lines(all, |n, s| format!(".a{n}::before {{ content: '{s}' }} /* {s} */\n"));
        page(&format!("<style>{rules}</style>"), "<p>x")
    }),
    ("table of a page", Format::Html, HTML, |all| {
        page(
            "",
            &format!(
                "<table><tr><th>a<th>b</tr>{}</table>",
                lines(all, |n, s| format!("<tr><td>{n}<td>{s}</tr>"))
            ),
        )
    }),
    ("form of a page", Format::Html, VALUE, |all| {
        page(
            "",
            &lines(all, |n, s| {
                format!(
                    "<form action=\"/a?n={n}\"><input value=\"{s}\" placeholder='{s}'><option label=\"{s}\">{s}</option><textarea>{s}</textarea></form>"
                )
            }),
        )
    }),
    ("page within a page", Format::Html, INNER_PAGE, |all| {
        page(
            "",
            &lines(all, |_, s| {
                let inner =
                    format!("<p title=x>To {s}.</p>").replace('&', "&amp;").replace('<', "&lt;");
                format!("<iframe srcdoc=\"{inner}\"></iframe><p>x</p>")
            }),
        )
    }),
    ("head of a page", Format::Html, VALUE, |all| {
        page(
            &lines(all, |_, s| {
                format!(
                    "<title>{s}</title><meta name=\"description\" content=\"{s}\"><meta property='og:title' content='{s}'>"
                )
            }),
            "<p>x",
        )
    }),
    ("links of a page", Format::Html, VALUE, |all| {
        page(
            "",
            &lines(all, |n, s| format!("<p><a href=\"https://x.example/{n}?q={s}#{s}\">{n}</a>")),
        )
    }),
    ("drawing of a page", Format::Html, VALUE, |all| {
        page(
            "",
            &lines(all, |_, s| {
                format!(
                    "<svg><title>{s}</title><text x=\"1\">To <tspan>{s}</tspan></text><desc>{s}</desc></svg>"
                )
            }),
        )
    }),
    ("templates of a page", Format::Html, HTML, |all| {
        page(
            "",
            &lines(all, |_, s| {
                format!("<noscript><p>{s}</p></noscript><template><p>{s}</p></template><p>x</p>")
            }),
        )
    }),
    ("document in XML", Format::Xml, XML, |all| {
        xml("d", lines(all, |_, s| format!("<p>To {s}.<q>{s}</q></p>\n")))
    }),
    ("attributes in XML", Format::Xml, VALUE, |all| {
        xml(
            "d",
            lines(all, |n, s| {
                format!("<p a=\"{s}\" b='To {s}' x:c=\"{n}\" xmlns:x=\"urn:x\">x</p>\n")
            }),
        )
    }),
    ("comments in XML", Format::Xml, VALUE, |all| {
        xml(
            "d",
            lines(all, |_, s| format!("<!-- {} --><?note {s}?><p>x</p>\n", s.replace("--", "- -"))),
        )
    }),
    ("sections in XML", Format::Xml, VALUE, |all| {
        xml("d", lines(all, |_, s| format!("<p><![CDATA[To {s}. <b>{s}</b>]]></p>\n")))
    }),
    (
        "declarations in XML",
        Format::Xml,
        Syntax { lacks: &['"', '\'', '<', '%'], ..VALUE },
        |all| {
            let entities = lines(all, |n, s| format!("<!ENTITY e{n} \"{s}\">\n"));
            let uses = lines(all, |n, _| format!("<p>To &e{n}; there.</p>\n"));
            format!("<!DOCTYPE d [\n{entities}]>\n<d>{uses}</d>").into_bytes()
        },
    ),
    ("page in XHTML", Format::Xml, Syntax { divider: "<b></b>", ..XML }, |all| {
        xml(
            "html xmlns=\"http://www.w3.org/1999/xhtml\"",
            format!(
                "<head><title>x</title></head><body>{}</body>",
                lines(all, |_, s| format!("<p>To {s}.</p>"))
            ),
        )
    }),
    ("TEI", Format::Xml, XML, |all| {
        xml(
            "TEI xmlns=\"http://www.tei-c.org/ns/1.0\"",
            lines(all, |n, s| {
                format!(
                    "<teiHeader><author>{s}</author></teiHeader><text><p n=\"{n}\">To <persName key=\"k{n}\">{s}</persName><note resp=\"x\">{s}</note></p></text>"
                )
            }),
        )
    }),
    ("DocBook", Format::Xml, EMPHASIS, |all| {
        xml(
            "article xmlns=\"http://docbook.org/ns/docbook\" version=\"5.0\"",
            lines(all, |_, s| {
                format!(
                    "<info><author><personname>{s}</personname></author></info><para>To {s}<footnote><para>{s}</para></footnote><remark>{s}</remark></para>"
                )
            }),
        )
    }),
    ("DITA", Format::Xml, BOLD, |all| {
        xml(
            "topic id=\"t\"",
            format!(
                "<title>x</title><body>{}</body>",
                lines(all, |_, s| format!(
                    "<p>To {s}<draft-comment author=\"x\">{s}</draft-comment><indexterm>{s}</indexterm></p>"
                ))
            ),
        )
    }),
    ("JATS", Format::Xml, JATS, |all| {
        xml(
            "article xmlns:xlink=\"http://www.w3.org/1999/xlink\"",
            lines(all, |_, s| {
                format!(
                    "<front><contrib><name>{s}</name></contrib></front><body><p>To {s}<ext-link xlink:href=\"https://x.example\">{s}</ext-link></p></body>"
                )
            }),
        )
    }),
    ("TMX", Format::Xml, XML, |all| {
        xml(
            "tmx version=\"1.4\"",
            format!(
                "<header srclang=\"en\"/><body>{}</body>",
                lines(all, |n, s| format!(
                    "<tu tuid=\"{n}\"><note>{s}</note><prop type=\"x\">{s}</prop><tuv xml:lang=\"en\"><seg>To {s}</seg></tuv><tuv xml:lang=\"de\"><seg>An {s}</seg></tuv></tu>"
                ))
            ),
        )
    }),
    ("TBX", Format::Xml, XML, |all| {
        xml(
            "tbx type=\"TBX-Basic\" xml:lang=\"en\"",
            format!(
                "<text><body>{}</body></text>",
                lines(all, |n, s| format!(
                    "<conceptEntry id=\"c{n}\"><descrip type=\"definition\">{s}</descrip><langSec xml:lang=\"en\"><termSec><term>{s}</term></termSec></langSec></conceptEntry>"
                ))
            ),
        )
    }),
    ("RESX", Format::Xml, VALUE, |all| {
        xml(
            "root",
            lines(all, |n, s| {
                format!(
                    "<data name=\"k{n}\" xml:space=\"preserve\"><value>To {s}</value><comment>{s}</comment></data>"
                )
            }),
        )
    }),
    ("strings of Android", Format::Xml, VALUE, |all| {
        xml(
            "resources",
            lines(all, |n, s| {
                format!(
                    "<?x {s}?><string name=\"k{n}\">To {s}</string><string-array name=\"a{n}\"><item>{s}</item></string-array>"
                )
            }),
        )
    }),
    ("drawing", Format::Xml, VALUE, |all| {
        xml(
            "svg xmlns=\"http://www.w3.org/2000/svg\"",
            lines(all, |_, s| {
                format!(
                    "<title>{s}</title><text style=\"font-size: 1px\">{s}</text><metadata><x a=\"{s}\">{s}</x></metadata>"
                )
            }),
        )
    }),
    ("feed", Format::Xml, INNER_PAGE, |all| {
        xml(
            "rss version=\"2.0\"",
            lines(all, |_, s| {
                let inner = format!("<p>To {s}.</p>").replace('&', "&amp;").replace('<', "&lt;");
                format!("<item><title>x</title><description>{inner}</description></item>")
            }),
        )
    }),
    ("metadata in XML", Format::Xml, VALUE, |all| {
        xml(
            "x:xmpmeta xmlns:x=\"adobe:ns:meta/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"",
            lines(all, |_, s| {
                format!(
                    "<rdf:Description dc:title=\"{s}\"><dc:creator><rdf:Seq><rdf:li>{s}</rdf:li></rdf:Seq></dc:creator></rdf:Description>"
                )
            }),
        )
    }),
    ("XLIFF 1.2", Format::Xliff, Syntax { divider: "<x id=\"1\"/>", ..XML }, |all| {
        xml(
            "xliff version=\"1.2\"",
            format!(
                "<file original=\"a.txt\" {XLIFF}><body>{}</body></file>",
                lines(all, |n, s| format!(
                    "<trans-unit id=\"{n}\"><source>To {s}.</source><target>An {s}.</target></trans-unit>"
                ))
            ),
        )
    }),
    ("notes in XLIFF 1.2", Format::Xliff, VALUE, |all| {
        xml(
            "xliff version=\"1.2\"",
            format!(
                "<file original=\"a.txt\" {XLIFF}><header><note>x</note></header><body>{}</body></file>",
                lines(all, |n, s| format!(
                    "<trans-unit id=\"{n}\" resname=\"{s}\"><source>x</source><target>y</target><note from=\"x\">{s}</note><context-group><context context-type=\"x\">{s}</context></context-group><alt-trans><source>{s}</source><target>{s}</target></alt-trans></trans-unit>"
                ))
            ),
        )
    }),
    ("XLIFF 2.0", Format::Xliff, Syntax { divider: "<ph id=\"1\"/>", ..XML }, |all| {
        xml(
            "xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" version=\"2.0\" srcLang=\"en\" trgLang=\"de\"",
            format!(
                "<file id=\"f\">{}</file>",
                lines(all, |n, s| format!(
                    "<unit id=\"u{n}\"><segment><source>To {s}.</source><target>An {}.</target></segment></unit>",
                    s.replace("<ph id=\"1\"/>", "")
                ))
            ),
        )
    }),
    ("notes in XLIFF 2.1", Format::Xliff, VALUE, |all| {
        xml(
            "xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\" version=\"2.1\" srcLang=\"en\" trgLang=\"de\" xmlns:m=\"urn:oasis:names:tc:xliff:metadata:2.0\"",
            format!(
                "<file id=\"f\">{}</file>",
                lines(all, |n, s| format!(
                    "<unit id=\"u{n}\" name=\"{s}\"><m:metadata><m:metaGroup><m:meta type=\"x\">{s}</m:meta></m:metaGroup></m:metadata><notes><note>{s}</note></notes><originalData><data id=\"d{n}\">{s}</data></originalData><segment><source>To <ph id=\"1\" dataRef=\"d{n}\"/>x</source></segment></unit>"
                ))
            ),
        )
    }),
];
