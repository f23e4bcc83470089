//! The options of services as parameters of requests.

use glossweave_base::text::Language;
use glossweave_entity::{EntityOptions, Mentions, Modes};
use glossweave_term::{Detail, TermOptions};
use glossweave_translate::{SrxExt, TranslationOptions};

/// Names and values.
pub(super) type Parameters = Vec<(&'static str, String)>;

/// Returns the parameters that [`EntityOptions::set`] reads.
pub(super) fn of_entities(options: &EntityOptions) -> Parameters {
    let modes = Some(options.modes).filter(|modes| *modes != Modes::default());
    let mentions = Some(&options.mentions).filter(|mentions| **mentions != Mentions::Likely);
    given([
        ("dataset", list(&options.datasets)),
        ("mode", modes.map(|modes| modes.to_string())),
        ("types", list(&options.types)),
        ("numLinks", options.links.map(|links| links.to_string())),
        ("threshold", options.threshold.map(|least| least.to_string())),
        ("mentions", mentions.map(ToString::to_string)),
    ])
}

/// Returns the parameters that [`TermOptions::set`] reads.
pub(super) fn of_terms(options: &TermOptions) -> Parameters {
    let annotation = (options.detail == Detail::Annotation).then(|| "annotation".to_owned());
    given([
        ("source-lang", tag(options.source.as_ref())),
        ("target-lang", tag(options.target.as_ref())),
        ("domain", options.domain.clone()),
        ("dataset", list(&options.datasets)),
        ("mode", annotation),
        ("threshold", options.threshold.map(|least| least.to_string())),
    ])
}

/// Returns the parameters that [`TranslationOptions::set`] reads.
pub(super) fn of_translation(options: &TranslationOptions) -> Parameters {
    given([
        ("source-lang", tag(options.source.as_ref())),
        ("target-lang", tag(Some(&options.target))),
        ("domain", options.domain.clone()),
        ("key", options.key.as_ref().map(|key| key.word().to_owned())),
        ("keep", list(&options.kept)),
        ("dataset", list(&options.datasets)),
        ("srx", options.srx.as_ref().map(|rules| rules.text())),
        ("any-target", options.any_target.then(|| "yes".to_owned())),
        ("max-severity", (options.max_severity < 100).then(|| options.max_severity.to_string())),
    ])
}

fn given<const N: usize>(all: [(&'static str, Option<String>); N]) -> Parameters {
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn list(all: &[String]) -> Option<String> {
    // Entries that contain commas are written on separate lines.
    let text = || match all.iter().any(|entry| entry.contains(',')) {
        true => all.iter().map(|entry| format!("{entry}\n")).collect(),
        false => all.join(","),
    };
    (!all.is_empty()).then(text)
}

fn tag(language: Option<&Language>) -> Option<String> {
    language.map(|language| language.as_str().to_owned())
}
