//! The namespaces bound to prefixes (Namespaces in XML 1.0 and 1.1).

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::Fault;
use super::name::{Version, is_same, name_length, split};
use crate::tree::{TreeBuilder, XML};

const XMLNS: &str = "http://www.w3.org/2000/xmlns/";
/// The number of cached names. Must be a power of two.
const SLOTS: usize = 512;

/// The declarations in scope, with a cache of resolved names.
pub(super) struct Scopes<'r> {
    version: Version,
    bindings: HashMap<&'r str, Vec<Rc<str>>>,
    /// The declared prefixes, the innermost last.
    declared: Vec<&'r str>,
    /// A unique number for each set of declarations that has been in scope.
    epoch: u32,
    last: u32,
    slots: Vec<Slot<'r>>,
}

/// A snapshot of the scope.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    declared: usize,
    epoch: u32,
}

#[derive(Clone, Copy)]
struct Slot<'r> {
    name: &'r str,
    epoch: u32,
    number: u32,
}

/// The kind of node that a name belongs to.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Of {
    Element,
    Attribute,
}

impl<'r> Scopes<'r> {
    pub fn new(version: Version) -> Scopes<'r> {
        Scopes {
            version,
            bindings: HashMap::from([("xml", vec![XML.into()])]),
            declared: Vec::new(),
            epoch: 1,
            last: 1,
            slots: vec![Slot { name: "", epoch: 0, number: 0 }; 2 * SLOTS],
        }
    }

    pub fn mark(&self) -> Mark {
        Mark { declared: self.declared.len(), epoch: self.epoch }
    }

    /// Removes the declarations made since the mark.
    #[inline]
    pub fn leave(&mut self, mark: Mark) {
        while self.declared.len() > mark.declared {
            if let Some(all) = self.declared.pop().and_then(|number| self.bindings.get_mut(number))
            {
                all.pop();
            }
        }
        self.epoch = mark.epoch;
    }

    /// Adds a declaration to the scope. The prefixes declared on one element must be distinct.
    pub fn declare(
        &mut self,
        prefix: &'r str,
        namespace: &str,
        at: &Range<usize>,
    ) -> Result<(), Fault> {
        let wrong = if prefix == "xmlns" || namespace == XMLNS {
            format!("expected no declaration of `xmlns` or of `{XMLNS}`")
        } else if (prefix == "xml") != (namespace == XML) {
            format!("expected the prefix `xml`, and no other, for `{XML}`")
        } else if namespace.is_empty() && !prefix.is_empty() && self.version == Version::V10 {
            format!("expected a namespace for the prefix `{prefix}`, found none")
        } else if name_length(prefix) != prefix.len() || prefix.contains(':') {
            format!("expected a prefix, found `{prefix}`")
        } else {
            self.bindings.entry(prefix).or_default().push(namespace.into());
            self.declared.push(prefix);
            self.last += 1;
            self.epoch = self.last;
            return Ok(());
        };
        Err(Fault::malformed(wrong, at.clone()))
    }

    /// Returns the number of a qualified name.
    #[inline]
    pub fn resolve(
        &mut self,
        name: &'r str,
        of: Of,
        grower: &mut TreeBuilder<'_>,
    ) -> Result<u32, String> {
        let slot = slot(name) + if of == Of::Element { 0 } else { SLOTS };
        let known = &self.slots[slot];
        if known.epoch == self.epoch && is_same(known.name, name) {
            return Ok(known.number);
        }
        let number = self.look_up(name, of, grower)?;
        self.slots[slot] = Slot { name, epoch: self.epoch, number };
        Ok(number)
    }

    fn look_up(&self, name: &str, of: Of, grower: &mut TreeBuilder<'_>) -> Result<u32, String> {
        let Some((prefix, local)) = split(name) else {
            return Err(format!("expected a qualified name, found `{name}`"));
        };
        let bound = self.bindings.get(prefix).and_then(|all| all.last());
        let namespace = match (prefix, bound) {
            ("", _) if of == Of::Attribute => "",
            ("", None) => "",
            (_, Some(namespace)) if prefix.is_empty() || !namespace.is_empty() => namespace,
            _ => return Err(format!("the prefix `{prefix}` is not declared")),
        };
        Ok(grower.intern(prefix, local, namespace))
    }
}

/// Returns the cache slot of a name. Uses the end of the name, because names in a vocabulary often
/// share their start and length, but rarely their end.
#[inline]
fn slot(name: &str) -> usize {
    let bytes = name.as_bytes();
    let end = match bytes.last_chunk() {
        Some(end) => u64::from_le_bytes(*end),
        None => bytes.iter().fold(0, |end, byte| end << 8 | u64::from(*byte)),
    };
    let first = bytes.first().map_or(0, |byte| u64::from(*byte));
    let mixed = (end ^ first.rotate_right(8) ^ (bytes.len() as u64) << 32).wrapping_mul(SPREAD);
    (mixed >> (u64::BITS - SLOTS.ilog2())) as usize
}

/// The golden ratio as a multiplier, which distributes similar numbers evenly.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
