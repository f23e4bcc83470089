//! Names in example sentences, which indicate how often a name refers to an entity.

use std::collections::HashMap;

use glossweave_base::words::hash;
use glossweave_rdf::vocab::skos;

/// The maximum total size of all examples, in bytes.
const MAX_BYTES: usize = 64 << 20;
/// The maximum size of the examples of an entity in bytes, because each of its names is searched for in
/// all of them.
const MAX_ENTITY_BYTES: usize = 64 << 10;

/// The example sentences in the statements of a vocabulary.
#[derive(Debug, Default)]
pub struct Examples {
    /// The examples by the hash of the entity IRI.
    of_entities: HashMap<u64, EntityExamples>,
    bytes: usize,
}

#[derive(Debug, Default)]
struct EntityExamples {
    sentences: Vec<Box<str>>,
    bytes: usize,
}

impl Examples {
    /// Adds the object of a statement if it is an example. Examples that exceed 64 KiB for an entity, or 64
    /// MiB in total, are skipped.
    pub fn add(&mut self, subject: &str, predicate: &str, text: &str) {
        if predicate != skos::EXAMPLE.iri()
            || text.is_empty()
            || self.bytes + text.len() > MAX_BYTES
        {
            return;
        }
        let examples = self.of_entities.entry(hash(subject.as_bytes())).or_default();
        if examples.bytes + text.len() <= MAX_ENTITY_BYTES {
            examples.bytes += text.len();
            self.bytes += text.len();
            examples.sentences.push(text.into());
        }
    }

    /// Returns the factor for the weight of a name of an entity, which is 1 plus the number of examples of
    /// the entity that contain the name.
    pub fn factor(&self, ident: &str, name: &str) -> f64 {
        if self.of_entities.is_empty() || name.is_empty() {
            return 1.0;
        }
        let examples = self.of_entities.get(&hash(ident.as_bytes()));
        let sentences = examples.into_iter().flat_map(|examples| &examples.sentences);
        1.0 + sentences.filter(|text| has_name(text, name)).count() as f64
    }
}

/// Returns `true` if a text contains a name that is not part of a longer word.
fn has_name(text: &str, name: &str) -> bool {
    // In scripts without case, words are written without spaces or have attached prefixes.
    let is_letter = |c: char| c.is_lowercase() || c.is_uppercase() || c.is_numeric();
    let joins = |first: Option<char>, second: Option<char>| {
        first.is_some_and(is_letter) && second.is_some_and(is_letter)
    };
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !joins(before.chars().next_back(), name.chars().next())
            && !joins(name.chars().next_back(), after.chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::Examples;

    const EXAMPLE: &str = "http://www.w3.org/2004/02/skos/core#example";

    #[test]
    fn a_name_counts_once_in_each_example() {
        let mut examples = Examples::default();
        assert_eq!(examples.factor("e:cork", "Cork"), 1.0);
        for text in
            ["Cork, as Cork is", "To Cork", "Corks", "McCork", "cork", "Çork", "コルクは Cork"]
        {
            examples.add("e:cork", EXAMPLE, text);
        }
        examples.add("e:cork", "http://www.w3.org/2004/02/skos/core#note", "To Cork");
        examples.add("e:bark", EXAMPLE, "To Cork");
        assert_eq!(examples.factor("e:cork", "Cork"), 4.0);
        assert_eq!(examples.factor("e:cork", "コルク"), 2.0);
        assert_eq!(examples.factor("e:bark", "Cork"), 2.0);
        assert_eq!((examples.factor("e:cork", ""), examples.factor("e:oak", "Cork")), (1.0, 1.0));
    }

    #[test]
    fn examples_beyond_the_limit_do_not_count() {
        let mut examples = Examples::default();
        let long = "-".repeat(super::MAX_ENTITY_BYTES);
        for number in 0..super::MAX_BYTES / super::MAX_ENTITY_BYTES {
            examples.add(&format!("e:{number}"), EXAMPLE, &long);
        }
        examples.add("e:cork", EXAMPLE, "To Cork");
        assert_eq!(examples.factor("e:cork", "Cork"), 1.0);
    }

    #[test]
    fn examples_of_an_entity_beyond_the_limit_do_not_count() {
        let mut examples = Examples::default();
        let most = super::MAX_ENTITY_BYTES / "To Cork".len();
        (0..most + 9).for_each(|_| examples.add("e:cork", EXAMPLE, "To Cork"));
        examples.add("e:bark", EXAMPLE, "To Cork");
        assert_eq!(examples.factor("e:cork", "Cork"), 1.0 + most as f64);
        assert_eq!(examples.factor("e:bark", "Cork"), 2.0);
    }
}
