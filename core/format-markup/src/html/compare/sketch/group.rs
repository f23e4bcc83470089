//! Groups of elements that a sketch treats alike.

use crate::html::element::Element;

/// The maximum number of open elements that are searched for the start tag of an end tag.
pub(super) const REACH: usize = 256;

/// Returns the group of an element. The start tag of an element in the same group may implicitly
/// close the element.
pub(super) fn group(number: u32) -> Option<u8> {
    let found = GROUPS.iter().find(|(element, _)| element.number() == number as usize);
    found.map(|(_, group)| *group)
}

const GROUPS: &[(Element, u8)] = &[
    (Element::P, 1),
    (Element::LI, 2),
    (Element::DD, 3),
    (Element::DT, 3),
    (Element::TD, 4),
    (Element::TH, 4),
    (Element::TR, 5),
    (Element::TBODY, 6),
    (Element::THEAD, 6),
    (Element::TFOOT, 6),
    (Element::OPTION, 7),
];

/// The elements that change the meaning of tags inside or after them.
pub(super) const UNUSUAL: &[Element] = &[
    Element::COMMAND,
    Element::FRAME,
    Element::FRAMESET,
    Element::ISINDEX,
    Element::MATH,
    Element::PLAINTEXT,
];

/// The elements that are never omitted, because they have more side effects than others.
pub(super) const IMPURE: &[Element] = &[
    Element::APPLET,
    Element::BODY,
    Element::FORM,
    Element::HEAD_,
    Element::HTML,
    Element::MARQUEE,
    Element::NOSCRIPT,
    Element::OBJECT,
    Element::OPTGROUP,
    Element::SELECT,
    Element::TEMPLATE,
];

/// The elements that affect the tree builder like an image if they contain only texts and images.
pub(super) const PHRASES: &[Element] = &[
    Element::ABBR,
    Element::ACRONYM,
    Element::B,
    Element::BDI,
    Element::BDO,
    Element::BIG,
    Element::CITE,
    Element::CODE,
    Element::DEL,
    Element::DFN,
    Element::EM,
    Element::FONT,
    Element::I,
    Element::INS,
    Element::KBD,
    Element::LABEL,
    Element::MARK,
    Element::Q,
    Element::S,
    Element::SAMP,
    Element::SMALL,
    Element::SPAN,
    Element::STRIKE,
    Element::STRONG,
    Element::SUB,
    Element::SUP,
    Element::TIME,
    Element::TT,
    Element::U,
    Element::VAR,
];
