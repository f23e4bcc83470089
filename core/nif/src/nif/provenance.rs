//! The provenance of annotations, using PROV-O.

use std::collections::HashSet;

use glossweave_document::annotation::{Annotation, Provenance, ProvenanceExt};
use glossweave_rdf::vocab::{prov, rdf, schema, xsd};
use glossweave_rdf::{Object, Sink};

/// Describes each tool whose IRI contains provenance once: the use of the tool as an activity, the
/// tool as its agent, and the dataset as an entity that the activity used.
pub(super) fn describe<'a, S: Sink>(
    sink: &mut S,
    annotations: impl Iterator<Item = &'a Annotation>,
) {
    let mut known = HashSet::new();
    let mut described = HashSet::new();
    for annotation in annotations {
        let Some(activity) = annotation.annotator().filter(|iri| known.insert(*iri)) else {
            continue;
        };
        let Some(made) = annotation.provenance() else { continue };
        let mut agent = Provenance::new(&*made.tool);
        agent.version.clone_from(&made.version);
        let agent = agent.to_string();
        let entity = made.dataset_iri();
        if activity != agent {
            sink.subject(activity);
            sink.property(rdf::TYPE, Object::Name(prov::ACTIVITY));
            sink.property(prov::WAS_ASSOCIATED_WITH, Object::Iri(&agent));
            if let Some(entity) = &entity {
                sink.property(prov::USED, Object::Iri(entity));
            }
            if let Some(time) = made.time {
                let time = time.to_string();
                sink.property(prov::STARTED_AT_TIME, Object::Typed(&time, xsd::DATE_TIME));
            }
        }
        if described.insert(agent.clone()) {
            sink.subject(&agent);
            sink.property(rdf::TYPE, Object::Name(prov::SOFTWARE_AGENT));
            if let Some(version) = &made.version {
                sink.property(schema::SOFTWARE_VERSION, Object::Text(version));
            }
        }
        if let Some((entity, name)) = entity.zip(made.dataset.as_ref())
            && described.insert(entity.clone())
        {
            sink.subject(&entity);
            sink.property(rdf::TYPE, Object::Name(prov::ENTITY));
            sink.property(schema::NAME, Object::Text(name));
            if let Some(revision) = &made.revision {
                sink.property(schema::VERSION, Object::Text(revision));
            }
        }
    }
}
