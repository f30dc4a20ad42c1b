//! Knuth's text format.
