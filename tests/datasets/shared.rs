//! Engines that share rows and the files of datasets.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use glossweave::link::LinkRequest;
use glossweave::resource::ResourceUpdate;
use glossweave::settings::{Bytes, FileSettings, ModelSettings, StoreSettings};
use glossweave::store::MemoryBackend;
use glossweave::{Engine, ErrorKind, Format, Request, Settings};

use super::{Fixture, PLACES};

const BONN: &str = "uri,label\nhttp://ex.org/Bonn,Bonn\n";

/// Rows and files that engines share, and a folder for their caches.
struct Cluster {
    rows: Arc<MemoryBackend>,
    files: FileSettings,
    folder: tempfile::TempDir,
}

impl Cluster {
    fn new() -> Cluster {
        let folder = tempfile::tempdir().unwrap();
        let place = format!("file:{}", folder.path().join("files").display());
        let files = FileSettings { location: Some(place), ..FileSettings::default() };
        Cluster { rows: Arc::default(), files, folder }
    }

    fn engine(&self, name: &str) -> Fixture {
        let files =
            FileSettings { cache: Some(self.folder.path().join(name)), ..self.files.clone() };
        let settings = Settings {
            models: ModelSettings { mentions: Some("none".into()), ..ModelSettings::default() },
            files,
            ..Settings::default()
        };
        Fixture::of(Engine::builder(settings).backend(self.rows.clone()).open().unwrap())
    }

    /// Returns the paths of stored files.
    fn stored(&self) -> Vec<PathBuf> {
        let (mut folders, mut files) = (vec![self.folder.path().join("files")], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() { folders.push(path) } else { files.push(path) }
            }
        }
        files
    }
}

fn found(engine: &Fixture, text: &str) -> Vec<String> {
    engine.found(text, &[("dataset", "places")])
}

/// Loads, changes and removes a dataset with two engines alternately.
fn take_turns(one: &Fixture, two: &Fixture) {
    one.create("places", PLACES, &[]).unwrap();
    assert_eq!(found(two, "To Cork"), ["Cork=Cork/City"]);
    two.update("places", BONN, &[]).unwrap();
    assert_eq!(found(one, "To Cork, Bonn"), ["Cork=Cork/City", "Bonn=Bonn/"]);
    one.update("places", BONN, &[("mode", "replace")]).unwrap();
    assert_eq!(found(two, "To Cork, Bonn"), ["Bonn=Bonn/"]);
    let terms = "concept,term,language\nc1,black hole,en\n";
    one.create("terms", terms, &[("type", "terms")]).unwrap();
    let document = glossweave::decode("A black hole", Format::Text, &Default::default()).unwrap();
    let mut options = glossweave::term::TermOptions::default();
    options.set("dataset", "terms").unwrap();
    options.set("source-lang", "en").unwrap();
    assert_eq!(two.anna().terms().find("termbase", &document, &options).unwrap().len(), 1);
    two.anna().datasets().delete("places", &Default::default()).unwrap();
    let error = one.find("Bonn", &[("dataset", "places")]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
}

#[test]
fn what_one_engine_loads_another_finds() {
    let cluster = Cluster::new();
    take_turns(&cluster.engine("one"), &cluster.engine("two"));
    // One cache for both.
    let cluster = Cluster::new();
    take_turns(&cluster.engine("one"), &cluster.engine("one"));
}

#[test]
fn blank_nodes_of_loads_in_two_engines_stay_apart() {
    let cluster = Cluster::new();
    let engines = ["one", "two"].map(|name| cluster.engine(name));
    let turtle = |name: &str| {
        format!(
            "@prefix s: <http://www.w3.org/2004/02/skos/core#> . <http://ex.org/{name}> s:prefLabel '{name}' ; \
             <http://ex.org/has> [ <http://ex.org/name> '{name}' ] ."
        )
    };
    engines[0].create("places", &turtle("Cork"), &[("informat", "turtle")]).unwrap();
    engines[1].update("places", &turtle("Bonn"), &[("informat", "turtle")]).unwrap();
    let query = "CONSTRUCT { <@@@entity_uri@@@> <http://ex.org/said> ?name } WHERE { \
                 <@@@entity_uri@@@> <http://ex.org/has> ?node . ?node <http://ex.org/name> ?name }";
    let body = format!(r#"{{"query": "{query}", "endpoint": "dataset:places"}}"#);
    let session = engines[0].anna();
    let template =
        session.templates().create(None, body.as_bytes(), &ResourceUpdate::default()).unwrap();
    let page = "<p>A <span its-ta-ident-ref='http://ex.org/Cork'>place</span>";
    let mut request = Request::new(page, Format::Html);
    request.set("outformat", "n-triples").unwrap();
    let linked = session.links().enrich(LinkRequest::new(&template.name, request)).unwrap();
    let text = String::from_utf8(linked.bytes).unwrap();
    assert!(text.contains("<http://ex.org/said> \"Cork\""), "{text}");
    assert!(!text.contains("<http://ex.org/said> \"Bonn\""), "{text}");
}

#[test]
fn files_that_no_row_names_go_after_the_time_of_grace() {
    let mut cluster = Cluster::new();
    cluster.files = FileSettings { grace: Duration::from_secs(2), ..cluster.files };
    let (one, two) = (cluster.engine("one"), cluster.engine("two"));
    one.create("places", PLACES, &[]).unwrap();
    let before = cluster.stored().len();
    one.update("places", BONN, &[("mode", "replace")]).unwrap();
    assert_eq!(two.engine.expire().unwrap(), 0);
    assert!(cluster.stored().len() > before, "someone may be fetching the old one");
    thread::sleep(Duration::from_millis(2_500));
    assert_eq!(two.engine.expire().unwrap(), 1);
    assert_eq!(found(&cluster.engine("three"), "Bonn"), ["Bonn=Bonn/"]);
    // Files with a row are kept, regardless of their age.
    assert_eq!(two.engine.expire().unwrap(), 0);
    assert_eq!(found(&cluster.engine("four"), "Bonn"), ["Bonn=Bonn/"]);
}

#[test]
fn a_place_that_fails_stores_nothing_and_what_is_loaded_stays() {
    let cluster = Cluster::new();
    let [one, two, three] = ["one", "two", "three"].map(|name| cluster.engine(name));
    one.create("places", PLACES, &[]).unwrap();
    assert_eq!(found(&two, "Cork"), ["Cork=Cork/City"]);
    let (files, away) = (cluster.folder.path().join("files"), cluster.folder.path().join("away"));
    fs::rename(&files, &away).unwrap();
    fs::write(&files, "no folder").unwrap();
    let error = one.update("places", BONN, &[("mode", "replace")]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    assert_eq!(one.create("more", BONN, &[]).unwrap_err().kind(), ErrorKind::Storage);
    assert_eq!(one.anna().datasets().read("more").unwrap_err().kind(), ErrorKind::NotFound);
    for engine in [&one, &two] {
        assert_eq!(found(engine, "Cork, Bonn"), ["Cork=Cork/City"]);
    }
    let error = three.find("Cork", &[("dataset", "places")]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    fs::remove_file(&files).unwrap();
    fs::rename(&away, &files).unwrap();
    assert_eq!(found(&three, "Cork"), ["Cork=Cork/City"]);
}

#[test]
fn idle_datasets_of_an_engine_give_their_space_to_others() {
    let mut cluster = Cluster::new();
    let one = cluster.engine("one");
    let size = |folder: &Path| -> u64 {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().metadata().unwrap());
        entries.map(|about| about.len()).sum()
    };
    one.create("a", PLACES, &[]).unwrap();
    let files = size(cluster.stored()[0].parent().unwrap());
    for name in ["b", "c", "d"] {
        one.create(name, PLACES, &[]).unwrap();
    }
    cluster.files = FileSettings { cache_size: Bytes(files * 5 / 2), ..cluster.files.clone() };
    let two = cluster.engine("two");
    for name in ["a", "b", "c", "d", "a"] {
        assert_eq!(two.found("Cork", &[("dataset", name)]), ["Cork=Cork/City"]);
    }
    let cached = fs::read_dir(cluster.folder.path().join("two")).unwrap();
    let folders = cached.filter(|entry| entry.as_ref().unwrap().path().is_dir()).count();
    assert_eq!(folders, 2);
}

#[test]
fn a_store_with_numbered_folders_is_used_as_before() {
    let cluster = Cluster::new();
    let store = cluster.folder.path().join("store");
    let settings = Settings {
        models: ModelSettings { mentions: Some("none".into()), ..ModelSettings::default() },
        store: StoreSettings::new(&store),
        ..Settings::default()
    };
    let first = Fixture::with(settings.clone());
    first.create("old", PLACES, &[]).unwrap();
    drop(first);
    let second = Fixture::with(Settings { files: cluster.files.clone(), ..settings.clone() });
    second.create("new", BONN, &[]).unwrap();
    let both = |fixture: &Fixture| fixture.find("Cork, Bonn", &[("dataset", "old,new")]);
    assert_eq!(both(&second).unwrap(), ["Cork=Cork/City", "Bonn=Bonn/"]);
    drop(second);
    // Without the setting, the old dataset works, and the error for the new dataset contains the
    // missing setting.
    let third = Fixture::with(settings);
    assert_eq!(third.found("Cork", &[("dataset", "old")]), ["Cork=Cork/City"]);
    let error = both(&third).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Storage);
    assert!(format!("{error:?}").contains("`files`"), "{error:?}");
}

/// Prints its measurements. LABELS sets the number of labels.
#[test]
fn a_large_dataset_is_there_for_another_engine_within_a_minute() {
    let count = std::env::var("LABELS").map_or(20_000, |count| count.parse::<usize>().unwrap());
    let cluster = Cluster::new();
    measure(&cluster, count);
}

fn measure(cluster: &Cluster, count: usize) {
    let (one, two) = (cluster.engine("one"), cluster.engine("two"));
    let mut table = String::from("uri,label\n");
    for number in 0..count {
        let name = number.wrapping_mul(2_654_435_761) % 0xffff_ffff;
        table += &format!("http://ex.org/{number},Name{name:x} Place{}\n", number % 9973);
    }
    let at = Instant::now();
    one.create("places", &table, &[]).unwrap();
    let loaded = at.elapsed();
    let at = Instant::now();
    assert_eq!(found(&two, "To Name0 Place0").len(), 1);
    let fetched = at.elapsed();
    println!(
        "{count} labels: loaded and stored in {loaded:?}, found by another engine in {fetched:?}"
    );
    assert!(fetched < Duration::from_secs(60), "{fetched:?}");
}

#[cfg(feature = "object-store")]
mod s3 {
    use super::*;
    use harness::s3_server::S3Server;

    fn cluster(server: &S3Server) -> Cluster {
        let cluster = Cluster::new();
        Cluster {
            files: FileSettings {
                location: Some(server.place().into()),
                ..FileSettings::default()
            },
            ..cluster
        }
    }

    #[test]
    fn engines_share_a_bucket() {
        let Some(server) = S3Server::start() else { return };
        let cluster = cluster(&server);
        let (one, two) = (cluster.engine("one"), cluster.engine("two"));
        take_turns(&one, &two);
        // More than one part, so that several are uploaded at the same time.
        let table: String = (0..200_000)
            .map(|number| format!("http://ex.org/{number},Name{number} of a place\n"))
            .collect();
        one.create("places", &format!("uri,label\n{table}"), &[]).unwrap();
        assert_eq!(found(&two, "Name7 of a place").len(), 1);

        drop(server);
        let error = two.update("places", BONN, &[("mode", "replace")]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Storage, "{error}");
        assert!(!format!("{error:?}").contains("Credential"), "{error:?}");
        for engine in [&one, &two] {
            assert_eq!(found(engine, "Name7 of a place").len(), 1);
        }
        let error = cluster.engine("three").find("Cork", &[("dataset", "places")]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Storage, "{error}");
    }

    #[test]
    fn files_in_a_bucket_go_after_the_time_of_grace() {
        let Some(server) = S3Server::start() else { return };
        let mut cluster = cluster(&server);
        // The times of the server are whole seconds.
        cluster.files = FileSettings { grace_milliseconds: 4_000, ..cluster.files };
        let (one, two) = (cluster.engine("one"), cluster.engine("two"));
        one.create("places", PLACES, &[]).unwrap();
        one.update("places", BONN, &[("mode", "replace")]).unwrap();
        assert_eq!(two.engine.expire().unwrap(), 0);
        thread::sleep(Duration::from_secs(6));
        assert_eq!(two.engine.expire().unwrap(), 1);
        assert_eq!(two.engine.expire().unwrap(), 0);
        assert_eq!(found(&cluster.engine("three"), "Bonn"), ["Bonn=Bonn/"]);
    }

    #[test]
    fn a_large_dataset_in_a_bucket_is_there_for_another_engine_within_a_minute() {
        let Some(server) = S3Server::start() else { return };
        let count = std::env::var("LABELS").map_or(20_000, |count| count.parse::<usize>().unwrap());
        measure(&cluster(&server), count);
    }
}
