//! Datasets: names of entities, or terms, as stored resources.
//!
//! Programs should use the crate `glossweave`, which re-exports the public API. Other public items are used
//! by the other crates of Glossweave, and may change in any version.

mod build;
mod datasets;
mod files;
mod load;
mod plural;
mod read;
mod reconciliation;
mod source_log;
mod statements;
mod terms;
mod upload;
mod vocabulary;

pub use datasets::{Datasets, DatasetsExt};
pub use load::Load;
pub use reconciliation::{ApiVersion, Reconciliation, ReconciliationOptions, Suggested};
pub(crate) use statements::SourceStatements;
pub use upload::Upload;
pub use vocabulary::{OpenVocabulary, SharedPlace, StoredGraphs, VocabularyFiles};

use std::time::Instant;

use serde::{Deserialize, Serialize};

use glossweave_base::error::{Error, Result};
use glossweave_base::log::{Level, emit};
use glossweave_base::progress::Watch;
use glossweave_base::text::Language;
use glossweave_base::words::LabelCase;
use glossweave_store::resource::{
    Content, DatasetType, Mode, PendingContent, ResourceKind, ResourceUpdate,
};
use glossweave_store::store::{StagedFiles, StoredFiles};

/// The content of a dataset: the number of its entries and its settings. The names are stored in
/// separate files.
///
/// The body of a request is a table of names in CSV (see `docs/datasets.md`), unless
/// [`ResourceUpdate::informat`](glossweave_store::resource::ResourceUpdate::informat) specifies
/// another format.
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dataset {
    /// The type: `terms` for a term base. `None` for a dataset of names.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub sort: Option<String>,
    /// The default language of labels that have no language.
    pub language: Option<String>,
    /// The number of entities, or of concepts in a term base.
    pub entities: u64,
    /// The number of names, or of terms in a term base.
    pub labels: u64,
    /// `true` if plurals of the names are found too.
    #[serde(default)]
    pub plurals: bool,
    /// The case of names that do not specify a case. `None` if it is
    /// [`auto`](glossweave_base::words::LabelCase::Auto).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// Words that are not names by themselves, in addition to the built-in words.
    #[serde(default, rename = "neverAlone", skip_serializing_if = "Vec::is_empty")]
    pub never_alone: Vec<String>,
    /// The number of names that are common words. They are found only with a capital that is not explained by
    /// their position.
    #[serde(default, rename = "commonLabels", skip_serializing_if = "is_zero")]
    pub common_labels: u64,
    /// The number of names that are not found, because each of them is a word that is not a name by
    /// itself.
    #[serde(default, rename = "neverAloneLabels", skip_serializing_if = "is_zero")]
    pub never_alone_labels: u64,
    /// The first 100 invalid names and rows of the last source, or invalid entries of a term base, which were
    /// skipped. Each has the reason and its location.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<String>,
    /// The files of the dataset. `None` if it has no content yet.
    #[serde(default)]
    files: Option<StoredFiles>,
    #[serde(skip)]
    pending: StagedFiles,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The settings that specify how the names of a dataset are found.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Naming {
    language: Option<String>,
    plurals: bool,
    case: LabelCase,
    never_alone: Vec<String>,
}

impl Naming {
    /// Returns the settings after an update of a dataset.
    fn of(changes: &ResourceUpdate, old: Option<&Dataset>) -> Naming {
        let language = changes.language.as_ref().map(Language::to_string);
        let case = || old?.case.as_deref()?.parse().ok();
        let never_alone = || old.map(|old| old.never_alone.clone()).unwrap_or_default();
        Naming {
            language: language.or_else(|| old?.language.clone()),
            plurals: changes.plurals.or(old.map(|old| old.plurals)).unwrap_or_default(),
            case: changes.case.or_else(case).unwrap_or_default(),
            never_alone: changes.never_alone.clone().unwrap_or_else(never_alone),
        }
    }

    /// Creates a dataset with these settings and without content.
    fn dataset(self) -> Dataset {
        let Naming { language, plurals, case, never_alone } = self;
        let case = Some(case).filter(|case| *case != LabelCase::Auto);
        let case = case.map(|case| case.name().to_owned());
        Dataset { language, plurals, case, never_alone, ..Dataset::default() }
    }
}

impl Content for Dataset {
    const KIND: ResourceKind = ResourceKind::Dataset;
    const FILES: bool = true;
    const HIDDEN: &'static [&'static str] = &["files"];
    type Context = VocabularyFiles;

    fn parse(
        body: &[u8],
        old: Option<&Dataset>,
        draft: &mut PendingContent<'_>,
        folder: &VocabularyFiles,
    ) -> Result<Dataset> {
        Dataset::load(body, old, draft, folder, &mut |_| Ok(()))
    }

    fn apply_update(&mut self, draft: &PendingContent<'_>, folder: &VocabularyFiles) -> Result<()> {
        let changes = &draft.changes;
        if changes.informat.is_some() || changes.mode.is_some() || !changes.properties.is_empty() {
            let message = "`informat`, `mode` and `properties` apply only if names are loaded";
            return Err(Error::invalid(message).with_parameter("mode"));
        }
        let naming = Naming::of(changes, Some(self));
        if changes
            .dataset_type
            .is_some_and(|sort| (sort == DatasetType::Terms) != self.sort.is_some())
        {
            return Err(other_sort());
        }
        if self.sort.is_some() {
            self.language = naming.language;
        } else if naming != Naming::of(&ResourceUpdate::default(), Some(self)) {
            *self = build::again(self, folder, naming)?;
        }
        Ok(())
    }

    fn on_commit(&self, old: Option<&Dataset>, folder: &VocabularyFiles) {
        self.on_unknown_commit();
        if let Some(files) = old.and_then(|old| old.files.as_ref())
            && self.files.as_ref() != Some(files)
        {
            folder.forget(files);
        }
    }

    fn on_unknown_commit(&self) {
        // A stored row may refer to the folder, so it is kept. When the store is opened again, it
        // removes unreferenced folders.
        if let Some(staged) = &self.pending.0 {
            staged.keep();
        }
    }

    fn beside(&self, folder: &VocabularyFiles) -> u64 {
        self.files.as_ref().map_or(0, |files| folder.size(files))
    }

    fn on_delete(&self, folder: &VocabularyFiles) {
        if let Some(files) = &self.files {
            folder.forget(files);
        }
    }
}

impl Dataset {
    /// Creates the files of a new revision from a source and the old content.
    fn load(
        source: &[u8],
        old: Option<&Dataset>,
        draft: &PendingContent<'_>,
        folder: &VocabularyFiles,
        watch: &mut Watch<'_>,
    ) -> Result<Dataset> {
        let changes = &draft.changes;
        let mode = changes.mode.unwrap_or_default();
        if old.and_then(|old| old.files.as_ref()).is_none() && mode == Mode::Remove {
            let message = "`mode` is `remove`, but the dataset is empty";
            return Err(Error::invalid(message).with_parameter("mode"));
        }
        let naming = Naming::of(changes, old);
        let informat = changes.informat.as_deref().map(str::parse).transpose()?;
        let notation = informat.unwrap_or_default();
        let strict = changes.strict.unwrap_or_default();
        let loading = build::Loading { notation, mode, properties: &changes.properties, strict };
        let was = old.map(|old| old.sort.is_some());
        let is_terms = match (was, changes.dataset_type) {
            (Some(was), Some(sort)) if was != (sort == DatasetType::Terms) => {
                return Err(other_sort());
            }
            (Some(was), _) => was,
            (None, sort) => sort == Some(DatasetType::Terms),
        };
        let begun = Instant::now();
        let loaded = match is_terms {
            true => terms::load(source, old, folder, &loading, naming.language, watch)?,
            false => build::load(source, old, folder, &loading, naming, watch)?,
        };
        let Dataset { entities, labels, .. } = &loaded;
        let (owner, time) = (&draft.owner, begun.elapsed().as_millis());
        let message = format_args!(
            "loaded a dataset of `{owner}` in {time} milliseconds: {entities} entities, {labels} labels"
        );
        emit(Level::Info, "glossweave::dataset", message);
        Ok(loaded)
    }
}

/// The value of `type` for a term base.
const SORT: &str = "terms";

fn other_sort() -> Error {
    let message = "`type` cannot be changed: a dataset contains either names of things or terms";
    Error::invalid(message).with_parameter("type")
}
