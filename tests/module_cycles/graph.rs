//! The files of a folder that use each other.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::paths::{ModulePath, Written, read};

/// The uses of one module by another: the first of them, as `file:line`.
type Edges = BTreeMap<ModulePath, BTreeMap<ModulePath, String>>;

/// Returns the cycles of sibling modules of a crate, whose files are given by their paths from its root:
/// their names on one line, then the uses among them.
pub fn cycles(files: &[(String, String)]) -> Vec<String> {
    let edges = edges(files);
    let reached: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> =
        edges.keys().map(|module| (module, reachable(&edges, module))).collect();
    let mut done: BTreeSet<&ModulePath> = BTreeSet::new();
    let mut found = Vec::new();
    for (module, others) in &reached {
        if !others.contains(module) || done.contains(module) {
            continue;
        }
        let returns = |other: &&&ModulePath| {
            reached.get(**other).is_some_and(|others| others.contains(module))
        };
        let cycle: BTreeSet<&ModulePath> = others.iter().filter(returns).copied().collect();
        found.push(describe(&edges, &cycle));
        done.extend(cycle);
    }
    found
}

fn describe(edges: &Edges, cycle: &BTreeSet<&ModulePath>) -> String {
    let names: Vec<String> = cycle.iter().map(|module| module.join("::")).collect();
    let mut text = format!("{}\n", names.join(", "));
    for module in cycle {
        for (target, place) in edges[*module].iter().filter(|(target, _)| cycle.contains(target)) {
            text.push_str(&format!("    {place} uses {}\n", target.join("::")));
        }
    }
    text
}

fn reachable<'e>(edges: &'e Edges, from: &ModulePath) -> BTreeSet<&'e ModulePath> {
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<&ModulePath> = edges[from].keys().collect();
    while let Some(module) = waiting.pop() {
        if reached.insert(module) {
            waiting.extend(edges.get(module).into_iter().flat_map(BTreeMap::keys));
        }
    }
    reached
}

fn edges(files: &[(String, String)]) -> Edges {
    let is_test = |name: &str| name.ends_with("tests.rs") || name.contains("tests/");
    let files = files.iter().filter(|(name, _)| !is_test(name));
    let files: Vec<_> = files.map(|(name, source)| (name, module_of(name), source)).collect();
    let modules: HashSet<ModulePath> = files.iter().map(|(_, module, _)| module.clone()).collect();
    let read: Vec<(&String, &ModulePath, Vec<Written>)> =
        files.iter().map(|(name, module, source)| (*name, module, read(source, module))).collect();
    let mut aliases = HashMap::new();
    for written in read.iter().flat_map(|(_, _, all)| all) {
        if let Some(alias) = &written.alias {
            let mut name = written.module.clone();
            name.push(alias.clone());
            aliases.insert(name, written.path.clone());
        }
    }
    let mut edges = Edges::new();
    for (name, module, all) in read {
        for written in all {
            let target = resolve(&written.path, &modules, &aliases);
            let Some((from, to)) = siblings(module, &target) else { continue };
            let place = format!("{name}:{}", written.line);
            edges.entry(from).or_default().entry(to).or_insert(place);
        }
    }
    edges
}

/// Returns the module that a file stands for.
fn module_of(name: &str) -> ModulePath {
    let stem = name.strip_suffix(".rs").unwrap_or(name);
    let segments = stem.split('/').filter(|part| !matches!(*part, "lib" | "main" | "mod"));
    segments.map(str::to_owned).collect()
}

/// Follows names that other modules pass on to the module in which the item of a path stands.
fn resolve(
    path: &ModulePath,
    modules: &HashSet<ModulePath>,
    aliases: &HashMap<ModulePath, ModulePath>,
) -> ModulePath {
    let mut path = path.clone();
    // A name may be passed on several times, and never by more modules than there are.
    for _ in 0..modules.len() {
        let known = (0..=path.len()).rev().find(|end| modules.contains(&path[..*end]));
        let known = known.unwrap_or_default();
        if known == path.len() {
            return path;
        }
        match aliases.get(&path[..=known]) {
            Some(target) if *target != path[..=known] => {
                path = [&target[..], &path[known + 1..]].concat();
            }
            _ => return path[..known].to_vec(),
        }
    }
    path
}

/// Returns the modules of one folder that two modules are, or stand in, if these are not the same.
fn siblings(from: &ModulePath, to: &ModulePath) -> Option<(ModulePath, ModulePath)> {
    let shared = from.iter().zip(to).take_while(|(one, other)| one == other).count();
    let differ = shared < from.len() && shared < to.len();
    differ.then(|| (from[..=shared].to_vec(), to[..=shared].to_vec()))
}
