//! The start of the process on Linux.
//!
//! Comes in: nothing. Goes out: the exit code of [`cli::run`]. Must not depend on: what the program does.
//!
//! Before Rust calls its `main`, it reads `/proc/self/maps` to learn where the stack ends, so that it can name a stack overflow. That takes
//! 16 % of the instructions of a process that compiles a small shader. Here the C library calls `main` instead, and what else Rust
//! would have prepared is done here. The arguments are there all the same: glibc gives them to Rust before `main`.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::fs::File;
use std::mem::ManuallyDrop;
use std::os::fd::AsRawFd;

use crate::cli;

/// What the C library calls after its own start.
// SAFETY: No other function of the program has this name, as `no_main` keeps rustc from making one. `int main(void)` is one of the
// types that C allows (C11, 5.1.2.2.1).
#[unsafe(no_mangle)]
extern "C" fn main() -> c_int {
    open_standard_streams();
    ignore_broken_pipes();
    // Returning would leave what is still in the buffer of standard output unwritten.
    std::process::exit(cli::run().into())
}

/// Opens the standard streams that the process was started without. Otherwise the first files opened would get their numbers, and
/// messages would end up in a module.
fn open_standard_streams() {
    while let Ok(file) = File::options().read(true).write(true).open("/dev/null") {
        if file.as_raw_fd() > 2 {
            break;
        }
        let _ = ManuallyDrop::new(file);
    }
}

/// Makes writing to a pipe that nobody reads an error of that write, not the end of the process.
fn ignore_broken_pipes() {
    const SIGPIPE: c_int = 13;
    const SIG_IGN: usize = 1;
    unsafe extern "C" {
        /// `void (*signal(int, void (*)(int)))(int)`: on Linux, a pointer to a function has the size of `usize`.
        fn signal(number: c_int, handler: usize) -> usize;
    }
    // SAFETY: The declaration is the C library's. `SIG_IGN` is no function, so nothing runs at the signal.
    unsafe { signal(SIGPIPE, SIG_IGN) };
}
