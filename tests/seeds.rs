//! Writes the seeds that fuzzers use: `seeds FOLDER` creates a folder for each target.

#[path = "../core/fuzz/src/lib.rs"]
#[allow(dead_code)]
mod trials;

use std::error::Error;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let root = env::args().nth(1).ok_or("expected a folder")?;
    for (target, seeds) in trials::SEEDS {
        let folder = format!("{root}/{target}");
        fs::create_dir_all(&folder)?;
        for (number, seed) in seeds().iter().enumerate() {
            fs::write(format!("{folder}/seed-{number:04}"), seed)?;
        }
    }
    Ok(())
}
