//! The modules, imports and paths of one file.

use crate::lexer::{Token, TokenKind, tokens};

/// A path in the source, with the module that contains it.
#[derive(Clone, Debug)]
pub struct Written {
    pub module: Vec<String>,
    /// The first segment is empty if the path starts with `::`.
    pub segments: Vec<String>,
    pub line: usize,
    /// `true` if the path is an import, which may have no `::`.
    pub import: bool,
}

/// A name that an import brings into a module.
#[derive(Clone, Debug)]
pub struct Alias {
    pub module: Vec<String>,
    /// `*` for a glob.
    pub name: String,
    pub segments: Vec<String>,
}

/// The items of a file.
#[derive(Default)]
pub struct Sheet {
    pub written: Vec<Written>,
    pub aliases: Vec<Alias>,
    pub modules: Vec<Vec<String>>,
    pub macros: Vec<String>,
    pub calls: Vec<(String, usize)>,
    pub unsafes: Vec<usize>,
    /// The paths that cannot be followed: the line and the words.
    pub opaque: Vec<(usize, &'static str)>,
}

const KEYWORDS: &[&str] = &[
    "as", "async", "await", "break", "const", "continue", "dyn", "else", "enum", "fn", "for", "if",
    "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "static",
    "struct", "trait", "type", "unsafe", "use", "where", "while", "yield",
];

/// The attributes of serde that contain a path in a string.
const PATH_ATTRIBUTES: &[&str] =
    &["with", "default", "serialize_with", "deserialize_with", "from", "into", "try_from", "crate"];

/// Reads the file of `module`.
pub fn read(source: &str, module: &[String]) -> Sheet {
    let mut reader = Reader {
        tokens: tokens(source),
        at: 0,
        module: module.to_vec(),
        open: Vec::new(),
        depth: 0,
        sheet: Sheet::default(),
    };
    while reader.at < reader.tokens.len() {
        reader.step();
    }
    reader.sheet
}

struct Reader {
    tokens: Vec<Token>,
    at: usize,
    module: Vec<String>,
    /// The brace depth at the start of each inline module.
    open: Vec<usize>,
    depth: usize,
    sheet: Sheet,
}

impl Reader {
    fn word(&self, at: usize) -> Option<&str> {
        self.tokens.get(at).and_then(Token::word)
    }

    fn mark(&self, at: usize, mark: char) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(mark))
    }

    fn colons(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Colons)
    }

    fn step(&mut self) {
        let Token { kind, line } = self.tokens[self.at].clone();
        match kind {
            TokenKind::Mark('{') => self.depth += 1,
            TokenKind::Mark('}') => {
                self.depth = self.depth.saturating_sub(1);
                if self.open.last() == Some(&self.depth) {
                    self.open.pop();
                    self.module.pop();
                }
            }
            TokenKind::Colons => {
                let before = self.at.checked_sub(1).map(|at| &self.tokens[at].kind);
                let goes_on = match before {
                    Some(TokenKind::Word(word)) => !KEYWORDS.contains(&word.as_str()),
                    Some(TokenKind::Mark(mark)) => matches!(mark, '>' | ')' | ']'),
                    _ => false,
                };
                if !goes_on && self.word(self.at + 1).is_some() {
                    self.at += 1;
                    return self.path(vec![String::new()], line);
                }
            }
            TokenKind::Text(text) => self.text(&text, line),
            TokenKind::Word(word) => return self.at_word(&word, line),
            _ => {}
        }
        self.at += 1;
    }

    fn at_word(&mut self, word: &str, line: usize) {
        let next = self.word(self.at + 1).map(String::from);
        match (word, next) {
            ("use", _) if !self.mark(self.at + 1, '<') => {
                self.at += 1;
                self.import(&[], line);
            }
            ("extern", Some(next)) if next == "crate" => self.extern_crate(line),
            ("mod", Some(name)) => {
                let mut path = self.module.clone();
                path.push(name);
                self.sheet.modules.push(path.clone());
                if self.mark(self.at + 2, '{') {
                    self.open.push(self.depth);
                    self.module = path;
                }
                self.at += 2;
            }
            ("macro_rules", _) if self.mark(self.at + 1, '!') => {
                if let Some(name) = self.word(self.at + 2) {
                    self.sheet.macros.push(name.to_string());
                }
                self.at += 3;
            }
            ("unsafe", _) => {
                self.sheet.unsafes.push(line);
                self.at += 1;
            }
            ("path", _)
                if self.mark(self.at + 1, '=') && self.mark(self.at.wrapping_sub(1), '[') =>
            {
                self.sheet.opaque.push((line, "`#[path]` hides where a module is"));
                self.at += 1;
            }
            ("include", _) if self.mark(self.at + 1, '!') => {
                self.sheet.opaque.push((line, "`include!` hides code"));
                self.at += 1;
            }
            (word, _) if KEYWORDS.contains(&word) => self.at += 1,
            _ => self.path(Vec::new(), line),
        }
    }

    /// Reads a path outside an import, from its first word.
    fn path(&mut self, mut segments: Vec<String>, line: usize) {
        let bound = self.mark(self.at.wrapping_sub(1), '$') && self.word(self.at) != Some("crate");
        segments.extend(self.word(self.at).map(String::from));
        self.at += 1;
        while self.colons(self.at) {
            match self.word(self.at + 1) {
                Some(word) => segments.push(word.to_string()),
                None => {
                    let rooted = matches!(segments[0].as_str(), "crate" | "super" | "self" | "");
                    if rooted && !bound && self.mark(self.at + 1, '$') {
                        self.sheet.opaque.push((line, "a path is not spelled out"));
                    }
                    break;
                }
            }
            self.at += 2;
        }
        if self.mark(self.at, '!') && segments.len() == 1 {
            self.sheet.calls.push((segments[0].clone(), line));
        }
        if segments.len() > 1 && !bound {
            let module = self.module.clone();
            self.sheet.written.push(Written { module, segments, line, import: false });
        }
    }

    /// Reads a string that serde uses as a path.
    fn text(&mut self, text: &str, line: usize) {
        let named = self.at >= 2
            && self.mark(self.at - 1, '=')
            && self.word(self.at - 2).is_some_and(|word| PATH_ATTRIBUTES.contains(&word));
        if named && text.contains("::") {
            let segments = text.split('<').next().unwrap_or("").split("::");
            let segments = segments.map(|part| part.trim().to_string()).collect();
            let module = self.module.clone();
            self.sheet.written.push(Written { module, segments, line, import: false });
        }
    }

    fn extern_crate(&mut self, line: usize) {
        let Some(name) = self.word(self.at + 2).map(String::from) else { return self.at += 1 };
        self.at += 3;
        let mut alias = name.clone();
        if self.word(self.at) == Some("as") {
            alias = self.word(self.at + 1).unwrap_or("_").to_string();
            self.at += 2;
        }
        let segments =
            if name == "self" { vec!["crate".to_string()] } else { vec![String::new(), name] };
        self.record(segments, alias, line);
    }

    /// Reads a tree of imports, after `use` or after a `{` or `,` in it.
    fn import(&mut self, prefix: &[String], line: usize) {
        let mut segments = prefix.to_vec();
        if self.colons(self.at) && prefix.is_empty() {
            segments.push(String::new());
            self.at += 1;
        }
        loop {
            let line = self.tokens.get(self.at).map_or(line, |token| token.line);
            match self.tokens.get(self.at).map(|token| token.kind.clone()) {
                Some(TokenKind::Word(word)) => {
                    segments.push(word);
                    self.at += 1;
                    if self.colons(self.at) {
                        self.at += 1;
                        continue;
                    }
                    if segments.len() > 1 && segments.last().is_some_and(|last| last == "self") {
                        segments.pop();
                    }
                    let mut alias = segments.last().cloned().unwrap_or_default();
                    if self.word(self.at) == Some("as") {
                        alias = self.word(self.at + 1).unwrap_or("_").to_string();
                        self.at += 2;
                    }
                    return self.record(segments, alias, line);
                }
                Some(TokenKind::Mark('*')) => {
                    self.at += 1;
                    return self.record(segments, "*".to_string(), line);
                }
                Some(TokenKind::Mark('{')) => {
                    self.at += 1;
                    while self.at < self.tokens.len() && !self.mark(self.at, '}') {
                        let before = self.at;
                        self.import(&segments, line);
                        if self.mark(self.at, ',') || self.at == before {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    return;
                }
                Some(TokenKind::Mark('$')) if self.word(self.at + 1) == Some("crate") => {
                    self.at += 1
                }
                _ => {
                    if self.mark(self.at, '$') {
                        self.sheet.opaque.push((line, "a path is not spelled out"));
                    }
                    return;
                }
            }
        }
    }

    fn record(&mut self, segments: Vec<String>, name: String, line: usize) {
        let module = self.module.clone();
        self.sheet.aliases.push(Alias { module: module.clone(), name, segments: segments.clone() });
        self.sheet.written.push(Written { module, segments, line, import: true });
    }
}
