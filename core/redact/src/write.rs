//! Writing of a redacted document.

use std::collections::HashSet;

use super::edit::{Edit, applied, edits_of, joined};
use super::part::DocumentPart;
use super::part_reading::name_readings;
use super::redact::{RedactedSpan, Redaction, Run};
use super::search::Search;
use super::thumbnail::is_thumbnail;
use glossweave_archive::{Archive, Limits as ArchiveLimits};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_base::text::ByteSpan;

impl Run<'_> {
    /// Writes the result.
    pub fn write(
        &self,
        parts: &[DocumentPart<'_>],
        edits: &[Vec<Edit>],
        inner: Vec<Vec<Vec<Edit>>>,
        search: &Search,
    ) -> Result<Redaction> {
        let mut redaction = Redaction {
            bytes: Vec::new(),
            spans: Vec::new(),
            residue: Vec::new(),
            removed: Vec::new(),
            unchecked: Vec::new(),
            key: None,
        };
        let source = self.document.source();
        let Some(package) = source.package() else {
            for (part, edits) in parts.iter().zip(edits) {
                redaction.spans.extend(edits.iter().filter_map(|edit| self.span(edit, None)));
                redaction.bytes = self.applied(part, edits);
            }
            return Ok(redaction);
        };
        let mut all = edits
            .iter()
            .zip(inner)
            .flat_map(|(edits, inner)| std::iter::once(edits.clone()).chain(inner));
        redaction.bytes =
            self.write_package(package, parts, &mut all, search, "", &mut redaction)?;
        Ok(redaction)
    }

    /// Applies edits to the bytes of a part.
    fn applied(&self, part: &DocumentPart<'_>, edits: &[Edit]) -> Vec<u8> {
        let written =
            |edit: &Edit| part.encoded(&edit.text(|string| self.strings.replacement(string)));
        part.packed(applied(&part.bytes, edits, written))
    }

    fn span(&self, edit: &Edit, part: Option<&str>) -> Option<RedactedSpan> {
        let replacement = edit.text(|string| self.strings.replacement(string));
        Some(RedactedSpan {
            label: self.strings.label(edit.string?).into(),
            replacement: replacement.as_ref().into(),
            part: part.map(Box::from),
            span: ByteSpan::from(edit.range.clone()),
        })
    }

    /// Writes a package with the edits of its parts. `all` contains the edits of each part in order, followed
    /// by the edits of the parts within it. `within` is the prefix of the names of its parts.
    fn write_package(
        &self,
        package: &[u8],
        parts: &[DocumentPart<'_>],
        all: &mut dyn Iterator<Item = Vec<Edit>>,
        search: &Search,
        within: &str,
        redaction: &mut Redaction,
    ) -> Result<Vec<u8>> {
        let mut changed: Vec<(String, Vec<u8>)> = Vec::new();
        let mut removed: Vec<&str> = Vec::new();
        let mut names: HashSet<String> =
            parts.iter().filter_map(|part| part.name.clone()).collect();
        for part in parts {
            let edits = all.next().unwrap_or_default();
            let Some(name) = part.name.as_deref() else { continue };
            let full_name = format!("{within}{name}");
            let inner = match &part.inner {
                Some(inner) => {
                    let within = format!("{full_name}!");
                    let bytes =
                        self.write_package(&part.bytes, inner, all, search, &within, redaction)?;
                    Some(bytes).filter(|bytes| *bytes != *part.bytes)
                }
                None => None,
            };
            if is_thumbnail(name) {
                redaction.removed.push(full_name);
                removed.push(name);
                continue;
            }
            let spans = edits.iter().filter_map(|edit| self.span(edit, Some(&full_name)));
            redaction.spans.extend(spans);
            let edits_of_name = self.edits_of_name(name, search);
            let is_changed = inner.is_some() || !edits.is_empty();
            let bytes = || inner.unwrap_or_else(|| self.applied(part, &edits));
            if edits_of_name.is_empty() {
                if is_changed {
                    changed.push((name.to_owned(), bytes()));
                }
                continue;
            }
            let at_start = edits_of_name.iter().map(|edit| Edit { range: 0..0, ..edit.clone() });
            let spans = at_start.filter_map(|edit| self.span(&edit, Some(&full_name)));
            redaction.spans.extend(spans);
            let new = applied(name.as_bytes(), &edits_of_name, |edit| {
                edit.text(|string| self.strings.replacement(string)).as_bytes().to_vec()
            });
            let new = String::from_utf8_lossy(&new).into_owned();
            if !names.insert(new.clone()) {
                let message =
                    format!("two files of the package would be named `{new}`; use pseudonyms");
                return Err(Error::new(ErrorKind::Conflict, message).with_parameter("method"));
            }
            removed.push(name);
            changed.push((new, bytes()));
        }
        if changed.is_empty() && removed.is_empty() {
            return Ok(package.to_vec());
        }
        let archive = Archive::open(package, ArchiveLimits::default())?;
        let changed: Vec<(&str, &[u8])> =
            changed.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
        archive.with_changes(&changed, &removed)
    }

    /// Returns the edits of the name of a part.
    fn edits_of_name(&self, name: &str, search: &Search) -> Vec<Edit> {
        let mut edits = Vec::new();
        for reading in name_readings(name) {
            for (ranges, string) in self.places(search, &reading) {
                edits.extend(edits_of(ranges, string));
            }
        }
        joined(edits)
    }
}
