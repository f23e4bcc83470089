//! A tree from tokens that say no more than what decides its shape.

pub use html5ever::LocalName as TagName;
use html5ever::tendril::{SliceExt, StrTendril};
use html5ever::tokenizer::{Tag, TagKind, Token};
use html5ever::{Attribute, QualName};

use super::state::State;
use super::{Growth, PLACE, Walk, plain_attribute};
use crate::html::{Content, Doctype};

/// A token that says no more than what decides the shape of a tree.
pub enum Bare<'a> {
    Doctype(&'a Doctype),
    Start {
        name: &'a TagName,
        /// Comes back in [`Walk::Open`].
        place: usize,
        /// The way its content was read.
        content: Content,
        /// True if its content was read as that of SVG.
        foreign: bool,
        /// True if it is an `input` that is not shown.
        hidden: bool,
    },
    End(&'a TagName),
    Text(&'a str),
}

/// The tree of such tokens.
pub struct BareTree {
    growth: Growth,
    place: QualName,
}

impl BareTree {
    pub fn new() -> BareTree {
        let place = plain_attribute(PLACE, "").name;
        BareTree { growth: Growth::new(0, false), place }
    }

    /// Takes a token. `false` where the builder wants the content of an element read in another way
    /// than it was.
    pub fn push(&mut self, token: &Bare<'_>) -> bool {
        match token {
            Bare::Doctype(doctype) => self.growth.doctype(doctype),
            Bare::Start { name, place, content, foreign, hidden } => {
                let value = place.to_string().as_str().to_tendril();
                let mut attrs = vec![Attribute { name: self.place.clone(), value }];
                if *hidden {
                    attrs.push(plain_attribute("type", "hidden"));
                }
                let wanted = self.growth.push(tag(TagKind::StartTag, name, attrs));
                return wanted == *content && (!foreign || self.growth.is_foreign());
            }
            Bare::End(name) => {
                self.growth.push(tag(TagKind::EndTag, name, Vec::new()));
            }
            Bare::Text(text) => {
                let text: StrTendril = text.to_tendril();
                self.growth.push(Token::CharacterTokens(text));
            }
        }
        true
    }

    /// What decides what becomes of the tokens that come next, where that shows; places of start
    /// tags are told apart by what `kind` says of them.
    pub fn state(&self, kind: impl Fn(usize) -> bool) -> Option<State> {
        self.growth.state(kind)
    }

    /// The steps through the tree; `None` where it is out of proportion.
    pub fn finish(self) -> Option<Vec<Walk>> {
        self.growth.finish().map(super::Arena::walk)
    }
}

fn tag(kind: TagKind, name: &TagName, attrs: Vec<Attribute>) -> Token {
    Token::TagToken(Tag { kind, name: name.clone(), self_closing: false, attrs })
}
