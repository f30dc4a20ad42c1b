//! Faults by stage, and cases from reports of related software.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

use super::*;

fn catalogue(shapes: &[&str]) -> Catalogue {
    Catalogue::new(shapes.iter().map(|shape| shape.parse().unwrap())).unwrap()
}

fn faults(wall: &str, shapes: &[&str], owned: &[u32], laid: &[Placement]) -> Vec<(usize, &'static str)> {
    let wall = wall.parse().unwrap();
    match check_placements(&wall, &catalogue(shapes), owned, laid) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.errors().iter().map(|error| (error.index, error.fault.name())).collect(),
    }
}

const K: KindId = KindId(0);

#[test]
fn only_the_first_failing_stage_is_reported() {
    let wall = "....\n....\n....";
    let at = Placement::turned;
    let unknown = at(KindId(7), 9, 0, 0);
    let outside = at(K, 0, 3, 0);
    let laid = [unknown, outside.clone(), at(K, 4, 0, 0), at(K, -1, 0, 0)];
    assert_eq!(
        faults(wall, &["##"], &[9], &laid),
        [(0, "unknown_kind"), (2, "bad_rotation"), (3, "bad_rotation")]
    );
    assert_eq!(faults(wall, &["##"], &[0], &[at(K, 0, 0, 0), outside]), [(1, "outside_wall")]);
    // The overlap names every earlier placement on a shared cell, also offenders.
    let laid = [at(K, 0, 0, 0), at(K, 0, 1, 0), at(K, 0, 1, 0)];
    let wall_ = wall.parse().unwrap();
    let errors = check_placements(&wall_, &catalogue(&["##"]), &[0], &laid).unwrap_err();
    assert_eq!(
        errors.to_string(),
        "placement 1: it overlaps placements 0; placement 2: it overlaps placements 0, 1"
    );
    let laid = [at(K, 0, 0, 2), at(K, 0, 2, 0), at(K, 0, 2, 1)];
    assert_eq!(faults(wall, &["##"], &[1], &laid), [(1, "not_owned"), (2, "not_owned")]);
    assert_eq!(faults(wall, &["##"], &[3], &laid), [(0, "floating")]);
}

#[test]
fn explicit_cells_may_turn_but_not_mirror() {
    let s = ".##\n##.";
    let cells = |cells: &[(i64, i64)]| [Placement::on_cells(K, cells.to_vec())];
    let wall = "....\n....\n....";
    assert!(faults(wall, &[s], &[1], &cells(&[(1, 0), (0, 0), (2, 1), (1, 1)])).is_empty());
    assert!(faults(wall, &[s], &[1], &cells(&[(1, 0), (1, 1), (0, 1), (0, 2)])).is_empty());
    let refused = [
        vec![(0, 1), (1, 1), (1, 0), (2, 0)],
        vec![(0, 0), (0, 0), (1, 0), (1, 1)],
        vec![(0, 0), (1, 0), (1, 1)],
        vec![],
        vec![(i64::MIN, 0), (i64::MAX, 0), (0, 0), (1, 1)],
    ];
    for cells in refused {
        assert_eq!(faults(wall, &[s], &[1], &[Placement::on_cells(K, cells)]), [(0, "not_a_rotation")]);
    }
    let far = i64::MAX - 2;
    let distant = cells(&[(far + 1, 0), (far, 0), (far + 2, 1), (far + 1, 1)]);
    assert_eq!(faults(wall, &[s], &[1], &distant), [(0, "outside_wall")]);
}

#[test]
fn any_integers_are_placements_outside() {
    for far in [i64::MAX, i64::MIN, 1 << 32, -(1 << 32), 1 << 31] {
        assert_eq!(faults("..", &["#"], &[1], &[Placement::turned(K, 0, far, 0)]), [(0, "outside_wall")]);
        assert_eq!(faults("..", &["#"], &[1], &[Placement::turned(K, 0, 0, far)]), [(0, "outside_wall")]);
        assert_eq!(faults("..", &["#"], &[1], &[Placement::turned(K, far, 0, 0)]), [(0, "bad_rotation")]);
    }
}

/// One supported cell suffices; a gap of one row floats.
#[test]
fn overhangs_stand_and_gaps_float() {
    let shapes = ["#", "####"];
    let wall = "....\n....\n....";
    let base = Placement::turned(K, 0, 0, 0);
    let beam = |y| Placement::turned(KindId(1), 0, 0, y);
    assert!(faults(wall, &shapes, &[1, 1], &[base.clone(), beam(1)]).is_empty());
    assert_eq!(faults(wall, &shapes, &[1, 1], &[base, beam(2)]), [(1, "floating")]);
}

/// Two hooks that carry only each other float, whatever their order.
#[test]
fn interlocked_stones_float() {
    // A hook opening down and one opening up, linked.
    let shapes = ["###\n#.#\n..#", "#..\n#.#\n###"];
    let wall = ".....\n.....\n.....\n.....\n.....\n.....";
    let upper = Placement::turned(K, 0, 0, 2);
    let lower = Placement::turned(KindId(1), 0, 1, 1);
    let pair = [upper, lower];
    let found = faults(wall, &shapes, &[1, 1], &pair);
    assert!(
        found == [(0, "floating"), (1, "floating")] || found.iter().any(|f| f.1 == "overlap"),
        "{found:?}"
    );
}

#[test]
fn ledges_and_inner_solid_cells_carry() {
    let wall = "...\n.#.\n...";
    assert!(faults(wall, &["#"], &[1], &[Placement::turned(K, 0, 1, 2)]).is_empty());
    assert_eq!(faults(wall, &["#"], &[1], &[Placement::turned(K, 0, 0, 1)]), [(0, "floating")]);
}

#[test]
fn a_stone_under_its_own_arch_does_not_carry_itself() {
    // The inner cell of a ring shape lies over the ring itself.
    let spiral = "####\n#..#\n#.##";
    let wall = "....\n....\n....\n....";
    assert_eq!(faults(wall, &[spiral], &[1], &[Placement::turned(K, 0, 0, 1)]), [(0, "floating")]);
}
