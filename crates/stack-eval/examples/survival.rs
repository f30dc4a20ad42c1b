//! How often players come down from 14 to 18 rows: `survival SET STARTS SEED`.

use std::error::Error;

use stack_eval::{
    DropPlayer, Evaluator, GreedyPlayer, LinePlayer, LineSettings, Rescue, SetEvaluator, SurvivalPlayer,
    WithEvaluator,
};

struct Compare {
    starts: u64,
    seed: u64,
}

impl Compare {
    fn report<P: DropPlayer>(&self, name: &str, player: &P) {
        let rescue = Rescue::default();
        let rescued = (0..self.starts).filter(|&number| rescue.play(player, self.seed, number).rescued);
        let share = rescued.count() as f64 / self.starts as f64;
        let error = 1.96 * (share * (1.0 - share) / self.starts as f64).sqrt();
        println!("{name:<44} {:.1} ± {:.1} %", 100.0 * share, 100.0 * error);
    }
}

impl WithEvaluator for Compare {
    type Output = ();

    fn run<E: Evaluator + Sync>(self, judge: &E) {
        let mode = SurvivalPlayer::with_judge(judge);
        self.report("greedy", &GreedyPlayer(judge));
        self.report("greedy, survival mode", &mode);
        self.report("greedy, survival mode without look-ahead", &mode.with_alarmed(LineSettings::GREEDY));
        self.report("expectimax always", &LinePlayer::new(judge, LineSettings::EXPECTIMAX));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let judge = SetEvaluator::named(&arguments.next().unwrap_or_else(|| "dt10".to_owned()))?;
    let starts = arguments.next().map_or(Ok(200), |number| number.parse())?;
    let seed = arguments.next().map_or(Ok(2), |number| number.parse())?;
    judge.with(Compare { starts, seed });
    Ok(())
}
