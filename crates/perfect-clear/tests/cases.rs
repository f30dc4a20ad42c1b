//! The case files: counts of single queues and shares of patterns.

use grid_core::Budget;
use perfect_clear::{Hold, Invariants, PcField, PcSolver};
use serde_json::Value;
use tetromino::{Pattern, Piece, RotationSystem};

fn file(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the case file");
    match serde_json::from_str(&text).expect("JSON") {
        Value::Array(cases) => cases,
        _ => panic!("a list of cases"),
    }
}

fn field(case: &Value) -> PcField {
    let rows = case["field"].as_array().expect("rows").iter().map(|row| row.as_str().expect("text"));
    PcField::from_rows(rows, case["clear"].as_u64().expect("a number") as usize).expect("a field")
}

fn hold(case: &Value) -> Hold {
    match &case["hold"] {
        Value::Bool(false) => Hold::None,
        Value::Bool(true) => Hold::Empty,
        Value::String(letter) => {
            Hold::Piece(letter.chars().next().and_then(Piece::from_letter).expect("a letter"))
        }
        other => panic!("hold {other}"),
    }
}

fn solver(case: &Value) -> PcSolver {
    PcSolver::new(RotationSystem::named(case["rules"].as_str().expect("a name")).expect("known rules"))
}

#[test]
fn queues_have_their_solutions() {
    for case in file("cases") {
        let (field, hold, solver) = (field(&case), hold(&case), solver(&case));
        let queue = Piece::parse_list(case["queue"].as_str().expect("letters")).expect("pieces");
        let count = solver.count(&field, &queue, hold, &Budget::unlimited()).expect("long enough");
        assert!(count.complete);
        assert_eq!(case["solvable"], count.tilings > 0, "{case}");
        if !case["tilings"].is_null() {
            assert_eq!(case["tilings"], count.tilings, "{case}");
        }
        if !case["sequences"].is_null() {
            assert_eq!(case["sequences"], count.sequences as u64, "{case}");
        }
        for solution in solver.search(&field, &queue, hold).expect("long enough") {
            assert_eq!(solution.verify(&field, &queue, hold, solver.system()), Ok(()), "{case}\n{solution}");
        }
        if count.tilings > 0 {
            assert!(Invariants::of(&field).reasons(&queue).is_empty(), "{case}");
        }
    }
}

#[test]
fn patterns_have_their_share() {
    for case in file("percent") {
        let pattern: Pattern = case["pattern"].as_str().expect("text").parse().expect("a pattern");
        let queues = pattern.expand(100_000).expect("not too many");
        let percent = solver(&case).percent(&field(&case), &queues, hold(&case), &Budget::unlimited());
        let percent = percent.expect("long enough");
        assert_eq!(case["success"], percent.success, "{case}");
        assert_eq!(case["total"], percent.total, "{case}");
        assert_eq!(case["success_truncated"], percent.success_truncated, "{case}");
        assert_eq!(case["total_truncated"], percent.total_truncated, "{case}");
        let failed = percent.total_truncated - percent.success_truncated;
        assert_eq!(percent.failed.len() as u64, failed);
        for depth in 0..4 {
            let tree = percent.tree(depth);
            assert_eq!(tree.iter().map(|branch| branch.total).sum::<u64>(), percent.total);
            assert_eq!(tree.iter().map(|branch| branch.success).sum::<u64>(), percent.success);
        }
    }
}

fn share(rows: &[&str], clear: usize, pattern: &str, hold: Hold, rules: &str) -> (u64, u64) {
    let field = PcField::from_rows(rows.iter().copied(), clear).expect("a field");
    let queues = pattern.parse::<Pattern>().expect("a pattern").expand(10_000).expect("not too many");
    let solver = PcSolver::new(RotationSystem::named(rules).expect("a name"));
    let percent = solver.percent(&field, &queues, hold, &Budget::unlimited()).expect("long enough");
    (percent.success, percent.total)
}

/// The figures that players publish.
#[test]
fn published_shares() {
    let opener = ["XXX_____XX", "XXX____XXX", "XXX___XXXX", "XXX____XXX"];
    assert_eq!(share(&opener, 4, "I,*p4", Hold::Empty, "srs"), (711, 840));
    let placed = ["XXXX____XX", "XXXX___XXX", "XXXX__XXXX", "XXXX___XXX"];
    for (rules, success) in
        [("srs", 514), ("nokick", 346), ("harddrop", 222), ("jstris180", 514), ("tetrio180", 514)]
    {
        assert_eq!(share(&placed, 4, "*p4", Hold::Empty, rules), (success, 840), "{rules}");
    }
    let six = ["X____X____", "XX__XX____", "XX__XX____", "XXXXXX____"];
    assert_eq!(share(&six, 4, "T,I,O,*p4", Hold::Empty, "srs"), (742, 840));
    let seven = ["_______XXX", "________XX", "XX____XXXX", "XX_____XXX"];
    assert_eq!(share(&seven, 4, "*p7", Hold::Empty, "srs"), (4374, 5040));
    let right_well = ["XXXXXX____"; 4];
    assert_eq!(share(&right_well, 4, "*p7", Hold::Empty, "srs"), (3552, 5040));
    assert_eq!(share(&opener, 4, "*p7", Hold::Empty, "srs"), (3344, 5040));
}
