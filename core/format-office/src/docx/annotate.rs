//! Annotations in texts: bookmarks around the text, and a part that contains the annotations of the
//! bookmarks.
//!
//! Bookmarks are milestones: they may overlap, and they may begin and end in different elements.

use glossweave_format_base::PlacementExt;
use std::collections::HashSet;

use super::bookmark::BOOKMARK;
use super::run_place::{PlaceKind, RunPlace, Runs};
use super::split;
use crate::opc::{Addition, Entry, SIGNED, add_entries, is_signed, prefix};
use glossweave_document::annotation::Annotation;
use glossweave_document::{Document, DocumentExt, Splice};
use glossweave_format_base::fragment::{Fragmenter, NoTags};
use glossweave_format_base::overlap_limit::most_fragments;
use glossweave_format_base::package::refusal;
use glossweave_format_base::{EncodeOptions, Placement};

const NO_RUN: &str = "the text is not in a run";
const NO_PART: &str = "the part for annotations cannot be changed";

/// A bookmark to write.
struct Bookmark {
    /// The number used in its name.
    number: u64,
    start: RunPlace,
    end: RunPlace,
}

/// Writes the requested annotations into a splice of the parts.
pub(crate) fn mark(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> Splice {
    let wants = |owner: usize, placements: &[Placement]| {
        placements[owner].is_new() && annotations[owner].as_translation().is_none()
    };
    let owners: Vec<usize> = (0..annotations.len()).filter(|at| wants(*at, placements)).collect();
    if owners.is_empty() {
        return Splice::default();
    }
    let refuse_all = |rule: &'static str, placements: &mut [Placement]| {
        for owner in &owners {
            placements[*owner] = Placement::not_placed(rule);
        }
        Splice::default()
    };
    if document.source().package().is_some_and(is_signed) {
        return refuse_all(SIGNED, placements);
    }
    let mut finder = Finder::new(document);
    let mut bookmarks: Vec<Bookmark> = Vec::new();
    let mut named: Vec<Entry<'_>> = Vec::new();
    for owner in &owners {
        match finder.bookmarks(&annotations[*owner], *owner as u32) {
            Ok(found) => {
                placements[*owner] = Placement::Placed { fragments: found.len() };
                let names: Vec<String> =
                    found.iter().map(|bookmark| format!("{BOOKMARK}{}", bookmark.number)).collect();
                let names = ("gw:bookmarks".into(), names.join(" ").into());
                named.push((vec![names], Some(&annotations[*owner])));
                bookmarks.extend(found);
            }
            Err(rule) => placements[*owner] = Placement::not_placed(rule),
        }
    }
    if named.is_empty() {
        return Splice::default();
    }
    let mut addition = Addition::default();
    match add_entries(document, &named, &mut addition) {
        Ok(true) => {}
        _ => return refuse_all(NO_PART, placements),
    }
    write(document, &bookmarks, &finder.runs, &mut addition);
    addition.splice(options)
}

/// A finder of the positions of bookmarks.
struct Finder<'d> {
    fragmenter: Fragmenter<'d, NoTags>,
    runs: Runs<'d>,
    /// The number of the last bookmark.
    last: u64,
    /// The number of bookmarks that may be written in addition to one for each annotation.
    more: usize,
}

impl<'d> Finder<'d> {
    fn new(document: &'d Document) -> Finder<'d> {
        Finder {
            // Bookmarks may begin and end in different elements, so that no tags are needed.
            fragmenter: Fragmenter::new(document, NoTags),
            runs: Runs::new(document),
            last: u64::from(document.last_fragment()),
            more: most_fragments(document.source().bytes().len()),
        }
    }

    /// Returns the bookmarks of an annotation, one for each unit. The error is the rule that
    /// prevents them.
    fn bookmarks(
        &mut self,
        annotation: &Annotation,
        owner: u32,
    ) -> Result<Vec<Bookmark>, &'static str> {
        if let Some(rule) = refusal(annotation) {
            return Err(rule);
        }
        let fragments = self.fragmenter.fragments(annotation.span(), owner, 1 + self.more);
        let fragments = fragments.map_err(|refusal| refusal.rule())?;
        let mut found = Vec::with_capacity(fragments.len());
        for fragment in &fragments {
            let start = self.runs.place(fragment.start as usize, true).ok_or(NO_RUN)?;
            let end = self.runs.place(fragment.end as usize, false).ok_or(NO_RUN)?;
            self.last += 1;
            found.push(Bookmark { number: self.last, start, end });
        }
        self.more -= found.len().saturating_sub(1).min(self.more);
        Ok(found)
    }
}

/// Writes bookmarks, and splits the runs in which they begin or end.
fn write(document: &Document, bookmarks: &[Bookmark], runs: &Runs<'_>, addition: &mut Addition) {
    let mut ids = Identifiers::new(document.source().bytes());
    let mut edges: Vec<(RunPlace, bool, u64, u32)> = Vec::with_capacity(bookmarks.len() * 2);
    for bookmark in bookmarks {
        let id = ids.next();
        edges.push((bookmark.start, true, bookmark.number, id));
        edges.push((bookmark.end, false, bookmark.number, id));
    }
    edges.sort_by_key(|(place, opens, number, _)| (place.at, *opens, *number));
    let mut cut = HashSet::new();
    for group in edges.chunk_by(|a, b| a.0.at == b.0.at) {
        let place = group[0].0;
        let Some((tree, base)) = runs.part(place.part) else { continue };
        let prefix = prefix(tree, place.run);
        let marks: String = group
            .iter()
            .map(|(_, opens, number, id)| {
                let namespace = &tree.name(place.run).namespace;
                let (prefix, declared) = match &*prefix {
                    "" => ("w:", format!(" xmlns:w=\"{namespace}\"")),
                    prefix => (prefix, String::new()),
                };
                match opens {
                    true => format!(
                        "<{prefix}bookmarkStart{declared} {prefix}id=\"{id}\" \
                         {prefix}name=\"{BOOKMARK}{number}\"/>"
                    ),
                    false => format!("<{prefix}bookmarkEnd{declared} {prefix}id=\"{id}\"/>"),
                }
            })
            .collect();
        let text = match place.kind {
            PlaceKind::Beside => marks,
            PlaceKind::Between | PlaceKind::Within(..) => {
                let (end, start) = split::run(tree, place, || ids.next());
                format!("{end}{marks}{start}")
            }
        };
        addition.insert(place.at, 1, text);
        if let PlaceKind::Within(element, _) = place.kind
            && cut.insert((place.part, element))
        {
            split::keep_space(tree, base, element, addition);
        }
    }
}

/// A generator of identifiers that no element of the parts uses.
struct Identifiers {
    used: HashSet<u32>,
    last: u32,
}

impl Identifiers {
    fn new(bytes: &[u8]) -> Identifiers {
        const NAME: &[u8] = b":id=";
        let mut used = HashSet::new();
        let mut rest = bytes;
        while let Some(at) = rest.windows(NAME.len()).position(|window| window == NAME) {
            rest = &rest[at + NAME.len()..];
            let digits = rest.get(1..).unwrap_or_default();
            let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let digits = std::str::from_utf8(&digits[..length]).unwrap_or_default();
            used.extend(digits.parse::<u32>());
        }
        Identifiers { used, last: 0 }
    }

    fn next(&mut self) -> u32 {
        loop {
            self.last = self.last.wrapping_add(1);
            if !self.used.contains(&self.last) {
                return self.last;
            }
        }
    }
}
