//! TBX (ISO 30042): term bases as XML, in three styles.

mod category;
mod entry;
mod shape;
mod write;

use std::borrow::Cow;
use std::collections::HashSet;

use super::Concept;
use glossweave_base::error::{Error, Kind, Places, Result, Skipped};
use glossweave_markup::Encoding;
use glossweave_markup::tree::Tree;
use glossweave_markup::xml::{self, Fault, Limits};

/// The namespace of the core structure of TBX that is written. Drafts and editions have others, all
/// with [`FAMILY`] before the edition.
const CORE: &str = "urn:iso:std:iso:30042:ed-2";
const FAMILY: &str = "urn:iso:std:iso:30042:";
/// Where the namespaces of modules begin; their name follows.
const MODULES: &str = "http://www.tbxinfo.net/ns/";

/// How TBX writes data categories.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TbxStyle {
    /// As attributes: `<descrip type="subjectField">` (data category as attribute, TBX v3).
    Dca,
    /// As tags: `<min:subjectField>` (data category as tag, TBX v3).
    Dct,
    /// As attributes, in the elements of TBX v2: `<martif>`, `<termEntry>`, `<langSet>`, `<tig>` (or
    /// `<ntig>`).
    Martif,
}

/// A document in TBX, kept as it is.
///
/// What is written in the style that was read has every element, attribute, text, comment and
/// instruction of the source in its place; in another style, what has a name there gets that name,
/// and everything else stays.
///
/// ```
/// use glossweave::provider::{Tbx, TbxStyle};
/// let source = b"<martif type='TBX' xml:lang='en'><text><body><termEntry id='c1'>
///     <langSet xml:lang='en'><tig><term>black hole</term></tig></langSet>
/// </termEntry></body></text></martif>";
/// let document = Tbx::read(source)?;
/// assert_eq!(document.style(), TbxStyle::Martif);
/// assert_eq!(&*document.concepts()?[0].terms[0].text, "black hole");
/// let written = document.write(TbxStyle::Dct);
/// assert!(written.contains("<conceptEntry id=\"c1\">"));
///
/// let error = Tbx::read(b"<tbx>\n <text>").unwrap_err();
/// assert_eq!(error.location().unwrap().line(), 2);
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tbx {
    pub(super) tree: Tree<'static>,
    style: TbxStyle,
    /// What was read; places of errors are those of its bytes.
    source: Box<[u8]>,
}

impl Tbx {
    /// Reads a document. No external entity and no external declaration is read.
    ///
    /// Kinds: Malformed with its place for what is no XML, for a root that is neither `tbx` nor
    /// `martif`, and for references to external entities; TooLarge for elements that nest deeper
    /// than 1,000 and for entities that make more than 8 MiB; Unsupported for an encoding that is
    /// not read.
    pub fn read(source: &[u8]) -> Result<Tbx> {
        let decoded = Encoding::decode_xml(source, None)?;
        let located = |fault: Fault| fault.in_source(source, &decoded);
        no_external(&decoded.text).map_err(located)?;
        let tree = xml::parse(Cow::Borrowed(&decoded.text), Limits::default()).map_err(located)?;
        let style = style(&tree).map_err(located)?;
        let tree = tree.owning();
        Ok(Tbx { tree, style, source: source.into() })
    }

    /// The style that the document is written in.
    pub fn style(&self) -> TbxStyle {
        self.style
    }

    /// The concepts, in the order of the source. What is no part of a [`Concept`] by a name of its
    /// own is among its fields, or those of its terms.
    ///
    /// Kind Malformed, with its place, for an entry that has the `id` of another, a language section
    /// without `xml:lang` or with one that is no language tag, a section without a term, and an
    /// empty term; TooLarge for a term of more than 4096 bytes.
    pub fn concepts(&self) -> Result<Vec<Concept>> {
        self.each_concept(&mut |_, fault| {
            Err(match Encoding::decode_xml(&self.source, None) {
                Ok(decoded) => fault.in_source(&self.source, &decoded),
                Err(error) => error,
            })
        })
    }

    /// The concepts without those whose entries are wrong, and these: by their `id`, with the place of
    /// what is wrong. Kind Unsupported for an encoding that is not read.
    ///
    /// ```
    /// use glossweave::provider::Tbx;
    /// let source = b"<martif type='TBX'><text><body>
    /// <termEntry id='c1'><langSet xml:lang='en'><tig><term>black hole</term></tig></langSet></termEntry>
    /// <termEntry id='c2'><langSet xml:lang='en'><tig><term/></tig></langSet></termEntry>
    /// </body></text></martif>";
    /// let (concepts, skipped) = Tbx::read(source)?.concepts_lenient()?;
    /// assert_eq!((concepts.len(), skipped.len()), (1, 1));
    /// assert_eq!((skipped[0].subject(), skipped[0].location().unwrap().line()), ("c2", 3));
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn concepts_lenient(&self) -> Result<(Vec<Concept>, Vec<Skipped>)> {
        let decoded = Encoding::decode_xml(&self.source, None)?;
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

    /// The concepts; those that are wrong are left out where `wrong` lets them pass.
    fn each_concept(
        &self,
        wrong: &mut dyn FnMut(String, Fault) -> Result<()>,
    ) -> Result<Vec<Concept>> {
        let mut ids = HashSet::new();
        let mut concepts = Vec::new();
        let tree = &self.tree;
        // One within another is part of that.
        let mut end = 0;
        let entries = tree.below(tree.root()).filter(|node| {
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
                let message = format!("`id` `{}` is that of an earlier entry", concept.id);
                wrong(concept.id.into(), malformed(tree, node, message))?;
                continue;
            }
            concept.markup = Some(write::piece(tree, node, self.style).into());
            concepts.push(concept);
        }
        Ok(concepts)
    }

    /// What the document has beside its entries; none where it has no entries.
    pub(super) fn frame(&self) -> Option<String> {
        let frame = write::frame(&self.tree, self.style);
        frame.contains(write::ENTRIES).then_some(frame)
    }

    /// The document in a style, as UTF-8. In the style that was read nothing is lost and nothing
    /// changes but how it is spelt: quotes, references, white space within tags.
    pub fn write(&self, style: TbxStyle) -> String {
        write::document(&self.tree, self.style, style)
    }
}

/// A fault at the tag of an element.
fn malformed(tree: &Tree<'_>, node: u32, message: impl Into<String>) -> Fault {
    let kind = Kind::Malformed;
    Fault { kind, message: message.into(), at: tree.node(node).at() }
}

/// What the root says about the style.
fn style(tree: &Tree<'_>) -> std::result::Result<TbxStyle, Fault> {
    let root = tree.root();
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
        // Older files do not say it; those with tags declare the modules.
        None if tree.names().iter().any(|name| name.namespace.starts_with(MODULES)) => {
            Ok(TbxStyle::Dct)
        }
        None => Ok(TbxStyle::Dca),
    }
}

/// A fault, with its place, for a reference to an external entity: text would be lost.
fn no_external(text: &str) -> std::result::Result<(), Fault> {
    for (at, _) in text.match_indices("<!ENTITY") {
        let mut words = text[at + "<!ENTITY".len()..].split_ascii_whitespace();
        if let (Some(name), Some("SYSTEM" | "PUBLIC")) = (words.next(), words.next())
            && let Some(start) = text.find(&format!("&{name};"))
        {
            let message = format!("the entity `{name}` is an external one, which is not read");
            let at = start..start + name.len() + 2;
            return Err(Fault { kind: Kind::Malformed, message, at });
        }
    }
    Ok(())
}

/// The entry of a concept in a style: as it was read, or made of what the concept says.
fn entry_markup(concept: &Concept, style: TbxStyle, root: Root) -> Result<String> {
    let Some(markup) = concept.markup.as_deref() else {
        return Ok(shape::entry(concept, style, root));
    };
    let tree = kept(markup)?;
    // It is in a root that says its style.
    let from = self::style(&tree).unwrap_or(TbxStyle::Dca);
    Ok(write::inner(&tree, from, style))
}

/// A piece of a document that was kept. Kind Storage where it is none.
fn kept(markup: &str) -> Result<Tree<'_>> {
    xml::parse(Cow::Borrowed(markup), Limits::default()).map_err(|fault| {
        let message = format!("TBX that was kept is damaged: {}", fault.message);
        Error::new(Kind::Storage, message)
    })
}

/// Whose the root is that entries stand in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    /// Ours, with the namespaces that we use.
    Ours,
    /// That of a document that was read.
    Theirs,
}

/// Concepts as a document of TBX-Basic; in a frame, with what that has beside entries.
pub(super) fn from_concepts(
    concepts: &mut dyn Iterator<Item = Result<Concept>>,
    style: TbxStyle,
    frame: Option<&str>,
) -> Result<String> {
    let (mut out, foot, root) = match frame {
        None => (shape::head(style), shape::foot(style).to_owned(), Root::Ours),
        Some(frame) => {
            let tree = kept(frame)?;
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
