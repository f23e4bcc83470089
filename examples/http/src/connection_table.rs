//! Open connections, by their addresses.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::{Duration, Instant};

use ipnet::IpNet;
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};
use tokio::net::TcpStream;
use tokio::sync::Notify;

use crate::client::{block, is_proxy};
use crate::quota::client_share;

/// The minimum idle time after which a connection can be closed to admit another connection.
const MIN_IDLE: Duration = Duration::from_millis(200);

/// The state of an open connection that the table uses.
#[derive(Debug)]
pub struct OpenConnection {
    /// The number of requests that are being processed.
    active: AtomicUsize,
    /// `true` while the client is slow to receive a response.
    writing: AtomicBool,
    /// The time of the last transfer, in milliseconds from the start.
    last_transfer: AtomicU64,
    start: Instant,
    end: Notify,
    stream: OnceLock<Weak<TcpStream>>,
}

/// A request that is being processed. It is counted until it is dropped.
#[derive(Debug)]
pub struct ActiveRequest(Arc<OpenConnection>);

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        self.0.touch();
        self.0.active.fetch_sub(1, Ordering::Relaxed);
    }
}

impl OpenConnection {
    fn new(start: Instant) -> Arc<OpenConnection> {
        let (active, writing) = (AtomicUsize::new(0), AtomicBool::new(false));
        let connection = OpenConnection {
            active,
            writing,
            last_transfer: AtomicU64::new(0),
            start,
            end: Notify::new(),
            stream: OnceLock::new(),
        };
        connection.touch();
        Arc::new(connection)
    }

    /// Sets the stream of the connection.
    pub fn set_stream(&self, stream: &Arc<TcpStream>) {
        // Set only once, because each connection has one stream.
        let _ = self.stream.set(Arc::downgrade(stream));
    }

    /// Returns `true` if the client sends no more data, because it has gone or closed its side.
    pub fn is_closed_by_client(&self) -> bool {
        let Some(stream) = self.stream.get().and_then(Weak::upgrade) else { return true };
        let flags = RecvFlags::PEEK | RecvFlags::DONTWAIT;
        match recv(&*stream, &mut [0_u8; 1], flags) {
            Ok((_, count)) => count == 0,
            Err(error) => error != Errno::WOULDBLOCK && error != Errno::INTR,
        }
    }

    /// Counts a request that is being processed.
    pub fn begin_request(self: &Arc<OpenConnection>) -> ActiveRequest {
        self.active.fetch_add(1, Ordering::Relaxed);
        ActiveRequest(self.clone())
    }

    /// Records that bytes were transferred.
    pub fn touch(&self) {
        self.last_transfer.store(self.start.elapsed().as_millis() as u64, Ordering::Relaxed);
        self.writing.store(false, Ordering::Relaxed);
    }

    /// Records that a response cannot be written at the moment.
    pub fn set_writing(&self) {
        self.writing.store(true, Ordering::Relaxed);
    }

    /// Waits until the connection must be closed to admit another connection.
    pub async fn closing(&self) {
        self.end.notified().await;
    }

    /// Returns the time of the last transfer if the connection has been idle long enough to be closed.
    fn idle_since(&self) -> Option<u64> {
        let moved = self.last_transfer.load(Ordering::Relaxed);
        let works = self.active.load(Ordering::Relaxed) > 0 || self.writing.load(Ordering::Relaxed);
        let passed = (self.start.elapsed().as_millis() as u64).saturating_sub(moved);
        (!works && Duration::from_millis(passed) >= MIN_IDLE).then_some(moved)
    }
}

/// All open connections. When their maximum number is reached, the connection with the longest idle time is
/// closed: a connection of the same address if the address uses up its share, otherwise a connection of the
/// address with the most connections, among the addresses with an idle connection.
#[derive(Debug)]
pub struct ConnectionTable {
    capacity: usize,
    share: usize,
    proxies: Vec<IpNet>,
    start: Instant,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The connections of each address, by their numbers.
    open: HashMap<IpAddr, BTreeMap<u64, Arc<OpenConnection>>>,
    total: usize,
    count: u64,
}

/// The entry of a connection. It is removed from the table when it is dropped.
#[derive(Debug)]
pub struct ConnectionSlot {
    table: Arc<ConnectionTable>,
    address: IpAddr,
    number: u64,
    /// The connection.
    pub connection: Arc<OpenConnection>,
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.table.lock().remove(self.address, self.number);
    }
}

impl ConnectionTable {
    /// Creates a table for `capacity` connections. An address may use `percent` percent of them unless it
    /// is a proxy.
    pub fn new(capacity: usize, percent: usize, proxies: Vec<IpNet>) -> ConnectionTable {
        let (capacity, share, start) =
            (capacity.max(1), client_share(capacity, percent), Instant::now());
        ConnectionTable { capacity, share, proxies, start, state: Mutex::default() }
    }

    /// Adds a connection. Returns `None` if the table is full and no connection is idle.
    pub fn enter(self: &Arc<ConnectionTable>, address: IpAddr) -> Option<ConnectionSlot> {
        let is_proxy = is_proxy(&self.proxies, address);
        let address = block(address);
        let mut state = self.lock();
        let own = state.open.get(&address).map_or(0, BTreeMap::len);
        let has_part = own >= self.share && !is_proxy;
        if has_part || state.total >= self.capacity {
            let of_any = || {
                let all = state.open.iter();
                let silent =
                    all.filter_map(|(one, all)| Some((all.len(), *one, longest_idle(all)?)));
                silent.max_by_key(|(count, ..)| *count).map(|(_, one, number)| (one, number))
            };
            let (silent, number) = match has_part {
                true => (address, state.open.get(&address).and_then(longest_idle)?),
                false => of_any()?,
            };
            if let Some(connection) = state.remove(silent, number) {
                connection.end.notify_one();
            }
        }
        state.count += 1;
        state.total += 1;
        let (number, connection) = (state.count, OpenConnection::new(self.start));
        state.open.entry(address).or_default().insert(number, connection.clone());
        Some(ConnectionSlot { table: self.clone(), address, number, connection })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the number of the connection with the longest idle time.
fn longest_idle(connections: &BTreeMap<u64, Arc<OpenConnection>>) -> Option<u64> {
    let silent = connections
        .iter()
        .filter_map(|(number, connection)| Some((connection.idle_since()?, *number)));
    silent.min().map(|(_, number)| number)
}

impl State {
    fn remove(&mut self, address: IpAddr, number: u64) -> Option<Arc<OpenConnection>> {
        let connections = self.open.get_mut(&address)?;
        let connection = connections.remove(&number)?;
        if connections.is_empty() {
            self.open.remove(&address);
        }
        self.total -= 1;
        Some(connection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_busy_does_not_keep_others_from_being_closed() {
        let table = Arc::new(ConnectionTable::new(3, 100, Vec::new()));
        let [busy, silent, new] = [1, 2, 3].map(|host| IpAddr::from([192, 0, 2, host]));
        let held = [table.enter(busy).unwrap(), table.enter(busy).unwrap()];
        let _works = held.each_ref().map(|slot| slot.connection.begin_request());
        let other = table.enter(silent).unwrap();
        std::thread::sleep(MIN_IDLE + Duration::from_millis(20));
        assert!(table.enter(new).is_some());
        // The connection has already been removed.
        assert!(!table.lock().open.contains_key(&silent));
        drop(other);
        assert_eq!(table.lock().total, 3 - 1);
    }
}
