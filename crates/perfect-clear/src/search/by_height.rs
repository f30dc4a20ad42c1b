//! One engine for fields of up to six rows, whose cells fit a word of 64 bits, and one for
//! higher ones.

#[derive(Clone, Debug)]
pub(crate) enum ByHeight<L, H> {
    Low(L),
    High(H),
}

/// Makes an engine, the same expression for both.
macro_rules! by_height {
    ($field:expr => $make:expr) => {
        if $field.height() <= 6 { ByHeight::Low($make) } else { ByHeight::High($make) }
    };
}

/// Asks the engine that there is.
macro_rules! on {
    ($engine:expr, $it:ident => $call:expr) => {
        match $engine {
            ByHeight::Low($it) => $call,
            ByHeight::High($it) => $call,
        }
    };
}

pub(crate) use {by_height, on};
