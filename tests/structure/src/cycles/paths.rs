//! The paths in a file that refer to the same crate.

use std::collections::HashSet;

use crate::lexer::{Token, TokenKind, tokens};

/// A path from the root of the crate without `crate`, for example `a::b`.
pub type ModulePath = Vec<String>;

/// A path in a file.
#[derive(Clone, Debug)]
pub struct Written {
    /// The module that contains the path.
    pub module: ModulePath,
    /// The path from the root of the crate.
    pub path: ModulePath,
    /// The name that an import assigns to the path: `*` if it imports all names.
    pub alias: Option<String>,
    pub line: usize,
}

/// The content of a file without its test modules.
pub struct Read {
    /// The paths that may refer to the crate. A path that begins with a name is relative to its
    /// module, as in the compiler, but it may also begin with a foreign crate.
    pub written: Vec<Written>,
    /// The items that the file defines, with their paths from the root of the crate.
    pub defined: Vec<ModulePath>,
    /// All words.
    pub words: HashSet<String>,
}

/// Reads the file of `module`.
pub fn read(source: &str, module: &[String]) -> Read {
    let read = Read { written: Vec::new(), defined: Vec::new(), words: HashSet::new() };
    let (tokens, module, inline) = (tokens(source), module.to_vec(), Vec::new());
    let mut reader = Reader { tokens, at: 0, module, inline, depth: 0, read };
    while reader.at < reader.tokens.len() {
        reader.step();
    }
    reader.read
}

const ITEMS: [&str; 8] = ["const", "enum", "fn", "static", "struct", "trait", "type", "union"];

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    module: ModulePath,
    /// The depths of braces where inline modules began.
    inline: Vec<usize>,
    depth: usize,
    read: Read,
}

impl Reader {
    fn word(&self, at: usize) -> Option<&str> {
        self.tokens.get(at).and_then(Token::word)
    }

    fn is(&self, at: usize, expected: &TokenKind) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == *expected)
    }

    fn step(&mut self) {
        match self.tokens[self.at].kind.clone() {
            TokenKind::Mark('{') => self.depth += 1,
            TokenKind::Mark('}') => {
                self.depth = self.depth.saturating_sub(1);
                if self.inline.last() == Some(&self.depth) {
                    self.inline.pop();
                    self.module.pop();
                }
            }
            TokenKind::Mark('#') if self.is_test_module() => return self.skip_block(),
            TokenKind::Word(word) => {
                self.define(&word);
                self.at_word(&word);
                self.read.words.insert(word);
                return;
            }
            _ => {}
        }
        self.at += 1;
    }

    fn at_word(&mut self, word: &str) {
        let goes_on = self.at > 0 && self.is(self.at - 1, &TokenKind::Colons);
        match word {
            "use" => {
                self.at += 1;
                self.import(&[]);
            }
            "mod" if self.is(self.at + 2, &TokenKind::Mark('{')) => {
                self.module.extend(self.word(self.at + 1).map(str::to_owned));
                self.inline.push(self.depth);
                self.at += 2;
            }
            "crate" | "super" | "self" if !goes_on && self.is(self.at + 1, &TokenKind::Colons) => {
                let mut segments = vec![word.to_owned()];
                let line = self.tokens[self.at].line;
                self.at += 1;
                while self.is(self.at, &TokenKind::Colons) {
                    self.at += 1;
                    let Some(word) = self.word(self.at).map(str::to_owned) else { break };
                    segments.push(word);
                    self.at += 1;
                }
                self.record(&segments, None, line);
            }
            _ => self.at += 1,
        }
    }

    /// Adds the item that begins with a word, unless it is nested in another item.
    fn define(&mut self, word: &str) {
        let is_outermost = self.depth == self.inline.last().map_or(0, |depth| depth + 1);
        if is_outermost && ITEMS.contains(&word) {
            let mut path = self.module.clone();
            path.extend(self.word(self.at + 1).map(str::to_owned));
            self.read.defined.push(path);
        }
    }

    /// Returns `true` if `#[cfg(test)]` and an inline module are next.
    fn is_test_module(&self) -> bool {
        let words: Vec<_> = (0..10).filter_map(|ahead| self.word(self.at + ahead)).collect();
        words.starts_with(&["cfg", "test", "mod"]) && self.is(self.at + 9, &TokenKind::Mark('{'))
    }

    /// Skips the next block in braces.
    fn skip_block(&mut self) {
        let mut depth = 0;
        while self.at < self.tokens.len() {
            match self.tokens[self.at].kind {
                TokenKind::Mark('{') => depth += 1,
                TokenKind::Mark('}') => depth -= 1,
                _ => {}
            }
            self.at += 1;
            if depth == 0 && self.is(self.at - 1, &TokenKind::Mark('}')) {
                return;
            }
        }
    }

    /// Reads a tree of imports, starting after `use` or after a `{` or `,` in the tree.
    fn import(&mut self, prefix: &[String]) {
        let mut segments = prefix.to_vec();
        while let Some(Token { kind, line }) = self.tokens.get(self.at).cloned() {
            self.at += 1;
            match kind {
                TokenKind::Word(word) if word == "as" => {
                    let alias = self.word(self.at).unwrap_or("_").to_owned();
                    self.at += 1;
                    return self.record(&segments, Some(alias), line);
                }
                TokenKind::Word(word) => {
                    segments.push(word);
                    let next =
                        self.word(self.at) == Some("as") || self.is(self.at, &TokenKind::Colons);
                    if !next {
                        let alias = segments.last().cloned();
                        return self.record(&segments, alias, line);
                    }
                }
                TokenKind::Mark('*') => return self.record(&segments, Some("*".to_owned()), line),
                TokenKind::Mark('{') => {
                    while self.at < self.tokens.len() && !self.is(self.at, &TokenKind::Mark('}')) {
                        match self.is(self.at, &TokenKind::Mark(',')) {
                            true => self.at += 1,
                            false => self.import(&segments),
                        }
                    }
                    self.at += 1;
                    return;
                }
                TokenKind::Colons => {}
                _ => return,
            }
        }
    }

    /// Adds a path.
    fn record(&mut self, segments: &[String], alias: Option<String>, line: usize) {
        let mut path = self.module.clone();
        let mut rest = segments;
        if let Some("crate" | "self") = segments.first().map(String::as_str) {
            rest = &rest[1..];
        }
        if segments.first().is_some_and(|first| first == "crate") {
            path.clear();
        }
        while rest.first().is_some_and(|first| first == "super") {
            path.pop();
            rest = &rest[1..];
        }
        path.extend(rest.iter().filter(|segment| *segment != "self").cloned());
        let alias = match alias.as_deref() {
            Some("self") => path.last().cloned(),
            _ => alias,
        };
        self.read.written.push(Written { module: self.module.clone(), path, alias, line });
    }
}
