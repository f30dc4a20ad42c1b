//! Boards in colours.

use match3::{Board, Form, Pos, Tile};

use crate::terminal;

/// Colours of the kinds, from the 256-colour palette.
const COLOURS: [u8; 26] = [
    160, 33, 70, 220, 134, 208, 44, 205, 94, 250, 29, 62, 142, 168, 24, 100, 130, 66, 97, 172, 38, 109, 125,
    64, 137, 60,
];
const WHITE: u8 = 231;

/// The board as text; each cell two columns and a blank where colours are off.
pub(crate) fn draw(board: &Board, rich: bool, highlight: &[Pos]) -> String {
    let mut text = String::new();
    for row in 0..board.rows() {
        for col in 0..board.cols() {
            let at = Pos::new(row, col);
            text.push_str(&cell(board.tile(at), rich, highlight.contains(&at)));
        }
        text.push('\n');
    }
    text
}

fn cell(tile: Tile, rich: bool, marked: bool) -> String {
    if !rich {
        let left = if marked { '[' } else { ' ' };
        return format!("{left}{:<2}", tile.to_string());
    }
    let sign = match tile.form() {
        Some(Form::StripedH) => "═",
        Some(Form::StripedV) => "║",
        Some(Form::Wrapped) => "▣",
        Some(Form::Plain) => " ",
        _ if tile == Tile::BOMB => "✸",
        _ => " ",
    };
    let text = if marked { format!("[{sign}]") } else { format!(" {sign} ") };
    match tile.kind() {
        Some(kind) => terminal::on_colour(true, COLOURS[usize::from(kind.index())], &text),
        None if tile == Tile::BOMB => terminal::on_colour(true, WHITE, &text),
        None => "   ".to_owned(),
    }
}
