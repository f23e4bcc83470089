//! Import of GeoNames. The tables of the dump are described in its `readme.txt`.

use std::collections::HashMap;

use super::collect::Collector;
use super::facts::Fact;
use super::lines::{ImportFile, Line};
use super::options::Wanted;
use super::report::SkipReason;
use glossweave_base::error::Result;

/// The values of the language column that mark codes and links.
const CODES: [&str; 14] = [
    "link", "post", "iata", "icao", "faac", "abbr", "wkdt", "unlc", "tcid", "uicn", "lauc", "nuts",
    "phon", "piny",
];

/// The share of the weight of a location that its historic and colloquial names get.
const LESSER: f32 = 0.5;

/// The number of lines that are used to detect the kind of a table.
const LINES: usize = 100;

/// A table of the dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Table {
    /// Locations, one per line: `allCountries.txt`, `cities500.txt`, `IE.txt`.
    Places,
    /// Names of locations: `alternateNamesV2.txt`, `alternateNames.txt`.
    Names,
    /// Locations and the locations that contain them: `hierarchy.txt`.
    Hierarchy,
    /// A file without names, for example `readme.txt`.
    Other,
}

impl Table {
    /// Returns the kind of a table. It is detected by the number of columns at the start of the
    /// file.
    pub fn of(start: &str) -> Table {
        // The first lines may contain a header or invalid rows.
        let mut tables = start.lines().take(LINES).map(Table::of_line);
        tables.find(|table| *table != Table::Other).unwrap_or(Table::Other)
    }

    fn of_line(line: &str) -> Table {
        let is_number = |field: Option<&str>| {
            field.is_some_and(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()))
        };
        let mut fields = line.split('\t');
        let are_numbers = [is_number(fields.next()), is_number(fields.next())];
        match line.split('\t').count() {
            19.. if is_number(line.split('\t').next()) => Table::Places,
            4..=10 if are_numbers[1] => Table::Names,
            2 | 3 if are_numbers == [true; 2] => Table::Hierarchy,
            _ => Table::Other,
        }
    }
}

pub(super) fn read(
    file: &ImportFile<'_, '_>,
    table: Table,
    out: &mut Collector<'_, '_>,
) -> Result<()> {
    let mut classes = FeatureClasses::default();
    file.each_line(out, &mut |line, out| match (table, line) {
        (_, "") => Ok(Line::Empty),
        (Table::Places, line) => place(line, &mut classes, out),
        (Table::Names, line) => name(line, out),
        (Table::Hierarchy, line) => within(line, out),
        (Table::Other, _) => Ok(Line::Empty),
    })
}

fn iri(id: &str) -> Option<String> {
    let is_id = !id.is_empty() && id.len() <= 12 && id.bytes().all(|byte| byte.is_ascii_digit());
    is_id.then(|| ["https://sws.geonames.org/", id, "/"].concat())
}

/// Splits a line at its tabs. Returns `None` if the number of fields differs. The loop is faster than a
/// search for each tab, because most fields are short.
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

/// The class of a location.
struct FeatureClass {
    iri: String,
    /// The IRI of the feature group, if it was requested.
    group: Option<String>,
    is_wanted: bool,
}

/// The classes of locations by feature group and code. There are a few hundred of them.
#[derive(Default)]
struct FeatureClasses {
    known: HashMap<String, FeatureClass>,
    name: String,
}

impl FeatureClasses {
    fn of(&mut self, class: &str, code: &str, options: &Wanted) -> &FeatureClass {
        self.name.clear();
        self.name.extend([class, "\t", code]);
        if !self.known.contains_key(&self.name) {
            const ONTOLOGY: &str = "https://www.geonames.org/ontology#";
            let group = format!("{ONTOLOGY}{class}");
            let iri = match (class, code) {
                ("", _) => format!("{ONTOLOGY}Feature"),
                (_, "") => group.clone(),
                _ => format!("{group}.{code}"),
            };
            // Either the code or the group may be requested.
            let is_wanted = options.class(&iri) || options.class(&group);
            let group = (options.has_classes() && options.class(&group)).then_some(group);
            let feature_class = FeatureClass { iri, group, is_wanted };
            return self.known.entry(self.name.clone()).or_insert(feature_class);
        }
        &self.known[&self.name]
    }
}

fn place(line: &str, classes: &mut FeatureClasses, out: &mut Collector<'_, '_>) -> Result<Line> {
    let Some(fields) = fields::<19>(line) else {
        return Ok(Line::Malformed("expected 19 columns"));
    };
    let [id, name, ascii, alternate, _, _, class, code, country, ..] = fields;
    let Some(iri) = iri(id) else { return Ok(Line::Malformed("expected a number as `geonameid`")) };
    let population: f64 = match fields[14] {
        "" => 0.0,
        // Some lines contain a negative population.
        text => match text.parse::<i64>() {
            Ok(number) => number.max(0) as f64,
            Err(_) => return Ok(Line::Malformed("expected a number as `population`")),
        },
    };
    out.at.records += 1;
    if !out.options.country(country) {
        out.skip(SkipReason::Country);
        return Ok(Line::Read);
    }
    let FeatureClass { iri: of_class, group, is_wanted } = classes.of(class, code, out.options);
    // Administrative areas are read regardless of their class, because they are regions of other
    // locations.
    let describes = out.options.has_descriptions && matches!(class, "A" | "L");
    if !*is_wanted && !describes {
        out.skip(SkipReason::Class);
        return Ok(Line::Read);
    }
    let Some(subject) = out.subject(&iri)? else { return Ok(Line::Read) };
    out.class(subject, of_class)?;
    if let Some(group) = group {
        out.class(subject, group)?;
    }
    out.add(&Fact::Weight { subject, weight: population })?;
    if out.options.has_descriptions {
        let codes = [country, fields[10], fields[11], fields[12], fields[13]];
        region(subject, codes, (class, code), out)?;
    }
    out.label(subject, name, None, 1.0)?;
    if !*is_wanted {
        return Ok(Line::Read);
    }
    if !ascii.is_empty() && ascii != name {
        out.label(subject, ascii, None, 1.0)?;
    }
    for alternate in
        alternate.split(',').filter(|alternate| !alternate.is_empty() && *alternate != name)
    {
        // The languages of these names are unknown.
        if out.options.has_languages() {
            out.skip(SkipReason::Language);
        } else {
            out.label(subject, alternate, None, 1.0)?;
        }
    }
    Ok(Line::Read)
}

/// Adds the region codes of a location, which may be a region itself: a country or one of its divisions.
fn region(
    subject: u32,
    codes: [&str; 5],
    (class, code): (&str, &str),
    out: &mut Collector<'_, '_>,
) -> Result<()> {
    let level = match (class, code) {
        ("A", "ADM1") => Some(2),
        ("A", "ADM2") => Some(3),
        ("A", "ADM3") => Some(4),
        ("A", "ADM4") => Some(5),
        ("A", code) if code.starts_with("PCL") => Some(1),
        _ => None,
    };
    let known = codes.iter().take_while(|code| !matches!(**code, "" | "00")).count();
    if known == 0 {
        return Ok(());
    }
    let count = level.unwrap_or(known).min(known);
    let codes = codes[..count].join(".");
    out.add(&Fact::Region { subject, codes: &codes, is_region: level == Some(count) })
}

/// Reads a line of the hierarchy, which contains the outer location and the inner location.
fn within(line: &str, out: &mut Collector<'_, '_>) -> Result<Line> {
    let mut fields = line.split('\t').map(iri);
    let (Some(Some(around)), Some(Some(place))) = (fields.next(), fields.next()) else {
        return Ok(Line::Malformed("expected the ids of two places"));
    };
    out.at.records += 1;
    match (out.known(&place), out.known(&around)) {
        (Some(subject), Some(around)) => out.add(&Fact::Within { subject, around })?,
        _ => out.skip(SkipReason::Unknown),
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
    if is_code && !out.options.codes.iter().any(|code| code == language) {
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
