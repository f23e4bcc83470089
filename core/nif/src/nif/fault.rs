//! Faults in NIF resources. They are either errors, or cause resources to be skipped.

use super::statement::name;
use glossweave_base::error::{Error, ErrorKind, Location, Skipped, SkippedExt};
use glossweave_rdf::NamedOrBlankNodeRef;

/// A fault in a resource.
pub(super) struct Fault {
    resource: String,
    message: String,
    kind: ErrorKind,
}

impl Fault {
    pub fn new(resource: NamedOrBlankNodeRef<'_>, message: &str) -> Fault {
        let resource = name(resource).to_owned();
        Fault { message: format!("`{resource}` {message}"), resource, kind: ErrorKind::Malformed }
    }

    /// Converts the fault to a fault about exceeded cost. Such faults are never skipped.
    pub fn too_large(self) -> Fault {
        Fault { kind: ErrorKind::TooLarge, ..self }
    }

    /// Converts the fault to an error, with its location in the source if known.
    pub fn into_error(self, source: Option<&[u8]>) -> Error {
        let place = source.and_then(|source| locate(source, &self.resource));
        let error = Error::new(self.kind, self.message);
        match place {
            Some(place) => error.at(place),
            None => error,
        }
    }
}

/// The faults found while reading. In strict mode, the first fault ends the reading. In lenient
/// mode, faults are recorded and their resources are skipped.
pub(super) struct Faults {
    is_lenient: bool,
    skipped: Vec<Skipped>,
}

impl Faults {
    pub fn new(is_lenient: bool) -> Faults {
        Faults { is_lenient, skipped: Vec::new() }
    }

    /// Returns `true` in strict mode.
    pub fn is_strict(&self) -> bool {
        !self.is_lenient
    }

    /// Records a fault. Returns it as an error if it ends the reading.
    pub fn take(&mut self, fault: Fault) -> Result<(), Fault> {
        if self.is_strict() || fault.kind != ErrorKind::Malformed {
            return Err(fault);
        }
        Skipped::new(fault.resource, fault.message).keep(&mut self.skipped);
        Ok(())
    }

    /// Returns the value. Returns `None` if there was a fault and it was recorded.
    pub fn pass<T>(&mut self, made: Result<T, Fault>) -> Result<Option<T>, Fault> {
        match made {
            Ok(made) => Ok(Some(made)),
            Err(fault) => self.take(fault).map(|()| None),
        }
    }

    pub fn into_skipped(self) -> Vec<Skipped> {
        self.skipped
    }
}

/// Returns the first location in the source that contains the IRI of a resource, or only its
/// fragment.
pub(super) fn locate(bytes: &[u8], resource: &str) -> Option<Location> {
    let fragment = resource.rfind('#').map_or("", |at| &resource[at..]);
    [resource, fragment, fragment.trim_start_matches('#')].iter().find_map(|text| {
        let text = text.as_bytes();
        let at = match text.is_empty() {
            true => None,
            false => bytes.windows(text.len()).position(|window| window == text),
        }?;
        Some(Location::in_source(bytes, at..at + text.len()))
    })
}
