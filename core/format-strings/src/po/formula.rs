//! The field `Plural-Forms` of a header: the number of plural forms, and the C expression that selects a form (GNU
//! gettext manual, "Additional functions for plural forms").

use glossweave_base::text::{PluralCategory, PluralRules};

use glossweave_document::INTEGERS;

/// The maximum number of plural forms of a language. No known language has more than six.
const FORMS: usize = 16;

/// The maximum nesting depth of an expression.
const DEPTH: usize = 32;

/// The maximum length of an expression, in bytes.
const LENGTH: usize = 1_000;

/// The numbers of plural forms and the expressions that select a form, for the languages of CLDR.
const KNOWN: [(usize, &str); 17] = [
    (1, "0"),
    (2, "n != 1"),
    (2, "n > 1"),
    (2, "n%10!=1 || n%100==11"),
    (3, "n==1 ? 0 : n==2 ? 1 : 2"),
    (3, "n==1 ? 0 : n>=2 && n<=4 ? 1 : 2"),
    (3, "n==1 ? 0 : n==0 || n%100>0 && n%100<20 ? 1 : 2"),
    (3, "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"),
    (3, "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"),
    (3, "n%10==1 && (n%100<11 || n%100>19) ? 0 : n%10>=2 && (n%100<11 || n%100>19) ? 1 : 2"),
    (3, "n%10==1 && n%100!=11 ? 0 : n%10==0 || n%100>=11 && n%100<=19 ? 2 : 1"),
    (4, "n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3"),
    (4, "n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>2 && n<20 ? 2 : 3"),
    (5, "n==1 ? 0 : n==2 ? 1 : n>=3 && n<=6 ? 2 : n>=7 && n<=10 ? 3 : 4"),
    (5, "n==1 ? 0 : n==2 ? 1 : n==0 || n%100>=3 && n%100<=10 ? 2 : n%100>=11 && n%100<=19 ? 3 : 4"),
    (6, "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5"),
    (
        6,
        "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5",
    ),
];

/// The number of plural forms, and the expression that selects a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Formula<'s> {
    pub count: usize,
    expression: Option<&'s str>,
}

impl<'s> Formula<'s> {
    /// Parses the value of the field. The expression may be missing.
    pub fn of(field: &'s str) -> Option<Formula<'s>> {
        let rest = field.split_once("nplurals")?.1.trim_start().strip_prefix('=')?.trim_start();
        let end = rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len());
        let count = rest.get(..end)?.parse().ok().filter(|number| *number <= FORMS)?;
        let expression = rest.get(end..).and_then(|rest| {
            let rest = rest.split_once("plural")?.1.trim_start().strip_prefix('=')?;
            let expression = rest.split(';').next()?.trim();
            (!expression.is_empty() && expression.len() <= LENGTH).then_some(expression)
        });
        Some(Formula { count, expression })
    }

    /// Returns the form of a number.
    pub fn form(&self, number: u32) -> Option<usize> {
        let expression = self.expression?;
        let mut reader = Reader { rest: expression, number: number.into(), depth: 0, skipped: 0 };
        let form = usize::try_from(reader.choice()?).ok()?;
        (reader.rest.trim_start().is_empty() && form < self.count).then_some(form)
    }

    /// Returns the categories of a language that do not share their form with another category, with their forms.
    pub fn categories(&self, rules: &PluralRules) -> Vec<(PluralCategory, usize)> {
        let mut first: Vec<(PluralCategory, usize)> = Vec::new();
        for category in rules.categories() {
            let number = INTEGERS.clone().find(|number| rules.category(*number) == category);
            first.extend(number.and_then(|number| Some((category, self.form(number)?))));
        }
        let is_alone = |row: &&(PluralCategory, usize)| {
            first.iter().filter(|other| other.1 == row.1).count() == 1
        };
        first.iter().filter(is_alone).copied().collect()
    }

    /// Returns the formula whose forms correspond to the categories of integers in a language.
    pub fn for_language(rules: &PluralRules) -> Option<Formula<'static>> {
        let is_right = |formula: &Formula<'_>| {
            let categories = formula.categories(rules);
            categories.len() == formula.count
                && INTEGERS.clone().all(|number| {
                    let expected = (rules.category(number), formula.form(number));
                    categories.iter().any(|row| (row.0, Some(row.1)) == expected)
                })
        };
        let known = KNOWN.iter().map(|row| Formula { count: row.0, expression: Some(row.1) });
        known.into_iter().find(is_right)
    }

    /// Returns the value of the field.
    pub fn field(&self) -> String {
        format!("nplurals={}; plural=({});", self.count, self.expression.unwrap_or("0"))
    }
}

/// Returns the form of the number 1, which corresponds to `msgid`.
pub(super) fn form_of_one(formula: Option<Formula<'_>>) -> usize {
    formula.and_then(|formula| formula.form(1)).unwrap_or(0)
}

/// An interpreter of an expression, which computes its value for a number.
struct Reader<'s> {
    rest: &'s str,
    number: u64,
    depth: usize,
    /// The number of enclosing expressions that are parsed but not evaluated, as in C. Their value is 0, and only
    /// syntax errors in them are errors.
    skipped: usize,
}

/// The binary operators by level, from lowest to highest precedence.
const OPERATORS: [&[&str]; 6] =
    [&["||"], &["&&"], &["==", "!="], &["<=", ">=", "<", ">"], &["+", "-"], &["*", "/", "%"]];

impl Reader<'_> {
    fn takes(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn choice(&mut self) -> Option<u64> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        let condition = self.operation(0)?;
        let mut value = condition;
        if self.takes("?") {
            let yes = self.skipping(condition == 0, |reader| reader.choice())?;
            let no =
                self.takes(":").then(|| self.skipping(condition != 0, |reader| reader.choice()));
            let no = no.flatten()?;
            value = if condition != 0 { yes } else { no };
        }
        self.depth -= 1;
        Some(value)
    }

    /// Parses a part of the expression, and skips the evaluation when its value is not needed.
    fn skipping(
        &mut self,
        is_skipped: bool,
        read: impl FnOnce(&mut Self) -> Option<u64>,
    ) -> Option<u64> {
        self.skipped += usize::from(is_skipped);
        let value = read(self);
        self.skipped -= usize::from(is_skipped);
        value
    }

    fn operation(&mut self, level: usize) -> Option<u64> {
        let Some(operators) = OPERATORS.get(level) else { return self.operand() };
        let mut left = self.operation(level + 1)?;
        while let Some(operator) = operators.iter().find(|operator| self.takes(operator)) {
            let is_known = match *operator {
                "||" => left != 0,
                "&&" => left == 0,
                _ => false,
            };
            let right = self.skipping(is_known, |reader| reader.operation(level + 1))?;
            left = match *operator {
                _ if self.skipped > 0 => 0,
                "||" => u64::from(left != 0 || right != 0),
                "&&" => u64::from(left != 0 && right != 0),
                "==" => u64::from(left == right),
                "!=" => u64::from(left != right),
                "<=" => u64::from(left <= right),
                ">=" => u64::from(left >= right),
                "<" => u64::from(left < right),
                ">" => u64::from(left > right),
                "+" => left.checked_add(right)?,
                "-" => left.wrapping_sub(right),
                "*" => left.checked_mul(right)?,
                "/" => left.checked_div(right)?,
                _ => left.checked_rem(right)?,
            };
        }
        Some(left)
    }

    fn operand(&mut self) -> Option<u64> {
        let mut negations = 0;
        while self.takes("!") {
            negations += 1;
        }
        let value = if self.takes("n") {
            self.number
        } else if self.takes("(") {
            let value = self.choice()?;
            self.takes(")").then_some(value)?
        } else {
            let rest = self.rest.trim_start();
            let end = rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len());
            let number = rest.get(..end)?.parse().ok()?;
            self.rest = rest.get(end..)?;
            number
        };
        Some(match negations {
            0 => value,
            count => u64::from((value == 0) == (count % 2 == 1)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Formula;
    use glossweave_base::text::PluralRules;

    #[test]
    fn every_language_has_a_formula_of_its_categories() {
        let languages = "ar be bg bs ca cs cy da de el en es et eu fa fi fr ga gd gl he hi hr hu id is it ja ka ko lt \
                         lv mk mt nb nl pl pt ro ru sk sl sq sr sv sw th tr uk ur vi zh";
        for language in languages.split_whitespace() {
            let rules = PluralRules::of(&language.parse().unwrap());
            assert!(Formula::for_language(&rules).is_some(), "{language}");
        }
        let polish = Formula::for_language(&PluralRules::of(&"pl".parse().unwrap())).unwrap();
        assert_eq!(polish.count, 3);
        assert_eq!([1, 3, 5, 12, 22].map(|number| polish.form(number).unwrap()), [0, 1, 2, 2, 1]);
    }

    #[test]
    fn expressions_have_the_values_of_c() {
        let cases = [
            ("nplurals=2; plural=(n != 1);", 1, Some(0)),
            ("nplurals=2; plural=n!=1", 5, Some(1)),
            ("nplurals = 4; plural = n * 2 + 1 ;", 1, Some(3)),
            ("nplurals=3; plural=!n ? 2 : !!n;", 0, Some(2)),
            ("nplurals=3; plural=!n ? 2 : !!n;", 7, Some(1)),
            ("nplurals=2; plural=n;", 2, None),
            ("nplurals=2; plural=n%0;", 2, None),
            // Operands that C does not evaluate do not fail.
            ("nplurals=2; plural=n==0 || 5/n > 1;", 0, Some(1)),
            ("nplurals=2; plural=n==0 || 5/n > 1;", 5, Some(0)),
            ("nplurals=2; plural=n!=0 && 5/n > 1;", 0, Some(0)),
            ("nplurals=2; plural=n!=0 && (1 || 2/0) && 5/n > 1;", 2, Some(1)),
            ("nplurals=3; plural=n ? 5/n > 1 : 2;", 0, Some(2)),
            ("nplurals=3; plural=n ? 2 : 1/n;", 2, Some(2)),
            ("nplurals=2; plural=n==1 || 5/n > 1;", 0, None),
            ("nplurals=2; plural=1 || (5/;", 0, None),
            ("nplurals=2; plural=(n;", 2, None),
            ("nplurals=2; plural=n==1 ? 0;", 2, None),
            ("nplurals=2;", 2, None),
        ];
        for (field, number, expected) in cases {
            assert_eq!(Formula::of(field).unwrap().form(number), expected, "{field}");
        }
        assert_eq!(Formula::of("nplurals=INTEGER; plural=EXPRESSION;"), None);
        let deep = format!("nplurals=2; plural={}1{};", "(".repeat(400), ")".repeat(400));
        assert_eq!(Formula::of(&deep).unwrap().form(1), None);
    }
}
