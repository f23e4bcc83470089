//! Columns of a table, as specified by a caller.

use std::str::FromStr;

use glossweave_base::error::{Error, Result};

/// The columns of a CSV or TSV table, by the names in its first row.
///
/// The text form is a list of `ROLE=NAME`, separated by commas, for example
/// `source=English,target=German`. Use quotes around items that contain commas. The roles are
/// `source` (the texts; may be repeated if there is no target), `target` (the translations), `id`,
/// `context` and `note` (may be repeated).
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The columns with texts.
    pub source: Vec<String>,
    /// The column with translations.
    pub target: Option<String>,
    /// The column with identifiers.
    pub id: Option<String>,
    /// The column with contexts, which become part of the names of units.
    pub context: Option<String>,
    /// The columns with notes.
    pub note: Vec<String>,
}

impl FromStr for Columns {
    type Err = Error;

    /// Parses the roles of columns.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `columns`, if a role is unknown or
    /// repeated, if there is no source, or if there are several sources and a target.
    fn from_str(text: &str) -> Result<Columns> {
        let fault = |message: String| Error::invalid(message).with_parameter("columns");
        let mut columns = Columns::default();
        for field in fields(text) {
            let (role, name) = field
                .split_once('=')
                .ok_or_else(|| fault(format!("no column `{field}`, expected `ROLE=NAME`")))?;
            let (role, name) = (role.trim(), name.trim().to_owned());
            let column = match role {
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
            if column.replace(name).is_some() {
                return Err(fault(format!("the role `{role}` occurs twice, expected one column")));
            }
        }
        match (columns.source.len(), &columns.target) {
            (0, _) => Err(fault("no column has the role `source`, expected one".to_owned())),
            (2.., Some(_)) => {
                let message =
                    "several columns have the role `source`, expected one if there is a target";
                Err(fault(message.to_owned()))
            }
            _ => Ok(columns),
        }
    }
}

/// Splits a text at the commas outside quotes. Within quotes, two quotes stand for one.
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
