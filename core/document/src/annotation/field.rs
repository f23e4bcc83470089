//! Annotations as named string fields, for callers without access to the Rust types.

use std::str::FromStr;

use super::{Annotation, Body, Category, Entity, Metadata, Term, Translation};
use glossweave_base::error::{Error, Result};
use glossweave_base::text::{Language, PluralCategory, TextSpan};

impl Body {
    /// Returns the name of the body type: `entity`, `term`, `translation` or `metadata`.
    pub fn name(&self) -> &'static str {
        match self {
            Body::Entity(_) => "entity",
            Body::Term(_) => "term",
            Body::Translation(_) => "translation",
            Body::Metadata(_) => "metadata",
        }
    }
}

impl Annotation {
    /// Creates an annotation from the name of its body type (see [`Body::name`]) and its fields.
    ///
    /// The fields depend on the type:
    /// - An entity has `ident` (an IRI; repeat it for several, the best one first), `class`
    ///   (repeatable), and `source` together with `source-ident`.
    /// - A term has `info-ref` and `info`.
    /// - A translation requires `text` and `language`, and may have `plural-form`.
    /// - Metadata begins with `category`, followed by the [fields](Category::fields) of that
    ///   category. Each `record` (with any value) begins a record, and the [fields of the
    ///   record](Category::record) follow.
    ///
    /// Entities, terms and translations also accept `confidence` (a number), and all types accept
    /// `annotator` (the IRI of the tool). When a single-valued field is repeated, the last value is
    /// used.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the field as the parameter, if the type does not have the
    /// field, a value cannot be parsed, or a translation has no text or language. Also returns
    /// `ErrorKind::Invalid` if the span is not empty and the annotation has a
    /// [fault](Annotation::fault).
    pub fn from_fields<'a>(
        span: TextSpan,
        body_type: &str,
        fields: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Annotation> {
        let body_type: BodyType = body_type.parse()?;
        let mut read = Fields::default();
        for (name, value) in fields {
            read.take(body_type, name, value).map_err(|error| error.with_parameter(name))?;
        }
        let annotator = read.annotator.take().map(Into::into);
        let annotation = Annotation { span, body: read.body(body_type)?, annotator };
        // Empty spans are accepted here, because the writer reports them.
        match annotation.fault().filter(|_| !span.is_empty()) {
            Some(fault) => Err(Error::invalid(fault)),
            None => Ok(annotation),
        }
    }

    /// Returns the value of a field by its name, as used by [`Annotation::from_fields`]. `number`
    /// selects the value of a repeated field, starting from 0. The confidence is not a text, so
    /// this method does not return it.
    pub fn field(&self, name: &str, number: usize) -> Option<&str> {
        match (&self.body, name, number) {
            (_, "annotator", 0) => self.annotator(),
            (Body::Entity(entity), "ident", _) => entity.idents.get(number).map(AsRef::as_ref),
            (Body::Entity(entity), "class", _) => entity.classes.get(number).map(AsRef::as_ref),
            (Body::Entity(entity), "source", 0) => entity.source.as_deref(),
            (Body::Entity(entity), "source-ident", 0) => entity.ident.as_deref(),
            (Body::Term(term), "info-ref", 0) => term.info_ref.as_deref(),
            (Body::Term(term), "info", 0) => term.info.as_deref(),
            (Body::Translation(translation), "text", 0) => Some(&translation.text),
            (Body::Translation(translation), "language", 0) => Some(translation.language.as_str()),
            (Body::Translation(translation), "plural-form", 0) => {
                translation.plural_form.map(PluralCategory::name)
            }
            (Body::Metadata(metadata), "category", 0) => Some(metadata.category().identifier()),
            (Body::Metadata(metadata), name, 0) if metadata.field(name).is_some() => {
                metadata.field(name)
            }
            (Body::Metadata(metadata), name, number) => {
                let record = metadata.records().get(number)?.iter();
                record.into_iter().find(|field| field.0 == name).map(|field| &*field.1)
            }
            _ => None,
        }
    }
}

impl Annotation {
    /// Returns the names and values of all fields except the confidence, in an order that
    /// [`Annotation::from_fields`] accepts.
    pub fn fields(&self) -> Vec<(&'static str, &str)> {
        let mut fields: Vec<(&'static str, &str)> = Vec::new();
        match &self.body {
            Body::Entity(entity) => {
                fields.extend(entity.idents.iter().map(|iri| ("ident", &**iri)));
                fields.extend(entity.classes.iter().map(|iri| ("class", &**iri)));
                fields.extend(entity.source.as_deref().map(|source| ("source", source)));
                fields.extend(entity.ident.as_deref().map(|ident| ("source-ident", ident)));
            }
            Body::Term(term) => {
                fields.extend(term.info_ref.as_deref().map(|iri| ("info-ref", iri)));
                fields.extend(term.info.as_deref().map(|info| ("info", info)));
            }
            Body::Translation(translation) => {
                fields.push(("text", &translation.text));
                fields.push(("language", translation.language.as_str()));
                fields.extend(translation.plural_form.map(|form| ("plural-form", form.name())));
            }
            Body::Metadata(metadata) => {
                fields.push(("category", metadata.category().identifier()));
                fields.extend(metadata.fields().iter().map(|field| (field.0, &*field.1)));
                for record in metadata.records() {
                    fields.push(("record", ""));
                    fields.extend(record.iter().map(|field| (field.0, &*field.1)));
                }
            }
        }
        fields.extend(self.annotator().map(|iri| ("annotator", iri)));
        fields
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BodyType {
    Entity,
    Term,
    Translation,
    Metadata,
}

impl FromStr for BodyType {
    type Err = Error;

    fn from_str(name: &str) -> Result<BodyType> {
        match name {
            "entity" => Ok(BodyType::Entity),
            "term" => Ok(BodyType::Term),
            "translation" => Ok(BodyType::Translation),
            "metadata" => Ok(BodyType::Metadata),
            _ => {
                let known = "one of entity, term, translation, metadata";
                Err(Error::no_such("annotation", name, known).with_parameter("body"))
            }
        }
    }
}

/// The fields collected so far. A field may still be missing.
#[derive(Default)]
struct Fields {
    entity: Entity,
    term: Term,
    text: Option<Box<str>>,
    language: Option<Language>,
    plural_form: Option<PluralCategory>,
    confidence: Option<f64>,
    annotator: Option<Box<str>>,
    metadata: Option<Metadata>,
    record: Option<Vec<(Box<str>, Box<str>)>>,
}

impl Fields {
    fn take(&mut self, body_type: BodyType, name: &str, value: &str) -> Result<()> {
        match (body_type, name) {
            (_, "annotator") => self.annotator = Some(value.into()),
            (BodyType::Metadata, _) => return self.take_metadata(name, value),
            (_, "confidence") => {
                let none = |_| Error::no_such("confidence", value, "a number from 0 to 1");
                self.confidence = Some(value.parse().map_err(none)?);
            }
            (BodyType::Entity, "ident") => self.entity.idents.push(value.into()),
            (BodyType::Entity, "class") => self.entity.classes.push(value.into()),
            (BodyType::Entity, "source") => self.entity.source = Some(value.into()),
            (BodyType::Entity, "source-ident") => self.entity.ident = Some(value.into()),
            (BodyType::Term, "info-ref") => self.term.info_ref = Some(value.into()),
            (BodyType::Term, "info") => self.term.info = Some(value.into()),
            (BodyType::Translation, "text") => self.text = Some(value.into()),
            (BodyType::Translation, "language") => self.language = Some(value.parse()?),
            (BodyType::Translation, "plural-form") => {
                let known = PluralCategory::ALL.map(PluralCategory::name).join(", ");
                let none = || Error::no_such("plural form", value, &format!("one of {known}"));
                self.plural_form = Some(PluralCategory::from_name(value).ok_or_else(none)?);
            }
            _ => return Err(Error::no_such("field", name, known(body_type))),
        }
        Ok(())
    }

    fn take_metadata(&mut self, name: &str, value: &str) -> Result<()> {
        let metadata = match (&mut self.metadata, name) {
            (none @ None, "category") => {
                *none = Some(Metadata::new(value.parse::<Category>()?));
                return Ok(());
            }
            (None, _) => return Err(missing("metadata", "category")),
            (Some(metadata), _) => metadata,
        };
        if name == "record" || self.record.is_none() {
            if let Some(record) = self.record.take() {
                metadata.add_record(record.iter().map(|(name, value)| (&**name, &**value)))?;
            }
            if name != "record" {
                return metadata.set(name, value);
            }
        }
        let record = self.record.get_or_insert_default();
        if name != "record" {
            record.push((name.into(), value.into()));
        }
        Ok(())
    }

    fn body(mut self, body_type: BodyType) -> Result<Body> {
        if body_type == BodyType::Metadata {
            if let Some(record) = self.record.take() {
                self.metadata
                    .get_or_insert_with(|| Metadata::new(Category::Provenance))
                    .add_record(record.iter().map(|(name, value)| (&**name, &**value)))?;
            }
            let metadata = self.metadata.ok_or_else(|| missing("metadata", "category"))?;
            return Ok(Body::Metadata(metadata));
        }
        let confidence = self.confidence;
        Ok(match body_type {
            BodyType::Entity => Body::Entity(Entity { confidence, ..self.entity }),
            BodyType::Term => Body::Term(Term { confidence, ..self.term }),
            BodyType::Translation | BodyType::Metadata => Body::Translation(Translation {
                text: self.text.ok_or_else(|| missing("a translation", "text"))?,
                language: self.language.ok_or_else(|| missing("a translation", "language"))?,
                confidence,
                plural_form: self.plural_form,
            }),
        })
    }
}

fn known(body_type: BodyType) -> &'static str {
    match body_type {
        BodyType::Entity => "one of ident, class, source, source-ident, confidence, annotator",
        BodyType::Term => "one of info-ref, info, confidence, annotator",
        BodyType::Translation => "one of text, language, plural-form, confidence, annotator",
        BodyType::Metadata => "category, record, annotator or a field of the category",
    }
}

fn missing(what: &str, field: &str) -> Error {
    Error::invalid(format!("{what} needs `{field}`")).with_parameter(field)
}

#[cfg(test)]
mod tests {
    use super::{Annotation, TextSpan};

    #[test]
    fn every_field_comes_back() {
        let sorts: [(&str, &[&str]); 3] = [
            ("entity", &["ident", "class", "source", "source-ident", "annotator"]),
            ("term", &["info-ref", "info", "annotator"]),
            ("translation", &["text", "language", "annotator"]),
        ];
        for (body_type, names) in sorts {
            let iri = |name: &&str| matches!(*name, "ident" | "class" | "info-ref" | "annotator");
            let value = |name: &str| if iri(&name) { "x:iri" } else { "de" };
            let fields = names.iter().map(|name| (*name, value(name)));
            let read = Annotation::from_fields(TextSpan::new(1, 2), body_type, fields).unwrap();
            assert_eq!(read.body().name(), body_type);
            assert!(names.iter().all(|name| read.field(name, 0) == Some(value(name))), "{read:?}");
            assert!(names.iter().all(|name| read.field(name, 1).is_none()), "{read:?}");
        }
    }

    #[test]
    fn faults_name_the_field() {
        let fault = |body_type: &str, fields: &[(&str, &str)]| {
            let read = Annotation::from_fields(TextSpan::new(0, 1), body_type, fields.to_vec());
            read.unwrap_err().parameter().map(str::to_owned)
        };
        assert_eq!(fault("thing", &[]).as_deref(), Some("body"));
        assert_eq!(fault("term", &[("class", "x:y")]).as_deref(), Some("class"));
        assert_eq!(fault("term", &[("confidence", "much")]).as_deref(), Some("confidence"));
        assert_eq!(fault("translation", &[("text", "x")]).as_deref(), Some("language"));
    }
}
