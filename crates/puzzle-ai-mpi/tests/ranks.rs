//! Any number of ranks, stopped and gone on with anywhere, comes to what the library does alone.

use std::cell::RefCell;

use clap::Parser;
use grid_core::{Budget, CancelFlag, Shard};
use puzzle_ai_cli::jobs::{Common, ResultFile, ShareArgs, ShareFile, TournamentArgs, WeightArgs};
use puzzle_ai_mpi::{
    Job, OneRank, Ranks, Rounds, Saved, ShareJob, ShareWork, ThreadRanks, TournamentJob, TournamentWork,
    WeightJob, WeightWork, run_job,
};
use stack_eval::tune::Tuner;

const SIZES: [usize; 4] = [1, 2, 4, 7];

#[derive(Parser)]
struct Line<A: clap::Args> {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    args: A,
}

fn line<A: clap::Args>(args: &[&str]) -> Line<A> {
    Line::try_parse_from([&["test"], args].concat()).unwrap_or_else(|error| panic!("{error}"))
}

fn weights() -> WeightWork {
    let line: Line<WeightArgs> = line(&[
        "--features",
        "dellacherie",
        "--width",
        "6",
        "--height",
        "10",
        "--cap",
        "60",
        "--population",
        "6",
        "--trials",
        "6",
        "--generations",
        "4",
        "--tests",
        "9",
        "--seed",
        "3",
    ]);
    let (lives, plan) = line.args.question(&line.common).expect("a question");
    WeightWork { lives, plan }
}

fn share() -> ShareWork {
    let field = "XXX_____XX/XXX____XXX/XXX___XXXX/XXX____XXX";
    let line: Line<ShareArgs> = line(&["--field", field, "--pattern", "I,*p4", "--hold"]);
    ShareWork { question: line.args.question().expect("a question"), memory: 1 << 14, round: 2_000 }
}

fn contest() -> TournamentWork {
    let line: Line<TournamentArgs> = line(&["--agents", "floor,greedy,random", "--seed", "9"]);
    TournamentWork { meeting: line.args.meeting(&line.common).expect("agents"), scenarios: 5, round: 2 }
}

fn saved(text: &str) -> Saved {
    Saved { path: "kept.json".to_owned(), text: text.to_owned() }
}

/// What each rank comes to in the end, whether it is done, and what rank 0 has kept on its way.
struct Came {
    ends: Vec<(String, bool)>,
    kept: Vec<String>,
}

/// Runs on so many ranks, which are stopped after `most` savings.
fn come<J: Job>(
    size: usize,
    question: impl Fn() -> J::Question + Sync,
    from: Option<&str>,
    most: usize,
) -> Came {
    let per_rank = ThreadRanks::run(size, |ranks| {
        let (kept, cancel) = (RefCell::new(Vec::new()), CancelFlag::new());
        let keep = |job: &J| {
            kept.borrow_mut().push(job.state()?);
            if kept.borrow().len() >= most {
                cancel.cancel();
            }
            Ok(())
        };
        let rounds = Rounds { threads: 1, cancel: cancel.clone(), keep: Box::new(keep) };
        let open = || Ok((question(), from.map(saved)));
        let (job, done) = run_job::<J>(ranks, open, rounds).expect("nothing is wrong");
        (job.state().expect("a text"), done, kept.take())
    });
    let kept = per_rank[0].2.clone();
    Came { ends: per_rank.into_iter().map(|(end, done, _)| (end, done)).collect(), kept }
}

/// Every number of ranks, and every file on the way to the end with another number.
fn same_for_all<J: Job>(question: impl Fn() -> J::Question + Sync, alone: &str) {
    let end = (alone.to_owned(), true);
    for (at, size) in SIZES.into_iter().enumerate() {
        let whole = come::<J>(size, &question, None, usize::MAX);
        assert_eq!(whole.ends, vec![end.clone(); size], "{size} ranks");
        assert!(whole.kept.len() >= 3, "{size} ranks: too few rounds to test");
        let other = SIZES[(at + 1) % SIZES.len()];
        for (round, text) in whole.kept.iter().enumerate() {
            let after = come::<J>(other, &question, Some(text), usize::MAX);
            assert_eq!(after.ends, vec![end.clone(); other], "{size} ranks to round {round}, then {other}");
            // Stopped by a rank, all of them know the same and say that it is not the end.
            let stopped = come::<J>(size, &question, None, round + 1);
            assert_eq!(stopped.ends.len(), size);
            let same = stopped.ends.iter().all(|one| *one == stopped.ends[0]);
            assert!(same && stopped.ends[0].0 == *stopped.kept.last().expect("kept"));
            let after = come::<J>(other, &question, Some(&stopped.ends[0].0), usize::MAX);
            assert_eq!(after.ends, vec![end.clone(); other]);
        }
    }
}

#[test]
fn weights_are_those_of_the_tuner() {
    let WeightWork { lives, plan } = weights();
    let mut tuner = plan.tuner(None).expect("a plan");
    let budget = Budget::unlimited();
    (0..4).for_each(|_| {
        tuner.step(&lives, &budget).expect("no limit");
    });
    same_for_all::<WeightJob>(weights, &serde_json::to_string(&tuner).expect("a text"));
    let test = |point: &[f64]| Tuner::test(&lives, point, 9, 3, &budget).expect("no limit");
    let scores = (test(plan.start()), test(&tuner.point()));
    assert_ne!(scores.0, scores.1);
    for size in SIZES {
        let tested = ThreadRanks::run(size, |ranks| {
            let (job, _) =
                run_job::<WeightJob>(ranks, || Ok((weights(), None)), Rounds::default()).expect("done");
            (job.tuned().before, job.tuned().after)
        });
        assert_eq!(tested, vec![scores; size]);
    }
}

#[test]
fn shares_are_those_of_the_run() {
    let question = share().question;
    let mut run = question.begin("here").expect("a question");
    assert_eq!(run.run(&Budget::unlimited()), None);
    assert_eq!((run.result().success, run.result().total), (711, 840));
    let alone = serde_json::to_string(&ShareFile::new(question, run.marks().clone())).expect("a text");
    same_for_all::<ShareJob>(share, &alone);
}

#[test]
fn tournaments_are_those_played_in_order() {
    let TournamentWork { meeting, scenarios, .. } = contest();
    let mut tournament = meeting.tournament(scenarios);
    tournament.play(&|number| meeting.scenario(number), &|seat| meeting.player(seat), &mut |_| true);
    let alone = ResultFile::new(meeting.clone(), tournament).text().expect("a text");
    same_for_all::<TournamentJob>(contest, &alone);
}

/// Threads of a rank change nothing either.
#[test]
fn threads_change_nothing() {
    fn with<J: Job>(question: J::Question, threads: usize) -> String {
        let rounds = Rounds { threads, ..Rounds::default() };
        let (job, _) = run_job::<J>(&OneRank, || Ok((question, None)), rounds).expect("done");
        job.state().expect("a text")
    }
    assert_eq!(with::<WeightJob>(weights(), 1), with::<WeightJob>(weights(), 3));
    assert_eq!(with::<ShareJob>(share(), 1), with::<ShareJob>(share(), 3));
    assert_eq!(with::<TournamentJob>(contest(), 1), with::<TournamentJob>(contest(), 3));
}

fn refused<J: Job>(question: impl Fn() -> J::Question + Sync, from: &str) -> Vec<String> {
    let open = || Ok((question(), Some(saved(from))));
    let refused = |ranks: &ThreadRanks| run_job::<J>(ranks, open, Rounds::default()).map(drop).unwrap_err();
    ThreadRanks::run(3, refused)
}

#[test]
fn files_that_do_not_fit_are_refused_on_all_ranks() {
    let same = |faults: Vec<String>, part: &str| {
        assert!(
            faults.iter().all(|fault| fault.starts_with("kept.json") && fault.contains(part)),
            "{faults:?}"
        );
    };
    for (text, part) in [("", "line 1"), ("{\"version\":1", "line 1"), ("[]", "an array was found")] {
        same(refused::<WeightJob>(weights, text), part);
        same(refused::<ShareJob>(share, text), part);
        same(refused::<TournamentJob>(contest, text), part);
    }
    let kept = |came: Came| came.kept[0].clone();
    let other = || {
        let line: Line<ShareArgs> = line(&["--clear", "1", "--field", "XXXXXX____", "--pattern", "*"]);
        ShareWork { question: line.args.question().expect("a question"), ..share() }
    };
    same(refused::<ShareJob>(share, &kept(come::<ShareJob>(1, other, None, 9))), "another question");
    let other = || {
        let line: Line<TournamentArgs> = line(&["--agents", "floor,greedy,greedy", "--seed", "9"]);
        TournamentWork { meeting: line.args.meeting(&line.common).expect("agents"), ..contest() }
    };
    same(refused::<TournamentJob>(contest, &kept(come::<TournamentJob>(1, other, None, 9))), "other agents");
    let line: Line<WeightArgs> = line(&["--features", "dellacherie", "--seed", "4"]);
    let (_, plan) = line.args.question(&line.common).expect("a question");
    let text = serde_json::to_string(&plan.tuner(None).expect("a plan")).expect("a text");
    same(refused::<WeightJob>(weights, &text), "another method, size or seed");
}

/// Two rounds, in which one rank may fail.
#[derive(Debug)]
struct Faulty {
    fails: (u32, String),
    rank: u32,
    rounds: u32,
}

impl Job for Faulty {
    type Question = (u32, String);

    fn new(fails: (u32, String), _: Option<&Saved>, shard: Shard) -> Result<Self, String> {
        let rank = (0..).find(|&rank| shard.has(rank)).expect("a part") as u32;
        let job = Self { fails, rank, rounds: 0 };
        job.at("new").map(|()| job)
    }

    fn is_done(&self) -> bool {
        self.rounds == 2
    }

    fn part(&mut self, _: &Budget) -> Result<Option<String>, String> {
        self.at("part").map(|()| Some(String::new()))
    }

    fn join(&mut self, parts: &[String]) -> Result<(), String> {
        assert_eq!(parts.len(), 4);
        self.rounds += 1;
        self.at("join")
    }

    fn state(&self) -> Result<String, String> {
        Ok(String::new())
    }

    fn progress(&self) -> (u64, u64, String) {
        (self.rounds.into(), 2, String::new())
    }
}

impl Faulty {
    fn at(&self, place: &str) -> Result<(), String> {
        let fails = self.fails == (self.rank, place.to_owned());
        if fails { Err(format!("a fault in {place}")) } else { Ok(()) }
    }
}

#[test]
fn a_fault_of_one_rank_ends_all() {
    for rank in 0..4 {
        for place in ["new", "part", "join"] {
            let faults = ThreadRanks::run(4, |ranks| {
                let open = || Ok(((rank, place.to_owned()), None));
                run_job::<Faulty>(ranks, open, Rounds::default()).map(drop).unwrap_err()
            });
            let who = if rank == 0 { String::new() } else { format!("rank {rank}: ") };
            assert_eq!(faults, vec![format!("{who}a fault in {place}"); 4]);
        }
    }
}

#[test]
fn faults_of_reading_and_keeping_end_all() {
    let faults = ThreadRanks::run(4, |ranks| {
        let open = || {
            assert!(ranks.is_first());
            Err("no such field".to_owned())
        };
        run_job::<Faulty>(ranks, open, Rounds::default()).map(drop).unwrap_err()
    });
    assert_eq!(faults, ["no such field"; 4]);
    for full in [1, 2, 3] {
        let faults = ThreadRanks::run(4, |ranks| {
            let mut times = 0;
            let keep = |_: &Faulty| {
                assert!(ranks.is_first());
                times += 1;
                if times == full { Err("the disk is full".to_owned()) } else { Ok(()) }
            };
            let rounds = Rounds { keep: Box::new(keep), ..Rounds::default() };
            run_job::<Faulty>(ranks, || Ok(((9, String::new()), None)), rounds).map(drop).unwrap_err()
        });
        assert_eq!(faults, ["the disk is full"; 4]);
    }
}

#[test]
fn messages_are_told_by_rank() {
    for size in SIZES {
        let heard = ThreadRanks::run(size, |ranks| {
            let own = vec![ranks.rank() as u8; ranks.rank()];
            (ranks.all_gather(&own), ranks.broadcast(&[ranks.rank() as u8, 7]), ranks.all_gather(&[]))
        });
        let all: Vec<Vec<u8>> = (0..size).map(|rank| vec![rank as u8; rank]).collect();
        assert!(heard.iter().all(|(one, two, three)| {
            *one == all && *two == [0, 7] && *three == vec![Vec::<u8>::new(); size]
        }));
    }
}
