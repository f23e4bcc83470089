//! Decoding of XLIFF: files, groups, units.

use std::rc::Rc;

use super::its::{self, Facts, Statement, TextValues};
use super::name::{Element, Names, Version};
use super::source_target::{Scope, TextSide};
use glossweave_base::error::{ErrorKind, Result};
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::{
    Builder, DecodeOptions, Document, DocumentExt, Source, SourceExt, TargetLink,
};
use glossweave_format_base::its::Annotators;
use glossweave_format_base::strings::Syntax;
use glossweave_format_base::unknown::messages;
use glossweave_markup::tree::{NodeId, Tree};
use glossweave_markup::xml::{Fault, Limits, parse};
use glossweave_markup::{Decoded, encoding};

/// The data types with significant line breaks and runs of spaces (`datatype` of XLIFF 1.2).
const PLAIN: [&str; 4] = ["plaintext", "cstring", "javapropertyresourcebundle", "winres"];

/// Decodes XLIFF of any version.
pub(crate) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let decoded = encoding::decode_xml(&bytes, options.charset)?;
    let encoding = decoded.encoding;
    let (source, target, links) = {
        let in_source = |fault: Fault| fault.in_source(&bytes, &decoded);
        let limits = Limits { unknown: options.unknown_entities, ..Limits::default() };
        let tree = parse((&*decoded.text).into(), limits).map_err(in_source)?;
        let names = Names::of(&tree).map_err(in_source)?;
        let facts = Facts::of(&tree, &options.its)?;
        let mut reader = Reader::new(&tree, &names, &facts, &decoded, options);
        let skipped = facts.warnings().iter().map(|warning| (0..0, warning.clone()));
        reader.source.warnings.extend(skipped);
        reader.source.warnings.extend(messages(&tree, options.unknown_entities));
        reader.walk().map_err(in_source)?;
        reader.finish(&decoded)
    };
    drop(decoded);
    let bytes = Source::new(bytes, Format::Xliff, encoding).read_with(options);
    let target = (target.unit_count() > 0).then(|| target.finish(bytes.clone()));
    let document = source.finish(bytes);
    Ok(match target {
        Some(target) => document.with_target(target, links),
        None => document,
    })
}

type Builders = (Builder, Builder, Vec<TargetLink>);

/// The properties that a part of the structure inherits.
#[derive(Clone)]
pub(super) struct State {
    pub hidden: bool,
    pub source: Scope,
    /// The number of the language of translations.
    pub target_language: u32,
    /// The statements about all text.
    pub statements: Rc<Vec<Statement>>,
}

impl State {
    /// Returns the scope of translations.
    pub fn target(&self) -> Scope {
        Scope { language: self.target_language, ..self.source.clone() }
    }
}

pub(super) struct Reader<'t> {
    pub tree: &'t Tree<'t>,
    pub names: &'t Names,
    pub facts: &'t Facts,
    pub source: TextSide<'t>,
    pub target: TextSide<'t>,
    pub next_id: u32,
    /// The links from units of the source text to units of the target text.
    pub links: Vec<TargetLink>,
}

impl<'t> Reader<'t> {
    fn new(
        tree: &'t Tree<'t>,
        names: &'t Names,
        facts: &'t Facts,
        decoded: &'t Decoded<'_>,
        options: &DecodeOptions,
    ) -> Reader<'t> {
        let syntax = Syntax::of(Format::Xliff, options.placeholders).without_branches();
        let side = |language| {
            let back = (decoded.encoding, decoded.way_back());
            TextSide::new(tree, names, facts, back, language, syntax)
        };
        Reader {
            tree,
            names,
            facts,
            source: side(options.language.as_ref()),
            target: side(None),
            next_id: 1,
            links: Vec::new(),
        }
    }

    fn finish(self, decoded: &Decoded<'_>) -> Builders {
        let Reader { mut source, mut target, mut links, .. } = self;
        links.sort_unstable();
        links.dedup_by_key(|link| link.0);
        let mut warnings = std::mem::take(&mut source.warnings);
        if source.is_full || target.is_full {
            let message = "metadata of units takes too much memory, some was skipped";
            warnings.push((0..0, message.to_owned()));
        }
        warnings.append(&mut target.warnings);
        warnings.sort_by_key(|warning| warning.0.start);
        let mut back = decoded.way_back();
        for (at, message) in warnings {
            let start = back.source(at.start);
            let end = back.clone().source(at.end);
            source.builder.warn(message, ByteSpan::new(start, end));
        }
        (source.builder, target.builder, links)
    }

    fn walk(&mut self) -> std::result::Result<(), Fault> {
        let tree = self.tree;
        if let Some(statements) = &self.names.disagrees {
            let message =
                format!("`version` is `{statements}`, expected the version of the namespace");
            self.warn(self.names.root, message);
        }
        let mut state = State {
            hidden: false,
            source: Scope {
                preserve: false,
                language: 0,
                annotators: Rc::new(Annotators::default()),
            },
            target_language: 0,
            statements: Rc::new(Vec::new()),
        };
        let mut open: Vec<(NodeId, State)> = Vec::new();
        let mut number = self.names.root;
        let end = tree.node(number).after;
        while number < end {
            while let Some((_, outer)) = open.pop_if(|top| top.0 <= number) {
                state = outer;
            }
            let node = tree.node(number);
            let element = match node.is_element() {
                true => self.names.element(tree, number),
                false => Element::Other,
            };
            match element {
                Element::Frame | Element::File => {
                    let inner = self.inner(number, &state);
                    open.push((node.after, std::mem::replace(&mut state, inner)));
                    if element == Element::File {
                        self.file(number, &mut state);
                    }
                    number = number.next();
                }
                Element::Unit => {
                    self.unit(number, &state)?;
                    number = node.after;
                }
                _ => number = node.after,
            }
        }
        Ok(())
    }

    /// Returns the state within a part of the structure.
    pub fn inner(&mut self, node: NodeId, state: &State) -> State {
        let tree = self.tree;
        let mut inner = state.clone();
        if let Some(scope) = self.source.scope_in(node, &state.source) {
            inner.source = scope;
            let mut statements = TextValues::default();
            statements.take(tree, node, self.facts);
            let statements = its::with_tools(statements.finish(), &inner.source.annotators);
            inner.hidden = hides(&statements).unwrap_or(inner.hidden);
            let statements: Vec<Statement> =
                statements.into_iter().filter(|statement| its::is_inherited(statement.0)).collect();
            if !statements.is_empty() {
                inner.statements = Rc::new(within(&state.statements, statements));
            }
        }
        match tree.attribute(node, "", "translate") {
            Some("no") => inner.hidden = true,
            Some("yes") => inner.hidden = false,
            _ => {}
        }
        if self.names.version == Version::Two {
            // Only the root has these attributes.
            if let Some(tag) = tree.attribute(node, "", "srcLang") {
                inner.source.language = self.source.language(tag);
            }
            if let Some(tag) = tree.attribute(node, "", "trgLang") {
                inner.target_language = self.target.language(tag);
            }
        }
        inner
    }

    fn file(&mut self, node: NodeId, state: &mut State) {
        let tree = self.tree;
        let value = |name: &str| tree.attribute(node, "", name).filter(|value| !value.is_empty());
        if self.names.version == Version::One {
            if let Some(tag) = value("source-language") {
                state.source.language = self.source.language(tag);
            }
            if let Some(tag) = value("target-language") {
                state.target_language = self.target.language(tag);
            }
            let space = tree.attribute(node, glossweave_markup::tree::XML, "space");
            if space.is_none()
                && value("datatype").is_some_and(|datatype| PLAIN.contains(&datatype))
            {
                state.source.preserve = true;
            }
        }
        let name = value("original").or_else(|| value("id"));
        let language = self.source.language_of(state.source.language).cloned();
        let translations = self.target.language_of(state.target_language).cloned();
        self.source.builder.section(name, language.as_ref(), translations.as_ref());
        self.target.builder.section(name, translations.as_ref(), None);
    }

    pub fn warn(&mut self, node: NodeId, message: impl Into<String>) {
        self.source.warnings.push((self.tree.node(node).at(), message.into()));
    }

    pub fn fault(&self, node: NodeId, message: impl Into<String>) -> Fault {
        Fault { kind: ErrorKind::Malformed, message: message.into(), at: self.tree.node(node).at() }
    }
}

/// Returns `true` if statements hide a text, `false` if they show it, and `None` otherwise.
pub(super) fn hides(statements: &[Statement]) -> Option<bool> {
    let (_, body, _) = statements.iter().find(|statement| statement.0 == its::TRANSLATE)?;
    match &**body {
        glossweave_document::annotation::Body::Metadata(metadata) => {
            metadata.field("translate").map(|value| value == "no")
        }
        _ => None,
    }
}

/// Returns the statements around a text. Inner statements replace outer statements of the same category.
pub(super) fn within(around: &[Statement], inner: Vec<Statement>) -> Vec<Statement> {
    let of_outer = around.iter().filter(|outer| inner.iter().all(|other| other.0 != outer.0));
    let mut all: Vec<Statement> = of_outer.cloned().collect();
    all.extend(inner);
    all
}
