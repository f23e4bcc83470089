//! Options of encoding, which can also be set by name.

use std::str::FromStr;

use super::markup_profile::{MarkupProfile, Profile};
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, Result};
use glossweave_base::options::YES_NO;
use glossweave_base::{option_values, request_options};
use glossweave_markup::schema::Schema;

request_options! {
    /// Options for encoding a document.
    #[derive(Clone, Debug)]
    pub struct EncodeOptions {
        /// Decode the result again and compare it: the text must be the same, and the annotations must be the
        /// annotations of the source and the annotations that were placed. An annotation that fails the comparison is
        /// skipped and reported. If the markup of the source is not well nested, the trees that a browser would build
        /// are compared too.
        pub verify: bool => "verify": Word(YES_NO) default "yes",
        /// The condition under which annotations become attributes of an element whose content is exactly the
        /// annotated text.
        pub on_parent: OnParent => "on-parent": Word(&["never", "when-needed", "preferred"]) default "when-needed",
        /// Write translations in place of the texts of units or of whole elements, and keep all markup. If a
        /// translation contains markers, the tags are moved to the markers, otherwise to proportional positions.
        pub translations: bool => "translations": Word(YES_NO) default "no",
        /// Add the language of a translation to the element that contains exactly its text.
        pub set_lang: bool => "set-lang": Word(YES_NO) default "no",
        /// The state of targets that are written to XLIFF, for example `translated`: a state of XLIFF 1.2 (clause
        /// 2.3), a state of segments in 2.x, or a word that begins with `x-`. If unset, no state is written.
        pub target_state: Option<Box<str>> => "target-state": Text with read_state,
        /// The maximum size of the result. If unset, the limit is 64 times the size of the source with the
        /// annotations, and at least 64 MiB.
        pub max_output_bytes: Option<usize> => "max-output-bytes": Integer unit "bytes",
        /// The markup profile for annotations in HTML and XML: the name of a bundled profile, `auto`, JSON, or, in
        /// requests, the name of a stored profile. If unset, ITS markup is used.
        pub profile: Option<MarkupProfile> => "profile": Text,
        /// The schema that keeps XML valid: an annotation that the schema does not allow is skipped and reported. If
        /// unset, the result is not validated.
        pub schema: Option<Schema> => "schema": File is for_hosts,
        hidden allowance: Option<Allowance>,
    }
}

impl Default for EncodeOptions {
    fn default() -> EncodeOptions {
        EncodeOptions {
            verify: true,
            on_parent: OnParent::default(),
            translations: false,
            set_lang: false,
            target_state: None,
            max_output_bytes: None,
            profile: None,
            schema: None,
            allowance: None,
        }
    }
}

/// The condition under which an annotation is written as attributes of an element whose content is exactly the
/// annotated text (ITS 2.0, Annex G, case 1), instead of as a new element.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnParent {
    /// Never.
    Never,
    /// Only when no new element is allowed at that position, for example in `title` or `option`.
    #[default]
    WhenNeeded,
    /// Whenever such an element exists.
    Preferred,
}

impl FromStr for OnParent {
    type Err = Error;

    /// Parses `never`, `when-needed` or `preferred`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `on-parent`, for any other word.
    fn from_str(word: &str) -> Result<OnParent> {
        match word {
            "never" => Ok(OnParent::Never),
            "when-needed" => Ok(OnParent::WhenNeeded),
            "preferred" => Ok(OnParent::Preferred),
            _ => {
                let known = "one of never, when-needed, preferred";
                Err(Error::no_such("rule for parents", word, known).with_parameter("on-parent"))
            }
        }
    }
}

option_values!(OnParent, MarkupProfile);

/// The states of targets in XLIFF 1.2 (clause 2.3), followed by the additional states of segments in 2.x.
const STATES: &[&str] = &[
    "final",
    "needs-adaptation",
    "needs-l10n",
    "needs-review-adaptation",
    "needs-review-l10n",
    "needs-review-translation",
    "needs-translation",
    "new",
    "signed-off",
    "translated",
    "initial",
    "reviewed",
];

fn read_state(state: &mut Option<Box<str>>, value: &str) -> Result<()> {
    let is_extension = value.strip_prefix("x-").is_some_and(|rest| !rest.is_empty());
    if !is_extension && !STATES.contains(&value) {
        let expected = format!("one of {}, or `x-…`", STATES.join(", "));
        return Err(Error::no_such("state", value, &expected));
    }
    *state = Some(value.into());
    Ok(())
}

/// Returns the markup profile of the options. Returns `None` if there is none, or for `auto`.
pub fn profile_of(options: &EncodeOptions) -> Option<&Profile> {
    options.profile.as_ref().and_then(MarkupProfile::content)
}
