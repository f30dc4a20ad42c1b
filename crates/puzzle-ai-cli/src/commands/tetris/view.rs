//! A field in colours, with a panel beside it.

use std::fmt::Write as _;

use tetromino::{Field, Landing, Piece};

use crate::terminal;

/// The colours of the guideline, from the 256-colour palette.
fn colour(piece: Piece) -> u8 {
    match piece {
        Piece::I => 44,
        Piece::O => 220,
        Piece::T => 134,
        Piece::S => 70,
        Piece::Z => 160,
        Piece::J => 27,
        Piece::L => 208,
    }
}

const FLASH: u8 = 231;
const WALL: u8 = 238;

/// The pieces that the filled cells of a field came from.
#[derive(Clone, Debug)]
pub(crate) struct View {
    /// Rows from the floor.
    rows: Vec<[Option<Piece>; Field::MAX_WIDTH]>,
    width: usize,
    height: usize,
}

impl View {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self { rows: vec![[None; Field::MAX_WIDTH]; Field::MAX_HEIGHT], width, height }
    }

    /// Adds a piece.
    pub(crate) fn add(&mut self, landing: &Landing) {
        for cell in landing.cells() {
            self.rows[cell.y as usize][cell.x as usize] = Some(landing.piece);
        }
    }

    fn is_full(&self, y: usize) -> bool {
        self.rows[y][..self.width].iter().all(Option::is_some)
    }

    /// Removes full rows.
    pub(crate) fn clear(&mut self) {
        let width = self.width;
        self.rows.retain(|row| !row[..width].iter().all(Option::is_some));
        self.rows.resize(Field::MAX_HEIGHT, [None; Field::MAX_WIDTH]);
    }

    /// The picture, a line of `panel` beside each row; full rows flash.
    pub(crate) fn draw(&self, rich: bool, panel: &[String]) -> String {
        let wall = terminal::on_colour(rich, WALL, if rich { " " } else { "|" });
        let mut text = String::new();
        for (line, y) in (0..self.height).rev().enumerate() {
            text.push_str(&wall);
            for cell in &self.rows[y][..self.width] {
                let square = match cell {
                    None if rich => "\x1b[38;5;236m .\x1b[0m".to_owned(),
                    None => " .".to_owned(),
                    Some(_) if self.is_full(y) => {
                        terminal::on_colour(rich, FLASH, if rich { "  " } else { "==" })
                    }
                    Some(piece) if rich => terminal::on_colour(rich, colour(*piece), "  "),
                    Some(piece) => format!("{piece}{piece}").to_lowercase(),
                };
                text.push_str(&square);
            }
            let beside = panel.get(line).map_or("", String::as_str);
            writeln!(text, "{wall}  {beside}\x1b[K").expect("a string takes all");
        }
        let floor = terminal::on_colour(rich, WALL, &if rich { " " } else { "-" }.repeat(2 * self.width + 2));
        writeln!(text, "{floor}").expect("a string takes all");
        if rich { text } else { text.replace("\x1b[K", "").replace("  \n", "\n") }
    }

    /// Lines of a picture.
    pub(crate) fn lines(&self) -> usize {
        self.height + 1
    }
}
