//! JSON in which no object has the same key twice.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// Reads a text. A key that an object has twice is an error, since
/// [`serde_json`] alone would silently keep the last.
///
/// # Errors
/// Text that is not JSON, and a key twice, with line and column.
pub(crate) fn read(text: &[u8]) -> serde_json::Result<Value> {
    let value = serde_json::from_slice(text)?;
    serde_json::from_slice::<Distinct>(text)?;
    Ok(value)
}

/// Any value; reading it fails at a key that is there twice.
struct Distinct;

impl<'de> Deserialize<'de> for Distinct {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Distinct)
    }
}

impl<'de> Visitor<'de> for Distinct {
    type Value = Self;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        let mut keys = BTreeSet::new();
        while let Some(key) = map.next_key::<String>()? {
            if keys.contains(&key) {
                return Err(A::Error::custom(format_args!("the key {key:?} is there twice")));
            }
            keys.insert(key);
            map.next_value::<Self>()?;
        }
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Self, A::Error> {
        while values.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E: Error>(self) -> Result<Self, E> {
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_twice_is_found_at_any_depth() {
        for text in [r#"{"a":1,"a":1}"#, r#"{"a":{"b":[{"c":1,"d":2,"c":3}]}}"#, r#"[{"\u0061":1,"a":2}]"#] {
            let error = read(text.as_bytes()).expect_err(text).to_string();
            assert!(error.contains("twice") && error.contains("column"), "{error}");
        }
        let fine = r#"[{"a":{"a":1e400,"b":-18446744073709551616}},{"a":null},"a",0.1,true,[],{}]"#;
        assert_eq!(read(fine.as_bytes()).expect("no key twice").to_string(), fine);
    }

    #[test]
    fn what_is_no_json_stays_an_error() {
        for text in ["", "{", "[1,]", "nul", "\u{feff}{}"] {
            assert!(read(text.as_bytes()).is_err(), "{text:?}");
        }
        assert!(read(b"\"\xff\"").is_err());
    }
}
