//! Dates in ISO 8601, in numeric notations, and with the names of months in English, German, French
//! and Spanish.

use std::ops::Range;
use std::sync::LazyLock;

use super::hit::{Hit, named};
use glossweave_document::annotation::Entity;

/// The classes of dates.
const DATE: &str = "http://schema.org/Date";
const DATE_TIME: &str = "http://schema.org/DateTime";

/// The collection of the normalized dates.
const ISO_8601: &str = "ISO 8601";

/// The names of the months: the full name, followed by abbreviations.
const MONTHS: [(&str, [&[&str]; 12]); 4] = [
    (
        "en",
        [
            &["january", "jan"],
            &["february", "feb"],
            &["march", "mar"],
            &["april", "apr"],
            &["may"],
            &["june", "jun"],
            &["july", "jul"],
            &["august", "aug"],
            &["september", "sept", "sep"],
            &["october", "oct"],
            &["november", "nov"],
            &["december", "dec"],
        ],
    ),
    (
        "de",
        [
            &["januar", "jänner", "jan"],
            &["februar", "feber", "feb"],
            &["märz", "mär"],
            &["april", "apr"],
            &["mai"],
            &["juni", "jun"],
            &["juli", "jul"],
            &["august", "aug"],
            &["september", "sept", "sep"],
            &["oktober", "okt"],
            &["november", "nov"],
            &["dezember", "dez"],
        ],
    ),
    (
        "fr",
        [
            &["janvier", "janv"],
            &["février", "févr", "fév"],
            &["mars"],
            &["avril", "avr"],
            &["mai"],
            &["juin"],
            &["juillet", "juil"],
            &["août", "aout"],
            &["septembre", "sept"],
            &["octobre", "oct"],
            &["novembre", "nov"],
            &["décembre", "déc"],
        ],
    ),
    (
        "es",
        [
            &["enero", "ene"],
            &["febrero", "feb"],
            &["marzo", "mar"],
            &["abril", "abr"],
            &["mayo", "may"],
            &["junio", "jun"],
            &["julio", "jul"],
            &["agosto", "ago"],
            &["septiembre", "setiembre", "sept", "sep"],
            &["octubre", "oct"],
            &["noviembre", "nov"],
            &["diciembre", "dic"],
        ],
    ),
];

/// A regular expression that matches all names of months, the longest first.
static NAMES: LazyLock<String> = LazyLock::new(|| {
    let all = MONTHS.iter().flat_map(|(_, months)| months.iter().copied().flatten().copied());
    let mut names: Vec<&str> = all.collect();
    names.sort_by_key(|name| (usize::MAX - name.len(), *name));
    names.dedup();
    names.join("|")
});

/// Returns the regular expression for dates and times in ISO 8601.
pub(super) fn iso() -> String {
    let time = r"[T ](?<hour>[0-9]{2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2})(?:[.,][0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?";
    format!(r"(?<year>[0-9]{{4}})-(?<month>[0-9]{{2}})-(?<day>[0-9]{{2}})(?<time>{time})?")
}

/// Returns the regular expression for numeric dates that start with the day or the month.
pub(super) fn numeric() -> String {
    r"(?<first>[0-9]{1,2})(?<one>\. ?|/)(?<second>[0-9]{1,2})(?<other>\. ?|/)(?<year>[0-9]{4})"
        .to_owned()
}

/// Returns the regular expression for a day, a month, and optionally a year.
pub(super) fn day_first() -> String {
    let names = &*NAMES;
    format!(
        r"(?i)(?<day>[0-9]{{1,2}})(?:\.|st|nd|rd|th|er|º)?\s{{1,2}}(?:of\s|de\s)?(?<name>{names})\.?(?:,?\s{{1,2}}(?:del?\s)?(?<year>[0-9]{{4}}))?"
    )
}

/// Returns the regular expression for a month, a day and a year.
pub(super) fn month_first() -> String {
    let names = &*NAMES;
    format!(
        r"(?i)(?<name>{names})\.?\s{{1,2}}(?<day>[0-9]{{1,2}})(?:st|nd|rd|th)?,?\s{{1,2}}(?<year>[0-9]{{4}})"
    )
}

/// Returns the regular expression for a month and a year.
pub(super) fn no_day() -> String {
    let names = &*NAMES;
    format!(r"(?i)(?<name>{names})\.?,?\s{{1,2}}(?:del?\s)?(?<year>[0-9]{{4}})")
}

pub(super) fn read_iso(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let whole = hit.group("year")?.start()..hit.group("day")?.end();
    let day =
        Day { year: hit.number("year")?, month: hit.number("month")?, day: hit.number("day")? };
    let date = day.normal()?;
    let time = hit.group("time").filter(|_| {
        let is_below = |name, limit| hit.number(name).is_none_or(|number| number < limit);
        // 23:59:60 is a leap second.
        is_below("hour", 25) && is_below("minute", 60) && is_below("second", 61)
    });
    let (range, entity) = match time {
        Some(time) => {
            let normal = format!("{date}T{}", &time.as_str()[1..]);
            (whole.start..time.end(), named(DATE_TIME, ISO_8601, normal))
        }
        None => (whole, named(DATE, ISO_8601, date)),
    };
    hit.is_alone(&range, &['-', '.']).then_some((range, entity))
}

pub(super) fn read_numeric(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let range = hit.group("first")?.start()..hit.group("year")?.end();
    if hit.group("one")?.as_str() != hit.group("other")?.as_str()
        || !hit.is_alone(&range, &['-', '.', '/'])
    {
        return None;
    }
    let (first, second) = (hit.number("first")?, hit.number("second")?);
    let year = written_year(hit)?;
    let day_first = Day { year, month: second, day: first };
    let month_first = Day { year, month: first, day: second };
    let normal = match (day_first.normal(), month_first.normal()) {
        (Some(date), None) => Some(date),
        (Some(date), _) if hit.group("one")?.as_str().starts_with('.') => Some(date),
        (Some(first), Some(second)) if first == second => Some(first),
        (Some(_), Some(other)) if hit.language.is_some_and(|language| language.is("en-US")) => {
            Some(other)
        }
        (Some(date), Some(_)) => {
            let written = ["de", "fr", "es", "en-GB", "en-IE", "en-AU", "en-NZ"];
            let is_day_first = hit.language.is_some_and(|it| written.iter().any(|tag| it.is(tag)));
            is_day_first.then_some(date)
        }
        (None, Some(other)) if hit.group("one")?.as_str() == "/" => Some(other),
        (None, _) => return None,
    };
    Some((range, of(normal)))
}

pub(super) fn read_day_first(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let (day, name) = (hit.group("day")?, hit.group("name")?);
    let (month, is_full) = month(hit, name.as_str())?;
    if hit.group("year").is_none() {
        // The year 2000 is used because its February has 29 days.
        Day { year: 2000, month, day: hit.number("day")? }.normal()?;
        let range = day.start()..name.end();
        return is_full.then(|| (range, of(None)));
    }
    let year = written_year(hit)?;
    let normal = Day { year, month, day: hit.number("day")? }.normal()?;
    Some((day.start()..hit.group("year")?.end(), of(Some(normal))))
}

pub(super) fn read_month_first(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let name = hit.group("name")?;
    let (month, _) = month(hit, name.as_str())?;
    let normal = Day { year: written_year(hit)?, month, day: hit.number("day")? }.normal()?;
    Some((name.start()..hit.group("year")?.end(), of(Some(normal))))
}

pub(super) fn read_no_day(hit: &Hit<'_, '_>) -> Option<(Range<usize>, Entity)> {
    let name = hit.group("name")?;
    // A number before the month would be a day that does not exist in this month.
    let before = hit.text[..name.start()].trim_end().trim_end_matches('.');
    if before.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (month, _) = month(hit, name.as_str())?;
    let normal = format!("{:04}-{month:02}", written_year(hit)?);
    Some((name.start()..hit.group("year")?.end(), of(Some(normal))))
}

fn of(normal: Option<String>) -> Entity {
    match normal {
        Some(normal) => named(DATE, ISO_8601, normal),
        None => Entity::default().with_class(DATE),
    }
}

/// Returns the year if it is a plausible year with four digits.
fn written_year(hit: &Hit<'_, '_>) -> Option<u32> {
    hit.number("year").filter(|year| (1000..3000).contains(year))
}

/// Returns the number of a month, and `true` if the name is not abbreviated. When the language of the text
/// is in the table, only the names in this language are used. English and German names must have a capital,
/// because `may` and `march` are also words.
fn month(hit: &Hit<'_, '_>, name: &str) -> Option<(u32, bool)> {
    let is_capital = name.chars().next().is_some_and(char::is_uppercase);
    let name = name.to_lowercase();
    let is_text = |tag: &str| hit.language.is_some_and(|language| language.is(tag));
    let is_known = MONTHS.iter().any(|(tag, _)| is_text(tag));
    let tables = MONTHS.iter().filter(|(tag, _)| {
        (!is_known || is_text(tag)) && (is_capital || matches!(*tag, "fr" | "es"))
    });
    let mut found = tables.flat_map(|(_, months)| {
        let numbers = (1..).zip(months);
        numbers.filter_map(|(number, names)| {
            let at = names.iter().position(|spelling| *spelling == name)?;
            Some((number, at == 0))
        })
    });
    let first = found.next()?;
    Some((first.0, first.1 || found.any(|(_, is_full)| is_full)))
}

/// A day of the Gregorian calendar.
#[derive(Clone, Copy)]
struct Day {
    year: u32,
    month: u32,
    day: u32,
}

impl Day {
    /// Returns the date in ISO 8601. Returns `None` if the day does not exist.
    fn normal(self) -> Option<String> {
        let Day { year, month, day } = self;
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        (1..=days).contains(&day).then(|| format!("{year:04}-{month:02}-{day:02}"))
    }
}
