//! ITS values of all nodes of a document.

use std::borrow::Cow;

use super::value::{CategoryValue, Inheritance};
use super::xpath_match::Ordinals;
use super::{Dialect, Options, Resolved, Within, resolve};
use glossweave_base::error::{Error, ErrorKind, Location, Result, Side};
use glossweave_base::media::Format;
use glossweave_document::annotation::Category;
use glossweave_markup::tree::{NodeId, Tree};
use glossweave_markup::xml::{self, Limits};
use glossweave_markup::{Sniff, encoding, html};

/// The ITS 2.0 values of all elements and attributes of a document, in all categories.
#[derive(Debug)]
pub struct Analysis {
    pub(super) tree: Tree<'static>,
    pub(super) resolved: Resolved,
    ordinals: Ordinals,
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// An element.
    Element,
    /// An attribute. Namespace declarations are not attributes.
    Attribute,
}

/// An element or an attribute, with the values that apply to it.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    analysis: &'a Analysis,
    element: NodeId,
    attribute: Option<usize>,
}

impl Analysis {
    /// Reads a document as HTML, XML or XLIFF, and resolves its ITS values ([clause
    /// 5.5](https://www.w3.org/TR/its20/#selection-precedence)). Local markup takes precedence over
    /// rules, rules over inherited values, and inherited values over defaults.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Unsupported`] for other formats, and for unknown versions and query
    /// languages of rules. Returns [`ErrorKind::Malformed`] if the XML is not well-formed or rules
    /// are broken, [`ErrorKind::TooLarge`] if the cost exceeds the limits, [`ErrorKind::NotFound`]
    /// if a resolver does not find a file, and any other error of the resolver.
    pub fn read(source: impl AsRef<[u8]>, format: Format, options: &Options) -> Result<Analysis> {
        let source = source.as_ref();
        if source.len() > u32::MAX as usize {
            let message = format!("the source is {} bytes, limit is 4 GiB", source.len());
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let (tree, dialect) = match format {
            Format::Html => {
                let decoded = encoding::decode(source, None, Sniff::Meta);
                (html::page_tree(&decoded)?, Dialect::Html)
            }
            Format::Xml | Format::Xliff => {
                let decoded = encoding::decode_xml(source, None)?;
                let text = decoded.text.to_string();
                let tree = xml::parse(Cow::Owned(text), Limits::default())
                    .map_err(|fault| fault.in_source(source, &decoded))?;
                (tree, Dialect::Xml)
            }
            other => {
                let message = format!("ITS is not read from `{other}`");
                return Err(Error::unsupported(Side::Input, message));
            }
        };
        let resolved = resolve(&tree, dialect, options)?;
        let ordinals = Ordinals::of(&tree);
        Ok(Analysis { tree, resolved, ordinals })
    }

    /// Returns all elements in document order. Each element is followed by its attributes, sorted
    /// by qualified name.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        let elements = self.tree.nodes().filter(|node| self.tree.node(*node).is_element());
        elements.flat_map(move |element| {
            let mut attributes: Vec<_> = self.tree.attribute_numbers(element).collect();
            attributes.sort_by_cached_key(|one| {
                let one = self.tree.attribute_at(*one);
                self.tree.attribute_name(one).qualified().into_owned()
            });
            let node = move |attribute| Node { analysis: self, element, attribute };
            std::iter::once(node(None)).chain(attributes.into_iter().map(Some).map(node))
        })
    }

    /// Returns a warning for each skipped item: links without a resolver, and references to missing
    /// records.
    pub fn warnings(&self) -> &[String] {
        self.resolved.warnings()
    }

    fn name(&self, element: NodeId) -> Cow<'_, str> {
        self.tree.name(element).qualified()
    }
}

impl<'a> Node<'a> {
    /// Returns the kind of the node.
    pub fn kind(&self) -> NodeKind {
        match self.attribute {
            None => NodeKind::Element,
            Some(_) => NodeKind::Attribute,
        }
    }

    /// Returns the name of the node as written in the source.
    pub fn name(&self) -> Cow<'a, str> {
        let tree = &self.analysis.tree;
        match self.attribute {
            None => self.analysis.name(self.element),
            Some(one) => tree.attribute_name(tree.attribute_at(one)).qualified(),
        }
    }

    /// Returns the path of the node, for example `/text/body[1]/p[2]/@title`. It consists of the
    /// names from the root, with positions among siblings of the same name.
    pub fn path(&self) -> String {
        let tree = &self.analysis.tree;
        let mut line: Vec<NodeId> = tree.ancestors(self.element).collect();
        line.reverse();
        line.push(self.element);
        let mut path = String::new();
        for element in line {
            path.push('/');
            path.push_str(&self.analysis.name(element));
            if tree.node(element).parent.is_some() {
                let position = self.analysis.ordinals.same.get(element.index());
                path.push_str(&format!("[{}]", position.copied().unwrap_or_default()));
            }
        }
        if self.attribute.is_some() {
            path.push_str("/@");
            path.push_str(&self.name());
        }
        path
    }

    /// Returns the location in the decoded source: the start tag of an element, or the value of an
    /// attribute. Returns `None` for nodes that an HTML page implies.
    pub fn location(&self) -> Option<Location> {
        let tree = &self.analysis.tree;
        let at = match self.attribute {
            None => tree.node(self.element).at(),
            Some(one) => tree.attribute_at(one).at(),
        };
        let written = !at.is_empty() || (self.attribute.is_some() && at.start > 0);
        written.then(|| Location::in_source(tree.source().as_bytes(), at))
    }

    /// Returns the values of a category that apply to the node, sorted by name. The values include
    /// defaults. For Terminology, Text Analysis and MT Confidence they also include the tools in
    /// force, as `annotatorsRef`. The values of records follow, with the number of the record, for
    /// example `person[1]`.
    ///
    /// When a value is not set, its default is returned.
    pub fn values(&self, category: Category) -> Vec<(Cow<'a, str>, Cow<'a, str>)> {
        let mut values: Vec<(Cow<'a, str>, Cow<'a, str>)> = Vec::new();
        let said = self.in_force(category);
        if let Some(said) = said {
            let fields = said.fields.iter();
            values.extend(fields.map(|(name, value)| ((*name).into(), (&**value).into())));
        } else {
            values.extend(self.default(category));
        }
        let tools = [Category::Terminology, Category::TextAnalysis, Category::MtConfidence];
        if tools.contains(&category)
            && let Some(tools) = self.analysis.resolved.annotators(self.element)
            && !tools.is_empty()
        {
            values.push(("annotatorsRef".into(), tools.written().into()));
        }
        values.sort();
        let Some(said) = said else { return values };
        let inline = said.fields.is_empty();
        for (number, record) in said.records.as_slice().iter().enumerate() {
            let said = record.iter().map(|(name, value)| (*name, &**value));
            let mut record: Vec<(&str, &str)> = said.collect();
            // Issues are enabled by default (clause 8.16).
            let enabled = "locQualityIssueEnabled";
            if category == Category::LocQualityIssue && record.iter().all(|one| one.0 != enabled) {
                record.push((enabled, "yes"));
            }
            record.sort_unstable();
            values.extend(record.into_iter().map(|(name, value)| {
                let name = match inline {
                    true => Cow::Borrowed(name),
                    false => Cow::Owned(format!("{name}[{}]", number + 1)),
                };
                (name, Cow::Borrowed(value))
            }));
        }
        values
    }

    /// Returns the element that contains the translation of this element, if a `targetPointerRule`
    /// selects one ([clause 8.13](https://www.w3.org/TR/its20/#target-pointer)).
    pub fn target(&self) -> Option<Node<'a>> {
        let target = self.analysis.resolved.target_pointer(self.element)?;
        let is_element = self.attribute.is_none();
        is_element.then_some(Node { analysis: self.analysis, element: target, attribute: None })
    }

    fn in_force(&self, category: Category) -> Option<&'a CategoryValue> {
        let resolved = &self.analysis.resolved;
        let Some(attribute) = self.attribute else {
            return resolved.in_force(self.element, category).map(|said| &**said);
        };
        let own = resolved.attribute_said(attribute).find(|said| said.category == category);
        let inherited = || match Inheritance::of(category) {
            Inheritance::Attributes => resolved.in_force(self.element, category),
            _ => None,
        };
        own.or_else(inherited).map(|said| &**said)
    }

    fn default(&self, category: Category) -> Vec<(Cow<'a, str>, Cow<'a, str>)> {
        let resolved = &self.analysis.resolved;
        let one = |name: &'static str, value: &'static str| vec![(name.into(), value.into())];
        let word = |yes| if yes { "yes" } else { "no" };
        match (category, self.attribute) {
            (Category::Translate, None) => one("translate", word(resolved.translate(self.element))),
            (Category::Translate, Some(attribute)) => {
                one("translate", word(resolved.attribute_translate(attribute)))
            }
            (Category::Terminology, _) => one("term", "no"),
            (Category::Directionality, _) => one("dir", "ltr"),
            (Category::ElementsWithinText, None) => {
                let within = match resolved.within_text(self.element) {
                    Within::No => "no",
                    Within::Yes => "yes",
                    Within::Nested => "nested",
                };
                one("withinText", within)
            }
            (Category::LocaleFilter, _) => vec![
                ("localeFilterList".into(), "*".into()),
                ("localeFilterType".into(), "include".into()),
            ],
            (Category::PreserveSpace, _) => one("space", "default"),
            _ => Vec::new(),
        }
    }
}
