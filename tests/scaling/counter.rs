//! What a compilation costs, in numbers that are the same on every run: steps, bytes allocated, bytes alive.
//!
//! Steps are counted where the build is instrumented for coverage (`tests/scaling/run.sh`): each counter of the
//! instrumentation counts how often a region of code was entered, in the compiler and in generic code of its crates and of
//! the standard library. Without instrumentation, bytes allocated stand for them: they show what is copied too often, not
//! what is looked at too often.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

static ALLOCATED: AtomicU64 = AtomicU64::new(0);
static ALIVE: AtomicU64 = AtomicU64::new(0);
static MOST_ALIVE: AtomicU64 = AtomicU64::new(0);

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn grown(bytes: usize) {
    ALLOCATED.fetch_add(bytes as u64, Ordering::Relaxed);
    let alive = ALIVE.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
    MOST_ALIVE.fetch_max(alive, Ordering::Relaxed);
}

fn shrunk(bytes: usize) {
    ALIVE.fetch_sub(bytes as u64, Ordering::Relaxed);
}

// SAFETY: each call is passed on to the system's allocator as it is; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        shrunk(layout.size());
        // SAFETY: the caller keeps the contract, and `alloc` asked the same allocator.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        shrunk(layout.size());
        grown(size);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// What something cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    /// Regions of code entered, or bytes allocated.
    pub steps: u64,
    /// The most bytes that were alive at once, besides those that were alive before.
    pub memory: u64,
    /// The bytes that are alive behind it, besides those that were alive before.
    pub kept: u64,
}

/// Runs `work` and counts. Nothing else may run at the same time.
pub fn cost(work: impl FnOnce()) -> Cost {
    let alive = ALIVE.load(Ordering::Relaxed);
    MOST_ALIVE.store(alive, Ordering::Relaxed);
    let before = steps();
    work();
    let more = |bytes: &AtomicU64| bytes.load(Ordering::Relaxed).saturating_sub(alive);
    Cost { steps: steps().wrapping_sub(before), memory: more(&MOST_ALIVE), kept: more(&ALIVE) }
}

/// What [`Cost::steps`] counts here.
pub const COUNTED: &str = if cfg!(glslsub_steps) { "steps" } else { "bytes allocated" };

#[cfg(not(glslsub_steps))]
fn steps() -> u64 {
    ALLOCATED.load(Ordering::Relaxed)
}

#[cfg(glslsub_steps)]
fn steps() -> u64 {
    unsafe extern "C" {
        fn __llvm_profile_begin_counters() -> *const u64;
        fn __llvm_profile_end_counters() -> *const u64;
    }
    // SAFETY: the runtime of the instrumentation keeps its counters between these two, for as long as the program runs;
    // they are read while nothing that is counted runs.
    let counters = unsafe {
        let (begin, end) = (__llvm_profile_begin_counters(), __llvm_profile_end_counters());
        std::slice::from_raw_parts(begin, end.offset_from(begin) as usize)
    };
    counters.iter().fold(0, |sum, counter| sum.wrapping_add(*counter))
}
