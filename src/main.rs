//! The command line program. Everything of interest is in [`cli`]; the compiler itself is the library.

#![cfg_attr(all(target_os = "linux", target_env = "gnu", not(test)), no_main)]

mod cli;
#[cfg(feature = "lsp")]
mod lsp;
#[cfg(all(target_os = "linux", target_env = "gnu", not(test)))]
mod start;

#[cfg(not(all(target_os = "linux", target_env = "gnu", not(test))))]
fn main() -> std::process::ExitCode {
    cli::run().into()
}
