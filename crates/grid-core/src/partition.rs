//! The fewest rectangles that make up a shape.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use crate::{Cell, Polyomino};

impl Polyomino {
    /// The smallest number of rectangles that partition the shape.
    ///
    /// With `N` reflex corners, `C` convex ones and `L` the most chords between
    /// reflex corners that neither cross nor touch, it is `N - L + (C - N) / 4`.
    /// `L` is a maximum independent set of a bipartite graph.
    ///
    /// Source: Lipski, Lodi, Luccio, Mugnai and Pagli, "On two-dimensional data
    /// organization II", 1979; Ohtsuki, "Minimum dissection of rectilinear
    /// regions", 1982.
    ///
    /// # Complexity
    /// `O(area · log area)` for the corners, `O(chords²·N)` for the matching.
    ///
    /// ```
    /// use grid_core::Polyomino;
    /// let plus: Polyomino = ".#.\n###\n.#.".parse()?;
    /// assert_eq!(plus.min_rectangles(), 3);
    /// # Ok::<(), grid_core::PolyominoError>(())
    /// ```
    #[must_use]
    pub fn min_rectangles(&self) -> usize {
        let corners = Corners::of(self);
        let horizontal = self.chords(&corners.reflex, Cell::new(1, 0));
        let vertical = self.chords(&corners.reflex, Cell::new(0, 1));
        let meet = |h: &Chord, v: &Chord| {
            (h.from.x..=h.to.x).contains(&v.from.x) && (v.from.y..=v.to.y).contains(&h.from.y)
        };
        let conflicts: Vec<Vec<usize>> = horizontal
            .iter()
            .map(|h| (0..vertical.len()).filter(|&j| meet(h, &vertical[j])).collect())
            .collect();
        let independent = horizontal.len() + vertical.len() - maximum_matching(&conflicts, vertical.len());
        let reflex = corners.reflex.len();
        (4 * reflex + corners.convex - reflex) / 4 - independent
    }

    /// The chords along `step` between two reflex corners, with the shape on both
    /// sides all the way.
    fn chords(&self, reflex: &BTreeSet<Cell>, step: Cell) -> Vec<Chord> {
        let inside_beside = |corner: Cell| {
            let across = corner.offset(-step.y, -step.x);
            self.contains(corner) && self.contains(across)
        };
        let mut chords = Vec::new();
        for &from in reflex {
            let mut to = from;
            while inside_beside(to) {
                to = to.offset(step.x, step.y);
                if reflex.contains(&to) {
                    chords.push(Chord { from, to });
                    break;
                }
            }
        }
        chords
    }
}

/// A segment between two lattice points; `from` has the smaller coordinates.
struct Chord {
    from: Cell,
    to: Cell,
}

/// The lattice points where the outline turns. The point `(x, y)` is the lower
/// left corner of the cell `(x, y)`.
struct Corners {
    convex: usize,
    reflex: BTreeSet<Cell>,
}

impl Corners {
    fn of(shape: &Polyomino) -> Self {
        let mut corners = Self { convex: 0, reflex: BTreeSet::new() };
        for x in 0..=shape.width() as i32 {
            for y in 0..=shape.height() as i32 {
                let at = |dx, dy| shape.contains(Cell::new(x + dx, y + dy));
                let quadrants = [at(-1, -1), at(0, -1), at(0, 0), at(-1, 0)];
                match quadrants.iter().filter(|&&filled| filled).count() {
                    1 => corners.convex += 1,
                    // Two cells that touch only here: each has its own corner.
                    2 if quadrants[0] == quadrants[2] => corners.convex += 2,
                    3 => {
                        corners.reflex.insert(Cell::new(x, y));
                    }
                    _ => {}
                }
            }
        }
        corners
    }
}

/// The size of a maximum matching of a bipartite graph (augmenting paths).
fn maximum_matching(edges: &[Vec<usize>], right: usize) -> usize {
    fn augment(left: usize, edges: &[Vec<usize>], seen: &mut [bool], owner: &mut [Option<usize>]) -> bool {
        edges[left].iter().any(|&r| {
            if core::mem::replace(&mut seen[r], true) {
                return false;
            }
            let free = owner[r].is_none_or(|other| augment(other, edges, seen, owner));
            if free {
                owner[r] = Some(left);
            }
            free
        })
    }
    let mut owner = vec![None; right];
    (0..edges.len()).filter(|&left| augment(left, edges, &mut vec![false; right], &mut owner)).count()
}
