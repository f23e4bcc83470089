//! Language models as translators, using chat completions.

mod answer;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;
use std::sync::PoisonError;
use std::time::Duration;

use serde_json::{Value, json};

use crate::check::{CheckOptions, IssueType, QualityIssue, check_translation, quality_score};
use crate::provider_options::CHAT;
use crate::translation_memory::open_file;
use crate::{
    Capabilities, FuzzyMatch, Segment, TranslatedSegment, TranslationBatch, TranslationMemory,
    Translator,
};
use glossweave_base::error::{Error, Result, Skipped, SkippedExt};
use glossweave_base::log::{Level, emit};
use glossweave_base::provider::{LANGUAGE_MODEL, SERVICE, names};
use glossweave_net::{LanguageModel, Service, TokenUsage};

/// The target of the log events.
const EVENTS: &str = "glossweave::translation";
/// The default instructions.
const PROMPT: &str = include_str!("prompt.txt");
/// The maximum number of segments in a question.
const SEGMENTS: usize = 20;
/// The maximum number of bytes of the segments in a question.
const BYTES: usize = 6_000;
/// The maximum number of translations from a memory that are sent with a segment.
const EXAMPLES: usize = 2;
/// The minimum severity of an issue for which a translation is requested again.
const AGAIN: u8 = 50;

/// A translator that uses a language model over the protocol of OpenAI (`/v1/chat/completions`): a remote
/// service, or a server such as llama.cpp, Ollama or vLLM.
///
/// Segments are sent in groups, with the texts around them, the required translations of terms, and the
/// markers of markup. Each translation is [checked](crate::check_translation). A translation with issues of a
/// severity of 50 or more is requested once more, with a list of the issues. If such issues remain, other
/// than of terminology, the segment has no translation. The [score](crate::quality_score) of the checks is
/// the confidence of a translation. A question that was answered before is not sent again.
///
/// Calls return the errors of [`Network::send`](glossweave_net::Network::send), `ErrorKind::Throttled` if the
/// rate limit is exceeded, with the time to wait if the server sends it, and `ErrorKind::Unavailable` for any
/// other status that is not a success and for a response that is not a completion.
#[derive(Clone)]
pub struct ChatCompletions {
    model: LanguageModel,
    style: Option<String>,
    context: usize,
    memory: Option<TranslationMemory>,
}

/// A segment without a translation.
struct Open<'j> {
    /// The number of the segment in the question.
    id: u64,
    /// The index of the segment in the batch.
    index: usize,
    segment: &'j Segment<'j>,
    /// The translation that was rejected, with its issues.
    rejected: Option<(String, Vec<QualityIssue>)>,
}

impl ChatCompletions {
    /// Creates a translator that uses a model of a server. `/chat/completions` is appended to the URL unless
    /// the URL ends with it.
    pub fn at(service: Service, model: impl Into<String>) -> ChatCompletions {
        let model = LanguageModel::at(service, model);
        ChatCompletions { model, style: None, context: 3, memory: None }
    }

    /// Sets the key, which is sent as a bearer token.
    pub fn with_key(mut self, key: impl Into<String>) -> ChatCompletions {
        self.model = self.model.with_key(key);
        self
    }

    /// Sets a translation memory. Up to two of its translations of similar texts are sent with each segment
    /// as examples.
    pub fn with_memory(mut self, memory: TranslationMemory) -> ChatCompletions {
        self.memory = Some(memory);
        self
    }

    /// The option names that [`ChatCompletions::set`] accepts.
    pub const NAMES: &[&str] = &names::<18>(&[&LANGUAGE_MODEL, &SERVICE, &CHAT]);

    /// Sets an option by its name: the options of [`LanguageModel::set`], `style` (in words), `memory` (a
    /// file in TMX or XLIFF, or a saved memory), and `context` (the number of segments around a group that
    /// are sent with it, by default 3). Custom instructions may use `{{source}}`, `{{target}}`, `{{domain}}`
    /// and `{{style}}`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` with the name as parameter if the name or value is unknown.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        if LanguageModel::NAMES.contains(&name) {
            return self.model.set(name, value);
        }
        let parameter = CHAT.iter().find(|parameter| parameter.name == name);
        parameter.ok_or_else(|| Error::no_option(name, ChatCompletions::NAMES))?.check(value)?;
        match name {
            "memory" => {
                let memory = open_file(Path::new(value), false);
                self.memory = Some(memory.map_err(|error| error.with_parameter(name))?);
            }
            "style" => self.style = Some(value.to_owned()).filter(|style| !style.is_empty()),
            _ => self.context = value.parse().unwrap_or(usize::MAX),
        }
        Ok(())
    }

    /// Returns the tokens that the translator and its clones have used since it was created.
    pub fn usage(&self) -> TokenUsage {
        self.model.usage()
    }

    fn system(&self, job: &TranslationBatch<'_>) -> String {
        let sentence = |lead: &str, text: Option<&str>| {
            text.map(|text| format!(" {lead} {text}.")).unwrap_or_default()
        };
        self.model.prompt(PROMPT).fill(|name| match name {
            "source" => Some(job.source.to_string()),
            "target" => Some(job.target.to_string()),
            "domain" => Some(sentence("The subject of the document:", job.domain)),
            "style" => Some(sentence("The style of the translation:", self.style.as_deref())),
            _ => None,
        })
    }

    /// Returns the JSON object of a segment in a question.
    fn question(&self, open: &Open<'_>, job: &TranslationBatch<'_>) -> Result<Value> {
        let mut question = json!({"id": open.id, "text": open.segment.text});
        if !open.segment.terms.is_empty() {
            let term = |term: &crate::WantedTerm<'_>| json!({"source": term.source, "target": term.target});
            question["terms"] = open.segment.terms.iter().map(term).collect();
        }
        if let Some(memory) = &self.memory {
            let found = memory.matches(open.segment.text, job.source, job.target, EXAMPLES)?;
            if !found.is_empty() {
                let example = |example: &FuzzyMatch| json!({"source": example.source, "target": example.target});
                question["examples"] = found.iter().map(example).collect();
            }
        }
        if let Some((text, issues)) = &open.rejected {
            question["rejected"] = text.as_str().into();
            let faults = issues.iter().filter(|issue| issue.severity >= AGAIN);
            question["faults"] = faults.map(|issue| issue.comment.as_str()).collect();
        }
        Ok(question)
    }

    /// Translates consecutive segments of a batch.
    fn translate_group(
        &self,
        job: &TranslationBatch<'_>,
        open: Vec<Open<'_>>,
        done: &mut [Option<TranslatedSegment>],
        faults: &mut Faults,
    ) -> Result<()> {
        let (Some(first), Some(last)) = (open.first(), open.last()) else { return Ok(()) };
        let text = |segment: &Segment<'_>| Value::from(segment.text);
        let before = &job.segments[first.index.saturating_sub(self.context)..first.index];
        let after = job.segments.get(last.index + 1..).unwrap_or_default();
        let before: Vec<Value> = before.iter().map(text).collect();
        let after: Vec<Value> = after.iter().take(self.context).map(text).collect();
        let system = self.system(job);
        let mut open = open;
        let mut last_question = None;
        for _ in 0..2 {
            let segments = open.iter().map(|segment| self.question(segment, job));
            let segments: Vec<Value> = segments.collect::<Result<_>>()?;
            let user = json!({"before": before, "segments": segments, "after": after}).to_string();
            // The cache would return the same answer to the same question.
            let is_again = last_question.as_ref() == Some(&user);
            let content = self.model.ask(&system, &user, &answer::schema(), is_again)?;
            last_question = Some(user);
            if content.is_cut && open.len() > 1 {
                let rest = open.split_off(open.len() / 2);
                self.translate_group(job, open, done, faults)?;
                return self.translate_group(job, rest, done, faults);
            }
            let found = content.value().map(|value| answer::translations(&value));
            let mut found = found.unwrap_or_default();
            open.retain_mut(|segment| match found.remove(&segment.id) {
                Some(text) => !take(segment, text, job, done),
                None => true,
            });
            if open.is_empty() {
                return Ok(());
            }
        }
        for segment in open {
            let Some((text, issues)) = segment.rejected else {
                faults.missing += 1;
                continue;
            };
            // The translation may use a form of a term that the check does not know.
            let is_fault = |issue: &&QualityIssue| {
                issue.severity >= AGAIN && issue.issue_type != IssueType::Terminology
            };
            match issues.iter().find(is_fault) {
                Some(issue) => faults.reject(issue.issue_type),
                None => done[segment.index] = Some(translated(text, &issues)),
            }
        }
        Ok(())
    }
}

/// The numbers of segments without a translation, by reason. The texts are not reported, because they may be
/// confidential.
#[derive(Default)]
struct Faults {
    missing: usize,
    rejected: Vec<(IssueType, usize)>,
}

impl Faults {
    fn reject(&mut self, issue: IssueType) {
        match self.rejected.iter_mut().find(|(known, _)| *known == issue) {
            Some((_, count)) => *count += 1,
            None => self.rejected.push((issue, 1)),
        }
    }

    /// Reports the numbers to the log and to the list of skipped items of a batch.
    fn report(self, job: &TranslationBatch<'_>) {
        let missing = (self.missing > 0).then(|| {
            format!("sentences without a translation in the answers of the model: {}", self.missing)
        });
        let rejected = self.rejected.into_iter().map(|(issue, count)| {
            format!("translations of the model that were rejected because of `{issue}`: {count}")
        });
        for message in missing.into_iter().chain(rejected) {
            emit(Level::Warn, EVENTS, format_args!("{message}"));
            if let Some(list) = job.skipped {
                let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
                Skipped::new("translation", message).keep(&mut list);
            }
        }
    }
}

/// Returns a translation with the score of its checks as its confidence.
fn translated(text: String, issues: &[QualityIssue]) -> TranslatedSegment {
    TranslatedSegment::machine(text).with_confidence(Some(quality_score(issues)))
}

/// Stores a translation unless it has severe issues. Returns `true` if it was stored.
fn take(
    open: &mut Open<'_>,
    text: String,
    job: &TranslationBatch<'_>,
    done: &mut [Option<TranslatedSegment>],
) -> bool {
    let mut options = CheckOptions::new(job.source.clone(), job.target.clone());
    options.min_severity = 0;
    for term in open.segment.terms {
        options = options.with_term(term.source, term.target);
    }
    let issues = check_translation(open.segment.text, &text, &options);
    if issues.iter().all(|issue| issue.severity < AGAIN) {
        done[open.index] = Some(translated(text, &issues));
        return true;
    }
    open.rejected = Some((text, issues));
    false
}

impl Translator for ChatCompletions {
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        let says = |text: &str| text.contains(char::is_alphabetic);
        let mut done: Vec<Option<TranslatedSegment>> = job
            .segments
            .iter()
            .map(|segment| (!says(segment.text)).then(|| TranslatedSegment::machine(segment.text)))
            .collect();
        let mut faults = Faults::default();
        let all = job.segments.iter().enumerate().filter(|(_, segment)| says(segment.text));
        let mut all = all.peekable();
        while all.peek().is_some() {
            let (mut group, mut bytes) = (Vec::new(), 0);
            let fits = |count: usize, bytes| count == 0 || count < SEGMENTS && bytes <= BYTES;
            while let Some((index, segment)) =
                all.next_if(|(_, segment)| fits(group.len(), bytes + segment.text.len()))
            {
                bytes += segment.text.len();
                let id = group.len() as u64 + 1;
                group.push(Open { id, index, segment, rejected: None });
            }
            self.translate_group(job, group, &mut done, &mut faults)?;
        }
        faults.report(job);
        Ok(done)
    }

    fn abilities(&self) -> Capabilities {
        Capabilities::default().with_markup().with_terms()
    }

    fn is_reachable(&self, wait: Duration) -> bool {
        self.model.is_reachable(wait)
    }

    fn token_usage(&self) -> Option<TokenUsage> {
        Some(self.usage())
    }
}

impl fmt::Debug for ChatCompletions {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("ChatCompletions").field("model", &self.model).finish_non_exhaustive()
    }
}
