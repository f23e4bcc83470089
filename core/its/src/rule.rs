//! Rules: the child elements of `its:rules`, with their selectors and values (clause 8).

use std::rc::Rc;
use std::sync::Arc;

use super::ITS;
use super::element;
use super::origin::Origin;
use super::selector_context::{Language, Scope};
use glossweave_base::error::{ErrorKind, Result};
use glossweave_document::annotation::Category;
use glossweave_markup::At;
use glossweave_markup::tree::{NodeId, NodeKind, Tree};

/// A rule.
#[derive(Debug)]
pub(super) struct Rule {
    pub category: Category,
    pub scope: Rc<Scope>,
    /// The index of the file that contains the rule.
    pub origin: usize,
    pub selector: Expression,
    pub parts: Vec<Part>,
    /// The `domainMapping`: pairs of a value and its replacement.
    pub mapping: Vec<(Box<str>, Box<str>)>,
}

/// An expression and its position.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub text: Box<str>,
    pub at: At,
    /// `true` if the expression is written without character references.
    pub plain: bool,
}

/// A value that a rule sets.
#[derive(Debug)]
pub(super) struct Part {
    pub name: &'static str,
    /// `true` if the value belongs to a record.
    pub record: bool,
    pub from: From,
}

#[derive(Debug)]
pub(super) enum From {
    Value(Arc<str>),
    /// The text of the node that an expression selects.
    Pointer(Expression),
    /// The nodes that `domainPointer` selects.
    Domains(Expression),
    /// The `targetPointer` expression.
    Target(Expression),
    /// The `idValue` expression.
    Id(Expression),
}

/// An optional attribute of a rule.
#[derive(Clone, Copy)]
enum May {
    /// An attribute with a value.
    Say(&'static str),
    /// A pointer attribute, whose name ends with `Pointer`.
    Point(&'static str),
    /// Either of the two.
    Both(&'static str),
}

impl May {
    fn name(self) -> &'static str {
        match self {
            May::Say(name) | May::Point(name) | May::Both(name) => name,
        }
    }
}

use May::{Both, Point, Say};

/// The rule elements, with their category and their attributes besides `selector`.
const RULES: &[(&str, Category, &[May])] = &[
    ("translateRule", Category::Translate, &[Say("translate")]),
    (
        "locNoteRule",
        Category::LocalizationNote,
        &[Point("locNote"), Both("locNoteRef"), Say("locNoteType")],
    ),
    ("termRule", Category::Terminology, &[Say("term"), Point("termInfo"), Both("termInfoRef")]),
    ("dirRule", Category::Directionality, &[Say("dir")]),
    ("langRule", Category::LanguageInformation, &[Point("lang")]),
    ("withinTextRule", Category::ElementsWithinText, &[Say("withinText")]),
    ("domainRule", Category::Domain, &[]),
    (
        "textAnalysisRule",
        Category::TextAnalysis,
        &[Point("taClassRef"), Point("taIdent"), Point("taIdentRef"), Point("taSource")],
    ),
    (
        "localeFilterRule",
        Category::LocaleFilter,
        &[Say("localeFilterList"), Say("localeFilterType")],
    ),
    ("provRule", Category::Provenance, &[Point("provenanceRecordsRef")]),
    ("externalResourceRefRule", Category::ExternalResource, &[Point("externalResourceRef")]),
    ("targetPointerRule", Category::TargetPointer, &[]),
    ("idValueRule", Category::IdValue, &[]),
    ("preserveSpaceRule", Category::PreserveSpace, &[Say("space")]),
    (
        "locQualityIssueRule",
        Category::LocQualityIssue,
        &[
            Both("locQualityIssuesRef"),
            Both("locQualityIssueType"),
            Both("locQualityIssueComment"),
            Both("locQualityIssueSeverity"),
            Both("locQualityIssueProfileRef"),
            Both("locQualityIssueEnabled"),
        ],
    ),
    ("mtConfidenceRule", Category::MtConfidence, &[Say("mtConfidence")]),
    ("allowedCharactersRule", Category::AllowedCharacters, &[Both("allowedCharacters")]),
    (
        "storageSizeRule",
        Category::StorageSize,
        &[Both("storageSize"), Both("storageEncoding"), Say("lineBreakType")],
    ),
];

/// Returns the required values of a rule: at least one name of each list.
fn required(category: Category) -> &'static [&'static [&'static str]] {
    match category {
        Category::LocalizationNote => &[&["locNote", "locNoteRef"]],
        Category::TextAnalysis => &[&["taClassRef", "taIdent", "taIdentRef"]],
        Category::LocQualityIssue => {
            &[&["locQualityIssuesRef", "locQualityIssueType", "locQualityIssueComment"]]
        }
        Category::LocaleFilter => &[&["localeFilterList"]],
        Category::StorageSize => &[&["storageSize"]],
        Category::Terminology => &[&["term"]],
        _ => &[],
    }
}

/// Reads a rule. Returns `None` if the element is not a rule.
///
/// Returns `ErrorKind::Malformed`, with the location, if a rule lacks a required attribute, sets a
/// value twice, or has an invalid value.
pub(super) fn read(
    tree: &Tree<'_>,
    node: NodeId,
    scope: &Rc<Scope>,
    number: usize,
    origin: &Origin<'_>,
) -> Result<Option<Rule>> {
    let name = tree.name(node);
    if *name.namespace != *ITS {
        return Ok(None);
    }
    let here = tree.node(node).at();
    let fail = |message: String, at: At| Err(origin.error(ErrorKind::Malformed, message, at));
    let Some((element, category, may)) = RULES.iter().find(|rule| *rule.0 == *name.local) else {
        return fail(format!("`{}` is not a rule", name.qualified()), here);
    };
    let expression = |name: &str| {
        let mut all = tree.attributes(node).iter();
        let found = all.find(|one| tree.attribute_name(one).is("", name))?;
        let (text, at) = (tree.value(found), found.at());
        let plain = tree.source().get(at.clone()) == Some(text);
        Some(Expression { text: text.into(), at, plain })
    };
    let missing = |what: &str| fail(format!("`{element}` has no `{what}`"), here.clone());
    let Some(selector) = expression("selector") else { return missing("selector") };
    let mut rule = Rule {
        category: *category,
        scope: Rc::clone(scope),
        origin: number,
        selector,
        parts: Vec::new(),
        mapping: Vec::new(),
    };
    let is_record = |name: &str| category.record().contains(&name);
    let mut say = |name: &'static str, from: From, at: At| {
        if rule.parts.iter().any(|part| part.name == name) {
            return fail(format!("`{element}` has `{name}` twice"), at);
        }
        rule.parts.push(Part { name, record: is_record(name), from });
        Ok(None)
    };
    for one in *may {
        let (name, pointer) = (one.name(), format!("{}Pointer", one.name()));
        if let Some(value) = expression(name).filter(|_| !matches!(one, Point(_))) {
            let Some(known) = element::value(name, &value.text, false) else {
                return fail(format!("`{}` is not a value of `{name}`", value.text), value.at);
            };
            say(name, From::Value(known), value.at)?;
        }
        if let Some(value) = expression(&pointer).filter(|_| !matches!(one, Say(_))) {
            let at = value.at.clone();
            say(name, From::Pointer(value), at)?;
        }
    }
    match category {
        Category::Terminology => {
            let infos = rule.parts.iter().filter(|part| part.name != "term").count();
            if infos > 1 {
                return fail(
                    format!("`{element}` has several attributes for term information"),
                    here,
                );
            }
        }
        Category::LocalizationNote => {
            for child in tree.elements(node).filter(|child| tree.is(*child, ITS, "locNote")) {
                let text = element::collapsed(&tree.string(child));
                say("locNote", From::Value(text.into()), tree.node(child).at())?;
            }
            let notes = rule.parts.iter().filter(|part| part.name != "locNoteType").count();
            if notes > 1 {
                return fail(format!("`{element}` has a note and a reference to a note"), here);
            }
        }
        Category::Domain => {
            let Some(pointer) = expression("domainPointer") else {
                return missing("domainPointer");
            };
            let mapping = expression("domainMapping");
            let at = pointer.at.clone();
            say("domains", From::Domains(pointer), at)?;
            if let Some(value) = mapping {
                let Some(mapping) = mappings(&value.text) else {
                    return fail(format!("`{}` is not a list of mappings", value.text), value.at);
                };
                rule.mapping = mapping;
            }
        }
        Category::TargetPointer => {
            let Some(pointer) = expression("targetPointer") else {
                return missing("targetPointer");
            };
            let at = pointer.at.clone();
            say("targetPointer", From::Target(pointer), at)?;
        }
        Category::IdValue => {
            let Some(value) = expression("idValue") else { return missing("idValue") };
            let at = value.at.clone();
            say("idValue", From::Id(value), at)?;
        }
        _ => {}
    }
    let says = |name: &&str| rule.parts.iter().any(|part| part.name == *name);
    for names in required(*category) {
        if !names.iter().any(says) {
            return missing(names.first().unwrap_or(&""));
        }
    }
    if rule.parts.is_empty() {
        return missing(may.first().map_or("", |may| may.name()));
    }
    if let Some(at) = tree.children(node).find(|child| {
        let kind = tree.node(*child).kind;
        kind == NodeKind::Element
            && *tree.name(*child).namespace == *ITS
            && !(tree.is(*child, ITS, "locNote") && *category == Category::LocalizationNote)
    }) {
        let message = format!("`{}` is not allowed in `{element}`", tree.name(at).qualified());
        return fail(message, tree.node(at).at());
    }
    Ok(Some(rule))
}

/// Parses a `domainMapping` (clause 8.8.2): comma-separated pairs of values. Values with white
/// space are quoted.
fn mappings(text: &str) -> Option<Vec<(Box<str>, Box<str>)>> {
    let mut all = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (left, after) = mapped(rest)?;
        let (right, after) = mapped(after)?;
        all.push((left.into(), right.into()));
        let after = after.trim_start();
        rest = match after.strip_prefix(',') {
            Some(rest) => rest.trim_start(),
            None if after.is_empty() => after,
            None => return None,
        };
    }
    Some(all)
}

fn mapped(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    if let Some(quote) = text.chars().next().filter(|char| matches!(char, '\'' | '"')) {
        return text.get(1..)?.split_once(quote);
    }
    let end = text.find(|char: char| char.is_whitespace() || char == ',').unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

impl Rule {
    /// Returns `true` if the rule uses CSS selectors.
    pub fn is_css(&self) -> bool {
        self.scope.language == Language::Css
    }
}
