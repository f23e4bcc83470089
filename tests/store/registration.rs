//! Registration by invitation in a store that several engines share.

use std::sync::Barrier;
use std::thread;

use glossweave::acl::{InvitationOptions, PageRequest};
use glossweave::{Caller, Engine, ErrorKind, Settings};
use harness::postgres_server::shared;

#[test]
fn a_code_makes_one_user_over_all_engines() {
    let Some(server) = shared() else { return };
    let url = server.store();
    let settings = Settings::from_pairs([
        ("store.location", url.as_str()),
        ("admin.create", "true"),
        ("admin.username", "root"),
        ("admin.password", "battery staple"),
        ("access.registration", "invitation"),
    ])
    .unwrap();
    let open = |_| Engine::builder(settings.clone()).open().unwrap();
    let engines: Vec<_> = (0..4).map(open).collect();
    let nobody = engines[0].session(Caller::Anonymous);
    let token = nobody.users().authenticate("root", "battery staple").unwrap();
    let root = engines[0].session(Caller::Token(token));
    for round in 0..5 {
        let options = InvitationOptions::new("a");
        let code = root.users().create_invitation(&options).unwrap().code;
        let barrier = Barrier::new(4);
        let results = thread::scope(|scope| {
            let mut threads = Vec::new();
            for (at, engine) in engines.iter().enumerate() {
                let (session, code) = (engine.session(Caller::Anonymous), code.clone());
                let barrier = &barrier;
                threads.push(scope.spawn(move || {
                    barrier.wait();
                    let name = format!("user{round}-{at}");
                    let users = session.users().with_invitation(code);
                    users.create(&name, "correct horse").map_err(|error| error.kind())
                }));
            }
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        let (made, refused): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
        assert!(refused.iter().all(|one| *one == Err(ErrorKind::Forbidden)), "{refused:?}");
        assert_eq!(made.len(), 1, "round {round}");
    }
    assert_eq!(root.users().list(&PageRequest::default()).unwrap().len(), 6);
    assert!(root.users().list_invitations().unwrap().is_empty());
}
