//! Many jobs on several threads.
//!
//! Comes in: jobs and what to do with each. Goes out: results, in the order of the jobs. Must not depend on: what they are.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// How many threads are useful for this many jobs: at most as many as the machine runs at once.
#[must_use]
pub fn most_threads(jobs: usize) -> usize {
    // What the machine runs is in several files, and reading them takes 11,000 instructions.
    if jobs <= 1 { 1 } else { std::thread::available_parallelism().map_or(1, Into::into) }
}

/// Processes all jobs on this many threads. `done` gets each result on the calling thread, in order, as soon as all
/// earlier ones are done.
pub fn in_parallel<J: Sync, R: Send>(
    jobs: &[J],
    threads: usize,
    work: impl Fn(&J) -> R + Sync,
    mut done: impl FnMut(R),
) {
    if threads <= 1 || jobs.len() <= 1 {
        return jobs.iter().for_each(|job| done(work(job)));
    }
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(jobs.len()) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(index) else { break };
                    if sender.send((index, work(job))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut expected = 0;
        for (index, result) in results {
            early.insert(index, result);
            while let Some(result) = early.remove(&expected) {
                expected += 1;
                done(result);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::in_parallel;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let jobs: Vec<u64> = (0..100).collect();
        let slow_first = |job: &u64| {
            std::thread::sleep(std::time::Duration::from_micros(if job.is_multiple_of(7) { 500 } else { 0 }));
            job * 2
        };
        for threads in [1, 3, 1000] {
            let mut results = Vec::new();
            in_parallel(&jobs, threads, slow_first, |result| results.push(result));
            assert_eq!(results, jobs.iter().map(|job| job * 2).collect::<Vec<_>>());
        }
        in_parallel(&[], 2, |job: &u64| *job, |_| unreachable!());
    }
}
