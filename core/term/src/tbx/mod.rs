//! TBX (ISO 30042): term bases as XML, in three styles.

mod category;
mod entry;
mod serialize;
mod write;

use std::borrow::Cow;
use std::collections::HashSet;

use super::Concept;
use glossweave_base::error::{Error, ErrorKind, Places, Result, Skipped, SkippedExt};
use glossweave_markup::encoding;
use glossweave_markup::tree::{NodeId, Tree};
use glossweave_markup::xml::{self, Fault, Limits};

/// The namespace of the core structure that is written. Drafts and other editions use other namespaces, which
/// all start with [`FAMILY`].
const CORE: &str = "urn:iso:std:iso:30042:ed-2";
const FAMILY: &str = "urn:iso:std:iso:30042:";
/// The prefix of module namespaces, which is followed by the name of the module.
const MODULES: &str = "http://www.tbxinfo.net/ns/";

/// A style of data categories in TBX.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TbxStyle {
    /// Attributes: `<descrip type="subjectField">` (data category as attribute, TBX v3).
    Dca,
    /// Tags: `<min:subjectField>` (data category as tag, TBX v3).
    Dct,
    /// Attributes, in the elements of TBX v2: `<martif>`, `<termEntry>`, `<langSet>`, `<tig>` (or
    /// `<ntig>`).
    Martif,
}

/// A TBX document, preserved without changes.
///
/// When it is written in its original style, it has all elements, attributes, texts, comments and
/// instructions of the source, in the same order. In another style, names are converted if the style has an
/// equivalent, and everything else is unchanged.
#[derive(Clone, Debug)]
pub struct Tbx {
    pub(super) tree: Tree<'static>,
    style: TbxStyle,
    /// The source, which is used for the locations of errors.
    source: Box<[u8]>,
}

impl Tbx {
    /// Parses a document. External entities and external declarations are not read.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`] with its location if the source is not XML, the root is neither `tbx`
    /// nor `martif`, or there is a reference to an external entity, [`ErrorKind::TooLarge`] if elements are
    /// nested deeper than 1,000 levels or entities expand to more than 8 MiB, and [`ErrorKind::Unsupported`]
    /// if the encoding is not supported.
    pub fn read(source: &[u8]) -> Result<Tbx> {
        let decoded = encoding::decode_xml(source, None)?;
        let located = |fault: Fault| fault.in_source(source, &decoded);
        no_external(&decoded.text).map_err(located)?;
        let tree = xml::parse(Cow::Borrowed(&decoded.text), Limits::default()).map_err(located)?;
        let style = style(&tree).map_err(located)?;
        let tree = tree.owning();
        Ok(Tbx { tree, style, source: source.into() })
    }

    /// Returns the style of the document.
    pub fn style(&self) -> TbxStyle {
        self.style
    }

    /// Returns the concepts, in source order. Data without a separate field in [`Concept`] is stored in the
    /// fields of the concept or of its terms.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`] with its location if two entries have the same `id`, a language
    /// section has no `xml:lang` or an invalid language tag, a section has no term, or a term is empty, and
    /// [`ErrorKind::TooLarge`] if a term has more than 4096 bytes.
    pub fn concepts(&self) -> Result<Vec<Concept>> {
        self.each_concept(&mut |_, fault| {
            Err(match encoding::decode_xml(&self.source, None) {
                Ok(decoded) => fault.in_source(&self.source, &decoded),
                Err(error) => error,
            })
        })
    }

    /// Returns the concepts of all valid entries, and a list of the skipped entries with their `id` and the
    /// location of the error.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unsupported`] if the encoding is not supported.
    pub fn concepts_lenient(&self) -> Result<(Vec<Concept>, Vec<Skipped>)> {
        let decoded = encoding::decode_xml(&self.source, None)?;
        let (mut back, mut places) = (decoded.way_back(), Places::of(&self.source));
        let mut skipped = Vec::new();
        let concepts = self.each_concept(&mut |id, fault| {
            if skipped.len() < Skipped::MOST {
                let start = back.source(fault.at.start);
                let end = back.clone().source(fault.at.end);
                let skip = Skipped::new(id, fault.message);
                skipped.push(skip.at(Some(places.at(start..end))));
            }
            Ok(())
        })?;
        Ok((concepts, skipped))
    }

    /// Returns the concepts. An invalid concept is skipped if `wrong` returns no error for it.
    fn each_concept(
        &self,
        wrong: &mut dyn FnMut(String, Fault) -> Result<()>,
    ) -> Result<Vec<Concept>> {
        let mut ids = HashSet::new();
        let mut concepts = Vec::new();
        let tree = &self.tree;
        // A nested entry is part of the outer entry.
        let mut end = NodeId::FIRST;
        let below = tree.root().into_iter().flat_map(|root| tree.below(root));
        let entries = below.filter(|node| {
            let is_own = *node >= end && entry::is_entry(tree, *node);
            end = if is_own { tree.node(*node).after } else { end };
            is_own
        });
        for (index, node) in entries.enumerate() {
            let mut concept = match entry::concept(tree, node, index) {
                Ok(concept) => concept,
                Err(fault) => {
                    wrong(entry::name(tree, node, index), fault)?;
                    continue;
                }
            };
            if !ids.insert(concept.id.clone()) {
                let message = format!("`id` `{}` is already used by an earlier entry", concept.id);
                wrong(concept.id.into(), malformed(tree, node, message))?;
                continue;
            }
            concept.markup = Some(write::piece(tree, node, self.style).into());
            concepts.push(concept);
        }
        Ok(concepts)
    }

    /// Returns the document without its entries, or `None` if it has no entries.
    pub(super) fn frame(&self) -> Option<String> {
        let frame = write::frame(&self.tree, self.style);
        frame.contains(write::ENTRIES).then_some(frame)
    }

    /// Returns the document in a style, as UTF-8. In the original style, nothing is lost: only quotes,
    /// references, and white space within tags may change. Comments and unknown elements are preserved.
    pub fn write(&self, style: TbxStyle) -> String {
        write::document(&self.tree, self.style, style)
    }
}

/// Returns a fault at the tag of an element.
fn malformed(tree: &Tree<'_>, node: NodeId, message: impl Into<String>) -> Fault {
    let kind = ErrorKind::Malformed;
    Fault { kind, message: message.into(), at: tree.node(node).at() }
}

/// Determines the style from the root element.
fn style(tree: &Tree<'_>) -> std::result::Result<TbxStyle, Fault> {
    let Some(root) = tree.root() else {
        let message = "no root element, expected `tbx` or `martif`".to_owned();
        return Err(Fault { kind: ErrorKind::Malformed, message, at: 0..0 });
    };
    let name = tree.name(root);
    match &*name.local {
        "martif" => return Ok(TbxStyle::Martif),
        "tbx" | "TBX" => {}
        other => {
            let message = format!("expected `tbx` or `martif` as root element, found `{other}`");
            return Err(malformed(tree, root, message));
        }
    }
    match tree.attribute(root, "", "style").map(str::trim) {
        Some("dca") => Ok(TbxStyle::Dca),
        Some("dct") => Ok(TbxStyle::Dct),
        Some(other) => {
            let message = format!("expected `dca` or `dct` as `style`, found `{other}`");
            Err(malformed(tree, root, message))
        }
        // Older files do not declare their style. Files in the style `dct` declare the modules.
        None if tree.names().iter().any(|name| name.namespace.starts_with(MODULES)) => {
            Ok(TbxStyle::Dct)
        }
        None => Ok(TbxStyle::Dca),
    }
}

/// Returns a fault with its location if there is a reference to an external entity, because its text would be
/// lost.
fn no_external(text: &str) -> std::result::Result<(), Fault> {
    for (at, _) in text.match_indices("<!ENTITY") {
        let mut words = text[at + "<!ENTITY".len()..].split_ascii_whitespace();
        if let (Some(name), Some("SYSTEM" | "PUBLIC")) = (words.next(), words.next())
            && let Some(start) = text.find(&format!("&{name};"))
        {
            let message = format!("the entity `{name}` is external and is not read");
            let at = start..start + name.len() + 2;
            return Err(Fault { kind: ErrorKind::Malformed, message, at });
        }
    }
    Ok(())
}

/// Returns the entry of a concept in a style: the original entry, or an entry created from the data of the
/// concept.
fn entry_markup(concept: &Concept, style: TbxStyle, root: Root) -> Result<String> {
    let Some(markup) = concept.markup.as_deref() else {
        return Ok(serialize::entry(concept, style, root));
    };
    let tree = stored_tree(markup)?;
    // The root of stored markup declares its style.
    let from = self::style(&tree).unwrap_or(TbxStyle::Dca);
    Ok(write::inner(&tree, from, style))
}

/// Parses a stored piece of a document. Returns `ErrorKind::Storage` if it is damaged.
fn stored_tree(markup: &str) -> Result<Tree<'_>> {
    xml::parse(Cow::Borrowed(markup), Limits::default()).map_err(|fault| {
        let message = format!("the stored TBX is damaged: {}", fault.message);
        Error::new(ErrorKind::Storage, message)
    })
}

/// The origin of the root element around the entries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    /// A new root, which declares the namespaces that are written.
    Ours,
    /// The root of the original document.
    Theirs,
}

/// Writes concepts as a TBX-Basic document, within a frame if there is one.
pub(super) fn from_concepts(
    concepts: &mut dyn Iterator<Item = Result<Concept>>,
    style: TbxStyle,
    frame: Option<&str>,
) -> Result<String> {
    let (mut out, foot, root) = match frame {
        None => (serialize::head(style), serialize::foot(style).to_owned(), Root::Ours),
        Some(frame) => {
            let tree = stored_tree(frame)?;
            let from = self::style(&tree).unwrap_or(TbxStyle::Dca);
            let whole = write::document(&tree, from, style);
            let (head, foot) = whole.split_once(write::ENTRIES).unwrap_or((&whole, ""));
            let declaration = match head.starts_with("<?xml ") {
                true => "",
                false => "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
            };
            (format!("{declaration}{head}"), foot.to_owned(), Root::Theirs)
        }
    };
    for concept in concepts {
        out.push_str(&entry_markup(&concept?, style, root)?);
        out.push('\n');
    }
    out.push_str(&foot);
    Ok(out)
}
