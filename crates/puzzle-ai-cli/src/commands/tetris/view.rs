//! A field in colours, with a panel beside it.

use std::fmt::Write as _;

use grid_core::svg::{PALETTE, Svg};
use tetromino::{Field, Landing, Piece};

use crate::terminal;
use crate::tetris::colour;

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

    /// The field as an SVG picture, a colour for each piece.
    pub(crate) fn svg(&self) -> String {
        const CELL: f64 = 20.0;
        let mut svg = Svg::new(CELL * self.width as f64, CELL * self.height as f64);
        svg.rect(0.0, 0.0, CELL * self.width as f64, CELL * self.height as f64, "#f4f4f4");
        svg.grid(self.width, self.height, CELL, |x, y| {
            self.rows[y][x].map(|piece| (PALETTE[piece as usize], piece as usize))
        });
        svg.finish()
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

    /// The picture, a line of `panel` beside each row or below; full rows flash.
    pub(crate) fn draw(&self, colours: bool, panel: &[String]) -> String {
        let wall = terminal::on_colour(colours, WALL, if colours { " " } else { "|" });
        let mut lines = Vec::new();
        for y in (0..self.height).rev() {
            let cells = self.rows[y][..self.width].iter().map(|cell| self.square(colours, y, *cell));
            lines.push(format!("{wall}{}{wall}", cells.collect::<String>()));
        }
        let floor = if colours { " " } else { "-" }.repeat(2 * self.width + 2);
        lines.push(terminal::on_colour(colours, WALL, &floor));
        lines.resize(lines.len().max(panel.len()), " ".repeat(2 * self.width + 2));
        for (line, beside) in lines.iter_mut().zip(panel) {
            if !beside.is_empty() {
                // Ten columns cover what a longer text left there.
                write!(line, "  {beside:<10}").expect("a string takes all");
            }
            line.truncate(line.trim_end().len());
        }
        lines.join("\n") + "\n"
    }

    /// A cell of a row, two characters wide.
    fn square(&self, colours: bool, y: usize, cell: Option<Piece>) -> String {
        match cell {
            None if colours => "\x1b[38;5;236m .\x1b[0m".to_owned(),
            None => " .".to_owned(),
            Some(_) if self.is_full(y) => {
                terminal::on_colour(colours, FLASH, if colours { "  " } else { "==" })
            }
            Some(piece) if colours => terminal::on_colour(colours, colour(piece), "  "),
            Some(piece) => format!("{piece}{piece}").to_lowercase(),
        }
    }
}
