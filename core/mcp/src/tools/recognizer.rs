//! The recognizer of a call.

use crate::arguments::Arguments;
use crate::field::{Field, FieldKind};
use crate::tool::Context;
use glossweave::annotation::Annotation;
use glossweave::entity::EntityOptions;
use glossweave::{Document, Error, Result};

/// The fields of a recognizer in the input of a tool.
pub(crate) const RECOGNIZER: &[Field] = &[
    Field::new(
        "recognizer",
        FieldKind::Text,
        "The recognizer, as in list_engines. By default the only one of the host, or `dictionary` \
         for datasets.",
    ),
    Field::new("dataset", FieldKind::Texts, "The stored datasets whose names are found."),
    Field::new("types", FieldKind::Texts, "The IRIs of classes, of which entities must have one."),
    Field::new("threshold", FieldKind::Fraction, "The minimum confidence."),
    Field::new("num_links", FieldKind::Integer(1, 5), "The maximum number of IRIs of an entity."),
];

/// The names of fields, and the names of the corresponding options of the engine.
const OPTIONS: &[(&str, &str)] = &[
    ("dataset", "dataset"),
    ("types", "types"),
    ("threshold", "threshold"),
    ("num_links", "numLinks"),
];

/// A recognizer with its options.
pub(crate) struct Recognizer {
    pub name: String,
    pub options: EntityOptions,
}

impl Recognizer {
    /// Returns the recognizer of a call. Returns `ErrorKind::Invalid`, with the parameter, if the
    /// call names no recognizer and there are several.
    pub fn of(context: &Context<'_>, arguments: &Arguments<'_>) -> Result<Recognizer> {
        let entities = context.session.entities();
        let mut options = EntityOptions::default();
        arguments.set(OPTIONS, |name, value| options.set(name, value))?;
        let of_host: Vec<&str> = entities.names().collect();
        let name = match (arguments.text("recognizer"), &of_host[..]) {
            (Some(name), _) => name,
            (None, _) if !options.datasets.is_empty() => "dictionary",
            (None, [only]) => only,
            (None, _) => {
                let known = entities.providers().join(", ");
                let message = format!("`recognizer` is missing, expected one of {known}");
                return Err(Error::invalid(message).with_parameter("recognizer"));
            }
        };
        Ok(Recognizer { name: name.to_owned(), options })
    }

    /// Returns the recognizer of a call. Returns `None` when the call names neither a recognizer nor
    /// a dataset.
    pub fn if_given(
        context: &Context<'_>,
        arguments: &Arguments<'_>,
    ) -> Result<Option<Recognizer>> {
        let is_given =
            arguments.text("recognizer").is_some() || !arguments.texts("dataset").is_empty();
        is_given.then(|| Recognizer::of(context, arguments)).transpose()
    }

    pub fn recognize(&self, context: &Context<'_>, document: &Document) -> Result<Vec<Annotation>> {
        let entities = context.session.entities();
        entities.recognize_with(&self.name, document, &self.options, None)
    }
}
