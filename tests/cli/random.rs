//! Command lines at random (`tests/common/command_line.rs`). The fuzzer runs as many as one likes (`just fuzz run command`).

use std::path::Path;

use super::common::command_line;
use super::common::random::Random;

#[test]
fn no_command_line_breaks_a_promise() {
    for seed in 0..250 {
        let folder = tempfile::tempdir().unwrap();
        let words = command_line::words(&mut Random::new(seed));
        let checked = command_line::check(Path::new(env!("CARGO_BIN_EXE_glslsub")), folder.path(), &words);
        assert!(checked.is_ok(), "seed {seed}: {}", checked.unwrap_err());
    }
}
