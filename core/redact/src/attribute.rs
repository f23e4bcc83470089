//! Attributes and elements by their meaning: which have names of people, texts for readers, or names of parts of the format.

use super::segment::{Segment, SegmentKind, local};

/// Elements and attributes that have the name of a person or of an organization, with the class of it.
const PERSONAL: &[(&str, &str)] = &[
    // Dublin Core, in OOXML, OpenDocument and EPUB; authors of changes and comments.
    ("creator", PERSON),
    ("contributor", PERSON),
    ("author", PERSON),
    ("initials", PERSON),
    // OOXML: core and extended properties, people, comments, locks of workbooks.
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

/// Attributes with texts for readers.
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

/// Attributes with names of fonts and languages, and those by which a format says what something is.
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

/// Attributes whose values mean something to programs: they stay as they are, but the residue check reads them.
const FIXED: &[&str] = &["type", "Type", "rel", "role", "class-names", "namespace"];

/// Elements whose attributes `val` and `name` are names of fonts, and of styles that each document lists.
const FONTS: &[&str] = &["font", "font-face", "altName", "rFont", "family", "lsdException"];

/// The maximum number of digits of an attribute of a package that is a size or an index.
const INDEX: usize = 5;

/// The maximum length of a color or an identifier of a package, other than a GUID.
const CODE: usize = 11;

/// The lengths of a GUID, with braces and without.
const GUID: [usize; 2] = [36, 38];

/// Returns `true` for a segment with a name of a font, a language or a media type: it is neither redacted nor checked.
pub fn is_formal(segment: &Segment<'_>) -> bool {
    let name = local(segment.attribute);
    segment.kind == SegmentKind::Attribute
        && (FORMAL.contains(&name)
            || ["val", "name"].contains(&name) && FONTS.contains(&segment.element))
}

/// Returns `true` for a segment that names a part of the format: it is never redacted.
pub fn is_structural(segment: &Segment<'_>) -> bool {
    let is_attribute = segment.kind == SegmentKind::Attribute;
    is_formal(segment)
        || is_attribute
            && (segment.attribute.starts_with("xmlns") || FIXED.contains(&local(segment.attribute)))
}

/// Returns `true` for the value of an attribute in a package that is a size, an index, a color or an identifier.
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

/// Returns `true` for a segment with a text for readers.
pub fn is_text(segment: &Segment<'_>) -> bool {
    match segment.kind {
        SegmentKind::Comment => true,
        SegmentKind::Text | SegmentKind::Raw => is_character_data(segment),
        SegmentKind::Attribute => TEXTS.contains(&local(segment.attribute)),
        SegmentKind::Instruction => false,
    }
}

/// Returns `true` for character data that is not a program.
pub fn is_character_data(segment: &Segment<'_>) -> bool {
    let is_program =
        || ["script", "style"].iter().any(|name| segment.element.eq_ignore_ascii_case(name));
    match segment.kind {
        SegmentKind::Text => true,
        SegmentKind::Raw => !is_program(),
        _ => false,
    }
}

/// Elements that stand for white space: HTML, OpenDocument, OOXML.
const SPACES: &[&str] = &["br", "wbr", "s", "tab", "line-break", "cr", "ptab"];

/// Returns `true` for character data behind an element that stands for white space.
pub fn is_space(segment: &Segment<'_>) -> bool {
    SPACES.contains(&segment.element)
}

/// Returns the class of what a segment names, if it has the name of a person or an organization. `others` has the values of
/// the other attributes of the same tag.
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
