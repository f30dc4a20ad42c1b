//! The public items of every library against the list in `public_api.txt`.
//!
//! The lint `unreachable_pub` sees to it that whatever is written `pub` can be reached, so the sources say what is
//! public. After a change that is meant: `BLESS=1 cargo test -p puzzle-ai --test public_api`, and a line in the changelog.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const LIBRARIES: [&str; 8] = [
    "exact-cover",
    "grid-core",
    "match3",
    "perfect-clear",
    "puzzle-ai",
    "stack-eval",
    "stone-auction",
    "tetromino",
];

/// All sources below a folder, but for tests.
fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the workspace has this folder") {
        let path = entry.expect("the folder can be read").path();
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests" || stem == "oracle");
        if path.is_dir() && !is_test {
            sources(&path, out);
        } else if path.extension().is_some_and(|end| end == "rs") && !is_test {
            out.push(path);
        }
    }
}

/// What a block belongs to, as a prefix of the items in it.
fn owner(header: &str) -> &str {
    let header = header.trim_end_matches('{').trim();
    header.split(" where ").next().unwrap_or(header)
}

/// A statement from its first line on, with what follows until it is whole, without body or value.
fn statement(lines: &[&str]) -> String {
    let is_use = lines[0].trim_start().starts_with("pub use ");
    let mut text = String::new();
    for line in lines {
        let line = line.split("//").next().unwrap_or(line).trim();
        text.push_str(line);
        let whole = line.ends_with(';')
            || (!is_use && (text.contains('{') || line.ends_with(',') && balanced(&text)));
        if whole {
            break;
        }
        text.push(' ');
    }
    let text = if is_use { &text } else { text.split(" {").next().unwrap_or(&text) };
    let text = text.split(" = ").next().unwrap_or(text);
    text.trim_end_matches([';', ',', ' '])
        .replace("( ", "(")
        .replace("{ ", "{")
        .replace(", )", ")")
        .replace(", }", "}")
}

fn balanced(text: &str) -> bool {
    let count = |c| text.matches(c).count();
    count('(') == count(')') && count('[') == count(']')
}

/// The public items of one file.
fn items(text: &str, out: &mut BTreeSet<String>) {
    let lines: Vec<&str> = text.lines().collect();
    let mut blocks: Vec<(usize, String)> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        if code.is_empty() || code.starts_with("//") || code.starts_with('#') {
            continue;
        }
        while blocks.last().is_some_and(|(open, _)| *open >= indent) {
            blocks.pop();
        }
        let block = blocks.last().map_or("", |(_, header)| header.as_str());
        let hidden = blocks.iter().any(|(_, header)| header.starts_with("mod tests"));
        let member = (block.starts_with("pub enum") && code.starts_with(char::is_uppercase))
            || (block.starts_with("pub trait")
                && ["fn ", "type ", "const "].iter().any(|one| code.starts_with(one)))
            || (block.starts_with("pub struct") && code.starts_with("const "));
        if !hidden && (code.starts_with("pub ") || member) {
            let one = statement(&lines[at..]);
            let inside =
                if block.starts_with("impl") || member || !block.is_empty() { owner(block) } else { "" };
            out.insert(if inside.is_empty() { one } else { format!("{inside} :: {one}") });
        }
        if code.ends_with('{') {
            blocks.push((indent, code.to_owned()));
        }
    }
}

fn public_items() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates/");
    let mut text = String::new();
    for library in LIBRARIES {
        let (mut files, mut found) = (Vec::new(), BTreeSet::new());
        sources(&root.join(library).join("src"), &mut files);
        for file in files {
            items(&fs::read_to_string(file).expect("a source is text"), &mut found);
        }
        assert!(!found.is_empty(), "{library} has no public item");
        text.push_str(&format!("# {library}\n"));
        for one in found {
            text.push_str(&one);
            text.push('\n');
        }
    }
    text
}

#[test]
fn public_items_are_those_of_the_list() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/public_api.txt");
    let now = public_items();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &now).expect("the list can be written");
    }
    let then = fs::read_to_string(&path).expect("the list is there");
    let (new, old): (BTreeSet<&str>, BTreeSet<&str>) = (now.lines().collect(), then.lines().collect());
    let (added, gone): (Vec<_>, Vec<_>) = (new.difference(&old).collect(), old.difference(&new).collect());
    assert!(now == then, "the public items have changed\nadded: {added:#?}\ngone: {gone:#?}");
}

#[test]
fn the_reader_knows_what_is_public() {
    let source = "\
pub use a::{B, C};
pub(crate) fn hidden() {}
pub struct S {
    pub field: u32,
    private: u32,
}
impl S {
    /// Text.
    pub const fn new(
        a: u32,
        b: u32,
    ) -> Self {
        Self { field: a, private: b }
    }
    fn private(&self) {}
}
pub enum E {
    One,
    Two(u8),
}
pub trait T: Send {
    fn name(&self) -> &str;
}
mod tests {
    pub fn helper() {}
}
";
    let mut found = BTreeSet::new();
    items(source, &mut found);
    let expected = [
        "impl S :: pub const fn new(a: u32, b: u32) -> Self",
        "pub enum E",
        "pub enum E :: One",
        "pub enum E :: Two(u8)",
        "pub struct S",
        "pub struct S :: pub field: u32",
        "pub trait T: Send",
        "pub trait T: Send :: fn name(&self) -> &str",
        "pub use a::{B, C}",
    ];
    assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}
