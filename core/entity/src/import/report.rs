//! Counts of what an import took and what it left out.

use std::fmt;

/// The maximum number of places that are kept for each reason.
const PLACES: usize = 5;

/// The maximum length of a place, in bytes.
const PLACE: usize = 400;

macro_rules! reasons {
    ($($(#[$doc:meta])* $reason:ident $name:literal $message:literal)*) => {
        /// A reason for which a part of a vocabulary is left out.
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum SkipReason { $($(#[$doc])* $reason,)* }

        impl SkipReason {
            /// All reasons.
            pub const ALL: &[SkipReason] = &[$(SkipReason::$reason),*];

            /// Returns the name, such as `language`.
            pub fn name(self) -> &'static str {
                match self { $(SkipReason::$reason => $name,)* }
            }

            /// Returns the reason as a text.
            pub fn message(self) -> &'static str {
                match self { $(SkipReason::$reason => $message,)* }
            }
        }
    };
}

reasons! {
    /// A line or a row that is not as its format has it.
    Line "line" "lines that are malformed"
    /// A name in a language that is not wanted.
    Language "language" "names in other languages"
    /// A name whose language tag is none.
    LanguageTag "language-tag" "names with a wrong language tag"
    /// A code, a link or another value that stands where names are.
    Code "code" "codes and links in the place of names"
    /// A name that is empty, or too long for a dictionary.
    Label "label" "names that are empty or too long"
    /// An identifier that results in no IRI.
    Iri "iri" "identifiers that are not IRIs"
    /// A name of an entity that no file describes.
    Unknown "unknown" "names of unknown entities"
    /// An entity without a name in a wanted language.
    NoName "no-name" "entities without a name"
    /// An entity of classes that are not wanted.
    Class "class" "entities of other classes"
    /// An entity that is obsolete or deprecated.
    Obsolete "obsolete" "entities that are obsolete"
    /// A page that lists the meanings of a name, a category or a template.
    Page "page" "pages that are not entities"
    /// A redirect that leads to nothing.
    Redirect "redirect" "redirects without a target"
    /// A place that is not in the wanted countries.
    Country "country" "places in other countries"
}

/// The parts of a vocabulary that were left out for one reason.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedParts {
    /// The reason.
    pub reason: SkipReason,
    /// The number of parts.
    pub count: u64,
    /// The places of the first ones: a file with a line, or the IRI of an entity.
    pub places: Vec<String>,
}

/// A report on an import: what was taken, and what was left out.
///
/// It is written as lines of text, one for each reason.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// The number of entities with names.
    pub entities: u64,
    /// The number of names, each in its languages.
    pub names: u64,
    /// The number of bytes that were not read again, because the journal of an earlier import has their content.
    pub resumed: u64,
    skipped: Vec<SkippedParts>,
}

impl ImportReport {
    /// Returns what was left out, in the order of the reasons.
    pub fn skipped(&self) -> impl Iterator<Item = &SkippedParts> {
        let mut all: Vec<_> = self.skipped.iter().collect();
        all.sort_by_key(|one| one.reason as usize);
        all.into_iter()
    }

    /// Returns the number of parts that were left out for a reason.
    pub fn count(&self, reason: SkipReason) -> u64 {
        self.skipped.iter().find(|one| one.reason == reason).map_or(0, |one| one.count)
    }

    /// Counts a part that is left out.
    pub(super) fn skip(&mut self, reason: SkipReason, place: &mut dyn FnMut() -> String) {
        let index = match self.skipped.iter().position(|one| one.reason == reason) {
            Some(index) => index,
            None => {
                self.skipped.push(SkippedParts { reason, count: 0, places: Vec::new() });
                self.skipped.len() - 1
            }
        };
        let parts = &mut self.skipped[index];
        parts.count += 1;
        if parts.places.len() < PLACES {
            let mut place = place();
            if let Some((end, _)) = place.char_indices().find(|(at, _)| *at > PLACE) {
                place.truncate(end);
            }
            parts.places.push(place);
        }
    }

    /// Returns what was left out, in the order in which it was met.
    pub(super) fn parts(&self) -> &[SkippedParts] {
        &self.skipped
    }

    /// Creates a report of what was left out.
    pub(super) fn of_parts(skipped: Vec<SkippedParts>) -> ImportReport {
        ImportReport { skipped, ..ImportReport::default() }
    }
}

impl fmt::Display for ImportReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} entities, {} names", self.entities, self.names)?;
        for parts in self.skipped() {
            let places = parts.places.join(", ");
            write!(out, "\nleft out {} {}: {places}", parts.count, parts.reason.message())?;
            if parts.count > parts.places.len() as u64 {
                out.write_str(" …")?;
            }
        }
        Ok(())
    }
}
