//! A tree from tokens that say no more than what decides its shape.

use html5ever::Attribute;
pub(crate) use html5ever::LocalName as TagName;
use html5ever::tendril::{SliceExt, StrTendril};
use html5ever::tokenizer::{Tag, TagKind, Token};

use super::{Growth, PLACE, Walk, plain_attribute};
use crate::markup::html::{Content, Doctype};

/// A token that says no more than what decides the shape of a tree.
pub(crate) enum Bare<'a> {
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

/// Walks the tree of such tokens; `None` where it is out of proportion, or where the builder wants
/// the content of an element read in another way than it was.
pub(crate) fn walk_bare<'a>(tokens: impl Iterator<Item = Bare<'a>>) -> Option<Vec<Walk>> {
    let mut growth = Growth::new(0, false);
    let attribute = plain_attribute(PLACE, "");
    for token in tokens {
        match token {
            Bare::Doctype(doctype) => growth.doctype(doctype),
            Bare::Start { name, place, content, foreign, hidden } => {
                let value = place.to_string().as_str().to_tendril();
                let mut attrs = vec![Attribute { name: attribute.name.clone(), value }];
                if hidden {
                    attrs.push(plain_attribute("type", "hidden"));
                }
                let wanted = growth.push(tag(TagKind::StartTag, name, attrs));
                if wanted != content || foreign && !growth.is_foreign() {
                    return None;
                }
            }
            Bare::End(name) => {
                growth.push(tag(TagKind::EndTag, name, Vec::new()));
            }
            Bare::Text(text) => {
                let text: StrTendril = text.to_tendril();
                growth.push(Token::CharacterTokens(text));
            }
        }
    }
    growth.finish().map(super::Arena::walk)
}

fn tag(kind: TagKind, name: &TagName, attrs: Vec<Attribute>) -> Token {
    Token::TagToken(Tag { kind, name: name.clone(), self_closing: false, attrs })
}
