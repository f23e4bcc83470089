//! The data categories of ITS 2.0 in one table.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use glossweave_base::error::{Error, Result};

/// A data category of [ITS 2.0](https://www.w3.org/TR/its20/), clauses 8.1 to 8.20.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    /// Translate, clause 8.2.
    Translate,
    /// Localization Note, clause 8.3.
    LocalizationNote,
    /// Terminology, clause 8.4.
    Terminology,
    /// Directionality, clause 8.5.
    Directionality,
    /// Language Information, clause 8.6.
    LanguageInformation,
    /// Elements Within Text, clause 8.7.
    ElementsWithinText,
    /// Domain, clause 8.8.
    Domain,
    /// Text Analysis, clause 8.9.
    TextAnalysis,
    /// Locale Filter, clause 8.10.
    LocaleFilter,
    /// Provenance, clause 8.11.
    Provenance,
    /// External Resource, clause 8.12.
    ExternalResource,
    /// Target Pointer, clause 8.13.
    TargetPointer,
    /// Id Value, clause 8.14.
    IdValue,
    /// Preserve Space, clause 8.15.
    PreserveSpace,
    /// Localization Quality Issue, clause 8.16.
    LocQualityIssue,
    /// Localization Quality Rating, clause 8.17.
    LocQualityRating,
    /// MT Confidence, clause 8.18.
    MtConfidence,
    /// Allowed Characters, clause 8.19.
    AllowedCharacters,
    /// Storage Size, clause 8.20.
    StorageSize,
}

struct Row {
    identifier: &'static str,
    fields: &'static [&'static str],
    record: &'static [&'static str],
}

impl Category {
    /// All categories, in the order of the specification.
    pub const ALL: &[Category] = &[
        Category::Translate,
        Category::LocalizationNote,
        Category::Terminology,
        Category::Directionality,
        Category::LanguageInformation,
        Category::ElementsWithinText,
        Category::Domain,
        Category::TextAnalysis,
        Category::LocaleFilter,
        Category::Provenance,
        Category::ExternalResource,
        Category::TargetPointer,
        Category::IdValue,
        Category::PreserveSpace,
        Category::LocQualityIssue,
        Category::LocQualityRating,
        Category::MtConfidence,
        Category::AllowedCharacters,
        Category::StorageSize,
    ];

    /// Returns the identifier that `its:annotatorsRef` uses (clause 5.7).
    pub const fn identifier(self) -> &'static str {
        self.row().identifier
    }

    /// Returns the names of the single-valued fields. They are the names of the XML attributes.
    pub const fn fields(self) -> &'static [&'static str] {
        self.row().fields
    }

    /// Returns the names of the fields of a record. Only two categories use records: Provenance and
    /// Localization Quality Issue.
    pub const fn record(self) -> &'static [&'static str] {
        self.row().record
    }

    const fn row(self) -> Row {
        const fn plain(identifier: &'static str, fields: &'static [&'static str]) -> Row {
            Row { identifier, fields, record: &[] }
        }
        match self {
            Category::Translate => plain("translate", &["translate"]),
            Category::LocalizationNote => {
                plain("localization-note", &["locNote", "locNoteRef", "locNoteType"])
            }
            Category::Terminology => {
                plain("terminology", &["term", "termInfo", "termInfoRef", "termConfidence"])
            }
            Category::Directionality => plain("directionality", &["dir"]),
            Category::LanguageInformation => plain("language-information", &["lang"]),
            Category::ElementsWithinText => plain("elements-within-text", &["withinText"]),
            Category::Domain => plain("domain", &["domains"]),
            Category::TextAnalysis => plain(
                "text-analysis",
                &["taClassRef", "taConfidence", "taIdent", "taIdentRef", "taSource"],
            ),
            Category::LocaleFilter => {
                plain("locale-filter", &["localeFilterList", "localeFilterType"])
            }
            Category::Provenance => Row {
                identifier: "provenance",
                fields: &["provenanceRecordsRef"],
                record: &[
                    "person",
                    "personRef",
                    "org",
                    "orgRef",
                    "tool",
                    "toolRef",
                    "revPerson",
                    "revPersonRef",
                    "revOrg",
                    "revOrgRef",
                    "revTool",
                    "revToolRef",
                    "provRef",
                ],
            },
            Category::ExternalResource => plain("external-resource", &["externalResourceRef"]),
            Category::TargetPointer => plain("target-pointer", &["targetPointer"]),
            Category::IdValue => plain("id-value", &["idValue"]),
            Category::PreserveSpace => plain("preserve-space", &["space"]),
            Category::LocQualityIssue => Row {
                identifier: "localization-quality-issue",
                fields: &["locQualityIssuesRef"],
                record: &[
                    "locQualityIssueType",
                    "locQualityIssueComment",
                    "locQualityIssueSeverity",
                    "locQualityIssueProfileRef",
                    "locQualityIssueEnabled",
                ],
            },
            Category::LocQualityRating => plain(
                "localization-quality-rating",
                &[
                    "locQualityRatingScore",
                    "locQualityRatingVote",
                    "locQualityRatingScoreThreshold",
                    "locQualityRatingVoteThreshold",
                    "locQualityRatingProfileRef",
                ],
            ),
            Category::MtConfidence => plain("mt-confidence", &["mtConfidence"]),
            Category::AllowedCharacters => plain("allowed-characters", &["allowedCharacters"]),
            Category::StorageSize => {
                plain("storage-size", &["storageSize", "storageEncoding", "lineBreakType"])
            }
        }
    }
}

glossweave_base::serialized_as_text!(Category);

impl FromStr for Category {
    type Err = Error;

    /// Parses an [identifier](Category::identifier), for example `text-analysis`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `category`, for any other word.
    fn from_str(word: &str) -> Result<Category> {
        let found = Category::ALL.iter().copied().find(|category| category.identifier() == word);
        found.ok_or_else(|| {
            let known: Vec<_> =
                Category::ALL.iter().map(|category| category.identifier()).collect();
            let known = format!("one of {}", known.join(", "));
            Error::no_such("data category", word, &known).with_parameter("category")
        })
    }
}

impl fmt::Display for Category {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.identifier())
    }
}

/// The name of a field and its value. The value is shared, because one rule can set it on any
/// number of elements.
pub type Field = (&'static str, Arc<str>);
