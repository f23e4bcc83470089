//! The files of a crate, the targets of their paths, and the breaches of rules.

use std::collections::{HashMap, HashSet};

use super::paths::{Sheet, Written, read};
use super::{Rules, Users};

type Module = Vec<String>;

/// The target of a path.
#[derive(Clone, Debug, PartialEq)]
enum Place {
    /// A module of this crate, or an item in it.
    Here(Module),
    /// A foreign crate or an item in it, and `true` if the path itself names the crate, instead of
    /// an import in another module.
    Foreign(Module, bool),
    /// A name that this test does not need to know, such as a type, a primitive or a local
    /// variable.
    Unknown,
}

struct File {
    path: String,
    lines: usize,
    module: Option<Module>,
    sheet: Sheet,
}

/// The files of one crate, and the rules for them.
pub(crate) struct Sources<'a> {
    rules: &'a Rules,
    /// The folder of the crate, for example `core/base`. Empty for files outside crates.
    folder: String,
    order: &'a [&'a [&'a str]],
    files: Vec<File>,
    modules: HashSet<Module>,
    aliases: HashMap<(Module, String), (Module, Vec<String>)>,
    globs: HashMap<Module, Vec<Vec<String>>>,
    macros: HashMap<String, Vec<String>>,
    crates: HashSet<String>,
    manifest: String,
}

/// Returns all breaches of the rules in files, as `file:line: what`. Each file has a path and a
/// content. The files include the manifests of the crates.
pub(crate) fn breaches(rules: &Rules, sources: &[(String, String)]) -> Vec<String> {
    let crates = rules.crates.iter().map(|(name, order)| (format!("core/{name}"), *order));
    let crates: Vec<_> = crates.chain([(String::new(), &[] as &[&[&str]])]).collect();
    let of = |path: &str| {
        let found = crates.iter().find(|(folder, _)| path.starts_with(&format!("{folder}/")));
        found.map_or("", |(folder, _)| folder.as_str())
    };
    let all = crates.iter().map(|(folder, order)| {
        let own = sources.iter().filter(|(path, _)| of(path) == folder);
        Sources::new(rules, folder, order, own)
    });
    all.flat_map(|each| each.breaches()).collect()
}

impl<'a> Sources<'a> {
    fn new<'s>(
        rules: &'a Rules,
        folder: &str,
        order: &'a [&'a [&'a str]],
        sources: impl Iterator<Item = &'s (String, String)>,
    ) -> Sources<'a> {
        let mut checked = Sources {
            rules,
            folder: folder.to_string(),
            order,
            files: Vec::new(),
            modules: HashSet::from([Vec::new()]),
            aliases: HashMap::new(),
            globs: HashMap::new(),
            macros: HashMap::new(),
            crates: rules.foreign.iter().map(|(name, _)| name.to_string()).collect(),
            manifest: String::new(),
        };
        for (path, source) in sources {
            if path.ends_with("Cargo.toml") {
                checked.manifest.clone_from(source);
            } else {
                checked.add(path, source);
            }
        }
        checked
    }

    fn add(&mut self, path: &str, source: &str) {
        let module = module_of(path, &self.folder);
        let sheet = read(source, module.as_deref().unwrap_or_default());
        if let Some(module) = &module {
            self.modules.insert(module.clone());
            self.modules.extend(sheet.modules.iter().cloned());
            for alias in &sheet.aliases {
                if alias.name == "*" {
                    self.globs
                        .entry(alias.module.clone())
                        .or_default()
                        .push(alias.segments.clone());
                } else {
                    let target = (alias.module.clone(), alias.segments.clone());
                    self.aliases.insert((alias.module.clone(), alias.name.clone()), target);
                }
            }
            if let Some(top) = module.first() {
                for name in &sheet.macros {
                    self.macros.entry(name.clone()).or_default().push(top.clone());
                }
            }
        }
        self.files.push(File {
            path: path.to_string(),
            lines: source.lines().count(),
            module,
            sheet,
        });
    }

    fn breaches(&self) -> Vec<String> {
        let mut breaches = Vec::new();
        self.check_manifest(&mut breaches);
        for file in &self.files {
            let mut breach = |line: usize, what: String| {
                breaches.push(format!("{}:{line}: {what}", file.path));
            };
            if file.lines > self.rules.lines {
                breach(
                    file.lines,
                    format!("{} lines, allowed are {}", file.lines, self.rules.lines),
                );
            }
            let may = self.rules.unsafes.iter().any(|allowed| stands_in(&file.path, allowed));
            for line in file.sheet.unsafes.iter().filter(|_| !may) {
                breach(*line, "`unsafe` outside its modules".to_string());
            }
            for written in &file.sheet.written {
                if written.segments.windows(2).any(|pair| pair == ["super", "super"]) {
                    breach(written.line, "`super::super`".to_string());
                }
            }
            if file.module.is_some() {
                self.check_paths(file, &mut breach);
            }
        }
        breaches
    }

    fn check_manifest(&self, breaches: &mut Vec<String>) {
        let mut section = "";
        for (index, line) in self.manifest.lines().enumerate() {
            let line = line.trim();
            let mut dependency = None;
            if let Some(header) = line.strip_prefix('[') {
                section = header.trim_end_matches(']');
                dependency = section.split_once("dependencies.").map(|(_, name)| name);
            } else if section.ends_with("dependencies") && !line.starts_with('#') {
                dependency = line.split(['=', '.']).next().filter(|name| !name.is_empty());
                if line.contains("package =") {
                    let line = index + 1;
                    let manifest = format!("{}/Cargo.toml", self.folder);
                    breaches.push(format!("{manifest}:{line}: a dependency under another name"));
                }
            }
            let Some(name) = dependency.map(|name| name.trim().trim_matches('"').replace('-', "_"))
            else {
                continue;
            };
            if !self.crates.contains(&name) && !is_own(&name) {
                let line = index + 1;
                breaches.push(format!("{}/Cargo.toml:{line}: `{name}` is in no rule", self.folder));
            }
        }
    }

    fn check_paths(&self, file: &File, breach: &mut impl FnMut(usize, String)) {
        for (line, what) in &file.sheet.opaque {
            breach(*line, (*what).to_string());
        }
        let own = file.module.as_ref().and_then(|module| module.first()).cloned();
        let is_ordered = !self.order.is_empty();
        if let Some(top) = own.as_deref().filter(|top| is_ordered && self.level(top).is_none()) {
            breach(1, format!("`{top}` is not in the order of modules"));
        }
        for written in &file.sheet.written {
            let mut passed = Vec::new();
            let place =
                self.resolve(&written.module, &written.segments, written.import, &mut passed, 0);
            passed.push(place);
            self.check_places(file, own.as_deref(), written, &passed, breach);
        }
        for (name, line) in &file.sheet.calls {
            let (Some(own), Some(tops)) = (own.as_deref(), self.macros.get(name)) else {
                continue;
            };
            if !tops.iter().any(|top| self.may(own, top)) {
                let top = &tops[0];
                breach(*line, format!("`{own}` uses the macro `{name}!` of `{top}`"));
            }
        }
    }

    fn check_places(
        &self,
        file: &File,
        own: Option<&str>,
        written: &Written,
        passed: &[Place],
        breach: &mut impl FnMut(usize, String),
    ) {
        let said = written.segments.join("::");
        let mut seen = HashSet::new();
        for place in passed {
            match (place, own) {
                (Place::Foreign(path, true), _) => {
                    let name = path[0].as_str();
                    if !self.may_use(name, file, &written.module) && seen.insert(name.to_string()) {
                        breach(
                            written.line,
                            format!("`{name}` is named outside its module (`{said}`)"),
                        );
                    }
                }
                // The root of a crate with a single subject may also contain items.
                (Place::Here(_), Some(_)) if self.order.is_empty() => {}
                (Place::Here(module), Some(own)) => {
                    let Some(top) = module.first() else {
                        if written.import {
                            breach(written.line, format!("`{said}` brings in the whole crate"));
                        }
                        continue;
                    };
                    if !seen.insert(top.clone()) {
                        continue;
                    }
                    let tops = match self.macros.get(top) {
                        _ if self.modules.contains(&module[..1]) => vec![top.clone()],
                        Some(tops) => tops.clone(),
                        None => {
                            breach(written.line, format!("`{said}` leads to no module"));
                            continue;
                        }
                    };
                    if !tops.iter().any(|top| self.may(own, top)) {
                        let top = &tops[0];
                        breach(written.line, format!("`{own}` imports from `{top}` (`{said}`)"));
                    }
                }
                _ => {}
            }
        }
        if own.is_none() && written.import && self.is_glob(written) {
            breach(written.line, format!("`{said}::*` at the root hides what it brings"));
        }
    }

    fn is_glob(&self, written: &Written) -> bool {
        self.globs.get(&written.module).is_some_and(|globs| globs.contains(&written.segments))
    }

    fn level(&self, top: &str) -> Option<usize> {
        self.order.iter().position(|line| line.contains(&top))
    }

    /// Returns `true` if `own` may import from `top`.
    fn may(&self, own: &str, top: &str) -> bool {
        own == top
            || self.order.is_empty()
            || self.level(top).is_some_and(|there| self.level(own) > Some(there))
    }

    fn may_use(&self, name: &str, file: &File, module: &[String]) -> bool {
        match self.rules.foreign.iter().find(|(crate_name, _)| *crate_name == name) {
            None => matches!(name, "std" | "core" | "alloc") || is_own(name),
            Some((_, Users::Tests)) => is_test(module),
            Some((_, Users::InAndTests(_))) if is_test(module) => true,
            Some((_, Users::In(places) | Users::InAndTests(places))) => {
                let path = file.path.strip_prefix("core/").unwrap_or(&file.path);
                let path = path.replacen("/src/", "/", 1);
                places.iter().any(|place| stands_in(&path, place))
            }
        }
    }

    /// Follows a path. Adds the items that it passes through re-exports to `passed`.
    fn resolve(
        &self,
        module: &[String],
        segments: &[String],
        import: bool,
        passed: &mut Vec<Place>,
        depth: usize,
    ) -> Place {
        let Some(first) = segments.first().filter(|_| depth < 24) else { return Place::Unknown };
        let mut start = module.to_vec();
        let mut rest = segments;
        match first.as_str() {
            "" => return Place::Foreign(segments[1..].to_vec(), true),
            "crate" => {
                start.clear();
                rest = &segments[1..];
            }
            "self" | "super" => {
                while let Some(up) = rest.first().filter(|s| matches!(s.as_str(), "self" | "super"))
                {
                    if up == "super" {
                        start.pop();
                    }
                    rest = &rest[1..];
                }
            }
            name => {
                if !self.has(module, name, depth) {
                    let foreign = self.crates.contains(name)
                        || matches!(name, "std" | "core" | "alloc")
                        || (import && name.starts_with(char::is_lowercase));
                    return if foreign {
                        Place::Foreign(segments.to_vec(), true)
                    } else {
                        Place::Unknown
                    };
                }
            }
        }
        self.walk(start, rest, passed, depth)
    }

    /// Continues from a module of this crate.
    fn walk(
        &self,
        mut at: Module,
        rest: &[String],
        passed: &mut Vec<Place>,
        depth: usize,
    ) -> Place {
        for (index, name) in rest.iter().enumerate() {
            let mut below = at.clone();
            below.push(name.clone());
            if self.modules.contains(&below) {
                at = below;
                continue;
            }
            if let Some((scope, target)) = self.alias(&at, name, depth) {
                if !at.is_empty() {
                    passed.push(Place::Here(at));
                }
                let more = &rest[index + 1..];
                return match self.resolve(&scope, &target, true, passed, depth + 1) {
                    Place::Here(found) => {
                        passed.push(Place::Here(found.clone()));
                        self.walk(found, more, passed, depth + 1)
                    }
                    Place::Foreign(mut path, _) => {
                        // A module that may use a crate may re-export its types, but not the crate
                        // itself or its modules.
                        let module =
                            path.last().is_some_and(|last| last.starts_with(char::is_lowercase));
                        if path.len() == 1 || (module && !more.is_empty()) {
                            passed.push(Place::Foreign(path.clone(), true));
                        }
                        path.extend(more.iter().cloned());
                        Place::Foreign(path, false)
                    }
                    Place::Unknown => Place::Unknown,
                };
            }
            at.extend(rest[index..].iter().cloned());
            break;
        }
        Place::Here(at)
    }

    fn has(&self, module: &[String], name: &str, depth: usize) -> bool {
        let mut below = module.to_vec();
        below.push(name.to_string());
        self.modules.contains(&below) || self.alias(module, name, depth).is_some()
    }

    /// Returns the target of a name of an import, or of a glob import of a module with this name.
    fn alias(&self, module: &[String], name: &str, depth: usize) -> Option<(Module, Vec<String>)> {
        if let Some((scope, target)) = self.aliases.get(&(module.to_vec(), name.to_string())) {
            let itself = target.len() == 1 && target[0] == name;
            return (!itself).then(|| (scope.clone(), target.clone()));
        }
        if depth >= 24 {
            return None;
        }
        for glob in self.globs.get(module)? {
            let mut ignored = Vec::new();
            if glob.first().is_some_and(|first| first == name) {
                continue;
            }
            let place = self.resolve(module, glob, true, &mut ignored, depth + 1);
            if let Place::Here(found) = place
                && found != module
                && self.modules.contains(&found)
                && self.has(&found, name, depth + 1)
            {
                let target = ["crate".to_string()].into_iter().chain(found);
                return Some((Vec::new(), target.chain([name.to_string()]).collect()));
            }
        }
        None
    }
}

fn is_test(module: &[String]) -> bool {
    module.iter().any(|part| part == "tests")
}

/// Returns `true` if a file is in `place`: a file, or the path of a folder or file without its
/// extension.
fn stands_in(path: &str, place: &str) -> bool {
    path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '.']))
}

/// Returns `true` for the crates of this workspace. Their manifests specify which crates may use
/// others.
fn is_own(name: &str) -> bool {
    name.starts_with("glossweave")
}

/// Returns the module of a file of a crate. Returns `None` for files outside the crate.
fn module_of(path: &str, folder: &str) -> Option<Module> {
    let inside = path.strip_prefix(folder)?.strip_prefix("/src/")?.strip_suffix(".rs")?;
    let mut parts: Module = inside.split('/').map(String::from).collect();
    if matches!(parts.last().map(String::as_str), Some("lib" | "mod")) {
        parts.pop();
    }
    Some(parts)
}
