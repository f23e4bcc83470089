//! The provenance of what services find.

use std::sync::Arc;

use glossweave_base::clock::Timestamp;
use glossweave_document::annotation::ProvenanceExt;
use glossweave_document::annotation::{Annotation, Provenance};
use glossweave_store::acl::AuthContext;

/// The start of the IRIs of the tools of this library.
const OWN: &str = "urn:glossweave:";

/// Names the tool, its version, the dataset and the time in annotations, if the settings ask for that.
#[derive(Clone, Copy, Debug)]
pub struct Attribution<'a>(Option<&'a AuthContext>);

impl<'a> Attribution<'a> {
    /// Creates one that does so if it `is_wanted`.
    pub fn new(access: &'a AuthContext, is_wanted: bool) -> Attribution<'a> {
        Attribution(is_wanted.then_some(access))
    }

    /// Creates one that leaves annotations as they are.
    pub fn none() -> Attribution<'a> {
        Attribution(None)
    }

    /// Returns the annotator of what a provider finds with a dataset, which has a name and a revision. Returns `None`
    /// if it is not wanted.
    pub fn annotator(
        &self,
        provider: &str,
        dataset: &str,
        revision: impl ToString,
    ) -> Option<Arc<str>> {
        let made = known(Provenance::of_provider(provider), self.0?.now());
        Some(made.with_dataset(dataset, revision.to_string()).to_string().into())
    }

    /// Returns annotations with what is wanted. `revision` is that of the data of the provider itself. The annotators
    /// of others stay as they are; those of this library get version and time.
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
        // Most have the same annotator as the one before.
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
