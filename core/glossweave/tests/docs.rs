//! Comparison of the tables and links of the documentation with the code.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use glossweave::document::InsertionBarrier;
use glossweave::{ErrorKind, Format};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join("docs").join(name)).unwrap()
}

/// Returns the rows of a page's tables, with their cells.
fn rows(page: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = page.lines().filter_map(|line| line.strip_prefix('|')?.strip_suffix('|'));
    lines.map(|line| line.split('|').map(str::trim).collect())
}

#[test]
fn the_table_of_errors_has_every_kind() {
    let page = page("http.md");
    let said: Vec<(String, String, String)> = rows(&page)
        .filter(|cells| cells[0].parse::<u32>().is_ok())
        .map(|cells| (cells[0].to_owned(), cells[1].to_owned(), cells[2].to_owned()))
        .collect();
    let status = |name: &str| {
        let mut status = String::from("GW_STATUS");
        for char in name.chars() {
            if char.is_uppercase() {
                status.push('_');
            }
            status.push(char.to_ascii_uppercase());
        }
        status
    };
    let true_ones: Vec<(String, String, String)> = ErrorKind::ALL
        .iter()
        .map(|kind| {
            let name = kind.name();
            (kind.number().to_string(), format!("`{name}`"), format!("`{}`", status(name)))
        })
        .collect();
    assert_eq!(said, true_ones);
}

#[test]
fn the_table_of_formats_has_every_format() {
    let page = page("formats.md");
    let said: Vec<Vec<&str>> =
        rows(&page).skip(2).take(Format::ALL.len()).map(|cells| cells[..6].to_vec()).collect();
    let true_ones: Vec<Vec<String>> = Format::ALL
        .iter()
        .map(|format| {
            let media: Vec<_> =
                format.media_types().iter().map(|media| format!("`{media}`")).collect();
            let yes = |is: bool| if is { "yes" } else { "" }.to_owned();
            let back = match (format.translates(), format.returns()) {
                (true, false) => "translations".to_owned(),
                (_, returns) => yes(returns),
            };
            vec![
                format!("`{format}`"),
                media.join(", "),
                format.extensions().join(", "),
                yes(format.is_document()),
                back,
                yes(format.is_rdf()),
            ]
        })
        .collect();
    assert_eq!(said, true_ones);
}

#[test]
fn every_obstacle_is_explained() {
    let page = page("formats.md");
    let explained: BTreeSet<&str> = rows(&page).map(|cells| cells[0].trim_matches('`')).collect();
    for obstacle in [
        InsertionBarrier::TextOnly,
        InsertionBarrier::Table,
        InsertionBarrier::Foreign,
        InsertionBarrier::NoPhrase,
        InsertionBarrier::Encoding,
        InsertionBarrier::Entity,
        InsertionBarrier::Attribute,
        InsertionBarrier::Unfinished,
        InsertionBarrier::Address,
        InsertionBarrier::CellValue,
    ] {
        assert!(explained.contains(obstacle.rule()), "{obstacle:?}");
    }
}

/// Returns the anchor of a heading: its words in small letters, with hyphens between them.
fn anchor_of(heading: &str) -> String {
    let title = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = title.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_between_pages_lead_somewhere() {
    let root = root();
    let mut pages: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"].map(Into::into).into();
    for folder in ["docs", "docs/decisions"] {
        let files = fs::read_dir(root.join(folder)).unwrap().map(|file| file.unwrap().file_name());
        pages.extend(
            files
                .map(|name| Path::new(folder).join(name))
                .filter(|file| file.extension().is_some_and(|extension| extension == "md")),
        );
    }
    for page in pages {
        let text = fs::read_to_string(root.join(&page)).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        for (link, _) in links.filter(|(link, _)| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => root.join(&page),
                file => root.join(&page).parent().unwrap().join(file),
            };
            assert!(target.exists(), "{} links to {link}", page.display());
            if !anchor.is_empty() {
                let target = fs::read_to_string(target).unwrap();
                let mut headings = target.lines().filter(|line| line.starts_with('#'));
                let is_there = headings.any(|heading| anchor_of(heading) == anchor);
                assert!(is_there, "{} links to {link}", page.display());
            }
        }
    }
}
