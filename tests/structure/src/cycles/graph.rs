//! The graph of files in a folder that use each other.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::paths::{ModulePath, Read, Written, read};

/// The uses of modules by other modules, each with its first location as `file:line`.
type Edges = BTreeMap<ModulePath, BTreeMap<ModulePath, String>>;

/// Returns the cycles of sibling modules of a crate, from its files with paths relative to its
/// root. Each cycle has a line with the names, followed by the uses among them.
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
    let read: Vec<(&String, &ModulePath, Read)> =
        files.iter().map(|(name, module, source)| (*name, module, read(source, module))).collect();
    let names = Names::of(&read);
    let mut edges = Edges::new();
    let mut add = |module: &ModulePath, path: &ModulePath, place: String| {
        if let Some((from, to)) = siblings(module, &names.resolve(path)) {
            edges.entry(from).or_default().entry(to).or_insert(place);
        }
    };
    for (name, module, file) in &read {
        for written in &file.written {
            let place = format!("{name}:{}", written.line);
            add(module, &written.path, place.clone());
            // After `use super::*`, any word may be a name of that module.
            if written.alias.as_deref() == Some("*") && written.module == **module {
                for word in &file.words {
                    add(
                        module,
                        &[&written.path[..], std::slice::from_ref(word)].concat(),
                        place.clone(),
                    );
                }
            }
        }
    }
    edges
}

/// Returns the module of a file, for example `a::b` for `a/b.rs`.
fn module_of(name: &str) -> ModulePath {
    let stem = name.strip_suffix(".rs").unwrap_or(name);
    let segments = stem.split('/').filter(|part| !matches!(*part, "lib" | "main" | "mod"));
    segments.map(str::to_owned).collect()
}

/// The names of modules and items.
#[derive(Default)]
struct Names {
    modules: HashSet<ModulePath>,
    defined: HashSet<ModulePath>,
    /// The imported names with their targets.
    aliases: HashMap<ModulePath, ModulePath>,
    /// The modules from which a module imports all names.
    globs: HashMap<ModulePath, Vec<ModulePath>>,
}

impl Names {
    fn of(read: &[(&String, &ModulePath, Read)]) -> Names {
        let mut names = Names::default();
        for (_, module, file) in read {
            names.modules.insert((*module).clone());
            names.defined.extend(file.defined.iter().cloned());
            for Written { module, path, alias, .. } in &file.written {
                match alias.as_deref() {
                    Some("*") => {
                        names.globs.entry(module.clone()).or_default().push(path.clone());
                    }
                    Some(alias) => {
                        let name = [&module[..], &[alias.to_owned()]].concat();
                        names.aliases.insert(name, path.clone());
                    }
                    None => {}
                }
            }
        }
        names
    }

    /// Follows re-exported names to the module that defines the item of a path.
    fn resolve(&self, path: &ModulePath) -> ModulePath {
        let mut path = path.clone();
        // A name may be re-exported several times, but never by more modules than exist.
        for _ in 0..self.modules.len() {
            let known = (0..=path.len()).rev().find(|end| self.modules.contains(&path[..*end]));
            let known = known.unwrap_or_default();
            if known == path.len() {
                return path;
            }
            let name = &path[..=known];
            let target = self.aliases.get(name).cloned().or_else(|| self.by_glob(name));
            match target {
                Some(target) if target != name => path = [&target[..], &path[known + 1..]].concat(),
                _ => return path[..known].to_vec(),
            }
        }
        path
    }

    /// Returns the path of a name that its module imports with a glob.
    fn by_glob(&self, name: &[String]) -> Option<ModulePath> {
        if self.defined.contains(name) {
            return None;
        }
        let (last, module) = name.split_last()?;
        let globs = self.globs.get(module).into_iter().flatten();
        let paths =
            globs.map(|glob| [&self.resolve_module(glob)[..], std::slice::from_ref(last)].concat());
        let paths: Vec<ModulePath> = paths.collect();
        let defined = paths.iter().find(|path| self.defined.contains(*path));
        defined.or_else(|| paths.iter().find(|path| self.aliases.contains_key(*path))).cloned()
    }

    /// Follows the imported name of a module.
    fn resolve_module(&self, path: &ModulePath) -> ModulePath {
        match self.aliases.get(path) {
            Some(target) if target != path => target.clone(),
            _ => path.clone(),
        }
    }
}

/// Returns the siblings that contain two modules, or `None` if both are in the same one.
fn siblings(from: &ModulePath, to: &ModulePath) -> Option<(ModulePath, ModulePath)> {
    let shared = from.iter().zip(to).take_while(|(one, other)| one == other).count();
    let differ = shared < from.len() && shared < to.len();
    differ.then(|| (from[..=shared].to_vec(), to[..=shared].to_vec()))
}
