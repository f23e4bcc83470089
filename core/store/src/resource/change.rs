//! Changes of a resource besides its content.

use std::str::FromStr;

use super::limit::bound;
use crate::acl::{ResourceKind, Visibility, shown};
use glossweave_base::error::{Error, Result};
use glossweave_base::media::{VocabularyFormat, from_query};
use glossweave_base::text::iri::is_iri;
use glossweave_base::text::{Language, truth};

/// The maximum number of bytes in a description or a label.
const LONGEST: usize = 16 << 10;

/// The state that a resource is to have, besides its content: each part that is not given stays as it is,
/// or gets its default if the resource is new.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_store::*; }
/// use glossweave::resource::{ResourceUpdate, Visibility};
/// let mut changes = ResourceUpdate::default();
/// changes.set("visibility", "private")?;
/// assert_eq!(changes.visibility, Some(Visibility::Private));
/// # Ok::<(), glossweave::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResourceUpdate {
    /// The visibility.
    pub visibility: Option<Visibility>,
    /// The description.
    pub description: Option<String>,
    /// Another user to give it to. Not for a new resource: its owner is its creator.
    pub owner: Option<String>,
    /// The revisions of which one has to be current: nothing happens if another one is. Empty if any will
    /// do.
    pub if_revision: Vec<u64>,
    /// The label of a pipeline or a template.
    pub label: Option<String>,
    /// `true` if a pipeline is kept for ever.
    pub persist: Option<bool>,
    /// The language of the names in a dataset that do not state one.
    pub language: Option<Language>,
    /// The format of the source of a dataset, by name or media type: CSV if not given.
    pub informat: Option<String>,
    /// The effect of an update on existing names.
    pub mode: Option<Mode>,
    /// The IRIs of the properties whose values are names, in place of the default ones.
    pub properties: Vec<String>,
    /// `true` if the plurals of the names are found too.
    pub plurals: Option<bool>,
    /// The content of a dataset, names of things or terms: the former if not given.
    pub sort: Option<Sort>,
    /// `true` if a wrong entry of a term base is an error; else it is left out, and the dataset lists it.
    pub strict: Option<bool>,
}

impl ResourceUpdate {
    /// Checks the changes of a removal. Returns `ErrorKind::Invalid` for anything but revisions: the caller
    /// may mean to remove only a part.
    pub(super) fn check_removal(&self) -> Result<()> {
        let bare =
            ResourceUpdate { if_revision: self.if_revision.clone(), ..ResourceUpdate::default() };
        if *self == bare {
            return Ok(());
        }
        let message =
            "all of it is removed, and nothing else can be said: update it to remove a part";
        Err(Error::invalid(message))
    }

    /// Returns the expected revisions, for messages.
    pub(super) fn expected(&self) -> String {
        let seen: Vec<String> = self.if_revision.iter().map(u64::to_string).collect();
        seen.join(" or ")
    }
}

/// The content of a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Names of things, for e-Entity.
    Names,
    /// Terms of concepts, for e-Terminology.
    Terms,
}

impl FromStr for Sort {
    type Err = Error;

    /// Parses `names` or `terms`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter `type`, for another
    /// word.
    fn from_str(word: &str) -> Result<Sort> {
        match word {
            "names" => Ok(Sort::Names),
            "terms" => Ok(Sort::Terms),
            _ => Err(Error::no_such("type", word, "one of names, terms").with_parameter("type")),
        }
    }
}

/// The effect of an update on a dataset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// New entries are added.
    #[default]
    Add,
    /// New entries replace the old ones.
    Replace,
    /// Named entries are removed: names with their IRI and label, everything of an IRI that comes without
    /// a label.
    Remove,
}

impl FromStr for Mode {
    type Err = Error;

    /// Parses `add`, `replace` or `remove`.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the parameter `mode`, for another
    /// word.
    fn from_str(word: &str) -> Result<Mode> {
        match word {
            "add" => Ok(Mode::Add),
            "replace" => Ok(Mode::Replace),
            "remove" => Ok(Mode::Remove),
            _ => {
                Err(Error::no_such("mode", word, "one of add, replace, remove")
                    .with_parameter("mode"))
            }
        }
    }
}

impl ResourceUpdate {
    /// The names that [`ResourceUpdate::set`] knows.
    pub const NAMES: &[&str] = &[
        "visibility",
        "description",
        "newOwner",
        "owner",
        "if-revision",
        "label",
        "persist",
        "language",
        "informat",
        "mode",
        "properties",
        "plurals",
        "type",
        "strict",
    ];

    /// Sets a field by its name: `visibility` to `public` or `private`, `newOwner` or `owner` to the name
    /// of a user, `if-revision` to a number, `persist` to `true` or `false` in any case, `language` to a
    /// tag, `informat` to a format, `mode` to `add`, `replace` or `remove`, `properties` to IRIs with
    /// commas or spaces between, `plurals` and `strict` to `true` or `false`, `type` to `names` or
    /// `terms`, `description` and `label` to any text. An empty value changes nothing, except that
    /// `description` and `label` become empty.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid), with the name as parameter, if the name
    /// or the value is not known; [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported) if the format
    /// is not.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let wrong = |what: &str, expected: &str| {
            let message = format!("no {what} {}, expected {expected}", shown(value));
            Error::invalid(message).with_parameter(name)
        };
        match name {
            "description" => self.description = Some(value.to_owned()),
            "label" => self.label = Some(value.to_owned()),
            _ if value.is_empty() && ResourceUpdate::NAMES.contains(&name) => {}
            "visibility" => self.visibility = Some(value.parse()?),
            "newOwner" | "owner" => self.owner = Some(value.to_owned()),
            "if-revision" => {
                let revision = value.parse().map_err(|_| wrong("revision", "a number"))?;
                self.if_revision = vec![revision];
            }
            "type" => self.sort = Some(value.parse()?),
            "persist" | "plurals" | "strict" => {
                let answer =
                    Some(truth(name, value).map_err(|_| wrong("answer", "one of true, false"))?);
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
            "properties" => {
                let iris = value.split([',', ' ']).filter(|iri| !iri.is_empty());
                self.properties = iris.map(str::to_owned).collect();
                self.check_properties()?;
            }
            "language" => self.language = Some(value.parse()?),
            _ => return Err(Error::no_option(name, ResourceUpdate::NAMES)),
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

    /// Checks the changes for a kind of resource. Returns `ErrorKind::Invalid` for a field that the kind does
    /// not have, `ErrorKind::TooLarge` for a text that is too long.
    pub(super) fn check(&self, kind: ResourceKind) -> Result<()> {
        let given = [
            (
                "label",
                self.label.is_some(),
                [ResourceKind::Pipeline, ResourceKind::Template].as_slice(),
            ),
            ("persist", self.persist.is_some(), &[ResourceKind::Pipeline]),
            ("language", self.language.is_some(), &[ResourceKind::Dataset]),
            ("informat", self.informat.is_some(), &[ResourceKind::Dataset]),
            ("mode", self.mode.is_some(), &[ResourceKind::Dataset]),
            ("properties", !self.properties.is_empty(), &[ResourceKind::Dataset]),
            ("plurals", self.plurals.is_some(), &[ResourceKind::Dataset]),
            ("type", self.sort.is_some(), &[ResourceKind::Dataset]),
            ("strict", self.strict.is_some(), &[ResourceKind::Dataset]),
        ];
        for (name, given, kinds) in given {
            if given && !kinds.contains(&kind) {
                let message = format!("a {} has no `{name}`", kind.name());
                return Err(Error::invalid(message).with_parameter(name));
            }
        }
        self.check_properties()?;
        for (name, text) in [("description", &self.description), ("label", &self.label)] {
            let length = text.as_ref().map_or(0, String::len);
            bound(&format!("`{name}`"), length, LONGEST)
                .map_err(|error| error.with_parameter(name))?;
        }
        Ok(())
    }
}
