//! `--watch`: repeating something whenever files change.
//!
//! Comes in: what to do, which returns the files it depends on. Goes out: nothing; a signal ends it. Must not depend
//! on: what is done.
//!
//! Times and sizes are checked ten times a second. That works on every file system, including networks and containers,
//! and costs nothing measurable for the hundred files that shaders depend on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The time between two checks.
const PAUSE: Duration = Duration::from_millis(100);

/// What is observed of a file; `None` if there is none.
type State = Option<(SystemTime, u64)>;

fn state(path: &Path) -> State {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

fn states(paths: impl IntoIterator<Item = PathBuf>) -> BTreeMap<PathBuf, State> {
    paths.into_iter().map(|path| (path.clone(), state(&path))).collect()
}

/// Calls `work` now and after each change of the files that it returned; `ready` after each call, once changes are
/// detected again.
pub fn run(mut work: impl FnMut() -> Vec<PathBuf>, mut ready: impl FnMut()) -> ! {
    // Recorded before the work: it may not have seen changes made in the meantime.
    let mut known: BTreeMap<PathBuf, State> = BTreeMap::new();
    loop {
        let start = SystemTime::now();
        let now = states(work());
        known = now
            .into_iter()
            .map(|(path, now)| (path.clone(), known.remove(&path).unwrap_or(seen(now, start))))
            .collect();
        ready();
        known = changed(&known);
    }
}

/// The state of a file that is seen for the first time, as the work saw it: what was written since may be newer.
fn seen(now: State, start: SystemTime) -> State {
    now.filter(|(written, _)| *written < start)
}

/// Waits for a change, and until nothing changes any more: editors write files in several steps.
fn changed(known: &BTreeMap<PathBuf, State>) -> BTreeMap<PathBuf, State> {
    let look = || states(known.keys().cloned());
    let mut before = look();
    while before == *known {
        std::thread::sleep(PAUSE);
        before = look();
    }
    loop {
        std::thread::sleep(PAUSE / 2);
        let after = look();
        if after == before {
            return after;
        }
        before = after;
    }
}
