//! Limits on the time and the memory of the process, for servers that compile untrusted shaders.
//!
//! Comes in: the limits. Goes out: nothing, or the end of the process with a message. Must not depend on: what the process does.
//! The library has limits that are the same on every machine (`Budget`); these are not.

use std::time::{Duration, Instant};

use clap::Args;

use super::{Outcome, report};

/// How often the process looks at itself.
const PERIOD: Duration = Duration::from_millis(5);

/// The arguments.
#[derive(Args, Clone, Copy, Debug)]
pub struct LimitArguments {
    /// End with an error after this many seconds.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_seconds: Option<u64>,

    /// End with an error once more than this many MiB of memory are in use; Linux only.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_memory: Option<u64>,
}

impl LimitArguments {
    /// What is wrong with them.
    pub fn conflict(&self) -> Option<&'static str> {
        let is_blind = self.max_memory.is_some() && resident_kib().is_none();
        is_blind.then_some("`--max-memory` only works on Linux, where /proc/self/status says how much memory is in use")
    }

    /// Whether there is any.
    pub const fn is_some(&self) -> bool {
        self.max_seconds.is_some() || self.max_memory.is_some()
    }

    /// Enforces them from now on. A file that is being written keeps its old contents, as when the process is killed.
    pub fn enforce(self) {
        if !self.is_some() {
            return;
        }
        let start = Instant::now();
        // Without a thread there are no limits, but then nothing compiles either.
        let _ = std::thread::Builder::new().name("limits".to_owned()).spawn(move || {
            loop {
                std::thread::sleep(PERIOD);
                if let Some(exceeded) = self.exceeded(start.elapsed(), resident_kib) {
                    report::error(&exceeded);
                    std::process::exit(Outcome::Failure as i32);
                }
            }
        });
    }

    /// The limit that is exceeded.
    fn exceeded(&self, elapsed: Duration, resident_kib: impl Fn() -> Option<u64>) -> Option<String> {
        if let Some(most) = self.max_seconds.filter(|&most| elapsed >= Duration::from_secs(most)) {
            return Some(format!("not done after {most} s, the limit of `--max-seconds`"));
        }
        let most = self.max_memory?;
        (resident_kib()? / 1024 >= most).then(|| format!("more than {most} MiB of memory, the limit of `--max-memory`"))
    }
}

/// The memory in use, if the system says so.
fn resident_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::LimitArguments;
    use std::time::Duration;

    #[test]
    fn limits_are_inclusive() {
        let limits = LimitArguments { max_seconds: Some(2), max_memory: Some(3) };
        let exceeded = |milliseconds, kib| limits.exceeded(Duration::from_millis(milliseconds), || kib);
        assert_eq!(exceeded(1999, Some(3071)), None);
        assert_eq!(exceeded(1999, None), None);
        assert!(exceeded(2000, Some(0)).is_some_and(|it| it.contains("--max-seconds")));
        assert!(exceeded(0, Some(3072)).is_some_and(|it| it.contains("--max-memory")));
    }
}
