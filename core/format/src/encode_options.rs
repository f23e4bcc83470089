//! Options for writing, which can also be set by name.

use std::str::FromStr;

use super::markup_profile::MarkupProfile;
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Error, Result};
use glossweave_base::options::YES_NO;
use glossweave_base::{option_values, request_options};
use glossweave_markup::schema::Schema;

request_options! {
    /// Options for writing a document.
    #[derive(Clone, Debug)]
    pub struct EncodeOptions {
        /// Read the result again: the text must be the same, and the annotations must be the annotations of the source and
        /// the annotations that were placed. An annotation for which this fails is skipped and reported. If the markup of
        /// the source is not well nested, the trees that a browser would build are compared too.
        pub verify: bool => "verify": Word(YES_NO) default "yes",
        /// The condition under which annotations become attributes of an element whose content is exactly their text.
        pub on_parent: OnParent => "on-parent": Word(&["never", "when-needed", "preferred"]) default "when-needed",
        /// Write translations instead of the texts of units, or of the whole texts of elements; all markup stays. If a
        /// translation has markers, the tags go to them, else to proportional positions.
        pub translations: bool => "translations": Word(YES_NO) default "no",
        /// State the language of a translation on the element that holds exactly its text.
        pub set_lang: bool => "set-lang": Word(YES_NO) default "no",
        /// The state of targets that are written to XLIFF, such as `translated`: one of XLIFF 1.2 (clause 2.3) or of
        /// segments in 2.x, or a word that begins with `x-`. No state is written if none is given.
        pub target_state: Option<Box<str>> => "target-state": Text with read_state,
        /// The maximum size of the result. The default is 64 times the size of the source with the annotations, and at
        /// least 64 MiB.
        pub max_output_bytes: Option<usize> => "max-output-bytes": Integer unit "bytes",
        /// The markup profile for annotations in HTML and XML: the name of a bundled one, `auto`, JSON or, in requests, the
        /// name of a stored one. Without one they have the markup of ITS.
        pub profile: Option<MarkupProfile> => "profile": Text,
        /// The schema by which XML stays valid: an annotation that it does not allow is skipped and reported.
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

/// A condition under which the attributes of an annotation go on an element whose content is
/// exactly the annotated text (ITS 2.0, Annex G, case 1), and not on a new element.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnParent {
    /// Never.
    Never,
    /// Only if no new element is allowed there, as in `title` or `option`.
    #[default]
    WhenNeeded,
    /// Always, if there is such an element.
    Preferred,
}

impl FromStr for OnParent {
    type Err = Error;

    /// Parses `never`, `when-needed` or `preferred`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `on-parent`, for another word.
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
