//! Words in a grid: colours at work.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use grid_core::{Cell, Region, draw};

use crate::{Item, OptionId, Problem, ProblemError};

/// A crossword to be filled: each run of two or more cells of a region, across
/// and down, gets a word of a list, and no word is used twice.
///
/// Each run is a primary item, each cell a secondary one whose colour is the
/// letter, so that crossing words must agree; each word is a secondary item.
///
/// ```
/// use exact_cover::models::WordFill;
/// let fill = WordFill::new("###\n###\n###".parse()?, &["bit", "ice", "ten", "and", "bat"])?;
/// let solution = fill.problem().first();
/// assert!(solution.is_none()); // rows and columns would be the same words
///
/// let fill = WordFill::new("###\n#.#\n###".parse()?, &["bit", "beg", "tag", "gig"])?;
/// let mut filled: Vec<String> = fill.problem().solutions().map(|s| fill.draw(&s)).collect();
/// filled.sort();
/// assert_eq!(filled, ["beg\ni.i\ntag", "bit\ne.a\ngig"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordFill {
    region: Region,
    problem: Problem,
    /// For each option the cells and letters.
    options: Vec<(Vec<Cell>, String)>,
}

impl WordFill {
    /// The region and the words that may be used. Words of a length that no run
    /// has are not looked at; a word that is listed twice may be used twice.
    ///
    /// # Errors
    /// [`ProblemError::TooLarge`] for too many placements.
    pub fn new(region: Region, words: &[&str]) -> Result<Self, ProblemError> {
        let mut builder = Problem::builder();
        let runs = runs(&region);
        let run_items: Vec<Item> = (0..runs.len()).map(|run| builder.primary(&format!("run{run}"))).collect();
        let cell_name = |cell: Cell| format!("{},{}", cell.x, cell.y);
        for cell in region.iter() {
            builder.secondary(&cell_name(cell));
        }
        let mut options = Vec::new();
        let word_items: Vec<Item> =
            (0..words.len()).map(|word| builder.secondary(&format!("word{word}"))).collect();
        for (run, cells) in runs.iter().enumerate() {
            for (word, text) in words.iter().enumerate() {
                if text.chars().count() != cells.len() {
                    continue;
                }
                let mut uses = Vec::from([run_items[run].into(), word_items[word].into()]);
                for (&cell, letter) in cells.iter().zip(text.chars()) {
                    let colour = builder.colour(&letter.to_string());
                    uses.extend(builder.find(&cell_name(cell)).map(|item| item.coloured(colour)));
                }
                builder.option(uses);
                options.push((cells.clone(), (*text).to_string()));
            }
        }
        Ok(Self { region, problem: builder.build()?, options })
    }

    /// The exact cover problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The filled grid, the top row first, `.` outside the region.
    ///
    /// # Panics
    /// If an option is not of this problem.
    #[must_use]
    pub fn draw(&self, solution: &[OptionId]) -> String {
        let letter = |x: usize, y: usize| {
            let here = Cell::new(x as i32, y as i32);
            let found = solution.iter().find_map(|option| {
                let (cells, word) = &self.options[option.index()];
                let at = cells.iter().position(|&cell| cell == here)?;
                word.chars().nth(at)
            });
            found.unwrap_or(if self.region.contains(here) { ' ' } else { '.' })
        };
        let mut text = String::new();
        let written: fmt::Result =
            draw::write_cells(&mut text, self.region.width(), self.region.height(), letter);
        written.expect("a string takes all");
        text
    }
}

/// Runs of two or more cells: across from the top row down, then down from the
/// left column on.
fn runs(region: &Region) -> Vec<Vec<Cell>> {
    let (width, height) = (region.width() as i32, region.height() as i32);
    let across = (0..height).rev().map(|y| (0..width).map(move |x| Cell::new(x, y)).collect::<Vec<_>>());
    let down = (0..width).map(|x| (0..height).rev().map(move |y| Cell::new(x, y)).collect::<Vec<_>>());
    let mut runs = Vec::new();
    for line in across.chain(down) {
        for run in line.split(|&cell| !region.contains(cell)) {
            if run.len() >= 2 {
                runs.push(run.to_vec());
            }
        }
    }
    runs
}
