//! The browser demo of puzzle-ai: five games behind one function that takes a request and gives an answer, both JSON.
//!
//! [`Demo`] holds a view model for each game; it knows no screen and no clock, so it is tested like any library. On
//! WebAssembly three exports hand requests in and answers out, and the page in `www/` draws them.
//!
//! | operations | game |
//! |---|---|
//! | `tetris.new, input, frames, hint, auto, state` | falling blocks under guideline rules, with the versus search as adviser |
//! | `pc.start, step, decode, encode` | perfect clears of a drawn field, one solution after the other |
//! | `match3.new, swap, hint, state` | match-3 with special candies |
//! | `stones.new, step, bid, answer, place, arrange, advise, state` | the stone auction against agents |
//! | `tilings.start, step, tally, count` | tilings of a drawn region by polyominoes |

mod demo;
#[cfg(target_arch = "wasm32")]
mod door;
mod match3;
mod perfect_clear;
mod stones;
mod tetris;
mod tilings;

pub use demo::Demo;

/// The example of the page of the guide, as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/guide/browser-demo.md")]
struct Guide;
