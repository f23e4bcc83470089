//! The Python API: the module `glossweave._native`, which the package `glossweave` re-exports. Offsets are
//! code points, as in `str`. Each call releases the interpreter lock while it runs.

mod annotation;
mod api_key;
mod arrow;
mod audit;
mod backup;
mod batch;
mod batches;
mod call;
mod check;
mod chunk;
mod collection;
mod components;
mod converter;
mod dataset;
mod dictionary;
mod document;
mod encode;
mod engine;
mod engine_ref;
mod entities;
mod error;
mod export;
mod filter;
mod formats;
mod highlight;
mod hint;
mod import;
mod input;
mod invitation;
mod job;
mod keywords;
mod language;
mod link_failure;
mod links;
mod log;
#[cfg(feature = "mcp")]
mod mcp;
mod model_report;
mod models;
mod nif;
mod offsets;
mod option;
mod option_tables;
mod options;
mod pickle;
mod pipeline;
mod pipelines;
mod progress;
mod protocol;
mod provider;
mod ranking_weights;
mod recognize;
mod reconciliation;
mod redact;
mod reply;
mod repr;
mod resolver;
mod service;
mod session;
mod settings;
mod stored_document;
mod stream;
mod termbase;
mod terms;
mod training_data;
mod translation;
mod translation_memory;
mod user;
mod web_annotation;
mod xliff;
mod xslt;

use std::alloc::System;

use glossweave::CountingAllocator;

// The memory limits of calls are checked against the allocated memory.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator(System);

#[pyo3::pymodule]
mod _native {
    /// The version of the package.
    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "the name that Python gives it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::annotation::{Annotation, restore as restore_annotation};
    #[pymodule_export]
    use crate::api_key::ApiKey;
    #[pymodule_export]
    use crate::arrow::Table;
    #[pymodule_export]
    use crate::audit::AuditEntry;
    #[pymodule_export]
    use crate::backup::import_store;
    #[pymodule_export]
    use crate::batch::format_of_path;
    #[pymodule_export]
    use crate::batches::{Batch, BatchDocument, BatchLines, BatchResult};
    #[pymodule_export]
    use crate::call::fail;
    #[pymodule_export]
    use crate::check::{QualityIssue, check_translations};
    #[pymodule_export]
    use crate::chunk::{chunk_fields, chunk_lines};
    #[pymodule_export]
    use crate::collection::{Collection, Resource};
    #[pymodule_export]
    use crate::converter::Converters;
    #[pymodule_export]
    use crate::dataset::{Datasets, Upload};
    #[pymodule_export]
    use crate::dictionary::MentionModel;
    #[pymodule_export]
    use crate::dictionary::Tagger;
    #[pymodule_export]
    use crate::dictionary::{Dictionary, Entry};
    #[pymodule_export]
    use crate::document::{Document, Section, Unit, analyze_its, decode, restore};
    #[pymodule_export]
    use crate::encode::{Encoded, Placement, encode};
    #[pymodule_export]
    use crate::engine::{Engine, unpickle};
    #[pymodule_export]
    use crate::entities::Entities;
    #[pymodule_export]
    use crate::export::export;
    #[pymodule_export]
    use crate::filter::Filters;
    #[pymodule_export]
    use crate::formats::{FormatInfo, formats};
    #[pymodule_export]
    use crate::highlight::Highlight;
    #[pymodule_export]
    use crate::import::{DictionaryDifference, ImportReport, SkippedParts, write_vocabulary_table};
    #[pymodule_export]
    use crate::invitation::Invitation;
    #[pymodule_export]
    use crate::job::{Job, Jobs};
    #[pymodule_export]
    use crate::language::identify_language;
    #[pymodule_export]
    use crate::link_failure::LinkFailure;
    #[pymodule_export]
    use crate::links::Links;
    #[pymodule_export]
    use crate::log::listen;
    #[cfg(feature = "mcp")]
    #[pymodule_export]
    use crate::mcp::serve_mcp;
    #[pymodule_export]
    use crate::model_report::{ModelReport, TensorInfo, check_model};
    #[pymodule_export]
    use crate::models::{Model, Models};
    #[pymodule_export]
    use crate::nif::{Context, Finding, Nif, check_nif, nif_skeleton, read_nif, to_nif};
    #[pymodule_export]
    use crate::offsets::Part;
    #[pymodule_export]
    use crate::option_tables::option_tables;
    #[pymodule_export]
    use crate::options::closest_name;
    #[pymodule_export]
    use crate::pipeline::Pipeline;
    #[pymodule_export]
    use crate::pipelines::Pipelines;
    #[pymodule_export]
    use crate::protocol::{
        EngineInfo, Engines, ParameterInfo, ProtocolInfo, Provider, ProviderUsage, protocols,
    };
    #[pymodule_export]
    use crate::provider::Passage;
    #[pymodule_export]
    use crate::ranking_weights::RankingWeights;
    #[pymodule_export]
    use crate::reconciliation::Reconciliation;
    #[pymodule_export]
    use crate::redact::{
        RedactedSpan, Redaction, generate_pseudonym_key, redact, restore_redacted, restore_text,
    };
    #[pymodule_export]
    use crate::reply::Reply;
    #[pymodule_export]
    use crate::service::{Answer, CallBatch, CallResult, ServiceCall};
    #[pymodule_export]
    use crate::session::Session;
    #[pymodule_export]
    use crate::stored_document::StoredDocuments;
    #[pymodule_export]
    use crate::termbase::TermBase;
    #[pymodule_export]
    use crate::terms::Terms;
    #[pymodule_export]
    use crate::translation::{SystemInfo, TranslationSystem, Translations};
    #[pymodule_export]
    use crate::translation_memory::{FuzzyMatch, TranslationMemory};
    #[pymodule_export]
    use crate::user::{User, Users};
    #[pymodule_export]
    use crate::web_annotation::{read_web_annotations, to_web_annotation};
    #[pymodule_export]
    use crate::xliff::{embedded_document, merge_xliff, to_xliff};
    #[pymodule_export]
    use crate::xslt::{Stylesheet, XsltMessage, XsltParameter, XsltReply, work};
}
