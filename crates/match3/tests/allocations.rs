//! Evaluations allocate nothing once the buffers are there.

use allocation_counter::measure;
use grid_core::{Budget, Stream};
use match3::{
    Board, FastBoard, Generator, Judged, Linear, NoLeaf, Ranker, Ranking, Resolver, Rules, Search, Seeded,
};

fn boards(rules: &Rules) -> Vec<Board> {
    (0..20).map(|seed| Generator::new(8, 8).generate(rules, seed).unwrap()).collect()
}

#[test]
fn rankings_allocate_nothing() {
    for rules in [Rules::new(5), Rules::new(5).with_specials()] {
        let boards = boards(&rules);
        for search in [Search::Known, Search::Mean { samples: 2 }, Search::two_ply(2)] {
            for mut ranker in [Ranker::new(&boards[0], &rules), Ranker::general(&boards[0], &rules)] {
                let mut ranking = Ranking::default();
                let mut run = |ranking: &mut Ranking| {
                    for (seed, board) in (0..).zip(&boards) {
                        ranker.rank_into(
                            board,
                            &Linear,
                            &NoLeaf,
                            search,
                            seed,
                            &Budget::unlimited(),
                            ranking,
                        );
                    }
                };
                run(&mut ranking);
                let seen = measure(|| run(&mut ranking));
                assert_eq!(seen.count_total, 0, "{search:?}");
            }
        }
    }
}

#[test]
fn moves_allocate_nothing() {
    let rules = Rules::new(5).with_specials();
    let board = &boards(&rules)[0];
    let mut fast = FastBoard::from_board(board).unwrap();
    let mut source = Seeded::new(5, 1, 0);
    let mut pick = Stream::new(1, "pick", 0);
    let seen = measure(|| {
        for _ in 0..200 {
            let legal = fast.legal_set(&rules);
            if legal.is_empty() {
                break;
            }
            let number = pick.below(legal.len());
            fast.play_nth(&legal, number, &rules, &mut source, &mut Judged(&Linear)).unwrap().unwrap();
        }
    });
    assert_eq!(seen.count_total, 0);
    let mut resolver = Resolver::default();
    let mut board = board.clone();
    let swap = board.legal_swaps(&rules)[0];
    let seen = measure(|| {
        resolver.play(&mut board, swap, &rules, &mut source, &mut Judged(&Linear)).unwrap();
    });
    assert_eq!(seen.count_total, 0);
}
