//! `puzzle-ai tetris play`: one game, animated where the terminal can.

use std::io::{self, Write};
use std::time::Duration;

use grid_core::CancelFlag;
use serde_json::json;
use stack_eval::{Dealer, FourEvaluator, PieceSource, greedy};
use tetromino::{DropGame, DropRules, End, Field, LineScore, Piece, PieceList, Randomizer};

use crate::commands::Common;
use crate::commands::tetris::bench::Randomness;
use crate::commands::tetris::versus;
use crate::commands::tetris::view::View;
use crate::error::CliError;
use crate::{interrupt, terminal, tetris};

/// Arguments of `tetris play`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Pieces to place at most
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pieces: u64,
    /// Columns, 4 to 16
    #[arg(long, default_value_t = 10, value_name = "N")]
    width: usize,
    /// Rows, 4 to 60
    #[arg(long, default_value_t = 20, value_name = "N")]
    height: usize,
    /// Pieces a second
    #[arg(long, default_value_t = 30, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    fps: u32,
    /// Name of the evaluator (lee, article), or four weights
    #[arg(long, default_value = "lee", value_name = "NAME", allow_hyphen_values = true)]
    evaluator: String,
    /// How pieces are dealt
    #[arg(long, value_enum, default_value_t = Randomness::SevenBag)]
    randomizer: Randomness,
    /// Play these pieces, in letters, instead of random ones
    #[arg(long, value_name = "LETTERS")]
    queue: Option<String>,
    /// Two bots play against each other by the guideline's rules; --pieces are
    /// those of each
    #[arg(long, conflicts_with_all = ["width", "height", "evaluator", "randomizer", "queue"])]
    versus: bool,
    /// Positions that a bot of --versus judges for each move
    #[arg(long, default_value_t = 20_000, value_name = "N", requires = "versus", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

/// Seeded or given pieces.
enum Source {
    Dealer(Dealer),
    Queue(PieceList),
}

impl Randomizer for Source {
    fn deal(&mut self, field: &Field) -> Option<Piece> {
        match self {
            Self::Dealer(dealer) => dealer.deal(field),
            Self::Queue(list) => list.deal(field),
        }
    }
}

type Game = DropGame<Source, LineScore>;

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    if args.versus {
        return versus::run(args.pieces, args.fps, args.nodes, common);
    }
    let rules = DropRules::article(args.width, args.height).map_err(CliError::input)?;
    let evaluator = tetris::evaluator(&args.evaluator).map_err(|e| CliError::at("--evaluator", e))?;
    let source = match &args.queue {
        Some(letters) => {
            let pieces = Piece::parse_list(letters).map_err(|e| CliError::at("--queue", e))?;
            if pieces.is_empty() {
                return Err(CliError::at("--queue", "there is no piece in it"));
            }
            Source::Queue(PieceList::new(pieces))
        }
        None => Source::Dealer(PieceSource::from(args.randomizer).randomizer(common.seed, 0)),
    };
    let stop = interrupt::flag();
    let mut game = DropGame::new(rules, source, LineScore);
    let mut view = View::new(args.width, args.height);
    let rich = terminal::stdout_is_rich() && !common.json;
    let mut screen = Screen { rich, delay: Duration::from_secs(1) / args.fps, drawn: 0 };
    let mut out: Box<dyn Write> = if common.json { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    play(&mut game, &evaluator, args.pieces, &stop, |game, landing| {
        view.add(landing);
        if rich {
            screen.draw(&mut out, &view, &panel(game, common.seed, &args.evaluator))?;
        }
        view.clear();
        Ok(())
    })?;
    if args.queue.is_some() && game.end() == Some(End::OutOfPieces) && game.pieces() < args.pieces {
        let wanted = if args.pieces == 300 { String::new() } else { format!(" of {}", args.pieces) };
        writeln!(out, "The queue ends after {}{wanted} pieces.", game.pieces())?;
    }
    screen.delay = Duration::ZERO;
    screen.draw(&mut out, &view, &panel(&game, common.seed, &args.evaluator))?;
    if common.json {
        let field = game.field().to_string();
        let answer = json!({
            "seed": common.seed, "pieces": game.pieces(), "lines": game.lines(), "score": game.score(),
            "over": is_over(&game), "field": field.lines().collect::<Vec<_>>(),
        });
        writeln!(io::stdout(), "{answer}")?;
    }
    Ok(())
}

fn is_over(game: &Game) -> bool {
    matches!(game.end(), Some(End::NoRoom | End::ToppedOut))
}

/// Plays greedily, calling back after each piece.
fn play(
    game: &mut Game,
    evaluator: &FourEvaluator,
    pieces: u64,
    stop: &CancelFlag,
    mut after: impl FnMut(&Game, &tetromino::Landing) -> io::Result<()>,
) -> Result<(), CliError> {
    while game.pieces() < pieces && !stop.is_cancelled() {
        let Some(piece) = game.piece() else { break };
        let Some(choice) = greedy(evaluator, game.field(), piece, game.rules().entry()) else { break };
        game.play(choice.landing).map_err(CliError::input)?;
        after(game, &choice.landing)?;
    }
    Ok(())
}

fn panel(game: &Game, seed: u64, evaluator: &str) -> Vec<String> {
    let state = match game.end() {
        Some(End::NoRoom | End::ToppedOut) => "game over",
        Some(_) => "no more pieces",
        None => "alive",
    };
    vec![
        String::new(),
        format!("score   {}", game.score()),
        format!("lines   {}", game.lines()),
        format!("pieces  {}", game.pieces()),
        format!("next    {}", game.piece().map_or_else(|| "-".to_owned(), |piece| piece.to_string())),
        String::new(),
        format!("judge   {evaluator}, greedy"),
        format!("seed    {seed}"),
        state.to_owned(),
    ]
}

/// Where the picture is redrawn.
struct Screen {
    rich: bool,
    delay: Duration,
    /// Lines of the last picture, which the next one covers.
    drawn: usize,
}

impl Screen {
    fn draw(&mut self, out: &mut dyn Write, view: &View, panel: &[String]) -> io::Result<()> {
        if self.rich && self.drawn > 0 {
            write!(out, "\x1b[{}A", self.drawn)?;
        }
        out.write_all(view.draw(self.rich, panel).as_bytes())?;
        out.flush()?;
        self.drawn = view.lines();
        std::thread::sleep(self.delay);
        Ok(())
    }
}

/// The stop of the tour: a short game.
pub(crate) fn show(out: &mut dyn Write, common: &Common) -> Result<(), CliError> {
    let rules = DropRules::article(10, 20).map_err(CliError::input)?;
    let source = Source::Dealer(PieceSource::SevenBag.randomizer(common.seed, 0));
    let mut game = DropGame::new(rules, source, LineScore);
    let mut view = View::new(10, 20);
    let rich = terminal::stdout_is_rich() && !common.json;
    let mut screen = Screen { rich, delay: Duration::from_millis(25), drawn: 0 };
    let stop = interrupt::flag();
    play(&mut game, &FourEvaluator::default(), 160, &stop, |game, landing| {
        view.add(landing);
        if rich {
            screen.draw(out, &view, &panel(game, common.seed, "lee"))?;
        }
        view.clear();
        Ok(())
    })?;
    screen.delay = Duration::ZERO;
    screen.draw(out, &view, &panel(&game, common.seed, "lee"))?;
    Ok(())
}
