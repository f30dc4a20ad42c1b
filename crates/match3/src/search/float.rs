//! Functions that `core` has not, the same on every platform.

/// The square root. Newton's steps from a power of two near it.
pub(crate) fn sqrt(value: f64) -> f64 {
    if value <= 0.0 {
        return 0.0;
    }
    let mut root = f64::from_bits((value.to_bits() + 1023_u64.wrapping_shl(52)) >> 1);
    for _ in 0..6 {
        root = 0.5 * (root + value / root);
    }
    root
}

/// The natural logarithm of a number of at least 1: the power of two, and the
/// series of the inverse hyperbolic tangent for the rest.
pub(crate) fn ln(value: f64) -> f64 {
    let exponent = (value.to_bits() >> 52) as i64 - 1023;
    let rest = f64::from_bits(value.to_bits() & ((1 << 52) - 1) | 1023 << 52);
    let t = (rest - 1.0) / (rest + 1.0);
    let square = t * t;
    let (mut term, mut sum) = (t, 0.0);
    for odd in 0..16 {
        sum += term / f64::from(2 * odd + 1);
        term *= square;
    }
    exponent as f64 * core::f64::consts::LN_2 + 2.0 * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots() {
        for value in [0.0, 1e-9, 0.5, 1.0, 2.0, 144.0, 1e18] {
            assert!((sqrt(value) - f64::sqrt(value)).abs() <= 1e-12 * f64::sqrt(value), "{value}");
        }
    }

    #[test]
    fn logarithms() {
        for value in [1.0, 1.5, 2.0, 3.0, 10.0, 12345.0] {
            assert!((ln(value) - f64::ln(value)).abs() < 1e-12, "{value}");
        }
    }
}
