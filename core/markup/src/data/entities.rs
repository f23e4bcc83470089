//! Internal general entities (XML 1.0, clause 4.2).

use std::collections::HashMap;

use quick_xml::escape::{resolve_predefined_entity, unescape_with};

/// The maximum length of a document type, in bytes.
const MAX_DOCTYPE: usize = 64 << 10;
/// The maximum number of bytes from the expansion of entities within an item.
pub(super) const MAX_EXPANSION: usize = 1 << 20;

/// The entities that a document type declares. Those with markup and external ones are not in it.
#[derive(Debug, Default)]
pub(super) struct Entities(HashMap<String, String>);

impl Entities {
    /// Reads the declarations of a document type, without those outside the source.
    pub fn read(doctype: &str) -> Result<Entities, String> {
        if doctype.len() > MAX_DOCTYPE {
            return Err(format!("the document type has more than {MAX_DOCTYPE} bytes"));
        }
        let mut entities = Entities::default();
        let mut rest = doctype.split_once('[').map_or("", |(_, subset)| subset);
        while let Some(at) = rest.find('<') {
            rest = &rest[at..];
            if let Some(comment) = rest.strip_prefix("<!--") {
                rest = comment.split_once("-->").map_or("", |(_, after)| after);
            } else if let Some(declaration) = rest.strip_prefix("<!ENTITY") {
                rest = declaration;
                entities.declare(declaration);
            } else {
                rest = &rest[1..];
            }
        }
        Ok(entities)
    }

    /// Adds an entity. The first declaration of a name counts.
    fn declare(&mut self, declaration: &str) {
        let declaration = declaration.trim_start();
        let Some((name, value)) = declaration.split_once(char::is_whitespace) else { return };
        let value = value.trim_start();
        let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return };
        let Some((value, _)) = value[1..].split_once(quote) else { return };
        // An entity is declared before it is in the value of another, so that none expands to itself.
        let Ok(value) = self.unescape(value, &mut 0) else { return };
        if !value.contains('<') {
            self.0.entry(name.to_owned()).or_insert(value);
        }
    }

    /// Returns the text of an entity.
    pub fn get(&self, name: &str) -> Option<&str> {
        resolve_predefined_entity(name).or_else(|| self.0.get(name).map(String::as_str))
    }

    /// Replaces the references in a value. `expanded` counts the bytes from the expansion of entities.
    pub fn unescape(&self, value: &str, expanded: &mut usize) -> Result<String, String> {
        let mut is_too_long = false;
        let text = unescape_with(value, |name| {
            let text = self.get(name)?;
            *expanded += text.len();
            is_too_long = *expanded > MAX_EXPANSION;
            (!is_too_long).then_some(text)
        });
        match text {
            Ok(text) => Ok(text.into_owned()),
            Err(_) if is_too_long => {
                Err(format!("entities expand to more than {MAX_EXPANSION} bytes"))
            }
            Err(cause) => Err(cause.to_string()),
        }
    }
}
