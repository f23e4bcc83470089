//! Reading of NIF in the formats of RDF.

use super::{Nif, interpret};
use crate::nif::fault::{Faults, locate};
use glossweave_base::allowance::Allowance;
use glossweave_base::error::{Result, Skipped, SkippedExt};
use glossweave_base::media::Format;
use glossweave_rdf as triples;

/// Reads NIF in an RDF format.
///
/// Offsets are read from `nif:beginIndex` and `nif:endIndex`, or else from the IRI. They count code
/// points. If `nif:anchorOf` or the end of the text shows that a context uses UTF-16 code units,
/// its offsets are converted. `base` is used to resolve relative IRIs.
///
/// # Errors
///
/// Returns the errors of [`rdf::read`](triples::read). Returns `ErrorKind::Malformed`, with a
/// message that names the string, if a string exceeds its text, ends before it begins, or differs
/// from its `nif:anchorOf`. Returns `ErrorKind::TooLarge` if so many strings share contexts or
/// annotations that reading would take very long.
pub fn read(bytes: &[u8], format: Format, base: Option<&str>) -> Result<Nif> {
    interpret(triples::read(bytes, format, base)?, Faults::new(false))
        .map_err(|fault| fault.into_error(Some(bytes)))
}

/// Reads NIF, and skips the strings and contexts for which [`read()`] would return
/// `ErrorKind::Malformed`. Use [`Nif::skipped`] to list them. The graph still contains their
/// statements. Offsets count code points or UTF-16 code units, depending on which unit fits more
/// strings.
///
/// # Errors
///
/// Returns the errors of [`rdf::read`](triples::read), and `ErrorKind::TooLarge` under the same
/// conditions as [`read()`].
pub fn read_lenient(bytes: &[u8], format: Format, base: Option<&str>) -> Result<Nif> {
    let nif = interpret(triples::read(bytes, format, base)?, Faults::new(true))
        .map_err(|fault| fault.into_error(Some(bytes)))?;
    Ok(Nif { skipped: located(nif.skipped, bytes), ..nif })
}

/// Reads NIF like [`read()`] or [`read_lenient`], and charges the statements to the memory of the
/// call.
pub fn read_within(
    bytes: &[u8],
    format: Format,
    base: Option<&str>,
    lenient: bool,
    memory: &Allowance,
) -> Result<Nif> {
    let graph = triples::read_within(bytes, format, base, memory)?;
    let nif =
        interpret(graph, Faults::new(lenient)).map_err(|fault| fault.into_error(Some(bytes)))?;
    Ok(Nif { skipped: located(nif.skipped, bytes), ..nif })
}

/// The maximum number of resources to locate, because each of them requires a search through the
/// source.
const LOCATED: usize = 32;

/// Adds locations in the source to the skipped resources.
fn located(skipped: Vec<Skipped>, source: &[u8]) -> Vec<Skipped> {
    let place = |(number, resource): (usize, Skipped)| match number < LOCATED {
        true => {
            let place = locate(source, resource.subject());
            resource.at(place)
        }
        false => resource,
    };
    skipped.into_iter().enumerate().map(place).collect()
}
