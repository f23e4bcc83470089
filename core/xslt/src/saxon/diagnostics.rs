//! Conversion of Saxon's error messages to errors.
//!
//! Saxon reports errors only as text: a line with the location, followed by the code and the wrapped message,
//! followed by the template calls.

use super::library::Diagnostic;
use super::stylesheet::SaxonStylesheet;
use glossweave_base::error::{Error, ErrorKind, Location};

/// The kind of error that is returned when the heap is full.
pub(super) const FULL: ErrorKind = ErrorKind::TooLarge;

/// The maximum number of errors that are reported together.
const MOST: usize = 20;

/// One error.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub code: Option<String>,
    pub words: String,
    pub line: Option<(u32, u32)>,
    /// The module that contains the error, if it is not the stylesheet itself.
    pub module: Option<String>,
}

/// Returns the distinct errors of a diagnostic.
pub(super) fn faults(all: &str) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    let mut fault = None;
    let mut is_trail = false;
    for line in all.lines() {
        if let Some(place) = heading(line) {
            keep(&mut faults, fault.take());
            fault = Some(place);
            is_trail = false;
            continue;
        }
        let Some(fault) = &mut fault else { continue };
        is_trail |= is_trail_of_calls(line);
        if is_trail {
            continue;
        }
        let inside = line.strip_prefix("  ").unwrap_or(line);
        match inside.split_once("  ") {
            Some((code, words)) if fault.words.is_empty() && is_code(code) => {
                fault.code = Some(code.to_owned());
                words.trim().clone_into(&mut fault.words);
            }
            _ => {
                let space = if fault.words.is_empty() { "" } else { " " };
                fault.words.push_str(space);
                fault.words.push_str(inside.trim());
            }
        }
    }
    keep(&mut faults, fault);
    faults
}

fn keep(faults: &mut Vec<Fault>, fault: Option<Fault>) {
    faults.extend(fault.filter(|fault| !faults.contains(fault)));
}

/// Parses the location in a line that begins an error, for example `Error in xsl:variable/@select on line 6
/// column 40 of module.xsl:`.
fn heading(line: &str) -> Option<Fault> {
    let kind = ["Error", "Static error", "Type error", "Dynamic error", "Syntax error"];
    let rest = kind.iter().find_map(|kind| line.strip_prefix(kind))?;
    if !rest.starts_with([' ', '\n']) && !rest.is_empty() {
        return None;
    }
    let mut fault = Fault { code: None, words: String::new(), line: None, module: None };
    let Some((_, place)) = rest.rsplit_once(" on line ") else { return Some(fault) };
    let mut words = place.split(' ');
    let line = words.next().and_then(|word| word.parse().ok());
    let column = match (words.next(), words.next()) {
        (Some("column"), Some(column)) => column.trim_end_matches(':').parse().ok(),
        _ => None,
    };
    fault.line = line.map(|line| (line, column.unwrap_or(1)));
    if let Some((_, module)) = place.split_once(" of ") {
        // The stylesheet itself has the IRI of its folder.
        let module = module.trim().trim_end_matches(':');
        fault.module = Some(module.to_owned()).filter(|module| !module.ends_with('/'));
    }
    Some(fault)
}

fn is_trail_of_calls(line: &str) -> bool {
    let line = line.trim_start();
    let starts = ["In template ", "In function ", "In attribute set ", "invoked by ", "In xsl:"];
    starts.iter().any(|start| line.starts_with(start))
}

fn is_code(word: &str) -> bool {
    !word.is_empty() && !word.contains(char::is_whitespace)
}

/// Returns the error for a stylesheet that was not compiled, or whose run failed.
pub(super) fn error(diagnostic: &Diagnostic, sheet: &SaxonStylesheet) -> Error {
    if is_full(diagnostic) {
        let message = "the stylesheet exceeds its memory limit";
        return Error::new(FULL, message);
    }
    let mut faults = faults(&diagnostic.all);
    if let [fault] = &mut faults[..] {
        // The brief message has the same words without line breaks.
        let brief = without_code(&diagnostic.brief);
        if brief.split_whitespace().eq(fault.words.split_whitespace()) {
            brief.clone_into(&mut fault.words);
        }
    }
    let Some(first) = faults.first() else {
        let words = [&diagnostic.brief, &diagnostic.all, "Saxon failed without a message"];
        let words = words.into_iter().find(|words| !words.trim().is_empty());
        return Error::invalid(reworded(without_code(words.unwrap_or_default())));
    };
    let mut message = sentence(first, false);
    for fault in faults.iter().skip(1).take(MOST - 1) {
        message.push_str("; ");
        message.push_str(&sentence(fault, true));
    }
    if faults.len() > MOST {
        message.push_str(&format!("; and {} more", faults.len() - MOST));
    }
    let kind = match first.code.as_deref() {
        Some("SXXP0003") => ErrorKind::Malformed,
        // Calls of templates or functions are nested too deep.
        Some("SXLM0001") => ErrorKind::TooLarge,
        _ => ErrorKind::Invalid,
    };
    let mut error = Error::new(kind, message);
    if let Some(code) = &first.code {
        error = error.with_code(code.as_str());
    }
    match place(first, sheet) {
        Some(place) => error.at(place),
        None => error,
    }
}

/// Returns the location of an error, if it is in the stylesheet itself.
pub(super) fn place(fault: &Fault, sheet: &SaxonStylesheet) -> Option<Location> {
    let (line, column) = fault.line.filter(|_| fault.module.is_none())?;
    Some(sheet.place(line, column))
}

fn sentence(fault: &Fault, is_further: bool) -> String {
    let mut sentence = String::new();
    match (&fault.module, fault.line) {
        (Some(module), Some((line, column))) => {
            sentence.push_str(&format!("`{module}`, line {line}, column {column}: "));
        }
        (None, Some((line, column))) if is_further => {
            sentence.push_str(&format!("line {line}, column {column}: "));
        }
        _ => {}
    }
    if let Some(code) = fault.code.as_deref().filter(|_| is_further) {
        sentence.push_str(code);
        sentence.push_str(": ");
    }
    sentence.push_str(&reworded(&fault.words));
    sentence
}

/// Returns `true` if the heap was full, or an allocation did not fit into it.
pub(super) fn is_full(diagnostic: &Diagnostic) -> bool {
    let signs = ["heap size exceeded", "Array allocation too large", "OutOfMemory"];
    signs.iter().any(|sign| diagnostic.brief.contains(sign) || diagnostic.all.contains(sign))
}

/// Removes the code from the start of a message.
fn without_code(words: &str) -> &str {
    let words = words.trim();
    match words.split_once("  ") {
        Some((code, rest)) if is_code(code) => rest.trim(),
        _ => words,
    }
}

/// Returns a message of Saxon in the style of other messages.
pub(super) fn reworded(words: &str) -> String {
    let words = words.trim();
    let words = words.strip_prefix("Error reported by XML parser: ").unwrap_or(words);
    let words = words.trim_end_matches('.');
    let mut letters = words.chars();
    match (letters.next(), letters.clone().next()) {
        (Some(first), Some(second)) if first.is_ascii_uppercase() && second.is_lowercase() => {
            format!("{}{}", first.to_ascii_lowercase(), letters.as_str())
        }
        _ => words.to_owned(),
    }
}
