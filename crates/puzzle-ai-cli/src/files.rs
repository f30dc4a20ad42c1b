//! Files that are never half written.

use std::path::Path;

use crate::error::CliError;

/// Writes the file beside its place and then moves it there.
///
/// # Errors
/// The path and the reason; the file is as it was.
pub fn replace(path: &str, text: &str) -> Result<(), CliError> {
    let beside = format!("{path}.new");
    std::fs::write(&beside, text)
        .and_then(|()| std::fs::rename(&beside, path))
        .map_err(|error| CliError::at(path, error))
}

/// The whole text of a file.
pub(crate) fn read(path: &str) -> Result<String, CliError> {
    std::fs::read_to_string(path).map_err(|error| CliError::at(path, error))
}

/// Refuses a file whose form is of another version.
pub(crate) fn check_version(found: u32, known: u32) -> Result<(), String> {
    if found == known { Ok(()) } else { Err(format!("version {found} of the form, not {known}")) }
}

/// Whether there is such a file.
pub(crate) fn exists(path: &str) -> bool {
    Path::new(path).exists()
}
