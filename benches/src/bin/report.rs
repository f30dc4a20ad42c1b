//! Writes `docs/src/results/benchmarks.md` from criterion's last run:
//! `cargo run -p puzzle-ai-benches --bin report [CRITERION_FOLDER [PAGE]]`.

#![forbid(unsafe_code)]

use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs, thread};

use puzzle_ai_benches::report;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "target/criterion".into());
    let page = arguments.next().unwrap_or_else(|| "docs/src/results/benchmarks.md".into());
    let benches = report::read(folder.as_ref())?;
    fs::write(&page, report::markdown(&benches, &machine()))?;
    println!("{} benchmarks: {page}", benches.len());
    Ok(())
}

/// Processor, cores, system, compiler and date in a sentence.
fn machine() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let processor = model.map_or("a processor without a name", |(_, model)| model.trim());
    let cores = thread::available_parallelism().map_or(0, usize::from);
    let rustc = Command::new("rustc").arg("--version").output().map(|output| output.stdout);
    let rustc = rustc.ok().and_then(|text| String::from_utf8(text).ok()).unwrap_or_default();
    let rustc: Vec<&str> = rustc.split(' ').take(2).collect();
    let (os, arch, rustc) = (env::consts::OS, env::consts::ARCH, rustc.join(" "));
    let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400);
    let (year, month, day) = date(days);
    format!("{processor}, {cores} cores, {arch} {os}, {rustc}, {year}-{month:02}-{day:02}.")
}

/// Year, month and day of a number of days after 1970-01-01.
fn date(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}
