//! Counts of the imported and skipped parts of a vocabulary.

use std::fmt;

/// The maximum number of positions that are stored for each reason.
const PLACES: usize = 5;

/// The maximum length of a position, in bytes.
const PLACE: usize = 400;

macro_rules! reasons {
    ($($(#[$doc:meta])* $reason:ident $name:literal $message:literal)*) => {
        /// The reason why a part of a vocabulary was skipped.
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum SkipReason { $($(#[$doc])* $reason,)* }

        impl SkipReason {
            /// All reasons.
            pub const ALL: &[SkipReason] = &[$(SkipReason::$reason),*];

            /// Returns the name of the reason, for example `language`.
            pub fn name(self) -> &'static str {
                match self { $(SkipReason::$reason => $name,)* }
            }

            /// Returns the description of the reason.
            pub fn message(self) -> &'static str {
                match self { $(SkipReason::$reason => $message,)* }
            }
        }
    };
}

reasons! {
    /// A line or a row that does not match its format.
    Line "line" "malformed lines"
    /// A name in a language that is not imported.
    Language "language" "names in other languages"
    /// A name with an invalid language tag.
    LanguageTag "language-tag" "names with a wrong language tag"
    /// A code, a link or another value that is used in the column of names.
    Code "code" "codes and links instead of names"
    /// A name that is empty, or too long for a dictionary.
    Label "label" "names that are empty or too long"
    /// An identifier that cannot be converted to an IRI.
    Iri "iri" "identifiers that are not IRIs"
    /// A name of an entity that is not described in any file.
    Unknown "unknown" "names of unknown entities"
    /// An entity without a name in a requested language.
    NoName "no-name" "entities without a name"
    /// An entity of a class that is not imported.
    Class "class" "entities of other classes"
    /// An entity that is obsolete or deprecated.
    Obsolete "obsolete" "obsolete entities"
    /// A page that is not an entity: a disambiguation page, a category or a template.
    Page "page" "pages that are not entities"
    /// A redirect without a target.
    Redirect "redirect" "redirects without a target"
    /// A location in a country that is not imported.
    Country "country" "places in other countries"
}

/// The parts of a vocabulary that were skipped for the same reason.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedParts {
    /// The reason.
    pub reason: SkipReason,
    /// The number of parts.
    pub count: u64,
    /// The positions of the first parts: a file with a line, or the IRI of an entity.
    pub places: Vec<String>,
}

/// A report on an import, with the numbers of imported and skipped parts.
///
/// The `Display` output has one line for the totals, and one line for each reason.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// The number of entities with names.
    pub entities: u64,
    /// The number of names. A name in several languages is counted once for each language.
    pub names: u64,
    /// The number of bytes that were not read again, because their content was restored from a journal.
    pub resumed: u64,
    skipped: Vec<SkippedParts>,
}

impl ImportReport {
    /// Returns the skipped parts, sorted by reason.
    pub fn skipped(&self) -> impl Iterator<Item = &SkippedParts> {
        let mut all: Vec<_> = self.skipped.iter().collect();
        all.sort_by_key(|parts| parts.reason as usize);
        all.into_iter()
    }

    /// Returns the number of parts that were skipped for a reason.
    pub fn count(&self, reason: SkipReason) -> u64 {
        self.skipped.iter().find(|parts| parts.reason == reason).map_or(0, |parts| parts.count)
    }

    /// Counts a skipped part.
    pub(super) fn skip(&mut self, reason: SkipReason, place: &mut dyn FnMut() -> String) {
        let index = match self.skipped.iter().position(|parts| parts.reason == reason) {
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

    /// Returns the skipped parts, in the order in which the reasons first occurred.
    pub(super) fn parts(&self) -> &[SkippedParts] {
        &self.skipped
    }

    /// Creates a report from the skipped parts.
    pub(super) fn of_parts(skipped: Vec<SkippedParts>) -> ImportReport {
        ImportReport { skipped, ..ImportReport::default() }
    }
}

impl fmt::Display for ImportReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} entities, {} names", self.entities, self.names)?;
        for parts in self.skipped() {
            let places = parts.places.join(", ");
            let more = if parts.count > parts.places.len() as u64 { " …" } else { "" };
            write!(out, "\nskipped {}: {} ({places}{more})", parts.reason.message(), parts.count)?;
        }
        Ok(())
    }
}
