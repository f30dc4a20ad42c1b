//! JSON read strictly: no key of an object twice, and errors without names of types.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
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

/// Reads what has an object as its form; `what` is its name in errors.
///
/// # Errors
/// Text that is not JSON, with line and column; another value; an object of another form.
pub(crate) fn object<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, String> {
    serde_json::from_str::<IgnoredAny>(text).map_err(|error| error.to_string())?;
    let found = match text.trim_ascii_start().as_bytes().first() {
        Some(b'{') => return typed(text),
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    };
    Err(format!("{what} is expected, which is a JSON object; {found} was found"))
}

/// Reads a value of any form.
///
/// # Errors
/// Text that is not JSON, or a value of another form, with line and column.
pub(crate) fn typed<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| plain(&error))
}

/// The message of an error without names of types, which say nothing to a reader of the file.
pub(crate) fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let Some((before, rest)) = text.rsplit_once("expected ") else { return text };
    let (expected, place) = rest.find(" at line ").map_or((rest, ""), |at| rest.split_at(at));
    let kind = expected.split(' ').next().unwrap_or_default();
    let words = match kind {
        "struct" => "an object",
        "tuple" => "an array",
        "enum" | "unit" => "a name",
        "f32" | "f64" => "a number",
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => "a whole number, 0 or more",
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => "a whole number",
        _ => expected,
    };
    format!("{before}expected {words}{place}")
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
        let fine = r#"[{"a":{"a":1e+400,"b":-18446744073709551616}},{"a":null},"a",0.1,true,[],{}]"#;
        assert_eq!(read(fine.as_bytes()).expect("no key twice").to_string(), fine);
    }

    #[test]
    fn errors_have_no_names_of_types() {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Internal {
            #[allow(dead_code)]
            number: u32,
            #[allow(dead_code)]
            inner: Option<Box<Internal>>,
        }
        for (text, expected) in [
            ("[]", "a thing is expected, which is a JSON object; an array was found"),
            ("3", "a thing is expected, which is a JSON object; a number was found"),
            ("{", "EOF while parsing an object at line 1 column 1"),
            (r#"{"number":"x"}"#, "expected a whole number, 0 or more at line 1 column 13"),
            (r#"{"number":1,"inner":3}"#, "expected an object at line 1 column 21"),
            (r#"{"number":1,"inner":[]}"#, "expected an object at line 1 column 22"),
            (r#"{"inner":null}"#, "missing field `number`"),
        ] {
            let error = object::<Internal>(text, "a thing").expect_err(text);
            assert!(error.contains(expected) && !error.contains("Internal"), "{error}");
        }
    }

    #[test]
    fn what_is_no_json_stays_an_error() {
        for text in ["", "{", "[1,]", "nul", "\u{feff}{}"] {
            assert!(read(text.as_bytes()).is_err(), "{text:?}");
        }
        assert!(read(b"\"\xff\"").is_err());
    }
}
