//! The twelve pentominoes.

use grid_core::{Orientations, Region, polyominoes};

use alloc::vec::Vec;

use crate::tiling::{Piece, Tiling, TilingError};

/// The usual letters in the order of [`polyominoes`].
const LETTERS: [(&str, char); 12] = [
    (".##\n##.\n.#.", 'F'),
    ("#####", 'I'),
    ("#.\n#.\n#.\n##", 'L'),
    (".#\n##\n#.\n#.", 'N'),
    ("##\n##\n#.", 'P'),
    ("###\n.#.\n.#.", 'T'),
    ("#.#\n###", 'U'),
    ("#..\n#..\n###", 'V'),
    ("#..\n##.\n.##", 'W'),
    (".#.\n###\n.#.", 'X'),
    (".#\n##\n.#\n.#", 'Y'),
    ("##.\n.#.\n.##", 'Z'),
];

/// A region to be covered by the twelve pentominoes, each once, turned and turned
/// over as one likes.
///
/// # Errors
/// [`TilingError`] for a region that is too large.
///
/// ```
/// use exact_cover::models::pentominoes;
/// use grid_core::Region;
/// let board = pentominoes(Region::rectangle(20, 3)?)?;
/// assert_eq!((board.solutions().count(), board.distinct().count()), (8, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pentominoes(region: Region) -> Result<Tiling, TilingError> {
    let policy = Orientations::RotationsAndReflections;
    let named = |shape: grid_core::Polyomino| {
        let is_it = |(drawing, _): &&(&str, char)| {
            drawing.parse::<grid_core::Polyomino>().is_ok_and(|drawn| drawn.canonical(policy) == shape)
        };
        let letter = LETTERS.iter().find(is_it).map_or(' ', |found| found.1);
        Piece::new(shape, policy).with_name(letter.encode_utf8(&mut [0; 4]))
    };
    let mut pieces: Vec<Piece> = polyominoes(5, policy).into_iter().map(named).collect();
    pieces.sort_by(|a, b| a.name.cmp(&b.name));
    Tiling::new(region, pieces)
}
