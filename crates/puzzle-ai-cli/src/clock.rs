//! User CPU time of this process, for rates.

/// Seconds of user CPU time that all threads have used so far.
#[cfg(unix)]
pub(crate) fn user_seconds() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let time = getrusage(UsageWho::RUSAGE_SELF).map(|usage| usage.user_time());
    time.map_or(0.0, |time| time.tv_sec() as f64 + time.tv_usec() as f64 * 1e-6)
}

/// Elapsed time where the system does not tell user time.
#[cfg(not(unix))]
pub(crate) fn user_seconds() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}
