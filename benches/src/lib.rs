//! What the benches share: positions with names, and plain ports that stand in
//! for programs in other languages.

#![forbid(unsafe_code)]
