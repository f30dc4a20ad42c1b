//! Natural numbers of any size.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// A natural number of any size: the number of solutions.
///
/// ```
/// use exact_cover::Natural;
/// let mut power = Natural::from(1u64);
/// (0..100).for_each(|_| power = &power + &power);
/// assert_eq!(power.to_string(), "1267650600228229401496703205376");
/// assert_eq!(power.to_u64(), None);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Natural {
    /// Digits to the base 2⁶⁴, lowest first, without leading zeros.
    digits: Vec<u64>,
}

impl Natural {
    /// Zero.
    #[must_use]
    pub const fn zero() -> Self {
        Self { digits: Vec::new() }
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    pub(crate) fn from_digits(mut digits: Vec<u64>) -> Self {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Self { digits }
    }

    /// As `u64`, if it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        match self.digits[..] {
            [] => Some(0),
            [low] => Some(low),
            _ => None,
        }
    }

    /// As `u128`, if it fits.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        match self.digits[..] {
            [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
            _ => self.to_u64().map(u128::from),
        }
    }

    /// As a floating-point number, infinite where it is too large.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.digits.iter().rev().fold(0.0, |sum, &digit| sum * 18_446_744_073_709_551_616.0 + digit as f64)
    }

    fn increase(&mut self, other: &Self) {
        if self.digits.len() < other.digits.len() {
            self.digits.resize(other.digits.len(), 0);
        }
        let mut carry = false;
        for (at, digit) in self.digits.iter_mut().enumerate() {
            let more = other.digits.get(at).copied().unwrap_or(0);
            let (sum, over) = digit.overflowing_add(more);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            *digit = sum;
            carry = over | again;
        }
        if carry {
            self.digits.push(1);
        }
    }

    /// The difference; `None` where `other` is larger.
    ///
    /// ```
    /// use exact_cover::Natural;
    /// let seven = Natural::from(7u64);
    /// assert_eq!(seven.checked_sub(&Natural::from(5u64)), Some(Natural::from(2u64)));
    /// assert_eq!(Natural::from(5u64).checked_sub(&seven), None);
    /// ```
    #[must_use]
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        if *self < *other {
            return None;
        }
        let mut borrow = false;
        let digit = |(at, &digit): (usize, &u64)| {
            let less = other.digits.get(at).copied().unwrap_or(0);
            let (rest, under) = digit.overflowing_sub(less);
            let (rest, again) = rest.overflowing_sub(u64::from(borrow));
            borrow = under | again;
            rest
        };
        Some(Self::from_digits(self.digits.iter().enumerate().map(digit).collect()))
    }

    /// How many bits it has: 0 for 0.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.digits.last().map_or(0, |top| 64 * self.digits.len() - top.leading_zeros() as usize)
    }

    /// A uniform number below this one, which is not 0.
    pub(crate) fn draw_below(&self, stream: &mut grid_core::Stream) -> Self {
        let top = 64 - (64 * self.digits.len() - self.bits()) as u32;
        loop {
            let mut digits: Vec<u64> = self.digits.iter().map(|_| stream.next_u64()).collect();
            if let Some(last) = digits.last_mut() {
                *last &= u64::MAX >> (64 - top.max(1));
            }
            let number = Self::from_digits(digits);
            if number < *self {
                return number;
            }
        }
    }
}

impl From<u64> for Natural {
    fn from(number: u64) -> Self {
        Self::from_digits(vec![number])
    }
}

impl From<u128> for Natural {
    fn from(number: u128) -> Self {
        Self::from_digits(vec![number as u64, (number >> 64) as u64])
    }
}

impl core::ops::AddAssign<&Self> for Natural {
    fn add_assign(&mut self, other: &Self) {
        self.increase(other);
    }
}

impl core::ops::Add for &Natural {
    type Output = Natural;
    fn add(self, other: Self) -> Natural {
        let mut sum = self.clone();
        sum += other;
        sum
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        let length = self.digits.len().cmp(&other.digits.len());
        length.then_with(|| self.digits.iter().rev().cmp(other.digits.iter().rev()))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq<u64> for Natural {
    fn eq(&self, other: &u64) -> bool {
        self.to_u64() == Some(*other)
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const BASE: u64 = 10_000_000_000_000_000_000;
        let mut digits = self.digits.clone();
        let mut groups = Vec::new();
        while !digits.is_empty() {
            let mut rest = 0u128;
            for digit in digits.iter_mut().rev() {
                let part = rest << 64 | u128::from(*digit);
                *digit = (part / u128::from(BASE)) as u64;
                rest = part % u128::from(BASE);
            }
            groups.push(rest as u64);
            while digits.last() == Some(&0) {
                digits.pop();
            }
        }
        let mut text = String::new();
        for (at, group) in groups.iter().rev().enumerate() {
            text += &if at == 0 { alloc::format!("{group}") } else { alloc::format!("{group:019}") };
        }
        f.pad_integral(true, "", if text.is_empty() { "0" } else { &text })
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// As a decimal string, which loses nothing in any format.
#[cfg(feature = "serde")]
impl serde::Serialize for Natural {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_u128() {
        let mut stream = grid_core::Stream::new(3, "natural", 0);
        for _ in 0..2000 {
            let shift = stream.below(70);
            let mut word =
                || (u128::from(stream.next_u64()) << 64 | u128::from(stream.next_u64())) >> 2 >> shift;
            let (a, b) = (word(), word());
            let (x, y) = (Natural::from(a), Natural::from(b));
            assert_eq!((&x + &y).to_u128(), Some(a + b));
            assert_eq!(x.checked_sub(&y).and_then(|d| d.to_u128()), a.checked_sub(b));
            assert_eq!(x.cmp(&y), a.cmp(&b));
            assert_eq!(x.to_string(), a.to_string());
            assert_eq!(x.bits() as u32, 128 - a.leading_zeros());
            if a > 0 {
                assert!(x.draw_below(&mut stream) < x);
            }
        }
    }
}
