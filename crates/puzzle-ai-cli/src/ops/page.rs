//! The page of the book about the protocol: it has every operation, and its examples are answered as it says.

use std::collections::BTreeSet;

use crate::jsonl::serve;
use crate::ops::TABLE;

fn page() -> String {
    let path = format!("{}/../../docs/src/guide/protocol.md", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a page of the book")
}

/// The requests of the page, each with the answer below it.
fn examples(page: &str) -> Vec<(&str, &str)> {
    let lines: Vec<&str> = page.lines().collect();
    lines
        .windows(2)
        .filter_map(|two| Some((two[0].strip_prefix("> ")?, two[1].strip_prefix("< ")?)))
        .filter(|(request, _)| !request.contains('…'))
        .collect()
}

/// Whether a text is that of the page, where `…` stands for anything.
fn is_as_shown(text: &str, shown: &str) -> bool {
    let Some((first, rest)) = shown.split_once('…') else { return text == shown };
    let Some(mut left) = text.strip_prefix(first) else { return false };
    let parts: Vec<&str> = rest.split('…').collect();
    let (last, middle) = parts.split_last().expect("a split has parts");
    for part in middle {
        let Some(at) = left.find(part) else { return false };
        left = &left[at + part.len()..];
    }
    left.ends_with(last)
}

#[test]
fn every_operation_has_its_heading() {
    let page = page();
    let headings: BTreeSet<&str> =
        page.lines().filter_map(|line| line.strip_prefix("### `")?.strip_suffix('`')).collect();
    assert_eq!(headings, TABLE.iter().map(|op| op.name).collect());
}

#[test]
fn the_examples_are_answered_as_shown() {
    let page = page();
    let examples = examples(&page);
    for op in TABLE {
        let named = format!("\"op\": \"{}\"", op.name);
        assert!(examples.iter().any(|(request, _)| request.contains(&named)), "{} has no example", op.name);
    }
    for (request, shown) in examples {
        let mut answer = Vec::new();
        serve(request.as_bytes(), &mut answer).expect("memory takes all");
        let answer = String::from_utf8(answer).expect("answers are UTF-8");
        assert!(is_as_shown(answer.trim_end(), shown), "{request}\n{answer}");
    }
}

#[test]
fn dots_stand_for_anything_between() {
    assert!(is_as_shown("abcdef", "abcdef") && !is_as_shown("abcdef", "abcde"));
    assert!(is_as_shown("abcdef", "a…d…f") && is_as_shown("abcdef", "ab…"));
    assert!(
        !is_as_shown("abcdef", "a…x…f") && !is_as_shown("abcdef", "b…f") && !is_as_shown("abcdef", "a…e")
    );
}
