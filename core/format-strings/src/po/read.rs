//! Decoding of PO: entries become units, and their translations become units of the target.

use super::formula::{Formula, form_of_one};
use super::parse::{Entry, File, parse};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, Language, PluralCategory};
use glossweave_document::annotation::Body;
use glossweave_document::{
    DecodeOptions, Document, Notations, PluralForms, Source, SourceExt, TranslationState,
};
use glossweave_format_base::strings::{Emitter, Printf, Syntax, finished, note};
use glossweave_markup::{Decoded, Encoding, encoding};

/// The maximum distance of the encoding name from the start of a file, in bytes.
const HEADER: usize = 16 << 10;

/// Returns the encoding that `Content-Type` in the header names.
fn charset(bytes: &[u8]) -> Option<Encoding> {
    let head = bytes.get(..HEADER.min(bytes.len()))?;
    let pattern = b"charset=";
    let at = head.windows(pattern.len()).position(|window| window.eq_ignore_ascii_case(pattern))?;
    let rest = head.get(at + pattern.len()..)?;
    let is_label = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-_:.".contains(byte);
    let length = rest.iter().take_while(is_label).count();
    encoding::for_iana_label(str::from_utf8(rest.get(..length)?).ok()?)
}

/// Decodes PO.
pub(super) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let charset = options.charset.or_else(|| charset(&bytes));
    let decoded = encoding::decode_text(&bytes, charset, options.invalid_bytes)?;
    let encoding = decoded.encoding;
    let file = parse(&decoded.text).map_err(|fault| fault.in_source(&bytes, &decoded))?;
    let header = file.entries.iter().find(|entry| entry.is_header());
    let language = options.language.clone().or_else(|| self::language(header, "X-Source-Language"));
    let target_language = self::language(header, "Language");
    let (mut source, mut target) = (Emitter::new(&decoded), Emitter::new(&decoded));
    source.builder.set_language(language.as_ref());
    source.builder.section(None, language.as_ref(), target_language.as_ref());
    target.builder.set_language(target_language.as_ref());
    target.builder.section(None, target_language.as_ref(), None);
    warn(&file, &decoded, &mut source);
    if let Some(name) = field(header, "Language").map(str::trim)
        && target_language.is_none()
        && !name.is_empty()
    {
        let at = header.map_or(0..0, |header| header.start..header.start);
        let mut back = decoded.way_back();
        let span = ByteSpan::new(back.source(at.start), back.source(at.end));
        let message =
            format!("the header names the language `{name}`, expected a code such as `ko`");
        source.builder.warn(message, span);
    }
    let formula = formula(header);
    let (stated, one) = (formula.map_or(0, |formula| formula.count), form_of_one(formula));
    let mut links = Vec::new();
    let syntax = Syntax::of(Format::Po, options.placeholders);
    for entry in file.entries.iter().filter(|entry| !entry.is_header()) {
        let syntax = entry.syntax(&decoded.text, syntax);
        let state = match entry.fuzzy(&decoded.text) {
            Some(_) => TranslationState::Open,
            None => TranslationState::Done,
        };
        let notes = entry.notes();
        let name = entry.name();
        let count = entry.forms(stated);
        // The units of `msgid` and `msgid_plural`: the identifier, the name, and the index of the unit if there is
        // text.
        let mut units: [Option<(u32, String, Option<usize>)>; 2] = [None, None];
        for (is_plural, text) in [(false, &entry.id), (true, &entry.plural)] {
            let Some(text) = text else { continue };
            let name = if is_plural { format!("{name}[plural]") } else { name.clone() };
            let notes = if is_plural { &[] } else { &notes[..] };
            let id = source.next_id();
            let unit = source.value(&text.value, &name, syntax, notes);
            if is_plural && unit.is_some() {
                let forms = PluralForms::of_integers(&[PluralCategory::One, PluralCategory::Other]);
                source.builder.set_plural_forms(forms);
            }
            units[usize::from(is_plural)] = Some((id, name, unit));
        }
        for (number, (_, text)) in entry.translations.iter().enumerate() {
            for (is_plural, unit) in [false, true].into_iter().zip(&units) {
                let mut forms = forms(is_plural, entry.plural.is_some(), count, one);
                let Some((id, name, unit)) = unit else { continue };
                if !forms.clone().any(|form| form == number) {
                    continue;
                }
                let translation = target.identified(&text.value, name, syntax, &[], *id);
                let first = forms.clone().find(|form| *form > 0).or_else(|| forms.next());
                if let (true, Some(unit), Some(translation)) =
                    (first == Some(number), *unit, translation)
                {
                    links.push((unit as u32, translation as u32, state));
                }
            }
        }
    }
    links.sort_by_key(|link| link.0);
    let (source, target) = (source.builder, target.builder);
    drop(file);
    drop(decoded);
    let bytes = Source::new(bytes, Format::Po, encoding).read_with(options);
    Ok(finished(bytes, source, target, links))
}

/// Returns the indices of the translations of `msgid` or of `msgid_plural` among `count` translations. The
/// translation of `msgid` is the form of the number 1. A language with one form uses it for all numbers.
pub(super) fn forms(
    is_plural: bool,
    has_plural: bool,
    count: usize,
    one: usize,
) -> impl Iterator<Item = usize> + Clone {
    let (forms, skipped) = match (is_plural, has_plural) {
        (false, false) => (0..count.min(1), None),
        (false, true) if count < 2 => (0..0, None),
        (false, true) => (one..one + 1, None),
        (true, _) if count < 2 => (0..count, None),
        (true, _) => (0..count, Some(one)),
    };
    forms.filter(move |form| Some(*form) != skipped)
}

fn warn(file: &File, decoded: &Decoded<'_>, source: &mut Emitter<'_>) {
    let mut back = decoded.way_back();
    for (at, message) in file.warnings.iter().take(1_000) {
        let span = ByteSpan::new(back.source(at.start), back.source(at.end));
        source.builder.warn(message.clone(), span);
    }
}

/// Returns a field of the header.
pub(super) fn field<'e>(header: Option<&'e Entry>, name: &str) -> Option<&'e str> {
    let text = &header?.translations.first()?.1.value.text;
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))
}

/// Returns the plural forms that the header specifies.
pub(super) fn formula(header: Option<&Entry>) -> Option<Formula<'_>> {
    field(header, "Plural-Forms").and_then(Formula::of)
}

/// Returns the language in a field of the header, for example `pt_BR`, `sr@latin` or `de_DE.UTF-8`.
pub(super) fn language(header: Option<&Entry>, name: &str) -> Option<Language> {
    let value = field(header, name)?.trim();
    let (value, modifier) = value.split_once('@').unwrap_or((value, ""));
    let tag = value.split('.').next()?.replace('_', "-");
    // Locale names specify the script as a modifier.
    let tag = match (modifier, tag.split_once('-')) {
        ("latin", None) => format!("{tag}-Latn"),
        ("latin", Some((language, region))) => format!("{language}-Latn-{region}"),
        ("cyrillic", None) => format!("{tag}-Cyrl"),
        ("cyrillic", Some((language, region))) => format!("{language}-Cyrl-{region}"),
        _ => tag,
    };
    let language = Language::parse(&tag)?;
    // `Korean` is a well-formed tag, but it is a name instead of a code.
    (language.primary().len() <= 3).then_some(language)
}

impl Entry {
    /// Returns the number of forms of the translation: the number of existing forms, or the number that the header
    /// specifies.
    pub(super) fn forms(&self, stated: usize) -> usize {
        let count = self.translations.len();
        if self.plural.is_some() { count.max(stated) } else { count }
    }

    /// Returns `true` if this is the header, the entry of the empty text without context.
    pub(super) fn is_header(&self) -> bool {
        self.context.is_none() && self.id.as_ref().is_some_and(|id| id.value.text.is_empty())
    }

    fn name(&self) -> String {
        let text = |text: &Option<super::parse::Text>| {
            text.as_ref().map_or(String::new(), |text| text.value.text.clone())
        };
        match &self.context {
            Some(context) => format!("{}/{}", context.value.text, text(&self.id)),
            None => text(&self.id),
        }
    }

    fn notes(&self) -> Vec<Body> {
        let all = [&self.extracted, &self.comments];
        all.into_iter().filter_map(|text| note(text, "description")).collect()
    }

    /// Returns the index of the flag `fuzzy`.
    pub(super) fn fuzzy(&self, source: &str) -> Option<usize> {
        self.flags.iter().position(|at| source.get(at.clone()) == Some("fuzzy"))
    }

    pub(super) fn syntax(&self, source: &str, syntax: Syntax) -> Syntax {
        // A translation of a branch would have to be a translation of the whole argument.
        let mut syntax = syntax.without_branches();
        for flag in self.flags.iter().filter_map(|at| source.get(at.clone())) {
            match flag {
                "no-c-format" => syntax.printf = Printf::None,
                "qt-format" | "qt-plural-format" | "kde-format" => {
                    syntax.notations = syntax.notations.and(Notations::PERCENT_NUMBERS);
                }
                "python-brace-format" | "csharp-format" => syntax.doubled_braces = true,
                _ if flag.starts_with("no-") => {}
                "c-format"
                | "objc-format"
                | "python-format"
                | "php-format"
                | "java-printf-format"
                | "perl-format"
                | "ruby-format"
                | "lua-format"
                | "javascript-format"
                | "go-format"
                | "object-pascal-format"
                | "awk-format"
                | "gcc-internal-format"
                | "gfc-internal-format"
                | "boost-format"
                | "sh-printf-format"
                | "c++-format" => syntax.printf = Printf::All,
                _ => {}
            }
        }
        syntax
    }
}
