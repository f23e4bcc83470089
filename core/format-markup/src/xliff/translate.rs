//! Translations in XLIFF: they are written to `target`, next to the text of the source.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::name::{Element, Names, Version};
use super::segment::{Segments, is_segment};
use crate::html;
use crate::xml::{CONTROL, Layout};
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{Document, DocumentExt, InsertionBarrier, Splice};
use glossweave_format_base::fragment::{Tag, TagScanner};
use glossweave_format_base::translate::{self, Content, Edit, Target, TranslationPart, Written};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::EncodingExt;
use glossweave_markup::escape::{is_xml, push_escaped, xml_text};
use glossweave_markup::tree::{NodeId, Nodes, Tree, XML};

/// Returns the edits that write the requested translations into the source.
pub(crate) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    let layout = Layout::new(document).filter(|_| !document.is_target());
    let names = layout.as_ref().and_then(|layout| Names::of(&layout.tree).ok());
    let (Some(layout), Some(names)) = (layout, names) else {
        translate::refuse(annotations, placements, NO_TRANSLATION);
        return Default::default();
    };
    let places = places(document, &layout.tree, &names);
    let closing = RefCell::new(BTreeMap::new());
    let mut targets = Targets {
        document,
        options,
        layout,
        names,
        places,
        closing,
        chosen: RefCell::default(),
        attributes_set: RefCell::default(),
        segments: RefCell::default(),
    };
    let (splice, written) =
        translate::write(document, annotations, options, placements, &mut targets);
    let mut ends = Splice::default();
    for (at, bytes) in targets.closing.into_inner() {
        ends.at(at).extend(bytes);
    }
    (splice.merged(ends), written)
}

const NO_TRANSLATION: &str = "the text of a target is not source text";
const IN_CODE: &str = "a text within a code is translated with its code";
const NO_SEGMENTS: &str = "the target has no segments";
const OTHER_LANGUAGE: &str = "the file is translated into another language";
const NO_SOURCE: &str = "the text is not in a `source`";

/// The ranges of the start tag and the end tag of an element, in bytes of the source. The second range is empty when
/// there is no end tag.
type TagRanges = (ByteSpan, ByteSpan);

/// Returns the ranges of the tags of the parts of units.
fn places(document: &Document, tree: &Tree<'_>, names: &Names) -> HashMap<NodeId, TagRanges> {
    let source = document.source();
    let decoded = source.encoding().decode_again(source.bytes());
    let mut back = decoded.way_back();
    let mut places = HashMap::new();
    let mut open: Vec<(NodeId, ByteSpan)> = Vec::new();
    let end = tree.end();
    for number in Nodes::new(NodeId::FIRST, end.next()) {
        while let Some((node, start)) =
            open.pop_if(|element| number == end || tree.node(element.0).after <= number)
        {
            let close = tree.node(node).close();
            let end = ByteSpan::new(back.source(close.start), back.source(close.end));
            places.insert(node, (start, end));
        }
        if number == end || !tree.node(number).is_element() {
            continue;
        }
        let is_part = match names.element(tree, number) {
            Element::Source | Element::SegSource | Element::Target | Element::Segment => true,
            Element::Mrk => is_segment(tree, number),
            _ => number == names.root,
        };
        if is_part && !tree.node(number).inside {
            let at = tree.node(number).at();
            let start = ByteSpan::new(back.source(at.start), back.source(at.end));
            open.push((number, start));
        }
    }
    places
}

struct Targets<'a> {
    document: &'a Document,
    options: &'a EncodeOptions,
    layout: Layout,
    names: Names,
    places: HashMap<NodeId, TagRanges>,
    /// The end tags of new elements, by position. They are written after the content of the elements.
    closing: RefCell<BTreeMap<usize, Vec<u8>>>,
    /// The language of the translations, when a file can have only one.
    chosen: RefCell<Option<Language>>,
    /// The attributes that were set, by element. Each is set once, for any number of segments.
    attributes_set: RefCell<HashSet<(NodeId, &'static str)>>,
    /// The segments of the targets so far.
    segments: RefCell<HashMap<NodeId, Segments>>,
}

/// The destination of a translation.
struct Destination {
    /// The element that contains the text: `source`, or a segment of `seg-source`.
    holder: NodeId,
    /// The `mid`, if it is a segment.
    mid: Option<Box<str>>,
    /// `trans-unit`, or `segment` of 2.x.
    unit: NodeId,
    /// The element before the target.
    before: NodeId,
    target: Option<NodeId>,
}

impl TagScanner for Targets<'_> {
    fn tags(&mut self, source: ByteSpan, obstacle: Option<InsertionBarrier>, tags: &mut Vec<Tag>) {
        (&mut &self.layout).tags(source, obstacle, tags);
    }
}

impl Target for Targets<'_> {
    fn text(&self, text: &str, _: ByteSpan, out: &mut String) {
        let mut rest = text;
        while let Some(at) = rest.find(|c| !is_xml(c)) {
            push_escaped(&rest[..at], out, xml_text);
            let mut chars = rest[at..].chars();
            let number = chars.next().map_or(0, u32::from);
            let prefix = &self.layout.tree.name(self.layout.root).prefix;
            let colon = if prefix.is_empty() { "" } else { ":" };
            out.push_str(&format!("<{prefix}{colon}cp hex=\"{number:04X}\"/>"));
            rest = chars.as_str();
        }
        push_escaped(rest, out, xml_text);
    }

    fn is_beside(&self) -> bool {
        true
    }

    fn place(
        &self,
        _: &Document,
        content: &Content,
        parts: &[TranslationPart],
        translation: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        let destination = self.destination(content)?;
        let says_control = parts.iter().any(|part| match part {
            TranslationPart::Text(text) => !text.chars().all(is_xml),
            TranslationPart::Code(_) => false,
        });
        if says_control && self.names.version == Version::One {
            return Err(CONTROL);
        }
        let mut edits = Vec::new();
        let language = self.language(&destination, &translation.language, &mut edits)?;
        let inner = self.inner(&destination, content, parts)?;
        match &destination.mid {
            Some(mid) => self.segment(&destination, mid, inner, language, &mut edits)?,
            None => self.whole(&destination, inner, language, &mut edits)?,
        }
        self.state(&destination, &mut edits);
        Ok(edits)
    }
}

impl Targets<'_> {
    fn destination(&self, content: &Content) -> Result<Destination, &'static str> {
        let tree = &self.layout.tree;
        let inner = self.layout.element(content.region.start() as u32).ok_or(NO_SOURCE)?;
        let mut holder = None;
        let mut mid = None;
        for node in std::iter::once(inner).chain(tree.ancestors(inner)) {
            match self.names.element(tree, node) {
                Element::Sub => return Err(IN_CODE),
                Element::Mrk if self.names.version == Version::One && is_segment(tree, node) => {
                    holder = holder.or(Some(node));
                    mid = mid.or(Some(tree.attribute(node, "", "mid").unwrap_or_default()));
                }
                Element::Source => {
                    // Segments in `source` itself do not count.
                    (holder, mid) = (Some(node), None);
                    break;
                }
                Element::SegSource => break,
                _ => {}
            }
        }
        let holder = holder.ok_or(NO_SOURCE)?;
        let unit = tree.ancestors(holder).find(|node| {
            matches!(self.names.element(tree, *node), Element::Unit | Element::Segment)
        });
        let unit = unit.ok_or(NO_SOURCE)?;
        let is = |node: &NodeId, element| self.names.element(tree, *node) == element;
        let target = tree.elements(unit).find(|node| is(node, Element::Target));
        let before = tree
            .elements(unit)
            .filter(|node| is(node, Element::Source) || is(node, Element::SegSource))
            .last()
            .ok_or(NO_SOURCE)?;
        Ok(Destination { holder, mid: mid.map(Box::from), unit, before, target })
    }

    /// Returns the content of the target: the codes of the source and the new texts.
    fn inner(
        &self,
        destination: &Destination,
        content: &Content,
        parts: &[TranslationPart],
    ) -> Result<Vec<u8>, &'static str> {
        let (start, end) = *self.places.get(&destination.holder).ok_or(NO_SOURCE)?;
        let encoding = self.document.source().encoding();
        let mut inner = self.source(start.end(), content.region.start());
        for part in parts {
            match part {
                TranslationPart::Text(text) => {
                    let mut out = String::with_capacity(text.len());
                    self.text(text, content.region, &mut out);
                    inner.extend_from_slice(&encoding.encode(&out));
                }
                TranslationPart::Code(code) => {
                    let at = content.codes.get(*code).ok_or(NO_SOURCE)?.at;
                    inner.extend(self.source(at.start(), at.end()));
                }
            }
        }
        inner.extend(self.source(content.region.end(), end.start()));
        Ok(inner)
    }

    /// Returns bytes of the source, without the delimiters of CDATA sections.
    fn source(&self, from: usize, to: usize) -> Vec<u8> {
        let source = self.document.source();
        let mut bytes = source.bytes().get(from..to).unwrap_or_default().to_vec();
        for half in ["<![CDATA[", "]]>"] {
            let half = source.encoding().encode(half);
            while let Some(at) = bytes.windows(half.len()).position(|window| *window == *half) {
                bytes.drain(at..at + half.len());
            }
        }
        bytes
    }

    /// Returns the language that a target must specify, either because the file specifies another language or because
    /// the options require it.
    fn language<'l>(
        &self,
        destination: &Destination,
        language: &'l Language,
        edits: &mut Vec<Edit>,
    ) -> Result<Option<&'l Language>, &'static str> {
        let tree = &self.layout.tree;
        let sets_language = self.options.set_lang;
        let stated = match self.names.version {
            Version::One => tree
                .ancestors(destination.unit)
                .find_map(|node| tree.attribute(node, "", "target-language")),
            Version::Two => tree.attribute(self.names.root, "", "trgLang"),
        };
        let same = stated.is_some_and(|stated| stated.eq_ignore_ascii_case(language.as_str()));
        if self.names.version == Version::Two {
            if stated.is_some() && !same {
                return Err(OTHER_LANGUAGE);
            }
            let mut chosen = self.chosen.borrow_mut();
            if chosen.get_or_insert_with(|| language.clone()) != language {
                return Err(OTHER_LANGUAGE);
            }
            if stated.is_none() {
                self.tell(self.names.root, "trgLang", language.as_str(), edits);
            }
            return Ok(Some(language).filter(|_| sets_language));
        }
        let target_language =
            destination.target.and_then(|target| tree.attribute(target, XML, "lang"));
        let same = target_language.map_or(same, |target_language| {
            target_language.eq_ignore_ascii_case(language.as_str())
        });
        Ok(Some(language).filter(|_| sets_language || !same))
    }

    /// Returns the name of a new element in a unit.
    fn name(&self, destination: &Destination, local: &str) -> String {
        match &*self.layout.tree.name(destination.unit).prefix {
            "" => local.to_owned(),
            prefix => format!("{prefix}:{local}"),
        }
    }

    fn encoded(&self, text: &str) -> Vec<u8> {
        self.document.source().encoding().encode(text).into_owned()
    }

    /// Returns the start tag of a new target, after the same white space as before the source.
    fn start_tag(&self, destination: &Destination, language: Option<&Language>) -> String {
        let tree = &self.layout.tree;
        let mut tag = String::new();
        let before = tree
            .elements(destination.unit)
            .find(|node| self.names.element(tree, *node) == Element::Source);
        let blank = before.and_then(|source| source.previous()).filter(|text| {
            let node = tree.node(*text);
            node.parent == Some(destination.unit) && node.is_text()
        });
        if let Some(blank) = blank {
            tag.push_str(tree.source().get(tree.node(blank).at()).unwrap_or_default());
        }
        if !tag.trim().is_empty() {
            tag.clear();
        }
        tag.push('<');
        tag.push_str(&self.name(destination, "target"));
        if let Some(language) = language {
            tag.push_str(&format!(" xml:lang=\"{language}\""));
        }
        if let Some(state) = self.state_of(Version::One) {
            glossweave_format_base::annotate::attribute("state", &[state], &mut tag);
        }
        tag.push('>');
        tag
    }

    fn state_of(&self, version: Version) -> Option<&str> {
        self.options.target_state.as_deref().filter(|_| self.names.version == version)
    }

    /// Adds the edit for the state of an existing target, or of a segment of 2.x.
    fn state(&self, destination: &Destination, edits: &mut Vec<Edit>) {
        let node = match self.names.version {
            Version::One => destination.target.filter(|target| !self.is_empty(*target)),
            Version::Two => Some(destination.unit),
        };
        if let (Some(state), Some(node)) = (self.options.target_state.as_deref(), node) {
            self.tell(node, "state", state, edits);
        }
    }

    /// Adds the edit that sets an attribute of an element.
    fn tell(&self, node: NodeId, name: &'static str, value: &str, edits: &mut Vec<Edit>) {
        let place = self.places.get(&node);
        if let Some(place) = place.filter(|_| self.attributes_set.borrow_mut().insert((node, name)))
        {
            edits.extend(html::say(self.document, place.0, name, value));
        }
    }

    /// Returns `true` if an element has no end tag.
    fn is_empty(&self, node: NodeId) -> bool {
        self.places.get(&node).is_none_or(|place| place.1.is_empty())
    }

    /// Returns the edit that sets the content of an element, and its start tag when the tag changes too.
    fn fill(&self, node: NodeId, inner: Vec<u8>, more: &str) -> Result<Edit, &'static str> {
        let (start, end) = *self.places.get(&node).ok_or(NO_SOURCE)?;
        if !end.is_empty() {
            return Ok(Edit { at: ByteSpan::new(start.end(), end.start()), bytes: inner });
        }
        let mut bytes = self.opened(node, more)?;
        bytes.extend(inner);
        let name = self.layout.tree.name(node).qualified();
        bytes.extend(self.encoded(&format!("</{name}>")));
        Ok(Edit { at: start, bytes })
    }

    /// Returns the tag of an empty element as a start tag.
    fn opened(&self, node: NodeId, more: &str) -> Result<Vec<u8>, &'static str> {
        let tree = &self.layout.tree;
        let tag = tree.source().get(tree.node(node).at()).ok_or(NO_SOURCE)?;
        let tag = tag.strip_suffix("/>").ok_or(NO_SOURCE)?.trim_end();
        Ok(self.encoded(&format!("{tag}{more}>")))
    }

    /// Returns additional attributes for the start tag of an empty target.
    fn more(&self, target: NodeId, language: Option<&Language>) -> String {
        let tree = &self.layout.tree;
        let mut more = String::new();
        if let Some(language) = language.filter(|_| tree.attribute(target, XML, "lang").is_none()) {
            more.push_str(&format!(" xml:lang=\"{language}\""));
        }
        let state = self.state_of(Version::One);
        if let Some(state) = state.filter(|_| tree.attribute(target, "", "state").is_none()) {
            glossweave_format_base::annotate::attribute("state", &[state], &mut more);
        }
        more
    }

    fn whole(
        &self,
        destination: &Destination,
        inner: Vec<u8>,
        language: Option<&Language>,
        edits: &mut Vec<Edit>,
    ) -> Result<(), &'static str> {
        let Some(target) = destination.target else {
            let at = self.places.get(&destination.before).ok_or(NO_SOURCE)?.1.end();
            let mut bytes = self.encoded(&self.start_tag(destination, language));
            bytes.extend(inner);
            bytes.extend(self.encoded(&format!("</{}>", self.name(destination, "target"))));
            edits.push(Edit { at: ByteSpan::new(at, at), bytes });
            return Ok(());
        };
        self.say_language(target, language, edits);
        edits.push(self.fill(target, inner, &self.more(target, language))?);
        Ok(())
    }

    fn say_language(&self, target: NodeId, language: Option<&Language>, edits: &mut Vec<Edit>) {
        if let Some(language) = language.filter(|_| !self.is_empty(target)) {
            self.tell(target, "xml:lang", language.as_str(), edits);
        }
    }

    fn segment(
        &self,
        destination: &Destination,
        mid: &str,
        inner: Vec<u8>,
        language: Option<&Language>,
        edits: &mut Vec<Edit>,
    ) -> Result<(), &'static str> {
        let tree = &self.layout.tree;
        let name = self.name(destination, "mrk");
        let mut tag = format!("<{name} mtype=\"seg\"");
        glossweave_format_base::annotate::attribute("mid", &[mid], &mut tag);
        tag.push('>');
        let mut bytes = self.encoded(&tag);
        let end = self.encoded(&format!("</{name}>"));
        let Some(target) = destination.target else {
            let at = self.places.get(&destination.before).ok_or(NO_SOURCE)?.1.end();
            let closes = format!("</{}>", self.name(destination, "target"));
            if self.close(at, &closes) {
                bytes.splice(0..0, self.encoded(&self.start_tag(destination, language)));
            } else {
                bytes.splice(0..0, self.encoded(" "));
            }
            bytes.extend(inner.into_iter().chain(end));
            edits.push(Edit { at: ByteSpan::new(at, at), bytes });
            return Ok(());
        };
        let mut segments = self.segments.borrow_mut();
        let made = || Segments::of(tree, &self.names, target);
        let segments = segments.entry(target).or_insert_with(made);
        if let Some(same) = segments.find(mid) {
            self.say_language(target, language, edits);
            edits.push(self.fill(same, inner, "")?);
            return Ok(());
        }
        if segments.is_empty && !segments.is_blank {
            return Err(NO_SEGMENTS);
        }
        let (start, close) = *self.places.get(&target).ok_or(NO_SOURCE)?;
        let at = match close.is_empty() {
            true => start.end(),
            false => close.start(),
        };
        if close.is_empty() {
            let closes = format!("</{}>", tree.name(target).qualified());
            if self.close(at, &closes) {
                let opened = self.opened(target, &self.more(target, language))?;
                edits.push(Edit { at: start, bytes: opened });
            } else {
                bytes.splice(0..0, self.encoded(" "));
            }
        } else {
            self.say_language(target, language, edits);
            if !segments.is_empty {
                bytes.splice(0..0, self.encoded(" "));
            }
        }
        bytes.extend(inner.into_iter().chain(end));
        edits.push(Edit { at: ByteSpan::new(at, at), bytes });
        Ok(())
    }

    /// Registers an end tag at a position. Returns `true` if it is new.
    fn close(&self, at: usize, tag: &str) -> bool {
        self.closing.borrow_mut().insert(at, self.encoded(tag)).is_none()
    }
}
