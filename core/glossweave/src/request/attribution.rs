//! The provenance of annotations that services create.

use std::sync::Arc;

use glossweave_base::clock::Timestamp;
use glossweave_document::annotation::{Annotation, Provenance, ProvenanceExt};
use glossweave_store::acl::AuthContext;

/// The prefix of the IRIs of the tools of this library.
const OWN: &str = "urn:glossweave:";

/// Records the tool, its version, the dataset and the time in annotations, if the settings require
/// it.
#[derive(Clone, Copy, Debug)]
pub struct Attribution<'a>(Option<&'a AuthContext>);

impl<'a> Attribution<'a> {
    /// Creates an attribution that records them if `is_wanted` is `true`.
    pub fn new(access: &'a AuthContext, is_wanted: bool) -> Attribution<'a> {
        Attribution(is_wanted.then_some(access))
    }

    /// Creates an attribution that does not change annotations.
    pub fn none() -> Attribution<'a> {
        Attribution(None)
    }

    /// Returns the annotator of entities that a provider finds with a dataset of this name and
    /// revision. Returns `None` if provenance is not recorded.
    pub fn annotator(
        &self,
        provider: &str,
        dataset: &str,
        revision: impl ToString,
    ) -> Option<Arc<str>> {
        let made = known(Provenance::of_provider(provider), self.0?.now());
        Some(made.with_dataset(dataset, revision.to_string()).to_string().into())
    }

    /// Adds provenance to annotations. `revision` is the revision of the data of the provider.
    /// Annotators of other tools do not change; annotators of this library get the version and the
    /// time.
    pub fn apply(
        &self,
        annotations: Vec<Annotation>,
        provider: &str,
        revision: impl FnOnce() -> Option<String>,
    ) -> Vec<Annotation> {
        let Some(now) = self.0.map(AuthContext::now) else { return annotations };
        let own = known(Provenance::of_provider(provider), now);
        let own: Arc<str> = match revision() {
            Some(revision) => own.with_dataset(provider, revision).to_string().into(),
            None => own.to_string().into(),
        };
        // Most annotations have the same annotator as the previous annotation.
        let mut last: Option<(Arc<str>, Arc<str>)> = None;
        let attributed = annotations.into_iter().map(|annotation| {
            let Some(iri) = annotation.annotator() else { return annotation.by(Arc::clone(&own)) };
            if !iri.starts_with(OWN) || annotation.provenance().is_some() {
                return annotation;
            }
            let by = match &last {
                Some((before, by)) if **before == *iri => Arc::clone(by),
                _ => {
                    let by: Arc<str> = known(Provenance::new(iri), now).to_string().into();
                    last = Some((iri.into(), Arc::clone(&by)));
                    by
                }
            };
            annotation.by(by)
        });
        attributed.collect()
    }
}

/// Adds the version of the library and the time.
fn known(tool: Provenance, now: Timestamp) -> Provenance {
    tool.with_version(env!("CARGO_PKG_VERSION")).with_time(now)
}
