//! Collection of rules and records from a document and the files that it refers to.

use std::rc::Rc;

use super::html::is_script;
use super::origin::Origin;
use super::reference::join;
use super::rule::{self, Rule};
use super::selector_context::{Language, Scope, namespaces};
use super::standoff::Records;
use super::{ITS, Options};
use glossweave_base::error::{Error, ErrorKind, Result};
use glossweave_markup::At;
use glossweave_markup::tree::{NodeId, Tree, XHTML, XLINK};
use glossweave_markup::xml::{self, Limits};

/// The maximum number of files to open for one document, and the maximum depth of links.
const FILES: usize = 250;
const DEPTH: usize = 16;
/// The maximum number of rules.
const RULES: usize = 5_000;

/// The collected rules and records.
#[derive(Debug)]
pub(super) struct Gathered<'t> {
    pub origins: Vec<Origin<'t>>,
    pub rules: Vec<Rule>,
    pub records: Records,
    pub warnings: Vec<String>,
    files: usize,
}

/// The context in which rules are read.
struct Place<'p> {
    origin: usize,
    base: &'p str,
    /// The variables passed on by linking rules.
    variables: &'p [(String, String)],
    /// The chain of files that link to this one.
    chain: &'p [String],
}

impl<'t> Gathered<'t> {
    /// Collects the rules of the caller and of a document, in ascending order of precedence.
    pub fn new(tree: &'t Tree<'_>, options: &Options) -> Result<Gathered<'t>> {
        let mut all = Gathered {
            origins: Vec::new(),
            rules: Vec::new(),
            records: Records::default(),
            warnings: Vec::new(),
            files: 0,
        };
        for (number, text) in options.rules.iter().enumerate() {
            let file = match options.rules.len() {
                1 => "the caller's rules".to_owned(),
                _ => format!("document {} of the caller's rules", number + 1),
            };
            let origin = Origin { text: text.to_string().into(), file: Some(file), shift: 0 };
            all.text(origin, text, options, &options.base, &options.parameters, &[], true)
                .map_err(|error| error.with_parameter("rules"))?;
        }
        all.origins.push(Origin { text: tree.source().into(), file: None, shift: 0 });
        let place = Place {
            origin: all.origins.len() - 1,
            base: &options.base,
            variables: &options.parameters,
            chain: &[],
        };
        match tree.root().is_some_and(|root| tree.is(root, XHTML, "html")) {
            true => all.page(tree, &place, options)?,
            false => all.document(tree, &place, options)?,
        }
        all.records.index(tree, "");
        Ok(all)
    }

    /// Parses an XML text and adds its rules.
    #[allow(clippy::too_many_arguments)]
    fn text(
        &mut self,
        origin: Origin<'t>,
        text: &str,
        options: &Options,
        base: &str,
        variables: &[(String, String)],
        chain: &[String],
        only_rules: bool,
    ) -> Result<()> {
        let tree =
            xml::parse(text.into(), Limits::default()).map_err(|fault| origin.fault(fault))?;
        self.origins.push(origin);
        let origin = self.origins.len() - 1;
        self.document(&tree, &Place { origin, base, variables, chain }, options)?;
        if !only_rules {
            self.records.index(&tree, "");
        }
        Ok(())
    }

    fn document(&mut self, tree: &Tree<'_>, place: &Place<'_>, options: &Options) -> Result<()> {
        if !tree.names().iter().any(|name| name.is(ITS, "rules")) {
            return Ok(());
        }
        for node in tree.nodes() {
            if tree.is(node, ITS, "rules") {
                self.rules(tree, node, place, options)?;
            }
        }
        Ok(())
    }

    /// Adds the rules of an HTML page: linked rules, rules in scripts, and rules in XHTML elements.
    fn page(&mut self, tree: &'t Tree<'_>, place: &Place<'_>, options: &Options) -> Result<()> {
        for node in tree.nodes() {
            let at = tree.node(node).at();
            if tree.is(node, XHTML, "link") {
                let rel = tree.attribute(node, "", "rel").unwrap_or_default();
                let mut words = rel.split_ascii_whitespace();
                let is_rules = words.any(|word| word.eq_ignore_ascii_case("its-rules"));
                if let Some(href) = tree.attribute(node, "", "href").filter(|_| is_rules) {
                    self.linked(href.trim(), place, place.variables, &at, options)?;
                }
            } else if is_script(tree, node) {
                let content = tree.string(node);
                let text = content.trim();
                if text.is_empty() {
                    continue;
                }
                // The content of a script starts at the end of its start tag.
                let lead = content.len() - content.trim_start().len();
                let shift = at.end + lead;
                let source = tree.source();
                let same = source.get(shift..shift + text.len()) == Some(text);
                let origin = match same {
                    true => Origin { text: source.into(), file: None, shift },
                    false => {
                        let file = Some("a script".to_owned());
                        Origin { text: text.to_owned().into(), file, shift: 0 }
                    }
                };
                self.text(origin, text, options, place.base, place.variables, &[], false)?;
            } else if tree.is(node, ITS, "rules") {
                self.rules(tree, node, place, options)?;
            }
        }
        Ok(())
    }

    /// Adds the rules of an `its:rules` element, with the linked rules first (clause 5.4).
    fn rules(
        &mut self,
        tree: &Tree<'_>,
        node: NodeId,
        place: &Place<'_>,
        options: &Options,
    ) -> Result<()> {
        let at = tree.node(node).at();
        let fail = |all: &Self, kind, message: String, at: At| {
            Err(match all.origins.get(place.origin) {
                Some(origin) => origin.error(kind, message, at),
                None => Error::new(kind, message),
            })
        };
        match tree.attribute(node, "", "version").or_else(|| tree.attribute(node, ITS, "version")) {
            Some("1.0" | "2.0") => {}
            Some(other) => {
                let message = format!("no version `{other}` of rules, expected 1.0 or 2.0");
                return fail(self, ErrorKind::Unsupported, message, at);
            }
            None => {
                return fail(self, ErrorKind::Malformed, "`rules` has no `version`".into(), at);
            }
        }
        let language = match tree.attribute(node, "", "queryLanguage").unwrap_or("xpath") {
            "xpath" => Language::XPath,
            "css" => Language::Css,
            other => {
                let message = format!("no query language `{other}`, expected xpath or css");
                return fail(self, ErrorKind::Unsupported, message, at);
            }
        };
        // Variables of linking rules and of the caller take precedence. Otherwise, the last
        // definition is used.
        let mut variables = place.variables.to_vec();
        let passed = variables.len();
        for child in tree.elements(node).filter(|child| tree.is(*child, ITS, "param")) {
            let Some(name) = tree.attribute(child, "", "name") else {
                let at = tree.node(child).at();
                return fail(self, ErrorKind::Malformed, "`param` has no `name`".into(), at);
            };
            let (name, value) = (name.trim(), tree.string(child));
            match variables.iter().position(|one| one.0 == name) {
                Some(known) if known < passed => {}
                Some(known) => variables[known].1 = value,
                None => variables.push((name.to_owned(), value)),
            }
        }
        if let Some(href) = tree.attribute(node, XLINK, "href") {
            self.linked(href.trim(), place, &variables, &at, options)?;
        }
        let scope = Rc::new(Scope { language, namespaces: namespaces(tree, node), variables });
        for child in tree.elements(node).filter(|child| !tree.is(*child, ITS, "param")) {
            // The rule itself may declare namespaces.
            let own = match tree.declared(child) {
                [] => Rc::clone(&scope),
                _ => Rc::new(Scope { namespaces: namespaces(tree, child), ..(*scope).clone() }),
            };
            let Some(origin) = self.origins.get(place.origin) else { continue };
            if let Some(rule) = rule::read(tree, child, &own, place.origin, origin)? {
                if self.rules.len() >= RULES {
                    let message = format!("there are more than {RULES} rules");
                    return fail(self, ErrorKind::TooLarge, message, tree.node(child).at());
                }
                self.rules.push(rule);
            }
        }
        Ok(())
    }

    /// Adds the rules of a linked file.
    fn linked(
        &mut self,
        reference: &str,
        place: &Place<'_>,
        variables: &[(String, String)],
        at: &At,
        options: &Options,
    ) -> Result<()> {
        let Some(resolver) = &options.resolver else {
            self.warnings.push(format!("`{reference}` is not read: there is no resolver"));
            return Ok(());
        };
        let fail = |all: &Self, kind, message: String| {
            Err(match all.origins.get(place.origin) {
                Some(origin) => origin.error(kind, message, at.clone()),
                None => Error::new(kind, message),
            })
        };
        let file = join(place.base, reference);
        if place.chain.contains(&file) || place.chain.len() >= DEPTH {
            return fail(
                self,
                ErrorKind::Malformed,
                format!("`{reference}` refers back to itself"),
            );
        }
        self.files += 1;
        if self.files > FILES {
            return fail(self, ErrorKind::TooLarge, format!("more than {FILES} files are linked"));
        }
        let Some(bytes) = resolver.open(reference, place.base)? else {
            return fail(self, ErrorKind::NotFound, format!("`{reference}` was not found"));
        };
        let text = super::standoff::text(&bytes, reference)?;
        let origin =
            Origin { text: text.clone().into(), file: Some(format!("`{reference}`")), shift: 0 };
        let mut chain = place.chain.to_vec();
        chain.push(file.clone());
        self.text(origin, &text, options, &file, variables, &chain, true)
    }
}
