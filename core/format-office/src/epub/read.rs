//! The reader of a book, which unpacks the documents one after the other.

use std::sync::Arc;

use super::package::Book;
use super::package_document::PackageDocument;
use glossweave_archive::Limits;
use glossweave_base::error::{Error, ErrorKind, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::{Builder, DecodeOptions, Document, Part, RuleSet, Source, SourceExt};
use glossweave_format_base::PartTree;
use glossweave_format_base::package::{Joined, in_utf8};
use glossweave_format_markup::xml::{Places, TreeSequence};
use glossweave_its::Options;
use glossweave_markup::tree::{Tree, XHTML};
use glossweave_markup::{Encoding, UnknownEntities};

/// The rules used for content documents. Formulas and pronunciations are not text.
const CONTENT: &str = include_str!("rule/content.xml");
/// The rules used for the table of contents of EPUB 2.
const NCX: &str = include_str!("rule/ncx.xml");
/// The rules used for package documents.
const PACKAGE: &str = include_str!("rule/package.xml");

const OPS: &str = "http://www.idpf.org/2007/ops";

/// The maximum number of bytes of text that entities may add to the parts.
const EXPANSION: usize = 8 << 20;

/// Reads a book. The units come from the content documents in reading order, the navigation, and
/// the metadata.
pub(crate) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let (joined, left_out) = unpack(&bytes)?;
    let mut builder = read_parts(&joined.bytes, &joined.parts, options)?;
    for message in left_out {
        builder.warn(message, ByteSpan::default());
    }
    let source = Source::new(joined.bytes, Format::Epub, Encoding::UTF_8);
    let source = source.packed_in(bytes, joined.parts).read_with(options);
    Ok(builder.finish(source))
}

/// Reads changed parts.
pub(crate) fn read_again(
    joined: Vec<u8>,
    parts: Vec<Part>,
    options: &DecodeOptions,
) -> Result<Document> {
    let builder = read_parts(&joined, &parts, options)?;
    let source = Source::new(joined, Format::Epub, Encoding::UTF_8);
    Ok(builder.finish(source.packed_in(Vec::new(), parts)))
}

/// Returns the joined parts to read, and messages about skipped records. The package document is
/// the last part.
fn unpack(bytes: &[u8]) -> Result<(Joined, Vec<String>)> {
    let limits = Limits::default();
    let book = Book::open(bytes, limits)?;
    let mut names = book.package_documents.iter();
    let Some(main) = names.next() else { return Ok(Default::default()) };
    if !book.archive.has(main) {
        return Err(Error::malformed(format!("the package has no record `{main}`")));
    }
    let (text, encoding) = in_utf8(main, book.archive.read(main)?)?;
    let mut alone = Joined::default();
    alone.push(main, &text, encoding);
    let xml = PartTree::parse(&alone.bytes, &alone.parts[0], UnknownEntities::Omit)?;
    let package = PackageDocument::read(&xml, main)?;
    drop(xml);
    let mut left_out = package.left_out;
    left_out.extend(names.map(|other| format!("`{other}` is another rendition of the book")));
    let mut joined = Joined::default();
    for name in package.records.iter().filter(|name| *name != main) {
        if !book.archive.has(name) {
            left_out.push(format!("the package has no record `{name}`"));
            continue;
        }
        if book.obfuscated.contains(name) {
            let message =
                format!("the book is encrypted: `{name}` is obfuscated as if it were a font");
            return Err(Error::unsupported(Side::Input, message));
        }
        let most = limits.unpacked.saturating_sub(joined.bytes.len() + text.len());
        match in_utf8(name, book.archive.read_within(name, most)?) {
            Ok((text, encoding)) => joined.push(name, &text, encoding),
            Err(error) if error.kind() == ErrorKind::Malformed => {
                left_out.push(not_read(name, &error));
            }
            Err(error) => return Err(error),
        }
    }
    joined.push(main, &text, encoding);
    Ok((joined, left_out))
}

fn not_read(name: &str, error: &Error) -> String {
    format!("`{name}` was not read: {error}")
}

/// The kinds of parts, by their root elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartKind {
    Page,
    /// A navigation document in XHTML, which has a stricter content model (EPUB 3.3, clause 7.3).
    Navigation,
    Svg,
    Ncx,
    Package,
}

impl PartKind {
    fn of(tree: &Tree<'_>) -> Option<PartKind> {
        let name = tree.name(tree.root()?);
        match (&*name.namespace, &*name.local) {
            (XHTML, "html") if has_navigation(tree) => Some(PartKind::Navigation),
            (XHTML, "html") => Some(PartKind::Page),
            ("http://www.w3.org/2000/svg", "svg") => Some(PartKind::Svg),
            (_, "ncx") => Some(PartKind::Ncx),
            (_, "package") => Some(PartKind::Package),
            _ => None,
        }
    }

    fn places(self) -> Places {
        match self {
            PartKind::Page => Places::Phrasing,
            _ => Places::Nowhere,
        }
    }
}

/// Returns `true` if a page contains a `nav` element with an EPUB type.
fn has_navigation(tree: &Tree<'_>) -> bool {
    let is_known = tree.names().iter().any(|name| name.is(XHTML, "nav"));
    is_known
        && tree.nodes().any(|node| {
            tree.node(node).is_element()
                && tree.is(node, XHTML, "nav")
                && tree.attribute(node, OPS, "type").is_some()
        })
}

/// The rules used for each kind of part, including the rules of the caller.
struct Rules([Options; 5]);

impl Rules {
    fn new(options: &DecodeOptions) -> Rules {
        let svg = RuleSet::Svg.document().unwrap_or_default();
        let with = |documents: &[&str]| {
            let mut its = options.its.clone();
            its.rules.splice(0..0, documents.iter().map(|rules| Arc::from(*rules)));
            its
        };
        Rules([with(&[CONTENT]), with(&[CONTENT]), with(&[svg]), with(&[NCX]), with(&[PACKAGE])])
    }

    fn of(&self, kind: PartKind) -> &Options {
        &self.0[kind as usize]
    }
}

fn read_parts(joined: &[u8], parts: &[Part], options: &DecodeOptions) -> Result<Builder> {
    let mut sequence = TreeSequence::new(options);
    if let Some(language) = parts.last().and_then(|main| stated(joined, main)) {
        sequence.language = Some(language);
    }
    let rules = Rules::new(options);
    let mut is_read = false;
    let mut first: Option<Error> = None;
    let mut added = 0;
    for part in parts {
        let at = ByteSpan::new(part.span.start(), part.span.start());
        let xml = match PartTree::parse(joined, part, options.unknown_entities) {
            Ok(xml) => xml,
            Err(error) if error.kind() == ErrorKind::Malformed => {
                sequence.builder.warn(not_read(&part.name, &error), at);
                first.get_or_insert(error);
                continue;
            }
            Err(error) => return Err(error),
        };
        let Some(kind) = PartKind::of(&xml.tree) else {
            let found =
                xml.tree.root().map_or("none".into(), |root| xml.tree.name(root).qualified());
            let message = format!("`{}` was not read: its root element is `{found}`", part.name);
            sequence.builder.warn(message, at);
            continue;
        };
        let before = sequence.builder.text_len();
        sequence.read_part(&xml, rules.of(kind), kind.places())?;
        let grown = sequence.builder.text_len() - before;
        added += grown.saturating_sub(part.span.len());
        if added > EXPANSION {
            let message = format!("entities expand to more than {EXPANSION} bytes");
            return Err(xml.fault(ErrorKind::TooLarge, &message, 0..0));
        }
        is_read |= matches!(kind, PartKind::Page | PartKind::Navigation | PartKind::Svg);
    }
    match first {
        Some(error) if !is_read => Err(error),
        _ => Ok(sequence.finish()),
    }
}

/// Returns the language that a package document specifies.
fn stated(joined: &[u8], main: &Part) -> Option<Language> {
    let xml = PartTree::parse(joined, main, UnknownEntities::Omit).ok()?;
    let package = PackageDocument::read(&xml, &main.name).ok()?;
    Language::parse(&package.language?.0)
}
