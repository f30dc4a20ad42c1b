//! The bot's side of the Tetris Bot Protocol: one JSON object a line.
//!
//! Source: tetris-bot-protocol/tbp-spec, texts 0000, 0001 and 0003. Unknown
//! messages and lines that make no sense are ignored, as it says; a `suggest` is
//! always answered.

use std::io::{self, BufRead, Write};

use grid_core::{Budget, CancelFlag, Skill};
use serde_json::{Map, Value, json};
use stack_eval::{Advised, Beam, BeamSettings, VersusEvaluator, VersusPosition};
use tetromino::{
    AttackTable, Field, Landing, MoveGenerator, MoveRules, Piece, Rotation, RotationSystem, Spin, Spins,
    Standing,
};

use crate::pc_adviser::{Effort, PcAdviser};

/// Rows of the protocol's board.
const ROWS: usize = 40;
/// Most pieces of a queue that are searched and kept.
const QUEUE: usize = 64;
/// Pieces that the search looks at.
const SEEN: usize = 8;
/// Positions that are judged for a move where nothing else is said.
pub(crate) const NODES: u64 = 250_000;

/// How the pieces after the queue are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dealer {
    Unknown,
    /// What is left of the bag at the end of the queue, one bit a piece.
    SevenBag(u8),
}

/// A position that the front end has told.
#[derive(Clone, Debug)]
struct Session {
    standing: Standing,
    hold: Option<Piece>,
    queue: Vec<Piece>,
    dealer: Dealer,
    /// The piece that comes next goes on hold: the held one was played before it.
    owed: bool,
}

/// The bot.
#[derive(Debug)]
pub(crate) struct Bot {
    generator: MoveGenerator,
    judge: VersusEvaluator,
    settings: BeamSettings,
    skill: Skill,
    seed: u64,
    finder: PcAdviser,
    session: Option<Session>,
    /// What a search of the present position has found.
    advised: Option<Advised>,
}

/// What the program does after a message.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reply {
    /// Nothing.
    Silent,
    /// One message.
    Say(Value),
    /// A suggestion is asked for.
    Suggest,
    /// The end.
    Quit,
}

impl Bot {
    /// A bot that judges so many positions a move; below [`NODES`] the finder of
    /// perfect clears tries less, too.
    pub(crate) fn new(nodes: u64) -> Self {
        let effort = Effort::QUICK.in_proportion(nodes, NODES);
        Self {
            generator: MoveGenerator::new(MoveRules::default()),
            judge: VersusEvaluator::default(),
            settings: BeamSettings { visible: ROWS as u8, depth: 7, ..BeamSettings::default() },
            skill: Skill::BEST,
            seed: 0,
            finder: PcAdviser::new(RotationSystem::SRS, effort),
            session: None,
            advised: None,
        }
    }

    /// The same bot, that plays so well.
    pub(crate) fn with_skill(self, skill: Skill, seed: u64) -> Self {
        Self { skill, seed, ..self }
    }

    /// The greeting.
    pub(crate) fn info() -> Value {
        json!({
            "type": "info",
            "name": "puzzle-ai",
            "version": env!("CARGO_PKG_VERSION"),
            "author": "the puzzle-ai authors",
            "features": ["randomizer", "move_info"],
        })
    }

    /// Takes one line.
    pub(crate) fn hear(&mut self, line: &[u8]) -> Reply {
        let Ok(Value::Object(message)) = serde_json::from_slice(line) else {
            return Reply::Silent;
        };
        match message.get("type").and_then(Value::as_str) {
            Some("rules") => return Reply::Say(json!({ "type": "ready" })),
            Some("start") => {
                self.advised = None;
                self.session = start(&message);
            }
            Some("stop") => (self.session, self.advised) = (None, None),
            Some("suggest") => return Reply::Suggest,
            Some("play") => self.play(&message),
            Some("new_piece") => self.new_piece(&message),
            Some("quit") => return Reply::Quit,
            _ => {}
        }
        Reply::Silent
    }

    /// Whether there is a position that no search has seen.
    pub(crate) fn wants_to_think(&self) -> bool {
        self.advised.is_none() && self.session.as_ref().is_some_and(|session| !session.queue.is_empty())
    }

    /// Searches the present position; a search that was cancelled is forgotten.
    pub(crate) fn think(&mut self, budget: Budget, cancel: &CancelFlag) {
        let Some(session) = &self.session else {
            return;
        };
        let queue = &session.queue[..session.queue.len().min(SEEN)];
        let position = VersusPosition {
            standing: session.standing,
            queue,
            hold: session.hold,
            can_hold: true,
            waiting: 0,
            unseen: match session.dealer {
                Dealer::SevenBag(left) if queue.len() == session.queue.len() => left,
                _ => 0x7F,
            },
        };
        let beam = Beam::new(&self.generator, &AttackTable::GUIDELINE, &self.judge, self.settings)
            .with_skill(self.skill, self.seed);
        let budget = budget.with_cancel(cancel.clone());
        let advised = beam.search_with(&position, &budget, &mut self.finder);
        if !cancel.is_cancelled() {
            self.advised = Some(advised);
        }
    }

    /// The answer to `suggest`, best move first.
    pub(crate) fn suggestion(&self, seconds: f64) -> Value {
        let Some(advised) = &self.advised else {
            return json!({ "type": "suggestion", "moves": [] });
        };
        let moves: Vec<Value> = advised.choices.iter().map(|choice| described(&choice.landing)).collect();
        json!({
            "type": "suggestion",
            "moves": moves,
            "move_info": {
                "nodes": advised.nodes,
                "nps": advised.nodes as f64 / seconds.max(1e-3),
                "depth": advised.depth,
                "extra": advised.choices.first().map_or(String::new(), |best| format!("value {}", best.value)),
            },
        })
    }

    /// A move was played; one that is not legal is ignored.
    fn play(&mut self, message: &Map<String, Value>) {
        let (Some(session), Some(landing)) = (&mut self.session, message.get("move").and_then(landing_of))
        else {
            return;
        };
        let reached = self.generator.landings(&session.standing.field, landing.piece).spins_of(&landing);
        if reached.is_empty() {
            return;
        }
        let spins = if (reached & landing.spins).is_empty() { reached } else { landing.spins };
        if !session.take(landing.piece) {
            return;
        }
        session.standing.lock(&landing, spins.best(), &AttackTable::GUIDELINE);
        self.advised = None;
    }

    fn new_piece(&mut self, message: &Map<String, Value>) {
        let piece = message.get("piece").and_then(piece_of);
        let (Some(session), Some(piece)) = (&mut self.session, piece) else {
            return;
        };
        if let Dealer::SevenBag(left) = &mut session.dealer {
            *left &= !(1 << piece as u8);
            if *left == 0 {
                *left = 0x7F;
            }
        }
        if std::mem::take(&mut session.owed) {
            session.hold = Some(piece);
        } else if session.queue.len() < QUEUE {
            session.queue.push(piece);
        }
        self.advised = None;
    }
}

impl Session {
    /// Removes the piece that was played; `false` if it is not at hand.
    fn take(&mut self, piece: Piece) -> bool {
        let first = self.queue.first().copied();
        if first == Some(piece) {
            self.queue.remove(0);
        } else if self.hold == Some(piece) {
            self.owed = first.is_none();
            self.hold = first;
            if first.is_some() {
                self.queue.remove(0);
            }
        } else if self.hold.is_none() && self.queue.get(1) == Some(&piece) {
            self.hold = first;
            self.queue.drain(..2);
        } else {
            return false;
        }
        true
    }
}

/// Answers a whole conversation, one line after the other, judging at most `nodes`
/// positions a move.
///
/// The program itself also thinks while it waits.
///
/// # Errors
/// Those of the reader and the writer; nothing in a line is one.
///
/// ```
/// let mut answers = Vec::new();
/// puzzle_ai_cli::serve_tbp(&b"{\"type\": \"suggest\"}\n"[..], &mut answers, 100)?;
/// let answers = String::from_utf8(answers).unwrap();
/// assert!(answers.lines().nth(1).unwrap().contains("suggestion"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve_tbp(mut input: impl BufRead, mut output: impl Write, nodes: u64) -> io::Result<()> {
    writeln!(output, "{}", Bot::info())?;
    let mut bot = Bot::new(nodes);
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        match bot.hear(&line) {
            Reply::Silent => {}
            Reply::Say(message) => writeln!(output, "{message}")?,
            Reply::Suggest => {
                if bot.wants_to_think() {
                    bot.think(Budget::nodes(nodes), &CancelFlag::new());
                }
                writeln!(output, "{}", bot.suggestion(0.0))?;
            }
            Reply::Quit => break,
        }
        output.flush()?;
        line.clear();
    }
    Ok(())
}

fn piece_of(value: &Value) -> Option<Piece> {
    let letter = value.as_str()?;
    letter.parse().ok().filter(|piece: &Piece| piece.to_string() == letter)
}

/// Reads `start`; `None` where it makes no sense.
fn start(message: &Map<String, Value>) -> Option<Session> {
    let hold = match message.get("hold") {
        None | Some(Value::Null) => None,
        Some(piece) => Some(piece_of(piece)?),
    };
    let queue = message.get("queue")?.as_array()?;
    let queue: Option<Vec<Piece>> = queue.iter().take(QUEUE).map(piece_of).collect();
    let board = message.get("board")?.as_array()?;
    let mut field = Field::new(10, ROWS).ok()?;
    for (y, row) in board.iter().enumerate() {
        for (x, cell) in row.as_array()?.iter().enumerate() {
            if cell.is_null() {
                continue;
            }
            if x >= 10 || y >= ROWS || !cell.is_string() {
                return None;
            }
            field.fill(x, y);
        }
    }
    let number = |name: &str| message.get(name).and_then(Value::as_u64).unwrap_or(0);
    let back_to_back = message.get("back_to_back").and_then(Value::as_bool).unwrap_or(false);
    let standing =
        Standing { field, combo: number("combo").min(1000) as u32, chain: u32::from(back_to_back) };
    Some(Session { standing, hold, queue: queue?, dealer: dealer(message.get("randomizer")), owed: false })
}

fn dealer(randomizer: Option<&Value>) -> Dealer {
    let set = |pieces: Vec<Piece>| pieces.into_iter().fold(0, |set, piece| set | 1 << piece as u8);
    let Some(randomizer) = randomizer else {
        return Dealer::Unknown;
    };
    if randomizer["type"].as_str() != Some("seven_bag") {
        return Dealer::Unknown;
    }
    let bag = randomizer["bag_state"].as_array();
    match set(bag.into_iter().flatten().filter_map(piece_of).collect()) {
        0 => Dealer::SevenBag(0x7F),
        left => Dealer::SevenBag(left),
    }
}

const ORIENTATIONS: [&str; 4] = ["north", "east", "south", "west"];

/// A move in the protocol's form.
fn described(landing: &Landing) -> Value {
    let spin = match landing.spins.best() {
        Spin::None => "none",
        Spin::Mini => "mini",
        Spin::Full => "full",
    };
    json!({
        "location": {
            "type": landing.piece.to_string(),
            "orientation": ORIENTATIONS[landing.rotation as usize],
            "x": landing.x,
            "y": landing.y,
        },
        "spin": spin,
    })
}

fn landing_of(value: &Value) -> Option<Landing> {
    let location = value.get("location")?;
    let orientation = location.get("orientation")?.as_str()?;
    let rotation = ORIENTATIONS.iter().position(|&name| name == orientation)?;
    let place = |name: &str| {
        location.get(name)?.as_i64()?.try_into().ok().filter(|place: &i8| (-4..100).contains(place))
    };
    let spins = match value.get("spin").and_then(Value::as_str) {
        Some("mini") => Spins::MINI,
        Some("full") => Spins::FULL,
        _ => Spins::NONE,
    };
    let piece = piece_of(location.get("type")?)?;
    Some(Landing { piece, rotation: Rotation::ALL[rotation], x: place("x")?, y: place("y")?, spins })
}

#[cfg(test)]
mod tests;
