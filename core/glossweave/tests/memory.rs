//! The memory that small inputs may take that say much by saying it often. Each case runs in a
//! process of its own, whose peak the kernel keeps.

#![allow(clippy::unwrap_used)] // A test that fails says where.
#![cfg(target_os = "linux")]

#[path = "memory/calls.rs"]
mod calls;
#[path = "memory/cases.rs"]
mod cases;

use std::process::Command;

/// The environment variable that names the case that a child runs.
const CASE: &str = "GLOSSWEAVE_MEMORY_CASE";

/// A number of the process in bytes, from `/proc/self/status`.
fn status(name: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    let digits: String = line.chars().filter(char::is_ascii_digit).collect();
    digits.parse::<usize>().unwrap() << 10
}

#[test]
fn nothing_takes_more_than_64_times_its_input() {
    if let Ok(name) = std::env::var(CASE) {
        let run = cases::ALL.iter().find(|case| case.0 == name).unwrap().1;
        let input = cases::Input::default();
        let before = status("VmRSS:");
        let bytes = run(&input);
        let peak = status("VmHWM:").saturating_sub(before);
        println!("took {} of {bytes}", peak);
        return;
    }
    let mut greedy = Vec::new();
    for (name, _) in cases::ALL {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "nothing_takes_more_than_64_times_its_input", "--nocapture"]);
        let output = child.env(CASE, name).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let words = said.split("took ").nth(1).and_then(|rest| rest.lines().next());
        let Some((took, of)) = words.and_then(|words| words.split_once(" of ")) else {
            greedy.push(format!("{name}: {said} {}", String::from_utf8_lossy(&output.stderr)));
            continue;
        };
        let (took, of): (usize, usize) = (took.parse().unwrap(), of.trim().parse().unwrap());
        println!("{name}: {took} bytes for {of}, {:.1} times", took as f64 / of as f64);
        if took > 64 * of {
            greedy.push(format!("{name}: {took} bytes for {of}"));
        }
    }
    assert!(greedy.is_empty(), "{}", greedy.join("\n"));
}

/// The memory of a child in KiB, of which it may address no more.
const ADDRESSED: usize = 2_000_000;

#[test]
fn no_call_ends_a_process_of_two_gigabytes() {
    if let Ok(name) = std::env::var(CASE) {
        let call = calls::ALL.iter().find(|case| case.0 == name).unwrap().1;
        calls::run(call());
        let peak = status("VmHWM:");
        println!("took {peak} bytes");
        return;
    }
    let mut dead = Vec::new();
    for (name, _) in calls::ALL {
        let run = format!(
            "ulimit -v {ADDRESSED} && exec \"$0\" --exact no_call_ends_a_process_of_two_gigabytes \
             --nocapture"
        );
        let mut child = Command::new("sh");
        child.args(["-c", &run]).arg(std::env::current_exe().unwrap());
        let output = child.env(CASE, name).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        println!(
            "{name}: {}",
            said.split("took ").nth(1).and_then(|rest| rest.lines().next()).unwrap_or("dead")
        );
        if !output.status.success() {
            let why = String::from_utf8_lossy(&output.stderr);
            dead.push(format!(
                "{name}: {} {}",
                output.status,
                why.chars().take(500).collect::<String>()
            ));
        }
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}
