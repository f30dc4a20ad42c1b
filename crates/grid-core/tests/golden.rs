//! What must never change: first draws of the streams, and the shape cases.

use grid_core::{Orientations, Polyomino, Stream, Symmetry};
use serde_json::Value;

/// Computed by an independent implementation of the documented definition.
#[test]
fn first_draws_of_three_streams() {
    type Golden = (u64, &'static str, u64, [u64; 4], [u32; 32]);
    let golden: [Golden; 3] = [
        (
            0,
            "golden",
            0,
            [0x2756_a6d2_e2bc_7d7b, 0x4192_3a5e_094e_0cd6, 0xedcf_4225_f599_4593, 0x7e31_bd9c_cc0d_b980],
            [3, 6, 0, 0, 6, 5, 2, 0, 2, 4, 1, 3, 4, 6, 0, 3, 4, 0, 4, 3, 5, 5, 1, 1, 3, 2, 1, 3, 2, 2, 5, 1],
        ),
        (
            1,
            "golden",
            0,
            [0x9a87_aafb_1145_2b13, 0xa5a8_892c_9263_5247, 0xa17f_c2ad_4a4e_9ebb, 0xe2fb_52e6_b567_852d],
            [6, 0, 3, 0, 5, 3, 4, 2, 4, 5, 4, 5, 0, 1, 1, 4, 5, 3, 2, 1, 6, 4, 2, 2, 1, 5, 1, 3, 1, 5, 1, 6],
        ),
        (
            42,
            "bag",
            7,
            [0x5c54_5aef_dc2b_9116, 0x4921_59d8_4e00_c91d, 0x9810_ff49_39e3_05d5, 0xb6ff_3156_049c_9a63],
            [2, 0, 3, 3, 2, 2, 4, 3, 1, 2, 3, 0, 3, 4, 5, 1, 5, 2, 4, 1, 5, 4, 1, 6, 6, 2, 6, 4, 1, 0, 6, 0],
        ),
    ];
    for (seed, purpose, index, words, draws) in golden {
        let mut stream = Stream::new(seed, purpose, index);
        assert_eq!([(); 4].map(|()| stream.next_u64()), words);
        assert_eq!([(); 32].map(|()| stream.below(7)), draws);
    }
}

#[test]
fn draws_are_uniform_and_stay_in_bounds() {
    let mut stream = Stream::new(9, "uniform", 0);
    let mut counts = [0u32; 6];
    for _ in 0..60_000 {
        counts[stream.below(6) as usize] += 1;
        let unit = stream.unit();
        assert!((0.0..1.0).contains(&unit));
    }
    assert!(counts.iter().all(|&n| n.abs_diff(10_000) < 450), "{counts:?}");
    assert_eq!(stream.below(1), 0);
    assert!(stream.below(u32::MAX) < u32::MAX);
    assert_eq!(stream.weighted(&[]), None);
    assert_eq!(stream.weighted(&[0, 0]), None);
    assert_eq!(stream.weighted(&[u32::MAX, 1]), None);
}

#[test]
fn shape_cases() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("data/shape_cases.json")).unwrap();
    assert!(!cases.is_empty());
    let rows = |value: &Value| -> String {
        let rows = value.as_array().unwrap().iter().map(|row| row.as_str().unwrap());
        rows.collect::<Vec<_>>().join("\n")
    };
    for case in cases {
        let shape: Polyomino = rows(&case["shape"]).parse().unwrap();
        let expect = &case["expect"];
        let id = &case["id"];
        assert_eq!(expect["area"], shape.area(), "{id}");
        assert_eq!(expect["min_rectangles"], shape.min_rectangles(), "{id}");
        assert_eq!(
            expect["distinct_orientations"],
            shape.orientations(Orientations::Rotations).len(),
            "{id}"
        );
        assert_eq!(expect["chiral"], shape.is_chiral(), "{id}");
        assert_eq!(rows(&expect["rot1"]), shape.transformed(Symmetry::Rot90).to_string(), "{id}");
    }
}

#[test]
fn bad_drawings_say_where() {
    use grid_core::{BitBoard, Region};
    let message = |text: &str| text.parse::<Polyomino>().unwrap_err().to_string();
    assert_eq!(message(""), "the drawing has no cells");
    assert_eq!(message("..\n.."), "a shape needs at least one cell");
    assert_eq!(message("\n##"), "row 2 has 2 cells where the first row has 0");
    assert_eq!(Polyomino::new([(i32::MIN, i32::MIN).into()]).map(|shape| shape.area()), Ok(1));
    assert_eq!(message("##\n#"), "row 2 has 1 cells where the first row has 2");
    assert_eq!(message("##\n#x"), "row 2, column 2: 'x' is not a cell");
    let long = "#".repeat(1025);
    assert_eq!(message(&long), "the drawing is 1025×1; at most 1024 rows and columns are supported");
    let far = [(i32::MIN, 0).into(), (i32::MAX, 0).into()];
    assert!(Polyomino::new(far).unwrap_err().to_string().starts_with("the shape is 4294967296×1"));
    assert!(Polyomino::new([(1, 2).into(), (1, 2).into()]).unwrap_err().to_string().contains("(1, 2)"));
    assert_eq!(
        "#".parse::<BitBoard<2, 1>>().unwrap_err().to_string(),
        "the drawing is 1×1 where 2×1 is expected"
    );
    assert!(Region::rectangle(0, 3).is_err() && Region::rectangle(3, 1025).is_err());
}

#[test]
fn public_types_cross_threads() {
    fn check<T: Send + Sync + Unpin>() {}
    check::<grid_core::BitBoard<8, 8>>();
    check::<grid_core::Region>();
    check::<Polyomino>();
    check::<Stream>();
    check::<grid_core::Budget>();
    check::<grid_core::CancelFlag>();
    check::<grid_core::DrawingError>();
}

#[cfg(feature = "serde")]
#[test]
fn states_travel_as_json() {
    let shape: Polyomino = "##.\n.##".parse().unwrap();
    let json = serde_json::to_string(&shape).unwrap();
    assert_eq!(json, r###""##.\n.##""###);
    assert_eq!(serde_json::from_str::<Polyomino>(&json).unwrap(), shape);
    assert!(serde_json::from_str::<Polyomino>("\"#x\"").is_err());
    let mut stream = Stream::new(1, "travel", 2);
    stream.next_u64();
    let mut copy: Stream = serde_json::from_str(&serde_json::to_string(&stream).unwrap()).unwrap();
    assert_eq!(copy.next_u64(), stream.next_u64());
    assert!(serde_json::from_str::<Stream>(r#"{"s":[0,0,0,0]}"#).is_err());
}

/// What each level takes of the same values, three times.
#[test]
fn picks_of_each_level() {
    let values = [4.0, 9.0, 8.5, 1.0, 7.0, 8.0, 2.5];
    let golden =
        [[1, 1, 1, 1, 1, 1, 1, 1, 1, 1], [5, 5, 5, 2, 1, 1, 1, 1, 1, 1], [2, 2, 2, 2, 2, 2, 2, 2, 2, 1]];
    let picks = [0, 1, 2].map(|index| {
        let mut picks = [0; 10];
        for (pick, skill) in picks.iter_mut().zip(grid_core::Skill::all()) {
            *pick = skill.pick(&values, &mut Stream::new(7, "golden skill", index)).unwrap();
        }
        picks
    });
    assert_eq!(picks, golden);
}
