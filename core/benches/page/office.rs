//! ODT with the parts that office programs write in addition to the text, for example many styles,
//! settings, metadata, and a picture of the first page.

use std::error::Error;
use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::{Dice, odt};

const MIMETYPE: &str = "application/vnd.oasis.opendocument.text";

const NAMESPACES: &str = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
    xmlns:style=\"urn:oasis:names:tc:opendocument:xmlns:style:1.0\" \
    xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
    xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" \
    xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" \
    xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\" \
    xmlns:xlink=\"http://www.w3.org/1999/xlink\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
    xmlns:meta=\"urn:oasis:names:tc:opendocument:xmlns:meta:1.0\" \
    xmlns:number=\"urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0\" \
    xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\" \
    xmlns:config=\"urn:oasis:names:tc:opendocument:xmlns:config:1.0\" \
    xmlns:loext=\"urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0\" \
    office:version=\"1.3\"";

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// Returns a package whose content.xml has about `size` bytes.
pub fn page(size: usize, seed: u64) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut dice = Dice::new(seed);
    let automatic =
        format!("<office:automatic-styles>{}</office:automatic-styles>", styles(60, &mut dice));
    let content = odt::content(size.saturating_sub(automatic.len()), seed)
        .replace("<office:automatic-styles/>", &automatic)
        .replacen("xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\"", "", 1)
        .replacen("xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"", "", 1)
        .replacen("xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\"", "", 1)
        .replacen("xmlns:xlink=\"http://www.w3.org/1999/xlink\"", "", 1)
        .replacen("office:version=\"1.2\"", NAMESPACES, 1);
    let settings = (0..140).map(|number| {
        format!(
            "<config:config-item config:name=\"Setting{number}\" config:type=\"boolean\">{}\
             </config:config-item>",
            dice.below(2) == 0
        )
    });
    let settings = format!(
        "{DECLARATION}<office:document-settings {NAMESPACES}><office:settings>\
         <config:config-item-set config:name=\"ooo:configuration-settings\">{}\
         </config:config-item-set></office:settings></office:document-settings>",
        settings.collect::<String>()
    );
    let picture: Vec<u8> = (0..12_000).map(|_| dice.below(256) as u8).collect();
    let style = style_part(&mut dice);
    let meta = format!(
        "{DECLARATION}<office:document-meta {NAMESPACES}><office:meta><dc:title>A report</dc:title>\
         <meta:generator>An office program</meta:generator><meta:document-statistic \
         meta:page-count=\"7\" meta:word-count=\"2210\"/></office:meta></office:document-meta>"
    );
    let mut package = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let deflated = stored.compression_method(CompressionMethod::Deflated);
    for (name, data, options) in [
        ("mimetype", MIMETYPE.as_bytes(), stored),
        ("Thumbnails/thumbnail.png", &picture, stored),
        ("settings.xml", settings.as_bytes(), deflated),
        ("content.xml", content.as_bytes(), deflated),
        ("meta.xml", meta.as_bytes(), deflated),
        ("styles.xml", style.as_bytes(), deflated),
        ("META-INF/manifest.xml", manifest().as_bytes(), deflated),
    ] {
        package.start_file(name, options)?;
        package.write_all(data)?;
    }
    Ok(package.finish()?.into_inner())
}

/// Returns styles of paragraphs and phrases, with the properties that office programs write.
fn styles(count: usize, dice: &mut Dice) -> String {
    let style = |number: usize| {
        let (family, size) = (["paragraph", "text"][number % 2], 8 + dice.below(12));
        format!(
            "<style:style style:name=\"S{number}\" style:family=\"{family}\" \
             style:parent-style-name=\"Standard\"><style:paragraph-properties \
             fo:margin-left=\"0cm\" fo:margin-right=\"0cm\" fo:margin-top=\"0.{size}cm\" \
             fo:text-align=\"justify\" style:justify-single-word=\"false\" \
             fo:text-indent=\"0cm\" style:auto-text-indent=\"false\"/><style:text-properties \
             style:font-name=\"Liberation Serif\" fo:font-size=\"{size}pt\" fo:language=\"en\" \
             fo:country=\"IE\" style:font-size-asian=\"{size}pt\" \
             style:font-size-complex=\"{size}pt\" loext:opacity=\"1{number:02}%\"/></style:style>"
        )
    };
    (0..count).map(style).collect()
}

fn style_part(dice: &mut Dice) -> String {
    let level = |level: usize| {
        format!(
            "<text:outline-level-style text:level=\"{level}\" style:num-format=\"\">\
             <style:list-level-properties text:list-level-position-and-space-mode=\
             \"label-alignment\"><style:list-level-label-alignment \
             text:label-followed-by=\"listtab\" fo:text-indent=\"0cm\" fo:margin-left=\"{level}cm\"/>\
             </style:list-level-properties></text:outline-level-style>"
        )
    };
    format!(
        "{DECLARATION}<office:document-styles {NAMESPACES}><office:styles>{}<text:outline-style \
         style:name=\"Outline\">{}</text:outline-style></office:styles><office:automatic-styles>{}\
         </office:automatic-styles><office:master-styles><style:master-page \
         style:name=\"Standard\"><style:footer><text:p>Page <text:page-number>1</text:page-number>\
         </text:p></style:footer></style:master-page></office:master-styles>\
         </office:document-styles>",
        styles(90, dice),
        (1..=10).map(level).collect::<String>(),
        styles(10, dice)
    )
}

fn manifest() -> String {
    let parts = ["content.xml", "styles.xml", "meta.xml", "settings.xml"];
    let entries = parts.map(|name| {
        format!(
            "<manifest:file-entry manifest:full-path=\"{name}\" manifest:media-type=\"text/xml\"/>"
        )
    });
    format!(
        "{DECLARATION}<manifest:manifest \
         xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\" \
         manifest:version=\"1.3\"><manifest:file-entry manifest:full-path=\"/\" \
         manifest:media-type=\"{MIMETYPE}\"/>{}<manifest:file-entry \
         manifest:full-path=\"Thumbnails/thumbnail.png\" manifest:media-type=\"image/png\"/>\
         </manifest:manifest>",
        entries.concat()
    )
}
