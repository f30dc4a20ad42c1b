//! `puzzle-ai tetris play`: one game, animated where the terminal can.

use std::io::{self, Write};
use std::time::Duration;

use grid_core::{Budget, Skill};
use serde_json::json;
use stack_eval::{LinePlayer, LineSettings, PieceSource, SetEvaluator, play_with};
use tetromino::{DropGame, DropRules, End, Landing, LineScore, Piece, PieceList, Previewed, Randomizer};

use crate::commands::Common;
use crate::commands::tetris::bench::Randomness;
use crate::commands::tetris::frames::Frames;
use crate::commands::tetris::view::View;
use crate::commands::tetris::{replay, versus};
use crate::error::CliError;
use crate::ops::tetris::{game_answer, is_over};
use crate::tetris::{EvaluatorArgs, SearchArgs};
use crate::{interrupt, terminal, tetris};

/// Arguments of `tetris play`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Pieces to place at most [default: 300, or the whole queue]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pieces: Option<u64>,
    /// Columns, 4 to 16
    #[arg(long, default_value_t = 10, value_name = "N")]
    width: usize,
    /// Rows, 1 to 60
    #[arg(long, default_value_t = 20, value_name = "N")]
    height: usize,
    /// Pieces a second
    #[arg(long, default_value_t = 30, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    fps: u32,
    #[command(flatten)]
    evaluator: EvaluatorArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// How pieces are dealt
    #[arg(long, value_enum, default_value_t = Randomness::SevenBag)]
    randomizer: Randomness,
    /// Play these pieces, in letters, instead of random ones
    #[arg(long, value_name = "LETTERS", conflicts_with = "randomizer")]
    queue: Option<String>,
    /// Keep the game in this file: rules, seed, landings and how it ended
    #[arg(long, value_name = "FILE", conflicts_with_all = ["queue", "versus"])]
    save: Option<String>,
    /// Show the game in this file instead of playing one; it is checked first
    #[arg(long, value_name = "FILE", conflicts_with_all = ["save", "pieces", "width", "height", "evaluator", "search", "randomizer", "queue", "versus"])]
    replay: Option<String>,
    /// Write a picture (SVG) for each piece into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "versus")]
    frames: Option<String>,
    /// Two bots play against each other by the guideline's rules; --pieces are
    /// those of each
    #[arg(long, conflicts_with_all = ["width", "height", "evaluator", "randomizer", "queue", "search"])]
    versus: bool,
    /// Play against the bot yourself, with keys; it moves whenever you have moved
    #[arg(long, requires = "versus", conflicts_with = "fps")]
    person: bool,
    /// Skill of the second bot of --versus, the one that a person plays against [default: that
    /// of --skill]
    #[arg(long, value_name = "LEVEL", requires = "versus")]
    rival_skill: Option<Skill>,
    /// Positions that a bot of --versus judges for each move
    #[arg(long, default_value_t = 20_000, value_name = "N", requires = "versus", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
}

pub(crate) fn run(args: &Args, common: &Common) -> Result<(), CliError> {
    if args.versus {
        let skill = args.search.skill.skill;
        let match_ = versus::Match {
            pieces: args.pieces.unwrap_or(300),
            fps: args.fps,
            nodes: args.nodes,
            person: args.person,
            skills: [skill, args.rival_skill.unwrap_or(skill)],
        };
        return versus::run(&match_, common);
    }
    if let Some(path) = &args.replay {
        let delay = Duration::from_secs(1) / args.fps;
        return replay::show(path, args.frames.as_deref(), delay, common);
    }
    let rules = DropRules::article(args.width, args.height).map_err(tetris::misfit)?;
    let evaluator = args.evaluator.load()?;
    let show = Show {
        evaluator,
        judge: &args.evaluator.evaluator,
        search: &args.search.describe(),
        settings: args.search.settings()?,
        skill: args.search.skill.skill,
        pieces: args.pieces.unwrap_or(if args.queue.is_some() { u64::MAX } else { 300 }),
        delay: Duration::from_secs(1) / args.fps,
    };
    let mut out = terminal::drawings(common.json);
    let frames = args.frames.as_deref().map(Frames::new).transpose()?;
    match &args.queue {
        None => {
            let dealer = PieceSource::from(args.randomizer).randomizer(common.seed, 0);
            let (game, landings) = show.game(rules, dealer.clone(), frames, &mut out, common)?;
            match &args.save {
                Some(path) => replay::save(path, rules, dealer, &game, &landings),
                None => Ok(()),
            }
        }
        Some(letters) => {
            let pieces = Piece::parse_list(letters).map_err(|e| CliError::at("--queue", e))?;
            if pieces.is_empty() {
                return Err(CliError::at("--queue", "there is no piece in it"));
            }
            let short = args.pieces.filter(|&wanted| wanted > pieces.len() as u64);
            if let Some(wanted) = short {
                writeln!(out, "The queue ends after {} of {wanted} pieces.", pieces.len())?;
            }
            show.game(rules, PieceList::new(pieces), frames, &mut out, common).map(drop)
        }
    }
}

/// The stop of the tour: a short game.
pub(crate) fn show(out: &mut dyn Write, common: &Common) -> Result<(), CliError> {
    let rules = DropRules::article(10, 20).map_err(CliError::input)?;
    let dealer = PieceSource::SevenBag.randomizer(common.seed, 0);
    let show = Show {
        evaluator: SetEvaluator::default(),
        judge: "lee",
        search: "greedy",
        settings: LineSettings::GREEDY,
        skill: Skill::BEST,
        pieces: 160,
        delay: Duration::from_millis(25),
    };
    let common = Common { json: false, ..common.clone() };
    show.game(rules, dealer, None, out, &common).map(drop)
}

/// A game and the landings played in it.
type Played<R> = (DropGame<Previewed<R>, LineScore>, Vec<Landing>);

/// How a game is shown.
struct Show<'a> {
    evaluator: SetEvaluator,
    /// The evaluator's name for the panel.
    judge: &'a str,
    /// The search's name for the panel.
    search: &'a str,
    settings: LineSettings,
    skill: Skill,
    pieces: u64,
    delay: Duration,
}

impl Show<'_> {
    /// Plays and draws, on the screen or a picture for each piece; with `--json` the answer comes on stdout.
    fn game<R: Randomizer>(
        &self,
        rules: DropRules,
        dealer: R,
        mut frames: Option<Frames>,
        out: &mut dyn Write,
        common: &Common,
    ) -> Result<Played<R>, CliError> {
        let (settings, previews) = tetris::in_game(self.settings);
        let mut game = DropGame::new(rules, Previewed::new(dealer, previews), LineScore);
        let mut view = View::new(game.field().width(), game.field().height());
        let animated = terminal::stdout_is_screen() && !common.json && frames.is_none();
        let mut screen = Screen::new(terminal::stdout_is_rich() && !common.json);
        let mut landings = Vec::new();
        let budget = Budget::nodes(self.pieces).with_cancel(interrupt::flag());
        let (mut drawn, stop) = (Ok(()), interrupt::flag());
        let player = LinePlayer::new(&self.evaluator, settings).with_skill(self.skill, common.seed);
        let _ = play_with(&mut game, &player, &mut (), &budget, |game, landing| {
            view.add(landing);
            landings.push(*landing);
            if let (Some(frames), Ok(())) = (&mut frames, &drawn) {
                drawn = frames.add(&view);
            }
            if animated && drawn.is_ok() && !stop.is_cancelled() {
                drawn = screen.draw(out, &view, &self.panel(game, common.seed)).map_err(CliError::from);
                std::thread::sleep(self.delay);
            }
            view.clear();
        });
        drawn?;
        if common.json {
            let mut answer = game_answer(&game);
            answer["seed"] = json!(common.seed);
            writeln!(io::stdout(), "{answer}")?;
        }
        screen.draw(out, &view, &self.panel(&game, common.seed))?;
        Ok((game, landings))
    }

    fn panel<R: Randomizer>(&self, game: &DropGame<R, LineScore>, seed: u64) -> Vec<String> {
        let state = match game.end() {
            _ if is_over(game) => "game over",
            Some(End::OutOfPieces) => "no more pieces",
            _ => "alive",
        };
        vec![
            format!("score   {}", game.score()),
            format!("lines   {}", game.lines()),
            format!("pieces  {}", game.pieces()),
            format!("next    {}", game.piece().map_or_else(|| "-".to_owned(), |piece| piece.to_string())),
            String::new(),
            format!("judge   {}, {}", self.judge, self.search),
            format!("seed    {seed}"),
            state.to_owned(),
        ]
    }
}

/// Where the picture is redrawn.
pub(super) struct Screen {
    colours: bool,
    /// Lines of the last picture, which the next one covers.
    drawn: usize,
}

impl Screen {
    /// Nothing is drawn yet.
    pub(super) fn new(colours: bool) -> Self {
        Self { colours, drawn: 0 }
    }

    /// The picture in the place of the last one.
    pub(super) fn draw(&mut self, out: &mut dyn Write, view: &View, panel: &[String]) -> io::Result<()> {
        if self.drawn > 0 {
            write!(out, "\x1b[{}A", self.drawn)?;
        }
        let picture = view.draw(self.colours, panel);
        self.drawn = picture.lines().count();
        out.write_all(picture.as_bytes())?;
        out.flush()
    }
}
