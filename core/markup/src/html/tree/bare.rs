//! A tree built from minimal tokens.

pub use html5ever::LocalName as TagName;
use html5ever::tendril::{SliceExt, StrTendril};
use html5ever::tokenizer::{Tag, TagKind, Token};
use html5ever::{Attribute, QualName};

use super::state::State;
use super::{Growth, PLACE, Walk, plain_attribute};
use crate::html::{Content, Doctype};

/// A token with only the data that affects the shape of a tree.
pub enum Bare<'a> {
    /// A document type declaration.
    Doctype(&'a Doctype),
    /// A start tag.
    Start {
        /// The name of the element.
        name: &'a TagName,
        /// The position, as returned in [`Walk::Open`].
        place: usize,
        /// The tokenizer state that was used for the content.
        content: Content,
        /// `true` if the content was tokenized as SVG.
        foreign: bool,
        /// `true` for a hidden `input`.
        hidden: bool,
    },
    /// An end tag.
    End(&'a TagName),
    /// A text.
    Text(&'a str),
}

/// A tree builder for minimal tokens.
pub struct BareTree {
    growth: Growth,
    place: QualName,
}

impl Default for BareTree {
    fn default() -> BareTree {
        let place = plain_attribute(PLACE, "").name;
        BareTree { growth: Growth::new(0, false), place }
    }
}

impl BareTree {
    /// Adds a token. Returns `false` if the builder requires another tokenizer state for the
    /// content of an element.
    pub fn push(&mut self, token: &Bare<'_>) -> bool {
        match token {
            Bare::Doctype(doctype) => self.growth.doctype(doctype),
            Bare::Start { name, place, content, foreign, hidden } => {
                let value = place.to_string().as_str().to_tendril();
                let mut attrs = vec![Attribute { name: self.place.clone(), value }];
                if *hidden {
                    attrs.push(plain_attribute("type", "hidden"));
                }
                let pushed = self.growth.push(tag(TagKind::StartTag, name, attrs));
                return pushed == *content && (!foreign || self.growth.is_foreign());
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

    /// Returns the state that determines the effect of the tokens that follow, if it can be
    /// observed. `kind` distinguishes the positions of start tags.
    pub fn state(&self, kind: impl Fn(usize) -> bool) -> Option<State> {
        self.growth.state(kind)
    }

    /// Returns the events of a walk through the tree. Returns `None` if the tree is
    /// disproportionately large.
    pub fn finish(self) -> Option<Vec<Walk>> {
        self.growth.finish().map(super::Arena::walk)
    }
}

fn tag(kind: TagKind, name: &TagName, attrs: Vec<Attribute>) -> Token {
    Token::TagToken(Tag { kind, name: name.clone(), self_closing: false, attrs })
}
