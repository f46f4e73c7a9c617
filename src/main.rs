//! The command line program. Everything of interest is in [`cli`]; the compiler itself is the library.

mod cli;
#[cfg(feature = "lsp")]
mod lsp;

fn main() -> std::process::ExitCode {
    cli::run()
}
