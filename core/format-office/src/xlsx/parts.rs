//! The parts of a workbook to read, in order.

use std::collections::{HashMap, HashSet};

use super::number::NumberFormats;
use crate::opc::{
    Package, Relationship, StandoffParts, join_properties, main_part, relationship_of,
};
use glossweave_base::error::Result;
use glossweave_format_base::PartTree;
use glossweave_format_base::package::{Joined, markup_end};
use glossweave_markup::UnknownEntities;

/// The parts of a sheet to read, in order.
const OF_SHEET: [&[&str]; 3] = [&["comments"], &["threadedComment"], &["drawing"]];

/// The parts of a drawing to read.
const OF_DRAWING: &[&str] = &["chart", "chartEx", "diagramData", "diagramDrawing"];

/// The items of shared strings that cells use.
#[derive(Default)]
pub(super) struct UsedStrings {
    used: Vec<bool>,
    /// An upper bound of the number of items.
    most: usize,
}

impl UsedStrings {
    /// Returns an empty set for a shared strings part with this length in bytes.
    fn of_length(bytes: usize) -> UsedStrings {
        UsedStrings { used: Vec::new(), most: bytes / "<a/>".len() }
    }

    pub fn has(&self, number: usize) -> bool {
        self.used.get(number).copied().unwrap_or(false)
    }

    fn add(&mut self, number: usize) {
        if number < self.most {
            if self.used.len() <= number {
                self.used.resize(number + 1, false);
            }
            self.used[number] = true;
        }
    }
}

/// The parts to read.
#[derive(Default)]
pub(super) struct Parts {
    pub joined: Joined,
    pub used: UsedStrings,
    /// The number formats, set when numbers are read.
    pub formats: Option<NumberFormats>,
    pub left_out: Vec<String>,
    seen: HashSet<String>,
    /// The number of bytes of sheets that were scanned but not joined.
    scanned: usize,
}

impl Parts {
    /// Returns the joined parts of a package. When numbers are read, they include all sheets.
    pub fn of(bytes: &[u8], has_numbers: bool) -> Result<Parts> {
        let package = Package::open(bytes)?;
        let top = package.relationships("")?;
        let main = main_part(&package, &top)?;
        let links = package.relationships(&main.target)?;
        let mut parts = Parts::default();
        let custom: Vec<Relationship> = links.iter().chain(&top).cloned().collect();
        StandoffParts::join(&package, main, &custom, &mut parts.joined)?;
        parts.join(&package, &main.target)?;
        let sheets = sheets(&parts.joined, &links)?;
        if has_numbers {
            let styles = links.iter().find(|link| &*link.kind == "styles");
            let styles = match styles {
                Some(styles) => package.alone(&styles.target)?,
                None => None,
            };
            parts.formats = Some(NumberFormats::of(&parts.joined, styles.as_ref())?);
        }
        if let Some(strings) = links.iter().find(|link| &*link.kind == "sharedStrings") {
            parts.join(&package, &strings.target)?;
            let length = parts.joined.parts.last().map_or(0, |part| part.span.len());
            parts.used = UsedStrings::of_length(length);
        }
        for sheet in sheets {
            parts.sheet(&package, sheet)?;
        }
        parts.left_out.extend(join_properties(&package, &top, &mut parts.joined)?);
        Ok(parts)
    }

    /// Returns the parts of a package without their content.
    pub fn emptied(bytes: &[u8], has_numbers: bool) -> Result<Parts> {
        Ok(Parts { joined: Joined::default(), ..Parts::of(bytes, has_numbers)? })
    }

    /// Scans a sheet, and joins its related parts. The sheet itself is joined only if it contains
    /// strings or if numbers are read.
    fn sheet(&mut self, package: &Package<'_>, name: &str) -> Result<()> {
        if !self.is_new(name) {
            return Ok(());
        }
        let spent = self.joined.bytes.len().saturating_add(self.scanned);
        let Some((record, text, encoding)) = package.text(name, spent)? else {
            self.left_out.push(format!("the package has no record `{name}`"));
            return Ok(());
        };
        match scan(&text, &mut self.used) || self.formats.is_some() {
            true => self.joined.push(record, &text, encoding),
            false => self.scanned += text.len(),
        }
        let links = package.relationships(name)?;
        for kinds in OF_SHEET {
            for link in links.iter().filter(|link| kinds.contains(&&*link.kind)) {
                if !self.join(package, &link.target)? || &*link.kind != "drawing" {
                    continue;
                }
                let inner = package.relationships(&link.target)?;
                for link in inner.iter().filter(|link| OF_DRAWING.contains(&&*link.kind)) {
                    self.join(package, &link.target)?;
                }
            }
        }
        Ok(())
    }

    fn is_new(&mut self, name: &str) -> bool {
        self.seen.insert(name.to_ascii_lowercase())
    }

    /// Joins a part that was not joined before. Returns `true` if the part is new and exists.
    fn join(&mut self, package: &Package<'_>, name: &str) -> Result<bool> {
        if !self.is_new(name) {
            return Ok(false);
        }
        let found = package.join(name, &mut self.joined)?;
        if !found {
            self.left_out.push(format!("the package has no record `{name}`"));
        }
        Ok(found)
    }
}

/// Returns the names of the sheets in order (clause 18.2.20). The workbook is the last joined part.
pub(super) fn sheets<'l>(joined: &Joined, links: &'l [Relationship]) -> Result<Vec<&'l str>> {
    let targets: HashMap<&str, &str> =
        links.iter().map(|link| (&*link.id, &*link.target)).collect();
    let Some(part) = joined.parts.last() else { return Ok(Vec::new()) };
    let xml = PartTree::parse(&joined.bytes, part, UnknownEntities::Omit)?;
    let tree = &xml.tree;
    let Some(root) = tree.root() else { return Ok(Vec::new()) };
    let lists = tree.elements(root).filter(|element| &*tree.name(*element).local == "sheets");
    let sheets = lists.flat_map(|list| tree.elements(list));
    let ids = sheets.filter_map(|sheet| relationship_of(tree, sheet));
    Ok(ids.filter_map(|id| targets.get(&*id).copied()).collect())
}

/// Collects the shared strings that the cells of a sheet use (clause 18.3.1.4). Returns `true` if
/// cells contain inline strings.
fn scan(sheet: &[u8], used: &mut UsedStrings) -> bool {
    let mut has_strings = false;
    let mut is_shared = false;
    let mut at = 0;
    while let Some(found) = sheet.get(at..).and_then(|rest| rest.iter().position(|b| *b == b'<')) {
        let start = at + found;
        at = markup_end(sheet, start);
        let tag = &sheet[start..at];
        match local(tag) {
            b"c" => {
                is_shared = states(tag, b"s");
                has_strings |= states(tag, b"inlineStr");
            }
            b"v" if is_shared => {
                let rest = &sheet[at..];
                let length = rest.iter().position(|byte| *byte == b'<').unwrap_or(rest.len());
                let digits = std::str::from_utf8(&rest[..length]).unwrap_or_default();
                if let Ok(number) = digits.trim().parse() {
                    used.add(number);
                }
                is_shared = false;
            }
            _ => {}
        }
    }
    has_strings
}

/// Returns the local name of a start tag.
fn local(tag: &[u8]) -> &[u8] {
    let name = tag.get(1..).unwrap_or_default();
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
    let name = &name[..name.iter().position(is_end).unwrap_or(name.len())];
    let colon = name.iter().position(|byte| *byte == b':').map_or(0, |colon| colon + 1);
    &name[colon..]
}

/// Returns `true` if the attribute `t` of a tag has a value.
fn states(tag: &[u8], value: &[u8]) -> bool {
    let is_name = |at: usize| tag[at] == b't' && tag[at - 1].is_ascii_whitespace();
    (1..tag.len()).filter(|at| is_name(*at)).any(|at| {
        let rest = tag[at + 1..].trim_ascii_start().strip_prefix(b"=").unwrap_or_default();
        let rest = rest.trim_ascii_start();
        let (Some(quote), rest) = (rest.first(), rest.get(1..).unwrap_or_default()) else {
            return false;
        };
        rest.strip_prefix(value).is_some_and(|rest| rest.first() == Some(quote))
    })
}

#[cfg(test)]
mod tests {
    use super::{UsedStrings, scan};

    #[test]
    fn cells_name_the_strings_that_they_use() {
        let sheet = b"<x:row><x:c r='A1' t=\"s\"><x:v>3</x:v></x:c><x:c t='n'><x:v>1</x:v></x:c>\
            <x:c st='s'><x:v>2</x:v></x:c><x:c\nt = 's' ><x:f>A1</x:f><x:v> 0 </x:v></x:c><!-- <c t='s'><v>2</v> --></x:row>";
        let mut used = UsedStrings::of_length(100);
        assert!(!scan(sheet, &mut used));
        assert_eq!(
            (0..5).map(|n| used.has(n)).collect::<Vec<_>>(),
            [true, false, false, true, false]
        );
        assert!(scan(b"<c r='A1' t='inlineStr'><is><t>a</t></is></c>", &mut used));
    }
}
