//! Trained models: models for English that come with the library, which an engine uses by default,
//! and models that were trained in an engine.

#[cfg(feature = "engine")]
mod check;
#[cfg(feature = "engine")]
mod default;
#[cfg(feature = "models")]
mod library;
#[cfg(feature = "engine")]
mod stored;

#[cfg(feature = "engine")]
pub use check::check;
#[cfg(feature = "engine")]
pub(crate) use default::{DefaultModels, LanguageTagger};
#[cfg(feature = "models")]
pub use library::{english_mentions, english_tagger};
#[cfg(feature = "engine")]
pub(crate) use stored::{StoredModel, StoredModels, check_name};

#[doc(inline)]
pub use glossweave_base::model_report::{LicenseInfo, ModelReport, TensorInfo};
