//! The features of the literature, each from the board by its definition.

pub mod heights;
pub mod holes;
pub mod landing;
pub mod surface;
pub mod transitions;
pub mod wells;

pub use heights::{aggregate_height, column_height, complete_lines, max_height, rbf_height};
pub use holes::{hole_depth, holes, rows_with_holes};
pub use landing::Afterstate;
pub use surface::{bumpiness, diversity, height_difference, steps, steps_present};
pub use transitions::{column_transitions, row_transitions};
pub use wells::{cumulative_wells, triangular_wells};
