//! The page of benchmarks, made of what criterion keeps of its last run.
//!
//! Criterion writes two files a benchmark, `new/benchmark.json` with its names and
//! `new/estimates.json` with its times. In a group, the benchmark called `ours` is
//! compared with those whose names begin with `peer`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::Value;

/// One benchmark.
#[derive(Clone, Debug, PartialEq)]
pub struct Bench {
    /// The crate, which is the first part of the group's name.
    pub crate_name: String,
    /// The rest of the group's name; empty for a benchmark of its own.
    pub group: String,
    /// The name in the group.
    pub name: String,
    /// Nanoseconds of one iteration: the median, and its interval of 95 %.
    pub median: [f64; 3],
    /// What one iteration does so many times.
    pub elements: Option<f64>,
}

/// What is wrong with a file of criterion.
#[derive(Debug)]
pub struct ReportError {
    path: PathBuf,
    reason: String,
}

impl core::fmt::Display for ReportError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.reason)
    }
}

impl std::error::Error for ReportError {}

impl Bench {
    /// From the texts of the two files.
    ///
    /// # Errors
    /// What is missing.
    pub fn parse(benchmark: &str, estimates: &str) -> Result<Self, String> {
        let json = |text| serde_json::from_str::<Value>(text).map_err(|error| error.to_string());
        let (benchmark, estimates) = (json(benchmark)?, json(estimates)?);
        let group = benchmark["group_id"].as_str().ok_or("no group_id")?;
        let (crate_name, rest) = group.split_once('/').unwrap_or((group, ""));
        let (group, name) = match benchmark["function_id"].as_str() {
            Some(name) => (rest, name),
            None => ("", rest),
        };
        let median = &estimates["median"];
        let interval = &median["confidence_interval"];
        let number = |value: &Value| value.as_f64().ok_or("no median");
        Ok(Self {
            crate_name: crate_name.into(),
            group: group.into(),
            name: name.into(),
            median: [
                number(&median["point_estimate"])?,
                number(&interval["lower_bound"])?,
                number(&interval["upper_bound"])?,
            ],
            elements: benchmark["throughput"]["Elements"].as_f64(),
        })
    }

    fn is_peer(&self) -> bool {
        self.name.starts_with("peer ")
    }
}

/// All benchmarks below criterion's folder, by their path.
///
/// # Errors
/// Which file cannot be read or is not of criterion.
pub fn read(folder: &Path) -> Result<Vec<Bench>, ReportError> {
    let mut found = Vec::new();
    let here = |error: io::Error| ReportError { path: folder.into(), reason: error.to_string() };
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder).map_err(here)? {
        entries.push(entry.map_err(here)?.path());
    }
    entries.sort();
    for path in entries.into_iter().filter(|path| path.is_dir()) {
        if path.ends_with("new") && path.join("benchmark.json").exists() {
            let text = |name| fs::read_to_string(path.join(name)).map_err(|error| error.to_string());
            let bench = text("benchmark.json")
                .and_then(|benchmark| Bench::parse(&benchmark, &text("estimates.json")?))
                .map_err(|reason| ReportError { path: path.clone(), reason })?;
            found.push(bench);
        } else {
            found.extend(read(&path)?);
        }
    }
    Ok(found)
}

/// The page. `machine` is the line that says where and when.
#[must_use]
pub fn markdown(benches: &[Bench], machine: &str) -> String {
    let mut crates: BTreeMap<&str, BTreeMap<&str, Vec<&Bench>>> = BTreeMap::new();
    for bench in benches {
        let groups = crates.entry(&bench.crate_name).or_default();
        groups.entry(&bench.group).or_default().push(bench);
    }
    let mut page = format!(
        "# Benchmarks\n\nMade by `cargo run -p puzzle-ai-benches --bin report` of what `cargo bench -p \
         puzzle-ai-benches` leaves; criterion's\nown pages are in `target/criterion/report/`. {machine}\n\nTimes are \
         medians with their intervals of 95 %. A peer's ratio is its time over ours in the same run.\n"
    );
    for (crate_name, groups) in crates {
        let _ = write!(page, "\n## {crate_name}\n");
        for (group, benches) in &groups {
            let ours = benches.iter().find(|bench| bench.name == "ours");
            let with_peers = ours.is_some() && benches.iter().any(|bench| bench.is_peer());
            let _ =
                write!(page, "\n{}", if group.is_empty() { String::new() } else { format!("{group}:\n\n") });
            page += "| what | time | interval | of one |";
            page += if with_peers { " ratio |\n|---|---|---|---|---|\n" } else { "\n|---|---|---|---|\n" };
            for bench in benches {
                let [median, low, high] = bench.median;
                let one = bench.elements.map_or(String::new(), |n| time(median / n));
                let (median_text, low, high) = (time(median), time(low), time(high));
                let _ = write!(page, "| {} | {median_text} | {low} to {high} | {one} |", bench.name);
                if with_peers {
                    let ratio = ours.map_or(f64::NAN, |ours| median / ours.median[0]);
                    let ratio = if ratio < 10.0 { format!("{ratio:.2}") } else { format!("{ratio:.0}") };
                    let _ = write!(page, " {} |", if bench.is_peer() { ratio } else { String::new() });
                }
                page.push('\n');
            }
        }
    }
    page
}

/// Nanoseconds with three digits and a unit.
fn time(nanoseconds: f64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns")];
    let (size, unit) = units.into_iter().find(|&(size, _)| nanoseconds >= size).unwrap_or((1.0, "ns"));
    let value = nanoseconds / size;
    let digits = if value >= 99.95 {
        0
    } else if value >= 9.995 {
        1
    } else {
        2
    };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(group: &str, name: &str, median: f64) -> Bench {
        let benchmark = format!(
            r#"{{"group_id":"{group}","function_id":"{name}","value_str":null,"throughput":{{"Elements":4}}}}"#
        );
        let estimates = format!(
            r#"{{"median":{{"confidence_interval":{{"confidence_level":0.95,"lower_bound":{},"upper_bound":{}}},
            "point_estimate":{median},"standard_error":1.0}}}}"#,
            median - 1.0,
            median + 1.0
        );
        Bench::parse(&benchmark, &estimates).expect("two files of criterion")
    }

    #[test]
    fn a_page_compares_with_peers() {
        let benches =
            [files("a-crate/sorting", "ours", 1_000.0), files("a-crate/sorting", "peer slow", 2_500.0)];
        let page = markdown(&benches, "Here, today.");
        assert!(
            page.contains("## a-crate\n\nsorting:\n\n| what | time | interval | of one | ratio |\n"),
            "{page}"
        );
        assert!(page.contains("| ours | 1.00 µs | 999 ns to 1.00 µs | 250 ns |  |\n"), "{page}");
        assert!(page.contains("| peer slow | 2.50 µs | 2.50 µs to 2.50 µs | 625 ns | 2.50 |\n"), "{page}");
    }

    #[test]
    fn without_peers_there_is_no_ratio() {
        let page = markdown(&[files("b", "x", 3.0)], "");
        assert!(
            page.contains("## b\n\n| what | time | interval | of one |\n|---|---|---|---|\n| x | 3.00 ns |"),
            "{page}"
        );
    }

    #[test]
    fn times_have_three_digits() {
        let cases =
            [(0.5, "0.50 ns"), (99.96, "100 ns"), (12_345.0, "12.3 µs"), (1.5e9, "1.50 s"), (2e6, "2.00 ms")];
        for (nanoseconds, text) in cases {
            assert_eq!(time(nanoseconds), text);
        }
    }

    #[test]
    fn a_broken_file_is_named() {
        assert_eq!(Bench::parse("{}", "{}"), Err("no group_id".into()));
        assert!(Bench::parse("{", "{}").is_err());
        let folder = std::env::temp_dir().join(format!("puzzle-ai-report-{}", std::process::id()));
        fs::create_dir_all(folder.join("a/new")).expect("a folder");
        fs::write(folder.join("a/new/benchmark.json"), "{}").expect("a file");
        let error = read(&folder).expect_err("no estimates").to_string();
        fs::remove_dir_all(&folder).expect("ours");
        assert!(error.contains("new: "), "{error}");
    }
}
