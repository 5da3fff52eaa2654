//! Square matrices: the linear algebra for fitting a model.
//!
//! Everything works on whole rows, which compilers turn into vector instructions, and in one fixed order, so
//! that the same numbers come out on every machine.

use super::progress_monitor::{Interrupted, ProgressMonitor, unstopped};

/// This many rows are worked on together, so that what lies below or above them is read once for all of them.
const PANEL: usize = 4;

/// This many numbers are worked on side by side.
pub(super) const LANES: usize = 8;

/// A square matrix, row by row.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SquareMatrix {
    size: usize,
    cells: Vec<f64>,
}

impl SquareMatrix {
    pub(super) fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..(row + 1) * self.size]
    }

    pub(super) fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.cells[row * self.size..(row + 1) * self.size]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, term: f64) {
        self.cells[row * self.size + column] += term;
    }

    /// Adds this much information about the difference of two, one of whom may stay where it is.
    pub(super) fn add_difference(&mut self, [one, other]: [Option<usize>; 2], information: f64) {
        for at in [one, other].into_iter().flatten() {
            self.add(at, at, information);
        }
        if let (Some(one), Some(other)) = (one, other) {
            self.add(one, other, -information);
            self.add(other, one, -information);
        }
    }

    /// The product with a vector.
    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.size).map(|row| dot(self.row(row), vector)).collect()
    }

    /// The sum with a multiple of another matrix of the same size.
    pub(super) fn plus(mut self, other: &Self, times: f64) -> Self {
        add_multiple(&mut self.cells, times, &other.cells);
        self
    }

    /// The matrix with each row and each column multiplied by its factor.
    pub(super) fn scaled(&self, factors: &[f64]) -> Self {
        let mut scaled = self.clone();
        for (row, by) in factors.iter().enumerate() {
            scaled.row_mut(row).iter_mut().zip(factors).for_each(|(cell, factor)| *cell *= by * factor);
        }
        scaled
    }

    /// The product with another matrix of the same size.
    pub(super) fn product(&self, other: &Self, monitor: ProgressMonitor) -> Result<Self, Interrupted> {
        let mut product = Self::zero(self.size);
        for row in 0..self.size {
            monitor.check()?;
            for (by, other_row) in self.row(row).iter().zip(0..self.size) {
                add_multiple(product.row_mut(row), *by, other.row(other_row));
            }
        }
        Ok(product)
    }

    /// The solution of `self · x = right` for a symmetric positive definite matrix, to a relative error of
    /// `tolerance`: conjugate gradients, preconditioned by the diagonal (Hestenes & Stiefel 1952).
    ///
    /// Matrices here are those of fields whose programs met many others; then some twenty products with a vector
    /// are enough, where a factorisation of a thousand rows costs as much as hundreds.
    pub(super) fn solve(
        &self,
        right: &[f64],
        tolerance: f64,
        monitor: ProgressMonitor,
    ) -> Result<Vec<f64>, Interrupted> {
        let scale: Vec<f64> = (0..self.size).map(|at| 1.0 / self.at(at, at)).collect();
        let scaled =
            |vector: &[f64]| -> Vec<f64> { vector.iter().zip(&scale).map(|(x, by)| x * by).collect() };
        let mut solution = vec![0.0; self.size];
        let mut residual = right.to_vec();
        let mut direction = scaled(&residual);
        let mut length = dot(&residual, &direction);
        let enough = length * tolerance * tolerance;
        for _ in 0..4 * self.size {
            if length <= enough {
                break;
            }
            monitor.check()?;
            let image = self.times(&direction);
            let step = length / dot(&direction, &image);
            add_multiple(&mut solution, step, &direction);
            add_multiple(&mut residual, -step, &image);
            let next = scaled(&residual);
            let next_length = dot(&residual, &next);
            let keep = next_length / length;
            length = next_length;
            direction.iter_mut().zip(&next).for_each(|(old, new)| *old = new + keep * *old);
        }
        Ok(solution)
    }
}

/// An upper triangular matrix `U`, the factor of `Uᵀ · U`.
#[derive(Debug, Clone)]
pub(super) struct Factor(SquareMatrix);

impl Factor {
    /// The Cholesky factor of a symmetric matrix, of which only the upper half is read. `None` if it is not
    /// positive definite.
    pub(super) fn of(matrix: SquareMatrix) -> Option<Self> {
        unstopped(|monitor| Self::compute(matrix, monitor))
    }

    /// Like [`Factor::of`], and can be stopped. It takes long for a large matrix.
    pub(super) fn compute(
        mut matrix: SquareMatrix,
        monitor: ProgressMonitor,
    ) -> Result<Option<Self>, Interrupted> {
        let size = matrix.size;
        for start in (0..size).step_by(PANEL) {
            monitor.check()?;
            let end = (start + PANEL).min(size);
            let (done, below) = matrix.cells.split_at_mut(end * size);
            let panel = &mut done[start * size..];
            if factor_panel(panel, start, size).is_none() {
                return Ok(None);
            }
            for (row, at) in below.chunks_exact_mut(size).zip(end..) {
                let by: Vec<f64> = panel.chunks_exact(size).map(|above| -above[at]).collect();
                add_multiples(&mut row[at..], &by, panel, size, at);
            }
        }
        Ok(Some(Self(matrix)))
    }

    /// The solution of `Uᵀ · U · x = right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut solution = right.to_vec();
        for at in 0..solution.len() {
            let row = self.0.row(at);
            solution[at] /= row[at];
            let value = solution[at];
            add_multiple(&mut solution[at + 1..], -value, &row[at + 1..]);
        }
        for at in (0..solution.len()).rev() {
            let row = self.0.row(at);
            solution[at] = (solution[at] - dot(&row[at + 1..], &solution[at + 1..])) / row[at];
        }
        solution
    }

    /// The logarithm of the determinant of `Uᵀ · U`.
    pub(super) fn log_determinant(&self) -> f64 {
        (0..self.0.size).map(|at| 2.0 * libm::log(self.0.at(at, at))).sum()
    }

    /// The inverse of `Uᵀ · U`.
    pub(super) fn inverse_of_product(&self) -> SquareMatrix {
        unstopped(|monitor| self.inverse(monitor)?.covariance(monitor))
    }

    /// The inverse of `U`.
    pub(super) fn inverse(&self, monitor: ProgressMonitor) -> Result<Root, Interrupted> {
        let size = self.0.size;
        let mut root = SquareMatrix::zero(size);
        for start in (0..size).step_by(PANEL).rev() {
            monitor.check()?;
            let end = (start + PANEL).min(size);
            for at in (start..end).rev() {
                root.row_mut(at)[at] += 1.0;
                let scale = 1.0 / self.0.at(at, at);
                root.row_mut(at)[at..].iter_mut().for_each(|cell| *cell *= scale);
                let (above, from_here) = root.cells.split_at_mut(at * size);
                for (row, place) in above.chunks_exact_mut(size).zip(0..).skip(start) {
                    add_multiple(&mut row[at..], -self.0.at(place, at), &from_here[at..size]);
                }
            }
            let (above, from_here) = root.cells.split_at_mut(start * size);
            let panel = &from_here[..(end - start) * size];
            for (row, place) in above.chunks_exact_mut(size).zip(0..) {
                let by: Vec<f64> = (start..end).map(|at| -self.0.at(place, at)).collect();
                add_multiples(&mut row[start..], &by, panel, size, start);
            }
        }
        Ok(Root(root))
    }
}

/// An upper triangular matrix `R` whose product `R · Rᵀ` is a covariance.
#[derive(Debug, Clone)]
pub(super) struct Root(SquareMatrix);

impl Root {
    /// The covariance.
    pub(super) fn covariance(&self, monitor: ProgressMonitor) -> Result<SquareMatrix, Interrupted> {
        let size = self.0.size;
        let mut covariance = SquareMatrix::zero(size);
        for row in 0..size {
            monitor.check()?;
            for column in row..size {
                let product = dot(&self.0.row(row)[column..], &self.0.row(column)[column..]);
                covariance.cells[row * size + column] = product;
                covariance.cells[column * size + row] = product;
            }
        }
        Ok(covariance)
    }

    /// A root of the covariance with each row and each column multiplied by its factor.
    pub(super) fn scaled(mut self, factors: &[f64]) -> Self {
        for (row, by) in factors.iter().enumerate() {
            self.0.row_mut(row).iter_mut().for_each(|cell| *cell *= by);
        }
        self
    }

    /// Vectors with this covariance, one per lane, from independent numbers of variance 1.
    pub(super) fn spread(&self, independent: &[[f64; LANES]]) -> Vec<[f64; LANES]> {
        let spread = |at: usize| {
            let terms = self.0.row(at)[at..].iter().zip(&independent[at..]);
            terms.fold([0.0; LANES], |sums: [f64; LANES], (by, numbers)| {
                std::array::from_fn(|lane| sums[lane] + by * numbers[lane])
            })
        };
        (0..self.0.size).map(spread).collect()
    }
}

/// The factorisation of some rows whose earlier rows have been dealt with; row 0 of them is row `start`.
fn factor_panel(panel: &mut [f64], start: usize, size: usize) -> Option<()> {
    for at in 0..panel.len() / size {
        let (done, below) = panel.split_at_mut((at + 1) * size);
        let row = &mut done[at * size..];
        let pivot = row[start + at];
        if pivot.is_nan() || pivot <= 0.0 {
            return None;
        }
        let scale = 1.0 / pivot.sqrt();
        row[start + at..].iter_mut().for_each(|cell| *cell *= scale);
        for (lower, place) in below.chunks_exact_mut(size).zip(start + at + 1..) {
            add_multiple(&mut lower[place..], -row[place], &row[place..]);
        }
    }
    Some(())
}

/// Adds to a row each row of a panel, from column `from` on, multiplied by its number in `by`.
fn add_multiples(row: &mut [f64], by: &[f64], panel: &[f64], size: usize, from: usize) {
    let rows: Vec<&[f64]> = panel.chunks_exact(size).map(|each| &each[from..]).collect();
    if let (&[a, b, c, d], &[one, two, three, four]) = (by, &rows[..]) {
        for ((((cell, w), x), y), z) in row.iter_mut().zip(one).zip(two).zip(three).zip(four) {
            *cell += a * w + b * x + (c * y + d * z);
        }
    } else {
        by.iter().zip(rows).for_each(|(&times, each)| add_multiple(row, times, each));
    }
}

fn add_multiple(row: &mut [f64], times: f64, other: &[f64]) {
    row.iter_mut().zip(other).for_each(|(cell, term)| *cell += times * term);
}

/// The product of two vectors, in as many sums as there are lanes, since a single one would wait for each addition.
pub(super) fn dot(one: &[f64], other: &[f64]) -> f64 {
    let length = one.len().min(other.len());
    let (ones, one_rest) = one[..length].as_chunks::<LANES>();
    let (others, other_rest) = other[..length].as_chunks::<LANES>();
    let sums = ones.iter().zip(others).fold([0.0; LANES], |sums: [f64; LANES], (x, y)| {
        std::array::from_fn(|lane| sums[lane] + x[lane] * y[lane])
    });
    let rest: f64 = one_rest.iter().zip(other_rest).map(|(x, y)| x * y).sum();
    sums.iter().sum::<f64>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Hilbert matrix with a heavier diagonal: full, positive definite, and known in closed form.
    fn example(size: u32) -> SquareMatrix {
        let mut matrix = SquareMatrix::zero(size as usize);
        for row in 0..size {
            for column in 0..size {
                let own = if row == column { 0.5 } else { 0.0 };
                matrix.add(row as usize, column as usize, own + 1.0 / f64::from(row + column + 1));
            }
        }
        matrix
    }

    fn assert_near(one: &[f64], other: &[f64]) {
        for (one, other) in one.iter().zip(other) {
            assert!((one - other).abs() < 1e-10, "{one} is not {other}");
        }
    }

    #[test]
    fn every_way_to_solve_comes_to_the_same() {
        for size in [1, 2, 3, 4, 5, 8, 11, 30] {
            let matrix = example(size);
            let wanted: Vec<f64> = (0..size).map(|at| f64::from(at) - 2.5).collect();
            let right = matrix.times(&wanted);
            assert_near(&unstopped(|monitor| matrix.solve(&right, 1e-14, monitor)), &wanted);
            let factor = Factor::of(matrix.clone()).expect("it is positive definite");
            assert_near(&factor.solve(&right), &wanted);
            let covariance = factor.inverse_of_product();
            assert_near(&covariance.times(&right), &wanted);
        }
    }

    #[test]
    fn a_root_spreads_as_its_covariance_says() {
        let root = Factor::of(example(7)).expect("it is positive definite");
        let root = unstopped(|monitor| root.inverse(monitor));
        let mut summed = SquareMatrix::zero(7);
        for at in 0..7 {
            let mut unit = vec![[0.0; LANES]; 7];
            unit[at] = [1.0; LANES];
            let spread = root.spread(&unit);
            for row in 0..7 {
                for column in 0..7 {
                    summed.add(row, column, spread[row][0] * spread[column][LANES - 1]);
                }
            }
        }
        assert_near(&summed.cells, &unstopped(|monitor| root.covariance(monitor)).cells);
    }

    #[test]
    fn what_is_not_positive_definite_has_no_factor() {
        let mut matrix = example(6);
        matrix.add(5, 5, -2.0);
        assert!(Factor::of(matrix).is_none());
    }
}
