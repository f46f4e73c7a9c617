//! Runs cases in parallel and counts results.

use std::sync::Mutex;

use crate::common::vulkan::Device;
use crate::common::{parallel, report, shout};

/// Runs each case and reports how many results equal the model. `run` returns that number, or `None` if the device
/// cannot run the case; a case in which nothing can be compared fails, for it proves nothing.
pub fn compare_all<C: Sync>(
    what: &str,
    device: &Device,
    cases: &[C],
    name: impl Fn(&C) -> String + Sync,
    run: impl Fn(&C, &Mutex<&Device>) -> Result<Option<usize>, String> + Sync,
) {
    let shared = Mutex::new(device);
    let counts = Mutex::new((0, 0, 0));
    let failures = parallel::failures(cases, |case| {
        let outcome = run(case, &shared)?;
        let mut counts = counts.lock().unwrap();
        match outcome {
            Some(0) => return Err(format!("{}: no result is defined", name(case))),
            Some(compared) => (counts.0, counts.1) = (counts.0 + 1, counts.1 + compared),
            None => counts.2 += 1,
        }
        Ok(())
    });
    report(cases.len(), &failures);
    let (ran, compared, skipped) = *counts.lock().unwrap();
    shout(&format!(
        "{what} on {}: {ran} shaders ran, {compared} results equal the model, {skipped} not supported",
        device.name
    ));
}
