//! Boards as one SVG picture, side by side.

use grid_core::svg::{PALETTE, Svg};
use match3::{Board, Form, Pos, Tile};

const CELL: f64 = 28.0;
/// Between boards, and below them for the caption.
const GAP: f64 = 24.0;

/// Boards from left to right, each with a caption; `marked` cells of the first one are framed.
pub(crate) fn svg(boards: &[(Board, String)], marked: &[Pos]) -> String {
    let Some((first, _)) = boards.first() else { return Svg::new(0.0, 0.0).finish() };
    let (rows, cols) = (f64::from(first.rows()), f64::from(first.cols()));
    let width = boards.len() as f64 * (cols * CELL + GAP) - GAP;
    let mut svg = Svg::new(width, rows * CELL + GAP);
    svg.rect(0.0, 0.0, width, rows * CELL + GAP, "#ffffff");
    for (number, (board, caption)) in boards.iter().enumerate() {
        let left = number as f64 * (cols * CELL + GAP);
        svg.rect(left, 0.0, cols * CELL, rows * CELL, "#f4f4f0");
        if number == 0 {
            for at in marked {
                let (x, y) = (left + f64::from(at.col) * CELL, f64::from(at.row) * CELL);
                svg.rect(x, y, CELL, CELL, "#ffd54a");
            }
        }
        for row in 0..board.rows() {
            for col in 0..board.cols() {
                let (x, y) = (left + f64::from(col) * CELL, f64::from(row) * CELL);
                candy(&mut svg, board.tile(Pos::new(row, col)), x + CELL / 2.0, y + CELL / 2.0);
            }
        }
        svg.text(left + cols * CELL / 2.0, rows * CELL + 0.7 * GAP, 0.55 * GAP, caption);
    }
    svg.finish()
}

/// A tile around its centre: a disc in the colour of its kind with its letter, and a sign for its form.
fn candy(svg: &mut Svg, tile: Tile, x: f64, y: f64) {
    let radius = 0.42 * CELL;
    let Some(kind) = tile.kind() else {
        if tile == Tile::BOMB {
            svg.circle(x, y, radius, "#222222");
            svg.circle(x, y, 0.4 * radius, "#ffffff");
        } else {
            svg.rect(x - CELL / 2.0, y - CELL / 2.0, CELL, CELL, "#ffffff");
        }
        return;
    };
    svg.circle(x, y, radius, PALETTE[usize::from(kind.index()) % PALETTE.len()]);
    let across = 0.8 * radius;
    match tile.form() {
        Some(Form::StripedH) => {
            for dy in [-0.45, 0.45] {
                svg.line((x - across, y + dy * radius), (x + across, y + dy * radius), "#222222", 2.0);
            }
        }
        Some(Form::StripedV) => {
            for dx in [-0.55, 0.55] {
                svg.line((x + dx * radius, y - across), (x + dx * radius, y + across), "#222222", 2.0);
            }
        }
        Some(Form::Wrapped) => {
            let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
            let ring = corners.map(|(dx, dy)| (x + 0.62 * radius * dx, y + 0.62 * radius * dy));
            svg.polyline(&ring, "#222222", 2.0);
        }
        _ => {}
    }
    svg.text(x, y + 0.16 * CELL, 0.45 * CELL, &kind.to_string());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_is_drawn() {
        let board: Board = "ABA\nB#C".parse().expect("a board");
        let picture = svg(&[(board.clone(), "start".into()), (board, "a < b".into())], &[Pos::new(0, 1)]);
        assert_eq!(picture.matches("<circle").count(), 10);
        assert_eq!(picture.matches("#ffd54a").count(), 1);
        assert!(picture.contains("a &lt; b"), "{picture}");
    }
}
