//! Options of reading, from keywords.

use std::collections::BTreeMap;
use std::path::PathBuf;

use glossweave::{DecodeOptions, Result};

/// Options by the names of the engine.
pub type Given = Vec<(String, String)>;

/// Returns the options of reading; an error has the keyword as its parameter.
pub fn decode_options(given: &Given, max_bytes: Option<usize>) -> Result<DecodeOptions> {
    let mut options = DecodeOptions::default();
    for (name, value) in given {
        let named = |error: glossweave::Error| error.with_parameter(name.replace('-', "_"));
        options.set(name, value).map_err(named)?;
    }
    options.max_bytes = max_bytes.unwrap_or(options.max_bytes);
    Ok(options)
}

/// Returns keywords as options by the names of the engine.
#[allow(clippy::too_many_arguments, reason = "keywords")]
pub fn given(
    charset: Option<&str>,
    language: Option<String>,
    rules: Vec<String>,
    rule_set: Option<String>,
    rules_folder: Option<PathBuf>,
    base: Option<String>,
    parameters: BTreeMap<String, String>,
    unknown: Option<String>,
    invalid: Option<String>,
    attributes: bool,
    columns: Option<String>,
) -> Given {
    let folder = rules_folder.map(|folder| folder.to_string_lossy().into_owned());
    let one = |name: &str, value: Option<String>| value.map(|value| (name.to_owned(), value));
    let all = rules.into_iter().map(|rules| one("rules", Some(rules)));
    let parameters = parameters.into_iter().map(|(name, value)| format!("{name}={value}"));
    [one("charset", charset.map(str::to_owned)), one("language", language)]
        .into_iter()
        .chain(all)
        .chain([one("rule-set", rule_set), one("rules-folder", folder), one("base", base)])
        .chain([one("unknown-entities", unknown), one("invalid-bytes", invalid)])
        .chain([one("translatable-attributes", attributes.then(|| "yes".to_owned()))])
        .chain([one("columns", columns)])
        .chain(parameters.map(|parameter| one("parameter", Some(parameter))))
        .flatten()
        .collect()
}
