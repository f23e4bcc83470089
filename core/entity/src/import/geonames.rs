//! GeoNames: the tables of its dump, as its `readme.txt` describes them.

use std::borrow::Cow;

use super::collect::Collector;
use super::facts::Fact;
use super::lines::{ImportFile, Line};
use super::report::SkipReason;
use glossweave_base::error::Result;

/// The values in the place of a language that mark codes and links.
const CODES: [&str; 14] = [
    "link", "post", "iata", "icao", "faac", "abbr", "wkdt", "unlc", "tcid", "uicn", "lauc", "nuts",
    "phon", "piny",
];

/// The part of the weight of a place that its historic and colloquial names have.
const LESSER: f32 = 0.5;

/// A table of the dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Table {
    /// Places, a line each: `allCountries.txt`, `cities500.txt`, `IE.txt`.
    Places,
    /// Names of places: `alternateNamesV2.txt`, `alternateNames.txt`.
    Names,
    /// A table without names: `hierarchy.txt`, `readme.txt`.
    Other,
}

impl Table {
    /// Returns the table that begins so: the number of columns tells.
    pub fn of(start: &str) -> Table {
        let first = start.lines().find(|line| !line.is_empty()).unwrap_or_default();
        let is_number = |field: Option<&str>| {
            field.is_some_and(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()))
        };
        match first.split('\t').count() {
            19.. => Table::Places,
            4..=10 if is_number(first.split('\t').nth(1)) => Table::Names,
            _ => Table::Other,
        }
    }
}

/// Reads a table.
pub(super) fn read(
    file: &ImportFile<'_, '_>,
    table: Table,
    out: &mut Collector<'_, '_>,
) -> Result<()> {
    file.each_line(out, &mut |line, out| match (table, line) {
        (_, "") => Ok(Line::Empty),
        (Table::Places, line) => place(line, out),
        (Table::Names, line) => name(line, out),
        (Table::Other, _) => Ok(Line::Empty),
    })
}

fn iri(id: &str) -> Option<String> {
    let is_id = !id.is_empty() && id.len() <= 12 && id.bytes().all(|byte| byte.is_ascii_digit());
    is_id.then(|| ["https://sws.geonames.org/", id, "/"].concat())
}

/// Splits a line at its tabs; `None` if there are not as many fields. Most fields are so short that a search for each tab
/// costs more.
fn fields<const COUNT: usize>(line: &str) -> Option<[&str; COUNT]> {
    let mut fields = [""; COUNT];
    let (mut start, mut count) = (0, 0);
    for (at, byte) in line.bytes().enumerate() {
        if byte == b'\t' {
            *fields.get_mut(count)? = &line[start..at];
            (start, count) = (at + 1, count + 1);
        }
    }
    *fields.get_mut(count)? = &line[start..];
    (count + 1 == COUNT).then_some(fields)
}

fn place(line: &str, out: &mut Collector<'_, '_>) -> Result<Line> {
    let Some(fields) = fields::<19>(line) else {
        return Ok(Line::Malformed("expected 19 columns"));
    };
    let [id, name, ascii, alternate, _, _, class, code, country, ..] = fields;
    let Some(iri) = iri(id) else { return Ok(Line::Malformed("expected a number as `geonameid`")) };
    let population: f64 = match fields[14] {
        "" => 0.0,
        // Some lines have a negative one.
        text => match text.parse::<i64>() {
            Ok(number) => number.max(0) as f64,
            Err(_) => return Ok(Line::Malformed("expected a number as `population`")),
        },
    };
    out.at.records += 1;
    if !out.wanted.country(country) {
        out.skip(SkipReason::Country);
        return Ok(Line::Read);
    }
    let iri_of_class = match (class, code) {
        ("", _) => Cow::Borrowed("https://www.geonames.org/ontology#Feature"),
        (class, "") => Cow::Owned(format!("https://www.geonames.org/ontology#{class}")),
        (class, code) => Cow::Owned(format!("https://www.geonames.org/ontology#{class}.{code}")),
    };
    // Either the code or the letter of a group may be wanted.
    let group = format!("https://www.geonames.org/ontology#{class}");
    if out.wanted.has_classes() && !out.wanted.class(&iri_of_class) && !out.wanted.class(&group) {
        out.skip(SkipReason::Class);
        return Ok(Line::Read);
    }
    let Some(subject) = out.subject(&iri)? else { return Ok(Line::Read) };
    out.class(subject, &iri_of_class)?;
    if out.wanted.has_classes() && out.wanted.class(&group) {
        out.class(subject, &group)?;
    }
    out.add(&Fact::Weight { subject, weight: population })?;
    out.label(subject, name, None, 1.0)?;
    if !ascii.is_empty() && ascii != name {
        out.label(subject, ascii, None, 1.0)?;
    }
    for alternate in alternate.split(',').filter(|one| !one.is_empty() && *one != name) {
        // Their languages are unknown.
        if out.wanted.has_languages() {
            out.skip(SkipReason::Language);
        } else {
            out.label(subject, alternate, None, 1.0)?;
        }
    }
    Ok(Line::Read)
}

fn name(line: &str, out: &mut Collector<'_, '_>) -> Result<Line> {
    let mut fields = line.split('\t');
    let mut next = || fields.next().unwrap_or_default();
    let [_, id, language, name] = std::array::from_fn(|_| next());
    let [_, _, colloquial, historic] = std::array::from_fn(|_| next());
    let Some(iri) = iri(id) else { return Ok(Line::Malformed("expected a number as `geonameid`")) };
    if name.is_empty() {
        return Ok(Line::Malformed("expected a name in the fourth column"));
    }
    out.at.records += 1;
    let is_code = CODES.contains(&language);
    if is_code && !out.wanted.codes.iter().any(|code| code == language) {
        out.skip(SkipReason::Code);
        return Ok(Line::Read);
    }
    let Some(subject) = out.known(&iri) else {
        out.skip(SkipReason::Unknown);
        return Ok(Line::Read);
    };
    let language = Some(language).filter(|tag| !tag.is_empty() && !is_code);
    let share = if colloquial == "1" || historic == "1" { LESSER } else { 1.0 };
    out.label(subject, name, language, share)?;
    Ok(Line::Read)
}
