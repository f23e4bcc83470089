//! The declarations of a document type that affect parsing: entities, and the defaults and types of
//! attributes. Nothing outside the source is read.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;

use super::Fault;

/// Prefixes of the public identifiers of document types and entity sets that declare the HTML
/// character names (HTML Standard, 14.2; XML Entity Definitions for Characters).
const PUBLIC: &[&str] = &[
    "-//W3C//DTD XHTML",
    "-//W3C//DTD HTML 4",
    "-//W3C//DTD MathML",
    "-//WAPFORUM//DTD XHTML Mobile",
    "-//OASIS//DTD DocBook",
    "-//W3C//ENTITIES",
    "ISO 8879:1986//ENTITIES",
    "ISO 9573-13:1991//ENTITIES",
];

/// Prefixes of the corresponding system identifiers, after `http://` or `https://`.
const SYSTEM: &[&str] = &[
    "www.w3.org/TR/xhtml",
    "www.w3.org/TR/html4/",
    "www.w3.org/MarkUp/DTD/",
    "www.w3.org/Math/DTD/",
    "www.w3.org/2003/entities/",
    "www.oasis-open.org/docbook/xml/",
];

/// An external identifier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Identifier<'t> {
    pub public: &'t str,
    pub system: &'t str,
}

impl Identifier<'_> {
    /// Returns `true` if the identified resource declares the HTML character names.
    pub fn is_html(&self) -> bool {
        let public = self.public.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let system = self.system.trim();
        let place = ["http://", "https://"].iter().find_map(|scheme| system.strip_prefix(scheme));
        PUBLIC.iter().any(|known| public.starts_with(known))
            || place.is_some_and(|place| SYSTEM.iter().any(|known| place.starts_with(known)))
    }
}

/// A general entity.
#[derive(Debug)]
pub(super) struct Entity {
    pub name: String,
    pub stands: Stands,
    /// `true` if the entity expands to markup.
    pub has_markup: bool,
    /// `true` while the entity is being expanded.
    pub open: Cell<bool>,
}

/// The content of an entity.
#[derive(Debug)]
pub(super) enum Stands {
    /// The replacement text (XML 1.0, clause 4.5).
    For(String),
    External,
    /// A resource in a format other than XML.
    Unparsed,
}

/// A declared attribute.
#[derive(Debug)]
pub(super) struct Declared {
    pub name: String,
    /// `true` if the value is a list of tokens instead of text.
    pub is_tokens: bool,
    pub is_id: bool,
    pub default: Option<String>,
}

/// The declared attributes of all elements with one name.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    all: Vec<Declared>,
    numbers: HashMap<String, usize>,
    /// The numbers of the attributes with a default value.
    defaults: Vec<usize>,
}

impl Attributes {
    /// Adds a declaration, unless the name is already declared, because the first declaration
    /// applies.
    pub fn add(&mut self, declared: Declared) {
        let number = self.all.len();
        if self.numbers.contains_key(&declared.name) {
            return;
        }
        self.numbers.insert(declared.name.clone(), number);
        if declared.default.is_some() {
            self.defaults.push(number);
        }
        self.all.push(declared);
    }

    pub fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// Returns all declarations in order.
    pub fn all(&self) -> &[Declared] {
        &self.all
    }

    pub fn get(&self, number: usize) -> &Declared {
        &self.all[number]
    }

    /// Returns the numbers, names and values of the attributes with a default value.
    pub fn defaults(&self) -> impl Iterator<Item = (usize, &str, &str)> {
        self.defaults.iter().filter_map(|number| {
            let declared = &self.all[*number];
            Some((*number, declared.name.as_str(), declared.default.as_deref()?))
        })
    }
}

/// A document type.
#[derive(Debug, Default)]
pub(super) struct Doctype {
    pub entities: Vec<Entity>,
    numbers: HashMap<String, usize>,
    pub attributes: HashMap<String, Attributes>,
    /// `true` if declarations may be in resources that are not read, so that references to
    /// undeclared entities are not errors (XML 1.0, clause 4.1, "Entity Declared").
    pub has_unread: bool,
    /// `true` if the HTML character names are declared.
    pub is_html: bool,
    /// The position at which to insert declarations before all others: after the `[`, or before the
    /// `>`.
    pub place: usize,
    /// The range of the external identifier.
    pub external: Range<usize>,
    /// `true` if there is a `[`.
    pub has_subset: bool,
    /// `true` if an external entity was read.
    pub has_outside: bool,
}

impl Doctype {
    /// Returns the number of an entity by its name.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// Adds an entity, unless the name is already declared, because the first declaration applies.
    pub fn add(&mut self, name: &str, stands: Stands) {
        if !self.numbers.contains_key(name) {
            self.numbers.insert(name.to_owned(), self.entities.len());
            let (name, open) = (name.to_owned(), Cell::new(false));
            self.entities.push(Entity { name, stands, has_markup: false, open });
        }
    }

    /// Starts to expand an entity. Returns a fault if the entity contains itself.
    pub fn open(&self, number: usize, at: &Range<usize>) -> Result<&str, Fault> {
        let entity = &self.entities[number];
        if entity.open.replace(true) {
            let message =
                format!("expected no entity that contains itself, found `{}`", entity.name);
            return Err(Fault::malformed(message, at.clone()));
        }
        match &entity.stands {
            Stands::For(text) => Ok(text),
            Stands::External | Stands::Unparsed => Ok(""),
        }
    }

    /// Finds the entities that expand to markup: entities with markup, and entities that refer to
    /// them.
    pub fn find_markup(&mut self) {
        let mut referring: Vec<Vec<usize>> = vec![Vec::new(); self.entities.len()];
        let mut found = Vec::new();
        for (number, entity) in self.entities.iter().enumerate() {
            let Stands::For(text) = &entity.stands else { continue };
            if text.contains('<') {
                found.push(number);
            }
            for part in text.split('&').skip(1) {
                let name = part.split(';').next().unwrap_or_default();
                referring_to(&mut referring, self.numbers.get(name), number);
            }
        }
        while let Some(number) = found.pop() {
            if !std::mem::replace(&mut self.entities[number].has_markup, true) {
                found.append(&mut referring[number]);
            }
        }
    }
}

fn referring_to(referring: &mut [Vec<usize>], to: Option<&usize>, number: usize) {
    if let Some(all) = to.and_then(|to| referring.get_mut(*to)) {
        all.push(number);
    }
}
