//! Everything that goes to standard error.
//!
//! Comes in: diagnostics, messages, panics. Goes out: text. Failing to write it is not reported: there is nowhere to.
//! Must not depend on: what the messages are about.

use std::io::{IsTerminal, Write};

use glslsub::internals::diagnostics::Diagnostic;
use glslsub::internals::diagnostics::render::{
    Columns, gcc, human_to, json, sarif, short, termcolor, visible, visible_line,
};
use glslsub::internals::source::SourceMap;
use termcolor::{BufferWriter, ColorChoice};

use super::Outcome;
use super::arguments::{Color, ErrorFormat};

/// Prints `error: message`; a file name in it cannot pass for more lines.
pub fn error(message: &str) {
    let _ = writeln!(std::io::stderr(), "error: {}", visible_line(message));
}

/// Prints diagnostics.
pub fn diagnostics(diagnostics: &[Diagnostic], sources: &SourceMap, name: &str, color: Color, format: ErrorFormat) {
    // A log of nothing is a log.
    if diagnostics.is_empty() && format != ErrorFormat::Sarif {
        return;
    }
    let text = match format {
        ErrorFormat::Human => None,
        ErrorFormat::Short => Some(short(diagnostics, sources)),
        ErrorFormat::Gcc => Some(gcc(diagnostics, sources, name, Columns::Shown)),
        ErrorFormat::Json => Some(json(diagnostics, sources)),
        ErrorFormat::Sarif => Some(sarif(diagnostics, sources, name)),
    };
    if let Some(text) = text {
        let _ = std::io::stderr().write_all(text.as_bytes());
        return;
    }
    let choice = match color {
        Color::Always => ColorChoice::AlwaysAnsi,
        Color::Never => ColorChoice::Never,
        Color::Auto if std::io::stderr().is_terminal() => ColorChoice::Auto,
        Color::Auto => ColorChoice::Never,
    };
    // In one piece, so that processes that share a terminal don't mix their lines.
    let writer = BufferWriter::stderr(choice);
    let mut buffer = writer.buffer();
    let _ = human_to(&mut buffer, diagnostics, sources);
    let _ = writer.print(&buffer);
}

/// Prints what to do about a bug in glslsub.
pub fn internal_error_hint() {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|it| it.to_string_lossy().into_owned()).collect();
    let _ = writeln!(
        std::io::stderr(),
        "note: this is a bug in glslsub {}, not in the shader; please report it with the shader and these options:\n      {}",
        env!("CARGO_PKG_VERSION"),
        visible_line(&arguments.join(" "))
    );
}

/// Makes a panic end the process with the exit code for internal errors, and with what a report needs.
pub fn install_panic_hook() {
    std::panic::set_hook(Box::new(|info| {
        let _ = writeln!(std::io::stderr(), "error: internal error: {}", visible(&info.to_string()));
        internal_error_hint();
        // Not 101, which scripts take for a test failure, and not 1, which means errors in the shader.
        std::process::exit(Outcome::InternalError as i32);
    }));
}
