//! An engine on behalf of a caller.

use std::time::Duration;

use super::{Engine, Settings};
use crate::acl::{Backup, Caller, Users};
use crate::enrich::{
    Conversion, Dataset, Datasets, Entities, LinkParts, Links, Template, Terms, Translations,
};
use crate::filter::{Filter, Filters};
use crate::pipeline::Pipeline;
use crate::resource::{Content, Kind, Shelf, Stored};
use crate::xslt::{Converters, Stylesheet};

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
        let Settings { prefix, max_bytes, .. } = &self.engine.0.settings;
        Conversion { prefix, max_bytes: *max_bytes, filters: self.filters() }
    }

    /// What stored templates find about entities.
    pub fn links(&self) -> Links<'a> {
        let parts = &self.engine.0;
        let Settings { prefix, max_bytes, query, link, .. } = &parts.settings;
        let parts = LinkParts {
            access: &parts.access,
            registry: &parts.registry,
            network: &parts.network,
            graphs: &parts.graphs,
            prefix,
            max_bytes: *max_bytes,
            limits: query.limits(),
            concurrency: link.concurrency,
            time: Duration::from_millis(link.milliseconds),
        };
        Links::new(parts, self.templates(), self.filters(), self.caller.clone())
    }

    /// Users.
    pub fn users(&self) -> Users<'a> {
        Users::new(&self.engine.0.access, self.caller.clone())
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
    pub fn pipelines(&self) -> Shelf<'a, Pipeline> {
        self.typed()
    }

    /// Stored names of things.
    pub fn datasets(&self) -> Datasets<'a> {
        let most = self.engine.0.settings.limits.dataset;
        Datasets::new(self.vocabularies(), self.caller.clone(), most)
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
            Kind::Pipeline => Box::new(self.pipelines()),
            Kind::Dataset => Box::new(self.vocabularies()),
            Kind::Converter => Box::new(self.stylesheets()),
        }
    }

    fn typed<T: Content<Context = ()>>(&self) -> Shelf<'a, T> {
        let parts = &self.engine.0;
        Shelf::new(&parts.access, &parts.settings.limits, self.caller.clone(), &())
    }
}
