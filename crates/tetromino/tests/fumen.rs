//! Fumens against the case file, against a writer that saves nothing, and there and back.

#![cfg(feature = "fumen")]

use proptest::prelude::*;
use serde_json::{Value, json};
use tetromino::fumen::{
    Block, ColourField, DecodeError, EncodeError, Flags, Fumen, Operation, Page, rotation_from_name,
    rotation_name,
};
use tetromino::{Piece, Rotation};

fn cases() -> Vec<Value> {
    let path = format!("{}/tests/data/fumens.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the case file is there");
    serde_json::from_str(&text).expect("the case file is JSON")
}

const FLAGS: [(&str, Flags); 5] = [
    ("quiz", Flags::QUIZ),
    ("lock", Flags::LOCK),
    ("mirror", Flags::MIRROR),
    ("colorize", Flags::COLORIZE),
    ("rise", Flags::RISE),
];

fn shown(page: &Page) -> Value {
    let operation = page.operation.map(|operation| {
        let Operation { piece, rotation, x, y } = operation;
        json!({ "type": piece.to_string(), "rotation": rotation_name(rotation), "x": x, "y": y })
    });
    let flags = FLAGS.map(|(name, flag)| (name.to_owned(), page.flags.contains(flag).into()));
    json!({
        "field": page.field.rows().collect::<Vec<_>>().join("/"),
        "comment": page.comment,
        "operation": operation,
        "flags": flags.into_iter().collect::<serde_json::Map<_, _>>(),
    })
}

fn page_of(case: &Value) -> Page {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let operation = case["operation"].as_object().map(|operation| Operation {
        piece: text(&operation["type"]).parse().expect("a piece"),
        rotation: rotation_from_name(&text(&operation["rotation"])).expect("a rotation"),
        x: operation["x"].as_i64().expect("a column") as i8,
        y: operation["y"].as_i64().expect("a row") as i8,
    });
    let set = FLAGS.into_iter().filter(|(name, _)| case["flags"][name] == true);
    Page {
        field: text(&case["field"]).replace('/', "\n").parse().expect("a field"),
        comment: text(&case["comment"]),
        operation,
        flags: set.map(|(_, flag)| flag).collect(),
    }
}

#[test]
fn cases_are_read_and_written() {
    let cases = cases();
    assert_eq!(cases.len(), 20);
    for case in cases {
        let text = case["fumen"].as_str().expect("a text");
        let fumen = Fumen::decode(text).expect(text);
        let pages: Vec<Value> = fumen.pages.iter().map(shown).collect();
        assert_eq!(Value::from(pages), case["pages"], "{text}");
        let read: Vec<Page> = case["pages"].as_array().expect("pages").iter().map(page_of).collect();
        assert_eq!(read, fumen.pages, "{text}");
        assert_eq!(fumen.encode().as_deref(), Ok(text));
    }
}

#[test]
fn older_texts_have_fewer_rows() {
    // 21 rows and the garbage row, 220 cells.
    let fumen = Fumen::decode("v110@7eAA4G").expect("version 110");
    assert_eq!(fumen.pages, [Page::new(ColourField::EMPTY)]);
    assert_eq!(fumen.encode().as_deref(), Ok("v115@vhAAgH"));
}

#[test]
fn addresses_and_blanks_are_passed_over() {
    let plain = Fumen::decode("v115@vhAJEJ").expect("a fumen");
    for text in [
        "https://fumen.zui.jp/?v115@vhAJEJ",
        "https://example.org/@1/?d=m115@vhAJEJ&dummy=3",
        "  D115@vh A\r\nJ?EJ\n",
        "v200@ v115@vhAJEJ",
    ] {
        assert_eq!(Fumen::decode(text).as_ref(), Ok(&plain), "{text}");
    }
}

#[test]
fn errors_say_where() {
    let error = |text: &str| Fumen::decode(text).expect_err(text);
    assert_eq!(error(""), DecodeError::NoVersion);
    assert_eq!(error("vhAAgH"), DecodeError::NoVersion);
    assert_eq!(error("é v100@vhAAgH"), DecodeError::Version { at: 2, version: 100 });
    assert_eq!(error("v115@ ?"), DecodeError::NoPages);
    assert_eq!(error("v115@vhA-gH"), DecodeError::Character { at: 8, found: '-' });
    assert_eq!(error("é v115@vé"), DecodeError::Character { at: 8, found: 'é' });
    assert_eq!(error("v115@v &AgH"), DecodeError::Unfinished { at: 7, page: 0, expected: "the field" });
    assert_eq!(
        error("é v115@vh"),
        DecodeError::Unfinished { at: 9, page: 0, expected: "the count of repeats" }
    );
    let expected = "the piece and flags";
    assert_eq!(error("v115@vhBAgHAA"), DecodeError::Unfinished { at: 13, page: 1, expected });
    // 230 cells, then 11 of the 10 that are left.
    assert_eq!(error("v115@lhKe"), DecodeError::Run { at: 7, page: 0, cells: 11, left: 10 });
    let colour = DecodeError::Colour { at: 5, page: 0, x: 0, y: 22, colour: -1 };
    assert_eq!(error("v115@QaAgH"), colour);
    assert_eq!(error("v115@vhA///"), DecodeError::Action { at: 8, page: 0, value: 262_143 });
    // An I upright in the bottom row.
    let operation = Operation { piece: Piece::I, rotation: Rotation::E, x: 0, y: 1 };
    let outside = error("v115@vhAJJJ");
    assert_eq!(outside, DecodeError::Outside { at: 8, page: 0, operation });
    assert_eq!(outside.to_string(), "character 8: page 0 places I right at (0, 1), outside of the field");
    assert_eq!(outside.at(), Some(8));
    let expected = "the comment";
    assert_eq!(error("v115@vhAAgWBA"), DecodeError::Unfinished { at: 13, page: 0, expected });
    assert_eq!(error("v115@vhAAgWBAfBAAA"), DecodeError::Comment { at: 13, page: 0, value: 95 });
    let long = "v115@".to_owned() + &" ".repeat(Fumen::MAX_TEXT);
    assert_eq!(error(&long), DecodeError::TooLong { length: long.len() });
    let blocks = Fumen::MAX_PAGES / 64;
    let many = "v115@".to_owned() + &("vh/".to_owned() + &"AgH".repeat(64)).repeat(blocks);
    assert_eq!(Fumen::decode(&many).map(|fumen| fumen.pages.len()), Ok(Fumen::MAX_PAGES));
    assert_eq!(error(&(many + "vhAAgH")), DecodeError::TooManyPages);
}

#[test]
fn pages_that_have_no_text_are_refused() {
    let page = Page::new(ColourField::EMPTY);
    let encode = |pages: Vec<Page>| Fumen { pages }.encode();
    assert_eq!(encode(vec![]), Err(EncodeError::NoPages));
    let pages = Fumen::MAX_PAGES + 1;
    assert_eq!(encode(vec![page.clone(); pages]), Err(EncodeError::TooManyPages { pages }));
    let long = Page { comment: "ほ".repeat(700), ..page.clone() };
    let error = EncodeError::Comment { page: 1, length: 4200 };
    assert_eq!(encode(vec![page.clone(), long]), Err(error));
    for (x, y) in [(-1, 0), (8, 0), (0, -1), (0, 23), (i8::MIN, i8::MAX), (i8::MAX, i8::MIN)] {
        let operation = Operation { piece: Piece::I, rotation: Rotation::N, x, y };
        let placed = Page { operation: Some(operation), ..page.clone() };
        assert_eq!(encode(vec![placed]), Err(EncodeError::Outside { page: 0, operation }));
    }
}

#[test]
fn the_longest_text_is_read() {
    let mut pages = Vec::new();
    for index in 0..Fumen::MAX_PAGES {
        let mut field = ColourField::EMPTY;
        for cell in (0..230).filter(|cell| (cell + index) % 2 == 0) {
            field.set(cell % 10, cell / 10, Block::Grey);
        }
        let comment = char::from(b'a' + (index % 2) as u8).to_string().repeat(Fumen::MAX_COMMENT);
        pages.push(Page { comment, ..Page::new(field) });
    }
    let fumen = Fumen { pages };
    let text = fumen.encode().expect("within the limits");
    assert!(text.len() < Fumen::MAX_TEXT, "{}", text.len());
    assert!(Fumen::decode(&text) == Ok(fumen));
}

/// A page that follows, with the operation and flags of its own.
fn after(page: &Page, operation: Option<(Piece, Rotation, i8, i8)>, comment: &str, flags: Flags) -> Page {
    let operation = operation.map(|(piece, rotation, x, y)| Operation { piece, rotation, x, y });
    Page { field: page.field_after(), comment: comment.to_owned(), operation, flags }
}

#[test]
fn a_quiz_goes_on_with_each_locked_piece() {
    let quiz = Flags::QUIZ | Flags::LOCK;
    let (n, s) = (Rotation::N, Rotation::S);
    let start = Page::new(ColourField::EMPTY);
    let first = after(&start, Some((Piece::S, n, 1, 0)), "#Q=[](L)SJ;the end", quiz | Flags::COLORIZE);
    // The piece is held up in the air, and the quiz with it.
    let shown = after(&first, Some((Piece::J, s, 5, 1)), "#Q=[L](J);theend", Flags::QUIZ);
    let other = after(&shown, Some((Piece::T, n, 5, 0)), "#Q=[L](J);theend", quiz);
    let second = after(&other, Some((Piece::J, s, 5, 3)), "#Q=[L](J);theend", quiz);
    let third = after(&second, Some((Piece::L, n, 8, 0)), "#Q=[](L);theend", quiz);
    let over = after(&third, None, "theend", quiz);
    let said = after(&over, None, "theend", Flags::LOCK);
    let fumen = Fumen { pages: vec![first, shown, other, second, third, over, said] };
    let text = fumen.encode().expect("a text");
    assert_eq!(Fumen::decode(&text), Ok(fumen));
    // The quiz is written once, its end once more where it is no quiz any longer.
    assert_eq!(text.matches("AFLDmClcJSAV").count(), 1, "{text}");
}

#[test]
fn mirror_and_rise_come_after_the_lock() {
    let field: ColourField = "_________X\nJJ_XXXXXXX\n----------\nXXXXXXXXX_".parse().expect("a field");
    let operation = Operation { piece: Piece::J, rotation: Rotation::E, x: 2, y: 2 };
    let mut page = Page { operation: Some(operation), ..Page::new(field) };
    page.flags |= Flags::RISE | Flags::MIRROR;
    // J right at (2, 2): cells (2, 1), (2, 2), (2, 3) and (3, 3).
    assert_eq!(page.field_after().to_string(), "______JJ__\n_______J__\nX______J__\nXXXXXXX_JJ\n_XXXXXXXXX");
    let operation = Operation { y: 1, ..operation };
    page.operation = Some(operation);
    assert_eq!(page.field_after().to_string(), "______JJ__\nX______J__\n_XXXXXXXXX", "a row went");
    page.flags -= Flags::LOCK;
    assert_eq!(page.field_after(), field);
    let next = Page::new(page.field_after());
    let fumen = Fumen { pages: vec![page, next] };
    assert_eq!(fumen.encode().map(|text| Fumen::decode(&text)), Ok(Ok(fumen)));
}

/// A text that saves nothing: each cell a run, each page with its comment.
fn naive(pages: &[Page], version: u32) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const COLOURS: &str = "_ILOZTJSX";
    let colour = |symbol: char| COLOURS.find(symbol).expect("a colour") as u32;
    let rows = if version == 115 { 23 } else { 21 };
    let mut text = format!("v{version}@");
    let push = |text: &mut String, mut number: u32, digits: u32| {
        for _ in 0..digits {
            text.push(char::from(DIGITS[number as usize % 64]));
            number /= 64;
        }
    };
    let drawing = |field: &ColourField| -> String {
        let row = |y| (0..10).map(move |x| field.at(x, y).symbol());
        (0..rows).rev().flat_map(row).chain(field.garbage().iter().map(|block| block.symbol())).collect()
    };
    let mut before = drawing(&ColourField::EMPTY);
    for page in pages {
        let now = drawing(&page.field);
        for (old, new) in before.chars().zip(now.chars()) {
            push(&mut text, (colour(new) + 8 - colour(old)) * (rows as u32 + 1) * 10, 2);
        }
        before = drawing(&page.field_after());
        let mut number = u32::from(!page.flags.contains(Flags::LOCK));
        number = number * 2 + 1;
        for flag in [Flags::COLORIZE, Flags::MIRROR, Flags::RISE] {
            number = number * 2 + u32::from(page.flags.contains(flag));
        }
        number *= (rows as u32 + 1) * 10;
        match page.operation {
            None => number *= 32,
            Some(operation) => {
                let (x, y) = named(&operation);
                number += ((rows as i32 - 1 - y) * 10 + x) as u32;
                let turn = [Rotation::S, Rotation::E, Rotation::N, Rotation::W];
                let turn = turn.iter().position(|&one| one == operation.rotation).expect("one of four");
                number = (number * 4 + turn as u32) * 8 + colour(operation.piece.letter());
            }
        }
        push(&mut text, number, 3);
        // Every unit as a long escape.
        let escaped: String = page.comment.encode_utf16().map(|unit| format!("%u{unit:04x}")).collect();
        push(&mut text, escaped.len() as u32, 2);
        for group in escaped.as_bytes().chunks(4) {
            let values = group.iter().zip([1, 96, 96 * 96, 96 * 96 * 96]);
            push(&mut text, values.map(|(byte, place)| u32::from(byte - 32) * place).sum(), 5);
        }
    }
    text
}

/// The cell that names a piece, by its lowest left corner and its size.
fn named(operation: &Operation) -> (i32, i32) {
    let cells = operation.cells();
    let left = cells.iter().map(|cell| cell.0).min().expect("cells");
    let low = cells.iter().map(|cell| cell.1).min().expect("cells");
    let (dx, dy) = match (operation.piece, operation.rotation) {
        // The upper left cell of an O.
        (Piece::O, _) => (0, 1),
        // Lying, the second cell; upright, the third from below.
        (Piece::I, Rotation::N | Rotation::S) => (1, 0),
        (Piece::I, _) => (0, 2),
        // Flat, the middle of the row above for S and Z; upright, the right one of S, the left one of Z.
        (Piece::S | Piece::Z, Rotation::N | Rotation::S) => (1, 1),
        (Piece::S, _) => (1, 1),
        (Piece::Z, _) => (0, 1),
        (_, Rotation::N) => (1, 0),
        (_, Rotation::S) => (1, 1),
        (_, Rotation::E) => (0, 1),
        (_, Rotation::W) => (1, 1),
    };
    (left + dx, low + dy)
}

fn block() -> impl Strategy<Value = Block> {
    prop_oneof![4 => Just(Block::Empty), 3 => Just(Block::Grey), 1 => piece().prop_map(Block::Piece)]
}

fn piece() -> impl Strategy<Value = Piece> {
    proptest::sample::select(Piece::ALL.to_vec())
}

/// A field up to a height, often with full rows.
fn field(height: usize) -> impl Strategy<Value = ColourField> {
    let rows = proptest::collection::vec(proptest::collection::vec(block(), 10), 0..=height);
    (rows, proptest::option::of(proptest::collection::vec(block(), 10)), any::<u32>()).prop_map(
        |(rows, garbage, full)| {
            let mut field = ColourField::EMPTY;
            for (y, row) in rows.iter().enumerate() {
                for (x, &block) in row.iter().enumerate() {
                    field.set(x, y, if full >> y & 7 == 0 { Block::Grey } else { block });
                }
            }
            let garbage = garbage.map(|row| row.try_into().expect("ten"));
            garbage.map_or(field, |row| field.with_garbage(row))
        },
    )
}

fn operation(height: i8) -> impl Strategy<Value = Option<Operation>> {
    let rotation = proptest::sample::select(Rotation::ALL.to_vec());
    let one = (piece(), rotation, 0..10i8, 0..height - 1).prop_map(|(piece, rotation, x, y)| Operation {
        piece,
        rotation,
        x,
        y,
    });
    proptest::option::of(one.prop_filter("inside", Operation::is_inside))
}

fn comment() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        1 => "#Q=\\[[TIOSZJL]?\\]\\([TIOSZJL]?\\)[TIOSZJL]{0,7};?[ -~]{0,4}",
        1 => "[ -~]{0,12}",
        1 => "\\PC{0,12}",
        1 => any::<String>(),
    ]
}

/// A page, and whether it takes the field and the comment that the one before leaves.
fn pages(height: usize) -> impl Strategy<Value = Vec<(Page, bool, bool)>> {
    let flags = (0..32u8).prop_map(Flags::from_bits_truncate);
    let page = (field(height), operation(height as i8), comment(), flags)
        .prop_map(|(field, operation, comment, flags)| Page { field, comment, operation, flags });
    proptest::collection::vec((page, any::<bool>(), any::<bool>()), 1..12)
}

/// Fields that go on, and comments that repeat.
fn chained(pages: Vec<(Page, bool, bool)>) -> Vec<Page> {
    let mut chain: Vec<Page> = Vec::new();
    for (mut page, goes_on, repeats) in pages {
        if let Some(before) = chain.last() {
            page.field = if goes_on { before.field_after() } else { page.field };
            page.comment = if repeats { before.comment.clone() } else { page.comment };
        }
        chain.push(page);
    }
    chain
}

fn without_quiz(pages: &[Page]) -> Vec<Page> {
    pages.iter().map(|page| Page { flags: page.flags - Flags::QUIZ, ..page.clone() }).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn pages_come_back(pages in pages(23).prop_map(chained)) {
        let text = Fumen { pages: pages.clone() }.encode().expect("within the limits");
        let fumen = Fumen::decode(&text).expect("a text of ours");
        // The comments tell which pages are of a quiz.
        prop_assert_eq!(without_quiz(&fumen.pages), without_quiz(&pages));
        let again = fumen.encode().expect("it was decoded");
        prop_assert_eq!(Fumen::decode(&again), Ok(fumen));
    }

    #[test]
    fn texts_that_save_nothing_are_the_same(pages in pages(21).prop_map(chained), old in any::<bool>()) {
        // A version with fewer rows cannot name what rises above them.
        let low = pages.iter().all(|page| page.field_after().height() <= 21);
        let version = if old && low { 110 } else { 115 };
        let fumen = Fumen::decode(&naive(&pages, version)).expect("a text");
        prop_assert_eq!(without_quiz(&fumen.pages), without_quiz(&pages));
        let text = fumen.encode().expect("within the limits");
        prop_assert_eq!(Fumen::decode(&text), Ok(fumen));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "v11[05]@(vh|8)?[A-Za-z0-9+/]{0,60}") {
        if let Ok(fumen) = Fumen::decode(&text) {
            let again = fumen.encode().expect("it was decoded");
            prop_assert_eq!(Fumen::decode(&again), Ok(fumen));
        }
    }

    #[test]
    fn drawings_come_back(field in field(23)) {
        prop_assert_eq!(field.to_string().parse(), Ok(field));
        let shape = field.to_field(23).expect("a height");
        let grey = ColourField::from_field(&shape).expect("it fits");
        prop_assert_eq!(grey.to_field(23), Ok(shape));
    }
}
