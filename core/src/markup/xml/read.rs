//! Tokens to a tree.

use std::borrow::Cow;
use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::{Fault, Limits};
use crate::markup::tree::{Grower, NONE, NodeKind, Value, XML};

/// Reads a source.
pub(super) fn read(source: &str, limits: Limits) -> Result<Grower<'_>, Fault> {
    let mut reader = Reader::from_str(source);
    reader.config_mut().check_end_names = true;
    let mut tree = TreeReader {
        source,
        grower: Grower::new(Cow::Borrowed(source)),
        limits,
        scopes: vec![("xml", XML)],
        marks: Vec::new(),
        names: HashMap::new(),
        run: None,
    };
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader.read_event().map_err(|error| {
            let at = reader.error_position() as usize;
            Fault::malformed(error.to_string(), at..at)
        })?;
        let end = reader.buffer_position() as usize;
        match event {
            Event::Text(_) => tree.text(start, end),
            Event::GeneralRef(_) => tree.reference(start, end)?,
            Event::CData(_) => {
                tree.flush();
                let at = start + "<![CDATA[".len()..end - "]]>".len();
                let value = line_ends(&source[at.clone()]);
                tree.grower.leaf(NodeKind::Cdata, NONE, at, value, false);
            }
            Event::Start(tag) => tree.start(&tag, start, end, false)?,
            Event::Empty(tag) => tree.start(&tag, start, end, true)?,
            Event::End(_) => {
                tree.flush();
                tree.end(start..end);
            }
            Event::Comment(_) => {
                tree.flush();
                let at = start + "<!--".len()..end - "-->".len();
                tree.grower.leaf(NodeKind::Comment, NONE, at, Value::Same, false);
            }
            Event::PI(pi) => {
                tree.flush();
                let target = tree.grower.intern("", pi.target(), "");
                let at = start + "<?".len() + pi.target().len()..end - "?>".len();
                tree.grower.leaf(NodeKind::Instruction, target, at, Value::Same, false);
            }
            Event::Decl(_) | Event::DocType(_) => tree.flush(),
            Event::Eof => break,
        }
    }
    tree.flush();
    if tree.grower.depth() > 0 {
        let end = source.len();
        return Err(Fault::malformed("the source ends within an element", end..end));
    }
    Ok(tree.grower)
}

struct TreeReader<'a> {
    source: &'a str,
    grower: Grower<'a>,
    limits: Limits,
    scopes: Vec<(&'a str, &'a str)>,
    marks: Vec<usize>,
    names: HashMap<&'a str, u32>,
    /// A text that is being collected: its place, and what it stands for where that differs.
    run: Option<(usize, usize, Option<String>)>,
}

impl<'a> TreeReader<'a> {
    fn text(&mut self, start: usize, end: usize) {
        let part = &self.source[start..end];
        let value = line_ends(part);
        match (&mut self.run, value) {
            (Some((_, to, Some(made))), value) => {
                *to = end;
                made.push_str(match &value {
                    Value::Same => part,
                    Value::Made(text) => text,
                });
            }
            (run @ None, Value::Same) => *run = Some((start, end, None)),
            (run @ None, Value::Made(text)) => *run = Some((start, end, Some(text.into_owned()))),
            (Some((from, to, made)), value) => {
                let mut text = self.source[*from..*to].to_owned();
                text.push_str(match &value {
                    Value::Same => part,
                    Value::Made(text) => text,
                });
                *to = end;
                *made = Some(text);
            }
        }
    }

    fn reference(&mut self, start: usize, end: usize) -> Result<(), Fault> {
        let raw = &self.source[start..end];
        let Some(char) = resolve(raw) else {
            return Err(Fault::malformed(format!("`{raw}` is not declared"), start..end));
        };
        let run = self.run.get_or_insert((start, start, Some(String::new())));
        let made = run.2.get_or_insert_with(|| self.source[run.0..run.1].to_owned());
        made.push(char);
        run.1 = end;
        Ok(())
    }

    fn flush(&mut self) {
        let Some((start, end, made)) = self.run.take() else { return };
        if self.grower.depth() > 0 {
            let value = made.map_or(Value::Same, |text| Value::Made(text.into()));
            self.grower.leaf(NodeKind::Text, NONE, start..end, value, false);
        }
    }

    fn start(
        &mut self,
        tag: &BytesStart<'_>,
        start: usize,
        end: usize,
        empty: bool,
    ) -> Result<(), Fault> {
        self.flush();
        if self.grower.depth() >= self.limits.depth {
            return Err(Fault {
                kind: crate::error::Kind::TooLarge,
                message: format!("elements nest deeper than {}", self.limits.depth),
                at: start..end,
            });
        }
        self.marks.push(self.scopes.len());
        let mut declared = Vec::new();
        let mut attributes = Vec::new();
        for attribute in tag.attributes() {
            let attribute =
                attribute.map_err(|error| Fault::malformed(error.to_string(), start..end))?;
            let Cow::Borrowed(raw) = attribute.value else { continue };
            let source = self.source;
            let place = |part: &str| {
                let from = part.as_ptr() as usize - source.as_ptr() as usize;
                from..from + part.len()
            };
            let (at, key) = (place(raw), &source[place(attribute.key.0)]);
            let raw = &source[at.clone()];
            match (key, key.strip_prefix("xmlns:")) {
                ("xmlns", _) => declared.push(("", raw)),
                (_, Some(prefix)) => declared.push((prefix, raw)),
                _ => attributes.push((key, at, raw)),
            }
        }
        for (prefix, namespace) in &declared {
            self.scopes.push((prefix, namespace));
            self.names.clear();
        }
        let raw_name: &'a str = &self.source[start + 1..start + 1 + tag.name().0.len()];
        let name = self.element_name(raw_name, start..end)?;
        self.grower.open(name, start..end, false);
        for (prefix, namespace) in declared {
            self.grower.declare(prefix, namespace);
        }
        for (key, at, raw) in attributes {
            let name = match key.split_once(':') {
                Some((prefix, local)) => {
                    let namespace = self.namespace(prefix, &at)?;
                    self.grower.intern(prefix, local, namespace)
                }
                None => self.grower.intern("", key, ""),
            };
            let value = attribute_value(raw)
                .ok_or_else(|| Fault::malformed("a reference is not declared", at.clone()))?;
            self.grower.attribute(name, at, value);
        }
        if empty {
            self.end(end..end);
        }
        Ok(())
    }

    fn namespace(&self, prefix: &str, at: &std::ops::Range<usize>) -> Result<&'a str, Fault> {
        let found = self.scopes.iter().rev().find(|(name, _)| *name == prefix);
        found.map(|(_, namespace)| *namespace).ok_or_else(|| {
            Fault::malformed(format!("the prefix `{prefix}` is not declared"), at.clone())
        })
    }

    fn element_name(&mut self, raw: &'a str, at: std::ops::Range<usize>) -> Result<u32, Fault> {
        if let Some(number) = self.names.get(raw) {
            return Ok(*number);
        }
        let (prefix, local) = raw.split_once(':').unwrap_or(("", raw));
        let namespace = match prefix {
            "" => self.namespace("", &at).unwrap_or_default(),
            prefix => self.namespace(prefix, &at)?,
        };
        let number = self.grower.intern(prefix, local, namespace);
        self.names.insert(raw, number);
        Ok(number)
    }

    fn end(&mut self, at: std::ops::Range<usize>) {
        self.grower.close(at);
        if let Some(mark) = self.marks.pop()
            && self.scopes.len() > mark
        {
            self.scopes.truncate(mark);
            self.names.clear();
        }
    }
}

fn line_ends(text: &str) -> Value<'_> {
    match text.contains('\r') {
        true => Value::Made(text.replace("\r\n", "\n").replace('\r', "\n").into()),
        false => Value::Same,
    }
}

fn resolve(raw: &str) -> Option<char> {
    let name = raw.strip_prefix('&')?.strip_suffix(';')?;
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let digits = name.strip_prefix('#')?;
            let number = match digits.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(number)
        }
    }
}

fn attribute_value(raw: &str) -> Option<Value<'_>> {
    if !raw.contains(['&', '\t', '\n', '\r']) {
        return Some(Value::Same);
    }
    let mut value = String::with_capacity(raw.len());
    let text = raw.replace("\r\n", " ");
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['&', '\t', '\n', '\r']) {
        value.push_str(&rest[..at]);
        if rest.as_bytes()[at] == b'&' {
            let end = at + rest[at..].find(';')? + 1;
            value.push(resolve(&rest[at..end])?);
            rest = &rest[end..];
        } else {
            value.push(' ');
            rest = &rest[at + 1..];
        }
    }
    value.push_str(rest);
    Some(Value::Made(value.into()))
}
