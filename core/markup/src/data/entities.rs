//! Internal general entities (XML 1.0, clause 4.2).

use std::collections::HashMap;

use quick_xml::escape::{resolve_predefined_entity, unescape_with};

use super::{Wrong, malformed};
use glossweave_base::error::ErrorKind;

/// The maximum size of a document type, in bytes.
const MAX_DOCTYPE: usize = 64 << 10;
/// The maximum number of bytes that entities expand to within an item.
const MAX_EXPANSION: usize = 1 << 20;

/// The entities that a document type declares, except external entities and entities with markup.
#[derive(Debug, Default)]
pub(super) struct Entities(HashMap<String, String>);

impl Entities {
    /// Reads the declarations in a document type. External declarations are not read.
    pub fn read(doctype: &str) -> Result<Entities, Wrong> {
        if doctype.len() > MAX_DOCTYPE {
            let message = format!("the document type has more than {MAX_DOCTYPE} bytes");
            return Err((ErrorKind::TooLarge, message));
        }
        let mut entities = Entities::default();
        // The total size of all entity texts is also limited.
        let mut expanded = 0;
        let mut rest = doctype.split_once('[').map_or("", |(_, subset)| subset);
        while let Some(at) = rest.find('<') {
            rest = &rest[at..];
            if let Some(comment) = rest.strip_prefix("<!--") {
                rest = comment.split_once("-->").map_or("", |(_, after)| after);
            } else if let Some(declaration) = rest.strip_prefix("<!ENTITY") {
                rest = declaration;
                entities.declare(declaration, &mut expanded);
            } else {
                rest = &rest[1..];
            }
        }
        Ok(entities)
    }

    /// Adds an entity. When a name is declared repeatedly, the first declaration applies.
    fn declare(&mut self, declaration: &str, expanded: &mut usize) {
        let declaration = declaration.trim_start();
        let Some((name, value)) = declaration.split_once(char::is_whitespace) else { return };
        let value = value.trim_start();
        let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return };
        let Some((value, _)) = value[1..].split_once(quote) else { return };
        // An entity value can only refer to entities declared before it, so that no entity contains
        // itself.
        let Ok(value) = self.unescape(value, expanded) else { return };
        if !value.contains('<') {
            self.0.entry(name.to_owned()).or_insert(value);
        }
    }

    /// Returns the text of an entity. Adds its length to `expanded`, unless the entity is
    /// predefined.
    pub fn expand(&self, name: &str, expanded: &mut usize) -> Result<&str, Wrong> {
        if let Some(text) = resolve_predefined_entity(name) {
            return Ok(text);
        }
        let unknown = || format!("the document type declares no text for the entity `{name}`");
        let text = self.0.get(name).ok_or_else(|| (ErrorKind::Malformed, unknown()))?;
        *expanded += text.len();
        if *expanded > MAX_EXPANSION {
            let message = format!("entities expand to more than {MAX_EXPANSION} bytes");
            return Err((ErrorKind::TooLarge, message));
        }
        Ok(text)
    }

    /// Replaces the references in a value. `expanded` counts the bytes that entities expand to.
    pub fn unescape(&self, value: &str, expanded: &mut usize) -> Result<String, Wrong> {
        let mut fault = None;
        let text = unescape_with(value, |name| {
            self.expand(name, expanded).map_err(|wrong| fault = Some(wrong)).ok()
        });
        match text {
            Ok(text) => Ok(text.into_owned()),
            Err(cause) => Err(fault.unwrap_or_else(|| malformed(&cause))),
        }
    }
}
