//! `pc solve`, `pc percent` and `pc merge`, as their users start them.

mod common;

use serde_json::Value;

use common::start;

const OPENER: &str = "XXX_____XX/XXX____XXX/XXX___XXXX/XXX____XXX";
/// The same as a fumen.
const FUMEN: &str = "v115@9gC8EeE8DeF8CeG8DeC8JeAgH";

fn ok(args: &[&str]) -> String {
    let output = start(args, "");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn refused(args: &[&str]) -> String {
    let output = start(args, "");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).expect("text")
}

struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("puzzle-ai-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _: Result<(), _> = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn parts_merge_to_the_whole() {
    let folder = Folder::new("shares");
    let (first, second, all) = (folder.file("1.json"), folder.file("2.json"), folder.file("all.json"));
    let question = ["pc", "percent", "--field", OPENER, "--pattern", "I,*p4", "--hold"];
    let part = |shard: &str, path: &str, more: &[&str]| {
        ok(&[&question[..], &["--shard", shard, "--save", path], more].concat())
    };
    let half = part("1/2", &first, &[]);
    assert!(half.contains("420 different queues are not judged yet"), "{half}");
    // Stopped, and gone on with.
    assert!(part("2/2", &second, &["--nodes", "1"]).contains("840 different queues are not judged yet"));
    part("2/2", &second, &["--threads", "2"]);
    let merged = ok(&["pc", "merge", &first, &second, "--save", &all, "--tree", "1"]);
    let whole = ok(&[&question[..], &["--tree", "1"]].concat());
    assert_eq!(merged, whole);
    assert!(whole.starts_with("711 of 840 queues, 84.64 %\n"), "{whole}");
    assert_eq!(ok(&["pc", "merge", &all, "--tree", "1"]), whole);
    let other = folder.file("other.json");
    ok(&["pc", "percent", "--field", OPENER, "--pattern", "I,*p4", "--save", &other]);
    assert!(refused(&["pc", "merge", &first, &other]).contains("another question"));
    assert!(refused(&[&question[..], &["--save", &other]].concat()).contains("another question"));
    std::fs::write(&other, "{\"version\":1").expect("a file");
    assert!(refused(&["pc", "merge", &other]).contains("other.json"));
    assert!(refused(&[&question[..], &["--shard", "3/2"]].concat()).contains("1/4"));
}

#[test]
fn fields_are_read_from_fumens_and_answers_written_as_fumens() {
    let drawn = ok(&["pc", "solve", "--field", OPENER, "--queue", "ITLSJ", "--hold"]);
    let read = ok(&["pc", "solve", "--field", FUMEN, "--queue", "ITLSJ", "--hold"]);
    assert_eq!(drawn, read);
    let fumen = drawn.lines().find(|line| line.starts_with("v115@")).expect("a fumen");
    // Its last page leaves nothing behind.
    let pages: Value = serde_json::from_str(&ok(&["fumen", "decode", fumen, "--json"])).expect("JSON");
    assert_eq!(pages["pages"].as_array().map(Vec::len), Some(4));
    assert!(refused(&["pc", "solve", "--field", FUMEN, "--page", "2", "--queue", "I"]).contains("1 pages"));
    assert!(refused(&["pc", "solve", "--field", "v115@!!", "--queue", "I"]).contains("the fumen"));
}

#[test]
fn pages_are_drawn() {
    let folder = Folder::new("page");
    let path = folder.file("page.html");
    ok(&["pc", "solve", "--field", OPENER, "--queue", "ITLSJ", "--hold", "--limit", "0", "--html", &path]);
    let page = std::fs::read_to_string(&path).expect("a page");
    let tilings = page.matches("<figure>").count();
    assert!(tilings > 0 && page.matches("<svg").count() == tilings);
    assert_eq!(page.matches("v115@").count(), tilings);
    assert!(page.contains(&format!("{tilings} tilings")) && !page.contains("<script"));
}

#[test]
fn kicks_of_ones_own() {
    let folder = Folder::new("kicks");
    let path = folder.file("mine.json");
    // A T that SRS does not turn in under the overhang.
    let share = |rules: &str| {
        ok(&["pc", "percent", "--field", OPENER, "--pattern", "I,*p4", "--hold", "--rules", rules])
    };
    std::fs::write(&path, r#"{ "base": "nokick", "kicks": {} }"#).expect("a file");
    assert_eq!(share(&path), share("nokick"));
    let kicks = r#"{ "base": "srs", "kicks": { "T": { "NE": [[0, 0]], "NW": [[0, 0]] }, "I": { "NS": [[0, 0], [0, -1]] } } }"#;
    std::fs::write(&path, kicks).expect("a file");
    assert!(share(&path).contains("of 840 queues"));
    std::fs::write(&path, r#"{ "base": "srs", "kicks": { "T": { "NN": [[0, 0]] } } }"#).expect("a file");
    let error = refused(&["pc", "solve", "--field", OPENER, "--queue", "ITLSJ", "--rules", &path]);
    assert!(error.contains("mine.json"), "{error}");
}
