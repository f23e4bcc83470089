//! Instructions with variables.

use std::borrow::Cow;

use glossweave_base::words::hash;

/// Instructions for a language model. `{{name}}` is replaced with the value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt(Cow<'static, str>);

impl Prompt {
    /// Creates a prompt from its text.
    pub fn new(text: impl Into<Cow<'static, str>>) -> Prompt {
        Prompt(text.into())
    }

    /// Returns the version of the text: 16 hexadecimal digits.
    pub fn version(&self) -> String {
        format!("{:016x}", hash(self.0.as_bytes()))
    }

    /// Returns the text with the values of its variables. Names without a value do not change, and values
    /// are not searched for variables.
    pub fn fill(&self, value: impl Fn(&str) -> Option<String>) -> String {
        let mut out = String::with_capacity(self.0.len() + 200);
        let mut rest = &*self.0;
        while let Some(at) = rest.find("{{") {
            out.push_str(&rest[..at]);
            let behind = &rest[at + 2..];
            let known = behind.split_once("}}").and_then(|(name, rest)| Some((value(name)?, rest)));
            rest = match known {
                Some((value, rest)) => {
                    out.push_str(&value);
                    rest
                }
                None => {
                    out.push_str("{{");
                    behind
                }
            };
        }
        out.push_str(rest);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::Prompt;

    #[test]
    fn variables_are_replaced_once() {
        let prompt = Prompt::new("{{a}} and {{b}}, {{c}}, {{, {{{a}}}, {{a");
        let value = |name: &str| match name {
            "a" => Some("{{b}}".to_owned()),
            "b" => Some(String::new()),
            _ => None,
        };
        assert_eq!(prompt.fill(value), "{{b}} and , {{c}}, {{, {{{a}}}, {{a");
    }
}
