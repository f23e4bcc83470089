use std::ops::ControlFlow;
use std::time::{Duration, SystemTime};

use super::{ATTEMPTS, Delivered, Held, Job, JobLimits, JobState, NewJob, StoredJobs, Task};
use super::{JobProgress, WebhookState, expire_jobs, take, waiting};
use crate::acl::tests::{WORD, World};
use crate::acl::{ApiKeyOptions, Caller, PageRequest, Scope, Users};
use crate::store::Table;
use glossweave_base::error::{Error, ErrorKind, Result};

const LIMITS: JobLimits = JobLimits { bytes: 100, jobs: 3, kept: Duration::from_secs(60) };

fn caller(world: &World, name: &str) -> Caller {
    // The user may already be registered.
    let _ = world.nobody().create(name, WORD);
    Caller::Token(world.nobody().authenticate(name, WORD).unwrap())
}

fn jobs<'w>(world: &'w World, caller: &Caller) -> StoredJobs<'w> {
    StoredJobs::new(&world.access, caller.clone(), LIMITS)
}

fn new(webhook: Option<&str>) -> NewJob {
    let webhook = webhook.map(str::to_owned);
    NewJob { path: "/e-link/documents".to_owned(), call: b"call".to_vec(), webhook }
}

/// Takes the first item of the queue for a runner.
fn taken(world: &World, runner: &str) -> Option<(Held, Task)> {
    let all = waiting(&world.access, 10).unwrap();
    take(&world.access, all.first()?, runner, &LIMITS).unwrap()
}

fn rows(world: &World) -> [usize; 4] {
    [Table::Jobs, Table::JobQueue, Table::JobCalls, Table::JobResults]
        .map(|table| world.rows(table))
}

fn kind<T: std::fmt::Debug>(result: Result<T>) -> ErrorKind {
    result.unwrap_err().kind()
}

#[test]
fn a_job_is_run_once_and_its_result_is_kept_for_a_time() {
    let world = World::new();
    let anna = caller(&world, "anna");
    let own_jobs = jobs(&world, &anna);
    let job = own_jobs.submit(&new(None)).unwrap();
    assert_eq!((job.state, job.attempts, job.owner.as_str()), (JobState::Queued, 0, "anna"));
    assert_eq!(rows(&world), [1, 1, 1, 0]);
    assert_eq!(kind(own_jobs.result(&job.id)), ErrorKind::Conflict);

    let (mut held, task) = taken(&world, "a").unwrap();
    assert!(matches!(&task, Task::Call(call, _) if call == b"call"));
    let progress = Some(JobProgress { done: 1, total: 2 });
    assert!(held.renew(&world.access, progress).unwrap());
    let running = own_jobs.read(&job.id).unwrap();
    assert_eq!(
        (running.state, running.progress, running.attempts),
        (JobState::Running, progress, 1)
    );
    assert_eq!(own_jobs.list(&PageRequest::default()).unwrap(), [running]);

    assert!(held.clone().finish(&world.access, &Ok(b"result".to_vec()), &LIMITS).unwrap());
    // The job cannot be finished twice.
    assert!(!held.finish(&world.access, &Ok(b"other".to_vec()), &LIMITS).unwrap());
    assert_eq!(rows(&world), [1, 0, 0, 1]);
    assert_eq!(own_jobs.result(&job.id).unwrap(), b"result");
    assert_eq!(own_jobs.cancel(&job.id).unwrap().state, JobState::Done);

    world.clock.advance(Duration::from_secs(59));
    assert_eq!(expire_jobs(&world.access).unwrap(), 0);
    world.clock.advance(Duration::from_secs(1));
    assert_eq!(kind(own_jobs.read(&job.id)), ErrorKind::NotFound);
    assert!(own_jobs.list(&PageRequest::default()).unwrap().is_empty());
    assert_eq!(expire_jobs(&world.access).unwrap(), 1);
    assert_eq!(rows(&world), [0; 4]);
}

#[test]
fn who_lost_the_lease_writes_nothing() {
    let world = World::new();
    let anna = caller(&world, "anna");
    let job = jobs(&world, &anna).submit(&new(None)).unwrap();
    let (mut first, _) = taken(&world, "a").unwrap();
    // A runner can take over only the current row, not an earlier version.
    let old = waiting(&world.access, 1).unwrap();
    assert!(first.renew(&world.access, None).unwrap());
    assert!(take(&world.access, &old[0], "b", &LIMITS).unwrap().is_none());

    let (second, _) = taken(&world, "b").unwrap();
    assert!(!first.renew(&world.access, None).unwrap());
    assert!(!first.check(&world.access).unwrap());
    assert!(!first.clone().release(&world.access, None).unwrap());
    assert!(!first.finish(&world.access, &Ok(b"late".to_vec()), &LIMITS).unwrap());
    assert!(second.finish(&world.access, &Ok(b"result".to_vec()), &LIMITS).unwrap());
    assert_eq!(jobs(&world, &anna).result(&job.id).unwrap(), b"result");
    assert_eq!(jobs(&world, &anna).read(&job.id).unwrap().attempts, 2);
}

#[test]
fn a_job_that_never_ends_fails_after_some_attempts() {
    let world = World::new();
    let anna = caller(&world, "anna");
    let own_jobs = jobs(&world, &anna);
    let job = own_jobs.submit(&new(None)).unwrap();
    for attempt in 1..=ATTEMPTS {
        let (held, _) = taken(&world, "a").unwrap();
        assert_eq!(own_jobs.read(&job.id).unwrap().attempts, attempt);
        // A job that is returned without a time does not count as an attempt.
        assert!(held.release(&world.access, None).unwrap());
        assert_eq!(own_jobs.read(&job.id).unwrap().state, JobState::Queued);
        taken(&world, "a").unwrap();
    }
    assert!(taken(&world, "a").is_none());
    let failed = own_jobs.read(&job.id).unwrap();
    assert_eq!(failed.state, JobState::Failed);
    let error = own_jobs.result(&job.id).unwrap_err();
    assert_eq!(error.message(), "the job was started 3 times and never finished");
    assert_eq!(rows(&world), [1, 0, 0, 0]);
}

#[test]
fn a_job_is_returned_for_a_new_attempt_from_a_moment_on() {
    let world = World::new();
    let anna = caller(&world, "anna");
    let own_jobs = jobs(&world, &anna);
    let job = own_jobs.submit(&new(None)).unwrap();
    for attempt in 1..ATTEMPTS {
        let (held, _) = taken(&world, "a").unwrap();
        assert!(held.has_attempts());
        let moment = (SystemTime::from(world.access.now()) + Duration::from_secs(5)).into();
        assert!(held.release(&world.access, Some(moment)).unwrap());
        let read = own_jobs.read(&job.id).unwrap();
        assert_eq!((read.state, read.attempts), (JobState::Queued, attempt));
        assert!(waiting(&world.access, 10).unwrap().is_empty());
        world.clock.advance(Duration::from_secs(5));
    }
    assert!(!taken(&world, "a").unwrap().0.has_attempts());
}

#[test]
fn a_cancelled_job_is_not_run_and_its_result_is_dropped() {
    let world = World::new();
    let anna = caller(&world, "anna");
    let own_jobs = jobs(&world, &anna);
    let queued = own_jobs.submit(&new(None)).unwrap();
    assert_eq!(own_jobs.cancel(&queued.id).unwrap().state, JobState::Cancelled);
    assert!(taken(&world, "a").is_none());
    assert_eq!(rows(&world), [1, 0, 0, 0]);
    assert_eq!(kind(own_jobs.result(&queued.id)), ErrorKind::Conflict);

    let running = own_jobs.submit(&new(None)).unwrap();
    let (held, _) = taken(&world, "a").unwrap();
    assert_eq!(own_jobs.cancel(&running.id).unwrap().state, JobState::Cancelled);
    assert!(!held.finish(&world.access, &Ok(b"late".to_vec()), &LIMITS).unwrap());
    assert_eq!(own_jobs.read(&running.id).unwrap().state, JobState::Cancelled);

    let deleted = own_jobs.submit(&new(Some("https://example.org/"))).unwrap();
    let (held, _) = taken(&world, "a").unwrap();
    own_jobs.delete(&deleted.id).unwrap();
    assert!(!held.finish(&world.access, &Ok(b"late".to_vec()), &LIMITS).unwrap());
    for job in [queued, running] {
        own_jobs.delete(&job.id).unwrap();
    }
    assert_eq!(rows(&world), [0; 4]);
}

#[test]
fn jobs_are_those_of_their_owner_and_admins() {
    let world = World::new();
    let [anna, bert, root] = ["anna", "bert", "root"].map(|name| caller(&world, name));
    let job = jobs(&world, &anna).submit(&new(None)).unwrap();
    let others = jobs(&world, &bert);
    assert!(others.list(&PageRequest::default()).unwrap().is_empty());
    for id in [job.id.as_str(), "1-00", "no id", ""] {
        assert_eq!(kind(others.read(id)), ErrorKind::NotFound, "{id}");
        assert_eq!(kind(others.result(id)), ErrorKind::NotFound, "{id}");
        assert_eq!(kind(others.cancel(id)), ErrorKind::NotFound, "{id}");
        assert_eq!(kind(others.delete(id)), ErrorKind::NotFound, "{id}");
    }
    for nobody in [Caller::Anonymous, Caller::token("made up")] {
        let nobody = jobs(&world, &nobody);
        assert_eq!(kind(nobody.submit(&new(None))), ErrorKind::Unauthenticated);
        assert_eq!(kind(nobody.read(&job.id)), ErrorKind::Unauthenticated);
        assert_eq!(kind(nobody.list(&PageRequest::default())), ErrorKind::Unauthenticated);
    }
    let admin = jobs(&world, &root);
    let of_bert = others.submit(&new(None)).unwrap();
    let listed = admin.list(&PageRequest::default()).unwrap();
    assert_eq!(listed, [job.clone(), of_bert.clone()]);
    let after = |id: &str| PageRequest { after: Some(id.into()), ..PageRequest::default() };
    assert_eq!(admin.list(&after(&job.id)).unwrap(), [of_bert]);
    assert!(jobs(&world, &anna).list(&after(&job.id)).unwrap().is_empty());
    assert_eq!(others.list(&after(&job.id)).unwrap().len(), 1);
    let error = admin.list(&after("anna")).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("after")));
    admin.delete(&job.id).unwrap();
}

#[test]
fn a_key_needs_the_scope_and_a_job_acts_as_its_caller_does_then() {
    let world = World::new();
    let anna = caller(&world, "anna");
    let users = Users::new(&world.access, anna.clone());
    let key = |name: &str, scope| {
        let options = ApiKeyOptions::new(name, [scope]);
        Caller::Token(users.create_key("anna", &options).unwrap().secret)
    };
    let reader = key("reader", Scope::Read);
    assert_eq!(kind(jobs(&world, &reader).submit(&new(None))), ErrorKind::Forbidden);
    assert_eq!(kind(jobs(&world, &reader).list(&PageRequest::default())), ErrorKind::Forbidden);

    let enricher = key("enricher", Scope::Enrich);
    jobs(&world, &enricher).submit(&new(None)).unwrap();
    let (_, Task::Call(_, delegation)) = taken(&world, "a").unwrap() else { panic!() };
    assert!(!format!("{delegation:?}").contains("hash"));
    let job = Caller::Job(delegation);
    world.access.check_service(&job).unwrap();
    assert_eq!(kind(Users::new(&world.access, job.clone()).read("anna")), ErrorKind::Forbidden);
    users.revoke_key("anna", "enricher").unwrap();
    assert_eq!(kind(world.access.check_service(&job)), ErrorKind::Unauthenticated);
}

#[test]
fn the_jobs_of_a_removed_user_are_removed_and_not_given_to_another_one() {
    let world = World::new();
    let anna = caller(&world, "anna");
    let job = jobs(&world, &anna).submit(&new(None)).unwrap();
    let (_, Task::Call(_, delegation)) = taken(&world, "a").unwrap() else { panic!() };
    Users::new(&world.access, anna).delete("anna").unwrap();
    let other = caller(&world, "anna");
    assert_eq!(kind(jobs(&world, &other).read(&job.id)), ErrorKind::NotFound);
    let acting = Caller::Job(delegation);
    assert_eq!(kind(world.access.check_service(&acting)), ErrorKind::Unauthenticated);
    assert_eq!(expire_jobs(&world.access).unwrap(), 1);
    assert_eq!(rows(&world), [0; 4]);
}

#[test]
fn numbers_and_sizes_are_limited() {
    let world = World::new();
    let anna = caller(&world, "anna");
    let own_jobs = jobs(&world, &anna);
    let large = NewJob { call: vec![0; 101], ..new(None) };
    let error = own_jobs.submit(&large).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.message().contains("`jobs.size`"), "{error}");

    let ids: Vec<String> = (0..3).map(|_| own_jobs.submit(&new(None)).unwrap().id).collect();
    let error = own_jobs.submit(&new(None)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Throttled);
    assert!(error.message().contains("`quotas.jobs`"), "{error}");
    own_jobs.cancel(&ids[0]).unwrap();
    assert_eq!(kind(own_jobs.submit(&new(None))), ErrorKind::Throttled);
    // Expired jobs do not count.
    world.clock.advance(LIMITS.kept);
    own_jobs.submit(&new(None)).unwrap();

    let (held, _) = taken(&world, "a").unwrap();
    assert!(held.finish(&world.access, &Ok(vec![0; 101]), &LIMITS).unwrap());
    let all = own_jobs.list(&PageRequest::default()).unwrap();
    let failed = all.iter().find(|job| job.state == JobState::Failed).unwrap();
    let error = own_jobs.result(&failed.id).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.message().contains("`jobs.size`"), "{error}");
}

#[test]
fn a_webhook_waits_in_the_queue_until_it_is_delivered_or_given_up() {
    let world = World::new();
    let anna = caller(&world, "anna");
    let own_jobs = jobs(&world, &anna);
    for (outcome, expected) in
        [(Delivered::Yes, WebhookState::Delivered), (Delivered::No, WebhookState::Failed)]
    {
        let job = own_jobs.submit(&new(Some("https://example.org/"))).unwrap();
        assert_eq!(job.webhook, None);
        let (held, _) = taken(&world, "a").unwrap();
        let error = Error::invalid("`language` is missing").with_parameter("language");
        assert!(held.finish(&world.access, &Err(error), &LIMITS).unwrap());
        assert_eq!(own_jobs.read(&job.id).unwrap().webhook, Some(WebhookState::Pending));
        let error = own_jobs.result(&job.id).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("language")));

        let (held, task) = taken(&world, "a").unwrap();
        let Task::Webhook(url, ended, 1) = task else { panic!() };
        assert_eq!((url.as_str(), ended.state), ("https://example.org/", JobState::Failed));
        let later = SystemTime::from(world.access.now()) + Duration::from_secs(5);
        assert!(held.delivered(&world.access, Delivered::Again(later.into())).unwrap());
        assert!(waiting(&world.access, 1).unwrap().is_empty());
        world.clock.advance(Duration::from_secs(5));
        let (held, Task::Webhook(_, _, 2)) = taken(&world, "a").unwrap() else { panic!() };
        assert!(held.delivered(&world.access, outcome).unwrap());
        assert_eq!(own_jobs.read(&job.id).unwrap().webhook, Some(expected));
        assert!(waiting(&world.access, 1).unwrap().is_empty());
    }
}

#[test]
fn nobodys_jobs_hide_those_of_others() {
    let world = World::new();
    let (anna, bert) = (caller(&world, "anna"), caller(&world, "bert"));
    let limits = JobLimits { jobs: 100, ..LIMITS };
    let own_jobs = StoredJobs::new(&world.access, anna, limits);
    for number in 0..40 {
        let host = if number % 2 == 0 { "https://a.example/" } else { "https://b.example/x" };
        own_jobs.submit(&new(Some(host))).unwrap();
    }
    jobs(&world, &bert).submit(&new(None)).unwrap();
    let all = waiting(&world.access, 10).unwrap();
    let of_anna = all.iter().filter(|entry| entry.owner() == all[0].owner()).count();
    assert_eq!([of_anna.max(all.len() - of_anna), all.len()], [10, 11]);

    for _ in 0..41 {
        let next = waiting(&world.access, 100).unwrap();
        let next = next.iter().find(|entry| !entry.is_webhook()).unwrap();
        let (held, _) = take(&world.access, next, "a", &LIMITS).unwrap().unwrap();
        held.finish(&world.access, &Ok(Vec::new()), &LIMITS).unwrap();
    }
    let all = waiting(&world.access, 3).unwrap();
    let webhooks = |host| all.iter().filter(|entry| entry.host() == Some(host)).count();
    assert_eq!([webhooks("a.example"), webhooks("b.example")], [3, 3]);
}

#[test]
fn an_error_is_read_as_it_was() {
    use super::JobError;
    use glossweave_base::error::{Location, Side};
    let error = Error::unsupported(Side::Input, "no format `rtf`")
        .with_parameter("informat")
        .with_code("XTSE0010")
        .at(Location::at_line(b"one\ntwo", 2, 3))
        .in_step(4, "/e-link");
    let back = Error::from(&JobError::from(&error));
    assert_eq!(back.to_string(), error.to_string());
    assert_eq!((back.kind(), back.side(), back.step()), (error.kind(), error.side(), error.step()));
    assert_eq!((back.parameter(), back.code()), (error.parameter(), error.code()));
    let line = |error: &Error| error.location().map(|at| (at.line(), at.column()));
    assert_eq!(line(&back), line(&error));
}

#[test]
fn no_row_says_what_a_token_is() {
    let world = World::new();
    let token = world.nobody().authenticate("root", WORD).unwrap();
    let job: Job = jobs(&world, &Caller::Token(token.clone())).submit(&new(None)).unwrap();
    let mut all = String::new();
    for table in [Table::Jobs, Table::JobQueue, Table::JobCalls] {
        let visit = &mut |_: &str, row: crate::store::Row| {
            all += &String::from_utf8_lossy(&row.value);
            Ok(ControlFlow::Continue(()))
        };
        world.access.store().scan(table, None, visit).unwrap();
    }
    assert!(!all.contains(&token.to_text()));
    assert!(
        !format!("{job:?}").contains("hash")
            && !serde_json::to_string(&job).unwrap().contains("hash")
    );
}

#[test]
fn a_runner_that_has_renewed_its_lease_in_its_last_attempt_goes_on() {
    let world = World::new();
    let anna = caller(&world, "anna");
    let job = jobs(&world, &anna).submit(&new(None)).unwrap();
    for _ in 1..ATTEMPTS {
        taken(&world, "a").unwrap();
    }
    let (mut last, _) = taken(&world, "a").unwrap();
    let old = waiting(&world.access, 1).unwrap();
    assert!(last.renew(&world.access, None).unwrap());
    assert!(take(&world.access, &old[0], "b", &LIMITS).unwrap().is_none());
    assert!(last.finish(&world.access, &Ok(b"result".to_vec()), &LIMITS).unwrap());
    assert_eq!(jobs(&world, &anna).result(&job.id).unwrap(), b"result");
}
