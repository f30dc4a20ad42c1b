//! The tour: every game on real input within seconds, each with the command
//! that goes on from there.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::commands::{Common, cover, match3, pc, stones, tetris};
use crate::error::CliError;
use crate::terminal;

/// One stop of the tour.
struct Stop {
    title: &'static str,
    /// Draws the game.
    show: fn(&mut dyn Write, &Common) -> Result<(), CliError>,
    /// The command that goes on from there.
    next: &'static str,
}

/// The stops in the order of the house's floors; a crate adds its row here.
const STOPS: &[Stop] = &[
    Stop {
        title: "Falling blocks: every landing judged by four features, the best one played",
        show: tetris::tour_stop,
        next: "puzzle-ai tetris play --fps 60 --pieces 2000",
    },
    Stop {
        title: "Exact cover: the twelve pentominoes on a chess board without its middle",
        show: cover::tour_stop,
        next: "puzzle-ai cover tile --region 10x6 --pieces pentominoes --distinct --limit 3",
    },
    Stop {
        title: "Perfect clear: the opener, emptied by the queue I T L S J with hold",
        show: pc::tour_stop,
        next: "puzzle-ai pc percent --field 'XXX_____XX/XXX____XXX/XXX___XXXX/XXX____XXX' --pattern 'I,*p4' --hold --tree 2",
    },
    Stop {
        title: "Match-3: every swap tried on sampled refills two moves ahead, the best one played",
        show: match3::tour_stop,
        next: "puzzle-ai match3 play --specials --kinds 6 --search beam",
    },
    Stop {
        title: "Stone auction: four agents buy stones in sealed-bid rounds and fill their walls",
        show: stones::tour_stop,
        next: "puzzle-ai stones play --family scarce --html game.html",
    },
];

pub(crate) fn run(common: &Common) -> Result<(), CliError> {
    let rich = terminal::stdout_is_rich();
    if common.json {
        let stops: Vec<Value> =
            STOPS.iter().map(|stop| json!({ "title": stop.title, "next": stop.next })).collect();
        writeln!(io::stdout(), "{}", json!({ "stops": stops, "seed": common.seed }))?;
    }
    let mut out = terminal::drawings(common.json);
    for stop in STOPS {
        writeln!(out, "{}\n", terminal::bold(rich, stop.title))?;
        (stop.show)(&mut out, common)?;
        writeln!(out, "\nNext: {}\n", stop.next)?;
        out.flush()?;
    }
    Ok(())
}
