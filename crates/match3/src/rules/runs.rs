//! Runs, the match set and groups of runs.

use alloc::vec;
use alloc::vec::Vec;

use super::board::{Board, Pos, pos_of};
use super::tile::{Kind, Tile};

/// Which way a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Axis {
    /// Along a row.
    Horizontal,
    /// Along a column.
    Vertical,
}

/// Three or more neighbouring cells of one line and one matching kind, as long
/// as it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// Along a row or a column.
    pub axis: Axis,
    /// The kind of its candies.
    pub kind: Kind,
    /// Its left or top cell.
    pub start: Pos,
    /// Its cells, at least 3.
    pub len: u8,
}

impl Run {
    /// The cell `offset` steps from the left or top end.
    ///
    /// # Panics
    /// If the run is not that long.
    #[must_use]
    pub fn cell(&self, offset: u8) -> Pos {
        assert!(offset < self.len, "cell {offset} of a run of {}", self.len);
        match self.axis {
            Axis::Horizontal => Pos::new(self.start.row, self.start.col + offset),
            Axis::Vertical => Pos::new(self.start.row + offset, self.start.col),
        }
    }

    /// Its cells from the left or top end.
    pub fn cells(&self) -> impl Iterator<Item = Pos> + use<> {
        let run = *self;
        (0..run.len).map(move |offset| run.cell(offset))
    }

    /// Whether the cell belongs to it.
    #[must_use]
    pub fn contains(&self, at: Pos) -> bool {
        let (line, along, start_line, start) = match self.axis {
            Axis::Horizontal => (at.row, at.col, self.start.row, self.start.col),
            Axis::Vertical => (at.col, at.row, self.start.col, self.start.row),
        };
        line == start_line && along >= start && along - start < self.len
    }
}

/// Runs joined by shared cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// The kind of its candies.
    pub kind: Kind,
    /// Its runs: horizontal ones by row, then vertical ones by column.
    pub runs: Vec<Run>,
    /// Its cells, each once, in row-major order.
    pub cells: Vec<Pos>,
}

impl Board {
    /// All runs: horizontal ones by row, then vertical ones by column.
    ///
    /// O(cells).
    ///
    /// ```
    /// let board: match3::Board = "AAAB\nACBB\nABBB".parse()?;
    /// let lengths: Vec<u8> = board.runs().iter().map(|run| run.len).collect();
    /// assert_eq!(lengths, [3, 3, 3, 3]);
    /// # Ok::<(), match3::BoardError>(())
    /// ```
    #[must_use]
    pub fn runs(&self) -> Vec<Run> {
        let mut runs = Vec::new();
        find_runs(self.tiles(), self.cols(), &mut runs);
        runs
    }

    /// The cells of all runs, each once, in row-major order. O(cells).
    ///
    /// ```
    /// let board: match3::Board = "AAAB\nACBB\nABBB".parse()?;
    /// assert_eq!(board.matched().len(), 10);
    /// # Ok::<(), match3::BoardError>(())
    /// ```
    #[must_use]
    pub fn matched(&self) -> Vec<Pos> {
        let mut marks = vec![0; self.tiles().len()];
        mark_runs(self.tiles(), self.cols(), &mut marks);
        let cells = marks.iter().enumerate().filter(|&(_, &mark)| mark != 0);
        cells.map(|(index, _)| pos_of(self.cols(), index)).collect()
    }

    /// The groups, by their first cell in row-major order. O(cells).
    ///
    /// ```
    /// let board: match3::Board = "AAAB\nACBB\nABBB".parse()?;
    /// let groups = board.groups();
    /// assert_eq!(groups.iter().map(|group| group.cells.len()).collect::<Vec<_>>(), [5, 5]);
    /// # Ok::<(), match3::BoardError>(())
    /// ```
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        group_runs(&self.runs(), self.cols(), self.tiles().len())
    }

    /// Whether the board has no run. O(cells).
    #[must_use]
    pub fn is_stable(&self) -> bool {
        let mut marks = vec![0; self.tiles().len()];
        !mark_runs(self.tiles(), self.cols(), &mut marks)
    }
}

/// Sets `marks` to non-zero for the cells of runs and to zero elsewhere; says
/// whether there are any.
pub(crate) fn mark_runs(tiles: &[Tile], cols: u8, marks: &mut [u8]) -> bool {
    let cols = usize::from(cols);
    let triple = |a: Tile, b: Tile, c: Tile| {
        u8::from((a.key() == b.key()) & (a.key() == c.key()) & (a.code() < 4 << 5))
    };
    marks.fill(0);
    let mut any = 0;
    // First where triples begin, over the ends of rows, then without those that do not
    // fit, then all their cells.
    let triples = tiles.iter().zip(tiles.iter().skip(1)).zip(tiles.iter().skip(2));
    for (mark, ((&a, &b), &c)) in marks.iter_mut().zip(triples) {
        *mark = triple(a, b, c);
    }
    for row in marks.chunks_exact_mut(cols) {
        let fits = cols.saturating_sub(2);
        row[fits..].fill(0);
        if row.iter().fold(0, |any, &mark| any | mark) == 0 {
            continue;
        }
        any = 1;
        for cell in (1..cols).rev() {
            row[cell] |= row[cell - 1] | if cell > 1 { row[cell - 2] } else { 0 };
        }
    }
    let mut rows = tiles.chunks_exact(cols);
    if let (Some(mut top), Some(mut middle)) = (rows.next(), rows.next()) {
        for (row, bottom) in rows.enumerate() {
            let (above, rest) = marks[row * cols..].split_at_mut(cols);
            let (between, below) = rest.split_at_mut(cols);
            let below = &mut below[..cols];
            for col in 0..cols {
                let hit = triple(top[col], middle[col], bottom[col]);
                above[col] |= hit;
                between[col] |= hit;
                below[col] |= hit;
                any |= hit;
            }
            (top, middle) = (middle, bottom);
        }
    }
    any != 0
}

/// Appends all runs: horizontal ones by row, then vertical ones by column.
pub(crate) fn find_runs(tiles: &[Tile], cols: u8, runs: &mut Vec<Run>) {
    let width = usize::from(cols);
    let height = tiles.len() / width;
    let mut scan = |axis, lines: usize, length: usize, index: &dyn Fn(usize, usize) -> usize| {
        for line in 0..lines {
            let mut start = 0;
            while start < length {
                let first = tiles[index(line, start)];
                let mut end = start + 1;
                while end < length && tiles[index(line, end)].key() == first.key() {
                    end += 1;
                }
                if let (Some(kind), true) = (first.matching_kind(), end - start >= 3) {
                    let start = pos_of(cols, index(line, start));
                    let len = if axis == Axis::Horizontal {
                        end - usize::from(start.col)
                    } else {
                        end - usize::from(start.row)
                    };
                    runs.push(Run { axis, kind, start, len: len as u8 });
                }
                start = end;
            }
        }
    };
    scan(Axis::Horizontal, height, width, &|line, along| line * width + along);
    scan(Axis::Vertical, width, height, &|line, along| along * width + line);
}

/// Joins runs that share cells; groups by their first cell.
pub(crate) fn group_runs(runs: &[Run], cols: u8, cells: usize) -> Vec<Group> {
    let index = |at: Pos| usize::from(at.row) * usize::from(cols) + usize::from(at.col);
    let mut parent: Vec<usize> = (0..runs.len()).collect();
    fn root(parent: &mut [usize], mut run: usize) -> usize {
        while parent[run] != run {
            parent[run] = parent[parent[run]];
            run = parent[run];
        }
        run
    }
    let mut owner = vec![usize::MAX; cells];
    for (number, run) in runs.iter().enumerate() {
        for at in run.cells() {
            let cell = index(at);
            if owner[cell] == usize::MAX {
                owner[cell] = number;
            } else {
                let (a, b) = (root(&mut parent, owner[cell]), root(&mut parent, number));
                parent[a.max(b)] = a.min(b);
            }
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut group_of = vec![usize::MAX; runs.len()];
    for (cell, &run) in owner.iter().enumerate() {
        if run == usize::MAX {
            continue;
        }
        let root = root(&mut parent, run);
        if group_of[root] == usize::MAX {
            group_of[root] = groups.len();
            groups.push(Group { kind: runs[root].kind, runs: Vec::new(), cells: Vec::new() });
        }
        groups[group_of[root]].cells.push(pos_of(cols, cell));
    }
    for (number, run) in runs.iter().enumerate() {
        let root = root(&mut parent, number);
        groups[group_of[root]].runs.push(*run);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_runs_are_two_groups() {
        let board: Board = "AAA.\n.AAA".parse().unwrap();
        assert_eq!(board.groups().len(), 2);
        let board: Board = "AAAA\nAAAA".parse().unwrap();
        assert_eq!(board.groups().len(), 2);
    }

    #[test]
    fn a_block_is_one_group() {
        let board: Board = "AAA\nAAA\nAAA".parse().unwrap();
        let groups = board.groups();
        assert_eq!((groups.len(), groups[0].runs.len(), groups[0].cells.len()), (1, 6, 9));
    }

    #[test]
    fn runs_reach_every_edge_and_stop_at_what_does_not_match() {
        let board: Board = "AAA\n..B\n..B\n..B".parse().unwrap();
        assert_eq!(board.matched().len(), 6);
        for text in ["AA#AA", "AA*AA", "AA.AA", "A A Ap A A", "###", "...", "***", "@@@", "333", "%%%"] {
            assert!(text.parse::<Board>().unwrap().is_stable(), "{text}");
        }
        assert!(!"Ah A Aw".parse::<Board>().unwrap().is_stable());
    }

    #[test]
    fn a_run_knows_its_cells() {
        let run = "BAAA".parse::<Board>().unwrap().runs()[0];
        let inside: Vec<u8> = (0..4).filter(|&col| run.contains(Pos::new(0, col))).collect();
        assert_eq!(inside, [1, 2, 3]);
        assert!(!run.contains(Pos::new(1, 2)));
    }
}
