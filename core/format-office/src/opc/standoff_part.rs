//! The part with the contents of annotations. It is custom XML (ECMA-376, part 1, clause 15.2.5),
//! because editors keep custom XML. It also specifies the position of each annotated text.

use std::sync::Arc;

use crate::opc::{
    Addition, CONTENT_TYPES, Children, Package, RELATIONSHIPS, Relationship, TYPES,
    relationships_part,
};
use glossweave_base::error::Result;
use glossweave_document::Document;
use glossweave_document::annotation::{Annotation, Body, Category};
use glossweave_format_base::PartTree;
use glossweave_format_base::annotate::attribute;
use glossweave_format_base::its::AttributeValue;
use glossweave_format_base::its::{OWN, Statements};
use glossweave_format_base::package::{Joined, standoff_values};
use glossweave_its::{self as its, Dialect, ITS, Options, Resolved};
use glossweave_markup::tree::{Name, NodeId, Tree};
use glossweave_markup::{Encoding, UnknownEntities};

const ROOT: &str = "annotations";

/// The namespaces of custom XML properties (clause 22.5), in transitional and strict documents.
const PROPERTIES: [&str; 2] = [
    "http://schemas.openxmlformats.org/officeDocument/2006/customXml",
    "http://purl.oclc.org/ooxml/officeDocument/customXml",
];
/// The identifier of this custom XML in a document.
const IDENTIFIER: &str = "{5E0C1B7A-3D42-4B8E-9A61-7F2C0D9E4B13}";
const PROPERTIES_TYPE: &str =
    "application/vnd.openxmlformats-officedocument.customXmlProperties+xml";
/// Returns `true` for the name of the root element of the part.
pub(crate) fn is_annotations(name: &Name) -> bool {
    name.is(OWN, ROOT)
}

/// The names of the parts used for annotations, existing or new.
pub(crate) struct StandoffParts {
    item: String,
    properties: String,
}

impl StandoffParts {
    /// Joins the parts that annotations change: the types, the relationships of the document, and
    /// custom XML with its properties. Missing parts are joined without content.
    pub fn join(
        package: &Package<'_>,
        main: &Relationship,
        links: &[Relationship],
        joined: &mut Joined,
    ) -> Result<()> {
        package.join(CONTENT_TYPES, joined)?;
        let found = links.iter().filter(|link| &*link.kind == "customXml").find(|link| {
            let content = package.alone(&link.target).ok().flatten().unwrap_or_default().bytes;
            content.windows(OWN.len()).any(|window| window == OWN.as_bytes())
        });
        let parts = match found {
            Some(found) => {
                let links = package.relationships(&found.target)?;
                let properties = links.iter().find(|link| &*link.kind == "customXmlProps");
                let properties = properties.map_or("", |link| &*link.target).to_owned();
                StandoffParts { item: found.target.to_string(), properties }
            }
            None => StandoffParts::free(package),
        };
        let relationships = format!("<Relationships xmlns=\"{RELATIONSHIPS}\"></Relationships>");
        let item = format!(
            "<gw:{ROOT} xmlns:gw=\"{OWN}\" xmlns:its=\"{ITS}\" its:version=\"2.0\"></gw:{ROOT}>"
        );
        let namespace = PROPERTIES[usize::from(main.is_strict)];
        let properties = format!("<ds:datastoreItem xmlns:ds=\"{namespace}\"></ds:datastoreItem>");
        let added = [
            (relationships_part(&main.target), &relationships),
            (parts.item.clone(), &item),
            (relationships_part(&parts.item), &relationships),
            (parts.properties, &properties),
        ];
        for (name, template) in added {
            if !name.is_empty() && !package.join(&name, joined)? {
                let template = format!(
                    "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n{template}"
                );
                joined.push(&name, template.as_bytes(), Encoding::UTF_8);
            }
        }
        Ok(())
    }

    /// Returns names that no part has.
    fn free(package: &Package<'_>) -> StandoffParts {
        let names = (1u32..).map(|number| StandoffParts {
            item: format!("customXml/item{number}.xml"),
            properties: format!("customXml/itemProps{number}.xml"),
        });
        let is_free = |parts: &StandoffParts| {
            let links = relationships_part(&parts.item);
            [&parts.item, &parts.properties, &links].iter().all(|name| package.name(name).is_none())
        };
        // A name is always found because the archive contains fewer records than there are numbers.
        let mut free = names.filter(is_free);
        free.next().unwrap_or(StandoffParts { item: String::new(), properties: String::new() })
    }
}

/// The contents of the annotations of a text, each with its tool.
pub(crate) type Contents = Vec<(Body, Option<Arc<str>>)>;

/// Reads the elements of the part with their annotations. Returns errors if ITS rules in the part
/// are invalid.
pub(crate) fn entries(tree: &Tree<'_>) -> Result<Vec<(NodeId, Contents)>> {
    let Some(root) = tree.root().filter(|root| is_annotations(tree.name(*root))) else {
        return Ok(Vec::new());
    };
    let resolved = its::resolve(tree, Dialect::Xml, &Options::default())?;
    let entries = tree.elements(root).map(|element| {
        let statements = Statements::of(tree, element, &resolved).unwrap_or_default();
        let contents = statements.bodies.iter().map(|(category, body)| {
            (body.clone(), annotator(&statements, element, &resolved, *category))
        });
        (element, contents.collect())
    });
    Ok(entries.collect())
}

fn annotator(
    statements: &Statements,
    element: NodeId,
    resolved: &Resolved,
    category: Category,
) -> Option<Arc<str>> {
    let tool = statements.own_annotator(category).or_else(|| resolved.annotator(element, category));
    tool.filter(|tool| !tool.is_empty()).map(Arc::from)
}

/// An element of the part: the attributes with the position of a text, and its annotation. The
/// annotation is `None` if the element continues another element.
pub(crate) type Entry<'a> = (Vec<AttributeValue<'a>>, Option<&'a Annotation>);

/// Adds annotations. Returns `false` if the part for annotations is missing.
pub(crate) fn add_entries(
    document: &Document,
    entries: &[Entry<'_>],
    addition: &mut Addition,
) -> Result<bool> {
    let source = document.source();
    let parts = source.parts();
    let parse = |index: usize| {
        let part = &parts[index];
        PartTree::parse(source.bytes(), part, UnknownEntities::Omit)
    };
    // The parts are the first ones, in the order in which they were joined.
    if parts.len() < 4 {
        return Ok(false);
    }
    let item = parse(2)?;
    let Some(children) = Children::of(&item) else { return Ok(false) };
    if !item.tree.root().is_some_and(|root| is_annotations(item.tree.name(root))) {
        return Ok(false);
    }
    let elements: Vec<String> = entries.iter().map(|entry| element(&item.tree, entry)).collect();
    children.append(&elements, addition);
    let Some(properties) = parts.get(4) else { return Ok(true) };
    let identified = parse(4)?;
    let tree = &identified.tree;
    let is_properties =
        |name: &Name| &*name.local == "datastoreItem" && PROPERTIES.contains(&&*name.namespace);
    let root = tree.root().filter(|root| is_properties(tree.name(*root)));
    // Properties with an identifier were in the package before.
    let Some(root) = root.filter(|root| tree.attributes(*root).is_empty()) else {
        return Ok(true);
    };
    let types = TYPES[if tree.name(root).is(PROPERTIES[1], "datastoreItem") { 2 } else { 1 }];
    addition.insert(
        identified.base + tree.node(root).at().end - 1,
        0,
        format!(" ds:itemID=\"{IDENTIFIER}\""),
    );
    let name = |index: usize| &*parts[index].name;
    let links = parse(3)?;
    link(&links, types, "customXmlProps", &relative(name(2), &properties.name), addition);
    let links = parse(1)?;
    link(&links, types, "customXml", &relative(main_of(name(1)), name(2)), addition);
    let content_types = parse(0)?;
    let Some(children) = Children::of(&content_types) else { return Ok(true) };
    let prefix = children.prefix();
    let mut overrides = Vec::new();
    let stated = [(name(2), "application/xml"), (&*properties.name, PROPERTIES_TYPE)];
    for (part, kind) in stated.into_iter().skip(usize::from(has_default(&content_types.tree))) {
        overrides.push(format!("<{prefix}Override PartName=\"/{part}\" ContentType=\"{kind}\""));
    }
    children.append(&overrides, addition);
    Ok(true)
}

/// Returns `true` if XML parts without an explicit type have the generic XML type.
fn has_default(types: &Tree<'_>) -> bool {
    let Some(root) = types.root() else { return false };
    types.elements(root).any(|element| {
        let is = |name: &str, expected: &str| {
            types
                .attribute(element, "", name)
                .is_some_and(|value| value.eq_ignore_ascii_case(expected))
        };
        is("Extension", "xml") && is("ContentType", "application/xml")
    })
}

/// Adds a relationship with an unused identifier.
fn link(links: &PartTree<'_>, types: &str, kind: &str, target: &str, addition: &mut Addition) {
    let tree = &links.tree;
    let Some(children) = Children::of(links) else { return };
    let all = tree.root().map(|root| tree.elements(root)).into_iter().flatten();
    let last = all
        .filter_map(|element| {
            tree.attribute(element, "", "Id")?.strip_prefix("gw")?.parse::<u32>().ok()
        })
        .max();
    let id = u64::from(last.unwrap_or(0)) + 1;
    let prefix = children.prefix();
    let link =
        format!("<{prefix}Relationship Id=\"gw{id}\" Type=\"{types}{kind}\" Target=\"{target}\"");
    children.append(&[link], addition);
}

/// Returns the name of the folder that relationships belong to.
fn main_of(relationships: &str) -> &str {
    let folder = relationships.rfind("_rels/").unwrap_or(0);
    &relationships[..folder]
}

/// Returns the reference from one part to another.
fn relative(from: &str, to: &str) -> String {
    let folder = from.rfind('/').map_or("", |slash| &from[..=slash]);
    match to.strip_prefix(folder) {
        Some(rest) => rest.to_owned(),
        None => format!("{}{to}", "../".repeat(folder.matches('/').count())),
    }
}

/// Returns an entry as an element that lacks its final `/>`.
fn element(tree: &Tree<'_>, (place, annotation): &Entry<'_>) -> String {
    let mut out = String::from("<gw:annotation");
    let root = tree.root();
    for (prefix, namespace) in [("gw", OWN), ("its", ITS)] {
        if root.and_then(|root| tree.namespace_of(root, prefix)) != Some(namespace) {
            attribute(&format!("xmlns:{prefix}"), &[namespace], &mut out);
        }
    }
    if root.is_none_or(|root| tree.attribute(root, ITS, "version").is_none()) {
        attribute("its:version", &["2.0"], &mut out);
    }
    let content = annotation.map(standoff_values).unwrap_or_default();
    for (name, value) in place.iter().chain(&content) {
        attribute(name, &[value], &mut out);
    }
    out
}
