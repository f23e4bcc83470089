//! The tree builder of html5ever, with limits that depend on the size of the source.

use std::cell::{Cell, RefCell};

use html5ever::tendril::SliceExt;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Doctype as TreeDoctype, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};

use super::{Arena, Kind, Node};
use crate::html::{Content, Doctype};

/// The limits of a tree beyond two nodes for each token: the bytes of source for each further node,
/// the queries for each byte, and the number of each that is always allowed. Unclosed formatting
/// elements are reopened in each paragraph, so without a limit the tree could grow with the square
/// of the number of tags.
const BYTES_PER_NODE: usize = 16;
const FREE_NODES: usize = 50_000;
const QUESTIONS: usize = 16;
const FREE_QUESTIONS: usize = 20_000_000;

/// The tree builder with its limits.
pub(super) struct Growth {
    pub(super) builder: TreeBuilder<usize, Arena>,
    nodes: usize,
    questions: usize,
}

impl Growth {
    pub fn new(bytes: usize, keep: bool) -> Growth {
        let nodes = RefCell::new(vec![Node::new(Kind::Root)]);
        let sink = Arena { nodes, keep, questions: Cell::new(0) };
        let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
        Growth {
            builder: TreeBuilder::new(sink, options),
            nodes: bytes / BYTES_PER_NODE + FREE_NODES,
            questions: bytes.saturating_mul(QUESTIONS).saturating_add(FREE_QUESTIONS),
        }
    }

    /// Returns `true` if attributes are kept.
    pub fn keeps(&self) -> bool {
        self.builder.sink.keep
    }

    fn is_too_much(&self) -> bool {
        let sink = &self.builder.sink;
        sink.questions.get() > self.questions || sink.nodes.borrow().len() > self.nodes
    }

    pub fn finish(self) -> Option<Arena> {
        let _ = self.builder.process_token(Token::EOFToken, 1);
        if self.is_too_much() {
            return None;
        }
        self.builder.end();
        Some(self.builder.sink)
    }

    pub fn push(&mut self, token: Token) -> Content {
        if self.is_too_much() {
            return Content::Plain;
        }
        #[cfg(debug_assertions)]
        WORK.set(WORK.get() + 1);
        // One node for the tag, and one for an element that it implies.
        self.nodes += 2;
        match self.builder.process_token(token, 1) {
            TokenSinkResult::Continue | TokenSinkResult::Script(_) => Content::Markup,
            TokenSinkResult::Plaintext => Content::Plain,
            TokenSinkResult::RawData(RawKind::Rcdata) => Content::Rcdata,
            TokenSinkResult::RawData(RawKind::Rawtext) => Content::Raw,
            TokenSinkResult::RawData(_) => Content::Script,
        }
    }

    pub fn doctype(&mut self, doctype: &Doctype) {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).as_ref().to_tendril();
        self.push(Token::DoctypeToken(TreeDoctype {
            name: Some(text(&doctype.name.to_ascii_lowercase())),
            public_id: doctype.public.as_deref().map(text),
            system_id: doctype.system.as_deref().map(text),
            force_quirks: doctype.force_quirks,
        }));
    }

    pub fn is_foreign(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

#[cfg(debug_assertions)]
thread_local! {
    /// The number of tokens passed to tree builders on this thread. Used by tests to check a bound.
    pub static WORK: Cell<usize> = const { Cell::new(0) };
}
