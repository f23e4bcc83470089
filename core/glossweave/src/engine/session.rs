//! An engine on behalf of a caller.

use std::sync::Arc;
use std::time::Duration;

use super::{Engine, Settings};
use crate::enrich::{
    Conversion, Dataset, Datasets, Entities, LinkParts, Links, Reconciliation, Template, Terms,
    Translations,
};
use crate::filter::{Filter, Filters};
use crate::pipeline::{Many, ManyOptions, Parts as PipelineParts, Pipeline, Pipelines, run_many};
use crate::service::{Answer, Call, Doors, Services};
use glossweave_base::error::{Kind as Fault, Result};
use glossweave_store::acl::{Backup, Caller, Users};
use glossweave_store::resource::{Changes, Content, Kind, Page, Shelf, Stored};
use glossweave_xslt::{Converters, Stylesheet};

/// The doors of an [`Engine`], opened for one caller. Cheap to make: one for each call is fine.
#[derive(Clone, Debug)]
pub struct Session<'a> {
    engine: &'a Engine,
    caller: Caller,
}

impl<'a> Session<'a> {
    pub(super) fn new(engine: &'a Engine, caller: Caller) -> Session<'a> {
        Session { engine, caller }
    }

    /// On whose behalf this session acts.
    pub fn caller(&self) -> &Caller {
        &self.caller
    }

    /// What the engine was opened with.
    pub fn settings(&self) -> &'a Settings {
        self.engine.settings()
    }

    /// Named entities.
    pub fn entities(&self) -> Entities<'a> {
        let parts = &self.engine.0;
        let dataset = parts.settings.dataset.as_deref();
        Entities::new(&parts.registry, self.conversion(), self.datasets(), dataset)
    }

    /// Terms.
    pub fn terms(&self) -> Terms<'a> {
        Terms::new(&self.engine.0.registry, self.conversion(), self.datasets())
    }

    /// Translations.
    pub fn translations(&self) -> Translations<'a> {
        let parts = &self.engine.0;
        let time = Duration::from_millis(parts.settings.http.milliseconds);
        Translations::new(&parts.systems, self.conversion(), time)
    }

    fn conversion(&self) -> Conversion<'a> {
        let parts = &self.engine.0;
        let Settings { prefix, max_bytes, max_output_bytes, .. } = &parts.settings;
        Conversion {
            prefix,
            max_bytes: *max_bytes,
            memory: &parts.memory,
            max_output_bytes: *max_output_bytes,
            filters: self.filters(),
        }
    }

    /// What stored templates find about entities.
    pub fn links(&self) -> Links<'a> {
        let parts = &self.engine.0;
        let Settings { prefix, max_bytes, max_output_bytes, query, link, .. } = &parts.settings;
        let parts = LinkParts {
            access: &parts.access,
            registry: &parts.registry,
            network: &parts.network,
            graphs: &parts.graphs,
            prefix,
            max_bytes: *max_bytes,
            memory: &parts.memory,
            max_output_bytes: *max_output_bytes,
            limits: query.limits(),
            concurrency: link.concurrency,
            time: Duration::from_millis(link.milliseconds),
        };
        Links::new(parts, self.templates(), self.filters(), self.caller.clone())
    }

    /// All services by their paths.
    pub fn services(&self) -> Services<'a> {
        let engine = self.engine;
        let open = move |caller| Session { engine, caller }.doors();
        Services::new(self.caller.clone(), Arc::new(open), &engine.0.access, &engine.0.blacklist)
    }

    fn doors(&self) -> Doors<'a> {
        Doors {
            entities: self.entities(),
            links: self.links(),
            terms: self.terms(),
            translations: self.translations(),
            filters: self.filters(),
            converters: self.converters(),
            conversion: self.conversion(),
        }
    }

    /// Users.
    pub fn users(&self) -> Users<'a> {
        Users::new(&self.engine.0.access, self.caller.clone())
    }

    /// Removes a user together with all that the user owns. Only that user and admins may. Where it fails in
    /// between, a part of that is gone, and it can be done again.
    ///
    /// Kinds: those of [`Users::delete`], Conflict only for the last admin.
    ///
    /// ```
    /// # use glossweave::resource::Changes;
    /// # use glossweave::{Caller, Engine, Kind, Settings};
    /// # let engine = Engine::builder(Settings::default()).open()?;
    /// # let users = engine.session(Caller::Anonymous).users();
    /// # users.create("anna", "correct horse")?;
    /// # let anna = Caller::Token(users.authenticate("anna", "correct horse")?);
    /// let session = engine.session(anna);
    /// session.filters().create(Some("all"), b"SELECT * { ?s ?p ?o }", &Changes::default())?;
    /// let error = session.users().delete("anna").unwrap_err();
    /// assert!(error.message().contains("1 filter (`all`)"));
    /// session.delete_user("anna")?;
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn delete_user(&self, name: &str) -> Result<()> {
        // Something may come in between, a few times at most: a new one has to be given or made.
        for _ in 0..8 {
            match self.users().delete(name) {
                Err(error) if error.parameter() == Some("resources") => {}
                done => return done,
            }
            if !self.delete_owned(name)? {
                break;
            }
        }
        self.users().delete(name)
    }

    /// Removes what a user owns, and says whether that was anything.
    fn delete_owned(&self, name: &str) -> Result<bool> {
        let mut any = false;
        for kind in Kind::ALL {
            let shelf = self.shelf(*kind);
            let mut page = Page::default();
            loop {
                let part = shelf.list(&page)?;
                let Some(last) = part.last() else { break };
                page.after = Some(last.resource.name.clone());
                for one in part.iter().filter(|one| one.resource.owner == name) {
                    match shelf.delete(&one.resource.name, &Changes::default()) {
                        // Somebody else was faster.
                        Err(error) if error.kind() == Fault::NotFound => {}
                        done => done?,
                    }
                    any = true;
                }
            }
        }
        Ok(any)
    }

    /// Everything that is stored, for admins.
    pub fn backup(&self) -> Backup<'a> {
        Backup::new(&self.engine.0.access, self.caller.clone())
    }

    /// Stored queries that turn RDF into tables.
    pub fn filters(&self) -> Filters<'a> {
        let parts = &self.engine.0;
        let Settings { max_bytes, query, .. } = &parts.settings;
        Filters::new(self.typed(), &parts.compiled, query.limits(), *max_bytes)
    }

    /// Stored queries that enrich what was found.
    pub fn templates(&self) -> Shelf<'a, Template> {
        self.typed()
    }

    /// Stored pipelines.
    pub fn pipelines(&self) -> Pipelines<'a> {
        let parts = &self.engine.0;
        let Settings { max_bytes, pipeline, .. } = &parts.settings;
        let bases = pipeline.base_urls.split(',').map(str::trim).filter(|base| !base.is_empty());
        let parts = PipelineParts {
            network: &parts.network,
            bases: bases.map(str::to_owned).collect(),
            time: Duration::from_millis(pipeline.milliseconds),
            max_bytes: *max_bytes,
        };
        Pipelines::new(self.typed(), self.services(), parts)
    }

    /// Does whatever a path below the version segment stands for: a pipeline or a service. Kinds: those
    /// of [`Pipelines::call`].
    pub fn call(&self, call: Call) -> Result<Answer> {
        self.pipelines().call(call)
    }

    /// Does that for a stream of calls, on several threads. A call that fails is an answer like
    /// others; the rest goes on.
    ///
    /// ```
    /// use glossweave::pipeline::ManyOptions;
    /// use glossweave::provider::Dictionary;
    /// use glossweave::service::Call;
    /// use glossweave::{Caller, Engine, Settings};
    /// let names = Dictionary::from_csv("uri,label\nhttp://example.org/Cork,Cork\n".as_bytes())?;
    /// let engine = Engine::builder(Settings::default()).recognizer("places", names).open()?;
    /// let texts = ["To Cork!", "", "Cork again"];
    /// let call = |text| Ok(Call::new("/e-entity/places/documents").with_body(text));
    /// let options = ManyOptions::default().with_threads(2);
    /// let many = engine.session(Caller::Anonymous).call_many(texts.into_iter().map(call), &options);
    /// let done: Vec<_> = many.map(|one| (one.index, one.answer.is_ok())).collect();
    /// assert_eq!(done, [(0, true), (1, false), (2, true)]);
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn call_many<I>(&self, calls: I, options: &ManyOptions) -> Many
    where
        I: Iterator<Item = Result<Call>> + Send + 'static,
    {
        let (engine, caller) = (self.engine.clone(), self.caller.clone());
        run_many(calls, options, move |call| engine.session(caller.clone()).call(call))
    }

    /// Stored names of things.
    pub fn datasets(&self) -> Datasets<'a> {
        Datasets::new(self.vocabularies(), self.caller.clone())
    }

    /// Which things of stored datasets names of others may mean.
    pub fn reconciliation(&self) -> Reconciliation<'a> {
        Reconciliation::new(self.datasets())
    }

    fn vocabularies(&self) -> Shelf<'a, Dataset> {
        let parts = &self.engine.0;
        let caller = self.caller.clone();
        Shelf::new(&parts.access, &parts.settings.limits, caller, parts.graphs.depot.as_ref())
    }

    /// Stored XSLT stylesheets.
    pub fn converters(&self) -> Converters<'a> {
        let parts = &self.engine.0;
        Converters::new(self.stylesheets(), &parts.workshop, parts.settings.max_bytes)
    }

    fn stylesheets(&self) -> Shelf<'a, Stylesheet> {
        let parts = &self.engine.0;
        let caller = self.caller.clone();
        Shelf::new(&parts.access, &parts.settings.limits, caller, &parts.workshop)
    }

    /// What is stored of any kind.
    pub fn shelf(&self, kind: Kind) -> Box<dyn Stored + 'a> {
        match kind {
            Kind::Template => Box::new(self.templates()),
            Kind::Filter => Box::new(self.typed::<Filter>()),
            Kind::Pipeline => Box::new(self.typed::<Pipeline>()),
            Kind::Dataset => Box::new(self.vocabularies()),
            Kind::Converter => Box::new(self.stylesheets()),
        }
    }

    fn typed<T: Content<Context = ()>>(&self) -> Shelf<'a, T> {
        let parts = &self.engine.0;
        Shelf::new(&parts.access, &parts.settings.limits, self.caller.clone(), &())
    }
}
