use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use glossweave::{Error, ErrorKind};
use glossweave_testing::PATIENCE;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use super::{Pool, Size};
use crate::client::{Client, Peer};

const NOBODY: Client = Client::SERVICE;

fn size(threads: usize, base_threads: usize, waiting: usize) -> Size {
    Size { threads, base_threads, waiting, share: 100, nice: 0 }
}

fn runtime() -> Runtime {
    Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

/// Starts a job that reports that it runs, and then waits until it may end.
fn blocked_job(
    runtime: &Runtime,
    pool: &Arc<Pool>,
    begun: &mpsc::Sender<usize>,
    number: usize,
) -> (JoinHandle<glossweave::Result<usize>>, mpsc::Sender<()>) {
    let (end, ends) = mpsc::channel();
    let (pool, begun) = (pool.clone(), begun.clone());
    let job = move || {
        begun.send(number).unwrap();
        let _ = ends.recv();
        Ok(number)
    };
    (runtime.spawn(async move { pool.run(&NOBODY, job).await }), end)
}

#[test]
fn jobs_that_wait_for_others_leave_threads_for_more() {
    let (runtime, pool) = (runtime(), Arc::new(Pool::new(size(4, 1, 8)).unwrap()));
    let (begun, receiver) = mpsc::channel();
    let long: Vec<_> = (0..3).map(|number| blocked_job(&runtime, &pool, &begun, number)).collect();
    let mut running: Vec<usize> =
        (0..3).map(|_| receiver.recv_timeout(PATIENCE).unwrap()).collect();
    running.sort_unstable();
    assert_eq!(running, [0, 1, 2]);
    // A fourth thread is available for one job after the other.
    let from = Instant::now();
    for number in 0..20 {
        assert_eq!(runtime.block_on(pool.run(&NOBODY, move || Ok(number))).unwrap(), number);
    }
    assert!(from.elapsed() < PATIENCE);
    // All four threads are in use, so the fifth job starts when another job ends.
    let fourth = blocked_job(&runtime, &pool, &begun, 3);
    assert_eq!(receiver.recv_timeout(PATIENCE), Ok(3));
    let fifth = blocked_job(&runtime, &pool, &begun, 4);
    assert!(receiver.recv_timeout(Duration::from_millis(100)).is_err());
    drop(fourth.1);
    assert_eq!(receiver.recv_timeout(PATIENCE), Ok(4));
    drop(fifth.1);
    for (job, end) in long {
        drop(end);
        runtime.block_on(job).unwrap().unwrap();
    }
}

#[test]
fn short_jobs_are_for_the_usual_threads() {
    let slow = Pool::with_queue_delay(size(8, 2, 100), 2 * PATIENCE).unwrap();
    let (runtime, pool) = (runtime(), Arc::new(slow));
    let now = Arc::new(Mutex::new((0, 0)));
    let jobs: Vec<_> = (0..50)
        .map(|_| {
            let (pool, now) = (pool.clone(), now.clone());
            let job = move || {
                let begin = || {
                    let mut now = now.lock().unwrap();
                    now.0 += 1;
                    now.1 = now.1.max(now.0);
                };
                begin();
                std::thread::sleep(Duration::from_millis(1));
                now.lock().unwrap().0 -= 1;
                Ok(())
            };
            runtime.spawn(async move { pool.run(&NOBODY, job).await })
        })
        .collect();
    for job in jobs {
        runtime.block_on(job).unwrap().unwrap();
    }
    assert_eq!(now.lock().unwrap().1, 2);
    assert!(pool.shared.quota.take(&NOBODY, 108).is_ok(), "all places are free again");
}

#[test]
fn who_comes_when_threads_go_to_rest_is_not_forgotten() {
    // Threads are never added, so a job that no thread is woken for would wait twice as long.
    let slow = Pool::with_queue_delay(size(8, 2, 100), 2 * PATIENCE).unwrap();
    let (runtime, pool) = (runtime(), Arc::new(slow));
    let from = Instant::now();
    let all: Vec<_> = (1..4)
        .map(|one| {
            let pool = pool.clone();
            runtime.spawn(async move {
                for number in 0..3_000 {
                    let pause = super::SPIN * ((number * one) % 5) / 2;
                    let begun = Instant::now();
                    while begun.elapsed() < pause {
                        tokio::task::yield_now().await;
                    }
                    assert_eq!(pool.run(&NOBODY, move || Ok(number)).await.unwrap(), number);
                }
            })
        })
        .collect();
    for one in all {
        runtime.block_on(one).unwrap();
    }
    assert!(from.elapsed() < PATIENCE, "{:?}", from.elapsed());
    while pool.shared.lock().idle < 8 {
        std::thread::yield_now();
    }
}

#[test]
fn callers_are_told_if_there_is_no_thread() {
    let (runtime, pool) = (runtime(), Arc::new(Pool::new(size(1, 1, 1)).unwrap()));
    let (begun, receiver) = mpsc::channel();
    let first = blocked_job(&runtime, &pool, &begun, 0);
    receiver.recv().unwrap();
    let second = blocked_job(&runtime, &pool, &begun, 1);
    while pool.shared.lock().jobs.len() == 0 {
        std::thread::yield_now();
    }
    let full = runtime.block_on(pool.run(&NOBODY, || Ok(2))).unwrap_err();
    assert_eq!(full.kind(), ErrorKind::Unavailable);
    assert!(full.retry_after().is_some());
    // If the caller of a job is gone before the job starts, the job does not run.
    second.0.abort();
    assert!(runtime.block_on(second.0).unwrap_err().is_cancelled());
    drop(first.1);
    assert_eq!(runtime.block_on(first.0).unwrap().unwrap(), 0);
    // A caller that received its result can submit the next job immediately.
    let pool = Pool::new(size(1, 1, 0)).unwrap();
    for number in 0..1000 {
        assert_eq!(runtime.block_on(pool.run(&NOBODY, move || Ok(number))).unwrap(), number);
    }
    assert!(receiver.try_recv().is_err());
}

#[test]
fn errors_and_panics_come_back_and_the_thread_goes_on() {
    let (runtime, pool) = (runtime(), Pool::new(size(1, 1, 1)).unwrap());
    let failed =
        runtime.block_on(pool.run(&NOBODY, || Err::<(), _>(Error::invalid("so")))).unwrap_err();
    assert_eq!(failed.kind(), ErrorKind::Invalid);
    let panicked =
        runtime.block_on(pool.run(&NOBODY, || -> glossweave::Result<()> { panic!("so") }));
    assert_eq!(panicked.unwrap_err().kind(), ErrorKind::Internal);
    assert_eq!(runtime.block_on(pool.run(&NOBODY, || Ok(7))).unwrap(), 7);
}

fn client(number: u8) -> Client {
    let peer = Peer([127, 0, 0, number].into());
    Client::of(Some(peer), &axum::http::HeaderMap::new(), &glossweave::Caller::Anonymous, &[])
}

#[test]
fn a_call_for_help_that_was_lost_is_made_again() {
    let (runtime, pool) = (runtime(), Arc::new(Pool::new(size(3, 1, 8)).unwrap()));
    // The state after a woken thread took a job as part of the base number.
    pool.shared.lock().extra = 1;
    let (begun, receiver) = mpsc::channel();
    let all: Vec<_> = (0..3).map(|number| blocked_job(&runtime, &pool, &begun, number)).collect();
    for _ in 0..3 {
        receiver.recv_timeout(Duration::from_secs(20)).unwrap();
    }
    for (job, end) in all {
        drop(end);
        runtime.block_on(job).unwrap().unwrap();
    }
}

#[test]
fn who_has_few_jobs_goes_before_who_has_many() {
    let mut queue = super::fair_queue::FairQueue::default();
    let order = Arc::new(Mutex::new(Vec::new()));
    let mut push = |number: u8, name: &'static str| {
        let order = order.clone();
        queue.push(client(number), Box::new(move || order.lock().unwrap().push(name)));
    };
    ["a1", "a2", "a3", "a4"].into_iter().for_each(|name| push(1, name));
    ["b1", "b2"].into_iter().for_each(|name| push(2, name));
    push(3, "c1");
    assert_eq!(queue.len(), 7);
    assert!(queue.longest_wait().is_some());
    // The first client may take no job.
    queue.take(|one| one.keys().next() != client(1).keys().next()).unwrap().1();
    while let Some((_, job)) = queue.take(|_| true) {
        job();
    }
    assert_eq!(*order.lock().unwrap(), ["b1", "a1", "c1", "a2", "b2", "a3", "a4"]);
    assert!(queue.longest_wait().is_none());
}

#[test]
fn nobody_has_all_threads() {
    let size = Size { share: 50, ..size(4, 4, 8) };
    let (runtime, pool) = (runtime(), Arc::new(Pool::new(size).unwrap()));
    let (begun, receiver) = mpsc::channel();
    let mut ends = Vec::new();
    let mut add = |client: Client, number: usize| {
        let (end, ends_when) = mpsc::channel::<()>();
        let (pool, begun) = (pool.clone(), begun.clone());
        let job = move || {
            begun.send(number).unwrap();
            let _ = ends_when.recv();
            Ok(())
        };
        ends.push(end);
        runtime.spawn(async move { pool.run(&client, job).await })
    };
    let mut jobs: Vec<_> = (0..4).map(|number| add(client(1), number)).collect();
    let wait = |time| receiver.recv_timeout(Duration::from_millis(time));
    assert!(wait(20_000).is_ok() && wait(20_000).is_ok());
    assert!(wait(100).is_err(), "a half is for others");
    jobs.push(add(client(2), 9));
    assert_eq!(wait(20_000), Ok(9));
    assert!(pool.is_stuck(Duration::from_millis(50)));
    assert!(!pool.is_stuck(Duration::from_secs(60)));
    ends.clear();
    for job in jobs {
        runtime.block_on(job).unwrap().unwrap();
    }
    assert!(!pool.is_stuck(Duration::ZERO));
}
