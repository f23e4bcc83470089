//! The container of a book (EPUB 3.3, clause 4; OCF 2.0.1).

use glossweave_archive::{Archive, Limits};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::text::ByteSpan;
use glossweave_document::Part;
use glossweave_format_base::PartTree;
use glossweave_format_base::package::{in_utf8, resolved_in};
use glossweave_markup::UnknownEntities;
use glossweave_markup::tree::Tree;

const MIMETYPE: &str = "mimetype";
const EPUB: &str = "application/epub+zip";
const CONTAINER: &str = "META-INF/container.xml";
const ENCRYPTION: &str = "META-INF/encryption.xml";
const SIGNATURES: &str = "META-INF/signatures.xml";
const PACKAGE_DOCUMENT: &str = "application/oebps-package+xml";

/// The maximum length of `mimetype` in bytes.
const LONGEST_TYPE: usize = 1 << 10;

/// The algorithms that obfuscate fonts (EPUB 3.3, clause 4.3, and the older algorithm of Adobe).
const OBFUSCATION: [&str; 2] =
    ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// The records used to detect rights management systems.
const RIGHTS: [(&str, &str); 3] = [
    ("META-INF/license.lcpl", "Readium LCP"),
    ("META-INF/sinf.xml", "Apple FairPlay"),
    ("META-INF/rights.xml", "a system with `META-INF/rights.xml`"),
];

/// An open book.
pub(super) struct Book<'a> {
    pub archive: Archive<'a>,
    /// The names of the package documents. The first of them is used for the book.
    pub package_documents: Vec<String>,
    /// The records that are obfuscated, for example fonts.
    pub obfuscated: Vec<String>,
}

impl<'a> Book<'a> {
    /// Opens a book.
    ///
    /// Returns the errors of [`Archive::open`], `ErrorKind::Malformed` if the container is missing
    /// or specifies no package document, and `ErrorKind::Unsupported` if the package is encrypted
    /// or not a book.
    pub fn open(bytes: &'a [u8], limits: Limits) -> Result<Book<'a>> {
        let archive = Archive::open(bytes, limits)?;
        check_type(&archive)?;
        if !archive.has(CONTAINER) {
            return Err(Error::malformed(format!("the package has no record `{CONTAINER}`")));
        }
        let package_documents = with_tree(&archive, CONTAINER, |tree| {
            let files = tree.nodes().filter(|node| is(tree, *node, "rootfile"));
            let ours = files.filter(|file| {
                let media_type = tree.attribute(*file, "", "media-type");
                media_type.is_none_or(|stated| stated.trim() == PACKAGE_DOCUMENT)
            });
            let paths = ours.filter_map(|file| tree.attribute(file, "", "full-path"));
            paths.map(str::to_owned).collect::<Vec<_>>()
        })?;
        if package_documents.is_empty() {
            let message = format!(
                "`{CONTAINER}` refers to no package document of the type `{PACKAGE_DOCUMENT}`"
            );
            return Err(Error::malformed(message));
        }
        let obfuscated = obfuscated(&archive)?;
        Ok(Book { archive, package_documents, obfuscated })
    }
}

/// Returns `true` if the records of a book are signed.
pub(super) fn is_signed(bytes: &[u8]) -> bool {
    Archive::open(bytes, Limits::default()).is_ok_and(|archive| archive.has(SIGNATURES))
}

fn check_type(archive: &Archive<'_>) -> Result<()> {
    if !archive.has(MIMETYPE) {
        return Ok(());
    }
    let stated = archive.read_within(MIMETYPE, LONGEST_TYPE)?;
    let stated = String::from_utf8_lossy(&stated);
    let stated = stated.trim_start_matches('\u{FEFF}').trim();
    if stated == EPUB {
        return Ok(());
    }
    let message = format!("the package is of type `{stated}`, expected `{EPUB}`");
    Err(Error::unsupported(Side::Input, message))
}

/// Returns the names of the obfuscated records.
///
/// Returns `ErrorKind::Unsupported` if any record is encrypted (EPUB 3.3, clause 4.2.6.3.2).
fn obfuscated(archive: &Archive<'_>) -> Result<Vec<String>> {
    if !archive.has(ENCRYPTION) {
        return Ok(Vec::new());
    }
    with_tree(archive, ENCRYPTION, |tree| {
        let mut names = Vec::new();
        for data in tree.nodes().filter(|node| is(tree, *node, "EncryptedData")) {
            let mut inner = tree.below(data);
            let method = inner.find(|node| is(tree, *node, "EncryptionMethod"));
            let method = method.and_then(|node| tree.attribute(node, "", "Algorithm"));
            let mut inner = tree.below(data);
            let reference = inner.find(|node| is(tree, *node, "CipherReference"));
            let reference = reference.and_then(|node| tree.attribute(node, "", "URI"));
            let name = reference.and_then(|reference| resolved_in("", reference));
            let method = method.unwrap_or_default();
            if !OBFUSCATION.contains(&method) {
                return Err(encrypted(archive, name.as_deref().unwrap_or_default(), method));
            }
            names.extend(name);
        }
        Ok(names)
    })?
}

fn encrypted(archive: &Archive<'_>, name: &str, method: &str) -> Error {
    let system = RIGHTS.iter().find(|system| archive.has(system.0));
    let system = system.map_or(String::new(), |system| format!(", managed by {}", system.1));
    let message = format!("the book is encrypted: `{name}` with `{method}`{system}");
    Error::unsupported(Side::Input, message)
}

/// Returns `true` if a node is an element with a local name.
pub(super) fn is(tree: &Tree<'_>, node: glossweave_markup::tree::NodeId, local: &str) -> bool {
    tree.node(node).is_element() && *tree.name(node).local == *local
}

/// Reads a record as XML and applies a function to its tree.
fn with_tree<T>(archive: &Archive<'_>, name: &str, read: impl FnOnce(&Tree<'_>) -> T) -> Result<T> {
    let (text, encoding) = in_utf8(name, archive.read_within(name, MOST)?)?;
    let part = Part { name: name.into(), span: ByteSpan::new(0, text.len()), encoding };
    let xml = PartTree::parse(&text, &part, UnknownEntities::Omit)?;
    Ok(read(&xml.tree))
}

/// The maximum length of the records of the container in bytes.
const MOST: usize = 16 << 20;
