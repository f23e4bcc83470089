//! The parser for selector groups.

use super::{Combinator, Namespace, Operator, Selector, Simple};
use crate::selector_context::Scope;

/// A syntax error in a selector, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub message: String,
    pub at: usize,
}

/// The maximum number of compounds in a group.
const COMPOUNDS: usize = 1_000;

/// Parses a group of selectors.
pub(crate) fn read(text: &str, scope: &Scope) -> Result<Vec<Selector>, Fault> {
    let mut reader = Reader { text, at: 0, scope, compounds: 0 };
    let mut group = vec![reader.selector()?];
    while reader.eats(',') {
        group.push(reader.selector()?);
    }
    match reader.peek() {
        None => Ok(group),
        Some(char) => Err(reader.fault(format!("expected a selector, found `{char}`"))),
    }
}

struct Reader<'e> {
    text: &'e str,
    at: usize,
    scope: &'e Scope,
    compounds: usize,
}

type Read<T> = Result<T, Fault>;

impl Reader<'_> {
    fn fault(&self, message: impl Into<String>) -> Fault {
        Fault { message: message.into(), at: self.at }
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eats(&mut self, char: char) -> bool {
        let found = self.peek() == Some(char);
        if found {
            self.at += char.len_utf8();
        }
        found
    }

    fn expect(&mut self, char: char) -> Read<()> {
        match self.eats(char) {
            true => Ok(()),
            false => {
                let found = self.peek().map_or("the end".to_owned(), |char| format!("`{char}`"));
                Err(self.fault(format!("expected `{char}`, found {found}")))
            }
        }
    }

    fn space(&mut self) -> bool {
        let rest = self.rest();
        let trimmed = rest.trim_start_matches([' ', '\t', '\n', '\r', '\u{C}']);
        let count = rest.len() - trimmed.len();
        self.at += count;
        count > 0
    }

    fn selector(&mut self) -> Read<Selector> {
        self.space();
        let mut compounds = vec![(Combinator::Descendant, self.compound()?)];
        loop {
            let spaced = self.space();
            let combinator = match self.peek() {
                Some('>') => Combinator::Child,
                Some('+') => Combinator::Next,
                Some('~') => Combinator::Later,
                None | Some(',') => return Ok(Selector { compounds }),
                _ if spaced => Combinator::Descendant,
                Some(char) => {
                    return Err(self.fault(format!("expected a combinator, found `{char}`")));
                }
            };
            if combinator != Combinator::Descendant {
                self.at += 1;
                self.space();
            }
            compounds.push((combinator, self.compound()?));
        }
    }

    fn compound(&mut self) -> Read<Vec<Simple>> {
        self.compounds += 1;
        if self.compounds > COMPOUNDS {
            return Err(self.fault(format!("there are more than {COMPOUNDS} parts")));
        }
        let mut all = Vec::new();
        if let Some((namespace, local)) = self.qualified(true)? {
            all.push(Simple::Type(namespace, local));
        }
        while let Some(one) = self.simple()? {
            all.push(one);
        }
        match all.is_empty() {
            false => Ok(all),
            true => {
                let found = self.peek().map_or("the end".to_owned(), |char| format!("`{char}`"));
                Err(self.fault(format!("expected a selector, found {found}")))
            }
        }
    }

    /// Parses a name with an optional namespace prefix, or `*`.
    fn qualified(&mut self, element: bool) -> Read<Option<(Namespace, Option<Box<str>>)>> {
        let start = self.at;
        let first = match self.peek() {
            Some('*') => {
                self.at += 1;
                None
            }
            Some('|') => Some(String::new()),
            _ => match self.identifier() {
                Some(name) => Some(name),
                None => return Ok(None),
            },
        };
        // `|=` is an operator, not a namespace separator.
        let bar = self.rest().starts_with('|') && !self.rest().starts_with("|=");
        if !bar {
            let namespace = if element { Namespace::Any } else { Namespace::Is("".into()) };
            return match (first, element) {
                (None, false) => {
                    Err(Fault { message: "expected a name, found `*`".into(), at: start })
                }
                (first, _) => Ok(Some((namespace, first.map(String::into_boxed_str)))),
            };
        }
        self.at += 1;
        let namespace = match first.as_deref() {
            None => Namespace::Any,
            Some("") => Namespace::Is("".into()),
            Some(prefix) => match self.scope.namespace(prefix) {
                Some(namespace) => Namespace::Is(namespace.into()),
                None => {
                    let message = format!("the prefix `{prefix}` is not declared");
                    return Err(Fault { message, at: start });
                }
            },
        };
        if element && self.eats('*') {
            return Ok(Some((namespace, None)));
        }
        match self.identifier() {
            Some(name) => Ok(Some((namespace, Some(name.into())))),
            None => Err(self.fault("expected a name after `|`")),
        }
    }

    fn identifier(&mut self) -> Option<String> {
        let start = self.at;
        let mut name = String::new();
        if self.eats('-') {
            name.push('-');
        }
        let starts = |char: char| char.is_ascii_alphabetic() || char == '_' || !char.is_ascii();
        if !self.peek().is_some_and(|char| starts(char) || char == '\\') {
            self.at = start;
            return None;
        }
        self.word(&mut name);
        Some(name)
    }

    /// Parses name characters, with escapes (Selectors 3, clause 10.2).
    fn word(&mut self, name: &mut String) {
        while let Some(char) = self.peek() {
            match char {
                '\\' => {
                    self.at += 1;
                    name.extend(self.escape());
                }
                '-' | '_' => {
                    self.at += 1;
                    name.push(char);
                }
                char if char.is_ascii_alphanumeric() || !char.is_ascii() => {
                    self.at += char.len_utf8();
                    name.push(char);
                }
                _ => return,
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let digits = self.rest().bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        if digits == 0 {
            let char = self.peek()?;
            self.at += char.len_utf8();
            return Some(char);
        }
        let number =
            self.rest().get(..digits).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.at += digits;
        if self.peek().is_some_and(|char| char.is_ascii_whitespace()) {
            self.at += 1;
        }
        Some(number.filter(|number| *number > 0).and_then(char::from_u32).unwrap_or('\u{FFFD}'))
    }

    fn simple(&mut self) -> Read<Option<Simple>> {
        match self.peek() {
            Some('#') => {
                self.at += 1;
                let mut name = String::new();
                self.word(&mut name);
                match name.is_empty() {
                    true => Err(self.fault("expected an identifier after `#`")),
                    false => Ok(Some(Simple::Id(name.into()))),
                }
            }
            Some('.') => {
                self.at += 1;
                let name = self.identifier();
                let name = name.ok_or_else(|| self.fault("expected a class after `.`"))?;
                Ok(Some(Simple::Class(name.into())))
            }
            Some('[') => self.attribute().map(Some),
            Some(':') => self.pseudo().map(Some),
            _ => Ok(None),
        }
    }

    fn attribute(&mut self) -> Read<Simple> {
        self.expect('[')?;
        self.space();
        let name = self.qualified(false)?;
        let Some((namespace, Some(name))) = name else {
            return Err(self.fault("expected the name of an attribute"));
        };
        self.space();
        let operators = [
            ("=", Operator::Is),
            ("~=", Operator::Word),
            ("|=", Operator::Dash),
            ("^=", Operator::Begins),
            ("$=", Operator::Ends),
            ("*=", Operator::Contains),
        ];
        let found = operators.iter().find(|one| self.rest().starts_with(one.0));
        let Some((token, operator)) = found else {
            self.expect(']')?;
            return Ok(Simple::Attribute(namespace, name, Operator::Has, "".into()));
        };
        self.at += token.len();
        self.space();
        let value = match self.peek() {
            Some(quote @ ('"' | '\'')) => self.string(quote)?,
            _ => self.identifier().ok_or_else(|| self.fault("expected a value"))?,
        };
        self.space();
        self.expect(']')?;
        Ok(Simple::Attribute(namespace, name, *operator, value.into()))
    }

    fn string(&mut self, quote: char) -> Read<String> {
        let start = self.at;
        self.at += 1;
        let mut value = String::new();
        while let Some(char) = self.peek() {
            self.at += char.len_utf8();
            match char {
                char if char == quote => return Ok(value),
                '\\' if self.eats('\n') => {}
                '\\' => value.extend(self.escape()),
                char => value.push(char),
            }
        }
        Err(Fault { message: "the string has no end".into(), at: start })
    }

    fn pseudo(&mut self) -> Read<Simple> {
        let start = self.at;
        self.expect(':')?;
        if self.peek() == Some(':') {
            let message = "expected a node, found a pseudo-element".into();
            return Err(Fault { message, at: start });
        }
        let name = self.identifier().ok_or_else(|| self.fault("expected a pseudo-class"))?;
        let name = name.to_ascii_lowercase();
        let nth = |step, first, last, same| Simple::Nth { step, first, last, same };
        let not = |simple| Simple::Not(Box::new(simple));
        let simple = match name.as_str() {
            "root" => Simple::Root,
            "empty" => Simple::Empty,
            "first-child" => nth(0, 1, false, false),
            "last-child" => nth(0, 1, true, false),
            "first-of-type" => nth(0, 1, false, true),
            "last-of-type" => nth(0, 1, true, true),
            "only-child" => Simple::Only { same: false },
            "only-of-type" => Simple::Only { same: true },
            "nth-child" => self.nth(false, false)?,
            "nth-last-child" => self.nth(true, false)?,
            "nth-of-type" => self.nth(false, true)?,
            "nth-last-of-type" => self.nth(true, true)?,
            "link" | "visited" | "hover" | "active" | "focus" | "target" | "enabled"
            | "disabled" | "checked" | "indeterminate" => Simple::Never,
            "lang" => {
                self.expect('(')?;
                self.space();
                let tag = self.identifier().ok_or_else(|| self.fault("expected a language"))?;
                self.space();
                self.expect(')')?;
                Simple::Lang(tag.into())
            }
            "not" => {
                self.expect('(')?;
                self.space();
                let inner = match self.qualified(true)? {
                    Some((namespace, local)) => Some(Simple::Type(namespace, local)),
                    None => self.simple()?,
                };
                let inner = inner.filter(|inner| !matches!(inner, Simple::Not(_)));
                let inner = inner.ok_or_else(|| self.fault("expected a simple selector"))?;
                self.space();
                self.expect(')')?;
                not(inner)
            }
            _ => {
                let message = format!("no pseudo-class `{name}`");
                return Err(Fault { message, at: start });
            }
        };
        Ok(simple)
    }

    /// Parses the argument of `:nth-child()` (Selectors 3, clause 6.6.5.2).
    fn nth(&mut self, last: bool, same: bool) -> Read<Simple> {
        self.expect('(')?;
        let end = self.rest().find(')').ok_or_else(|| self.fault("expected `)`"))?;
        let argument = self.rest().get(..end).unwrap_or_default().trim().to_ascii_lowercase();
        let (step, first) = formula(&argument)
            .ok_or_else(|| self.fault(format!("expected `an+b`, found `{argument}`")))?;
        self.at += end + 1;
        Ok(Simple::Nth { step, first, last, same })
    }
}

fn formula(text: &str) -> Option<(i64, i64)> {
    match text {
        "odd" => return Some((2, 1)),
        "even" => return Some((2, 0)),
        _ => {}
    }
    let number = |text: &str| {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        let plain = !digits.is_empty() && digits.len() < 10;
        let plain = plain && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse::<i64>().ok()).flatten()
    };
    let Some((step, first)) = text.split_once('n') else { return Some((0, number(text)?)) };
    let step = match step {
        "" | "+" => 1,
        "-" => -1,
        step => number(step)?,
    };
    let first = first.trim_start();
    if first.is_empty() {
        return Some((step, 0));
    }
    let (sign, digits) = first.split_at_checked(1)?;
    let value = number(digits.trim_start())
        .filter(|_| digits.trim_start().starts_with(|c: char| c.is_ascii_digit()))?;
    match sign {
        "+" => Some((step, value)),
        "-" => Some((step, -value)),
        _ => None,
    }
}
