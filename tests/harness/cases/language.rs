//! The steps for terms and for translations.

use std::path::Path;

use glossweave::resource::ResourceUpdate;
use glossweave::term::TerminologyRequest;
use glossweave::translate::TranslationMemory;
use glossweave::translate::{System, TranslationRequest};
use glossweave::{Caller, Engine, Request, Result, Settings};
use glossweave_translate::Apertium;

use super::{Answer, Case, placement};

/// Returns `true` if a requirement of a row is available on this machine, in addition to the
/// engine.
pub fn is_there(need: &str) -> bool {
    match need {
        "apertium" => Path::new("/usr/share/apertium/modes/eng-spa.mode").exists(),
        other => panic!("`{other}` is nothing to need"),
    }
}

impl Case {
    pub(super) fn terms(&self) -> Result<Answer> {
        let engine = Engine::builder(Settings::default()).open()?;
        let users = engine.session(Caller::Anonymous).users();
        users.create("anna", "correct horse")?;
        let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse")?));
        let mut changes = ResourceUpdate::default();
        changes.set("type", "terms")?;
        for (name, value) in self.row["load"].as_object().into_iter().flatten() {
            changes.set(name, value.as_str().expect("a text"))?;
        }
        let labels = self.text("labels").unwrap_or_default();
        anna.datasets().create(Some("names"), labels.as_bytes(), &changes)?;
        let request = Request::new(self.input(), self.informat()?).output(self.outformat()?);
        let mut request = TerminologyRequest::new(Default::default(), request);
        request.set("dataset", "names")?;
        for (name, value) in self.fields() {
            request.set(name, value)?;
        }
        let reply = anna.terms().enrich(self.option("provider").unwrap_or("termbase"), request)?;
        let placements = reply.placements.iter().map(placement).collect();
        Ok(Answer { bytes: Some(reply.bytes), placements, ..Answer::default() })
    }

    pub(super) fn translate(&self) -> Result<Answer> {
        let provider = self.option("provider").unwrap_or("memory");
        let system = System::new("rows", "en".parse()?, "es".parse()?);
        let builder = Engine::builder(Settings::default());
        let engine = match provider {
            "apertium" => builder.translator(provider, system, Apertium::new("eng-spa", None)?),
            _ => {
                let informat = self.row["load"]["informat"].as_str().unwrap_or("tmx");
                let mut memory = TranslationMemory::builder();
                memory.load(informat, self.text("labels").unwrap_or_default().as_bytes())?;
                builder.translator("memory", system, memory.build()?)
            }
        };
        let engine = engine.open()?;
        let request = Request::new(self.input(), self.informat()?).output(self.outformat()?);
        let request = TranslationRequest::from_pairs(request, self.fields())?;
        let reply = engine.session(Caller::Anonymous).translations().enrich(provider, request)?;
        let placements = reply.placements.iter().map(placement).collect();
        let statuses =
            reply.findings.segments.iter().map(|segment| segment.name().to_owned()).collect();
        Ok(Answer { bytes: Some(reply.bytes), placements, statuses, ..Answer::default() })
    }

    /// Returns the options that are parameters with the same names.
    fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.row["options"].as_object().into_iter().flatten();
        all.filter(|(name, _)| *name != "provider")
            .map(|(name, value)| (name.as_str(), value.as_str().expect("a text")))
    }
}
