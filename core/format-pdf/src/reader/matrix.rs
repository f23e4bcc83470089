//! Transformations of coordinates (clause 8.3.3).

/// The matrix with the rows `a b 0`, `c d 0` and `e f 1`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Matrix(pub [f64; 6]);

impl Matrix {
    pub const IDENTITY: Matrix = Matrix([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    pub fn translation(x: f64, y: f64) -> Matrix {
        Matrix([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// Returns the transformation that applies this matrix first and then another one.
    #[must_use]
    pub fn then(self, next: Matrix) -> Matrix {
        let Matrix([a, b, c, d, e, f]) = self;
        let Matrix([na, nb, nc, nd, ne, nf]) = next;
        Matrix([
            a * na + b * nc,
            a * nb + b * nd,
            c * na + d * nc,
            c * nb + d * nd,
            e * na + f * nc + ne,
            e * nb + f * nd + nf,
        ])
    }

    pub fn is_finite(&self) -> bool {
        self.0.iter().all(|number| number.is_finite())
    }
}
