//! Reads the fields of a request strictly: types checked, unknown names refused.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use grid_core::{Budget, Skill};
use serde_json::{Map, Value};

use crate::jsonl::op::OpError;

/// The fields of an object of a request that nobody has asked for yet.
#[derive(Debug)]
pub(crate) struct Fields {
    left: Map<String, Value>,
    path: String,
}

impl Fields {
    /// The fields of the request itself.
    pub(crate) fn of_request(object: Map<String, Value>) -> Self {
        Self { left: object, path: "$".to_owned() }
    }

    /// The JSON path of a field.
    pub(crate) fn path(&self, name: &str) -> String {
        format!("{}.{name}", self.path)
    }

    /// A field that must be there.
    pub(crate) fn required<T: Field>(&mut self, name: &str) -> Result<T, OpError> {
        self.optional(name)?.ok_or_else(|| self.missing(name))
    }

    /// A field that may be left out.
    pub(crate) fn optional<T: Field>(&mut self, name: &str) -> Result<Option<T>, OpError> {
        let at = self.path(name);
        self.left.remove(name).map(|value| T::read(value, &at)).transpose()
    }

    /// An integer that may be left out, of this range.
    pub(crate) fn within<T: FromStr + PartialOrd + Display>(
        &mut self,
        name: &str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, OpError> {
        let at = self.path(name);
        let read = |value: Value| {
            let digits = integer(&value, &at)?;
            let number = digits.parse().ok().filter(|number| range.contains(number));
            let (low, high) = (range.start(), range.end());
            number.ok_or_else(|| OpError::bad_value(&at, format!("{digits} is outside {low} to {high}")))
        };
        self.left.remove(name).map(read).transpose()
    }

    /// As [`Fields::within`], of a field that must be there.
    pub(crate) fn required_within<T: FromStr + PartialOrd + Display>(
        &mut self,
        name: &str,
        range: RangeInclusive<T>,
    ) -> Result<T, OpError> {
        self.within(name, range)?.ok_or_else(|| self.missing(name))
    }

    fn missing(&self, name: &str) -> OpError {
        OpError::new("missing_field", format!("the field {name:?} is missing")).at(&self.path(name))
    }

    /// A field that has a default.
    pub(crate) fn or<T: Field>(&mut self, name: &str, default: T) -> Result<T, OpError> {
        Ok(self.optional(name)?.unwrap_or(default))
    }

    /// The names that nobody has asked for yet.
    pub(crate) fn names(&self) -> Vec<String> {
        self.left.keys().cloned().collect()
    }

    /// The field `budget`, if there is one.
    pub(crate) fn budget(&mut self) -> Result<Option<Budget>, OpError> {
        let Some(mut budget) = self.optional::<Fields>("budget")? else {
            return Ok(None);
        };
        let nodes = budget.required("nodes")?;
        budget.finish()?;
        Ok(Some(Budget::nodes(nodes)))
    }

    /// The nodes of the field `budget`, `usual` if there is none and at most `most`.
    pub(crate) fn budget_within(&mut self, usual: u64, most: u64) -> Result<Budget, OpError> {
        let asked = self.budget()?.and_then(|budget| budget.node_limit());
        Ok(Budget::nodes(asked.unwrap_or(usual).min(most)))
    }

    /// Refuses what is left. A `budget` that the operation did not read is
    /// checked and ignored: every request may carry one.
    pub(crate) fn finish(mut self) -> Result<(), OpError> {
        if self.path == "$" {
            self.budget()?;
        }
        match self.left.keys().next() {
            None => Ok(()),
            Some(name) => Err(OpError::new("unknown_field", format!("the field {name:?} is not known here"))
                .at(&self.path(name))),
        }
    }
}

/// A type that a field can have.
pub(crate) trait Field: Sized {
    /// Reads the value of the field at a JSON path.
    fn read(value: Value, at: &str) -> Result<Self, OpError>;
}

fn bad_type(expected: &str, found: &Value, at: &str) -> OpError {
    let found = match found {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    OpError::new("bad_type", format!("{expected} is expected, {found} was found")).at(at)
}

impl Field for Value {
    fn read(value: Value, _: &str) -> Result<Self, OpError> {
        Ok(value)
    }
}

impl Field for Fields {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        match value {
            Value::Object(left) => Ok(Self { left, path: at.to_owned() }),
            other => Err(bad_type("an object", &other, at)),
        }
    }
}

impl Field for bool {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        value.as_bool().ok_or_else(|| bad_type("a boolean", &value, at))
    }
}

impl Field for String {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        match value {
            Value::String(text) => Ok(text),
            other => Err(bad_type("a string", &other, at)),
        }
    }
}

impl Field for f64 {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        match value.as_f64().filter(|number| number.is_finite()) {
            Some(number) => Ok(number),
            None if value.is_number() => {
                Err(OpError::bad_value(at, format!("{value} is beyond the range of a double")))
            }
            None => Err(bad_type("a number", &value, at)),
        }
    }
}

impl<T: Field> Field for Vec<T> {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        match value {
            Value::Array(values) => {
                let values = values.into_iter().enumerate();
                values.map(|(i, value)| T::read(value, &format!("{at}[{i}]"))).collect()
            }
            other => Err(bad_type("an array", &other, at)),
        }
    }
}

/// `null` is `None`.
impl<T: Field> Field for Option<T> {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        if value.is_null() { Ok(None) } else { T::read(value, at).map(Some) }
    }
}

/// The digits of an integer, given as a number or as a string.
pub(crate) fn integer(value: &Value, at: &str) -> Result<String, OpError> {
    let digits = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        other => return Err(bad_type("an integer", other, at)),
    };
    let unsigned = digits.strip_prefix('-').unwrap_or(&digits);
    let plain = !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit());
    if plain {
        Ok(digits)
    } else {
        Err(OpError::new("bad_type", format!("{value} is not an integer")).at(at))
    }
}

macro_rules! integer_field {
    ($($int:ty),*) => {$(
        impl Field for $int {
            fn read(value: Value, at: &str) -> Result<Self, OpError> {
                let digits = integer(&value, at)?;
                digits.parse().map_err(|_| {
                    OpError::bad_value(at, format!("{digits} is outside {} to {}", <$int>::MIN, <$int>::MAX))
                })
            }
        }
    )*};
}

integer_field!(i8, u8, u16, u32, u64, u128, usize, i32, i64, i128);

/// A level, or its name.
impl Field for Skill {
    fn read(value: Value, at: &str) -> Result<Self, OpError> {
        match value {
            Value::String(name) => name.parse().map_err(|error| OpError::bad_value(at, error)),
            other => integer(&other, at)?.parse().map_err(|error| OpError::bad_value(at, error)),
        }
    }
}

/// An integer for an answer: a string where a double could not hold it.
pub(crate) fn exact(value: u128) -> Value {
    if value <= 1 << 53 { Value::from(value as u64) } else { Value::from(value.to_string()) }
}
