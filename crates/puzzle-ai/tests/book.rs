//! The book and the other pages hold together: links lead somewhere, every page is in
//! the table of contents, every picture is on a page.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the crate lies in crates/")
}

/// All files below a folder with this extension.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the workspace") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The pages that people read: the book and what lies at the root and beside the crates.
fn pages(root: &Path) -> Vec<PathBuf> {
    let mut pages = files(&root.join("docs/src"), "md");
    for folder in fs::read_dir(root.join("crates")).expect("the crates") {
        let readme = folder.expect("readable").path().join("README.md");
        pages.extend(readme.exists().then_some(readme));
    }
    let at_root = fs::read_dir(root).expect("the root").map(|entry| entry.expect("readable").path());
    pages.extend(at_root.filter(|path| path.extension().is_some_and(|found| found == "md")));
    pages
}

/// The text of a page with fenced and inline code blanked out.
fn prose(text: &str) -> String {
    let (mut out, mut fenced) = (String::new(), false);
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        if !fence && !fenced {
            // Every second part lies between backticks.
            let parts: Vec<&str> = line.split('`').step_by(2).collect();
            out += &parts.join("code");
        }
        out.push('\n');
    }
    out
}

/// The targets of `[text](target)` and `![text](target)`, with their line numbers.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (number, line) in prose(text).lines().enumerate() {
        let mut rest = line;
        while let Some(start) = rest.find("](") {
            rest = &rest[start + 2..];
            let Some(end) = rest.find(')') else { break };
            found.push((number + 1, rest[..end].to_owned()));
            rest = &rest[end..];
        }
    }
    found
}

/// The anchors of the headings of a page, as renderers of Markdown name them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let headings = text.lines().filter(|line| {
        fenced ^= line.trim_start().starts_with("```");
        !fenced && line.starts_with('#')
    });
    let slug = |heading: &str| {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|&c| c.is_alphanumeric() || c == ' ' || c == '-' || c == '_');
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(slug).collect()
}

/// A path without `..` inside.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                tidy.pop();
            }
            Component::CurDir => {}
            part => tidy.push(part),
        }
    }
    tidy
}

/// What is wrong with the links of a page.
fn broken(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).expect("a page");
    let mut broken = Vec::new();
    for (line, link) in links(&text) {
        if link.starts_with("https://") || link.starts_with("http://") {
            continue;
        }
        let (file, anchor) = link.split_once('#').map_or((link.as_str(), None), |(a, b)| (a, Some(b)));
        let target = if file.is_empty() {
            page.to_owned()
        } else {
            tidy(&page.parent().expect("a folder").join(file))
        };
        if !target.exists() {
            broken.push(format!("{}:{line}: {link}: there is no such file", page.display()));
        } else if let Some(anchor) = anchor {
            let text = fs::read_to_string(&target).expect("a page");
            if !anchors(&text).contains(anchor) {
                broken.push(format!("{}:{line}: {link}: there is no such heading", page.display()));
            }
        }
    }
    broken
}

#[test]
fn links_lead_somewhere() {
    let pages = pages(&root());
    assert!(pages.len() > 30, "only {} pages", pages.len());
    let broken: Vec<String> = pages.iter().flat_map(|page| broken(page)).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let book = root().join("docs/src");
    let summary = fs::read_to_string(book.join("SUMMARY.md")).expect("the table of contents");
    let listed: BTreeSet<PathBuf> = links(&summary).into_iter().map(|(_, link)| book.join(link)).collect();
    let there: BTreeSet<PathBuf> =
        files(&book, "md").into_iter().filter(|page| !page.ends_with("SUMMARY.md")).collect();
    assert_eq!(listed, there);
}

#[test]
fn every_picture_is_on_a_page() {
    let root = root();
    let shown: BTreeSet<PathBuf> = pages(&root)
        .iter()
        .flat_map(|page| {
            let folder = page.parent().expect("a folder").to_owned();
            let text = fs::read_to_string(page).expect("a page");
            links(&text).into_iter().map(move |(_, link)| tidy(&folder.join(link)))
        })
        .collect();
    let pictures = ["svg", "png"].map(|extension| files(&root.join("docs/src"), extension)).concat();
    assert!(!pictures.is_empty());
    let unused: Vec<&PathBuf> = pictures.iter().filter(|picture| !shown.contains(*picture)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn a_broken_link_is_seen() {
    let text =
        "# One title!\n\n[a](b.md) `[no](code)`\n```\n[no](fence)\n```\n![p](../p.svg#x) [c](#one-title)\n";
    let found: Vec<(usize, String)> = links(text);
    let expected = [(3, "b.md"), (7, "../p.svg#x"), (7, "#one-title")].map(|(n, link)| (n, link.to_owned()));
    assert_eq!(found, expected);
    assert_eq!(anchors(text), BTreeSet::from(["one-title".to_owned()]));
}

#[test]
fn every_page_with_rust_is_a_doctest() {
    let root = root();
    let source = |crate_name: &str| {
        fs::read_to_string(root.join("crates").join(crate_name).join("src/lib.rs")).expect("a library")
    };
    let (facade, web) = (source("puzzle-ai"), source("puzzle-ai-web"));
    for page in files(&root.join("docs/src/guide"), "md") {
        let text = fs::read_to_string(&page).expect("a page");
        let stem = page.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let tested = facade.contains(&format!(" \"{stem}\",")) || web.contains(&format!("guide/{stem}.md"));
        assert!(tested || !text.contains("```rust"), "{stem}: add it to `pages` of the facade");
        assert!(!text.contains("```rust,"), "{stem}: a block is not compiled or not run");
    }
}
