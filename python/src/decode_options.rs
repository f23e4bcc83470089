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

/// The keywords of functions that read documents.
#[derive(Default)]
pub struct Keywords<'k> {
    pub charset: Option<&'k str>,
    pub language: Option<String>,
    pub rules: Vec<String>,
    pub rule_set: Option<String>,
    pub rules_folder: Option<PathBuf>,
    pub base: Option<String>,
    pub parameters: BTreeMap<String, String>,
    pub unknown_entities: Option<String>,
    pub invalid_bytes: Option<String>,
    pub translatable_attributes: bool,
    pub numeric_cells: bool,
    pub columns: Option<String>,
    pub target_language: Option<String>,
}

impl Keywords<'_> {
    /// Returns the keywords as options by the names of the engine.
    pub fn given(self) -> Given {
        let folder = self.rules_folder.map(|folder| folder.to_string_lossy().into_owned());
        let yes = |is_set: bool| is_set.then(|| "yes".to_owned());
        let parameters = self.parameters.into_iter().map(|(name, value)| format!("{name}={value}"));
        let all = [("charset", self.charset.map(str::to_owned)), ("language", self.language)]
            .into_iter()
            .chain(self.rules.into_iter().map(|rules| ("rules", Some(rules))))
            .chain([
                ("rule-set", self.rule_set),
                ("rules-folder", folder),
                ("base", self.base),
                ("unknown-entities", self.unknown_entities),
                ("invalid-bytes", self.invalid_bytes),
                ("translatable-attributes", yes(self.translatable_attributes)),
                ("numeric-cells", yes(self.numeric_cells)),
                ("columns", self.columns),
                ("target-language", self.target_language),
            ])
            .chain(parameters.map(|parameter| ("parameter", Some(parameter))));
        all.filter_map(|(name, value)| value.map(|value| (name.to_owned(), value))).collect()
    }
}
