//! The elements of XLIFF, and the XLIFF version of a source.

use glossweave_base::error::ErrorKind;
use glossweave_markup::tree::{Name, NodeId, Tree};
use glossweave_markup::xml::Fault;

/// The prefix of XLIFF namespaces, which is followed by the version.
const NAMESPACE: &str = "urn:oasis:names:tc:xliff:document:";

/// A group of XLIFF versions with the same elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// 1.0, 1.1 and 1.2.
    One,
    /// 2.0, 2.1 and 2.2.
    Two,
}

/// The role of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// A container of other parts of the structure: `xliff`, `body`, `group`.
    Frame,
    File,
    /// `trans-unit`, or `unit` of 2.x.
    Unit,
    /// `segment` of 2.x.
    Segment,
    Source,
    SegSource,
    Target,
    Note,
    /// `notes` of 2.x.
    Notes,
    /// A container of a part of the text: `g`, `pc`.
    Span,
    Mrk,
    /// `sub`: a separate text within a code.
    Sub,
    /// A code whose content is not text.
    Code,
    /// `sm` of 2.x.
    MarkStart,
    /// `em` of 2.x.
    MarkEnd,
    /// `cp` of 2.x: a character that XML does not allow.
    Character,
    /// Any other element of XLIFF, without text.
    Other,
    /// An element of another namespace.
    Foreign,
}

/// The elements of a source by the numbers of their names, so that lookups do not use strings.
pub(super) struct Names {
    pub version: Version,
    /// The namespace of XLIFF in the source.
    pub namespace: Box<str>,
    elements: Vec<Element>,
    /// The element `xliff`.
    pub root: NodeId,
    /// The value of the attribute `version` if it differs from the version of the namespace.
    pub disagrees: Option<Box<str>>,
}

impl Names {
    /// Reads the names of a tree. Returns `ErrorKind::Malformed` if the root is not `xliff` or has no version, and
    /// `ErrorKind::Unsupported` for an unknown version.
    pub fn of(tree: &Tree<'_>) -> Result<Names, Fault> {
        let Some(root) = tree.root() else {
            let message = "no root element, expected `xliff`".to_owned();
            return Err(Fault { kind: ErrorKind::Malformed, message, at: 0..0 });
        };
        let at = tree.node(root).at();
        let name = tree.name(root);
        let fault = |kind, message: String| Err(Fault { kind, message, at: at.clone() });
        let foreign = !name.namespace.is_empty() && !name.namespace.starts_with(NAMESPACE);
        if &*name.local != "xliff" || foreign {
            let message = format!("expected `xliff` as the root, found `{}`", name.qualified());
            return fault(ErrorKind::Malformed, message);
        }
        let stated = tree.attribute(root, "", "version");
        let by_namespace = name.namespace.strip_prefix(NAMESPACE);
        let number = |text: &str| match text.trim() {
            "1.0" | "1.1" | "1.2" => Some(Version::One),
            "2.0" | "2.1" | "2.2" => Some(Version::Two),
            _ => None,
        };
        let Some(text) = by_namespace.or(stated) else {
            let message = "`xliff` has no `version`, expected one".to_owned();
            return fault(ErrorKind::Malformed, message);
        };
        let Some(version) = number(text) else {
            let known = "expected one of 1.0, 1.1, 1.2, 2.0, 2.1, 2.2";
            return fault(ErrorKind::Unsupported, format!("no version `{text}` of XLIFF, {known}"));
        };
        let disagrees = stated.filter(|stated| number(stated) != Some(version)).map(Box::from);
        let namespace = name.namespace.clone();
        let element = |name: &Name| match name.namespace == namespace {
            true => element(version, &name.local),
            false => Element::Foreign,
        };
        let elements = tree.names().iter().map(element).collect();
        Ok(Names { version, namespace, elements, root, disagrees })
    }

    /// Returns the role of an element. The node must be an element.
    pub fn element(&self, tree: &Tree<'_>, node: NodeId) -> Element {
        let number = tree.name_number(node) as usize;
        self.elements.get(number).copied().unwrap_or(Element::Foreign)
    }
}

fn element(version: Version, local: &str) -> Element {
    match (version, local) {
        (_, "xliff" | "group") | (Version::One, "body") => Element::Frame,
        (_, "file") => Element::File,
        (Version::One, "trans-unit") | (Version::Two, "unit") => Element::Unit,
        (Version::Two, "segment") => Element::Segment,
        (_, "source") => Element::Source,
        (Version::One, "seg-source") => Element::SegSource,
        (_, "target") => Element::Target,
        (_, "note") => Element::Note,
        (Version::Two, "notes") => Element::Notes,
        (Version::One, "g") | (Version::Two, "pc") => Element::Span,
        (_, "mrk") => Element::Mrk,
        (Version::One, "sub") => Element::Sub,
        (Version::One, "x" | "bx" | "ex" | "ph" | "bpt" | "ept" | "it") => Element::Code,
        (Version::Two, "ph" | "sc" | "ec") => Element::Code,
        (Version::Two, "sm") => Element::MarkStart,
        (Version::Two, "em") => Element::MarkEnd,
        (Version::Two, "cp") => Element::Character,
        _ => Element::Other,
    }
}
