//! The program: its flags, its log, and its end.

#![allow(clippy::unwrap_used, clippy::panic, reason = "clippy knows test functions only")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::client::{self, connect, parse, read};
use glossweave_testing::PATIENCE;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

struct Program {
    child: Child,
    address: SocketAddr,
}

const PROGRAM: &str = env!("CARGO_BIN_EXE_glossweave-http");

fn command() -> Command {
    without_settings(PROGRAM)
}

/// Returns a command without settings of the program in its environment.
fn without_settings(program: &str) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("GLOSSWEAVE_")) {
        command.env_remove(name);
    }
    command
}

impl Program {
    fn start(mut command: Command) -> Program {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/');
        let address = address.parse().unwrap_or_else(|_| panic!("no address in {line:?}"));
        Program { child, address }
    }

    fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }

    /// Waits for the end of the program, and returns the log.
    fn end(mut self) -> String {
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        assert!(self.child.wait().unwrap().success(), "{log}");
        log
    }

    fn send(&self, request: &str) -> client::Reply {
        let mut stream = connect(self.address);
        stream.write_all(request.as_bytes()).unwrap();
        read(stream, "POST")
    }
}

#[test]
fn secrets_are_not_in_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command();
    command.env("GLOSSWEAVE_SERVER_LISTEN", "127.0.0.1:0").env("GLOSSWEAVE_SERVER_LOG", "trace");
    command.env("GLOSSWEAVE_ADMIN_CREATE", "true").env("GLOSSWEAVE_ADMIN_USERNAME", "root");
    command
        .env("GLOSSWEAVE_ADMIN_PASSWORD", "secret-admin")
        .arg("--store.location")
        .arg(folder.path());
    let program = Program::start(command);
    let end = "Host: x\r\nConnection: close\r\n\r\n";
    let send = |head: &str| program.send(&format!("{head}\r\n{end}"));
    send("POST /v1/user?username=anna&password=secret-in-query HTTP/1.1").expect(201);
    let login = "POST /v1/authenticate HTTP/1.1\r\nX-Auth-Username: anna\r\nX-Auth-Password:";
    let token = send(&format!("{login} secret-in-query")).expect(200).json()["token"].clone();
    let token = token.as_str().unwrap();
    send(&format!("{login} secret-and-wrong")).expect(401);
    send(&format!("GET /v1/user/anna HTTP/1.1\r\nX-Auth-Token: {token}")).expect(200);
    send("GET /v1/user/anna HTTP/1.1\r\nAuthorization: Bearer secret-token").expect(401);
    send(&format!("PUT /v1/user/anna?password=secret-new-one HTTP/1.1\r\nX-Auth-Token: {token}"))
        .expect(200);
    send("POST /v1/e-translation/memory?source-lang=en&target-lang=fr&key=secret-key&input=x HTTP/1.1")
        .expect(404);
    send("POST /v1/user?username=secret%FF&password=%FF HTTP/1.1").expect(400);
    send("POST /v1/pipelining/chain/secret-path-is-fine?X=secret-variable HTTP/1.1");
    send("GET /nothing?password=secret-elsewhere HTTP/1.1").expect(404);
    send(
        "POST /v1/e-entity/dictionary/documents?dataset=secret-dataset HTTP/1.1\r\nContent-Length: 0",
    );
    program.signal("TERM");
    let log = program.end();
    let left = log.replace("secret-path-is-fine", "");
    assert!(!left.contains("secret") && !log.contains(token), "{log}");
    let opened = format!(r#""message":"opened `{}`, which has"#, folder.path().display());
    assert!(log.contains(&opened) && log.contains(r#""target":"store""#), "{log}");
    // The log is machine-readable.
    let requests: Vec<serde_json::Value> = log
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}")))
        .filter(|event: &serde_json::Value| event.get("route").is_some())
        .collect();
    assert_eq!(requests.len(), 11, "{log}");
    assert_eq!(
        (requests[0].get("user"), requests[3]["user"].as_str()),
        (None, Some("anna")),
        "{log}"
    );
    let first = &requests[0];
    assert_eq!(
        (first["method"].as_str(), first["path"].as_str()),
        (Some("POST"), Some("/v1/user"))
    );
    assert_eq!((&first["status"], first["route"].as_str()), (&201.into(), Some("/user")));
    assert!(
        first["milliseconds"].is_number() && first["id"].as_str().is_some_and(|id| id.len() == 32)
    );
}

#[test]
fn a_change_whose_client_has_gone_is_not_begun() {
    let mut command = command();
    command.args(["--server.listen", "127.0.0.1:0", "--dataset", "none"]);
    command.args(["--admin.create", "true", "--admin.username", "root"]);
    command.env("GLOSSWEAVE_ADMIN_PASSWORD", "correct horse");
    let program = Program::start(command);
    let end = "Host: x\r\nConnection: close\r\n";
    let login = "POST /v1/authenticate HTTP/1.1\r\nX-Auth-Username: root\r\n";
    let login = format!("{login}X-Auth-Password: correct horse\r\n{end}\r\n");
    let token = program.send(&login).expect(200).json()["token"].clone();
    let token = format!("X-Auth-Token: {}\r\n", token.as_str().unwrap());
    let path = "/v1/toolbox/convert/manage";
    let create = |number: usize| {
        let query = "SELECT * { ?s ?p ?o }";
        let head = format!(
            "POST {path}?name=late{number} HTTP/1.1\r\nContent-Type: text/plain\r\n{token}{end}"
        );
        format!("{head}Content-Length: {}\r\n\r\n{query}", query.len())
    };
    program.send(&create(0)).expect(201);
    program.signal("STOP");
    for number in 1..=20 {
        // The behavior of a proxy that has waited too long.
        let mut stream = TcpStream::connect(program.address).unwrap();
        stream.write_all(create(number).as_bytes()).unwrap();
    }
    program.signal("CONT");
    program.send(&create(21)).expect(201);
    let listed = program.send(&format!("GET {path} HTTP/1.1\r\n{token}{end}\r\n")).expect(200);
    let listed = listed.text().matches("late").count();
    assert_eq!(listed, 2, "more than the first and the last were created");
    program.signal("HUP");
    program.send(&format!("GET /version HTTP/1.1\r\n{end}\r\n")).expect(200);
    program.signal("TERM");
    program.end();
}

#[test]
fn a_running_request_is_finished_when_the_program_is_told_to_stop() {
    for signal in ["TERM", "INT"] {
        let mut command = command();
        command.args(["--server.listen", "127.0.0.1:0", "--dataset", "none"]);
        let program = Program::start(command);
        let mut idle = connect(program.address);
        idle.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
        let mut running = connect(program.address);
        let head = "POST /v1/e-terminology/extraction?source-lang=en HTTP/1.1\r\nHost: x\r\n\
                    Content-Length: 5\r\n\r\nTwo";
        running.write_all(head.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        program.signal(signal);
        std::thread::sleep(Duration::from_millis(500));
        // New connections are refused.
        assert!(std::net::TcpStream::connect(program.address).is_err());
        running.write_all(b" t").unwrap();
        let reply = read(running, "POST").expect(200);
        assert!(reply.text().contains("Two t"), "{}", reply.text());
        let mut bytes = Vec::new();
        idle.read_to_end(&mut bytes).unwrap();
        assert_eq!(parse(&bytes, "GET").unwrap().status, 200);
        let from = Instant::now();
        program.end();
        assert!(from.elapsed() < PATIENCE, "{:?}", from.elapsed());
    }
}

/// Returns the resident memory of a process in KiB.
fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Sends a request over a persistent connection, and returns the status of the response.
fn ask(stream: &mut TcpStream, request: &str) -> u16 {
    stream.write_all(request.as_bytes()).unwrap();
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
    loop {
        if let Some(reply) = parse(&bytes, "POST") {
            return reply.status;
        }
        let count = stream.read(&mut buffer).unwrap();
        assert!(count > 0, "the connection ended");
        bytes.extend_from_slice(&buffer[..count]);
    }
}

#[test]
fn two_thousand_connections_are_held_and_memory_stays_flat() {
    let limit = getrlimit(Resource::Nofile);
    let count = limit.maximum.map_or(2_000, |most| (most.saturating_sub(200)).min(2_000));
    let mine = Rlimit { current: Some(count + 200), ..limit };
    if limit.current.is_some_and(|current| current < count + 200) {
        setrlimit(Resource::Nofile, mine).unwrap();
    }
    // Like the limits of most systems, which the program must raise.
    let mut command = without_settings("sh");
    command.args(["-c", "ulimit -S -n 256 && exec \"$0\" \"$@\"", PROGRAM]);
    command.args([
        "--server.listen",
        "127.0.0.1:0",
        "--server.header-time",
        "120s",
        "--server.log",
        "warn",
    ]);
    let program = Program::start(command);
    let health = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
    let before = resident(program.child.id());
    let mut held: Vec<TcpStream> = (0..count).map(|_| connect(program.address)).collect();
    for stream in &mut held {
        assert_eq!(ask(stream, health), 200);
    }
    let metrics = program.send("GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    let output_text = format!("\nglossweave_connections {}\n", count + 1);
    assert!(metrics.text().contains(&output_text), "{}", metrics.text());
    let each = (resident(program.child.id()) - before) / count;
    assert!(each < 64, "{each} KiB a connection");

    let work = "POST /v1/e-terminology/extraction?source-lang=en HTTP/1.1\r\nHost: x\r\n\
                Content-Length: 54\r\n\r\nThe old harbour has a new harbour light, says harbour.";
    let mut other = connect(program.address);
    let requests = glossweave_testing::count(250, 1_000);
    let mut answered = |requests: usize| {
        (0..requests).for_each(|_| assert_eq!(ask(&mut other, work), 200));
        resident(program.child.id())
    };
    let (warm, later) = (answered(requests), answered(4 * requests));
    assert!(
        later < warm + 8_192,
        "{warm} KiB after {requests} requests, {later} after {}",
        5 * requests
    );
    drop(held);
    program.signal("TERM");
    assert_eq!(program.end(), "");
}

#[test]
fn files_then_the_environment_then_flags_say_how_it_is_set() {
    let folder = tempfile::tempdir().unwrap();
    let toml = folder.path().join("a.toml");
    let text = "[server]\nlisten = \"127.0.0.1:0\"\ncors = \"https://file.example\"\nlog = \"off\"\n\
                [limits]\nsource = 10\n";
    std::fs::write(&toml, text).unwrap();
    let json = folder.path().join("a.json");
    let text = r#"{"server": {"listen": "127.0.0.1:0", "cors": "https://file.example", "log": "off"}, "limits": {"source": 10}}"#;
    std::fs::write(&json, text).unwrap();
    let origin = |program: &Program| {
        let head = "GET /health HTTP/1.1\r\nHost: x\r\nOrigin: https://";
        let ask = |host: &str| {
            let text = format!("{head}{host}.example\r\nConnection: close\r\n\r\n");
            program.send(&text).header("access-control-allow-origin").is_some()
        };
        ["file", "environment", "flag"].map(ask)
    };
    for path in [&toml, &json] {
        let mut steps = vec![[true, false, false], [false, true, false], [false, false, true]];
        for number in 0..3 {
            let mut command = command();
            command.arg("--config").arg(path);
            if number > 0 {
                command.env("GLOSSWEAVE_SERVER_CORS", "https://environment.example");
                command.env("GLOSSWEAVE_LIMITS_SOURCE", "20");
            }
            if number > 1 {
                command.args(["--server.cors", "https://flag.example", "--limits.source", "30"]);
            }
            let program = Program::start(command);
            assert_eq!(origin(&program), steps.remove(0));
            for (length, fits) in [(10, true), (20, number > 0), (30, number > 1), (31, false)] {
                let body = "a".repeat(length);
                let head = format!(
                    "POST /v1/e-terminology/extraction?source-lang=en HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
                );
                assert_eq!(program.send(&head).status, if fits { 200 } else { 413 });
            }
            program.signal("TERM");
            assert_eq!(program.end(), "");
        }
    }
}

#[test]
fn what_cannot_be_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.toml");
    std::fs::write(&file, "[admin]\ncreate = true\npasword = \"battery\"\n").unwrap();
    let file = file.to_str().unwrap();
    for (flags, says) in [
        (vec!["--server.listen", "nowhere"], "cannot listen at `nowhere`"),
        (vec!["--colour", "red"], "unexpected argument '--colour'"),
        (
            vec!["--limits.source", "many"],
            "`limits.source` in the flag `--limits.source`: expected a number of bytes",
        ),
        (vec!["--server.workers", "many"], "expected a whole number, found `many`"),
        (vec!["--server.log", "loud"], "no level `loud`, expected one of error"),
        (vec!["--server.share", "500"], "expected a percentage up to 100 as `server.share`"),
        (vec!["--server.cors", "example.org"], "expected origins as `server.cors`"),
        (vec!["--config", "/nowhere.toml"], "cannot read the settings in `/nowhere.toml`"),
        (
            vec!["--config", file],
            "at line 3 column 1: no setting `admin.pasword`; did you mean `admin.password`?",
        ),
        (vec!["--prefix", "urn:x"], "expected an http or https IRI"),
    ] {
        let output = command().args(&flags).output().unwrap();
        let output_text = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && output_text.contains(says), "{flags:?}: {output_text}");
        assert!(
            !output_text.contains("battery") && !output_text.contains("panicked"),
            "{output_text}"
        );
    }
    let oidc = ["--oidc.issuer", "https://login.example.org", "--oidc.client-id", "a"];
    let output = command()
        .arg("--check")
        .args(oidc)
        .args(["--access.registration", "open"])
        .output()
        .unwrap();
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success() && warning.contains("in addition to the OpenID provider"),
        "{warning}"
    );
    let version = command().arg("--version").output().unwrap();
    let output_text = format!("glossweave-http {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(String::from_utf8(version.stdout).unwrap(), output_text);
    let help = command().arg("--help").output().unwrap();
    assert!(help.status.success());
    let help = String::from_utf8(help.stdout).unwrap();
    for flag in [
        "--config",
        "--server.listen",
        "--store.location",
        "--limits.output",
        "GLOSSWEAVE_ADMIN_PASSWORD",
        "docs/settings.md",
    ] {
        assert!(help.contains(flag), "{help}");
    }
}

#[test]
fn a_check_finds_what_the_server_cannot_work_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let recognizer = |table: &str| {
        let settings = format!(
            "[[recognizer]]\nname = \"places\"\nprotocol = \"dictionary\"\nplace = \"{table}\"\n"
        );
        file("settings.toml", settings.as_bytes())
    };
    let check = |flags: &[&str]| {
        let output = command().arg("--check").args(flags).output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    for (flag, value, says) in [
        ("--server.listen", "8472", "expected an address with a port as `server.listen`"),
        ("--server.share", "500", "expected a percentage up to 100 as `server.share`, found `500`"),
        ("--server.cors", "example.org", "expected origins as `server.cors`"),
    ] {
        let (is_right, said) = check(&[flag, value]);
        assert!(!is_right && said.contains(says), "{said}");
    }
    let table = file("class.csv", b"uri,label,class\nhttp://example.org/1,One,Place\n");
    let (is_right, said) = check(&["--config", &recognizer(&table)]);
    let says = format!(
        "recognizer `places`: {table}: the column `class` is not known at line 1 column 11"
    );
    assert!(!is_right && said.contains(&says), "{said}");
    let table = file(
        "latin.csv",
        b"uri,label\nhttp://example.org/1,Z\xFCrich\nhttp://example.org/2,Cork\n",
    );
    let (is_right, said) = check(&["--config", &recognizer(&table)]);
    assert!(
        is_right
            && said.contains(
                "1 skipped rows or labels, the first: field 2 of the row is not UTF-8 at line 2"
            ),
        "{said}"
    );
}

#[test]
fn a_hundred_bodies_without_their_last_byte_leave_the_program_alive() {
    // Uses about 2 GB of addresses, so that one more request would end the program.
    let mut command = without_settings("sh");
    command.args(["-c", "ulimit -v 2000000 && exec \"$0\" \"$@\"", PROGRAM]);
    command.args(["--server.listen", "127.0.0.1:0", "--server.log", "off"]);
    let program = Program::start(command);
    let body = vec![b'a'; (31 << 20) - 1];
    let head = format!(
        "POST /v1/e-terminology/extraction?source-lang=en HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n",
        31 << 20
    );
    let held: Vec<_> = (0..100u8)
        .map(|number| {
            let from = [127, 0, 2, number % 4 + 1];
            let mut stream = client::connect_from(from.into(), program.address);
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
            stream
        })
        .collect();
    let most = resident(program.child.id());
    assert!(most < 900_000, "{most} KiB");
    let small = "POST /v1/e-terminology/extraction?source-lang=en HTTP/1.1\r\nHost: x\r\n\
                 Content-Length: 9\r\nConnection: close\r\n\r\nTwo trees";
    program.send(small).expect(200);
    program.send("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").expect(200);
    drop(held);
    program.signal("TERM");
    program.end();
}

/// Returns a request with a body compressed with gzip.
fn packed(target: &str, media_type: &str, body: &str) -> Vec<u8> {
    let body = client::gzip(body);
    let head = format!(
        "POST {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: {media_type}\r\n\
         Content-Encoding: gzip\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), &body].concat()
}

fn plain(head: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{head} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

#[test]
fn no_request_ends_a_program_of_two_gigabytes() {
    let folder = tempfile::tempdir().unwrap();
    let names = folder.path().join("names.csv");
    std::fs::write(&names, "uri,label\nhttp://example.org/a,a\n").unwrap();
    let config = folder.path().join("glossweave.toml");
    let output_text =
        format!("[[recognizer]]\nname = \"names\"\nprotocol = \"dictionary\"\nplace = {names:?}\n");
    std::fs::write(&config, output_text).unwrap();
    let mut command = without_settings("sh");
    command.args(["-c", "ulimit -v 2000000 && exec \"$0\" \"$@\"", PROGRAM, "--config"]);
    command.arg(&config).args(["--server.listen", "127.0.0.1:0", "--server.log", "off"]);
    let program = Program::start(command);
    // The addresses of free memory count for the limit, so the allocator returns them.
    let environment = std::fs::read(format!("/proc/{}/environ", program.child.id())).unwrap();
    let environment = String::from_utf8_lossy(&environment).into_owned();
    assert!(environment.contains("MIMALLOC_DISALLOW_ARENA_ALLOC=1"), "{environment}");
    let send = |request: &[u8]| {
        let mut stream = connect(program.address);
        let _ = stream.write_all(request);
        read(stream, "POST")
    };
    let alive = |after: &str| {
        let light = plain("POST /v1/e-entity/names/documents", "only a word");
        let reply = send(&light);
        assert!(reply.status == 200 && reply.text().contains("example.org/a"), "after {after}");
    };

    let variable = format!(
        r#"[{{"method": "POST", "endpoint": "/e-entity/names/documents", "body": "a",
            "parameters": {{"language": "{}"}}}}]"#,
        "$A$".repeat(1_000_000)
    );
    let variable = plain(&format!("POST /v1/pipelining/chain?A={}", "a".repeat(30_000)), &variable);
    let base = format!("@base <http://example.org/{}/> .\n", "a".repeat(1_000_000));
    let base = base + &"<a> <b> <c> , <d> , <e> .\n".repeat(300_000);
    let phrase = "solar panel power plant ".repeat(200_000);
    let extraction = "/v1/e-terminology/extraction?source-lang=en&target-lang=de";
    let entities = "/v1/e-entity/names/documents";
    let words = "a ".repeat(750_000);
    let nif = format!(
        "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .\n\
         <http://a.example/#char=0,1500000> a nif:Context ; nif:isString \"{words}\" ."
    );
    let attacks: [(&str, Vec<u8>); 5] = [
        ("a variable", variable),
        ("a base", packed(entities, "text/turtle", &base)),
        ("a phrase", packed(extraction, "text/plain", &phrase)),
        ("dense names", packed(entities, "text/plain", &words)),
        ("dense names in NIF", packed(entities, "text/turtle", &nif)),
    ];
    // Twice, because the memory of the first request must be available again for the second.
    for (name, request) in attacks.iter().chain(&attacks) {
        let reply = send(request);
        assert_eq!(reply.status, 413, "{name}: {}", reply.text());
        println!("{name}: {} bytes, {} KiB", request.len(), resident(program.child.id()));
        alive(name);
    }
    program.signal("TERM");
    program.end();
}

#[test]
fn a_list_of_large_contents_has_a_bound() {
    let mut command = without_settings("sh");
    command.args(["-c", "ulimit -v 2000000 && exec \"$0\" \"$@\"", PROGRAM]);
    command.args(["--server.listen", "127.0.0.1:0", "--server.log", "off"]);
    let program = Program::start(command);
    let send = |request: &[u8]| {
        let mut stream = connect(program.address);
        stream.write_all(request).unwrap();
        read(stream, "POST")
    };
    send(&plain("POST /v1/user?username=anna&password=correct+horse", "")).expect(201);
    let log_in = "POST /v1/authenticate HTTP/1.1\r\nX-Auth-Username: anna\r\n\
                  X-Auth-Password: correct horse\r\nConnection: close\r\nHost: x\r\n\r\n";
    let token = send(log_in.as_bytes()).expect(200).json()["token"].as_str().unwrap().to_owned();
    let pipeline = format!(
        r#"[{{"method": "POST", "endpoint": "/e-entity/names/documents", "parameters": {{"prefix": "{}"}}}}]"#,
        "x".repeat(800_000)
    );
    for _ in 0..120 {
        let body = format!(
            "POST /v1/pipelining/templates HTTP/1.1\r\nHost: x\r\n\
             X-Auth-Token: {token}\r\nConnection: close\r\nContent-Type: text/json\r\n\
             Content-Length: {}\r\n\r\n{pipeline}",
            pipeline.len()
        );
        send(body.as_bytes()).expect(201);
    }
    let list = |more: &str| {
        let reply = send(&plain(&format!("GET /v1/pipelining/templates{more}"), ""));
        reply.expect(200)
    };
    let heads = list("");
    assert_eq!(heads.json().as_array().unwrap().len(), 100);
    assert!(heads.body.len() < 100_000, "{}", heads.body.len());
    assert!(heads.header("link").is_some_and(|link| link.contains("after=100")));
    let whole = list("?contents=true&limit=1000000");
    assert!(whole.body.len() < 10 << 20, "{}", whole.body.len());
    assert!(whole.header("link").is_some());
    let last = list("?after=100");
    assert_eq!(last.json().as_array().unwrap().len(), 20);
    assert_eq!(last.header("link"), None);
    program.signal("TERM");
    program.end();
}
