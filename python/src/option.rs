//! Options that come as strings.

use glossweave::error::Side;
use glossweave::markup::Encoding;
use glossweave::text::Language;
use glossweave::{Error, Format, Result};

/// The format of a name or media type. Kind Unsupported where there is none.
pub fn format(parameter: &str, name: &str) -> Result<Format> {
    name.parse().map_err(|error: Error| error.with_parameter(parameter))
}

/// The encoding of a label. Kind Unsupported where there is none.
pub fn charset(label: &str) -> Result<Encoding> {
    Encoding::for_label(label).ok_or_else(|| {
        Error::unsupported(Side::Input, format!("no encoding has the label `{label}`"))
            .with_parameter("charset")
    })
}

/// A language tag. Kind Invalid where it is none.
pub fn language(tag: &str) -> Result<Language> {
    Language::parse(tag).ok_or_else(|| {
        Error::invalid(format!("`{tag}` is no language tag")).with_parameter("language")
    })
}

/// One of a few words. Kind Invalid where it is another one.
pub fn choice<T: Copy>(parameter: &str, word: &str, choices: &[(&str, T)]) -> Result<T> {
    let found = choices.iter().find(|(name, _)| *name == word);
    found.map(|(_, choice)| *choice).ok_or_else(|| {
        let known: Vec<_> = choices.iter().map(|(name, _)| format!("`{name}`")).collect();
        let known = known.join(" or ");
        Error::invalid(format!("expected {known} as `{parameter}` and got `{word}`"))
            .with_parameter(parameter)
    })
}
