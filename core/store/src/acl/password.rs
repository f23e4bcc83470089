//! Rules for passwords, and their hashes.

use std::num::NonZero;
use std::sync::{Condvar, Mutex, PoisonError};

use argon2::{Algorithm, Argon2, Block, Params, Version};
use subtle::ConstantTimeEq;

use super::token::{from_hex, hex};
use crate::store::random::random;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The memory of a hash, in KiB. OWASP's Password Storage Cheat Sheet recommends this value for
/// argon2id.
const MEMORY: u32 = 19_456;
/// The number of passes over the memory.
const PASSES: u32 = 2;
/// The number of lanes.
const LANES: u32 = 1;

/// The number of bytes to reserve for a hash, which is more than the hash uses. The C library of
/// Linux always maps blocks of more than 32 MiB, and returns them to the system when they are
/// freed. Smaller blocks would stay in the process, in each thread that has hashed.
const RESERVED: usize = 33 << 20;

/// The minimum number of characters in a password.
const SHORTEST: usize = 8;
/// The maximum number of bytes in a password.
const LONGEST: usize = 1_024;

/// The maximum number of concurrent hashes. Together they use 76 MiB.
const AT_ONCE: usize = 4;

/// A hasher of passwords that limits concurrent hashes, so that many concurrent log-ins do not use
/// all memory.
#[derive(Debug)]
pub(super) struct Passwords {
    free: Mutex<usize>,
    freed: Condvar,
}

impl Passwords {
    pub fn new() -> Passwords {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        Passwords { free: Mutex::new(processors.min(AT_ONCE)), freed: Condvar::new() }
    }

    /// Returns the text that is stored for a password: the parameters, the salt and the hash.
    pub fn hash(&self, password: &str) -> Result<String> {
        let salt: [u8; 16] = random()?;
        let hash = self.run([MEMORY, PASSES, LANES], &salt, password)?;
        Ok(format!("argon2id,{MEMORY},{PASSES},{LANES},{},{}", hex(&salt), hex(&hash)))
    }

    /// Returns `true` if a password matches its hash. Without a hash, returns `false` after the
    /// same time, so that the time does not reveal whether a user exists.
    pub fn matches(&self, password: &str, hashed: Option<&str>) -> Result<bool> {
        if password.len() > LONGEST {
            return Ok(false);
        }
        let (cost, salt, expected) = match hashed {
            Some(hashed) => parts(hashed).ok_or_else(|| {
                Error::new(ErrorKind::Storage, "the hash of a password is damaged")
            })?,
            None => ([MEMORY, PASSES, LANES], [0; 16], [0; 32]),
        };
        let hash = self.run(cost, &salt, password)?;
        Ok(bool::from(hash.ct_eq(&expected)) && hashed.is_some())
    }

    fn run(&self, cost: [u32; 3], salt: &[u8], password: &str) -> Result<[u8; 32]> {
        let fault = |error: argon2::Error| {
            Error::new(ErrorKind::Internal, format!("a password cannot be hashed: {error}"))
        };
        let [memory, passes, lanes] = cost;
        let parameters = Params::new(memory, passes, lanes, Some(32)).map_err(fault)?;
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters);
        let _seat = self.sit();
        let mut hash = [0; 32];
        let count = argon2.params().block_count();
        let mut blocks = Vec::new();
        blocks
            .try_reserve_exact(count.max(RESERVED / Block::SIZE))
            .map_err(|_| fault(argon2::Error::OutOfMemory))?;
        blocks.resize(count, Block::new());
        argon2
            .hash_password_into_with_memory(password.as_bytes(), salt, &mut hash, &mut blocks[..])
            .map_err(fault)?;
        Ok(hash)
    }

    fn sit(&self) -> Seat<'_> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        while *free == 0 {
            free = self.freed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        Seat(self)
    }
}

/// A permit to hash, which is released when it is dropped.
struct Seat<'a>(&'a Passwords);

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}

type Parts = ([u32; 3], [u8; 16], [u8; 32]);

fn parts(hashed: &str) -> Option<Parts> {
    let mut parts = hashed.strip_prefix("argon2id,")?.split(',');
    let mut number = || parts.next()?.parse().ok();
    let cost = [number()?, number()?, number()?];
    let salt = from_hex(parts.next()?)?;
    let hash = from_hex(parts.next()?)?;
    parts.next().is_none().then_some((cost, salt, hash))
}

/// Checks a password. Returns `ErrorKind::Invalid`, with the parameter `password`, if it is too short or too
/// long.
pub(super) fn check(password: &str) -> Result<()> {
    let expected = match (password.len(), password.chars().count()) {
        (LONGEST.., _) if password.len() > LONGEST => format!("at most {LONGEST} bytes"),
        (_, ..SHORTEST) => format!("at least {SHORTEST} characters"),
        _ => return Ok(()),
    };
    let message = format!("expected a password of {expected}, found {}", password.len());
    Err(Error::invalid(message).with_parameter("password"))
}
