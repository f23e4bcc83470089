//! Changes of a resource in addition to its content.

use super::limit::bound;
use super::mode::{DatasetType, Mode};
use crate::acl::{ResourceKind, Visibility};
use glossweave_base::error::{Error, Result, shown};
use glossweave_base::media::{VocabularyFormat, from_query};
use glossweave_base::options::{is_option, list, option_names};
use glossweave_base::provider::{Parameter, ParameterType};
use glossweave_base::text::iri::is_iri;
use glossweave_base::text::{Language, truth};
use glossweave_base::words::LabelCase;

const TRUTH: ParameterType = ParameterType::Word(&["true", "false"]);

/// Returns the kinds of resources that have an option. Returns `None` if all kinds have it.
fn kinds(name: &str) -> Option<&'static [ResourceKind]> {
    match name {
        "visibility" | "description" | "newOwner" | "owner" | "if-revision" => None,
        "label" => Some(&[ResourceKind::Pipeline, ResourceKind::Template]),
        "persist" => Some(&[ResourceKind::Pipeline]),
        _ => Some(&[ResourceKind::Dataset]),
    }
}

/// The maximum number of bytes in a description or a label.
const LONGEST: usize = 16 << 10;

/// The changes of a resource, except for its content. A field that is not set stays unchanged, or
/// gets its default if the resource is new.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResourceUpdate {
    /// The visibility.
    pub visibility: Option<Visibility>,
    /// The description.
    pub description: Option<String>,
    /// The new owner. It cannot be set for a new resource, which belongs to its creator.
    pub owner: Option<String>,
    /// The accepted current revisions. The change is refused if the resource has another revision.
    /// If empty, any revision is accepted.
    pub if_revision: Vec<u64>,
    /// The label of a pipeline or a template.
    pub label: Option<String>,
    /// `true` if a pipeline is kept forever.
    pub persist: Option<bool>,
    /// The language of names without a language in a dataset.
    pub language: Option<Language>,
    /// The format of the source of a dataset, by name or media type. Default: CSV.
    pub informat: Option<String>,
    /// The effect of an update on existing names.
    pub mode: Option<Mode>,
    /// The IRIs of the properties whose values are names. They replace the default properties.
    pub properties: Vec<String>,
    /// `true` if plurals of the names are found too.
    pub plurals: Option<bool>,
    /// The required case for names without a case in a dataset.
    pub case: Option<LabelCase>,
    /// The words that are not names on their own in a dataset, in addition to the built-in words.
    pub never_alone: Option<Vec<String>>,
    /// The content of a dataset: names or terms. Default: names.
    pub dataset_type: Option<DatasetType>,
    /// `true` if an invalid entry of a term base is an error. Otherwise it is skipped, and the
    /// dataset lists it.
    pub strict: Option<bool>,
}

impl ResourceUpdate {
    /// Sets the language of names without a language in a dataset.
    #[must_use]
    pub fn with_language(mut self, language: Language) -> ResourceUpdate {
        self.language = Some(language);
        self
    }

    /// Sets the required case for names without a case.
    #[must_use]
    pub fn with_case(mut self, case: LabelCase) -> ResourceUpdate {
        self.case = Some(case);
        self
    }

    /// Sets the words that are not names on their own, in addition to the built-in words.
    #[must_use]
    pub fn with_never_alone(mut self, words: impl Into<Vec<String>>) -> ResourceUpdate {
        self.never_alone = Some(words.into());
        self
    }

    /// Checks the changes of a removal. Returns `ErrorKind::Invalid` if any field other than the
    /// revisions is set, because the caller may want to remove only a part.
    pub(super) fn check_removal(&self) -> Result<()> {
        let bare =
            ResourceUpdate { if_revision: self.if_revision.clone(), ..ResourceUpdate::default() };
        if *self == bare {
            return Ok(());
        }
        let message =
            "a removal deletes all, and accepts no other change: use an update to remove a part";
        Err(Error::invalid(message))
    }

    /// Returns the names of the changed parts for the audit log.
    pub(super) fn parts(&self, content: bool) -> Vec<&'static str> {
        let parts = [
            (content, "content"),
            (self.owner.is_some(), "owner"),
            (self.visibility.is_some(), "visibility"),
            (self.description.is_some(), "description"),
            (self.label.is_some(), "label"),
        ];
        parts.into_iter().filter_map(|(is_changed, name)| is_changed.then_some(name)).collect()
    }

    /// Returns the accepted revisions for messages.
    pub(super) fn expected(&self) -> String {
        let seen: Vec<String> = self.if_revision.iter().map(u64::to_string).collect();
        seen.join(" or ")
    }
}

impl ResourceUpdate {
    /// The table of options.
    pub const PARAMETERS: &[Parameter] = &[
        Parameter::new(
            "visibility",
            ParameterType::Word(&["public", "private"]),
            "The visibility: to all callers, or only to the owner and admins.",
        ),
        Parameter::new("description", ParameterType::Text, "A description."),
        Parameter::new("newOwner", ParameterType::Text, "The user to give the resource to."),
        Parameter::new("owner", ParameterType::Text, "The same as `newOwner`."),
        Parameter::new(
            "if-revision",
            ParameterType::Integer,
            "The revision that must be current; otherwise, nothing is changed.",
        ),
        Parameter::new("label", ParameterType::Text, "The label of a pipeline or template."),
        Parameter::new(
            "persist",
            TRUTH,
            "Keep a pipeline permanently; by default, it is kept for a week.",
        ),
        Parameter::new(
            "language",
            ParameterType::Language,
            "The language of names of a dataset without a language.",
        ),
        Parameter::new(
            "informat",
            ParameterType::Text,
            "The format of the source of a dataset: `csv`, `json-lines`, `tbx` for terms, or a format of RDF. The default is \
             `csv`, or the format of the extension of a file.",
        ),
        Parameter::new(
            "mode",
            ParameterType::Word(&["add", "replace", "remove"]),
            "The effect of an update on the names of a dataset.",
        ),
        Parameter::new(
            "properties",
            ParameterType::List,
            "The IRIs of the properties of RDF whose values are names.",
        ),
        Parameter::new("plurals", TRUTH, "Find the plurals of names, too."),
        Parameter::new(
            "case",
            ParameterType::Text,
            "The default case rule of the names of a dataset.",
        ),
        Parameter::new(
            "never-alone",
            ParameterType::List,
            "Words that are not names by themselves in a dataset, or `-` for none.",
        ),
        Parameter::new(
            "type",
            ParameterType::Word(&["names", "terms"]),
            "The entries of a dataset: names of entities, or terms.",
        ),
        Parameter::new(
            "strict",
            TRUTH,
            "Refuse a term base with an invalid entry. By default, the entry is skipped, and the \
             dataset lists it.",
        ),
    ];

    /// Returns the options that apply to this kind of resources but not to all kinds.
    pub fn of_kind(kind: ResourceKind) -> impl Iterator<Item = &'static Parameter> {
        let is_of_kind = move |name: &str| kinds(name).is_some_and(|kinds| kinds.contains(&kind));
        ResourceUpdate::PARAMETERS.iter().filter(move |parameter| is_of_kind(parameter.name))
    }

    /// Sets an option by its name in [`PARAMETERS`](ResourceUpdate::PARAMETERS). An empty value is
    /// ignored, except that `description` and `label` are set to an empty text.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the name as the
    /// parameter, if the name or the value is unknown, and
    /// [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported) if the format is.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let wrong = |what: &str, expected: &str| {
            let message = format!("no {what} {}, expected {expected}", shown(value));
            Error::invalid(message).with_parameter(name)
        };
        match name {
            "description" => self.description = Some(value.to_owned()),
            "label" => self.label = Some(value.to_owned()),
            _ if value.is_empty() && is_option(ResourceUpdate::PARAMETERS, name) => {}
            "visibility" => self.visibility = Some(value.parse()?),
            "newOwner" | "owner" => self.owner = Some(value.to_owned()),
            "if-revision" => {
                let revision = value.parse().map_err(|_| wrong("revision", "a number"))?;
                self.if_revision = vec![revision];
            }
            "type" => self.dataset_type = Some(value.parse()?),
            "persist" | "plurals" | "strict" => {
                let answer =
                    Some(truth(name, value).map_err(|_| wrong("value", "one of true, false"))?);
                match name {
                    "persist" => self.persist = answer,
                    "strict" => self.strict = answer,
                    _ => self.plurals = answer,
                }
            }
            "informat" => {
                let value = from_query(value.to_owned());
                value.parse::<VocabularyFormat>()?;
                self.informat = Some(value);
            }
            "mode" => self.mode = Some(value.parse()?),
            "case" => self.case = Some(value.parse()?),
            "never-alone" => {
                let words = list(value).into_iter().filter(|word| word != "-");
                self.never_alone = Some(words.collect());
            }
            "properties" => {
                let entries = list(value);
                let parts = entries.iter().flat_map(|entry| entry.split(' '));
                self.properties = parts.filter(|iri| !iri.is_empty()).map(str::to_owned).collect();
                self.check_properties()?;
            }
            "language" => self.language = Some(value.parse()?),
            _ => return Err(Error::no_option(name, &option_names(&[ResourceUpdate::PARAMETERS]))),
        }
        Ok(())
    }

    /// Checks the properties. Returns `ErrorKind::Invalid`, with the parameter `properties`, if one is not an
    /// IRI.
    fn check_properties(&self) -> Result<()> {
        match self.properties.iter().find(|iri| !is_iri(iri)) {
            None => Ok(()),
            Some(other) => {
                let message = format!("no property {}, expected an absolute IRI", shown(other));
                Err(Error::invalid(message).with_parameter("properties"))
            }
        }
    }

    /// Checks the changes for a kind of resource. Returns `ErrorKind::Invalid` if the kind does not
    /// have a field, and `ErrorKind::TooLarge` if a text is too long.
    pub(super) fn check(&self, kind: ResourceKind) -> Result<()> {
        let options = [
            ("label", self.label.is_some()),
            ("persist", self.persist.is_some()),
            ("language", self.language.is_some()),
            ("informat", self.informat.is_some()),
            ("mode", self.mode.is_some()),
            ("properties", !self.properties.is_empty()),
            ("plurals", self.plurals.is_some()),
            ("case", self.case.is_some()),
            ("never-alone", self.never_alone.is_some()),
            ("type", self.dataset_type.is_some()),
            ("strict", self.strict.is_some()),
        ];
        for (name, is_set) in options {
            if is_set && kinds(name).is_some_and(|kinds| !kinds.contains(&kind)) {
                let message = format!("a {} has no `{name}`", kind.name());
                return Err(Error::invalid(message).with_parameter(name));
            }
        }
        self.check_properties()?;
        let words = self.never_alone.iter().flatten().map(String::len).sum();
        bound("`never-alone`", words, LONGEST)
            .map_err(|error| error.with_parameter("never-alone"))?;
        for (name, text) in [("description", &self.description), ("label", &self.label)] {
            let length = text.as_ref().map_or(0, String::len);
            bound(&format!("`{name}`"), length, LONGEST)
                .map_err(|error| error.with_parameter(name))?;
        }
        Ok(())
    }
}
