//! Conversion of libxslt messages to errors and messages with their locations.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ffi::CStr;

use super::call::Failure;
use super::messages::{Event, EventKind, Stopped};
use super::worker_thread::late;
use crate::{Limits, Message};
use glossweave_base::error::{Error, ErrorKind, Location};
use glossweave_markup::xml;

/// The codes of errors without a number in libxslt.
const COMPILATION: &str = "compilation-error";
const RUN: &str = "runtime-error";
const TERMINATED: &str = "terminated";

/// The stylesheet, which is used for the locations of errors.
pub(super) struct Report {
    text: String,
    /// The position at which text was inserted into the stylesheet for libxslt, and the length of that text.
    added: (usize, usize),
    base: String,
}

impl Failure {
    /// Returns `true` if the calls of templates were nested too deep.
    pub fn is_deep(&self) -> bool {
        let is_deep = |event: &Event| {
            let says = |text| event.kind == EventKind::Error && event.text.contains(text);
            event.is_too_deep()
                || says("potential infinite template recursion")
                || says("Potentially infinite recursion")
        };
        match self.stopped {
            None => self.events.iter().any(is_deep),
            Some(stopped) => stopped == Stopped::Stack,
        }
    }
}

impl Report {
    pub fn new(text: String, added: (usize, usize), base: &CStr) -> Report {
        Report { text, added, base: base.to_string_lossy().into_owned() }
    }

    /// Returns the error for a stylesheet that was not compiled.
    pub fn of_stylesheet(&self, failure: Failure, limits: &Limits) -> Error {
        if let Some(error) = stopped(&failure, limits) {
            return error;
        }
        let xml = failure.events.iter().find(|event| event.kind == EventKind::Xml);
        if let Some(event) = xml {
            return ill_formed_module(&failure)
                .unwrap_or_else(|| ill_formed("stylesheet", event, &self.text));
        }
        self.failed(&failure.events, COMPILATION)
    }

    /// Returns the error for a failed run.
    pub fn of_run(&self, failure: Failure, source: &str, limits: &Limits) -> Error {
        if let Some(error) = stopped(&failure, limits) {
            return error;
        }
        if failure.is_deep() {
            let calls = limits.recursion;
            let message = format!("templates call each other more than {calls} times deep");
            return Error::new(ErrorKind::TooLarge, message).with_code(RUN);
        }
        let is_fault = |event: &&Event| event.kind != EventKind::Message;
        match failure.events.iter().find(is_fault) {
            Some(event) if event.kind == EventKind::Xml => {
                ill_formed_module(&failure).unwrap_or_else(|| ill_formed("source", event, source))
            }
            Some(_) => self.failed(&failure.events, RUN),
            None => {
                let last = failure.events.last();
                let text = last.map_or("", |event| event.text.as_str());
                let message = format!("the stylesheet ended the run: {}", text.trim());
                let error = Error::invalid(message).with_code(TERMINATED);
                match last.and_then(|event| self.place(event)) {
                    Some(place) => error.at(place),
                    None => error,
                }
            }
        }
    }

    /// Returns the messages of instructions, and messages about documents that had no content because they
    /// are not well-formed.
    pub fn messages(&self, events: &[Event], read: &[(String, Box<str>)]) -> Vec<Message> {
        let messages = events.iter().filter(|event| event.kind == EventKind::Message);
        let message =
            |event: &Event| Message { text: event.text.clone(), location: self.place(event) };
        let mut all: Vec<Message> = messages.map(message).collect();
        // A file is requested by its path and by its IRI.
        let file = |uri: &str| uri.trim_start_matches("file://").to_owned();
        let mut seen = HashSet::new();
        for (uri, text) in read.iter().rev() {
            let fault = ill_formed_file(uri, text).filter(|_| seen.insert(file(uri)));
            all.extend(fault.map(|error| Message { text: error.to_string(), location: None }));
        }
        all
    }

    /// Returns the first reported fault. A message of libxml2 about an expression takes precedence.
    fn failed(&self, events: &[Event], code: &str) -> Error {
        let of = |kind| events.iter().find(|event| event.kind == kind);
        let (xpath, error_event, context) =
            (of(EventKind::XPath), of(EventKind::Error), of(EventKind::Context));
        let (message, code) = match (xpath, error_event) {
            (Some(event), _) => {
                let mut lines = event.text.lines().filter(|line| !line.trim().is_empty());
                let summary = lines.next().unwrap_or_default().trim();
                let message = match lines.next() {
                    Some(expression) => format!("{}: `{expression}`", lowered(summary)),
                    None => lowered(summary),
                };
                (message, Cow::Owned(event.code.to_string()))
            }
            (None, Some(event)) => (lowered(event.text.trim()), Cow::Borrowed(code)),
            (None, None) => ("libxslt failed without a message".into(), Cow::Borrowed(code)),
        };
        let module =
            context.and_then(|event| file(&event.text)).filter(|module| *module != self.base);
        let place = match &module {
            Some(_) => None,
            None => {
                let place = xpath.or(error_event).and_then(|event| self.place(event));
                place.or_else(|| context.and_then(|event| self.element(&event.text)))
            }
        };
        let message = match module {
            Some(module) => format!("{message}, in `{module}`"),
            None => message,
        };
        let mut error = Error::invalid(message).with_code(code);
        if let Some(others) = others(events, xpath.or(error_event)) {
            error = error.because(others);
        }
        match place {
            Some(place) => error.at(place),
            None => error,
        }
    }

    /// Returns the location of an instruction, which is its start tag.
    fn place(&self, event: &Event) -> Option<Location> {
        let (at, length) = self.added;
        let start = event.place?;
        let start = if start < at { start } else { at + (start - at).saturating_sub(length) };
        if start >= self.text.len() {
            return None;
        }
        let length = self.text.as_bytes()[start..].iter().position(|byte| *byte == b'>');
        let end = length.map_or(self.text.len(), |length| start + length + 1);
        Some(Location::in_source(self.text.as_bytes(), start..end))
    }

    /// Returns the location of an element, given its name and the line at which its start tag ends.
    fn element(&self, context: &str) -> Option<Location> {
        let (_, rest) = context.split_once(" line ")?;
        let (line, rest) = rest.split_once(' ')?;
        let (line, name) = (line.parse::<u32>().ok()?, rest.strip_prefix("element ")?.trim());
        let tree = xml::parse(Cow::Borrowed(&self.text), xml::Limits::default()).ok()?;
        let mut elements = tree.nodes().filter(|node| tree.node(*node).is_element());
        elements.find_map(|node| {
            if *tree.name(node).local != *name {
                return None;
            }
            let at = tree.node(node).at();
            let last = Location::in_source(self.text.as_bytes(), at.end.saturating_sub(1)..at.end);
            (last.line() == line).then(|| Location::in_source(self.text.as_bytes(), at))
        })
    }
}

/// The maximum number of further faults that are reported, and the maximum number of their bytes.
const FAULTS: usize = 8;
const LENGTH: usize = 2_000;

/// Returns the further faults, one on each line.
fn others(events: &[Event], first: Option<&Event>) -> Option<String> {
    let is_fault = |event: &&Event| matches!(event.kind, EventKind::XPath | EventKind::Error);
    let mut lines: Vec<&str> = Vec::new();
    let mut length = 0;
    for event in events.iter().filter(is_fault) {
        let line = event.text.lines().next().unwrap_or_default().trim();
        let is_first = first.is_some_and(|first| std::ptr::eq(first, event));
        if is_first || line.is_empty() || lines.contains(&line) {
            continue;
        }
        length += line.len();
        if lines.len() == FAULTS || length > LENGTH {
            break;
        }
        lines.push(line);
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// Returns the error for a call that was stopped.
fn stopped(failure: &Failure, limits: &Limits) -> Option<Error> {
    let most = |what: &str, most: usize| {
        Error::new(ErrorKind::TooLarge, format!("{what}, limit is {most}"))
    };
    Some(match failure.stopped? {
        Stopped::Time => late(limits.time),
        Stopped::Memory => most("the stylesheet takes too many bytes of memory", limits.memory),
        Stopped::Depth => most("elements are nested too deep", limits.depth),
        Stopped::Output => most("the result has too many bytes", limits.output),
        Stopped::Stack => {
            Error::new(ErrorKind::TooLarge, "the stylesheet calls or nests too deep for the stack")
        }
        Stopped::Cost => Error::new(
            ErrorKind::TooLarge,
            "the arguments of a function are too large for the time limit of a run",
        ),
    })
}

/// Returns the error for the first module or document that is not well-formed.
fn ill_formed_module(failure: &Failure) -> Option<Error> {
    failure.read.iter().find_map(|(uri, text)| ill_formed_file(uri, text))
}

/// Returns the error for a file if it is not well-formed.
fn ill_formed_file(uri: &str, text: &str) -> Option<Error> {
    let fault = xml::parse(Cow::Borrowed(text), xml::Limits::default()).err()?;
    let place = Location::in_source(text.as_bytes(), fault.at);
    Some(in_file(uri, &Error::new(fault.kind, fault.message).at(place)))
}

/// Returns the error for a file other than the stylesheet. The message contains the location, because the
/// locations of errors refer to the stylesheet or to the source.
pub(super) fn in_file(uri: &str, error: &Error) -> Error {
    let place = error.location();
    let place = place.map(|place| format!(", line {}, column {}", place.line(), place.column()));
    let (place, message) = (place.unwrap_or_default(), error.message());
    Error::new(error.kind(), format!("`{uri}`{place}: {message}"))
}

fn ill_formed(what: &str, event: &Event, text: &str) -> Error {
    let place = Location::at_line(text.as_bytes(), event.line.max(1), event.column.max(1));
    let fault = lowered(event.text.trim());
    Error::malformed(format!("the {what} is not well-formed: {fault}"))
        .with_code(event.code.to_string())
        .at(place)
}

/// Returns the file that a context names.
fn file(context: &str) -> Option<&str> {
    let (_, rest) = context.split_once(": file ")?;
    rest.split_once(" line ").map(|(file, _)| file)
}

/// Returns a message with a small first letter, as in other errors.
fn lowered(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if !second.is_uppercase() => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => text.to_owned(),
    }
}
