//! Classification of attributes and elements: names of people, texts for readers, and names that belong to
//! the format.

use super::segment::{Segment, SegmentKind, local};

/// Elements and attributes that contain the name of a person or an organization, with its class.
const PERSONAL: &[(&str, &str)] = &[
    // Dublin Core, as used in OOXML, OpenDocument and EPUB; authors of changes and comments.
    ("creator", PERSON),
    ("contributor", PERSON),
    ("author", PERSON),
    ("initials", PERSON),
    // OOXML: core and extended properties, people, comments, workbook locks.
    ("lastModifiedBy", PERSON),
    ("Manager", PERSON),
    ("Company", ORGANIZATION),
    ("displayName", PERSON),
    ("userName", PERSON),
    ("lastName", PERSON),
    ("firstName", PERSON),
    // OpenDocument.
    ("initial-creator", PERSON),
    ("printed-by", PERSON),
    ("sender-firstname", PERSON),
    ("sender-lastname", PERSON),
    ("sender-company", ORGANIZATION),
    ("sender-email", CONTACT),
    // XLIFF and TMX.
    ("contact-name", PERSON),
    ("contact-email", CONTACT),
    ("contact-phone", CONTACT),
    ("creationid", PERSON),
    ("changeid", PERSON),
];

const PERSON: &str = "http://schema.org/Person";
const ORGANIZATION: &str = "http://schema.org/Organization";
const CONTACT: &str = "http://schema.org/ContactPoint";

/// Attributes that are used for text that readers see.
const TEXTS: &[&str] = &[
    "alt",
    "title",
    "descr",
    "placeholder",
    "label",
    "summary",
    "content",
    "value",
    "tooltip",
    "text",
    "displayText",
    "aria-label",
    "aria-description",
    "href",
    "src",
    "Target",
    "action",
    "instr",
    "display",
    "caption",
    "abbr",
];

/// Attributes that are used for names of fonts, languages or media types.
const FORMAL: &[&str] = &[
    "ascii",
    "hAnsi",
    "eastAsia",
    "cs",
    "typeface",
    "font-name",
    "font-family",
    "font-family-asian",
    "font-family-complex",
    "font-name-asian",
    "font-name-complex",
    "script",
    "lang",
    "language",
    "ContentType",
    "media-type",
    "mimetype",
    "charset",
];

/// Attributes whose values are used by programs. They are not changed, but the residue check reads them.
const FIXED: &[&str] = &["type", "Type", "rel", "role", "class-names", "namespace"];

/// Elements whose attributes `val` and `name` contain names of fonts, or of styles that are listed in each
/// document.
const FONTS: &[&str] = &["font", "font-face", "altName", "rFont", "family", "lsdException"];

/// The maximum number of digits in an attribute of a package that is a size or an index.
const INDEX: usize = 5;

/// The maximum length of a color or an identifier in a package, except GUIDs.
const CODE: usize = 11;

/// The length of a GUID, without and with braces.
const GUID: [usize; 2] = [36, 38];

/// Returns `true` if a segment contains the name of a font, a language or a media type, which is neither
/// redacted nor checked.
pub fn is_formal(segment: &Segment<'_>) -> bool {
    let name = local(segment.attribute);
    segment.kind == SegmentKind::Attribute
        && (FORMAL.contains(&name)
            || ["val", "name"].contains(&name) && FONTS.contains(&segment.element))
}

/// Returns `true` if a segment belongs to the format, so that it is never redacted.
pub fn is_structural(segment: &Segment<'_>) -> bool {
    let is_attribute = segment.kind == SegmentKind::Attribute;
    is_formal(segment)
        || is_attribute
            && (segment.attribute.starts_with("xmlns") || FIXED.contains(&local(segment.attribute)))
}

/// Returns `true` if the value of an attribute in a package is a size, an index, a color or an identifier.
pub fn is_index(segment: &Segment<'_>, value: &str) -> bool {
    let is_number = || value.bytes().all(|byte| byte.is_ascii_digit());
    let is_code = |byte: u8| byte.is_ascii_hexdigit() || b"-{}".contains(&byte);
    let has_length = value.len() <= CODE || GUID.contains(&value.len());
    segment.kind == SegmentKind::Attribute
        && (is_number() && value.len() <= INDEX
            || !TEXTS.contains(&local(segment.attribute))
                && segment.attribute != "v"
                && has_length
                && value.bytes().all(is_code))
}

/// Returns `true` if a segment contains text for readers.
pub fn is_text(segment: &Segment<'_>) -> bool {
    match segment.kind {
        SegmentKind::Comment => true,
        SegmentKind::Text | SegmentKind::Raw => is_character_data(segment),
        SegmentKind::Attribute => TEXTS.contains(&local(segment.attribute)),
        SegmentKind::Instruction => false,
    }
}

/// Returns `true` if a segment is character data and not a script or style sheet.
pub fn is_character_data(segment: &Segment<'_>) -> bool {
    let is_program =
        || ["script", "style"].iter().any(|name| segment.element.eq_ignore_ascii_case(name));
    match segment.kind {
        SegmentKind::Text => true,
        SegmentKind::Raw => !is_program(),
        _ => false,
    }
}

/// Elements that represent white space: HTML, OpenDocument, OOXML.
const SPACES: &[&str] = &["br", "wbr", "s", "tab", "line-break", "cr", "ptab"];

/// Returns `true` for character data after an element that represents white space.
pub fn is_space(segment: &Segment<'_>) -> bool {
    SPACES.contains(&segment.element)
}

/// Returns the class of the person or organization that a segment names, if there is one. `others` contains
/// the names and values of the other attributes of the same tag.
pub fn personal_class(segment: &Segment<'_>, others: &[(&str, &str)]) -> Option<&'static str> {
    let name = match segment.kind {
        SegmentKind::Text | SegmentKind::Raw => segment.element,
        SegmentKind::Attribute if local(segment.attribute) == "content" => {
            let meant = |(name, _): &&(&str, &str)| ["name", "property"].contains(name);
            let (_, meant) = others.iter().find(meant)?;
            meant.rsplit([':', '.']).next()?
        }
        SegmentKind::Attribute => local(segment.attribute),
        SegmentKind::Comment | SegmentKind::Instruction => return None,
    };
    PERSONAL.iter().find(|row| row.0 == name).map(|row| row.1)
}
