//! A picture for each piece of a game.

use std::path::PathBuf;

use super::view::View;
use crate::error::CliError;
use crate::files;

/// A folder of pictures (SVG), numbered from 1.
pub(super) struct Frames {
    folder: PathBuf,
    written: usize,
}

impl Frames {
    /// No pictures yet; makes the folder where there is none.
    ///
    /// # Errors
    /// The folder that cannot be made.
    pub(super) fn new(folder: &str) -> Result<Self, CliError> {
        std::fs::create_dir_all(folder).map_err(|error| CliError::at(folder, error))?;
        Ok(Self { folder: folder.into(), written: 0 })
    }

    /// Writes the next picture.
    ///
    /// # Errors
    /// The file that cannot be written.
    pub(super) fn add(&mut self, view: &View) -> Result<(), CliError> {
        self.written += 1;
        let file = self.folder.join(format!("piece-{:05}.svg", self.written));
        files::replace(&file.to_string_lossy(), &view.svg())
    }
}
