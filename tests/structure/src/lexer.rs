//! A lexer for the few kinds of Rust tokens that paths consist of. It drops comments, character
//! literals, numbers and strings, but keeps the content of strings for attributes.

/// A token and the number of its first line.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    pub kind: TokenKind,
    pub line: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TokenKind {
    Word(String),
    /// `::`
    Colons,
    /// `->` and `=>`, whose `>` does not close a bracket.
    Arrow,
    Mark(char),
    Text(String),
}

impl Token {
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            TokenKind::Word(word) => Some(word),
            _ => None,
        }
    }

    pub fn is(&self, mark: char) -> bool {
        self.kind == TokenKind::Mark(mark)
    }
}

/// Returns the tokens of a source.
pub fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let mut lexer = Lexer { chars, at: 0, line: 1, tokens: Vec::new() };
    while lexer.at < lexer.chars.len() {
        lexer.step();
    }
    lexer.tokens
}

struct Lexer {
    chars: Vec<char>,
    at: usize,
    line: usize,
    tokens: Vec<Token>,
}

impl Lexer {
    fn peek(&self, ahead: usize) -> char {
        self.chars.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn bump(&mut self) -> char {
        let c = self.peek(0);
        self.line += usize::from(c == '\n');
        self.at += 1;
        c
    }

    fn push(&mut self, kind: TokenKind, line: usize) {
        self.tokens.push(Token { kind, line });
    }

    fn step(&mut self) {
        let line = self.line;
        match (self.peek(0), self.peek(1)) {
            ('/', '/') => {
                while self.at < self.chars.len() && self.peek(0) != '\n' {
                    self.bump();
                }
            }
            ('/', '*') => self.block_comment(),
            (c, _) if c.is_whitespace() => {
                self.bump();
            }
            ('"', _) => self.string(line),
            ('\'', _) => self.quote(),
            (c, _) if c.is_alphabetic() || c == '_' => self.word(line),
            (c, _) if c.is_ascii_digit() => self.number(),
            (':', ':') => self.pair(TokenKind::Colons, line),
            ('-' | '=', '>') => self.pair(TokenKind::Arrow, line),
            (c, _) => {
                self.bump();
                self.push(TokenKind::Mark(c), line);
            }
        }
    }

    fn pair(&mut self, kind: TokenKind, line: usize) {
        self.bump();
        self.bump();
        self.push(kind, line);
    }

    fn block_comment(&mut self) {
        let mut depth = 0;
        while self.at < self.chars.len() {
            match (self.peek(0), self.peek(1)) {
                ('/', '*') => {
                    depth += 1;
                    self.bump();
                }
                ('*', '/') => {
                    depth -= 1;
                    self.bump();
                }
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return;
            }
        }
    }

    fn string(&mut self, line: usize) {
        self.bump();
        let mut text = String::new();
        while self.at < self.chars.len() {
            match self.bump() {
                '"' => break,
                '\\' => {
                    self.bump();
                }
                c => text.push(c),
            }
        }
        self.push(TokenKind::Text(text), line);
    }

    /// Reads a character literal (`'a'`, `'\''`, `'\u{1F}'`) or a lifetime.
    fn quote(&mut self) {
        self.bump();
        if self.peek(0) == '\\' {
            self.bump();
            self.bump();
            while self.at < self.chars.len() && self.bump() != '\'' {}
        } else if self.peek(1) == '\'' {
            self.bump();
            self.bump();
        }
    }

    fn number(&mut self) {
        while self.peek(0).is_alphanumeric() || self.peek(0) == '_' {
            self.bump();
        }
        if self.peek(0) == '.' && self.peek(1).is_ascii_digit() {
            self.bump();
            self.number();
        }
    }

    fn word(&mut self, line: usize) {
        let mut word = String::new();
        while self.peek(0).is_alphanumeric() || self.peek(0) == '_' {
            word.push(self.bump());
        }
        let prefixed = matches!(word.as_str(), "r" | "b" | "br" | "c" | "cr");
        match (self.peek(0), prefixed) {
            ('"' | '#', true) if word.ends_with('r') && self.raw(&word, line) => {}
            ('"', true) => self.string(line),
            ('\'', true) if word == "b" => self.quote(),
            _ => self.push(TokenKind::Word(word), line),
        }
    }

    /// Reads a raw string after its prefix, or a raw identifier after `r`.
    fn raw(&mut self, prefix: &str, line: usize) -> bool {
        let hashes = (0..).take_while(|ahead| self.peek(*ahead) == '#').count();
        if self.peek(hashes) != '"' {
            if prefix == "r" && hashes == 1 {
                self.bump();
                self.word(line);
                return true;
            }
            return false;
        }
        for _ in 0..=hashes {
            self.bump();
        }
        let mut text = String::new();
        while self.at < self.chars.len() {
            let c = self.bump();
            if c == '"' && (0..hashes).all(|ahead| self.peek(ahead) == '#') {
                for _ in 0..hashes {
                    self.bump();
                }
                break;
            }
            text.push(c);
        }
        self.push(TokenKind::Text(text), line);
        true
    }
}

#[test]
fn what_is_not_code_falls_away() {
    let source = r####"
        a /* b /* c */ d */ e // f
        "g \" h" r#"i " j"# b"k" 'l' '\'' '\u{1F}' b'm' &'n o 0x1F_u8 1.5e3 1..2 r#type"####;
    let words: Vec<_> =
        tokens(source).into_iter().filter_map(|t| t.word().map(String::from)).collect();
    assert_eq!(words, ["a", "e", "n", "o", "type"]);
    assert_eq!(tokens("x\n\"\n\"\n y")[2].line, 4);
}
