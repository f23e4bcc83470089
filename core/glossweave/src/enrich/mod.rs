//! Enrichment: requests from bytes to bytes.

mod conversion;
mod dataset;
mod entity;
mod explanation;
mod link;
mod mode;
mod recognition;
mod reconciliation;
mod remote;
mod request;
mod template;
mod terminology;
mod translation;
mod vocabularies;

#[cfg(test)]
mod tests;

pub(crate) use conversion::{Conversion, Enriched, check_output};
pub use dataset::{Dataset, Datasets, Load, Upload};
pub(crate) use dataset::{StoredGraphs, Vocabulary, VocabularyFiles};
pub use entity::Entities;
pub use explanation::{Evidence, Explained, Explanation};
pub(crate) use link::Parts as LinkParts;
pub use link::{Failure, LinkReply, LinkRequest, Links};
pub use mode::Modes;
pub use recognition::Recognition;
pub use reconciliation::Reconciliation;
pub use remote::NifService;
pub use request::{Reply, Request};
pub(crate) use template::install_templates;
pub use template::{Endpoint, Template};
pub use terminology::{Detail, Terminology, TerminologyRequest, Terms};
pub(crate) use translation::Systems;
pub use translation::{
    SegmentStatus, Srx, State, System, SystemInfo, Translating, TranslationReply,
    TranslationRequest, Translations,
};
