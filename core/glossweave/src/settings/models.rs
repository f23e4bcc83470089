//! Settings of trained models.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::path::AnyPath;

/// Settings of trained models.
///
/// ```
/// use glossweave::settings::ModelSettings;
/// use glossweave::{Engine, Settings};
/// let models = ModelSettings { folder: Some("none".into()), ..ModelSettings::default() };
/// let engine = Engine::builder(Settings { models, ..Settings::default() }).open()?;
/// let session = engine.local_session()?;
/// assert!(session.engines()?.recognizers.iter().all(|recognizer| recognizer.name != "trained"));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ModelSettings {
    /// The folder of the default models: `en.tagger`, which is the recognizer `trained`, and
    /// `en.mentions`, which decides where names of datasets are mentioned. If unset, the models of
    /// the library are used. `none` disables all of them.
    #[serde(with = "AnyPath")]
    pub folder: Option<PathBuf>,
    /// A file with a trained tagger, which replaces the recognizer `trained`. `none` disables it.
    #[serde(with = "AnyPath")]
    pub tagger: Option<PathBuf>,
    /// A file with a mention model, which replaces the default one. `none` disables it: names of datasets are then found
    /// wherever they occur.
    #[serde(with = "AnyPath")]
    pub mentions: Option<PathBuf>,
    /// The folder of a sentence encoder, with the files `model.onnx` and `tokenizer.json`. It distinguishes entities with
    /// the same name in datasets that are loaded with it. Requires the feature `neural`.
    #[serde(with = "AnyPath")]
    pub sentence_encoder: Option<PathBuf>,
    /// A file with weights that rank the candidates of a name, as `RankingWeights::save` writes it.
    #[serde(with = "AnyPath")]
    pub ranking_weights: Option<PathBuf>,
}
