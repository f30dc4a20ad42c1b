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
    let games = results[0].1["results"][0]["games"].as_array().expect("games");
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|game| game["digest"].is_number() || game["digest"].is_string()));
    assert!(results.iter().all(|result| *result == results[0]));
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
