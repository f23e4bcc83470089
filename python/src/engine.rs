//! The engine and its settings.

use std::path::PathBuf;

use glossweave::Settings;
use glossweave::acl::Secret;
use glossweave::engine::{Builder, Specification};
use glossweave::store::StoreLocation;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};

use crate::call::call;
use crate::components::{self, Components};
use crate::engine_ref::EngineRef;
use crate::input::{count_given, secret};
use crate::option::{read, renamed};
use crate::pickle::{CONSTRUCTOR, Reduced, reduce};
use crate::protocol::{Provider, ProviderUsage};
use crate::provider;
use crate::repr::listed;
use crate::session::Session;
use crate::termbase::TermBase;
use crate::translation::TranslationSystem;
use crate::xslt::find_library;

/// An engine: settings, recognizers under the names that callers use, users and their resources.
///
/// A recognizer is a `Dictionary`, a `Tagger`, or a callable that takes a `Passage` and returns its
/// `Annotation`s; an exception of the callable is raised by the call that uses it. Calls from several
/// threads call it from several threads.
///
/// `translators`: lists of `TranslationSystem`s under the names of their providers. `term_bases`:
/// `TermBase`s under the names that `Terms` knows them by. `providers`: recognizers, term finders,
/// translators and endpoints that are opened by their protocols, as `Provider`s. `prefix`: what the IRIs of
/// documents begin with where a request says nothing. `max_bytes`: the largest document that a request may
/// bring (32 MiB). `call_memory`: the bytes of memory that a call may take (64 times its input, and at least
/// 64 MiB). `all_calls_memory`: the same for all calls together. `call_milliseconds`: the time of a call (no limit).
/// `max_output_bytes`: the longest answer of a service. `store`: the folder or database where users and what they store
/// are kept; without one they are gone with the engine. `durability`: whether a change is on disk when a
/// call returns (`"flush"`), or within about a second (`"periodic"`). `files`: the place of the files of datasets
/// if several engines share them, such as `"s3://bucket/prefix"`; `files_cache`, `files_cache_bytes`: the folder
/// of those that are fetched, and its size; `files_grace_milliseconds`: how long files stay that no dataset has
/// any more. `store_cache_milliseconds`: how long services do not read a row of the store again (0).
/// `admin_create`: makes an admin of `admin_username` and `admin_password`; one who is there already keeps
/// the password. `registration`: who may register users, `"open"` (everybody), `"invitation"` or `"closed"`
/// (admins). `audit_days`: for how many days entries of the audit log stay (0: there is none).
/// `oidc_issuer`, `oidc_client_id`: an OpenID provider, and the name of the program there: its tokens are taken
/// in place of those of the engine. `oidc_client_secret`, `oidc_scope`: for log-ins in a browser. `oidc_username_claim`:
/// the claim with the name of a new user (`"preferred_username"`). `oidc_roles_claim`, `oidc_admin_role`: the claim with
/// the roles, and the role that makes an admin. `oidc_create`: whether a user is created at the first log-in (`True`).
/// `max_query_bytes`,
/// `max_content_bytes`: the largest filters and templates, and the largest other things, that may be
/// stored. `query_milliseconds`, `query_memory`, `query_result`: how long the query of a filter may run,
/// and how many bytes it may hold and give. `saxon`: the library of SaxonC-HE for XSLT 2.0 and 3.0, that of
/// the package `saxonche` otherwise; `xslt_processor`, `xslt_worker`, `xslt_milliseconds`, `xslt_memory`,
/// `xslt_output`, `xslt_depth`: how stored stylesheets run, as in `Stylesheet`. `provenance`: whether annotations
/// name the tool, the dataset and the time (`Annotation.provenance`). `dataset`: where `Entities`
/// looks for names when a call names none. `max_dataset_bytes`: the largest source of a dataset.
/// `quota_bytes`, `quota_datasets`, `quota_uploads`: how many bytes and datasets a user who is no admin may
/// have stored, and how many uploads at once. `models`: the folder of the default models, that of the package
/// `glossweave-models` otherwise; its tagger is the recognizer `trained`, its mention model tells where the names
/// of datasets are meant. `tagger`, `mention_model`: the files of saved ones in their place. `"none"` for each: none.
/// `sentence_encoder`: the folder of a sentence encoder (`model.onnx`, `tokenizer.json`), which tells apart the
/// entities of one name, if the package was built with it. `ranking_weights`: the file of weights of linking that
/// `RankingWeights.save` wrote. `http_hosts`, `http_private_hosts`: the hosts that may be called on behalf of
/// users (`"dbpedia.org,example.org:8080"`), at public addresses and wherever they are;
/// `http_milliseconds`, `http_response`: how long a call may take, and how many bytes its answer may have.
/// `link_concurrency`, `link_milliseconds`: how many entities `Links` asks about at once, and how long all
/// of them may take. `i18n_blacklist`: beginnings of paths of `Session.call` where markup is converted only
/// with `useI18n=true`, with commas between. `pipeline_milliseconds`: how long the steps of a pipeline may
/// take in all. `base_urls`: what the engine is called by from outside, for endpoints of pipelines.
/// `job_threads`: how many jobs this engine runs at once (1). `job_milliseconds`: how long the steps of a pipeline may
/// take in a job. `job_lease_milliseconds`: how long an engine may be silent until another one takes over its
/// jobs. `job_bytes`: the largest call and result of a job. `job_kept_milliseconds`: how long jobs are kept that have
/// ended. `quota_jobs`: how many jobs a user may have. `webhook_secret`: what webhooks are signed with.
/// `batch_threads`: how many threads a batch has (4). `batch_documents` and `batch_bytes`: how many documents it may
/// have, and how many bytes all of them.
/// `environment`: what is not given is taken from variables such as `GLOSSWEAVE_STORE` and
/// `GLOSSWEAVE_ADMIN_PASSWORD`.
///
/// `close` lets go of the store, and so does the end of a `with` block.
///
/// >>> from glossweave import Annotation, Engine
/// >>> def cork(passage):
/// ...     at = passage.text.find("Cork")
/// ...     return [Annotation(at, at + 4, idents=["http://example.org/Cork"])] if at >= 0 else []
/// >>> session = Engine({"cork": cork}).session()
/// >>> session.entities.enrich("cork", "<p>To Cork", informat="html", outformat="html").bytes
/// b'<p>To <span its-ta-ident-ref="http://example.org/Cork">Cork</span>'
#[pyclass(frozen, module = "glossweave")]
pub struct Engine {
    engine: EngineRef,
    components: Components,
    /// The settings for what was found on this machine, not given.
    found: Vec<&'static str>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (recognizers = None, *, translators = None, term_bases = None, providers = None,
        prefix = None, max_bytes = None,
        call_memory = None, all_calls_memory = None, call_milliseconds = None, max_output_bytes = None, store = None,
        durability = None, store_reserve = None,
        files = None, files_cache = None, files_cache_bytes = None, files_grace_milliseconds = None,
        store_cache_milliseconds = None,
        admin_create = None, admin_username = None, admin_password = None, registration = None,
        audit_days = None,
        oidc_issuer = None, oidc_client_id = None, oidc_client_secret = None, oidc_scope = None,
        oidc_username_claim = None, oidc_roles_claim = None, oidc_admin_role = None, oidc_create = None,
        max_query_bytes = None, max_content_bytes = None, query_milliseconds = None,
        query_memory = None, query_result = None, saxon = None, xslt_processor = None, xslt_worker = None,
        xslt_milliseconds = None, xslt_memory = None, xslt_output = None, xslt_depth = None,
        provenance = None, dataset = None, max_dataset_bytes = None, quota_bytes = None, quota_datasets = None,
        quota_uploads = None, models = None, tagger = None, mention_model = None, sentence_encoder = None,
        ranking_weights = None, http_hosts = None,
        http_private_hosts = None, http_milliseconds = None, http_response = None,
        link_concurrency = None, link_milliseconds = None, i18n_blacklist = None,
        pipeline_milliseconds = None, base_urls = None, job_threads = None, job_milliseconds = None,
        job_lease_milliseconds = None, job_bytes = None, job_kept_milliseconds = None, quota_jobs = None,
        webhook_secret = None, batch_threads = None, batch_documents = None, batch_bytes = None,
        environment = false))]
    #[allow(clippy::too_many_arguments, reason = "keywords")]
    fn new(
        py: Python<'_>,
        recognizers: Option<&Bound<'_, PyMapping>>,
        translators: Option<&Bound<'_, PyMapping>>,
        term_bases: Option<&Bound<'_, PyMapping>>,
        providers: Option<Vec<Py<Provider>>>,
        prefix: Option<String>,
        #[pyo3(from_py_with = count_given)] max_bytes: Option<usize>,
        #[pyo3(from_py_with = count_given)] call_memory: Option<usize>,
        #[pyo3(from_py_with = count_given)] all_calls_memory: Option<usize>,
        #[pyo3(from_py_with = count_given)] call_milliseconds: Option<usize>,
        #[pyo3(from_py_with = count_given)] max_output_bytes: Option<usize>,
        store: Option<PathBuf>,
        durability: Option<&str>,
        #[pyo3(from_py_with = count_given)] store_reserve: Option<usize>,
        files: Option<String>,
        files_cache: Option<PathBuf>,
        #[pyo3(from_py_with = count_given)] files_cache_bytes: Option<usize>,
        #[pyo3(from_py_with = count_given)] files_grace_milliseconds: Option<usize>,
        #[pyo3(from_py_with = count_given)] store_cache_milliseconds: Option<usize>,
        admin_create: Option<bool>,
        admin_username: Option<String>,
        admin_password: Option<&Bound<'_, PyString>>,
        registration: Option<&str>,
        #[pyo3(from_py_with = count_given)] audit_days: Option<usize>,
        oidc_issuer: Option<String>,
        oidc_client_id: Option<String>,
        oidc_client_secret: Option<&Bound<'_, PyString>>,
        oidc_scope: Option<String>,
        oidc_username_claim: Option<String>,
        oidc_roles_claim: Option<String>,
        oidc_admin_role: Option<String>,
        oidc_create: Option<bool>,
        #[pyo3(from_py_with = count_given)] max_query_bytes: Option<usize>,
        #[pyo3(from_py_with = count_given)] max_content_bytes: Option<usize>,
        #[pyo3(from_py_with = count_given)] query_milliseconds: Option<usize>,
        #[pyo3(from_py_with = count_given)] query_memory: Option<usize>,
        #[pyo3(from_py_with = count_given)] query_result: Option<usize>,
        saxon: Option<PathBuf>,
        xslt_processor: Option<&str>,
        xslt_worker: Option<PathBuf>,
        #[pyo3(from_py_with = count_given)] xslt_milliseconds: Option<usize>,
        #[pyo3(from_py_with = count_given)] xslt_memory: Option<usize>,
        #[pyo3(from_py_with = count_given)] xslt_output: Option<usize>,
        #[pyo3(from_py_with = count_given)] xslt_depth: Option<usize>,
        provenance: Option<bool>,
        dataset: Option<String>,
        #[pyo3(from_py_with = count_given)] max_dataset_bytes: Option<usize>,
        #[pyo3(from_py_with = count_given)] quota_bytes: Option<usize>,
        #[pyo3(from_py_with = count_given)] quota_datasets: Option<usize>,
        #[pyo3(from_py_with = count_given)] quota_uploads: Option<usize>,
        models: Option<PathBuf>,
        tagger: Option<PathBuf>,
        mention_model: Option<PathBuf>,
        sentence_encoder: Option<PathBuf>,
        ranking_weights: Option<PathBuf>,
        http_hosts: Option<String>,
        http_private_hosts: Option<String>,
        #[pyo3(from_py_with = count_given)] http_milliseconds: Option<usize>,
        #[pyo3(from_py_with = count_given)] http_response: Option<usize>,
        #[pyo3(from_py_with = count_given)] link_concurrency: Option<usize>,
        #[pyo3(from_py_with = count_given)] link_milliseconds: Option<usize>,
        i18n_blacklist: Option<String>,
        #[pyo3(from_py_with = count_given)] pipeline_milliseconds: Option<usize>,
        base_urls: Option<String>,
        #[pyo3(from_py_with = count_given)] job_threads: Option<usize>,
        #[pyo3(from_py_with = count_given)] job_milliseconds: Option<usize>,
        #[pyo3(from_py_with = count_given)] job_lease_milliseconds: Option<usize>,
        #[pyo3(from_py_with = count_given)] job_bytes: Option<usize>,
        #[pyo3(from_py_with = count_given)] job_kept_milliseconds: Option<usize>,
        #[pyo3(from_py_with = count_given)] quota_jobs: Option<usize>,
        webhook_secret: Option<&Bound<'_, PyString>>,
        #[pyo3(from_py_with = count_given)] batch_threads: Option<usize>,
        #[pyo3(from_py_with = count_given)] batch_documents: Option<usize>,
        #[pyo3(from_py_with = count_given)] batch_bytes: Option<usize>,
        environment: bool,
    ) -> PyResult<Engine> {
        let password =
            admin_password.map(|password| secret("admin_password", password)).transpose()?;
        let webhook_secret =
            webhook_secret.map(|word| secret("webhook_secret", word)).transpose()?;
        let client_secret =
            oidc_client_secret.map(|word| secret("oidc_client_secret", word)).transpose()?;
        let mut settings = call(py, || {
            let base = if environment { Settings::from_environment() } else { Ok(<_>::default()) };
            let mut settings: Settings = base.map_err(renamed)?;
            if let Some(word) = durability {
                settings.durability = read("durability", word)?;
            }
            if let Some(word) = xslt_processor {
                settings.xslt.processor = Some(read("xslt_processor", word)?);
            }
            Ok(settings)
        })?;
        settings.prefix = prefix.unwrap_or(settings.prefix);
        settings.max_bytes = max_bytes.unwrap_or(settings.max_bytes);
        settings.call_memory = call_memory.or(settings.call_memory);
        settings.all_calls_memory = all_calls_memory.or(settings.all_calls_memory);
        let milliseconds = call_milliseconds.map(|milliseconds| milliseconds as u64);
        settings.call_milliseconds = milliseconds.or(settings.call_milliseconds);
        settings.max_output_bytes = max_output_bytes.or(settings.max_output_bytes);
        if let Some(place) = store {
            let place = call(py, || {
                let place = StoreLocation::from_os_str(place.as_os_str());
                place.map_err(|error| error.with_parameter("store"))
            });
            settings.store = Some(place?);
        }
        settings.store_reserve = store_reserve.map_or(settings.store_reserve, |bytes| bytes as u64);
        settings.files.place = files.or(settings.files.place);
        settings.files.cache = files_cache.or(settings.files.cache);
        let bytes = files_cache_bytes.map(|bytes| bytes as u64);
        settings.files.cache_bytes = bytes.unwrap_or(settings.files.cache_bytes);
        let milliseconds = files_grace_milliseconds.map(|milliseconds| milliseconds as u64);
        settings.files.grace_milliseconds =
            milliseconds.unwrap_or(settings.files.grace_milliseconds);
        let milliseconds = store_cache_milliseconds.map(|milliseconds| milliseconds as u64);
        settings.store_cache_milliseconds =
            milliseconds.unwrap_or(settings.store_cache_milliseconds);
        settings.admin.create = admin_create.unwrap_or(settings.admin.create);
        settings.admin.username = admin_username.or(settings.admin.username);
        settings.admin.password = password.map(Secret::new).or(settings.admin.password);
        settings.audit_days = audit_days.map_or(settings.audit_days, |days| days as u64);
        if let Some(word) = registration {
            settings.registration = Some(call(py, || read("registration", word))?);
        }
        let oidc = &mut settings.oidc;
        oidc.issuer = oidc_issuer.or(oidc.issuer.take());
        oidc.client_id = oidc_client_id.or(oidc.client_id.take());
        oidc.client_secret = client_secret.map(Secret::new).or(oidc.client_secret.take());
        oidc.scope = oidc_scope.unwrap_or(std::mem::take(&mut oidc.scope));
        oidc.username_claim =
            oidc_username_claim.unwrap_or(std::mem::take(&mut oidc.username_claim));
        oidc.roles_claim = oidc_roles_claim.or(oidc.roles_claim.take());
        oidc.admin_role = oidc_admin_role.or(oidc.admin_role.take());
        oidc.create = oidc_create.unwrap_or(oidc.create);
        settings.limits.query = max_query_bytes.unwrap_or(settings.limits.query);
        settings.limits.content = max_content_bytes.unwrap_or(settings.limits.content);
        let milliseconds = query_milliseconds.map(|milliseconds| milliseconds as u64);
        settings.query.milliseconds = milliseconds.unwrap_or(settings.query.milliseconds);
        settings.query.memory = query_memory.unwrap_or(settings.query.memory);
        settings.query.result = query_result.unwrap_or(settings.query.result);
        let milliseconds = xslt_milliseconds.map(|milliseconds| milliseconds as u64);
        settings.xslt.milliseconds = milliseconds.unwrap_or(settings.xslt.milliseconds);
        settings.xslt.worker = xslt_worker.or(settings.xslt.worker);
        settings.xslt.memory = xslt_memory.unwrap_or(settings.xslt.memory);
        settings.xslt.output = xslt_output.unwrap_or(settings.xslt.output);
        settings.xslt.depth = xslt_depth.unwrap_or(settings.xslt.depth);
        settings.provenance = provenance.unwrap_or(settings.provenance);
        settings.dataset = dataset.or(settings.dataset);
        settings.models = models.or(settings.models);
        settings.tagger = tagger.or(settings.tagger);
        settings.mention_model = mention_model.or(settings.mention_model);
        settings.sentence_encoder = sentence_encoder.or(settings.sentence_encoder);
        settings.ranking_weights = ranking_weights.or(settings.ranking_weights);
        settings.limits.dataset = max_dataset_bytes.unwrap_or(settings.limits.dataset);
        let quota = |given: Option<usize>, set| given.map(|count| count as u64).or(set);
        settings.limits.quota_bytes = quota(quota_bytes, settings.limits.quota_bytes);
        settings.limits.quota_datasets = quota(quota_datasets, settings.limits.quota_datasets);
        settings.limits.quota_uploads = quota(quota_uploads, settings.limits.quota_uploads);
        settings.http.hosts = http_hosts.unwrap_or(settings.http.hosts);
        settings.http.private_hosts = http_private_hosts.unwrap_or(settings.http.private_hosts);
        let milliseconds = http_milliseconds.map(|milliseconds| milliseconds as u64);
        settings.http.milliseconds = milliseconds.unwrap_or(settings.http.milliseconds);
        settings.http.response = http_response.unwrap_or(settings.http.response);
        settings.link.concurrency = link_concurrency.unwrap_or(settings.link.concurrency);
        let milliseconds = link_milliseconds.map(|milliseconds| milliseconds as u64);
        settings.link.milliseconds = milliseconds.unwrap_or(settings.link.milliseconds);
        settings.i18n_blacklist = i18n_blacklist.unwrap_or(settings.i18n_blacklist);
        let milliseconds = pipeline_milliseconds.map(|milliseconds| milliseconds as u64);
        settings.pipeline.milliseconds = milliseconds.unwrap_or(settings.pipeline.milliseconds);
        settings.pipeline.base_urls = base_urls.unwrap_or(settings.pipeline.base_urls);
        let jobs = &mut settings.jobs;
        let number = |given: Option<usize>, set: u64| given.map_or(set, |count| count as u64);
        jobs.threads = job_threads.unwrap_or(jobs.threads);
        jobs.milliseconds = number(job_milliseconds, jobs.milliseconds);
        jobs.lease_milliseconds = number(job_lease_milliseconds, jobs.lease_milliseconds);
        jobs.bytes = job_bytes.unwrap_or(jobs.bytes);
        jobs.kept_milliseconds = number(job_kept_milliseconds, jobs.kept_milliseconds);
        jobs.per_user = number(quota_jobs, jobs.per_user);
        jobs.webhook_secret = webhook_secret.map(Secret::new).or(jobs.webhook_secret.take());
        let batch = &mut settings.batch;
        batch.threads = batch_threads.unwrap_or(batch.threads);
        batch.documents = batch_documents.unwrap_or(batch.documents);
        batch.bytes = batch_bytes.unwrap_or(batch.bytes);
        settings.saxon = saxon.or(settings.saxon);
        let components = Components {
            recognizers: copy(py, recognizers)?.unbind(),
            translators: copy(py, translators)?.unbind(),
            term_bases: copy(py, term_bases)?.unbind(),
            providers: providers.unwrap_or_default(),
        };
        let found = find_packages(py, &mut settings)?;
        Engine::open(py, glossweave::Engine::builder(settings), components, found)
    }

    /// Returns the components and the settings of the engine for other processes: a `dict` of plain values,
    /// which may be written as JSON if every component is in a file or remote. Dictionaries, taggers and
    /// memories that were opened are included as their paths and revisions, others as bytes, callables as
    /// they are. Keys and headers of services are in it and have to be kept secret.
    ///
    /// Engines with `store`, `files`, `admin_create` or `oidc_client_secret` have none. Users and their resources are
    /// not included.
    fn specification<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let json = py.import("json")?;
        let specification = json.call_method1("loads", (self.engine.specification(py)?,))?;
        let specification = specification.cast_into::<PyDict>()?;
        for name in &self.found {
            // Other machines find their own, maybe at another path.
            specification.get_item("settings")?.map(|one| one.del_item(name)).transpose()?;
        }
        self.components.add_to(py, &specification)?;
        Ok(specification)
    }

    /// Creates an engine from a `specification`, in this process or another one. A file that has another
    /// revision now is a `PreconditionFailed`, the specification of another version of the package an
    /// `InvalidArgument`.
    #[staticmethod]
    #[pyo3(name = "from_specification")]
    pub fn from_specification(
        py: Python<'_>,
        specification: &Bound<'_, PyDict>,
    ) -> PyResult<Engine> {
        let rest = specification.copy()?;
        let components = Components::take_from(&rest)?;
        let json = py.import("json")?.call_method1("dumps", (rest,))?.extract::<String>()?;
        let mut parsed = call(py, || Specification::from_json(&json).map_err(renamed))?;
        let found = find_packages(py, parsed.settings_mut())?;
        Engine::open(py, parsed.builder(), components, found)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduce(self.specification(py)?)
    }

    /// Returns a session of the holder of a token, of an API key or of a token of the OpenID provider, or of an
    /// anonymous caller. A wrong token is refused by the calls that check it.
    #[pyo3(signature = (token = None))]
    fn session(&self, token: Option<&Bound<'_, PyString>>) -> PyResult<Session> {
        let token = token.map(|token| secret("token", token)).transpose()?;
        let caller =
            token.map_or(glossweave::Caller::Anonymous, |token| glossweave::Caller::token(&token));
        Ok(Session::from(self.engine.with_caller(caller)))
    }

    /// Returns a session of the local user, for programs with a single user: an admin, who needs no password
    /// or token and is created under the name `local` if needed. A server that opens the same store guards
    /// what this user stored. A user of that name who is no admin is a `Conflict`.
    ///
    /// >>> from glossweave import Engine
    /// >>> session = Engine().local_session()
    /// >>> session.filters.create("all", "SELECT * { ?s ?p ?o }", visibility="private").owner
    /// 'local'
    fn local_session(&self, py: Python<'_>) -> PyResult<Session> {
        let caller = self.engine.local_caller(py)?;
        Ok(Session::from(self.engine.with_caller(caller)))
    }

    /// Returns the use of each language model since the engine was opened: recognizers, in the order of their
    /// names, then translators.
    ///
    /// >>> from glossweave import Engine, Provider
    /// >>> model = Provider("recognizer", "model", "chat-completions", "http://localhost:11434/v1", model="gemma3")
    /// >>> [(one.name, one.calls) for one in Engine(providers=[model]).token_usage()]
    /// [('model', 0)]
    fn token_usage(&self, py: Python<'_>) -> PyResult<Vec<ProviderUsage>> {
        let usage = self.engine.token_usage(py)?;
        Ok(usage.into_iter().map(ProviderUsage::from).collect())
    }

    /// Removes what has expired, and returns the number of items: pipelines after one week, uploads that nobody added
    /// to for one week, shared files that no dataset has had for the time of grace, and jobs that have ended long
    /// enough ago. Expired items are hidden in any case; a program that runs for long calls this once a day.
    ///
    /// >>> from glossweave import Engine
    /// >>> Engine().expire()
    /// 0
    fn expire(&self, py: Python<'_>) -> PyResult<usize> {
        self.engine.expire(py)
    }

    /// Closes the store, once the calls that run have ended. Every later call to the engine or a session of
    /// it is an `InvalidArgument`. Closing twice is fine.
    fn close(&self, py: Python<'_>) {
        self.engine.close(py);
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if self.engine.is_closed(py) {
            return Ok("<Engine, closed>".to_owned());
        }
        Ok(format!("<Engine {}>", listed("with", &self.engine.names(py)?)))
    }
}

impl Engine {
    fn open(
        py: Python<'_>,
        builder: Builder,
        components: Components,
        found: Vec<&'static str>,
    ) -> PyResult<Engine> {
        let mut builder = builder;
        for item in components.recognizers.bind(py).items() {
            let (name, recognizer) = item.extract::<(String, provider::RecognizerSource)>()?;
            builder = builder.recognizer(&name, recognizer.opened(py)?);
        }
        for item in components.translators.bind(py).items() {
            let (name, systems) = item.extract::<(String, Vec<Py<TranslationSystem>>)>()?;
            builder = systems.iter().fold(builder, |builder, one| one.get().add(builder, &name));
        }
        for item in components.term_bases.bind(py).items() {
            let (name, base) = item.extract::<(String, Py<TermBase>)>()?;
            builder = builder.term_base(&name, base.get().inner());
        }
        let mut providers = components.providers.iter().map(Py::get);
        let builder = call(py, || providers.try_fold(builder, |builder, one| one.add(builder)))?;
        let engine = EngineRef::new(call(py, || builder.open().map_err(renamed))?);
        Ok(Engine { engine, components, found })
    }
}

/// Copies a mapping.
fn copy<'py>(
    py: Python<'py>,
    mapping: Option<&Bound<'py, PyMapping>>,
) -> PyResult<Bound<'py, PyDict>> {
    let copy = PyDict::new(py);
    mapping.map(|mapping| copy.update(mapping)).transpose()?;
    Ok(copy)
}

/// Sets the library of the package `saxonche` and the folder of the package `glossweave-models` if the settings
/// name none. Returns the names of these settings.
fn find_packages(py: Python<'_>, settings: &mut Settings) -> PyResult<Vec<&'static str>> {
    let mut found = Vec::new();
    if settings.saxon.is_none() {
        settings.saxon = find_library(py)?;
        found.extend(settings.saxon.is_some().then_some("saxon"));
    }
    if settings.models.is_none() {
        let folder: Option<PathBuf> =
            py.import("glossweave._models")?.getattr("folder")?.call0()?.extract()?;
        // The models of the library itself are not used: whether it has some depends on how it was built.
        settings.models = Some(folder.unwrap_or_else(|| PathBuf::from("none")));
        found.push("models");
    }
    Ok(found)
}

/// Constructs what was pickled: a component or an engine.
#[pyfunction]
#[pyo3(name = "_made")]
pub fn unpickle<'py>(plain: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
    let py = plain.py();
    if plain.contains(CONSTRUCTOR)? {
        return components::from_plain(plain.as_any());
    }
    Ok(Bound::new(py, Engine::from_specification(py, plain)?)?.into_any())
}
