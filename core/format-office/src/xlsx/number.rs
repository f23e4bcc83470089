//! The numbers and dates of cells (clause 18.3.1.4). A date is a number with a date format (clause
//! 18.8.30).

use std::collections::HashSet;

use super::string::is_sheet;
use crate::opc::{Space, UnitBuilder};
use glossweave_base::error::Result;
use glossweave_base::text::ByteSpan;
use glossweave_document::{InsertionBarrier, InsertionContext};
use glossweave_format_base::PartTree;
use glossweave_format_base::package::Joined;
use glossweave_markup::UnknownEntities;
use glossweave_markup::tree::{NodeId, Tree};

/// The number of the last day that Excel supports, 9999-12-31.
const LAST_DAY: f64 = 2_958_465.0;

/// The number of seconds per day.
const DAY: f64 = 86_400.0;

/// The number formats of a workbook.
#[derive(Debug, Default)]
pub(super) struct NumberFormats {
    /// For each cell format, `true` if it shows a date or a time.
    are_dates: Vec<bool>,
    /// `true` if days are counted from 1904 (clause 18.17.4.1).
    is_1904: bool,
}

impl NumberFormats {
    /// Returns the formats of a workbook, using its styles part. The workbook is the last joined
    /// part.
    pub fn of(workbook: &Joined, styles: Option<&Joined>) -> Result<NumberFormats> {
        let mut formats = NumberFormats::default();
        if let Some(part) = workbook.parts.last() {
            let xml = PartTree::parse(&workbook.bytes, part, UnknownEntities::Omit)?;
            let properties = elements(&xml.tree, "workbookPr").next();
            let stated = properties.and_then(|node| xml.tree.attribute(node, "", "date1904"));
            formats.is_1904 = matches!(stated, Some("1" | "true"));
        }
        let styles = styles.and_then(|styles| Some((styles, styles.parts.last()?)));
        if let Some((styles, part)) = styles {
            let xml = PartTree::parse(&styles.bytes, part, UnknownEntities::Omit)?;
            formats.are_dates = dates(&xml.tree);
        }
        Ok(formats)
    }

    /// Builds a unit from the number or the date of a cell, if the cell contains one.
    pub fn cell(&self, xml: &PartTree<'_>, cell: NodeId, units: &mut UnitBuilder) {
        let tree = &xml.tree;
        let kind = tree.attribute(cell, "", "t").unwrap_or("n");
        let child = |name: &str| tree.elements(cell).find(|node| is_sheet(tree.name(*node), name));
        // Programs use a text without a formula instead of a number.
        if !matches!(kind, "n" | "d") && (kind != "str" || child("f").is_some()) {
            return;
        }
        let mut texts = child("v").into_iter().flat_map(|value| tree.children(value));
        let Some(text) = texts.find(|node| tree.node(*node).is_text()) else { return };
        units.builder.set_format(0);
        let obstacle = Some(InsertionBarrier::CellValue);
        units.builder.set_zone(InsertionContext { obstacle });
        let style = tree.attribute(cell, "", "s").and_then(|style| style.parse::<usize>().ok());
        let is_date = self.are_dates.get(style.unwrap_or(0)) == Some(&true);
        let at = tree.node(text).at();
        let number = tree.source().get(at.clone()).and_then(|text| text.trim().parse().ok());
        match number.filter(|_| is_date && kind == "n").and_then(|number| self.date(number)) {
            Some(date) => {
                let span = ByteSpan::new(xml.base + at.start, xml.base + at.end);
                units.builder.atom(&date, span);
            }
            None => units.text((tree, xml.base), text, None, (true, Space::Kept)),
        }
        units.end_unit();
        units.builder.set_zone(InsertionContext::default());
    }

    /// Returns the date and time of a number (ISO 8601). The number counts days, and its fraction
    /// is the time.
    fn date(&self, number: f64) -> Option<String> {
        let seconds = (number * DAY).round();
        if !(0.0..(LAST_DAY + 1.0) * DAY).contains(&seconds) {
            return None;
        }
        let (days, seconds) = (seconds as i64 / DAY as i64, seconds as i64 % DAY as i64);
        let time = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
        let date = match days {
            0 => return Some(time),
            _ if self.is_1904 => day(days + DAYS_TO_1904),
            // Excel counts February 29, 1900, which did not exist.
            60 => "1900-02-29".to_owned(),
            1..60 => day(days + 1),
            _ => day(days),
        };
        Some(if seconds == 0 { date } else { format!("{date}T{time}") })
    }
}

/// The number of days from 1899-12-30 to 1904-01-01.
const DAYS_TO_1904: i64 = 1_462;

/// Returns the Gregorian date of a day that is counted from 1899-12-30.
fn day(number: i64) -> String {
    // Years begin in March, so that a leap day is the last day of a year. A cycle of 400 years has
    // 146,097 days.
    let since_0000_03 = number + 693_899;
    let (cycle, of_cycle) = (since_0000_03 / 146_097, since_0000_03 % 146_097);
    let of_year = (of_cycle - of_cycle / 1_460 + of_cycle / 36_524 - of_cycle / 146_096) / 365;
    let of_days = of_cycle - (365 * of_year + of_year / 4 - of_year / 100);
    let from_march = (5 * of_days + 2) / 153;
    let day = of_days - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = cycle * 400 + of_year + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

fn elements<'t>(tree: &'t Tree<'_>, local: &'static str) -> impl Iterator<Item = NodeId> + 't {
    let is =
        move |node: &NodeId| tree.node(*node).is_element() && is_sheet(tree.name(*node), local);
    tree.nodes().filter(is)
}

/// Returns for each cell format in the styles whether it shows a date or a time.
fn dates(styles: &Tree<'_>) -> Vec<bool> {
    let id = |node: NodeId| -> Option<u32> {
        styles.attribute(node, "", "numFmtId").and_then(|id| id.parse().ok())
    };
    let mut dates = HashSet::new();
    let mut others = HashSet::new();
    for format in elements(styles, "numFmt") {
        let code = styles.attribute(format, "", "formatCode").unwrap_or_default();
        let set = if shows_date(code) { &mut dates } else { &mut others };
        set.extend(id(format));
    }
    let is_date = |id: u32| dates.contains(&id) || is_built_in(id) && !others.contains(&id);
    let formats = elements(styles, "cellXfs").next();
    let formats = formats.into_iter().flat_map(|formats| styles.elements(formats));
    formats.map(|format| id(format).is_some_and(is_date)).collect()
}

/// Returns `true` for the built-in date and time formats (clause 18.8.30).
fn is_built_in(id: u32) -> bool {
    matches!(id, 14..=22 | 27..=36 | 45 | 47 | 50..=58)
}

/// Returns `true` if a format shows a date or a time. Durations, for example `[h]:mm`, are neither.
fn shows_date(code: &str) -> bool {
    let mut chars = code.chars();
    let mut is_date = false;
    while let Some(char) = chars.next() {
        match char {
            ';' => break,
            '"' => {
                chars.by_ref().find(|char| *char == '"');
            }
            '\\' | '_' | '*' => {
                chars.next();
            }
            '[' => {
                let inner: String = chars.by_ref().take_while(|char| *char != ']').collect();
                let mut letters = inner.chars();
                if !inner.is_empty() && letters.all(|char| "hmsHMS".contains(char)) {
                    return false;
                }
            }
            char => is_date |= "ymdhs".contains(char.to_ascii_lowercase()),
        }
    }
    is_date
}

#[cfg(test)]
mod tests {
    use super::{NumberFormats, shows_date};

    #[test]
    fn numbers_of_days_are_dates() {
        let formats = NumberFormats::default();
        for (number, date) in [
            (0.5, "12:00:00"),
            (1.0, "1900-01-01"),
            (59.0, "1900-02-28"),
            (60.0, "1900-02-29"),
            (61.0, "1900-03-01"),
            (36_585.0, "2000-02-29"),
            (36_586.0, "2000-03-01"),
            (46_355.760_416_666_7, "2026-11-29T18:15:00"),
            (45_291.999_999_999, "2024-01-01"),
            (2_958_465.0, "9999-12-31"),
        ] {
            assert_eq!(formats.date(number).as_deref(), Some(date));
        }
        for number in [-1.0, 2_958_466.0, f64::NAN, f64::INFINITY] {
            assert_eq!(formats.date(number), None);
        }
        let formats = NumberFormats { is_1904: true, ..formats };
        assert_eq!(formats.date(44_893.0).as_deref(), Some("2026-11-29"));
    }

    #[test]
    fn formats_of_dates_have_letters_for_their_parts() {
        for code in ["yyyy\\-mm\\-dd", "[$-409]d mmm", "h:mm AM/PM", "[Red]D.M.;@"] {
            assert!(shows_date(code), "{code}");
        }
        for code in
            ["General", "0.00", "#,##0\" days\"", "[h]:mm:ss", "0\\d", "_-* 0_m", "0;d", "0.0E+00"]
        {
            assert!(!shows_date(code), "{code}");
        }
    }
}
