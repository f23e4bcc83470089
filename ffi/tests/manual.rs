//! Checks that the tables of docs/c.md contain all types and functions of the header.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

/// Returns the header without its comments.
fn header() -> String {
    let header = read("include/glossweave.h");
    let lines = header.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the types of the objects that the library returns: those whose contents only the library can
/// use, and those that a function frees.
fn objects(header: &str) -> BTreeSet<&str> {
    let opaque = header.lines().filter_map(|line| {
        let names = line.strip_prefix("typedef struct ")?.strip_suffix(';')?;
        let (name, again) = names.split_once(' ')?;
        (name == again).then_some(name)
    });
    let freed = functions(header).into_iter().filter(|(name, _)| name.ends_with("_free"));
    let freed = freed.filter_map(|(_, parameters)| parameters.split_once(" *"));
    let freed = freed.map(|(name, _)| name).filter(|name| *name != "GwBuffer");
    opaque.chain(freed).collect()
}

/// Returns each function of a header with its parameters.
fn functions(header: &str) -> Vec<(&str, &str)> {
    let declared = header.split(';').filter_map(|part| {
        let (head, parameters) = part.split_once('(')?;
        let name = head.rsplit([' ', '*', '\n']).next()?;
        name.starts_with("gw_").then_some((name, parameters))
    });
    declared.collect()
}

/// Returns the rows of a table under a heading, as cells.
fn table<'m>(manual: &'m str, heading: &str) -> Vec<Vec<&'m str>> {
    let (_, section) = manual.split_once(&format!("\n## {heading}\n")).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().skip_while(|line| !line.starts_with('|')).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// Returns the words in backticks.
fn quoted(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2).map(|word| word.trim_end_matches(" *"))
}

#[test]
fn ownership_is_told_of_every_type() {
    let (manual, header) = (read("docs/c.md"), header());
    let all = functions(&header);
    assert!(all.len() > 100 && objects(&header).len() > 15);
    let mut makers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut freed: BTreeMap<&str, &str> = BTreeMap::new();
    for row in table(&manual, "Ownership") {
        for name in quoted(row[0]) {
            makers.entry(name).or_default().extend(quoted(row[1]));
            freed.insert(name, row[2]);
        }
    }
    let is_listed = |name: &str, function: &str| {
        makers.get(name).is_some_and(|makers| {
            makers.iter().any(|maker| match maker.strip_suffix('*') {
                Some(start) => function.starts_with(start),
                None => *maker == function,
            })
        })
    };
    let mut missing = Vec::new();
    for name in objects(&header) {
        let free = all.iter().find(|(function, parameters)| {
            function.ends_with("_free") && parameters.starts_with(&format!("{name} *"))
        });
        let is_told = freed.get(name).is_some_and(|told| match free {
            Some((free, _)) => quoted(told).any(|function| function == *free),
            None => told.starts_with("not freed"),
        });
        if !is_told {
            missing.push(format!("{name}: freed with"));
        }
        let out = format!("{name} **");
        let errors = name == "GwError";
        for (function, _) in
            all.iter().filter(|(_, parameters)| !errors && parameters.contains(&out))
        {
            if !is_listed(name, function) {
                missing.push(format!("{name}: {function}"));
            }
        }
    }
    for (function, parameters) in &all {
        let writes = parameters.contains("GwBuffer *") && *function != "gw_buffer_free";
        if writes && !is_listed("GwBuffer", function) {
            missing.push(format!("GwBuffer: {function}"));
        }
    }
    assert!(missing.is_empty(), "docs/c.md, Ownership: {missing:#?}");
    let known: BTreeSet<&str> = all.iter().map(|(name, _)| *name).collect();
    let told = makers.values().flatten().filter(|maker| maker.starts_with("gw_"));
    let unknown: Vec<_> = told
        .filter(|maker| match maker.strip_suffix('*') {
            Some(start) => !known.iter().any(|name| name.starts_with(start)),
            None => !known.contains(**maker),
        })
        .collect();
    assert!(unknown.is_empty(), "docs/c.md, Ownership: {unknown:?} are not functions");
}

#[test]
fn the_use_by_threads_is_told_of_every_type() {
    let (manual, header) = (read("docs/c.md"), header());
    let rows = table(&manual, "Threads");
    let told: Vec<&str> = rows.iter().flat_map(|row| quoted(row[0])).collect();
    let once: BTreeSet<&str> = told.iter().copied().collect();
    assert_eq!(told.len(), once.len(), "a type is in the table twice");
    assert_eq!(once, objects(&header), "docs/c.md, Threads");
}
