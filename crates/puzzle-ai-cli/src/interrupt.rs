//! Ctrl-C ends a long run cleanly.

use std::sync::OnceLock;

use grid_core::CancelFlag;

/// A flag that the first Ctrl-C raises; a second one ends the program at once.
#[must_use]
pub fn flag() -> CancelFlag {
    static FLAG: OnceLock<CancelFlag> = OnceLock::new();
    let install = || {
        let flag = CancelFlag::new();
        let raised = flag.clone();
        // Without a handler, Ctrl-C ends the program as always.
        let _ = ctrlc::set_handler(move || {
            if raised.is_cancelled() {
                std::process::exit(130);
            }
            raised.cancel();
        });
        flag
    };
    FLAG.get_or_init(install).clone()
}
