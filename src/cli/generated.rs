//! What is generated from the declaration of the arguments: shell completions and the manual page.
//!
//! Comes in: a shell. Goes out: text on standard output. Must not depend on: what the arguments mean.

use clap_complete::Shell;

use super::output::{self, Destination};
use super::{Outcome, arguments, report};

/// `glslsub completions SHELL`
pub fn completions(shell: Shell) -> u8 {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut arguments::command(), "glslsub", &mut text);
    print(&text)
}

/// `glslsub man`: one page, the commands one after the other.
pub fn manual() -> u8 {
    let mut command = arguments::command();
    command.build();
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = clap_mangen::Man::new(command.clone()).render(&mut text);
    for part in command.get_subcommands().filter(|part| part.get_name() != "help") {
        let name = format!("glslsub {}", part.get_name());
        let page = clap_mangen::Man::new(part.clone().display_name(&name).bin_name(name.clone()));
        let heading = format!(".SH \"{}\"\n", name.to_uppercase());
        text.extend_from_slice(heading.as_bytes());
        let _ = page.render_synopsis_section(&mut text);
        let _ = page.render_description_section(&mut text);
        let _ = page.render_options_section(&mut text);
    }
    print(&text)
}

fn print(text: &[u8]) -> u8 {
    match output::write(&Destination::Stdout, text) {
        Ok(()) => Outcome::Success.into(),
        Err(message) => {
            report::error(&message);
            Outcome::Failure.into()
        }
    }
}
