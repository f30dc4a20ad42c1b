//! Names in snake case, and their twins in kebab case that are taken everywhere.

use clap::builder::{MapValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};

/// A name in the spelling of the program.
pub(crate) fn snake(name: &str) -> String {
    name.replace('-', "_")
}

/// The name of a list in the spelling of the program; any other text as it is, such as that
/// of a file.
pub(crate) fn known<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let name = snake(text);
    if names.into_iter().any(|known| known == name) { name } else { text.to_owned() }
}

/// Reads one of some names.
pub(crate) type Names = MapValueParser<PossibleValuesParser, fn(String) -> String>;

/// The value of an option that is one of these names; it comes in snake case.
pub(crate) fn one_of(names: impl IntoIterator<Item = &'static str>) -> Names {
    one_of_or(names, &[])
}

/// As [`one_of`], with second names of some that are not listed.
pub(crate) fn one_of_or(
    names: impl IntoIterator<Item = &'static str>,
    others: &[(&'static str, &'static str)],
) -> Names {
    let value = |name: &'static str| {
        let others = others.iter().filter(|(_, of)| *of == name).map(|(other, _)| *other);
        PossibleValue::new(name).alias(name.replace('_', "-")).aliases(others)
    };
    let values: Vec<PossibleValue> = names.into_iter().map(value).collect();
    PossibleValuesParser::new(values).map(|given| snake(&given))
}
