//! Real ranks on this machine: 1, 2 and 4 of them come to the same files, byte for byte, and a run whose
//! rank was killed or interrupted goes on with another number. Needs `mpirun`; `.ci/run mpi` starts it.
#![cfg(feature = "mpi")]

mod common;

use std::process::{Child, Command};

use common::{Folder, JOBS, PROGRAM, finish, in_the_middle};

fn ranks(count: usize, args: &[&str]) -> Command {
    let mut command = Command::new("mpirun");
    // For root in a container, more ranks than cores, no reading of foreign memory, and an end to what hangs.
    command.args([
        "--allow-run-as-root",
        "--oversubscribe",
        "--mca",
        "btl_vader_single_copy_mechanism",
        "none",
    ]);
    command.args([
        "--mca",
        "mpi_yield_when_idle",
        "1",
        "--timeout",
        "300",
        "-np",
        &count.to_string(),
        PROGRAM,
    ]);
    command.args(args);
    command
}

/// Sends a signal to one of the ranks of a run.
fn signal_a_rank(run: &Child, signal: &str) {
    let children = format!("/proc/{0}/task/{0}/children", run.id());
    let children = std::fs::read_to_string(children).expect("the ranks of the run");
    let rank = children.split_whitespace().last().expect("a rank");
    let killed = Command::new("kill").args([signal, rank]).status().expect("it starts");
    assert!(killed.success());
}

#[test]
fn any_number_of_ranks_writes_the_same() {
    let folder = Folder::new("ranks");
    for (name, args) in JOBS {
        let run = |count: usize| {
            let saved = folder.file(&format!("{name}-{count}.json"));
            let printed = finish(&mut ranks(count, &[args, &["--save", &saved]].concat()));
            (printed, Folder::text(&saved))
        };
        let one = run(1);
        assert!(!one.0.is_empty());
        for count in [2, 4] {
            assert_eq!(run(count), one, "{name} on {count} ranks");
        }
        let killed = folder.file(&format!("{name}-killed.json"));
        let args = [args, &["--save", &killed]].concat();
        in_the_middle(&mut ranks(2, &args), &killed, |run| signal_a_rank(run, "-KILL"));
        assert_ne!(Folder::text(&killed), one.1, "{name}: it was not in the middle");
        let printed = finish(&mut ranks(4, &args));
        assert_eq!((printed, Folder::text(&killed)), one, "{name} killed on 2 ranks, gone on with on 4");
        if name == "tournament" {
            // One rank is told to stop, as by Ctrl-C: all of them end well after the round.
            std::fs::remove_file(&killed).expect("our file");
            let end = in_the_middle(&mut ranks(2, &args), &killed, |run| signal_a_rank(run, "-INT"));
            assert!(end.success());
            assert_ne!(Folder::text(&killed), one.1, "it was not in the middle");
            finish(&mut ranks(2, &args));
            assert_eq!(Folder::text(&killed), one.1);
        }
    }
}

#[test]
fn all_ranks_end_with_two_where_one_cannot_go_on() {
    let folder = Folder::new("faults");
    let kept = folder.file("kept.json");
    std::fs::write(&kept, "{}").expect("a file");
    let faults: [(&[&str], &str); 3] = [
        (&["tune", "--generation", "3"], "did you mean --generations?"),
        (&["percent", "--clear", "2", "--pattern", "*p5", "--save", &kept], "kept.json"),
        (&["tournament", "--agents", "nobody"], "nobody"),
    ];
    for (args, part) in faults {
        let output = ranks(3, args).output().expect("it starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
        let said: Vec<&str> = error.lines().filter(|line| line.starts_with("puzzle-ai-mpi: ")).collect();
        assert!(said.len() == 1 && said[0].contains(part), "{args:?}: {error}");
    }
}
