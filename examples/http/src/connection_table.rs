//! Connections that are open, by the address that they are from.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use crate::client::block;
use crate::quota::share;

/// The time that a connection must have been silent before it makes room for another.
const SILENT: Duration = Duration::from_millis(200);

/// An open connection, as far as others have to know.
#[derive(Debug)]
pub struct Line {
    /// The number of its requests that are being answered.
    busy: AtomicUsize,
    /// `true` if the client is slow to take an answer.
    writing: AtomicBool,
    /// When a byte came or went last, in milliseconds from the start.
    moved: AtomicU64,
    start: Instant,
    end: Notify,
}

/// A request that is being answered.
#[derive(Debug)]
pub struct Busy(Arc<Line>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.moved();
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Line {
    fn new(start: Instant) -> Arc<Line> {
        let (busy, writing) = (AtomicUsize::new(0), AtomicBool::new(false));
        let line = Line { busy, writing, moved: AtomicU64::new(0), start, end: Notify::new() };
        line.moved();
        Arc::new(line)
    }

    /// Says that a request is being answered.
    pub fn busy(self: &Arc<Line>) -> Busy {
        self.busy.fetch_add(1, Ordering::Relaxed);
        Busy(self.clone())
    }

    /// Says that bytes came or went.
    pub fn moved(&self) {
        self.moved.store(self.start.elapsed().as_millis() as u64, Ordering::Relaxed);
        self.writing.store(false, Ordering::Relaxed);
    }

    /// Says that an answer does not get through.
    pub fn writing(&self) {
        self.writing.store(true, Ordering::Relaxed);
    }

    /// Waits until the connection has to make room.
    pub async fn ended(&self) {
        self.end.notified().await;
    }

    /// Since when nothing came or went, where nothing is being answered.
    fn silent(&self) -> Option<u64> {
        let moved = self.moved.load(Ordering::Relaxed);
        let works = self.busy.load(Ordering::Relaxed) > 0 || self.writing.load(Ordering::Relaxed);
        let passed = (self.start.elapsed().as_millis() as u64).saturating_sub(moved);
        (!works && Duration::from_millis(passed) >= SILENT).then_some(moved)
    }
}

/// All open connections. Where there are as many as there may be, the one that has been silent for longest
/// makes room: one of the same address where that has its part of them, else one of the address that has
/// most, of those with a silent one.
#[derive(Debug)]
pub struct Lines {
    most: usize,
    share: usize,
    proxies: Vec<IpAddr>,
    start: Instant,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// By their number.
    open: HashMap<IpAddr, BTreeMap<u64, Arc<Line>>>,
    total: usize,
    count: u64,
}

/// The place of a connection, which is free when it is dropped.
#[derive(Debug)]
pub struct Place {
    lines: Arc<Lines>,
    address: IpAddr,
    number: u64,
    /// The connection.
    pub line: Arc<Line>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.lines.lock().remove(self.address, self.number);
    }
}

impl Lines {
    /// So many connections, and the part of them, in percent, that an address may have that is none of a proxy.
    pub fn new(most: usize, percent: usize, proxies: Vec<IpAddr>) -> Lines {
        let (most, share, start) = (most.max(1), share(most, percent), Instant::now());
        Lines { most, share, proxies, start, state: Mutex::default() }
    }

    /// A place for a connection, or none where all others are at work.
    pub fn enter(self: &Arc<Lines>, address: IpAddr) -> Option<Place> {
        let is_proxy = self.proxies.contains(&address.to_canonical());
        let address = block(address);
        let mut state = self.lock();
        let own = state.open.get(&address).map_or(0, BTreeMap::len);
        let has_part = own >= self.share && !is_proxy;
        if has_part || state.total >= self.most {
            let of_any = || {
                let all = state.open.iter();
                let silent =
                    all.filter_map(|(one, lines)| Some((lines.len(), *one, silent(lines)?)));
                silent.max_by_key(|(count, ..)| *count).map(|(_, one, number)| (one, number))
            };
            let (silent, number) = match has_part {
                true => (address, state.open.get(&address).and_then(silent)?),
                false => of_any()?,
            };
            if let Some(line) = state.remove(silent, number) {
                line.end.notify_one();
            }
        }
        state.count += 1;
        state.total += 1;
        let (number, line) = (state.count, Line::new(self.start));
        state.open.entry(address).or_default().insert(number, line.clone());
        Some(Place { lines: self.clone(), address, number, line })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the number of the connection that has been silent for longest.
fn silent(lines: &BTreeMap<u64, Arc<Line>>) -> Option<u64> {
    let silent = lines.iter().filter_map(|(number, line)| Some((line.silent()?, *number)));
    silent.min().map(|(_, number)| number)
}

impl State {
    fn remove(&mut self, address: IpAddr, number: u64) -> Option<Arc<Line>> {
        let lines = self.open.get_mut(&address)?;
        let line = lines.remove(&number)?;
        if lines.is_empty() {
            self.open.remove(&address);
        }
        self.total -= 1;
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_busy_does_not_keep_others_from_making_room() {
        let lines = Arc::new(Lines::new(3, 100, Vec::new()));
        let [busy, silent, new] = [1, 2, 3].map(|host| IpAddr::from([192, 0, 2, host]));
        let held = [lines.enter(busy).unwrap(), lines.enter(busy).unwrap()];
        let _works = held.each_ref().map(|place| place.line.busy());
        let other = lines.enter(silent).unwrap();
        std::thread::sleep(SILENT + Duration::from_millis(20));
        assert!(lines.enter(new).is_some());
        // It has made room already.
        assert!(!lines.lock().open.contains_key(&silent));
        drop(other);
        assert_eq!(lines.lock().total, 3 - 1);
    }
}
