//! Calibration of confidences, so that a confidence of 0.8 is correct in 80 % of all cases.

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;

use glossweave_base::csv::Table;
use glossweave_base::error::{Error, Result};
use glossweave_base::token_usage::TokenUsage;
use glossweave_document::annotation::{Annotation, AnnotationExt, Body};
use glossweave_document::recognizer::{NameVisitor, Passage, Recognizer};

/// The columns of a table of examples.
const COLUMNS: [&[&str]; 2] = [&["confidence"], &["right"]];

/// A function that maps confidences to probabilities. It is fitted to examples, which are confidences with
/// the information if they were correct.
///
/// The function is the non-decreasing function with the least squared error (isotonic regression with the
/// pool adjacent violators algorithm), with linear interpolation between the levels.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// The mean confidence and the share of correct examples of each level, in ascending order.
    levels: Vec<(f64, f64)>,
}

/// Examples that were merged into one level.
struct Pool {
    count: f64,
    right: f64,
    confidence: f64,
}

impl Calibration {
    /// Fits a calibration to examples: confidences, with `true` if the result was correct.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if there are no examples or a
    /// confidence is not in the range from 0 to 1.
    pub fn fit(examples: impl IntoIterator<Item = (f64, bool)>) -> Result<Calibration> {
        let mut examples: Vec<(f64, bool)> = examples.into_iter().collect();
        if let Some((wrong, _)) =
            examples.iter().find(|(confidence, _)| !(0.0..=1.0).contains(confidence))
        {
            let wrong = wrong.to_string();
            return Err(Error::no_such("confidence", &wrong, "a number from 0 to 1"));
        }
        if examples.is_empty() {
            return Err(Error::invalid("a calibration needs examples"));
        }
        examples.sort_by(|(first, _), (second, _)| first.total_cmp(second));
        let mut pools: Vec<Pool> = Vec::new();
        for same in examples.chunk_by(|(first, _), (second, _)| first == second) {
            let right = same.iter().filter(|(_, is_right)| *is_right).count() as f64;
            let confidence = same.iter().map(|(confidence, _)| confidence).sum();
            pools.push(Pool { count: same.len() as f64, right, confidence });
            while let [.., before, last] = pools.as_mut_slice()
                && before.right * last.count >= last.right * before.count
            {
                before.count += last.count;
                before.right += last.right;
                before.confidence += last.confidence;
                pools.pop();
            }
        }
        let level = |pool: &Pool| (pool.confidence / pool.count, pool.right / pool.count);
        Ok(Calibration { levels: pools.iter().map(level).collect() })
    }

    /// Fits a calibration to a CSV table with the columns `confidence` (0 to 1) and `right` (0 or 1).
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`](glossweave_base::ErrorKind::Malformed), with the location, if a
    /// column is missing or a row contains another value, and the errors of [`Calibration::fit`].
    pub fn from_csv(table: &[u8]) -> Result<Calibration> {
        let mut table = Table::new(table)?;
        let columns = table.columns(&COLUMNS)?;
        let [Some(confidence), Some(right)] = columns else {
            let missing = columns.iter().position(Option::is_none).unwrap_or(0);
            return Err(table.no_column(COLUMNS[missing][0]));
        };
        let mut examples = Vec::new();
        while let Some(row) = table.next_row()? {
            let field = |column| row.field(column).unwrap_or_default();
            let sure = field(confidence).parse().ok().filter(|value| (0.0..=1.0).contains(value));
            let is_right = match field(right) {
                "1" => Some(true),
                "0" => Some(false),
                _ => None,
            };
            let (Some(sure), Some(is_right)) = (sure, is_right) else {
                let message = "expected a confidence from 0 to 1, and 0 or 1 as `right`";
                return Err(row.at(Error::malformed(message)));
            };
            examples.push((sure, is_right));
        }
        Calibration::fit(examples)
    }

    /// Fits a calibration to the results of a recognizer on annotated texts. An annotation of the recognizer
    /// is correct if the text has an annotation with the same span and, when both have classes or IRIs, a
    /// common class or IRI.
    ///
    /// # Errors
    ///
    /// Returns the errors of the recognizer and of [`Calibration::fit`].
    pub fn of<'t>(
        recognizer: &dyn Recognizer,
        texts: impl IntoIterator<Item = (&'t str, &'t [Annotation])>,
    ) -> Result<Calibration> {
        let mut examples = Vec::new();
        for (text, gold) in texts {
            let found = recognizer.recognize(&Passage::new(text))?;
            let found = found.iter().filter_map(|annotation| {
                let is_right = gold.iter().any(|right| agree(annotation, right));
                Some((annotation.confidence()?, is_right))
            });
            examples.extend(found);
        }
        Calibration::fit(examples)
    }

    /// Returns the probability that a result with the given confidence is correct.
    pub fn apply(&self, confidence: f64) -> f64 {
        let after = self.levels.partition_point(|(level, _)| *level < confidence);
        match (after.checked_sub(1).and_then(|at| self.levels.get(at)), self.levels.get(after)) {
            (Some((start, low)), Some((end, high))) => {
                low + (high - low) * (confidence - start) / (end - start)
            }
            (Some((_, share)), None) | (None, Some((_, share))) => *share,
            (None, None) => confidence,
        }
    }
}

/// Returns `true` if two annotations have the same span and do not contradict each other.
fn agree(annotation: &Annotation, right: &Annotation) -> bool {
    let common = |first: &[Box<str>], second: &[Box<str>]| {
        first.is_empty() || second.is_empty() || first.iter().any(|iri| second.contains(iri))
    };
    annotation.span() == right.span()
        && match (annotation.as_entity(), right.as_entity()) {
            (Some(first), Some(second)) => {
                common(&first.classes, &second.classes) && common(&first.idents, &second.idents)
            }
            (first, second) => first.is_none() && second.is_none(),
        }
}

/// A recognizer that calibrates the confidences of another recognizer.
#[derive(Clone)]
pub struct Calibrated {
    recognizer: Arc<dyn Recognizer>,
    calibration: Calibration,
}

impl Calibrated {
    /// Creates a recognizer that uses `calibration` for the results of another recognizer.
    pub fn new(recognizer: impl Recognizer + 'static, calibration: Calibration) -> Calibrated {
        Calibrated { recognizer: Arc::new(recognizer), calibration }
    }

    fn calibrate(&self, annotation: Annotation) -> Annotation {
        let Some(confidence) = annotation.confidence() else { return annotation };
        let probability = Some(self.calibration.apply(confidence));
        let body = match annotation.body() {
            Body::Entity(entity) => {
                let mut entity = entity.clone();
                entity.confidence = probability;
                Body::Entity(entity)
            }
            Body::Term(term) => {
                let mut term = term.clone();
                term.confidence = probability;
                Body::Term(term)
            }
            _ => return annotation,
        };
        annotation.with_body(body)
    }
}

impl Recognizer for Calibrated {
    fn recognize(&self, passage: &Passage<'_>) -> Result<Vec<Annotation>> {
        let found = self.recognizer.recognize(passage)?;
        Ok(found.into_iter().map(|annotation| self.calibrate(annotation)).collect())
    }

    fn needs_language(&self) -> bool {
        self.recognizer.needs_language()
    }

    fn revision(&self) -> Option<String> {
        self.recognizer.revision()
    }

    fn token_usage(&self) -> Option<TokenUsage> {
        self.recognizer.token_usage()
    }

    fn each_name(&self, visit: &mut NameVisitor<'_>) -> Result<()> {
        self.recognizer.each_name(visit)
    }
}

impl fmt::Debug for Calibrated {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Calibrated")
            .field("calibration", &self.calibration)
            .finish_non_exhaustive()
    }
}
