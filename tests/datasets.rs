//! Datasets as users see them: loading, changes, recognition, storage on disk.

#![allow(clippy::unwrap_used)]

mod damage;
mod fault;
mod find;
mod load;
mod provenance;
mod quota;
mod shared;
mod store;

use glossweave::resource::{Resource, ResourceUpdate};
use glossweave::settings::ModelSettings;
use glossweave::vocabulary::Dataset;
use glossweave::{Caller, Engine, Format, Request, Result, Session, Settings};

const WORD: &str = "correct horse";

const PLACES: &str = "uri,label,language,type,weight
http://ex.org/Paris,Paris,,http://ex.org/City,9
http://ex.org/Paris_Texas,Paris,,http://ex.org/Town,1
http://ex.org/Cork,Cork,en,http://ex.org/City,
http://ex.org/Cork,Corcaigh,ga,http://ex.org/City,
http://ex.org/US,US,,http://ex.org/Country,
";

/// An engine with two users.
struct Fixture {
    engine: Engine,
    anna: Caller,
    ben: Caller,
}

impl Fixture {
    fn new() -> Fixture {
        Fixture::with(Settings::default())
    }

    fn with(settings: Settings) -> Fixture {
        // These tests are about matching, so the mention model is disabled.
        let settings = Settings {
            models: ModelSettings { mentions: Some("none".into()), ..ModelSettings::default() },
            ..settings
        };
        Fixture::of(Engine::builder(settings).open().unwrap())
    }

    fn of(engine: Engine) -> Fixture {
        let users = engine.session(Caller::Anonymous).users();
        let caller = |name: &str| {
            // When the store is opened again, the user already exists.
            let _ = users.create(name, WORD);
            Caller::Token(users.authenticate(name, WORD).unwrap())
        };
        let (anna, ben) = (caller("anna"), caller("ben"));
        Fixture { engine, anna, ben }
    }

    fn anna(&self) -> Session<'_> {
        self.engine.session(self.anna.clone())
    }

    fn create(
        &self,
        name: &str,
        body: &str,
        changes: &[(&str, &str)],
    ) -> Result<Resource<Dataset>> {
        self.anna().datasets().create(Some(name), body.as_bytes(), &said(changes))
    }

    fn update(
        &self,
        name: &str,
        body: &str,
        changes: &[(&str, &str)],
    ) -> Result<Resource<Dataset>> {
        self.anna().datasets().update(name, Some(body.as_bytes()), &said(changes))
    }

    /// Returns the entities of a text as their words and IRIs.
    fn found(&self, text: &str, parameters: &[(&str, &str)]) -> Vec<String> {
        self.find(text, parameters).unwrap()
    }

    fn find(&self, text: &str, parameters: &[(&str, &str)]) -> Result<Vec<String>> {
        let mut request = Request::new(text, Format::Text);
        for (name, value) in parameters {
            request.set(name, value)?;
        }
        let document = glossweave::decode(text, Format::Text, &Default::default())?;
        let language = request.decode.language.as_ref();
        let entities = self.anna().entities();
        let found =
            entities.recognize_with("dictionary", &document, &request.recognition, language)?;
        Ok(found
            .iter()
            .map(|one| {
                let entity = one.as_entity().unwrap();
                let names = |iris: &[Box<str>]| {
                    iris.iter()
                        .map(|iri| iri.replace("http://ex.org/", ""))
                        .collect::<Vec<_>>()
                        .join("+")
                };
                let (idents, classes) = (names(&entity.idents), names(&entity.classes));
                format!("{}={idents}/{classes}", &text[one.span().range()])
            })
            .collect())
    }
}

fn said(changes: &[(&str, &str)]) -> ResourceUpdate {
    let mut all = ResourceUpdate::default();
    changes.iter().for_each(|(name, value)| all.set(name, value).unwrap());
    all
}
