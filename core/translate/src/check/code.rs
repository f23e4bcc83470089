//! Checks of inline codes and placeholders: a translation must contain the same ones, equally often.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use super::CheckedText;
use super::checked_text::MessageText;
use super::difference::{Difference, difference};
use super::issue::{BROKEN, IssueType, Issues, WRONG, quoted};
use glossweave_format::{MessagePart, Placeholder, placeholders};

/// A code or placeholder that a translation has to keep, with its key and its position.
struct ComparedCode<'t> {
    key: Cow<'t, str>,
    at: Range<usize>,
    source: Option<Range<usize>>,
}

pub(super) fn check(source: &CheckedText<'_>, target: &CheckedText<'_>, issues: &mut Issues<'_>) {
    let (source_codes, target_codes) = (compared_codes(source), compared_codes(target));
    let known: HashSet<&str> = source_codes.iter().map(|code| &*code.key).collect();
    let Difference { missing, added } = difference(
        source_codes.iter().map(|code| &*code.key),
        target_codes.iter().map(|code| &*code.key),
    );
    for code in added.into_iter().map(|index| &target_codes[index]) {
        let is_known = known.contains(&*code.key);
        let fault = if is_known { "occurs too often" } else { "is not in the text" };
        let comment = format!("{} {fault}", quoted(&code.key));
        issues.add(IssueType::Markup, BROKEN, code.at.clone(), comment);
        issues.place(code.source.clone());
    }
    let end = target.text.len();
    for code in missing.into_iter().map(|index| &source_codes[index]) {
        let comment = format!("{} is missing", quoted(&code.key));
        issues.add(IssueType::Markup, BROKEN, end..end, comment);
    }
    nesting(&source_codes, &target_codes, issues);
    // Arguments with the same name are compared in order: the first with the first, and so on.
    let mut translated: HashMap<&str, VecDeque<Argument<'_>>> = HashMap::new();
    for argument in arguments(target) {
        translated.entry(name(argument.placeholder)).or_default().push_back(argument);
    }
    for argument in arguments(source) {
        let found = translated.get_mut(name(argument.placeholder)).and_then(VecDeque::pop_front);
        if let Some(found) = found {
            branches(&argument, &found, issues);
        }
    }
}

/// An argument with branches.
struct Argument<'t> {
    /// The text that the ranges of the placeholder refer to.
    text: &'t str,
    placeholder: &'t Placeholder,
    /// The text with codes, if the ranges refer to it.
    message: Option<&'t MessageText>,
}

impl Argument<'_> {
    /// Converts a range to a range in the checked text.
    fn at(&self, range: &Range<usize>) -> Range<usize> {
        self.message.map_or(range.clone(), |message| message.at(range))
    }
}

/// Returns the arguments with branches in a text.
fn arguments<'t>(text: &'t CheckedText<'_>) -> impl Iterator<Item = Argument<'t>> {
    let has_branches = |placeholder: &&Placeholder| !placeholder.branches.is_empty();
    let in_text = text.placeholders.iter().filter(has_branches);
    let in_text =
        in_text.map(|placeholder| Argument { text: text.text, placeholder, message: None });
    let in_message = text.message.iter().flat_map(|message| {
        let argument =
            |placeholder| Argument { text: &message.text, placeholder, message: Some(message) };
        message.arguments.iter().map(argument)
    });
    in_text.chain(in_message)
}

/// Reports each end tag before its start tag, unless the source text has such an end tag, too.
fn nesting(
    source_codes: &[ComparedCode<'_>],
    target_codes: &[ComparedCode<'_>],
    issues: &mut Issues<'_>,
) {
    let allowed = early_ends(source_codes).len();
    for code in early_ends(target_codes).into_iter().skip(allowed) {
        let comment = format!("{} has no start tag before it", quoted(&code.key));
        issues.add(IssueType::Markup, WRONG, code.at.clone(), comment);
        issues.place(code.source.clone());
    }
}

fn early_ends<'k, 't>(all: &'k [ComparedCode<'t>]) -> Vec<&'k ComparedCode<'t>> {
    let inner = |code: &'k ComparedCode<'t>| code.key.strip_prefix('<')?.strip_suffix('>');
    let is_start = |inner: &&str| !inner.starts_with('/') && !inner.ends_with('/');
    let starts: HashSet<&str> = all.iter().filter_map(inner).filter(is_start).collect();
    let mut open: HashMap<&str, usize> = HashMap::new();
    let mut early = Vec::new();
    for code in all {
        let Some(tag) = inner(code) else { continue };
        if is_start(&tag) {
            *open.entry(tag).or_default() += 1;
        }
        let Some(name) = tag.strip_prefix('/') else { continue };
        match open.get_mut(name).filter(|count| **count > 0) {
            Some(count) => *count -= 1,
            None if starts.contains(name) => early.push(code),
            None => {}
        }
    }
    early
}

/// Returns all codes and placeholders, in text order.
fn compared_codes<'t>(text: &'t CheckedText<'_>) -> Vec<ComparedCode<'t>> {
    let is_in_argument =
        |index: usize| text.message.as_ref().is_some_and(|message| message.is_in_argument(index));
    let codes = text.codes.iter().enumerate();
    let codes =
        codes.filter(|(index, code)| !is_annotation(&code.spelling) && !is_in_argument(*index));
    let codes = codes.map(|(_, code)| ComparedCode {
        key: code_key(&code.spelling),
        at: code.at..code.at,
        source: code.source.clone(),
    });
    let placeholders = text.placeholders.iter().filter_map(|placeholder| {
        let spelling = text.text.get(placeholder.at.clone())?;
        let key = match placeholder.branches.is_empty() {
            true => code_key(spelling),
            false => Cow::Owned(format!("{{{}, …}}", name(placeholder))),
        };
        (!is_character(spelling)).then(|| ComparedCode {
            key,
            at: placeholder.at.clone(),
            source: None,
        })
    });
    let framed = text.message.iter().flat_map(|message| {
        let argument = |argument: &Placeholder| ComparedCode {
            key: Cow::Owned(format!("{{{}, …}}", name(argument))),
            at: message.at(&argument.at),
            source: None,
        };
        message.arguments.iter().map(argument)
    });
    let mut all: Vec<ComparedCode<'t>> = codes.chain(placeholders).chain(framed).collect();
    all.sort_by_key(|code| code.at.start);
    number_arguments(&mut all);
    all
}

/// Returns `true` for the tags of annotations in XLIFF, which a translation may omit.
fn is_annotation(tag: &str) -> bool {
    let name = tag.trim_start_matches(['<', '/']);
    ["mrk", "sm id", "em startRef"].iter().any(|start| name.starts_with(start))
}

/// Returns `true` for a character reference, because a translation may contain other characters.
fn is_character(spelling: &str) -> bool {
    let Some(name) = spelling.strip_prefix('&').and_then(|rest| rest.strip_suffix(';')) else {
        return false;
    };
    const NAMES: [&str; 14] = [
        "amp", "lt", "gt", "quot", "apos", "nbsp", "laquo", "raquo", "ldquo", "rdquo", "lsquo",
        "rsquo", "hellip", "shy",
    ];
    name.starts_with('#') || NAMES.contains(&name)
}

/// Returns the key that is used to compare a code. The key of a tag is its name and `id`, so that other
/// attributes, for example a title or an address, may be translated. The key of any other code is its
/// spelling without white space.
fn code_key(spelling: &str) -> Cow<'_, str> {
    let is_tag = spelling.strip_prefix('<').is_some_and(|rest| {
        rest.trim_start_matches('/').starts_with(|c: char| c.is_ascii_alphanumeric())
    });
    if !is_tag {
        return match spelling.contains(char::is_whitespace) {
            true => Cow::Owned(spelling.split_whitespace().collect()),
            false => Cow::Borrowed(spelling),
        };
    }
    let end = spelling.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(spelling.len());
    let name = spelling[..end].trim_end_matches('/');
    match identifier(spelling.get(end..).unwrap_or_default()) {
        Some(id) => Cow::Owned(format!("{name} {id}>")),
        None if name.len() + 1 == spelling.len() => Cow::Borrowed(spelling),
        None if spelling.ends_with("/>") && name[1..].bytes().all(|byte| byte.is_ascii_digit()) => {
            Cow::Owned(format!("{name}/>"))
        }
        None => Cow::Owned(format!("{name}>")),
    }
}

/// Returns the attribute that identifies an inline element of XLIFF, as `name="value"`.
fn identifier(attributes: &str) -> Option<&str> {
    let start = attributes.split('>').next()?;
    let from = [" id=", " rid=", " startRef="].iter().find_map(|name| start.find(name))? + 1;
    let rest = start.get(from..)?;
    let quote = rest.find(['"', '\''])?;
    let mark = rest.as_bytes()[quote] as char;
    let length = rest.get(quote + 1..)?.find(mark)?;
    rest.get(..quote + length + 2)
}

/// Numbers the `printf` arguments without a number by their order, because a translation may need another
/// order and then uses numbers.
fn number_arguments(all: &mut [ComparedCode<'_>]) {
    let mut next = 1;
    for code in all {
        let Some(rest) = code.key.strip_prefix('%') else { continue };
        let is_argument =
            rest.starts_with(|c: char| !matches!(c, '%' | '{' | '(' | '#' | '@')) || rest == "@";
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if is_argument && !rest[digits..].starts_with('$') {
            code.key = Cow::Owned(format!("%{next}${rest}"));
            next += 1;
        }
    }
}

/// Returns the name and the type of an argument with branches, for example `count, plural`.
fn name(argument: &Placeholder) -> &str {
    let selector = argument.branches.first().map_or("", |(selector, _)| selector.as_str());
    selector.split_once('=').map_or(selector, |(name, _)| name)
}

/// Compares the branches of an argument. A translation needs all branches of a `select`, the branch `other`
/// of a plural, and in each branch the placeholders of the branch in the source text.
fn branches(of_source: &Argument<'_>, of_target: &Argument<'_>, issues: &mut Issues<'_>) {
    let (source_text, source) = (of_source.text, of_source.placeholder);
    let (target_text, target) = (of_target.text, of_target.placeholder);
    let head = |text: &str, placeholder: &Placeholder| {
        let start = text.get(placeholder.at.clone()).unwrap_or_default();
        start.split(',').nth(1).unwrap_or_default().trim().to_owned()
    };
    let (kind, other_kind) = (head(source_text, source), head(target_text, target));
    let at = of_target.at(&target.at);
    if kind != other_kind {
        let comment =
            format!("{} is of the type `{other_kind}`, not `{kind}`", quoted(name(source)));
        issues.add(IssueType::PatternProblem, BROKEN, at, comment);
        return;
    }
    let is_select = kind == "select";
    let selectors: HashSet<&str> =
        target.branches.iter().map(|(branch, _)| selector(branch)).collect();
    for required in source.branches.iter().map(|(branch, _)| selector(branch)) {
        if (is_select || required == "other") && !selectors.contains(required) {
            let comment = format!("{} has no branch `{required}`", quoted(name(source)));
            issues.add(IssueType::PatternProblem, BROKEN, at.clone(), comment);
        }
    }
    let keys = |text: &str, range: &Range<usize>| -> HashSet<String> {
        let inner = text.get(range.clone()).unwrap_or_default();
        let part = if is_select { MessagePart::Branch } else { MessagePart::PluralBranch };
        let all = placeholders(inner, part).into_iter();
        let key = |placeholder: Placeholder| match placeholder.branches.is_empty() {
            true => code_key(inner.get(placeholder.at).unwrap_or_default()).into_owned(),
            false => format!("{{{}, …}}", name(&placeholder)),
        };
        all.map(key).collect()
    };
    let of_source: HashMap<&str, HashSet<String>> = source
        .branches
        .iter()
        .map(|(branch, at)| (selector(branch), keys(source_text, at)))
        .collect();
    let known: HashSet<&String> = of_source.values().flatten().collect();
    for (branch, at) in &target.branches {
        let found = keys(target_text, at);
        let at = of_target.at(at);
        let branch_name = selector(branch);
        for key in sorted(found.iter().filter(|key| !known.contains(key))) {
            let comment = format!("{} is not in the text", quoted(key));
            issues.add(IssueType::Markup, BROKEN, at.clone(), comment);
        }
        let same = of_source.get(branch_name);
        // In a language with a dual, the branch `two` may omit the number.
        let keeps = |key: &&String| same.is_some() || *key != "#";
        let required = same.or_else(|| of_source.get("other")).into_iter().flatten();
        for key in sorted(required.filter(keeps).filter(|key| !found.contains(*key))) {
            let comment = format!("{} is missing in the branch `{branch_name}`", quoted(key));
            issues.add(IssueType::Markup, BROKEN, at.clone(), comment);
        }
    }
}

fn sorted<'k>(keys: impl Iterator<Item = &'k String>) -> Vec<&'k String> {
    let mut keys: Vec<&String> = keys.collect();
    keys.sort_unstable();
    keys
}

/// Returns the selector of a branch.
fn selector(branch: &str) -> &str {
    branch.split_once('=').map_or("", |(_, selector)| selector)
}
