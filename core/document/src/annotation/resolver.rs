//! Resolution of the references of annotations against a base IRI.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::reference::is_reference;
use super::{Annotation, Body, Metadata, Records};
use glossweave_base::text::iri::{is_absolute, percent_encoded, resolve};

/// A resolver for the references of annotations. Record lists that annotations share remain shared.
#[derive(Debug)]
pub struct Resolver<'b> {
    base: &'b str,
    /// `true` if resolved references are also percent-encoded into valid IRIs, as RDF requires.
    valid: bool,
    /// The resolved lists by the address of the original list. `None` if all references of the list
    /// are already absolute.
    lists: HashMap<usize, Option<Records>>,
    /// The resolved IRIs of tools by the address of the original IRI. `None` if the IRI is already
    /// absolute.
    tools: HashMap<usize, Option<Option<Arc<str>>>>,
}

impl<'b> Resolver<'b> {
    /// Creates a resolver that uses a base IRI.
    pub fn new(base: &'b str) -> Resolver<'b> {
        Resolver { base, valid: false, lists: HashMap::new(), tools: HashMap::new() }
    }

    /// Creates a resolver that also percent-encodes the characters that IRIs do not allow.
    pub fn for_rdf(base: &'b str) -> Resolver<'b> {
        Resolver { valid: true, ..Resolver::new(base) }
    }

    /// Returns the annotation with all references resolved. Values of entities, terms and tools
    /// that are not references are removed.
    pub fn resolved<'a>(&mut self, annotation: &'a Annotation) -> Cow<'a, Annotation> {
        let (base, valid) = (self.base, self.valid);
        let is_ready = |reference: &str| {
            is_absolute(reference)
                && (!valid || matches!(percent_encoded(reference), Some(Cow::Borrowed(_))))
        };
        let made = |reference: &str| {
            let resolved = resolve(base, reference)?;
            if valid { percent_encoded(&resolved).map(Cow::into_owned) } else { Some(resolved) }
        };
        let records = annotation.as_metadata().and_then(|metadata| {
            let records = metadata.shared_records();
            let address = records.address()?;
            self.lists.entry(address).or_insert_with(|| records.resolved(is_ready, made)).clone()
        });
        let tool = annotation.annotator.as_ref().and_then(|annotator| {
            let resolved = || (!is_ready(annotator)).then(|| made(annotator).map(Arc::from));
            self.tools.entry(address(annotator)).or_insert_with(resolved).clone()
        });
        if records.is_none() && tool.is_none() && annotation.references().all(is_ready) {
            return Cow::Borrowed(annotation);
        }
        let mut copy = annotation.clone();
        match &mut copy.body {
            Body::Entity(entity) => {
                for list in [&mut entity.idents, &mut entity.classes] {
                    *list = list.iter().filter_map(|iri| made(iri).map(Into::into)).collect();
                }
            }
            Body::Term(term) => {
                term.info_ref = term.info_ref.as_deref().and_then(made).map(Into::into);
            }
            Body::Metadata(metadata) => {
                for reference in metadata.references() {
                    if let Some(made) = made(reference) {
                        *reference = made.into();
                    }
                }
                if let Some(records) = records {
                    metadata.set_records(records);
                }
            }
            Body::Translation(_) => {}
        }
        if let Some(tool) = tool {
            copy.annotator = tool;
        }
        Cow::Owned(copy)
    }
}

impl Annotation {
    /// Returns the references that cannot be resolved to an IRI with any base. References in a
    /// record list, and the reference to the tool, are returned only when their address is not yet
    /// in `seen`.
    pub(crate) fn broken_references<'a>(
        &'a self,
        seen: &mut HashSet<usize>,
    ) -> impl Iterator<Item = &'a str> {
        let records = self.as_metadata().map(Metadata::shared_records);
        let records =
            records.filter(|all| all.address().is_some_and(|address| seen.insert(address)));
        let records = records.into_iter().flat_map(Records::references);
        let annotator = self.annotator.as_ref().filter(|annotator| seen.insert(address(annotator)));
        let all = self.references().chain(records).chain(annotator.map(AsRef::as_ref));
        all.filter(|reference| resolve("http://a.invalid/", reference).is_none())
    }

    /// Returns all references, except the references in records and to the tool, because many
    /// annotations share these.
    fn references(&self) -> impl Iterator<Item = &str> {
        let none: &[Box<str>] = &[];
        let (idents, classes, info_ref, metadata) = match &self.body {
            Body::Entity(entity) => (&entity.idents[..], &entity.classes[..], None, None),
            Body::Term(term) => (none, none, term.info_ref.as_deref(), None),
            Body::Translation(_) => (none, none, None, None),
            Body::Metadata(metadata) => (none, none, None, Some(metadata)),
        };
        let fields = metadata.into_iter().flat_map(|metadata| {
            let all = metadata.fields().iter();
            all.filter(|field| is_reference(field.0)).map(|field| &*field.1)
        });
        let lists = idents.iter().chain(classes).map(AsRef::as_ref);
        lists.chain(info_ref).chain(fields)
    }
}

/// Returns the address of a shared text. The address is unique while the text exists.
fn address(text: &Arc<str>) -> usize {
    Arc::as_ptr(text).addr()
}
