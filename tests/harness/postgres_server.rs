//! A PostgreSQL server that the tests use. Its data is in a temporary folder.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use tempfile::TempDir;

use glossweave_testing::skip;

/// The password of the only user.
pub const PASSWORD: &str = "correct-horse";
/// The minimum version.
const VERSION: u32 = 15;

/// A running server. By default it listens only on a socket in its folder.
pub struct PostgresServer {
    folder: TempDir,
    programs: PathBuf,
    options: String,
    /// The guard process. It stops the server when its input is closed, for example because this
    /// process ends.
    guard: Option<(Child, ChildStdin)>,
}

/// Returns the server that all tests of a process share, or skips the test. The server does not
/// sync to disk, so tests that need syncing start another server.
pub fn shared() -> Option<&'static PostgresServer> {
    static SERVER: OnceLock<Option<PostgresServer>> = OnceLock::new();
    SERVER.get_or_init(|| PostgresServer::start("-c fsync=off -c max_connections=300")).as_ref()
}

impl PostgresServer {
    /// Starts a server with options of `postgres`, or skips the test if PostgreSQL is not
    /// installed.
    pub fn start(options: &str) -> Option<PostgresServer> {
        let Some(programs) = programs() else {
            skip("postgres", "PostgreSQL 15 or later is not installed");
            return None;
        };
        let folder = tempfile::Builder::new().prefix("gw-pg").tempdir().expect("a folder");
        if is_root() {
            // The server refuses to run as root.
            let owner = Command::new("chown").arg("postgres").arg(folder.path()).status();
            assert!(owner.expect("chown").success(), "no user `postgres`");
        }
        fs::write(folder.path().join("password"), PASSWORD).expect("a file");
        let open = Permissions::from_mode(0o644);
        fs::set_permissions(folder.path().join("password"), open).expect("permissions");
        let mut server =
            PostgresServer { folder, programs, options: options.to_owned(), guard: None };
        let mut initdb = server.program("initdb");
        initdb.args(["--auth=scram-sha-256", "--username=ann", "--encoding=UTF8", "--no-sync"]);
        initdb.arg("--pwfile").arg(server.path("password")).arg("-D").arg(server.path("data"));
        run(&mut initdb);
        server.resume();
        Some(server)
    }

    /// Starts the server again after [`PostgresServer::stop`].
    pub fn resume(&mut self) {
        let socket = self.folder.path().display();
        let mut options = format!("-c listen_addresses='' -c unix_socket_directories={socket} ");
        options += &self.options;
        let mut start = self.program("pg_ctl");
        start.args(["start", "--wait", "--silent", "--options", &options, "-D"]);
        start.arg(self.path("data")).arg("--log").arg(self.path("log"));
        start.stdout(Stdio::null()).stderr(Stdio::null());
        assert!(start.status().expect("pg_ctl").success(), "{}", self.log());
        if self.guard.is_none() {
            let mut guard = Command::new("sh");
            let end = self.stopping("immediate");
            let end = end
                .get_args()
                .fold(end.get_program().to_string_lossy().into_owned(), |line, word| {
                    format!("{line} '{}'", word.to_string_lossy())
                });
            guard.arg("-c").arg(format!("cat; {end}; rm -rf '{}'", self.folder.path().display()));
            guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let mut guard = guard.spawn().expect("sh");
            let input = guard.stdin.take().expect("a pipe");
            self.guard = Some((guard, input));
        }
    }

    /// Stops the server: `fast` rolls back open transactions, `immediate` is a crash.
    pub fn stop(&self, mode: &str) {
        run(&mut self.stopping(mode));
    }

    fn stopping(&self, mode: &str) -> Command {
        let mut stop = self.program("pg_ctl");
        stop.args(["stop", "--wait", "--silent", "--mode", mode, "-D"]).arg(self.path("data"));
        stop
    }

    /// Returns the URL of a new, empty store, which uses a new schema.
    pub fn store(&self) -> String {
        static LAST: AtomicUsize = AtomicUsize::new(0);
        let name = format!("store{}", LAST.fetch_add(1, Ordering::Relaxed));
        self.sql(&format!("CREATE SCHEMA {name}"));
        let host = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://ann:{PASSWORD}@{host}/postgres?options=-csearch_path%3D{name}")
    }

    /// Runs a statement, and returns its output.
    pub fn sql(&self, statement: &str) -> String {
        let mut psql = Command::new("psql");
        psql.env("PGPASSWORD", PASSWORD).arg("-h").arg(self.folder.path());
        psql.args(["-X", "-A", "-t", "-q", "-U", "ann", "-d", "postgres", "-c", statement]);
        run(&mut psql)
    }

    /// Returns the log of the server.
    pub fn log(&self) -> String {
        fs::read_to_string(self.path("log")).unwrap_or_default()
    }

    /// Returns the path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns a command for a program of the server, which runs as the user of the server.
    fn program(&self, name: &str) -> Command {
        let path = self.programs.join(name);
        let mut command = match is_root() {
            true => Command::new("setpriv"),
            false => Command::new(&path),
        };
        if is_root() {
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(path);
        }
        command.current_dir(self.folder.path());
        command
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        if let Some((mut guard, input)) = self.guard.take() {
            drop(input);
            let _ = guard.wait();
        }
    }
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("a program of PostgreSQL");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {error}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Returns `true` if the tests run as root, which the server refuses.
pub fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|it| std::os::unix::fs::MetadataExt::uid(&it) == 0)
}

/// Returns the folder of the newest server. It is searched for because Debian packages do not add
/// it to the PATH.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let version = |name: &Path| name.file_name()?.to_str()?.parse::<u32>().ok();
    let debian = versions
        .filter_map(|entry| Some((version(&entry.path())?, entry.path().join("bin"))))
        .filter(|(version, folder)| *version >= VERSION && folder.join("initdb").exists())
        .max();
    if let Some((_, folder)) = debian {
        return Some(folder);
    }
    let output = Command::new("pg_config").args(["--bindir", "--version"]).output().ok()?;
    let output = String::from_utf8(output.stdout).ok()?;
    let (folder, version) = output.split_once('\n')?;
    let digits = version.trim().strip_prefix("PostgreSQL ")?.split(['.', ' ']).next()?;
    let folder = PathBuf::from(folder);
    let is_there = folder.join("initdb").exists();
    (is_there && digits.parse::<u32>().is_ok_and(|version| version >= VERSION)).then_some(folder)
}
