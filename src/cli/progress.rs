//! A progress bar, on terminals only.
//!
//! Comes in: how much is done. Goes out: a line on standard error that is redrawn again and again. Must not depend on:
//! the work.

use std::io::{IsTerminal, Write};

/// Cells of the bar.
const WIDTH: usize = 24;
/// The longest line, so that it stays on one line of the terminal.
const LINE: usize = 79;

/// The bar.
pub struct Progress {
    total: usize,
    done: usize,
    is_shown: bool,
}

impl Progress {
    /// A bar for this many steps, if there is a terminal and `wanted` is true.
    pub fn new(total: usize, wanted: bool) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|it| it == "dumb");
        Self { total, done: 0, is_shown: wanted && !is_dumb && std::io::stderr().is_terminal() }
    }

    /// One step is done; `print` prints its messages, above the bar.
    pub fn step(&mut self, name: &str, print: impl FnOnce()) {
        self.clear();
        print();
        self.done += 1;
        if self.is_shown && self.done < self.total {
            let _ = write!(std::io::stderr(), "{}", self.line(name));
        }
    }

    fn line(&self, name: &str) -> String {
        let filled = (WIDTH * self.done).checked_div(self.total).unwrap_or(WIDTH).min(WIDTH);
        let line =
            format!("[{}{}] {}/{} {name}", "=".repeat(filled), " ".repeat(WIDTH - filled), self.done, self.total);
        line.chars().filter(|it| !it.is_control()).take(LINE).collect()
    }

    /// Removes the bar.
    pub fn clear(&self) {
        if self.is_shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Progress;

    #[test]
    fn a_line_has_a_bar_numbers_and_no_commands() {
        let progress = Progress { total: 4, done: 1, is_shown: true };
        assert_eq!(progress.line("a\x1b[2J.comp"), "[======                  ] 1/4 a[2J.comp");
        assert_eq!(progress.line(&"x".repeat(200)).len(), 79);
    }
}
