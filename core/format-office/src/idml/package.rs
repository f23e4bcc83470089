//! IDML packages: the design map, spreads, and stories.

use std::collections::HashSet;

use glossweave_archive::{Archive, Limits};
use glossweave_base::error::{Error, Result, Side};
use glossweave_format_base::PartTree;
use glossweave_format_base::package::{Joined, in_utf8, resolved_in};
use glossweave_markup::UnknownEntities;
use glossweave_markup::tree::{NodeId, Tree};

const MIMETYPE: &str = "mimetype";
const IDML: &str = "application/vnd.adobe.indesign-idml-package";
const DESIGN_MAP: &str = "designmap.xml";

/// The maximum length of `mimetype` in bytes.
const LONGEST_TYPE: usize = 1 << 10;

/// An open package.
pub(super) struct Package<'a> {
    pub archive: Archive<'a>,
    /// The number of bytes that may still be unpacked.
    remaining: usize,
}

impl<'a> Package<'a> {
    /// Opens a package.
    ///
    /// Returns the errors of [`Archive::open`], `ErrorKind::Unsupported` if the package has another
    /// type, and `ErrorKind::Malformed` if it has no design map.
    pub fn open(bytes: &'a [u8]) -> Result<Package<'a>> {
        let limits = Limits::default();
        let archive = Archive::open(bytes, limits)?;
        if archive.has(MIMETYPE) {
            let stated = archive.read_within(MIMETYPE, LONGEST_TYPE)?;
            let stated = String::from_utf8_lossy(&stated);
            if stated.trim() != IDML {
                let message =
                    format!("the package is of type `{}`, expected `{IDML}`", stated.trim());
                return Err(Error::unsupported(Side::Input, message));
            }
        }
        match archive.has(DESIGN_MAP) {
            true => Ok(Package { archive, remaining: limits.unpacked }),
            false => Err(Error::malformed(format!("the package has no record `{DESIGN_MAP}`"))),
        }
    }

    /// Returns the names of the stories in reading order, and the names of missing records. Stories
    /// that are shown in frames are ordered by their spreads, and are followed by the other
    /// stories.
    pub fn stories(&mut self) -> Result<(Vec<String>, Vec<String>)> {
        let (spreads, stories) = self.with_tree(DESIGN_MAP, |tree| {
            let sources = |local: &'static str| references(tree, local);
            (
                sources("Spread").chain(sources("MasterSpread")).collect::<Vec<_>>(),
                sources("Story").collect::<Vec<_>>(),
            )
        })?;
        let mut shown = Vec::new();
        let mut missing = Vec::new();
        for spread in spreads {
            if !self.archive.has(&spread) {
                missing.push(spread);
                continue;
            }
            shown.extend(self.with_tree(&spread, |tree| {
                let frames = elements(tree, "TextFrame").chain(elements(tree, "TextPath"));
                let mut frames: Vec<NodeId> = frames.collect();
                frames.sort();
                let shown = frames.into_iter();
                let names = shown.filter_map(|frame| tree.attribute(frame, "", "ParentStory"));
                names.map(str::to_owned).collect::<Vec<_>>()
            })?);
        }
        // When InDesign names a record, it uses the identifier of the story.
        let known: HashSet<&str> = stories.iter().map(String::as_str).collect();
        let by_identifier = |id: &String| {
            let name = format!("Stories/Story_{id}.xml");
            known.contains(&*name).then_some(name)
        };
        let mut seen = HashSet::new();
        let mut order = Vec::new();
        for name in shown.iter().filter_map(by_identifier).chain(stories.iter().cloned()) {
            if !seen.insert(name.clone()) {
                continue;
            }
            match self.archive.has(&name) {
                true => order.push(name),
                false => missing.push(name),
            }
        }
        Ok((order, missing))
    }

    /// Appends a record to the parts to read.
    pub fn join(&mut self, name: &str, joined: &mut Joined) -> Result<()> {
        let (text, encoding) = in_utf8(name, self.archive.read_within(name, self.remaining)?)?;
        self.remaining = self.remaining.saturating_sub(text.len());
        joined.push(name, &text, encoding);
        Ok(())
    }

    /// Reads a record and applies a function to its tree.
    fn with_tree<T>(&mut self, name: &str, read: impl FnOnce(&Tree<'_>) -> T) -> Result<T> {
        let mut alone = Joined::default();
        self.join(name, &mut alone)?;
        let xml = PartTree::parse(&alone.bytes, &alone.parts[0], UnknownEntities::Omit)?;
        Ok(read(&xml.tree))
    }
}

fn elements<'t>(tree: &'t Tree<'_>, local: &'t str) -> impl Iterator<Item = NodeId> + 't {
    tree.nodes()
        .filter(move |node| tree.node(*node).is_element() && *tree.name(*node).local == *local)
}

/// Returns the records that elements refer to, for example `idPkg:Story`.
fn references<'t>(tree: &'t Tree<'_>, local: &'t str) -> impl Iterator<Item = String> + 't {
    elements(tree, local)
        .filter_map(move |node| resolved_in(DESIGN_MAP, tree.attribute(node, "", "src")?))
}
