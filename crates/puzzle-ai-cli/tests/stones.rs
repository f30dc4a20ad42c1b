//! `stones …`, as its users start it.

mod common;

use serde_json::Value;

use common::start;

const LINE_UP: &str = "adaptive,classic,planner,greedy,floor,random";

/// The digest of every game does not depend on process or threads.
#[test]
fn tournaments_are_the_same_in_every_process() {
    let folder = std::env::temp_dir().join(format!("stones-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let results = ["1", "1", "2", "3"].map(|threads| {
        let path = folder.join(format!("{threads}.json"));
        let _ = std::fs::remove_file(&path);
        let path = path.to_str().expect("UTF-8");
        let args = [
            "stones",
            "tournament",
            "--agents",
            LINE_UP,
            "--scenarios",
            "2",
            "--seed",
            "5",
            "--threads",
            threads,
            "--save",
            path,
        ];
        let output = start(&args, "");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let saved: Value =
            serde_json::from_str(&std::fs::read_to_string(path).expect("saved")).expect("JSON");
        (output.stdout, saved)
    });
    std::fs::remove_dir_all(&folder).expect("our folder");
    let games = results[0].1["tournament"]["results"][0]["games"].as_array().expect("games");
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|game| game["digest"].is_number() || game["digest"].is_string()));
    assert!(results.iter().all(|result| *result == results[0]));
}

/// Parts by scenario, one of them stopped and gone on with, have the table of the whole.
#[test]
fn parts_merge_to_the_whole() {
    let folder = std::env::temp_dir().join(format!("stones-parts-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str| folder.join(name).display().to_string();
    let play = |agents: &str, more: &[&str]| {
        start(&[&["stones", "tournament", "--agents", agents, "--seed", "5"], more].concat(), "")
    };
    let agents = "greedy,floor,random";
    let whole = play(agents, &["--scenarios", "5", "--save", &file("whole.json")]);
    assert_eq!(whole.status.code(), Some(0), "{}", String::from_utf8_lossy(&whole.stderr));
    play(agents, &["--scenarios", "5", "--shard", "2/2", "--save", &file("2.json")]);
    play(agents, &["--scenarios", "2", "--shard", "1/2", "--save", &file("1.json")]);
    play(agents, &["--scenarios", "5", "--shard", "1/2", "--save", &file("1.json")]);
    let parts = [file("2.json"), file("1.json")];
    let merged = start(&["stones", "merge", &parts[0], &parts[1], "--save", &file("all.json")], "");
    assert_eq!(merged.stdout, whole.stdout, "{}", String::from_utf8_lossy(&merged.stderr));
    let read = |name: &str| std::fs::read_to_string(file(name)).expect("a file");
    assert_eq!(read("all.json"), read("whole.json"));

    let refused = |output: std::process::Output, part: &str| {
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(part), "{error}");
    };
    refused(play("greedy,floor,floor", &["--save", &parts[0]]), "other agents");
    refused(play(agents, &["--shard", "0/2"]), "1/4");
    let other = file("other.json");
    play(agents, &["--family", "rich", "--scenarios", "1", "--save", &other]);
    refused(start(&["stones", "merge", &parts[0], &other], ""), "other.json");
    let changed = read("1.json").replacen("\"rounds\":", "\"rounds\":1", 1);
    std::fs::write(&other, changed).expect("a file");
    refused(start(&["stones", "merge", &file("whole.json"), &other], ""), "the contrary");
    std::fs::write(&other, read("1.json").replacen("\"seat\":0", "\"seat\":7", 1)).expect("a file");
    refused(start(&["stones", "merge", &other], ""), "not every player has one seat");
    std::fs::remove_dir_all(&folder).expect("our folder");
}

#[test]
fn a_tuning_run_goes_on_where_it_was_left() {
    let folder = std::env::temp_dir().join(format!("stones-tune-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let [parted, whole] =
        ["parted.json", "whole.json"].map(|name| folder.join(name).to_str().expect("UTF-8").to_owned());
    let tune = |generations: &str, save: &str| {
        let args = [
            "stones",
            "tune",
            "--method",
            "ce",
            "--population",
            "4",
            "--trials",
            "2",
            "--tests",
            "2",
            "--json",
            "--generations",
            generations,
            "--save",
            save,
        ];
        let output = start(&args, "");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(answer["numbers"]["k1"].is_number());
        assert_eq!(answer["generations"].to_string(), generations);
        std::fs::read_to_string(save).expect("saved")
    };
    tune("1", &parted);
    assert_eq!(tune("3", &parted), tune("3", &whole));
    std::fs::write(&parted, "{\"version\": 1}").expect("our file");
    let refused = start(&["stones", "tune", "--save", &parted], "");
    assert_eq!(refused.status.code(), Some(2));
    std::fs::remove_dir_all(&folder).expect("our folder");
}
