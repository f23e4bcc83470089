//! The recognizers, term finders and translators of an engine.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::entity::Entities;
use crate::term::{TermOptions, Terms};
use crate::translate::{TranslationOptions, Translations};
use glossweave_base::error::Result;
use glossweave_base::provider::{Parameter, ParameterType};
use glossweave_entity::EntityOptions;

/// The recognizers, term finders and translators of an engine that a caller may use.
#[non_exhaustive]
#[derive(Clone, Debug, Serialize)]
pub struct Engines {
    /// The recognizers, which find entities.
    pub recognizers: Vec<EngineInfo>,
    /// The term finders.
    pub term_finders: Vec<EngineInfo>,
    /// The translators.
    pub translators: Vec<EngineInfo>,
}

/// The description of a recognizer, a term finder or a translator.
#[non_exhaustive]
#[derive(Clone, Debug, Serialize)]
pub struct EngineInfo {
    /// The name in paths.
    pub name: String,
    /// The parameters of a request.
    pub parameters: Vec<&'static Parameter>,
    /// The languages. `None` if any language may be used, or if the languages are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub languages: Option<Vec<Languages>>,
}

/// The languages of a term finder or a translator.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Languages {
    /// The language of the input.
    pub source: String,
    /// The language of translations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
}

/// A parameter of requests that is not an option of e-Entity.
const LANGUAGE: Parameter =
    Parameter::new("language", ParameterType::Language, "The language of the input.");

impl Engines {
    /// Creates the lists from services of the caller.
    pub(crate) fn new(
        entities: &Entities<'_>,
        terms: &Terms<'_>,
        translations: &Translations<'_>,
    ) -> Result<Engines> {
        let own = std::iter::once(&LANGUAGE).chain(EntityOptions::PARAMETERS);
        let recognizers = entities.all_providers()?.into_iter().map(|name| EngineInfo {
            name,
            parameters: own.clone().collect(),
            languages: None,
        });
        let term_finders = terms.providers().into_iter().map(|name| {
            let languages = terms.base(name).map(|base| base.languages()).transpose()?;
            let one = |source: &str| Languages { source: source.to_owned(), target: None };
            Ok(EngineInfo {
                name: name.to_owned(),
                parameters: TermOptions::PARAMETERS.iter().collect(),
                languages: languages.map(|all| all.into_iter().map(one).collect()),
            })
        });
        let mut translators = Vec::new();
        for name in translations.providers() {
            let pair = |source: String, target| Languages { source, target: Some(target) };
            let systems = translations.systems(name)?.into_iter();
            let pairs = systems.map(|one| pair(one.source.to_string(), one.target.to_string()));
            let languages: BTreeSet<Languages> = pairs.collect();
            // A provider that only has private systems is not listed.
            if !languages.is_empty() {
                translators.push(EngineInfo {
                    name: name.to_owned(),
                    parameters: TranslationOptions::PARAMETERS.iter().collect(),
                    languages: Some(languages.into_iter().collect()),
                });
            }
        }
        let term_finders = term_finders.collect::<Result<_>>()?;
        Ok(Engines { recognizers: recognizers.collect(), term_finders, translators })
    }
}
