//! Walls as text and SVG, and a game as one HTML page.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use grid_core::Cell;
use grid_core::svg::{Escaped, PALETTE, Svg};

use crate::rules::auction::Outcome;
use crate::rules::catalogue::Catalogue;
use crate::rules::game::Game;
use crate::rules::id::KindId;
use crate::rules::placement::Placement;
use crate::rules::support::grounded;
use crate::rules::wall::Wall;

/// The colour of stones that hang in the air.
const FLOATING: &str = "#d00000";
/// The colour of empty wall cells.
const EMPTY: &str = "#f4f4f0";
/// Side of a cell in SVG units.
const CELL: f64 = 24.0;

/// Which stone covers each cell of the frame, and which stones float. Only what
/// lies in the wall is drawn; of overlapping stones the later one.
struct Picture {
    owners: Vec<Option<usize>>,
    floating: Vec<bool>,
    width: usize,
    height: usize,
}

impl Picture {
    fn new(wall: &Wall, stones: &Catalogue, placements: &[Placement]) -> Self {
        let region = wall.region();
        let mut owners = alloc::vec![None; region.cells().capacity()];
        let mut laid: Vec<Vec<Cell>> = Vec::new();
        for (stone, placement) in placements.iter().enumerate() {
            let cells = placement.cells(stones).unwrap_or_default();
            for index in
                cells.iter().filter(|cell| wall.contains(**cell)).filter_map(|&cell| region.index(cell))
            {
                owners[index] = Some(stone);
            }
            laid.push(cells);
        }
        let floating = grounded(wall, &laid).into_iter().map(|on| !on).collect();
        Self { owners, floating, width: region.width(), height: region.height() }
    }
}

/// The wall as text: a letter a kind (`A` is kind 0), small and capital in turn
/// for stones of the same kind, `.` for empty and `#` for solid cells.
///
/// ```
/// use stone_auction::{draw_wall, Catalogue, KindId, Placement, Wall};
/// let wall: Wall = "..#\n...".parse()?;
/// let stones = Catalogue::new(["##".parse()?])?;
/// let laid = [Placement::turned(KindId(0), 0, 0, 0), Placement::turned(KindId(0), 0, 0, 1)];
/// assert_eq!(draw_wall(&wall, &stones, &laid), "aa#\nAA.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn draw_wall(wall: &Wall, stones: &Catalogue, placements: &[Placement]) -> String {
    let picture = Picture::new(wall, stones, placements);
    let letter = |stone: usize| {
        let kind = placements[stone].kind;
        let before = placements[..stone].iter().filter(|other| other.kind == kind).count();
        let letter = (b'A' + (kind.0 % 26) as u8) as char;
        if before % 2 == 0 { letter } else { letter.to_ascii_lowercase() }
    };
    let mut text = String::new();
    let _ = grid_core::draw::write_cells(&mut text, picture.width, picture.height, |x, y| {
        match picture.owners[y * picture.width + x] {
            Some(stone) => letter(stone),
            None if wall.contains(Cell::new(x as i32, y as i32)) => '.',
            None => '#',
        }
    });
    text
}

/// The wall as SVG: a colour a kind, outlines round stones, floating stones red.
///
/// ```
/// use stone_auction::{wall_svg, Catalogue, KindId, Placement, Wall};
/// let wall: Wall = "..\n..".parse()?;
/// let stones = Catalogue::new(["##".parse()?])?;
/// let svg = wall_svg(&wall, &stones, &[Placement::turned(KindId(0), 0, 0, 1)]);
/// assert!(svg.contains("#d00000"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn wall_svg(wall: &Wall, stones: &Catalogue, placements: &[Placement]) -> String {
    let picture = Picture::new(wall, stones, placements);
    let (width, height) = (picture.width, picture.height);
    let mut svg = Svg::new(width as f64 * CELL, height as f64 * CELL);
    svg.grid(width, height, CELL, |x, y| match picture.owners[y * width + x] {
        Some(stone) if picture.floating[stone] => Some((FLOATING, stone)),
        Some(stone) => Some((PALETTE[placements[stone].kind.index() % PALETTE.len()], stone)),
        None if wall.contains(Cell::new(x as i32, y as i32)) => Some((EMPTY, usize::MAX)),
        None => None,
    });
    svg.finish()
}

/// The whole game as one HTML page: the ranking, every wall, and the ledger of
/// all bids by round, with winning bids set off.
///
/// ```
/// # use stone_auction::{game_html, generate_scenario, Game, GeneratorConfig};
/// let game = Game::new(generate_scenario(&GeneratorConfig::default(), 1).scenario);
/// assert!(game_html(&game).starts_with("<!doctype html>"));
/// ```
#[must_use]
pub fn game_html(game: &Game) -> String {
    let scenario = game.scenario();
    let mut page = String::from(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Stone auction</title>\n<style>\n\
         body{font-family:sans-serif;margin:2em}table{border-collapse:collapse;margin:1em 0}\
         td,th{border:1px solid #ccc;padding:.2em .5em;font-size:.9em}.won{background:#cdeccd}\
         .void{color:#999}.tied,.outbid{background:#f7e3cf}figure{display:inline-block;margin:1em}\n</style>\n",
    );
    let standings = game.standings();
    let _ = writeln!(page, "<h1>Stone auction</h1>\n<ol>");
    for group in game.ranking() {
        let names: Vec<String> = group
            .iter()
            .map(|team| {
                let standing = standings[team.index()];
                let name = Escaped(&scenario.teams()[team.index()].name);
                format!(
                    "{name}: {} of {} cells, money {}",
                    standing.score.area,
                    scenario.wall().len(),
                    standing.money
                )
            })
            .collect();
        let _ = writeln!(page, "<li>{}</li>", names.join("<br>"));
    }
    let _ = writeln!(page, "</ol>");
    for team in scenario.team_ids() {
        let svg = wall_svg(scenario.wall(), scenario.catalogue(), game.arrangement(team));
        let name = Escaped(&scenario.teams()[team.index()].name);
        let _ = writeln!(page, "<figure>{svg}<figcaption>{name}</figcaption></figure>");
    }
    for (number, round) in game.history().iter().enumerate() {
        let _ = writeln!(page, "<h2>Round {}</h2>\n<table>", number + 1);
        for team in scenario.team_ids() {
            let _ = write!(page, "<tr><th>{}</th>", Escaped(&scenario.teams()[team.index()].name));
            for entry in round.outcomes.iter().filter(|entry| entry.team == team) {
                let class = match entry.outcome {
                    outcome if outcome.is_void() => "void",
                    Outcome::Won => "won",
                    Outcome::Tied => "tied",
                    _ => "outbid",
                };
                let kind = kind_name(scenario.kinds(), entry.bid.kind);
                let second = entry.second_price.map(|price| format!(" → {price}")).unwrap_or_default();
                let (kind, price, outcome) = (Escaped(&kind), entry.bid.price, entry.outcome);
                let _ = write!(page, "<td class=\"{class}\" title=\"{outcome}\">{kind} {price}{second}</td>");
            }
            let _ = writeln!(page, "<td>money {}</td></tr>", round.after.money[team.index()]);
        }
        let _ = writeln!(page, "</table>");
    }
    page
}

fn kind_name(kinds: &[crate::rules::scenario::Kind], kind: KindId) -> String {
    kinds.get(kind.index()).map_or_else(|| "?".into(), |kind| kind.name.clone())
}
