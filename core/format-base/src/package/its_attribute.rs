//! Annotations as ITS 2.0 attributes. Custom attributes are used for fields that ITS has no
//! attribute for, for example further identifiers.

use std::borrow::Cow;

use crate::annotate::Mark;
use crate::its::{AttributeValue, has_attribute, is_structure};
use glossweave_document::FRAGMENT;
use glossweave_document::annotation::{Annotation, Body, Category};
use glossweave_markup::escape::is_xml;

/// Returns the reason why attributes cannot represent an annotation, or `None` if they can.
pub fn refusal(annotation: &Annotation) -> Option<&'static str> {
    let mut all = its_values(annotation);
    let annotator = annotation.annotator().map(|tool| ("".into(), tool.into()));
    all.extend(annotator);
    let fits = all.iter().all(|(_, value)| value.chars().all(is_xml));
    match annotation.body() {
        Body::Translation(_) => Some("translations are not markup"),
        Body::Metadata(metadata) if is_structure(metadata.category()) => {
            Some("this metadata is about the structure of the document")
        }
        Body::Metadata(metadata) if metadata.records().len() > 1 => {
            Some("one element cannot have several records")
        }
        _ if !fits => Some("a value has a character that XML does not allow"),
        _ => None,
    }
}

/// Returns the attributes of an annotation, including the attributes of its fragment and its tool.
pub fn values<'a>(mark: &Mark<'a>) -> Vec<AttributeValue<'a>> {
    let annotation = mark.annotation;
    let mut values = its_values(annotation);
    let name = match annotation.annotator() {
        Some(_) if !mark.tools.inherit_badly(annotation) => Some("its:annotatorsRef"),
        None if !mark.tools.any => None,
        _ => Some("gw:annotatorsRef"),
    };
    values.extend(name.map(|name| tool(name, annotation)));
    if let Some(number) = mark.fragment {
        values.push(("gw:id".into(), format!("{FRAGMENT}{number}").into()));
    }
    values
}

/// Returns the attributes used when an annotation is on an element outside of the text.
pub fn standoff_values(annotation: &Annotation) -> Vec<AttributeValue<'_>> {
    let mut values = its_values(annotation);
    values.extend(annotation.annotator().map(|_| tool("its:annotatorsRef", annotation)));
    values
}

/// Returns the attribute for the tool of an annotation.
fn tool<'a>(name: &'static str, annotation: &Annotation) -> AttributeValue<'a> {
    let category = match annotation.body() {
        Body::Term(_) => Category::Terminology,
        Body::Metadata(metadata) => metadata.category(),
        Body::Entity(_) | Body::Translation(_) => Category::TextAnalysis,
    };
    let tool = annotation.annotator().unwrap_or_default();
    (name.into(), format!("{}|{tool}", category.identifier()).into())
}

/// Returns the content of an annotation as attributes (ITS 2.0, clauses 8.4 and 8.9).
fn its_values(annotation: &Annotation) -> Vec<AttributeValue<'_>> {
    let mut values: Vec<AttributeValue<'_>> = Vec::new();
    match annotation.body() {
        Body::Entity(entity) => {
            let lists = [
                (&entity.idents, "its:taIdentRef", "gw:taIdentRefs"),
                (&entity.classes, "its:taClassRef", "gw:taClassRefs"),
            ];
            for (list, first_name, rest_name) in lists {
                let Some((first, rest)) = list.split_first() else { continue };
                values.push((first_name.into(), Cow::Borrowed(first)));
                if !rest.is_empty() {
                    values.push((rest_name.into(), rest.join(" ").into()));
                }
            }
            values.extend(
                entity.source.as_deref().map(|source| ("its:taSource".into(), source.into())),
            );
            values
                .extend(entity.ident.as_deref().map(|ident| ("its:taIdent".into(), ident.into())));
            let confidence = entity.confidence.map(|number| number.to_string().into());
            values.extend(confidence.map(|number| ("its:taConfidence".into(), number)));
            if entity.is_anonymous() {
                values.push(("gw:taSpot".into(), "yes".into()));
            }
        }
        Body::Term(term) => {
            values.push(("its:term".into(), "yes".into()));
            values
                .extend(term.info_ref.as_deref().map(|iri| ("its:termInfoRef".into(), iri.into())));
            values.extend(term.info.as_deref().map(|info| ("gw:termInfo".into(), info.into())));
            let confidence = term.confidence.map(|number| number.to_string().into());
            values.extend(confidence.map(|number| ("its:termConfidence".into(), number)));
        }
        Body::Metadata(metadata) => {
            let first = metadata.records().first().into_iter().flatten();
            let all = metadata.fields().iter().chain(first);
            values.extend(all.map(|(name, value)| {
                let prefix = if has_attribute(name) { "its" } else { "gw" };
                (format!("{prefix}:{name}").into(), (&**value).into())
            }));
        }
        Body::Translation(_) => {}
    }
    values
}
