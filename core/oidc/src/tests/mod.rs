//! Tokens that the tests sign, and a provider that is a server on loopback.

mod log_in;
mod refresh;
mod signer;
mod validity;

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use glossweave_base::error::Result;
use glossweave_net::Network;
use glossweave_store::acl::{Claims, VerifyIdToken};
use glossweave_testing::PATIENCE;
use glossweave_testing::server::{Server, answer};
use serde_json::{Value, json};

use crate::{Options, Provider};
use signer::Signer;

pub const CLIENT: &str = "glossweave";
pub const NOW: u64 = 1_800_000_000;

pub fn now() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(NOW)
}

/// The answers of the server at `/keys` and `/token`, with their status.
#[derive(Default)]
pub struct Answers {
    pub keys: (u16, String),
    pub token: (u16, String),
    /// `true` if the keys are sent late.
    pub is_slow: bool,
    /// A member of the configuration that is replaced.
    pub instead: Option<(&'static str, Value)>,
}

/// A provider and its answers.
pub struct World {
    pub server: Arc<Server>,
    pub answers: Arc<Mutex<Answers>>,
    pub provider: Provider,
}

impl World {
    pub fn new(keys: &[&Signer]) -> World {
        World::with(keys, |_| {})
    }

    pub fn with(keys: &[&Signer], change: impl Fn(&mut Options)) -> World {
        let answers = Arc::new(Mutex::new(Answers::default()));
        let shared = answers.clone();
        let server = Server::new(move |_, request, stream| {
            let path = request.line.split(' ').nth(1).unwrap();
            let host = request.header("host").unwrap();
            let answers = shared.lock().unwrap();
            let (status, body) = match path {
                "/.well-known/openid-configuration" => {
                    let mut all = json!({
                        "issuer": format!("http://{host}"),
                        "jwks_uri": format!("http://{host}/keys"),
                        "authorization_endpoint": format!("http://{host}/log-in?realm=a"),
                        "token_endpoint": format!("http://{host}/token"),
                    });
                    if let Some((name, value)) = &answers.instead {
                        all[name] = value.clone();
                    }
                    (200, all.to_string())
                }
                "/keys" => answers.keys.clone(),
                "/token" => answers.token.clone(),
                _ => (404, String::new()),
            };
            let is_late = answers.is_slow && path == "/keys";
            drop(answers);
            if is_late {
                std::thread::sleep(Duration::from_secs(3));
            }
            let text = answer(&format!("{status} Said"), "", &body);
            let _ = std::io::Write::write_all(stream, text.as_bytes());
        });
        let mut options = Options {
            issuer: server.url("").trim_end_matches('/').to_owned(),
            client_id: CLIENT.to_owned(),
            scope: "openid profile".to_owned(),
            username_claim: "preferred_username".to_owned(),
            create: true,
            ..Options::default()
        };
        change(&mut options);
        let mut provider = Provider::new(options, Arc::new(Network::default())).unwrap();
        provider.keys.patience = PATIENCE;
        let world = World { server: Arc::new(server), answers, provider };
        world.publish(keys);
        world
    }

    pub fn publish(&self, keys: &[&Signer]) {
        let keys: Vec<Value> = keys.iter().map(|signer| signer.public.clone()).collect();
        self.answers.lock().unwrap().keys = (200, json!({"keys": keys}).to_string());
    }

    /// Returns the claims of a valid token.
    pub fn claims(&self) -> Value {
        json!({
            "iss": self.provider.options.issuer,
            "aud": CLIENT,
            "sub": "4711",
            "preferred_username": "anna",
            "iat": NOW - 10,
            "exp": NOW + 300,
        })
    }

    pub fn verify(&self, token: &str) -> Result<Claims> {
        self.provider.verify(token, now())
    }

    pub fn requests(&self) -> usize {
        self.server.seen().len()
    }
}
