use alloc::vec::Vec;

use super::*;

/// The same by its words: overlook, guess, take the first of the largest.
fn slow_pick(skill: Skill, values: &[f64], stream: &mut Stream) -> Option<usize> {
    let finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    let top = finite.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = finite.iter().map(|value| top - value).sum();
    let spread = if finite.is_empty() { 0.0 } else { sum / finite.len() as f64 };
    let mut all = Vec::new();
    for &value in values {
        let (miss, guess) = match skill {
            Skill::BEST => (false, 0.0),
            _ => (stream.unit() < skill.miss(), skill.noise() * spread * stream.unit()),
        };
        all.push((miss, value - guess));
    }
    let usable: Vec<usize> = (0..all.len()).filter(|&index| all[index].1 > f64::NEG_INFINITY).collect();
    if usable.is_empty() {
        return (0..all.len()).find(|&index| !all[index].1.is_nan()).or(values.first().map(|_| 0));
    }
    let seen: Vec<usize> = usable.iter().copied().filter(|&index| !all[index].0).collect();
    let choice = if seen.is_empty() { usable } else { seen };
    // `max_by` takes the last of equal ones.
    choice.into_iter().rev().max_by(|&a, &b| all[a].1.total_cmp(&all[b].1))
}

#[test]
fn picks_are_those_of_the_slow_twin() {
    let mut draws = Stream::new(3, "skill test", 0);
    for case in 0..4000 {
        let count = draws.below(9) as usize;
        let value = |draws: &mut Stream| match draws.below(12) {
            0 => f64::NAN,
            1 => f64::NEG_INFINITY,
            2 => 4.0,
            _ => 10.0 * draws.unit() - 3.0,
        };
        let values: Vec<f64> = (0..count).map(|_| value(&mut draws)).collect();
        for skill in Skill::all() {
            let (mut one, mut other) = (Stream::new(case, "skill", 1), Stream::new(case, "skill", 1));
            let (fast, slow) = (skill.pick(&values, &mut one), slow_pick(skill, &values, &mut other));
            assert_eq!((fast, fast.is_some()), (slow, count > 0), "{skill} of {values:?}");
            assert_eq!(one, other);
        }
    }
}

#[test]
fn higher_levels_pick_better() {
    let values: Vec<f64> = (0..30).map(|index| f64::from(index * 17 % 30)).collect();
    let mut before = 0.0;
    for skill in Skill::all() {
        let sum: f64 = (0..2000)
            .map(|case| values[skill.pick(&values, &mut Stream::new(case, "skill", 2)).unwrap()])
            .sum();
        assert!(sum / 2000.0 > before + 0.05, "{skill}: {}", sum / 2000.0);
        before = sum / 2000.0;
    }
    assert_eq!(before, 29.0);
}

/// Values that leave no room for arithmetic still give an option.
#[test]
fn extreme_values_are_no_trouble() {
    let extremes = [f64::MAX, f64::MIN, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 0.0];
    for skill in Skill::all() {
        for case in 0..200 {
            let mut stream = Stream::new(case, "skill", 3);
            let some: Vec<f64> = (0..4).map(|_| extremes[stream.below(6) as usize]).collect();
            let pick = skill.pick(&some, &mut stream).unwrap();
            assert!(pick < 4);
            assert_eq!(skill.pick(&some[..1], &mut stream), Some(0));
        }
    }
    let mut stream = Stream::new(0, "skill", 4);
    assert_eq!(Skill::BEST.pick(&[f64::NAN, f64::NEG_INFINITY, -1.0, f64::INFINITY], &mut stream), Some(3));
}

#[test]
fn levels_are_ordered_and_checked() {
    for pair in LEVELS.windows(2) {
        assert!(pair[0].0 > pair[1].0 && pair[0].1 > pair[1].1, "{pair:?}");
    }
    assert_eq!((Skill::BEST.miss(), Skill::BEST.noise()), (0.0, 0.0));
    assert_eq!([0, 11, 255].map(Skill::new), [Err(SkillError); 3]);
    for (name, skill) in NAMES {
        assert_eq!(name.parse(), Ok(skill));
    }
    for skill in Skill::all() {
        assert_eq!(alloc::string::ToString::to_string(&skill).parse(), Ok(skill));
        for full in [0, 1, 2, 3, 10, 1000, usize::MAX] {
            assert!(skill.depth(full) <= full && (skill.depth(full) > 0) == (full > 0));
            assert!(
                skill.effort(full as u64) <= full as u64 && (skill.effort(full as u64) > 0) == (full > 0)
            );
        }
    }
    for bad in ["", "0", "11", "-1", "Best", "3 ", "1e1"] {
        assert_eq!(bad.parse::<Skill>(), Err(SkillError), "{bad:?}");
    }
}
