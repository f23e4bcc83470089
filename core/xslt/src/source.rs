//! Checks of documents before a processor reads them.

use std::borrow::Cow;
use std::rc::Rc;

use glossweave_base::error::ErrorKind;
use glossweave_markup::UnknownEntities;
use glossweave_markup::xml::{self, Fault, Limits, Outside};

/// The maximum nesting of elements in modules and other documents.
pub(super) const DEPTH: usize = 1_000;

/// The maximum number of attributes of an element, because libxml2 compares each attribute with all previous
/// ones and cannot be stopped meanwhile.
const ATTRIBUTES: usize = 4_096;

/// Checks a document for content that is unsafe for processors: entities, which processors would expand, and
/// elements with too many attributes. Without a document type declaration, there are no entities. Returns
/// `ErrorKind::TooLarge` for too many attributes, and `ErrorKind::Malformed` for a reference to an external
/// or undeclared entity, because processors would silently skip it.
///
/// The parser that is used here limits expansion and depth, and reads no external entities except the
/// entities that `outside` returns.
pub(super) fn admit(
    text: &str,
    depth: usize,
    outside: Option<Rc<dyn Outside>>,
) -> Result<(), Fault> {
    few_attributes(text)?;
    if !text.contains("<!DOCTYPE") {
        return Ok(());
    }
    xml::parse_with(text, limits(depth), outside).map(|_| ())
}

/// Returns the limits for reading sources and stylesheets, which refuse unknown references.
pub(super) fn limits(depth: usize) -> Limits {
    Limits { depth, unknown: UnknownEntities::Refuse, ..Limits::default() }
}

/// Returns the text for processors, which read only the document: character names of its document type are
/// declared, and external entities are included.
pub(super) fn completed(text: Cow<'_, str>, outside: Option<Rc<dyn Outside>>) -> Cow<'_, str> {
    match xml::complete(&text, outside).text {
        Cow::Owned(text) => Cow::Owned(text),
        Cow::Borrowed(_) => text,
    }
}

/// Checks the number of attributes of each element. Returns `ErrorKind::TooLarge`, with the location, for an
/// element with too many attributes.
pub(super) fn few_attributes(text: &str) -> Result<(), Fault> {
    let mut from = 0;
    // A tag contains no `<`.
    for piece in text.split('<') {
        let start = from.max(1) - 1;
        from += piece.len() + 1;
        // The shortest attribute is ` a=''`.
        if piece.len() > ATTRIBUTES * 5
            && !piece.starts_with(['!', '?', '/'])
            && attributes(piece) > ATTRIBUTES
        {
            let message = format!("an element has more than {ATTRIBUTES} attributes");
            return Err(Fault { kind: ErrorKind::TooLarge, message, at: start..start + 1 });
        }
    }
    Ok(())
}

/// Returns the number of attributes in a start tag, given without its `<`.
fn attributes(tag: &str) -> usize {
    let (mut count, mut rest) = (0, tag);
    while let Some(at) = rest.find(['=', '>', '"', '\'']) {
        let (sign, after) = (rest.as_bytes()[at], &rest[at + 1..]);
        rest = match sign {
            b'>' => return count,
            b'=' => {
                count += 1;
                after
            }
            quote => match after.find(char::from(quote)) {
                Some(end) => &after[end + 1..],
                None => return count,
            },
        };
    }
    count
}

#[cfg(test)]
mod tests {
    use super::{Fault, admit as admit_with};

    fn admit(text: &str, depth: usize) -> Result<(), Fault> {
        admit_with(text, depth, None)
    }

    #[test]
    fn references_to_external_entities_are_refused() {
        let with = |kind: &str, used: &str| {
            format!("<!DOCTYPE a [<!ENTITY e {kind}><!ENTITY % p SYSTEM 'p'>]><a>{used}</a>")
        };
        assert!(admit(&with("SYSTEM 'file:///etc/passwd'", ""), 10).is_ok());
        assert!(admit(&with("'SYSTEM'", "&e;"), 10).is_ok());
        for kind in ["SYSTEM 'file:///etc/passwd'", "PUBLIC 'p' 'http://localhost/'"] {
            let text = with(kind, "&e;");
            let fault = admit(&text, 10).unwrap_err();
            assert_eq!(&text[fault.at], "&e;");
            assert_eq!(fault.message, "the entity `e` is external and is not read");
        }
        // Text that only looks like a reference.
        let external = "SYSTEM 'file:///etc/passwd'";
        for used in ["<!--&e;-->", "<![CDATA[&e;]]>", "<?p &e;?>"] {
            assert!(admit(&with(external, used), 10).is_ok(), "{used}");
        }
        let made = "<!DOCTYPE a [<!ENTITY % d \"&#60;!ENTITY e SYSTEM 'x'>\">%d;]><a>&e;</a>";
        assert_eq!(&made[admit(made, 10).unwrap_err().at], "&e;");
        let within = "<!DOCTYPE a [<!ENTITY e SYSTEM 'x'><!ENTITY f '&e;'>]><a>&f;</a>";
        assert_eq!(&within[admit(within, 10).unwrap_err().at], "&f;");
        let long = format!("<!DOCTYPE a [<!--{}-->]><a/>", "<!ENTITY a SYSTEM ".repeat(100_000));
        assert!(admit(&long, 10).is_ok());
    }

    #[test]
    fn attributes_are_counted_in_tags_only() {
        let many = " a='>='".repeat(5_000);
        for good in [
            format!("<a>{many}</a>"),
            format!("<a b=\"{}\"/>", "=".repeat(50_000)),
            format!("<!--<a {} -->", "= ".repeat(4_000)),
            format!("<a{}/>", " b = '1'".repeat(4_096)),
        ] {
            assert!(admit(&good, 10).is_ok(), "{}", &good[..20]);
        }
        let fault = admit(&format!("<a>\n<b{many}/></a>"), 10).unwrap_err();
        assert_eq!(fault.at, 4..5);
        assert_eq!(fault.message, "an element has more than 4096 attributes");
    }
}
