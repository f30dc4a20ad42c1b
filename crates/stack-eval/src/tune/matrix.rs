//! Eigenvectors of small symmetric matrices.

use alloc::vec;
use alloc::vec::Vec;

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<f64>", into = "Vec<f64>"))]
pub(super) struct Square {
    side: usize,
    pub(super) entries: Vec<f64>,
}

impl From<Vec<f64>> for Square {
    fn from(entries: Vec<f64>) -> Self {
        Self { side: entries.len().isqrt(), entries }
    }
}

impl From<Square> for Vec<f64> {
    fn from(square: Square) -> Self {
        square.entries
    }
}

impl Square {
    pub(super) fn identity(side: usize) -> Self {
        let mut entries = vec![0.0; side * side];
        (0..side).for_each(|at| entries[at * side + at] = 1.0);
        Self { side, entries }
    }

    #[inline]
    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.side + column]
    }

    #[inline]
    fn set(&mut self, row: usize, column: usize, value: f64) {
        let at = row * self.side + column;
        self.entries[at] = value;
    }

    /// This matrix times a column.
    pub(super) fn times(&self, column: &[f64]) -> Vec<f64> {
        let row = |row: &[f64]| row.iter().zip(column).map(|(a, b)| a * b).sum();
        self.entries.chunks_exact(self.side).map(row).collect()
    }

    /// The transpose of this matrix times a column.
    pub(super) fn transposed_times(&self, column: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; self.side];
        for (row, factor) in self.entries.chunks_exact(self.side).zip(column) {
            sum.iter_mut().zip(row).for_each(|(sum, entry)| *sum += factor * entry);
        }
        sum
    }

    /// Eigenvalues of a symmetric matrix, and the eigenvectors as columns. Turns away
    /// the entries beside the diagonal in a fixed order, so that the result is the
    /// same everywhere; O(side³) a sweep, few sweeps.
    ///
    /// Source: Jacobi, 1846; Golub and Van Loan, "Matrix Computations", §8.5.
    pub(super) fn eigen(&self) -> (Vec<f64>, Self) {
        const SWEEPS: usize = 60;
        let n = self.side;
        let (mut a, mut vectors) = (self.clone(), Self::identity(n));
        for _ in 0..SWEEPS {
            let beside: f64 = (0..n)
                .flat_map(|p| (p + 1..n).map(move |q| (p, q)))
                .map(|(p, q)| a.at(p, q) * a.at(p, q))
                .sum();
            let diagonal: f64 = (0..n).map(|p| a.at(p, p) * a.at(p, p)).sum();
            if beside <= 1e-30 * diagonal {
                break;
            }
            for p in 0..n {
                for q in p + 1..n {
                    a.turn(&mut vectors, p, q);
                }
            }
        }
        ((0..n).map(|p| a.at(p, p)).collect(), vectors)
    }

    /// Makes entry (p, q) of a symmetric matrix zero.
    fn turn(&mut self, vectors: &mut Self, p: usize, q: usize) {
        let off = self.at(p, q);
        if off == 0.0 {
            return;
        }
        let theta = (self.at(q, q) - self.at(p, p)) / (2.0 * off);
        let sign = if theta < 0.0 { -1.0 } else { 1.0 };
        let t = sign / (theta * sign + libm::sqrt(theta * theta + 1.0));
        let c = 1.0 / libm::sqrt(t * t + 1.0);
        let s = t * c;
        for k in 0..self.side {
            let (kp, kq) = (self.at(k, p), self.at(k, q));
            self.set(k, p, c * kp - s * kq);
            self.set(k, q, s * kp + c * kq);
        }
        for k in 0..self.side {
            let (pk, qk) = (self.at(p, k), self.at(q, k));
            self.set(p, k, c * pk - s * qk);
            self.set(q, k, s * pk + c * qk);
            let (vp, vq) = (vectors.at(k, p), vectors.at(k, q));
            vectors.set(k, p, c * vp - s * vq);
            vectors.set(k, q, s * vp + c * vq);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvectors_rebuild_the_matrix() {
        let mut stream = grid_core::Stream::new(1, "eigen test", 0);
        for side in [1, 2, 5, 20] {
            let mut matrix = Square::identity(side);
            for p in 0..side {
                for q in 0..=p {
                    let value = stream.unit() - 0.5;
                    matrix.set(p, q, value);
                    matrix.set(q, p, value);
                }
            }
            let (values, vectors) = matrix.eigen();
            for p in 0..side {
                for q in 0..side {
                    let entry: f64 = (0..side).map(|k| vectors.at(p, k) * values[k] * vectors.at(q, k)).sum();
                    assert!((entry - matrix.at(p, q)).abs() < 1e-12, "side {side}, entry {p} {q}");
                    let product: f64 = (0..side).map(|k| vectors.at(k, p) * vectors.at(k, q)).sum();
                    assert!((product - f64::from(u8::from(p == q))).abs() < 1e-12);
                }
            }
        }
    }
}
