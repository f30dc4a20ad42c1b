//! Minimum covers, against all choices of sets.

use grid_core::{Budget, CellSet, Stream};
use perfect_clear::CoverSearch;

/// The fewest sets that cover what all of them cover, by trying every choice.
fn fewest(sets: &[u32]) -> u32 {
    let all = sets.iter().fold(0, |all, set| all | set);
    let union =
        |choice: u32| (0..sets.len()).filter(|at| choice >> at & 1 != 0).fold(0, |all, at| all | sets[at]);
    (0..1u32 << sets.len()).filter(|&choice| union(choice) == all).map(u32::count_ones).min().unwrap()
}

fn of_bits(bits: u32) -> CellSet {
    let mut set = CellSet::new(24);
    (0..24).filter(|at| bits >> at & 1 != 0).for_each(|at| set.insert_range(at..at + 1));
    set
}

fn questions(stream: &mut Stream) -> Vec<u32> {
    let count = stream.below(13) as usize;
    let thin = 1 + stream.below(3);
    let draw = |stream: &mut Stream| (0..thin).fold(0xff_ffff, |bits, _| bits & stream.next_u64() as u32);
    (0..count).map(|_| draw(stream)).collect()
}

#[test]
fn covers_are_the_fewest_of_all_choices() {
    let mut stream = Stream::new(1, "covers", 0);
    for _ in 0..3000 {
        let bits = questions(&mut stream);
        let sets: Vec<CellSet> = bits.iter().map(|&bits| of_bits(bits)).collect();
        let mut search = CoverSearch::new(&sets);
        let least = fewest(&bits) as usize;
        let begun = search.best();
        assert!(begun.lower_bound <= least && least <= begun.chosen.len(), "{bits:x?}");
        // In steps of one node the bounds close in.
        while search.advance(&mut Budget::nodes(1).meter()).is_err() {
            let now = search.best();
            assert!(now.lower_bound <= least && least <= now.chosen.len(), "{bits:x?}");
        }
        let best = search.best();
        assert_eq!((best.chosen.len(), best.is_proven()), (least, true), "{bits:x?}");
        let covered = best.chosen.iter().fold(0, |all, &set| all | bits[set]);
        assert_eq!(covered, bits.iter().fold(0, |all, set| all | set));
    }
}
