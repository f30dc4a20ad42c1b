//! How the player fits into an engine of entities, components and systems such as Bevy, without the dependency.
//!
//! A search is a component: a system gives every running one its nodes for this frame, another plays what is found.
//!
//! `cargo run --release -p puzzle-ai --example ecs_sketch`

use std::sync::LazyLock;

use puzzle_ai::stack_eval::{Beam, BeamSearch, BeamSettings, PREVIEWS, VersusEvaluator, versus_position};
use puzzle_ai::tetromino::{GuidelineGame, GuidelineRules, Landing, MoveGenerator, MoveRules};

/// What all players share. A search borrows it; components must own or be `'static`, so it is a static.
struct Brain {
    generator: MoveGenerator,
    rules: GuidelineRules,
    judge: VersusEvaluator,
}

static BRAIN: LazyLock<Brain> = LazyLock::new(|| Brain {
    generator: MoveGenerator::new(MoveRules::default()),
    rules: GuidelineRules::default(),
    judge: VersusEvaluator::default(),
});

/// A component: the state of one field. `Copy`, so a snapshot for roll-back is an assignment.
struct Board(GuidelineGame);

/// A component while its entity thinks.
struct Thinking(BeamSearch<'static, VersusEvaluator>);

/// An event: this entity has decided.
struct Decided {
    entity: usize,
    landing: Landing,
}

/// Entities are indices into these columns, as in an archetype.
struct World {
    boards: Vec<Board>,
    thinking: Vec<Option<Thinking>>,
    decided: Vec<Decided>,
    frame: u64,
}

/// The nodes of a frame, shared out among those who think, so that more players cost no more time.
const NODES_A_FRAME: u64 = 2_000;
const NODES_A_MOVE: u64 = 1_500;

/// Begins a search for every board that is not over and has none.
fn begin_thinking(world: &mut World) {
    let brain = &*BRAIN;
    for (board, slot) in world.boards.iter().zip(&mut world.thinking) {
        if slot.is_none() && board.0.end().is_none() {
            let mut queue = [board.0.piece(); PREVIEWS + 1];
            let position = versus_position(&board.0, &brain.rules, &mut queue);
            let beam =
                Beam::new(&brain.generator, &brain.rules.attack, &brain.judge, BeamSettings::default());
            *slot = Some(Thinking(beam.begin(&position, NODES_A_MOVE)));
        }
    }
}

/// Gives each search its share of the frame; those that are done say so by an event.
fn think(world: &mut World) {
    let running = world.thinking.iter().flatten().count().max(1) as u64;
    for (entity, slot) in world.thinking.iter_mut().enumerate() {
        let Some(Thinking(search)) = slot else { continue };
        if search.step(NODES_A_FRAME / running) {
            if let Some(best) = search.best().choices.first() {
                world.decided.push(Decided { entity, landing: best.landing });
            }
            *slot = None;
        }
    }
}

/// Plays what was decided; what a player sends arrives at the next one.
fn apply(world: &mut World) {
    let brain = &*BRAIN;
    for Decided { entity, landing } in std::mem::take(&mut world.decided) {
        let played = world.boards[entity].0.play(&brain.generator, &brain.rules, landing);
        let sent = played.map_or(0, |played| played.sent);
        if sent > 0 {
            let next = (entity + 1) % world.boards.len();
            world.boards[next].0.receive(sent);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let boards: Result<Vec<Board>, _> =
        (0..3).map(|number| GuidelineGame::new(10, &BRAIN.rules, 7, number).map(Board)).collect();
    let boards = boards?;
    let thinking = boards.iter().map(|_| None).collect();
    let mut world = World { boards, thinking, decided: Vec::new(), frame: 0 };

    let schedule: [fn(&mut World); 3] = [begin_thinking, think, apply];
    while world.frame < 120 {
        schedule.iter().for_each(|system| system(&mut world));
        world.frame += 1;
    }
    for (entity, Board(game)) in world.boards.iter().enumerate() {
        let state = if game.end().is_some() { "out" } else { "alive" };
        let (pieces, lines, attack) = (game.pieces(), game.lines(), game.attack());
        println!("player {entity}: {state}, {pieces} pieces, {lines} rows, {attack} sent");
    }
    Ok(())
}
