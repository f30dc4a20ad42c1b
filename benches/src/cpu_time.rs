//! CPU time of the thread as what criterion measures: other work on the machine does
//! not count.

use std::time::Duration;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};

/// CPU time of the thread where the system is a Unix; wall time elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct CpuTime;

impl CpuTime {
    #[cfg(unix)]
    fn now() -> Option<Duration> {
        use nix::time::{ClockId, clock_gettime};
        clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
    }

    #[cfg(not(unix))]
    fn now() -> Option<Duration> {
        None
    }
}

impl Measurement for CpuTime {
    type Intermediate = (Option<Duration>, std::time::Instant);
    type Value = Duration;

    fn start(&self) -> Self::Intermediate {
        (Self::now(), WallTime.start())
    }

    fn end(&self, (cpu, wall): Self::Intermediate) -> Duration {
        match (cpu, Self::now()) {
            (Some(start), Some(end)) => end.saturating_sub(start),
            _ => WallTime.end(wall),
        }
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}
