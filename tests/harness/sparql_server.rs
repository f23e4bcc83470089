//! A real SPARQL server that the tests use: Apache Jena Fuseki, downloaded by `scripts/setup test`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use glossweave_testing::skip;

/// The time limit for the start of a server, also on a busy machine.
const START: Duration = Duration::from_secs(120);

/// A server on the loopback address with one graph. It stops when it is dropped.
pub struct SparqlServer {
    process: Child,
    folder: TempDir,
    port: u16,
}

impl SparqlServer {
    /// Starts a server with the triples of a Turtle text, on a free port. Returns `None` and adds
    /// an entry to the list of skips if Fuseki is missing.
    pub fn start(turtle: &str) -> Option<SparqlServer> {
        let Some(jar) = jar() else {
            skip("sparql", "no Fuseki: `scripts/setup test` fetches it, FUSEKI_JAR names one");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let (data, log) = (folder.path().join("data.ttl"), folder.path().join("log"));
        fs::write(&data, turtle).expect("a written file");
        let out = File::create(&log).expect("a log");
        let process = Command::new("java")
            .arg("-Xmx256m")
            .arg("-jar")
            .arg(jar)
            .args(["--localhost", "--port", "0", "--file"])
            .arg(&data)
            .arg("/data")
            .env("FUSEKI_BASE", folder.path())
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stderr(out.try_clone().expect("a log"))
            .stdout(out)
            .spawn();
        let process = match process {
            Ok(process) => process,
            Err(error) => {
                skip("sparql", &format!("no Java to run Fuseki with: {error}"));
                return None;
            }
        };
        let mut server = SparqlServer { process, folder, port: 0 };
        server.port = server.started(&log);
        Some(server)
    }

    /// Returns the URL for queries.
    pub fn endpoint(&self) -> String {
        format!("http://127.0.0.1:{}/data/sparql", self.port)
    }

    /// Returns the output of the server so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// Waits until the server reports its port.
    fn started(&mut self, log: &Path) -> u16 {
        let begun = Instant::now();
        loop {
            let said = fs::read_to_string(log).unwrap_or_default();
            let port = said.split_once("(http=").and_then(|(_, rest)| rest.split_once(')'));
            if let Some(Ok(port)) = port.map(|(port, _)| port.parse()) {
                return port;
            }
            let ended = self.process.try_wait().expect("a state");
            assert!(ended.is_none(), "the server ended: {ended:?}\n{said}");
            assert!(begun.elapsed() < START, "the server does not start:\n{said}");
            sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for SparqlServer {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the path of the program: the value of FUSEKI_JAR, or the downloaded file.
fn jar() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("FUSEKI_JAR") {
        return Some(named.into());
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../build/fuseki");
    let mut found: Vec<_> = fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "jar"))
        .collect();
    found.sort();
    found.pop()
}
