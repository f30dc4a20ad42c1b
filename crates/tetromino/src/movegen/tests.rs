//! The generator against truth.
