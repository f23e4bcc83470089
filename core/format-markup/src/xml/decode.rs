//! Decoding of XML.

use std::sync::Arc;

use super::its_lookup::Facts;
use super::layer::Layer;
use super::places::Places;
use super::read::Reader;
use super::sequence::TreeSequence;
use crate::vocabulary::{AKOMA_NTOSO, is_akoma_ntoso, rule_set};
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::{DecodeOptions, Document, RuleSet, Source, SourceExt};
use glossweave_format_base::unknown;
use glossweave_its::Options;
use glossweave_markup::encoding;
use glossweave_markup::escape::escaped;
use glossweave_markup::tree::{Tree, XML};
use glossweave_markup::xml::{Limits, parse};

/// Decodes XML. The units are the texts between the tags of elements that are not within text.
pub(crate) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let decoded = encoding::decode_xml(&bytes, options.charset)?;
    let encoding = decoded.encoding;
    let unknown = options.unknown_entities;
    let limits = Limits { unknown, ..Limits::default() };
    let tree = match parse((&*decoded.text).into(), limits) {
        Ok(tree) if tree.root().is_some() => tree,
        Ok(_) => return Err(Error::malformed("no root element, expected one")),
        Err(fault) => return Err(fault.in_source(&bytes, &decoded)),
    };
    let rule_set = match options.rule_set {
        Some(RuleSet::Auto) => rule_set(&tree),
        set => set.filter(|set| *set != RuleSet::None),
    };
    let its = rules(&tree, rule_set, options);
    let mut sequence = TreeSequence::new(options);
    if let Some(base) = tree.root().and_then(|root| tree.attribute(root, XML, "base")) {
        sequence.builder.set_base(base);
    }
    let facts = Facts::of(&tree, &its)?;
    let mut reader = Reader::new(&tree, &facts, encoding, decoded.way_back(), Places::Any);
    reader.set_layer(Layer::of(&tree, options.placeholders));
    sequence.read(reader);
    let mut builder = sequence.finish();
    builder.set_depth(tree.depth() as usize);
    for warning in facts.warnings() {
        builder.warn(warning.as_str(), ByteSpan::default());
    }
    unknown::warn(&tree, unknown, decoded.way_back(), &mut builder);
    drop(tree);
    drop(decoded);
    let options = DecodeOptions { its, rule_set, ..options.clone() };
    Ok(builder.finish(Source::new(bytes, Format::Xml, encoding).read_with(&options)))
}

/// Returns the external rules of a document: the rules of a rule set, followed by the rules of the caller.
fn rules(tree: &Tree<'_>, set: Option<RuleSet>, options: &DecodeOptions) -> Options {
    let mut its = options.its.clone();
    if let Some(rules) = set.and_then(RuleSet::document) {
        its.rules.insert(0, rules_for(tree, rules));
    }
    its
}

/// Returns rules adapted to the namespace of the root element, if it is another version of the namespace in the
/// rules.
fn rules_for(tree: &Tree<'_>, rules: &str) -> Arc<str> {
    let namespace = tree.root().map(|root| &*tree.name(root).namespace);
    match namespace.filter(|namespace| is_akoma_ntoso(namespace)) {
        Some(namespace) => rules.replace(AKOMA_NTOSO, &escaped(namespace)).into(),
        None => rules.into(),
    }
}
