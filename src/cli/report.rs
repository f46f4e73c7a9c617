//! Everything that goes to standard error.
//!
//! Comes in: diagnostics, messages, panics. Goes out: text. A failure to write it is not reported: there is nowhere to
//! report it. Must not depend on: what the messages are about.

use std::io::{IsTerminal, Write};

use glslsub::internals::diagnostics::Diagnostic;
use glslsub::internals::diagnostics::render::{
    Columns, gcc, human_to, json, sarif, short, termcolor, visible, visible_line,
};
use glslsub::internals::source::SourceMap;
use termcolor::{Buffer, BufferWriter, ColorChoice};

use super::arguments::{Color, ErrorFormat};
use super::{Outcome, links};

/// Prints `error: message`; a file name in it cannot pass for additional lines.
pub fn error(message: &str) {
    let _ = writeln!(std::io::stderr(), "error: {}", visible_line(message));
}

/// Messages about one compilation. They are printed in one piece, so that threads, and processes that share a terminal,
/// do not mix their lines.
pub struct Messages {
    writer: BufferWriter,
    buffer: Buffer,
    format: ErrorFormat,
    /// Whether codes are links to their documentation.
    links: bool,
}

impl Messages {
    /// No messages yet.
    pub fn new(color: Color, format: ErrorFormat) -> Self {
        let choice = match color {
            Color::Always => ColorChoice::AlwaysAnsi,
            Color::Never => ColorChoice::Never,
            Color::Auto if std::io::stderr().is_terminal() => ColorChoice::Auto,
            Color::Auto => ColorChoice::Never,
        };
        let writer = BufferWriter::stderr(choice);
        let buffer = writer.buffer();
        let links = color != Color::Never && format == ErrorFormat::Human && links::are_understood();
        Self { writer, buffer, format, links }
    }

    /// Adds `error: message`.
    pub fn error(&mut self, message: &str) {
        let _ = writeln!(self.buffer, "error: {}", visible_line(message));
    }

    /// Adds diagnostics.
    pub fn diagnostics(&mut self, diagnostics: &[Diagnostic], sources: &SourceMap, name: &str) {
        // An empty log is still a log.
        if diagnostics.is_empty() && self.format != ErrorFormat::Sarif {
            return;
        }
        let text = match self.format {
            ErrorFormat::Human if self.links => {
                let mut buffer = self.writer.buffer();
                let _ = human_to(&mut buffer, diagnostics, sources);
                let _ = self.buffer.write_all(&links::added(buffer.as_slice()));
                return;
            }
            ErrorFormat::Human => {
                let _ = human_to(&mut self.buffer, diagnostics, sources);
                return;
            }
            ErrorFormat::Short => short(diagnostics, sources),
            ErrorFormat::Gcc => gcc(diagnostics, sources, name, Columns::Shown),
            ErrorFormat::Json => json(diagnostics, sources),
            ErrorFormat::Sarif => sarif(diagnostics, sources, name),
        };
        let _ = self.buffer.write_all(text.as_bytes());
    }

    /// Adds what to do about a bug in glslsub.
    pub fn internal_error_hint(&mut self) {
        let _ = self.buffer.write_all(hint().as_bytes());
    }

    /// Whether there is nothing to print.
    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Prints them.
    pub fn print(&self) {
        let _ = self.writer.print(&self.buffer);
    }
}

/// Prints what to do about a bug in glslsub.
pub fn internal_error_hint() {
    let _ = std::io::stderr().write_all(hint().as_bytes());
}

fn hint() -> String {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|it| it.to_string_lossy().into_owned()).collect();
    format!(
        "note: this is a bug in glslsub {}, not in the shader; please report it with the shader and these options:\n      {}\n",
        env!("CARGO_PKG_VERSION"),
        visible_line(&arguments.join(" "))
    )
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
