//! Rust source as tokens for parsing paths, without comments and literals.

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Word(String),
    /// `::`
    Colons,
    Mark(char),
}

/// Returns the tokens of a source with their lines.
pub fn tokens(source: &str) -> Vec<(Token, usize)> {
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
    tokens: Vec<(Token, usize)>,
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

    fn step(&mut self) {
        let line = self.line;
        match (self.peek(0), self.peek(1)) {
            ('/', '/') => self.skip(|lexer| lexer.peek(0) == '\n'),
            ('/', '*') => {
                self.skip(|lexer| lexer.peek(0) == '*' && lexer.peek(1) == '/');
                self.at += 2;
            }
            ('"', _) => self.string(),
            ('\'', _) => self.quote(),
            (':', ':') => {
                self.at += 2;
                self.tokens.push((Token::Colons, line));
            }
            (c, _) if c.is_alphanumeric() || c == '_' => self.word(line),
            (c, _) => {
                self.bump();
                if !c.is_whitespace() {
                    self.tokens.push((Token::Mark(c), line));
                }
            }
        }
    }

    fn skip(&mut self, is_end: impl Fn(&Lexer) -> bool) {
        while self.at < self.chars.len() && !is_end(self) {
            self.bump();
        }
    }

    fn string(&mut self) {
        self.bump();
        while self.at < self.chars.len() {
            match self.bump() {
                '"' => return,
                '\\' => drop(self.bump()),
                _ => {}
            }
        }
    }

    /// Skips a character literal, or only the quote of a lifetime.
    fn quote(&mut self) {
        self.bump();
        if self.peek(0) == '\\' {
            self.at += 2;
            self.skip(|lexer| lexer.peek(0) == '\'');
            self.at += 1;
        } else if self.peek(1) == '\'' {
            self.at += 2;
        }
    }

    fn word(&mut self, line: usize) {
        let mut word = String::new();
        while self.peek(0).is_alphanumeric() || self.peek(0) == '_' {
            word.push(self.bump());
        }
        let hashes = (0..).take_while(|ahead| self.peek(*ahead) == '#').count();
        let is_raw = matches!(word.as_str(), "r" | "br" | "cr") && self.peek(hashes) == '"';
        match (is_raw, self.peek(0)) {
            (true, _) => {
                self.at += hashes + 1;
                let end = move |lexer: &Lexer| {
                    lexer.peek(0) == '"' && (1..=hashes).all(|ahead| lexer.peek(ahead) == '#')
                };
                self.skip(end);
                self.at += hashes + 1;
            }
            (false, '"') if matches!(word.as_str(), "b" | "c") => self.string(),
            (false, '\'') if word == "b" => self.quote(),
            _ => self.tokens.push((Token::Word(word), line)),
        }
    }
}

#[test]
fn comments_and_literals_are_no_tokens() {
    let source = r####"a // b
        /* c */ d "e \" f" r#"g " h"# b"i" 'j' '\'' '\u{1F}' b'k' &'l m"####;
    let words = tokens(source).into_iter().filter_map(|(token, line)| match token {
        Token::Word(word) => Some((word, line)),
        _ => None,
    });
    let expected = [("a", 1), ("d", 2), ("l", 2), ("m", 2)];
    assert_eq!(words.collect::<Vec<_>>(), expected.map(|(word, line)| (word.to_owned(), line)));
}
