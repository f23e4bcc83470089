//! A parser for XPath 1.0 expressions and XSLT 1.0 patterns, which checks their syntax and collects the names
//! that they use.

/// The maximum nesting of parentheses and predicates.
const DEPTH: u32 = 100;

/// A function call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Called<'a> {
    pub prefix: Option<&'a str>,
    pub local: &'a str,
    pub arguments: usize,
}

/// The contents of an expression or a pattern.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ExpressionContents<'a> {
    pub functions: Vec<Called<'a>>,
    /// The names of variables, as written in the expression.
    pub variables: Vec<&'a str>,
    /// The maximum number of `//` in a path.
    pub descents: usize,
    /// The number of tokens.
    pub tokens: usize,
}

/// The reason why a text is not an expression, as part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault(pub String);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    /// A name, `prefix:*`, or `*` used as a name.
    Name(&'a str),
    /// An operator or punctuation.
    Sign(&'a str),
    Literal,
    Number,
    Variable(&'a str),
    End,
}

/// Parses an expression (XPath 1.0, 3.1).
pub(super) fn expression(text: &str) -> Result<ExpressionContents<'_>, Fault> {
    let mut parser = Parser::new(text)?;
    parser.binary(0)?;
    parser.end()
}

/// Parses a pattern (XSLT 1.0, 5.2), whose paths only go down.
pub(super) fn pattern(text: &str) -> Result<ExpressionContents<'_>, Fault> {
    let mut parser = Parser::new(text)?;
    loop {
        parser.pattern_path()?;
        if !parser.eat("|") {
            return parser.end();
        }
    }
}

/// Parses an attribute value template (XSLT 1.0, 7.6.2) and returns its expressions. For example, `a{b}c{d}`
/// has the expressions `b` and `d`.
pub(super) fn template(text: &str) -> Result<Vec<&str>, Fault> {
    let mut expressions = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let (sign, after) = (rest.as_bytes()[at], &rest[at + 1..]);
        if after.as_bytes().first() == Some(&sign) {
            rest = &after[1..];
            continue;
        }
        if sign == b'}' {
            return Err(Fault("a `}` that closes nothing".into()));
        }
        let mut quote = None;
        let close = after.char_indices().find(|(_, c)| {
            match quote {
                Some(open) if open == *c => quote = None,
                Some(_) => {}
                None if matches!(c, '"' | '\'') => quote = Some(*c),
                None => return *c == '}',
            }
            false
        });
        let Some((end, _)) = close else {
            return Err(Fault("a `{` that is not closed".into()));
        };
        expressions.push(&after[..end]);
        rest = &after[end + 1..];
    }
    Ok(expressions)
}

/// The operators, from lowest to highest precedence (XPath 1.0, 3.5).
const OPERATORS: &[&[&str]] =
    &[&["or"], &["and"], &["=", "!="], &["<", "<=", ">", ">="], &["+", "-"], &["*", "div", "mod"]];

const AXES: &[&str] = &[
    "ancestor",
    "ancestor-or-self",
    "attribute",
    "child",
    "descendant",
    "descendant-or-self",
    "following",
    "following-sibling",
    "namespace",
    "parent",
    "preceding",
    "preceding-sibling",
    "self",
];

const NODE_TYPES: &[&str] = &["comment", "node", "processing-instruction", "text"];

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    depth: u32,
    found: ExpressionContents<'a>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Parser<'a>, Fault> {
        let tokens = tokens(text)?;
        let found = ExpressionContents { tokens: tokens.len(), ..ExpressionContents::default() };
        Ok(Parser { tokens, at: 0, depth: 0, found })
    }

    fn peek(&self) -> Token<'a> {
        self.ahead(0)
    }

    fn ahead(&self, by: usize) -> Token<'a> {
        self.tokens.get(self.at + by).copied().unwrap_or(Token::End)
    }

    fn eat(&mut self, sign: &str) -> bool {
        let is = self.peek() == Token::Sign(sign);
        self.at += usize::from(is);
        is
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), Fault> {
        if self.eat(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    fn unexpected(&self, expected: &str) -> Fault {
        let found = match self.peek() {
            Token::Name(text) | Token::Sign(text) => format!("`{text}`"),
            Token::Variable(name) => format!("`${name}`"),
            Token::Literal => "a literal".into(),
            Token::Number => "a number".into(),
            Token::End => "the end".into(),
        };
        Fault(format!("expected {expected}, found {found}"))
    }

    fn end(self) -> Result<ExpressionContents<'a>, Fault> {
        match self.peek() {
            Token::End => Ok(self.found),
            _ => Err(self.unexpected("an operator or the end")),
        }
    }

    fn deeper(&mut self) -> Result<(), Fault> {
        self.depth += 1;
        match self.depth > DEPTH {
            true => Err(Fault(format!("an expression that nests more than {DEPTH} deep"))),
            false => Ok(()),
        }
    }

    /// Parses operators whose precedence is at least `level`, by precedence climbing.
    fn binary(&mut self, level: usize) -> Result<(), Fault> {
        self.deeper()?;
        self.unary()?;
        while let Token::Sign(sign) = self.peek() {
            let found = OPERATORS.iter().position(|signs| signs.contains(&sign));
            let Some(strength) = found.filter(|strength| *strength >= level) else { break };
            self.at += 1;
            self.binary(strength + 1)?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn unary(&mut self) -> Result<(), Fault> {
        while self.eat("-") {}
        self.path()?;
        while self.eat("|") {
            self.path()?;
        }
        Ok(())
    }

    /// Parses a path, which may begin with another expression.
    fn path(&mut self) -> Result<(), Fault> {
        let begins = match (self.peek(), self.ahead(1)) {
            (Token::Literal | Token::Number, _) => {
                self.at += 1;
                true
            }
            (Token::Variable(name), _) => {
                self.at += 1;
                self.found.variables.push(name);
                true
            }
            (Token::Sign("("), _) => {
                self.at += 1;
                self.binary(0)?;
                self.expect(")")?;
                true
            }
            (Token::Name(name), Token::Sign("(")) if !NODE_TYPES.contains(&name) => {
                self.call(name)?;
                true
            }
            _ => false,
        };
        if begins {
            self.predicates()?;
            if matches!(self.peek(), Token::Sign("/" | "//")) {
                self.at += 1;
                self.steps()?;
            }
            return Ok(());
        }
        if self.eat("/") {
            // A single `/` is the root.
            let goes_on = matches!(self.peek(), Token::Name(_) | Token::Sign("." | ".." | "@"));
            return if goes_on { self.steps() } else { Ok(()) };
        }
        self.eat("//");
        self.steps()
    }

    fn steps(&mut self) -> Result<(), Fault> {
        loop {
            self.step()?;
            if !self.eat("/") && !self.eat("//") {
                return Ok(());
            }
        }
    }

    fn step(&mut self) -> Result<(), Fault> {
        if self.eat(".") || self.eat("..") {
            return Ok(());
        }
        if !self.eat("@")
            && let (Token::Name(axis), Token::Sign("::")) = (self.peek(), self.ahead(1))
        {
            if !AXES.contains(&axis) {
                return Err(Fault(format!("there is no axis `{axis}`")));
            }
            self.at += 2;
        }
        self.test()?;
        self.predicates()
    }

    fn test(&mut self) -> Result<(), Fault> {
        let Token::Name(name) = self.peek() else { return Err(self.unexpected("a step")) };
        self.at += 1;
        if NODE_TYPES.contains(&name) && self.eat("(") {
            if name == "processing-instruction" && self.peek() == Token::Literal {
                self.at += 1;
            }
            return self.expect(")");
        }
        if self.peek() == Token::Sign("(") {
            return Err(Fault(format!("a function `{name}` where a step is expected")));
        }
        Ok(())
    }

    fn predicates(&mut self) -> Result<(), Fault> {
        while self.eat("[") {
            self.binary(0)?;
            self.expect("]")?;
        }
        Ok(())
    }

    fn call(&mut self, name: &'a str) -> Result<(), Fault> {
        self.at += 2;
        let mut arguments = 0;
        if !self.eat(")") {
            loop {
                self.binary(0)?;
                arguments += 1;
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
        }
        let (prefix, local) = match name.split_once(':') {
            Some((prefix, local)) => (Some(prefix), local),
            None => (None, name),
        };
        self.found.functions.push(Called { prefix, local, arguments });
        Ok(())
    }

    fn pattern_path(&mut self) -> Result<(), Fault> {
        let mut descents = 0;
        if let (Token::Name(name @ ("id" | "key")), Token::Sign("(")) = (self.peek(), self.ahead(1))
        {
            self.at += 2;
            let count = if name == "id" { 1 } else { 2 };
            for at in 0..count {
                if at > 0 {
                    self.expect(",")?;
                }
                if self.peek() != Token::Literal {
                    return Err(self.unexpected("a literal"));
                }
                self.at += 1;
            }
            self.expect(")")?;
            if !self.eat("/") {
                if !self.eat("//") {
                    return Ok(());
                }
                descents += 1;
            }
        } else if self.eat("/") {
            if !matches!(self.peek(), Token::Name(_) | Token::Sign("@")) {
                return Ok(());
            }
        } else {
            self.eat("//");
        }
        loop {
            if let (Token::Name(axis), Token::Sign("::")) = (self.peek(), self.ahead(1)) {
                if !matches!(axis, "child" | "attribute") {
                    return Err(Fault(format!("an axis `{axis}` in a pattern")));
                }
                self.at += 2;
            } else {
                self.eat("@");
            }
            self.test()?;
            self.predicates()?;
            if self.eat("//") {
                descents += 1;
            } else if !self.eat("/") {
                break;
            }
        }
        self.found.descents = self.found.descents.max(descents);
        Ok(())
    }
}

/// The operators and punctuation, longer ones first.
const SIGNS: &[&str] = &[
    "::", "//", "..", "!=", "<=", ">=", "(", ")", "[", "]", ".", "@", ",", "/", "|", "+", "-", "=",
    "<", ">",
];

fn tokens(text: &str) -> Result<Vec<Token<'_>>, Fault> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut rest = text.trim_start_matches(is_space);
    while let Some(first) = rest.chars().next() {
        // XPath 1.0, 3.7: the preceding token decides if a name or an operator is meant.
        let ends_operand = match tokens.last() {
            None | Some(Token::End) => false,
            Some(Token::Sign(sign)) => matches!(*sign, ")" | "]" | "." | ".."),
            Some(_) => true,
        };
        let starts_number = first.is_ascii_digit()
            || first == '.' && rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
        let length = if matches!(first, '"' | '\'') {
            let Some(length) = rest[1..].find(first) else {
                return Err(Fault("a literal that is not closed".into()));
            };
            tokens.push(Token::Literal);
            length + 2
        } else if starts_number {
            let is_part = |c: char| c.is_ascii_digit();
            let whole = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let part = rest[whole..].strip_prefix('.');
            let part = part.map_or(0, |rest| 1 + rest.find(|c| !is_part(c)).unwrap_or(rest.len()));
            tokens.push(Token::Number);
            whole + part
        } else if first == '$' {
            let length = name_length(&rest[1..], false);
            if length == 0 {
                return Err(Fault("a `$` without a name".into()));
            }
            tokens.push(Token::Variable(&rest[1..=length]));
            length + 1
        } else if first == '*' {
            tokens.push(if ends_operand { Token::Sign("*") } else { Token::Name("*") });
            1
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            tokens.push(Token::Sign(sign));
            sign.len()
        } else {
            let length = name_length(rest, true);
            if length == 0 {
                return Err(Fault(format!("`{first}`, which has no meaning")));
            }
            let name = &rest[..length];
            if ends_operand {
                if !matches!(name, "and" | "or" | "div" | "mod") {
                    return Err(Fault(format!("expected an operator, found `{name}`")));
                }
                tokens.push(Token::Sign(name));
            } else {
                tokens.push(Token::Name(name));
            }
            length
        };
        rest = rest[length..].trim_start_matches(is_space);
    }
    Ok(tokens)
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// Returns the length of the name at the start of a text: `local`, `prefix:local` or `prefix:*`.
fn name_length(text: &str, stars: bool) -> usize {
    let first = local_length(text);
    let Some(rest) = text[first..].strip_prefix(':').filter(|_| first > 0) else { return first };
    match local_length(rest) {
        0 if stars && rest.starts_with('*') => first + 2,
        0 => first,
        length => first + 1 + length,
    }
}

fn local_length(text: &str) -> usize {
    let is_first = |c: char| c == '_' || c.is_alphabetic();
    let is_next = |c: char| {
        is_first(c) || c.is_numeric() || matches!(c, '-' | '.' | '\u{B7}' | '\u{300}'..='\u{36F}')
    };
    let mut chars = text.char_indices();
    match chars.next() {
        Some((_, c)) if is_first(c) => {}
        _ => return 0,
    }
    chars.find(|(_, c)| !is_next(*c)).map_or(text.len(), |(at, _)| at)
}
