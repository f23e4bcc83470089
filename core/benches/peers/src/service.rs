//! Services by their paths: three services in a pipeline compared with three calls over HTTP, and the
//! overhead of a pipeline in addition to its steps.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use glossweave::resource::ResourceUpdate;
use glossweave::service::Call;
use glossweave::{Caller, Engine, Settings};
use glossweave_http::{Config, Running, start};
use serde_json::{Value, json};

use crate::Result;

/// A small document of typical length.
pub const TEXT: &str = "The ferry from Cork follows the bank of the Lee down to Cobh, where Annie Moore left \
    Ireland in 1892. Dublin is a night away; the bank there is another one, on the Liffey. Whoever wants to \
    see both takes the train, which goes every hour from Cork and passes Mallow, Limerick Junction and \
    Thurles on its way. In the harbour the pilots still use the old names of the rocks, and the keeper of \
    the light knows them all by heart.";

/// The time of each turn.
const TURN: Duration = Duration::from_millis(400);

/// Creates an engine in a folder with all data for the services. Returns it with the number of its
/// template.
pub fn furnish(folder: &Path, labels: usize) -> Result<(Engine, String)> {
    let mut settings = Settings::default();
    settings.store.location = Some(folder.into());
    let engine = Engine::builder(settings).open()?;
    let users = engine.session(Caller::Anonymous).users();
    users.create("anna", "correct horse")?;
    let anna = engine.session(Caller::Token(users.authenticate("anna", "correct horse")?));
    let mut table =
        String::from("uri,label\nhttp://e.example/Cork,Cork\nhttp://e.example/Dublin,Dublin\n");
    for number in 0..labels {
        table += &format!("http://e.example/{number},{}\n", name(number));
    }
    let store = |name: &str, content: &str, option: (&str, &str)| -> Result<()> {
        let mut changes = ResourceUpdate::default();
        changes.set(option.0, option.1)?;
        anna.datasets().create(Some(name), content.as_bytes(), &changes)?;
        Ok(())
    };
    store("places", &table, ("informat", "csv"))?;
    let terms =
        "uri,term,language\nhttp://t.example/bank,bank,en\nhttp://t.example/bank,ribera,es\n";
    store("terms", terms, ("type", "terms"))?;
    let facts = "<http://e.example/Cork> <http://e.example/people> 224004 .";
    store("facts", facts, ("informat", "turtle"))?;
    let query = "CONSTRUCT { <@@@entity_uri@@@> <http://e.example/people> ?n } \
                 WHERE { <@@@entity_uri@@@> <http://e.example/people> ?n }";
    let template = json!({"endpoint": "dataset:facts", "query": query}).to_string();
    let link = anna.templates().create(None, template.as_bytes(), &ResourceUpdate::default())?.name;
    let steps: Vec<Value> =
        steps(&link).iter().map(|step| json!({"method": "POST", "endpoint": step})).collect();
    for some in [&steps[..], &steps[..1]] {
        let body = Value::from(some.to_vec()).to_string();
        anna.pipelines().create(None, body.as_bytes(), &ResourceUpdate::default())?;
    }
    Ok((engine, link))
}

/// Starts a service over the data in a folder.
fn serve(folder: &Path) -> Result<Running> {
    let mut config = Config::default();
    config.engine.store.location = Some(folder.into());
    config.server.listen = "127.0.0.1:0".to_owned();
    Ok(start(config)?)
}

/// Returns a name of two generated words.
fn name(number: usize) -> String {
    let syllables = ["bal", "ny", "dun", "kil", "mor", "ros", "tul", "ard", "cas", "lis"];
    let word = |mut number: usize| -> String {
        let mut word = String::new();
        for _ in 0..4 {
            word += syllables[number % 10];
            number /= 10;
        }
        word[..1].to_uppercase() + &word[1..]
    };
    format!("{} {}", word(number), word(number.wrapping_mul(7919)))
}

/// Returns the paths of the three services.
pub fn steps(link: &str) -> [String; 3] {
    [
        "/e-entity/dictionary/documents?dataset=places&language=en".to_owned(),
        "/e-terminology/termbase?dataset=terms&source-lang=en&target-lang=es".to_owned(),
        format!("/e-link/documents?templateid={link}"),
    ]
}

/// Measures pipelines, `rounds` times.
pub fn pipelines(rounds: usize, dir: &Path) -> Result<()> {
    let (engine, link) = furnish(&dir.join("ours"), 10_000)?;
    drop(furnish(&dir.join("served"), 10_000)?);
    let running = serve(&dir.join("served"))?;
    let session = engine.session(Caller::Anonymous);
    let steps = steps(&link);
    let call = |path: &str, body: &[u8], media_type: &str| -> Result<Vec<u8>> {
        let call = Call::new(path).with_header("Content-Type", media_type).with_body(body);
        Ok(session.call(call)?.bytes)
    };
    let (text, turtle) = ("text/plain", "text/turtle");
    let mut client = Client::open(running.address())?;
    for _ in 0..rounds {
        let piped = rate(|| call("/pipelining/chain/1", TEXT.as_bytes(), text).map(drop))?;
        let separate = rate(|| {
            let first = call(&steps[0], TEXT.as_bytes(), text)?;
            let second = call(&steps[1], &first, turtle)?;
            call(&steps[2], &second, turtle).map(drop)
        })?;
        let served = rate(|| {
            let first = client.post(&steps[0], text, TEXT.as_bytes())?;
            let second = client.post(&steps[1], turtle, &first)?;
            client.post(&steps[2], turtle, &second).map(drop)
        })?;
        let page = format!("{} bytes of text", TEXT.len());
        for (who, rate) in [
            ("glossweave", piped),
            ("three calls in process", separate),
            ("three calls over HTTP", served),
        ] {
            println!("{}", json!({"page": page, "work": "pipeline", "who": who, "rate": rate}));
        }
        let first = call(&steps[0], TEXT.as_bytes(), text)?;
        let second = call(&steps[1], &first, turtle)?;
        let inputs =
            [(text, TEXT.as_bytes()), (turtle, first.as_slice()), (turtle, second.as_slice())];
        for (step, (media_type, body)) in steps.iter().zip(inputs) {
            let service = step.split('/').nth(1).unwrap_or_default();
            let fact = format!("{service} alone, bytes to bytes, µs");
            let value = 1e6 / rate(|| call(step, body, media_type).map(drop))?;
            println!("{}", json!({"page": "pipelines", "fact": fact, "value": value}));
        }
        let alone = rate(|| call(&steps[0], TEXT.as_bytes(), text).map(drop))?;
        let chained = rate(|| call("/pipelining/chain/2", TEXT.as_bytes(), text).map(drop))?;
        let fact = "a pipeline of one step beside its service, µs";
        println!(
            "{}",
            json!({"page": "pipelines", "fact": fact, "value": 1e6 / chained - 1e6 / alone})
        );
    }
    Ok(())
}

/// Returns how often per second one thread does the work.
fn rate(mut work: impl FnMut() -> Result<()>) -> Result<f64> {
    for _ in 0..10 {
        work()?;
    }
    let (from, mut count) = (Instant::now(), 0);
    while from.elapsed() < TURN {
        work()?;
        count += 1;
    }
    Ok(f64::from(count) / from.elapsed().as_secs_f64())
}

/// A persistent connection.
struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    fn open(address: SocketAddr) -> Result<Client> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Client { stream: BufReader::new(stream) })
    }

    fn post(&mut self, path: &str, media_type: &str, body: &[u8]) -> Result<Vec<u8>> {
        let length = body.len();
        let mut request = format!(
            "POST /v1{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {media_type}\r\n\
             Content-Length: {length}\r\n\r\n"
        )
        .into_bytes();
        request.extend_from_slice(body);
        self.send(&request)
    }

    fn send(&mut self, request: &[u8]) -> Result<Vec<u8>> {
        self.stream.get_mut().write_all(request)?;
        let (mut status, mut length, mut line) = (String::new(), None, String::new());
        self.stream.read_line(&mut status)?;
        while {
            line.clear();
            self.stream.read_line(&mut line)?
        } > 2
        {
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = Some(value.trim().parse()?);
            }
        }
        let mut body = vec![0; length.ok_or("an answer without a length")?];
        self.stream.read_exact(&mut body)?;
        match status.contains(" 200 ") {
            true => Ok(body),
            false => Err(format!("{status}{}", String::from_utf8_lossy(&body)).into()),
        }
    }
}
