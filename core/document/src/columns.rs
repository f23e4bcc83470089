//! The columns of a table, as a caller names them.

use std::str::FromStr;

use glossweave_base::error::{Error, Result};

/// The columns of a table in CSV or TSV, by their names in its first row.
///
/// It is parsed from `ROLE=NAME`, separated by commas, with quotes around those that have commas. The roles are `source` (the
/// texts; several columns if there is no target), `target` (their translations), `id`, `context` and `note` (several).
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The columns of texts.
    pub source: Vec<String>,
    /// The column of translations.
    pub target: Option<String>,
    /// The column of identifiers.
    pub id: Option<String>,
    /// The column of contexts, which are part of names.
    pub context: Option<String>,
    /// The columns of notes.
    pub note: Vec<String>,
}

impl FromStr for Columns {
    type Err = Error;

    /// Parses the roles of columns.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` with the parameter `columns` for a role that is not known or occurs twice, and if there is no
    /// source, or several of them and a target.
    fn from_str(text: &str) -> Result<Columns> {
        let fault = |message: String| Error::invalid(message).with_parameter("columns");
        let mut columns = Columns::default();
        for field in fields(text) {
            let (role, name) = field
                .split_once('=')
                .ok_or_else(|| fault(format!("no column `{field}`, expected `ROLE=NAME`")))?;
            let (role, name) = (role.trim(), name.trim().to_owned());
            let one = match role {
                "source" => {
                    columns.source.push(name);
                    continue;
                }
                "note" => {
                    columns.note.push(name);
                    continue;
                }
                "target" => &mut columns.target,
                "id" => &mut columns.id,
                "context" => &mut columns.context,
                _ => {
                    let known = "one of source, target, id, context, note";
                    return Err(fault(format!("no role `{role}` of a column, expected {known}")));
                }
            };
            if one.replace(name).is_some() {
                return Err(fault(format!("the role `{role}` occurs twice, expected one column")));
            }
        }
        match (columns.source.len(), &columns.target) {
            (0, _) => Err(fault("no column has the role `source`, expected one".to_owned())),
            (2.., Some(_)) => {
                let message =
                    "several columns have the role `source`, expected one beside a target";
                Err(fault(message.to_owned()))
            }
            _ => Ok(columns),
        }
    }
}

/// Splits a text at commas that are not within quotes; two quotes within quotes are one.
fn fields(text: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut chars = text.chars().peekable();
    let mut is_inside = false;
    while let Some(char) = chars.next() {
        match (char, fields.last_mut()) {
            (',', _) if !is_inside => fields.push(String::new()),
            ('"', Some(last)) if is_inside && chars.next_if_eq(&'"').is_some() => last.push('"'),
            ('"', _) => is_inside = !is_inside,
            (char, Some(last)) => last.push(char),
            (_, None) => {}
        }
    }
    fields
}
