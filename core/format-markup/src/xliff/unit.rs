//! Decoding of one XLIFF unit: `trans-unit` of 1.2, `unit` of 2.x.

use super::its::{self, Notes, Statement, TextValues};
use super::name::{Element, Version};
use super::read::{Reader, State, hides, within};
use super::segment::{Key, Links};
use super::source_target::{Ids, Scope, Unit};
use glossweave_document::TranslationState;
use glossweave_document::annotation::Category;
use glossweave_markup::tree::{NodeId, Tree};
use glossweave_markup::xml::Fault;

/// The statements of a unit about its texts.
#[derive(Default)]
struct UnitStatements {
    source: Vec<Statement>,
    target: Vec<Statement>,
    notes: Notes,
}

impl<'t> Reader<'t> {
    /// Decodes a unit.
    pub fn unit(&mut self, node: NodeId, state: &State) -> Result<(), Fault> {
        match self.names.version {
            Version::One => self.trans_unit(node, state),
            Version::Two => self.unit_of_two(node, state),
        }
    }

    fn trans_unit(&mut self, node: NodeId, state: &State) -> Result<(), Fault> {
        let (tree, names) = (self.tree, self.names);
        let (mut source, mut segments, mut target) = (None, None, None);
        let mut statements = UnitStatements::default();
        for child in tree.elements(node) {
            let place = match names.element(tree, child) {
                Element::Source => &mut source,
                Element::SegSource => &mut segments,
                Element::Target => &mut target,
                Element::Note => {
                    note_of_one(tree, child, &mut statements);
                    continue;
                }
                _ => continue,
            };
            if place.replace(child).is_some() {
                let name = tree.name(child).qualified();
                self.warn(child, format!("a second `{name}` in one unit, expected one"));
            }
        }
        let Some(source) = source else {
            return Err(self.fault(node, "`trans-unit` has no `source`, expected one"));
        };
        let inner = self.inner(node, state);
        if inner.hidden {
            self.next_id += 1;
            return Ok(());
        }
        if self.say(&[node, source], &inner, state, false, &mut statements) {
            self.next_id += 1;
            return Ok(());
        }
        let segments = segments.filter(|segment| has_segments(tree, self.names, *segment));
        let scope = self.source.scope_in(source, &inner.source);
        let mut scope = scope.unwrap_or_else(|| inner.source.clone());
        if let Some(segments) = segments {
            self.compare(source, segments, &scope);
            if let Some(inner_scope) = self.source.scope_in(segments, &inner.source) {
                scope = inner_scope;
            }
        }
        let name = tree.attribute(node, "", "id").unwrap_or_default();
        let mut links = Links::default();
        let segmented = segments.is_some();
        let unit =
            Unit { name, statements: &statements.source, notes: &statements.notes, segmented };
        let ids = &mut Ids::Next(&mut self.next_id);
        self.source.read(segments.unwrap_or(source), &scope, &unit, ids, &mut links);
        let Some(target) = target else { return Ok(()) };
        let segmented = segmented && has_segments(tree, self.names, target);
        self.target_text(node, target, &inner, state, statements, segmented, &links);
        Ok(())
    }

    #[allow(clippy::too_many_arguments, reason = "what a unit is made of")]
    fn target_text(
        &mut self,
        node: NodeId,
        target: NodeId,
        inner: &State,
        state: &State,
        mut statements: UnitStatements,
        segmented: bool,
        links: &Links<'t>,
    ) {
        let tree = self.tree;
        self.say(&[node, target], inner, state, true, &mut statements);
        let around = inner.target();
        let scope = self.target.scope_in(target, &around).unwrap_or(around);
        let name = tree.attribute(node, "", "id").unwrap_or_default();
        let unit =
            Unit { name, statements: &statements.target, notes: &statements.notes, segmented };
        let mut found = Links::default();
        self.target.read(target, &scope, &unit, &mut Ids::Of(links), &mut found);
        let approved = tree.attribute(node, "", "approved") == Some("yes");
        let progress = progress(tree, target, approved);
        for link in found.all() {
            let Some(translation) = link.unit else { continue };
            let mut same = links.find(link.key);
            if same.is_none() && link.key == Key::Whole {
                let mut segments =
                    links.all().iter().filter(|link| matches!(link.key, Key::Segment(_)));
                let first = segments.next();
                same = first.filter(|_| segments.next().is_none());
            }
            match same {
                Some(same) => {
                    self.links.extend(same.unit.map(|unit| (unit, translation, progress)))
                }
                None => {
                    let message = match link.key {
                        Key::Whole => {
                            "`target` has no segments, expected the segments of `seg-source`"
                                .to_owned()
                        }
                        Key::Segment(mid) => format!("no segment `{mid}` in the source"),
                        Key::Sub(_) => "a `sub` of the target is not in the source".to_owned(),
                    };
                    self.warn(target, message);
                }
            }
        }
    }

    /// Adds the statements that apply to a text because of the unit, the element of the text, and the elements around
    /// them. Returns `true` if they hide the text.
    fn say(
        &self,
        nodes: &[NodeId],
        inner: &State,
        outer: &State,
        target: bool,
        statements: &mut UnitStatements,
    ) -> bool {
        let marked = nodes.iter().any(|node| self.facts.marks(self.tree, *node));
        let place = if target { &mut statements.target } else { &mut statements.source };
        if !marked && outer.statements.is_empty() {
            return false;
        }
        let mut values = TextValues::default();
        for node in nodes {
            values.take(self.tree, *node, self.facts);
        }
        let values = values.finish();
        let mut tools = (*inner.source.annotators).clone();
        if let Some(reference) = nodes.last().and_then(|node| its::annotators_ref(self.tree, *node))
        {
            tools.add(reference);
        }
        let mut all = within(&outer.statements, its::with_tools(values, &tools));
        let hidden = hides(&all).unwrap_or(false);
        all.retain(|statement| statement.0 != Category::Translate);
        if target {
            // Statements about the source do not apply to its translation.
            all.retain(|statement| is_of_targets(statement.0) || self.says(nodes, statement.0));
        }
        place.extend(all);
        hidden
    }

    /// Returns `true` if the element of a text itself has a statement in a category.
    fn says(&self, nodes: &[NodeId], category: Category) -> bool {
        let [_, last] = nodes else { return false };
        let mut values = TextValues::default();
        values.take(self.tree, *last, self.facts);
        values.finish().bodies.iter().any(|body| body.0 == category)
    }

    /// Adds a warning when the text of `seg-source` differs from the text of `source`.
    fn compare(&mut self, source: NodeId, segments: NodeId, scope: &Scope) {
        let whole = plain(self.tree, self.names, source, scope.preserve);
        let segmented = plain(self.tree, self.names, segments, scope.preserve);
        if whole != segmented {
            let message = "the text of `seg-source` differs from `source`";
            self.warn(
                segments,
                format!("{message}: `{}`, expected `{}`", cut(&segmented), cut(&whole)),
            );
        }
    }

    fn unit_of_two(&mut self, node: NodeId, state: &State) -> Result<(), Fault> {
        let (tree, names) = (self.tree, self.names);
        let inner = self.inner(node, state);
        let mut statements = UnitStatements::default();
        for child in tree.elements(node) {
            if names.element(tree, child) == Element::Notes {
                let notes = tree.elements(child);
                let notes = notes.filter(|note| names.element(tree, *note) == Element::Note);
                notes.for_each(|note| note_of_two(tree, note, &mut statements));
            }
        }
        leave_out_referenced(tree, node, &mut statements);
        self.say(&[node], &inner, state, false, &mut statements);
        self.say(&[node], &inner, state, true, &mut statements);
        let id = tree.attribute(node, "", "id").unwrap_or_default();
        for segment in tree.elements(node) {
            if names.element(tree, segment) != Element::Segment {
                continue;
            }
            let (mut source, mut target) = (None, None);
            for child in tree.elements(segment) {
                match names.element(tree, child) {
                    Element::Source => source = source.or(Some(child)),
                    Element::Target => target = target.or(Some(child)),
                    _ => {}
                }
            }
            let Some(source) = source else {
                return Err(self.fault(segment, "`segment` has no `source`, expected one"));
            };
            if inner.hidden {
                self.next_id += 1;
                continue;
            }
            let scope = self.source.scope_in(source, &inner.source);
            let scope = scope.unwrap_or_else(|| inner.source.clone());
            let name = match tree.attribute(segment, "", "id") {
                Some(segment) => format!("{id}/{segment}"),
                None => id.to_owned(),
            };
            let unit = Unit {
                name: &name,
                statements: &statements.source,
                notes: &statements.notes,
                segmented: false,
            };
            let mut links = Links::default();
            let ids = &mut Ids::Next(&mut self.next_id);
            self.source.read(source, &scope, &unit, ids, &mut links);
            let Some(target) = target else { continue };
            let around = inner.target();
            let scope = self.target.scope_in(target, &around).unwrap_or(around);
            let unit = Unit { statements: &statements.target, ..unit };
            let mut found = Links::default();
            self.target.read(target, &scope, &unit, &mut Ids::Of(&links), &mut found);
            let pairs = links.all().iter().zip(found.all());
            let progress = progress(tree, segment, false);
            let pairs = pairs.filter_map(|(source, target)| source.unit.zip(target.unit));
            self.links.extend(pairs.map(|(unit, translation)| (unit, translation, progress)));
        }
        self.source.end_marks();
        self.target.end_marks();
        Ok(())
    }
}

/// Returns the state of a translation, from the `state` of a target (XLIFF 1.2, clause 2.3) or segment (2.1, clause
/// 4.3.1.31), or from the approval of its unit.
fn progress(tree: &Tree<'_>, node: NodeId, approved: bool) -> TranslationState {
    match tree.attribute(node, "", "state") {
        _ if approved => TranslationState::Done,
        Some("new" | "needs-translation" | "needs-adaptation" | "needs-l10n" | "initial") => {
            TranslationState::Open
        }
        Some(state) if !state.starts_with("x-") => TranslationState::Done,
        _ => TranslationState::Unsaid,
    }
}

/// Returns `true` if statements of a category that a unit has or inherits apply to its translation too.
fn is_of_targets(category: Category) -> bool {
    matches!(
        category,
        Category::Provenance
            | Category::LocQualityIssue
            | Category::LocQualityRating
            | Category::MtConfidence
    )
}

/// Adds a `note` of XLIFF 1.2.
fn note_of_one(tree: &Tree<'_>, node: NodeId, statements: &mut UnitStatements) {
    let note = its::note(&tree.string(node), tree.attribute(node, "", "priority"));
    match tree.attribute(node, "", "annotates") {
        Some("target") => statements.target.extend(note),
        _ => statements.source.extend(note),
    }
}

/// Adds a `note` of XLIFF 2.x.
fn note_of_two(tree: &Tree<'_>, node: NodeId, statements: &mut UnitStatements) {
    let text = tree.string(node);
    if let Some(id) = tree.attribute(node, "", "id") {
        statements.notes.insert(format!("#n={id}").into(), text.trim().to_owned());
    }
    let note = its::note(&text, tree.attribute(node, "", "priority"));
    match tree.attribute(node, "", "appliesTo") {
        Some("target") => statements.target.extend(note),
        _ => statements.source.extend(note),
    }
}

/// Removes the notes that a mark refers to, because they describe only the marked text.
fn leave_out_referenced(tree: &Tree<'_>, unit: NodeId, statements: &mut UnitStatements) {
    if statements.notes.is_empty() {
        return;
    }
    let referenced: std::collections::HashSet<&str> = tree
        .below(unit)
        .filter(|node| tree.node(*node).is_element())
        .filter_map(|node| tree.attribute(node, "", "ref"))
        .filter_map(|reference| statements.notes.get(reference).map(String::as_str))
        .collect();
    let is_kept = |statement: &Statement| match &*statement.1 {
        glossweave_document::annotation::Body::Metadata(note) => {
            note.field("locNote").is_none_or(|text| !referenced.contains(text))
        }
        _ => true,
    };
    let kept_source: Vec<_> =
        statements.source.iter().filter(|statement| is_kept(statement)).cloned().collect();
    let kept_target: Vec<_> =
        statements.target.iter().filter(|statement| is_kept(statement)).cloned().collect();
    (statements.source, statements.target) = (kept_source, kept_target);
}

fn has_segments(tree: &Tree<'_>, names: &super::name::Names, node: NodeId) -> bool {
    tree.below(node).any(|below| {
        tree.node(below).is_element()
            && names.element(tree, below) == Element::Mrk
            && tree.attribute(below, "", "mtype") == Some("seg")
    })
}

/// Returns the text of an element without the text in codes.
fn plain(tree: &Tree<'_>, names: &super::name::Names, node: NodeId, preserve: bool) -> String {
    let mut text = String::new();
    let end = tree.node(node).after;
    let mut number = node.next();
    while number < end {
        let node = tree.node(number);
        if node.is_element() && names.element(tree, number) == Element::Code {
            number = node.after;
            continue;
        }
        if node.is_text() {
            text.push_str(tree.text(number));
        }
        number = number.next();
    }
    match preserve {
        true => text,
        false => text.split_ascii_whitespace().collect::<Vec<_>>().join(" "),
    }
}

/// Shortens a text for use in a message.
fn cut(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
